//! Reports as JSON, for other programs.

use super::{Diagnostic, Severity, invisible};
use crate::source::{Sources, Span};
use serde::Serialize;
use std::fmt::Write as _;

#[derive(Serialize)]
struct Report<'a> {
    code: &'a str,
    severity: &'a str,
    #[serde(flatten)]
    place: Place<'a>,
    message: &'a str,
    notes: Vec<Note<'a>>,
    help: Option<&'a str>,
    included_from: Vec<Place<'a>>,
}

#[derive(Serialize)]
struct Note<'a> {
    #[serde(flatten)]
    place: Place<'a>,
    message: &'a str,
}

/// A place: lines and columns count from 1, columns in characters; the end is exclusive.
#[derive(Serialize)]
struct Place<'a> {
    file: &'a str,
    line: usize,
    column: usize,
    end_line: usize,
    end_column: usize,
}

/// Returns the reports as a JSON array of objects with `code`, `severity` (`error` or `warning`), `file`, `line`, `column`,
/// `end_line`, `end_column`, `message`, `notes` (places with a `message`), `help` (text or null) and `included_from` (places,
/// innermost first). Lines and columns count from 1, columns in characters; the end is exclusive. Characters that could affect
/// a terminal are written as `\uXXXX`.
#[must_use]
pub fn to_json(diagnostics: &[Diagnostic], sources: &Sources) -> String {
    let reports: Vec<Report<'_>> = diagnostics.iter().map(|d| report(d, sources)).collect();
    harmless(&serde_json::to_string(&reports).unwrap_or_default())
}

/// Returns equivalent JSON on one line, with `\uXXXX` for characters that could affect a terminal or its display.
#[must_use]
pub fn harmless(json: &str) -> String {
    let mut safe = String::with_capacity(json.len());
    for c in json.chars() {
        if c.is_control() || invisible(c) {
            let _ = write!(safe, "\\u{:04x}", u32::from(c));
        } else {
            safe.push(c);
        }
    }
    safe
}

fn report<'a>(diagnostic: &'a Diagnostic, sources: &'a Sources) -> Report<'a> {
    let note = |(span, message): &'a (Span, String)| Note {
        place: place(*span, sources),
        message,
    };
    Report {
        code: diagnostic.code,
        severity: match diagnostic.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        },
        place: place(diagnostic.span, sources),
        message: &diagnostic.message,
        notes: diagnostic.notes.iter().map(note).collect(),
        help: diagnostic.help.as_deref(),
        included_from: sources
            .way_in(diagnostic.span)
            .into_iter()
            .map(|span| place(span, sources))
            .collect(),
    }
}

fn place(span: Span, sources: &Sources) -> Place<'_> {
    let start = sources.place(span);
    let end = sources.place(span.after());
    Place {
        file: start.name,
        line: start.line,
        column: start.column,
        end_line: end.line,
        end_column: end.column,
    }
}
