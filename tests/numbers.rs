//! Every number in a script of the project or of the documents is compared within 2 % with smaller steps and with another
//! method. It takes minutes, so `cargo test` skips it: `cargo test --release --test suite numbers:: -- --ignored --nocapture` prints the
//! progress. With `NUMBERS=word` only those whose names contain the word are tested. The explicit second method takes millions
//! of evaluations for a second of a walk: it is interrupted after `NUMBERS_WORK` of them (4 million), and then only smaller
//! steps are compared.
//!
//! A block of a document with the word `rough` after its language shows a number that is wrong on purpose. A comment `# Not
//! converged: horizontal distance, wrenches` in a script or block names numbers that depend on the steps, for example if
//! the foot that lands first decides the rest: those are not compared. An `expect` must hold in all runs all the same.

use crate::docs::blocks::{blocks, documents};
use corpus::converge::{Comparison, Level, Plan, Run, run};
use corpus::session::{Observer, Quiet, Session, Stage, Stop};
use std::collections::HashSet;
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A script or document to run.
enum Thing {
    Script(PathBuf),
    /// Blocks of a document that continue in one session.
    Blocks(Vec<String>),
}

fn scripts() -> Vec<PathBuf> {
    let (mut found, mut folders) = (vec![], vec![root().join("scripts")]);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|x| x == "corpus") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// Whether a text contains a `go`.
fn goes(text: &str) -> bool {
    text.lines()
        .any(|line| line.trim_start().starts_with("go "))
}

/// Returns all scripts and documents that move, with names.
fn things() -> Vec<(String, Thing)> {
    let mut found = vec![];
    for script in scripts() {
        if goes(&fs::read_to_string(&script).unwrap()) {
            let name = script.strip_prefix(root()).unwrap().display().to_string();
            found.push((name, Thing::Script(script)));
        }
    }
    for document in documents() {
        let name = document.strip_prefix(root()).unwrap().display().to_string();
        let mut chains: Vec<(usize, Vec<String>)> = vec![];
        // Those that need a file of the document are only run, by the test of the documents.
        let mut files: Vec<String> = vec![];
        for block in blocks(&document) {
            files.extend(block.value("file").map(str::to_owned));
            if files.iter().any(|file| block.text.contains(file)) {
                continue;
            }
            if block.language != "corpus" || block.has("wrong") || block.has("rough") {
                continue;
            }
            match chains.last_mut() {
                Some((_, chain)) if block.has("continue") => chain.push(block.text),
                _ => chains.push((block.line, vec![block.text])),
            }
        }
        for (line, chain) in chains {
            if chain.iter().any(|text| goes(text)) {
                found.push((format!("{name}:{line}"), Thing::Blocks(chain)));
            }
        }
    }
    let word = std::env::var("NUMBERS").unwrap_or_default();
    let mut texts = HashSet::new();
    found.retain(|(name, thing)| name.contains(&word) && texts.insert(thing.text()));
    found
}

/// Interrupts a run once it has taken so many evaluations.
struct Budget(u64);

impl Observer for Budget {
    fn print(&mut self, _line: &str) {}

    fn frame(&mut self, stage: &Stage) -> ControlFlow<()> {
        if stage.world.counters.evaluations > self.0 {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }
}

/// Returns the number of evaluations after which the second method is interrupted.
fn most_work() -> u64 {
    let asked = std::env::var("NUMBERS_WORK").ok();
    asked.map_or(4_000_000, |text| text.parse().unwrap())
}

impl Thing {
    /// Returns the text that runs, so that nothing is tested twice.
    fn text(&self) -> String {
        match self {
            Thing::Script(path) => path.display().to_string(),
            Thing::Blocks(chain) => chain.concat(),
        }
    }

    /// Returns the names of numbers that depend on the steps, according to its comments.
    fn not_converged(&self) -> Vec<String> {
        let text = match self {
            Thing::Script(path) => fs::read_to_string(path).unwrap(),
            Thing::Blocks(chain) => chain.concat(),
        };
        text.lines()
            .filter_map(|line| line.strip_prefix("# Not converged: "))
            .flat_map(|names| names.trim_end_matches('.').split(", "))
            .map(str::to_owned)
            .collect()
    }

    fn load(&self, session: &mut Session) -> Result<Result<(), Stop>, String> {
        match self {
            Thing::Script(path) => session.run_file(path).map_err(|why| why.to_string()),
            Thing::Blocks(chain) => {
                // Blocks include the project's scripts.
                let name = root().join("scripts/document.corpus");
                let name = name.display().to_string();
                for text in chain {
                    if let Err(stop) = session.run_text(&name, text) {
                        return Ok(Err(stop));
                    }
                }
                Ok(Ok(()))
            }
        }
    }

    /// Returns the comparison, and whether the second method completed.
    fn compared(&self) -> (Comparison, bool) {
        let plan = Plan::default();
        let mut runs: Vec<Run> = Level::ALL
            .iter()
            .map(|level| {
                let folder = tempfile::tempdir().unwrap();
                let observer = || -> Box<dyn Observer> {
                    match level {
                        Level::Second => Box::new(Budget(most_work())),
                        _ => Box::new(Quiet),
                    }
                };
                run(*level, &plan, folder.path(), observer, |session| {
                    self.load(session)
                })
                .unwrap()
            })
            .collect();
        let is_broken_off = |run: &Run| {
            let why = run.stopped.as_deref();
            // Or the scene is too stiff for an explicit method.
            let is_stiff = why.is_some_and(|why| why.starts_with("[E060]"));
            run.level == Level::Second && (why == Some("interrupted") || is_stiff)
        };
        let has_second = !runs.iter().any(is_broken_off);
        runs.retain(|run| !is_broken_off(run));
        (Comparison::of(&runs, &plan), has_second)
    }
}

#[test]
#[ignore = "takes minutes"]
fn every_number_is_the_same_with_smaller_steps_and_by_another_method() {
    let things = things();
    assert!(!things.is_empty());
    let next = AtomicUsize::new(0);
    let done = AtomicUsize::new(0);
    let begun = Instant::now();
    let wrong: Mutex<Vec<String>> = Mutex::new(vec![]);
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..cores {
            scope.spawn(|| {
                while let Some((name, thing)) = things.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let since = Instant::now();
                    let (comparison, has_second) = thing.compared();
                    let done = 1 + done.fetch_add(1, Ordering::Relaxed);
                    let place = format!(
                        "{done} of {}, {:.0} s: {name} ({:.1} s{})",
                        things.len(),
                        begun.elapsed().as_secs_f64(),
                        since.elapsed().as_secs_f64(),
                        if has_second {
                            ""
                        } else {
                            ", smaller steps only"
                        }
                    );
                    let spared = thing.not_converged();
                    let held = |name: &String| !spared.iter().any(|spared| name.contains(spared));
                    let ran = comparison.stopped.is_empty() && comparison.failed.is_empty();
                    if ran && !comparison.moving().any(|row| held(&row.name)) {
                        println!("{place}: {}", comparison.advice);
                    } else {
                        println!("{place}:\n{comparison}");
                        wrong.lock().unwrap().push(name.clone());
                    }
                }
            });
        }
    });
    let wrong = wrong.into_inner().unwrap();
    assert!(wrong.is_empty(), "numbers move in {wrong:#?}");
}
