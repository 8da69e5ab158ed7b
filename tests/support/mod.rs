//! Runs scripts in tests and reads their results. Each test uses a part of this.
#![allow(dead_code, reason = "each test uses a part")]

pub mod play;
pub mod random;

use corpus::session::{Mode, Quiet, Reading, Session};

/// Returns a session that has run a script without a report.
#[track_caller]
pub fn run(script: &str) -> Session {
    let mut session = corpus::commands::session(Mode::Run, Box::new(Quiet));
    // A listing named by a variable may be anywhere.
    session
        .files
        .access
        .allow_reading(std::path::Path::new("/"));
    // The folder of builds may be outside the working folder.
    session
        .files
        .access
        .allow_writing(std::path::Path::new(env!("CARGO_TARGET_TMPDIR")));
    go_on(&mut session, script);
    session
}

/// Runs more lines; what a script expects must hold, although a run goes on after it.
#[track_caller]
pub fn go_on(session: &mut Session, script: &str) {
    let done = session.run_text("test", script);
    assert!(
        done.is_ok() && !session.has_errors(),
        "{:#?}",
        session.diagnostics
    );
    session.observe();
}

/// Returns a quantity that is a number.
#[track_caller]
pub fn number(session: &Session, path: &str) -> f64 {
    match session.quantity(path) {
        Ok(Reading::Number(x, _)) => x,
        other => panic!("{path}: {other:?}"),
    }
}

/// Returns a variable of the script that is a number.
#[track_caller]
pub fn value(session: &Session, name: &str) -> f64 {
    match session.variable(name).map(|v| &v.datum) {
        Some(corpus::lang::value::Datum::Number(x)) => x.value,
        other => panic!("{name}: {other:?}"),
    }
}

/// Returns a quantity that is a vector.
#[track_caller]
pub fn vector(session: &Session, path: &str) -> [f64; 3] {
    match session.quantity(path) {
        Ok(Reading::Vector(v, _)) => v,
        other => panic!("{path}: {other:?}"),
    }
}

/// Returns codes and messages of the reports of a script that is only checked.
pub fn reports(script: &str) -> Vec<String> {
    let mut session = corpus::commands::session(Mode::Check, Box::new(Quiet));
    let _ = session.run_text("test", script);
    let told = session.diagnostics.iter();
    told.map(|report| format!("{} {}", report.code, report.message))
        .collect()
}
