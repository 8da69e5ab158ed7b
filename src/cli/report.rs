//! Reports of mistakes on the terminal.

use crate::diagnostic::{Diagnostic, Severity, draw};
use crate::session::Session;
use crate::source::Sources;
use std::io::IsTerminal;

/// Draws what a session found to standard error; tells how many errors there were.
pub(super) fn show_findings(session: &Session) -> usize {
    show(&session.sorted_diagnostics(), &session.sources)
}

/// Draws reports to standard error; tells how many errors there were.
pub(super) fn show(findings: &[Diagnostic], sources: &Sources) -> usize {
    let color = std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    eprint!("{}", draw(findings, sources, color));
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
