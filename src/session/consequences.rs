//! Leaves out reports that follow from a block whose head or end is missing.

use super::Session;
use crate::diagnostic::Diagnostic;
use crate::source::SourceId;
use std::ops::Range;

/// Bytes of the lines above a stray end that are indented more than it is: those of the block whose head is missing.
fn lines_above(text: &str, end: usize) -> Range<usize> {
    let before = text.get(..end).unwrap_or_default();
    let line_start = before.rfind('\n').map_or(0, |at| at + 1);
    let indent = |line: &str| line.len() - line.trim_start_matches([' ', '\t']).len();
    let own = indent(text.get(line_start..).unwrap_or_default());
    let mut start = line_start;
    for line in before
        .get(..line_start)
        .unwrap_or_default()
        .split_inclusive('\n')
        .rev()
    {
        if !line.trim().is_empty() && indent(line) <= own {
            break;
        }
        start -= line.len();
    }
    start..line_start
}

impl Session {
    /// Removes reports on a source, from one of that number on, that follow from a block without a head or an end: a command
    /// that cannot run later, below an event or a list that is never closed; an unknown variable or a part of a step, above an
    /// end of nothing.
    pub(super) fn leave_out_consequences(&mut self, source: SourceId, from: usize) {
        let text = self.sources.get(source).map(|s| s.text.clone());
        let text = text.as_deref().unwrap_or_default();
        let reports = self.diagnostics.get(from..).unwrap_or_default();
        let of_source = |report: &&Diagnostic| report.span.source == source;
        let at = |code: &'static str| {
            let found = reports.iter().filter(of_source);
            found
                .filter(move |report| report.code == code)
                .map(|report| report.span.range().start)
        };
        let unclosed = at("E008").min();
        let headless: Vec<Range<usize>> = at("E007").map(|end| lines_above(text, end)).collect();
        if unclosed.is_none() && headless.iter().all(Range::is_empty) {
            return;
        }
        let follows = |report: &Diagnostic| {
            let place = report.span.range().start;
            let is_inside = || headless.iter().any(|lines| lines.contains(&place));
            report.span.source == source
                && match report.code {
                    "E029" => unclosed.is_some_and(|head| head < place),
                    "E015" => report.message.starts_with("there is no variable") && is_inside(),
                    "E028" => is_inside(),
                    _ => false,
                }
        };
        let mut number = 0;
        self.diagnostics.retain(|report| {
            number += 1;
            number <= from || !follows(report)
        });
    }
}
