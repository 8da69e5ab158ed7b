//! Leaves out reports that follow from a block whose head or end is missing.

use crate::diagnostic::{Diagnostic, Standing};
use crate::lang::parser::Read;
use crate::session::Session;
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

/// Removes reports on a text, from one of that number on, that follow from a block without a head or an end: a command
/// that cannot run later, below an event or a list that is never closed; an unknown variable or a part of a step, above an
/// end of nothing.
pub(in crate::session) fn leave_out_consequences(
    session: &mut Session,
    read: &Read,
    text: &str,
    from: usize,
) {
    let unclosed = read.heads_without_end().min();
    let headless: Vec<Range<usize>> = read
        .ends_without_head()
        .map(|end| lines_above(text, end))
        .collect();
    let follows = |report: &Diagnostic| {
        let place = report.span.range().start;
        report.span.source == read.source
            && match report.standing {
                Standing::BelowBlock => unclosed.is_some_and(|head| head < place),
                Standing::WithoutHead => headless.iter().any(|lines| lines.contains(&place)),
                _ => false,
            }
    };
    let mut number = 0;
    session.diagnostics.retain(|report| {
        number += 1;
        number <= from || !follows(report)
    });
}
