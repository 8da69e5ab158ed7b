//! Error reports on the terminal.

use crate::diagnostic::{Diagnostic, Severity, draw};
use crate::record::counted;
use crate::session::Session;
use crate::source::Sources;
use crate::terminal::{tell_drawn, tell_line};
use std::io::IsTerminal;

/// Draws the findings of a session to standard error, without those already shown; returns the number of errors.
pub(super) fn show_findings(session: &Session, shown: &[Diagnostic]) -> usize {
    let mut findings = session.sorted_diagnostics();
    // In a run, a finding may get an additional note.
    let is_shown = |finding: &Diagnostic| {
        let same = |s: &Diagnostic| {
            (s.code, s.span, &s.message) == (finding.code, finding.span, &finding.message)
        };
        shown.iter().any(same)
    };
    findings.retain(|finding| !is_shown(finding));
    show(&findings, &session.sources)
}

/// Draws reports to standard error; returns the number of errors.
pub(super) fn show(findings: &[Diagnostic], sources: &Sources) -> usize {
    let color = std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    tell_drawn(&draw(findings, sources, color));
    let errors = findings
        .iter()
        .filter(|d| d.severity == Severity::Error)
        .count();
    if errors > 0 {
        tell_line!("{}", counted(errors as u64, "error"));
    }
    errors
}
