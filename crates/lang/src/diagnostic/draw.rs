//! Draws reports as text for users.

use super::codes::explain;
use super::{Diagnostic, Severity, safe};
use crate::source::{SourceId, Sources, Span};
use ariadne::{Cache, Color, Config, IndexType, Label, Report, ReportKind, Source};
use std::collections::BTreeMap;

/// The longest line that is shown, in bytes; for a longer one, only the position is given.
const LONGEST_LINE: usize = 1000;

/// Draws all reports in order, each with its source lines, separated by empty lines. With `color` the text contains terminal
/// colours. Control characters in sources are replaced by visible ones.
#[must_use]
pub fn draw(diagnostics: &[Diagnostic], sources: &Sources, color: bool) -> String {
    let mut cache = Shown {
        sources,
        drawn: BTreeMap::new(),
    };
    let mut out = vec![];
    for diagnostic in diagnostics {
        if !out.is_empty() {
            out.push(b'\n');
        }
        let drawn = shown(diagnostic.span, sources)
            && report(diagnostic, sources, color)
                .write(&mut cache, &mut out)
                .is_ok();
        if !drawn {
            out.extend(told(diagnostic, sources).into_bytes());
        }
    }
    let text = String::from_utf8_lossy(&out);
    text.lines()
        .flat_map(|line| [line.trim_end(), "\n"])
        .collect()
}

fn report<'a>(diagnostic: &'a Diagnostic, sources: &Sources, color: bool) -> Report<'a, Span> {
    let (kind, ink) = match diagnostic.severity {
        Severity::Error => (ReportKind::Error, Color::Red),
        Severity::Warning => (ReportKind::Warning, Color::Yellow),
    };
    let config = Config::new()
        .with_index_type(IndexType::Byte)
        .with_color(color);
    let mut report = Report::build(kind, moved(diagnostic.span, sources))
        .with_config(config)
        .with_code(diagnostic.code)
        .with_message(safe::message(&diagnostic.message));

    // The drawing library needs the labels of a source together and in ascending order, and the first source on top.
    let mut labels = vec![(diagnostic.span, None)];
    labels.extend(
        diagnostic
            .notes
            .iter()
            .map(|(span, note)| (*span, Some(note))),
    );
    labels
        .sort_by_key(|(span, note)| (span.source != diagnostic.span.source, *span, note.is_some()));
    for (span, note) in labels {
        let ink = if note.is_some() { Color::Blue } else { ink };
        match (shown(span, sources), note) {
            (true, Some(note)) => {
                report.add_label(
                    Label::new(moved(span, sources))
                        .with_color(ink)
                        .with_message(safe::message(note)),
                );
            }
            // A label is underlined only if it has a message.
            (true, None) => {
                let fact = explain(diagnostic.code).map_or("here", |code| code.title);
                report.add_label(
                    Label::new(moved(span, sources))
                        .with_color(ink)
                        .with_message(fact),
                );
            }
            (false, Some(note)) => report.add_note(elsewhere(span, note, sources)),
            (false, None) => {}
        }
    }
    for call in way_in(diagnostic, sources) {
        report.add_note(call);
    }
    if let Some(help) = &diagnostic.help {
        report.set_help(safe::message(help));
    }
    report.finish()
}

/// Formats a report without its source lines.
fn told(diagnostic: &Diagnostic, sources: &Sources) -> String {
    let severity = match diagnostic.severity {
        Severity::Error => "Error",
        Severity::Warning => "Warning",
    };
    let notes = diagnostic.notes.iter();
    let notes = notes.map(|(span, note)| elsewhere(*span, note, sources));
    let mut text = format!(
        "[{}] {severity}: {}\n   at {}\n",
        diagnostic.code,
        safe::message(&diagnostic.message),
        safe::name(&sources.place(diagnostic.span).to_string()),
    );
    for note in notes.chain(way_in(diagnostic, sources)) {
        text += &format!("   Note: {note}\n");
    }
    if let Some(help) = &diagnostic.help {
        text += &format!("   Help: {}\n", safe::message(help));
    }
    text
}

fn elsewhere(span: Span, note: &str, sources: &Sources) -> String {
    let text = format!("{}: {note}", safe::name(&sources.place(span).to_string()));
    safe::message(&text).into_owned()
}

fn way_in(diagnostic: &Diagnostic, sources: &Sources) -> impl Iterator<Item = String> {
    let calls = sources.way_in(diagnostic.span).into_iter();
    calls.map(|call| {
        let place = sources.place(call);
        format!("included from {}:{}", safe::name(place.name), place.line)
    })
}

/// Whether the text of a span can be shown: it exists, and its lines are not too long.
fn shown(span: Span, sources: &Sources) -> bool {
    let Some(source) = sources.get(span.source) else {
        return false;
    };
    let around = (
        source.text.get(..span.range().start),
        source.text.get(span.range().end..),
    );
    let (Some(before), Some(after)) = around else {
        return false;
    };
    let line_end = |byte: u8| matches!(byte, b'\n' | b'\r');
    // Limited to the length of a line: otherwise a long line with many errors would take very long.
    let before = before.bytes().rev().take(LONGEST_LINE + 1);
    let after = after.bytes().take(LONGEST_LINE + 1);
    span.start <= span.end
        && span.range().len() <= LONGEST_LINE
        && before.take_while(|&b| !line_end(b)).count() <= LONGEST_LINE
        && after.take_while(|&b| !line_end(b)).count() <= LONGEST_LINE
}

/// Number of lines before a part of a text up to which empty lines take their place in a drawing.
const MOST_EMPTY_LINES: usize = 100_000;

/// Returns the number of empty lines before a source in a drawing: the library adds the offset of line numbers to the place at
/// the top of a drawing, but not to the numbers in its margin.
fn empty_lines(source: &crate::source::Source) -> usize {
    match source.lines_before {
        count @ ..=MOST_EMPTY_LINES => count,
        _ => 0,
    }
}

/// Returns the span in the drawn source.
fn moved(span: Span, sources: &Sources) -> Span {
    let by = sources.get(span.source).map_or(0, empty_lines) as u32;
    Span {
        start: span.start + by,
        end: span.end + by,
        ..span
    }
}

/// The sources for the drawing library, prepared on first use.
struct Shown<'a> {
    sources: &'a Sources,
    drawn: BTreeMap<SourceId, Source<String>>,
}

impl Cache<SourceId> for Shown<'_> {
    type Storage = String;

    fn fetch(&mut self, id: &SourceId) -> Result<&Source<String>, impl std::fmt::Debug> {
        let source = self.sources.get(*id).ok_or("no such source")?;
        let prepare = || {
            let empty = empty_lines(source);
            Source::from("\n".repeat(empty) + &safe::source(&source.text))
                .with_display_line_offset(source.lines_before - empty)
        };
        Ok::<_, &str>(self.drawn.entry(*id).or_insert_with(prepare))
    }

    fn display<'b>(&self, id: &'b SourceId) -> Option<impl std::fmt::Display + 'b> {
        self.sources.get(*id).map(|source| safe::name(&source.name))
    }
}
