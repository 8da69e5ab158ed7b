//! Reports of mistakes on the terminal.

use crate::diagnostic::{Severity, draw};
use crate::session::Session;
use std::io::IsTerminal;

/// Draws what a session found to standard error; tells how many errors there were.
pub(super) fn show_findings(session: &Session) -> usize {
    let findings = session.sorted_diagnostics();
    let color = std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    eprint!("{}", draw(&findings, &session.sources, color));
    let errors = findings
        .iter()
        .filter(|d| d.severity == Severity::Error)
        .count();
    match errors {
        0 => {}
        1 => eprintln!("1 error"),
        n => eprintln!("{n} errors"),
    }
    errors
}
