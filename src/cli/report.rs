//! Error reports on the terminal.

use crate::diagnostic::{Diagnostic, Severity, draw};
use crate::record::counted;
use crate::session::Session;
use crate::source::Sources;
use crate::terminal::{tell_drawn, tell_line};
use std::collections::{HashMap, HashSet};
use std::io::IsTerminal;

/// Draws the findings of a session to standard error, without those already shown; returns the number of errors.
pub(super) fn show_findings(session: &Session, shown: &[Diagnostic]) -> usize {
    let mut findings = session.sorted_diagnostics();
    // In a run, a finding may get an additional note.
    let known = |finding: &'_ Diagnostic| (finding.code, finding.span, finding.message.clone());
    let shown: HashSet<_> = shown.iter().map(known).collect();
    findings.retain(|finding| !shown.contains(&known(finding)));
    show(&findings, &session.sources)
}

/// Draws reports to standard error; returns the number of errors.
pub(super) fn show(findings: &[Diagnostic], sources: &Sources) -> usize {
    let color = std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    let shown = grouped(findings, sources);
    tell_drawn(&draw(&shown, sources, color));
    let repeated = same_line(findings, sources);
    let errors = findings
        .iter()
        .zip(repeated)
        .filter(|(_, repeated)| !repeated)
        .map(|(finding, _)| finding)
        .filter(|d| d.severity == Severity::Error)
        .count();
    if errors > 0 {
        tell_line!("{}", counted(errors as u64, "error"));
    }
    errors
}

/// Most further places that a report lists.
const MOST_PLACES: usize = 8;

/// Whether a text is a name. One that is nowhere defined is unknown in every line that uses it.
fn is_name(text: &str) -> bool {
    let inside = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.');
    text.starts_with(|c: char| c.is_alphabetic() || c == '_') && text.chars().all(inside)
}

/// Whether two reports are about one line.
fn is_same_line(first: &Diagnostic, other: &Diagnostic, sources: &Sources) -> bool {
    let line = |finding: &Diagnostic| sources.place(finding.span).line;
    first.span.source == other.span.source && line(first) == line(other)
}

/// For each report, whether an earlier one says the same of the same name on the same line.
fn same_line(findings: &[Diagnostic], sources: &Sources) -> Vec<bool> {
    let is_repeated = |(i, finding): (usize, &Diagnostic)| {
        let earlier = findings.get(..i).unwrap_or_default().iter().rev();
        let mut on_line = earlier.take_while(|one| is_same_line(one, finding, sources));
        let text = |one: &Diagnostic| sources.text(one.span).to_owned();
        is_name(&text(finding))
            && on_line.any(|one| {
                (one.code, &one.message, &one.help)
                    == (finding.code, &finding.message, &finding.help)
                    && text(one) == text(finding)
            })
    };
    findings.iter().enumerate().map(is_repeated).collect()
}

/// The reports, with one for all that say the same of a name: its help lists the other places.
fn grouped(findings: &[Diagnostic], sources: &Sources) -> Vec<Diagnostic> {
    let mut shown: Vec<(Diagnostic, Vec<String>)> = vec![];
    // Where the first report of a name is in `shown`, and the further places that are listed there.
    let (mut firsts, mut listed) = (HashMap::new(), HashSet::new());
    for finding in findings {
        let of_name = is_name(sources.text(finding.span));
        let key = (finding.code, &finding.message, &finding.help);
        let Some(&number) = firsts.get(&key).filter(|_| of_name) else {
            if of_name {
                firsts.insert(key, shown.len());
            }
            shown.push((finding.clone(), vec![]));
            continue;
        };
        let Some((first, others)) = shown.get_mut(number) else {
            continue;
        };
        let place = sources.place(finding.span);
        if is_same_line(first, finding, sources) {
            continue;
        }
        let other = match finding.span.source == first.span.source {
            true => format!("line {}", place.line),
            false => format!("{}:{}", place.name, place.line),
        };
        if first.span != finding.span && listed.insert((number, other.clone())) {
            others.push(other);
        }
    }
    let with_places = |(mut first, others): (Diagnostic, Vec<String>)| {
        if !others.is_empty() {
            let listed = others.get(..MOST_PLACES).unwrap_or(&others).join(", ");
            let more = match others.len().saturating_sub(MOST_PLACES) {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            let help = first.help.get_or_insert_default();
            if !help.is_empty() {
                help.push('\n');
            }
            *help += &format!("also in {listed}{more}");
        }
        first
    };
    shown.into_iter().map(with_places).collect()
}
