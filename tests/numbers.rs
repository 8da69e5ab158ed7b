//! Every number that a script of the house or of the documents says is held to 2 % by smaller steps and by another method. It takes
//! minutes, so `cargo test` leaves it out: `cargo test --release --test numbers`. With `NUMBERS=word` only those whose names
//! hold the word are looked at.
// A test may stop at what it did not expect.
#![allow(clippy::unwrap_used, clippy::expect_used)]

#[path = "docs/blocks.rs"]
#[allow(dead_code)]
mod blocks;

use blocks::{blocks, documents};
use corpus::converge::{Comparison, Level, Plan, Run, run};
use corpus::session::{Quiet, Session, Stop};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Something that runs.
enum Thing {
    Script(PathBuf),
    /// Blocks of a document that go on in one session.
    Blocks(PathBuf, Vec<String>),
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

/// Whether a text lets time pass.
fn goes(text: &str) -> bool {
    text.lines()
        .any(|line| line.trim_start().starts_with("go "))
}

/// All that moves, with a name.
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
        for block in blocks(&document) {
            if block.language != "corpus" || block.has("wrong") {
                continue;
            }
            match chains.last_mut() {
                Some((_, chain)) if block.has("continue") => chain.push(block.text),
                _ => chains.push((block.line, vec![block.text])),
            }
        }
        for (line, chain) in chains {
            if chain.iter().any(|text| goes(text)) {
                found.push((
                    format!("{name}:{line}"),
                    Thing::Blocks(document.clone(), chain),
                ));
            }
        }
    }
    let word = std::env::var("NUMBERS").unwrap_or_default();
    found.retain(|(name, _)| name.contains(&word));
    found
}

impl Thing {
    fn load(&self, session: &mut Session) -> Result<Result<(), Stop>, String> {
        match self {
            Thing::Script(path) => session.run_file(path).map_err(|why| why.to_string()),
            Thing::Blocks(_, chain) => {
                // Blocks include the scripts of the house.
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

    fn compared(&self) -> Comparison {
        let plan = Plan::default();
        let runs: Vec<Run> = Level::ALL
            .iter()
            .map(|level| {
                let folder = tempfile::tempdir().unwrap();
                let quiet = || -> Box<dyn corpus::session::Observer> { Box::new(Quiet) };
                run(*level, &plan, folder.path(), quiet, |session| {
                    self.load(session)
                })
                .unwrap()
            })
            .collect();
        Comparison::of(&runs, &plan)
    }
}

#[test]
fn every_number_is_the_same_with_smaller_steps_and_by_another_method() {
    let things = things();
    assert!(!things.is_empty());
    let next = AtomicUsize::new(0);
    let wrong: Mutex<Vec<String>> = Mutex::new(vec![]);
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..cores {
            scope.spawn(|| {
                while let Some((name, thing)) = things.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let comparison = thing.compared();
                    if comparison.moving().next().is_none() {
                        println!("{name}: {}", comparison.advice);
                    } else {
                        println!("{name}:\n{comparison}");
                        wrong.lock().unwrap().push(name.clone());
                    }
                }
            });
        }
    });
    let wrong = wrong.into_inner().unwrap();
    assert!(wrong.is_empty(), "numbers move in {wrong:#?}");
}
