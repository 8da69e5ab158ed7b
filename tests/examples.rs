//! The scripts of `examples`: each runs without a report, and its expectations on the physics hold.

use corpus::commands::TABLE;
use corpus::diagnostic::draw;
use corpus::lang::format::format;
use corpus::runs::{Ended, Limits, Script, run};
use corpus::session::RunReport;
use corpus::session::{Mode, Quiet, Session};
use std::fs;
use std::path::{Path, PathBuf};

/// Most work of an example: evaluations of the dynamics, each times the bodies of its world.
const HARDEST: u64 = 2_000_000;

fn scripts() -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> = fs::read_dir("examples")
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|e| e == "corpus"))
        .collect();
    paths.sort();
    paths
}

/// Returns a session after the script, which wrote its tables into a temporary folder; checks that there are no errors.
#[track_caller]
fn session(path: &Path, mode: Mode) -> Session {
    let folder = tempfile::tempdir().unwrap();
    let mut session = corpus::commands::session(mode, Box::new(Quiet));
    session.files.output = folder.path().to_owned();
    let result = session.run_file(path).unwrap();
    let reports = draw(&session.diagnostics, &session.sources, false);
    assert!(
        session.diagnostics.is_empty(),
        "{}:\n{reports}",
        path.display()
    );
    // A check stops at what is unknown before anything has moved.
    assert!(result.is_ok() || mode == Mode::Check, "{}", path.display());
    session
}

/// Returns the number of evaluations, each times the bodies of all figures.
fn work(session: &mut Session) -> u64 {
    let report = |stage| RunReport::of(stage, 0.0, 0.0, false);
    let of = |r: RunReport| r.evaluations * r.corpora.iter().map(|c| c.bodies as u64).sum::<u64>();
    session
        .stages
        .iter_mut()
        .map(|stage| of(report(stage)))
        .sum()
}

#[test]
fn evolved_creatures_do_what_they_were_bred_for() {
    for entry in fs::read_dir("examples/evolved").unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|e| e == "corpus") {
            let text = fs::read_to_string(&path).unwrap();
            assert!(text.contains("\nexpect "), "{}", path.display());
            let mut session = corpus::commands::session(Mode::Run, Box::new(Quiet));
            session.run_file(&path).unwrap().unwrap();
            let reports = draw(&session.diagnostics, &session.sources, false);
            assert!(!session.has_errors(), "{}:\n{reports}", path.display());
        }
    }
}

/// Small errors change each step of a walk: what is expected of it holds at a third of the default tolerance too.
#[test]
fn creatures_do_the_same_at_a_third_of_the_tolerance() {
    let evolved = fs::read_dir("examples/evolved").unwrap();
    let mut all: Vec<_> = evolved.map(|entry| entry.unwrap().path()).collect();
    all.retain(|path| path.extension().is_some_and(|e| e == "corpus"));
    all.push("examples/neurons.corpus".into());
    for path in all {
        let text = fs::read_to_string(&path).unwrap();
        let finer = format!("tolerance 0.001\n{text}");
        let row = run(
            &Script::of_text("creature", &finer),
            &[],
            &Limits::default(),
        );
        let why = format!("{}: {}", path.display(), row.reason);
        assert_eq!(row.ended, Ended::Done, "{why}");
    }
}

#[test]
fn examples_expect_what_is_true() {
    let mut works = vec![];
    for path in scripts() {
        works.push((work(&mut session(&path, Mode::Run)), path));
    }
    works.sort();
    let hardest: Vec<_> = works.iter().rev().take(3).collect();
    assert!(
        works.iter().all(|(work, _)| *work < HARDEST),
        "too much work for an example: {hardest:?}"
    );
}

/// Returns the changes that the comment at the top of an example suggests, `-D name=value`, each with whether it is expected to
/// fail.
fn invited(text: &str) -> Vec<(String, String, bool)> {
    let comment = text.lines().map_while(|line| line.strip_prefix('#'));
    let comment: Vec<&str> = comment.map(str::trim).collect();
    let comment = comment.join(" ");
    let (_, changes) = comment.split_once("To change: ").unwrap();
    let mut invited = vec![];
    // A decimal point does not end a sentence.
    for clause in changes.replace(". ", ";").trim_end_matches('.').split(';') {
        let fails = clause.split([' ', ',']).any(|word| word == "fails");
        for quoted in clause.split('`').skip(1).step_by(2) {
            let Some(given) = quoted.strip_prefix("-D ") else {
                continue;
            };
            let (name, value) = given.split_once('=').unwrap();
            invited.push((name.to_owned(), value.to_owned(), fails));
        }
    }
    invited
}

#[test]
fn changes_that_comments_invite_to_failed_unannounced() {
    let mut tried = 0;
    for path in scripts() {
        let changes = invited(&fs::read_to_string(&path).unwrap());
        assert!(!changes.is_empty(), "{} offers no -D", path.display());
        for (name, value, fails) in changes {
            let folder = tempfile::tempdir().unwrap();
            let mut session = corpus::commands::session(Mode::Run, Box::new(Quiet));
            session.files.output = folder.path().to_owned();
            session.parameters.give(&name, &value);
            let result = session.run_file(&path).unwrap();
            let reports = draw(&session.diagnostics, &session.sources, false);
            let told = format!("{} -D {name}={value}:\n{reports}", path.display());
            assert!(
                result.is_ok() && session.parameters.unused(&session.sources).is_empty(),
                "{told}"
            );
            assert_eq!(!session.diagnostics.is_empty(), fails, "{told}");
            assert!(
                session.diagnostics.iter().all(|d| d.code == "E063"),
                "{told}"
            );
            tried += 1;
        }
    }
    assert!(tried >= 35, "{tried}");
}

#[test]
fn examples_are_many_and_each_is_a_test() {
    let scripts = scripts();
    assert!(scripts.len() >= 20, "{}", scripts.len());
    for path in scripts {
        let text = fs::read_to_string(&path).unwrap();
        let starts = |head: &str| text.lines().any(|line| line.trim_start().starts_with(head));
        assert!(starts("expect "), "{} expects nothing", path.display());
        assert!(
            starts("# To change: "),
            "{} offers no change",
            path.display()
        );
    }
}

#[test]
fn examples_are_laid_out_and_check_clean() {
    for path in scripts() {
        let text = fs::read_to_string(&path).unwrap();
        let formatted = format(&text, &TABLE).unwrap();
        assert_eq!(formatted, text, "{}", path.display());
        session(&path, Mode::Check);
    }
}
