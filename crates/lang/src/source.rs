//! Source texts: a span is a place in one of many sources (files and prompt entries).

use std::collections::HashMap;
use std::fmt;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

/// Index of a source in [`Sources`].
pub type SourceId = u32;

/// A range of bytes in one source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Span {
    /// The source that contains it.
    pub source: SourceId,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The whole text of a source.
    #[must_use]
    pub fn whole(source: SourceId, text: &str) -> Span {
        Span::of(source, 0..text.len())
    }

    /// Returns the span of a range of bytes.
    #[must_use]
    pub fn of(source: SourceId, range: Range<usize>) -> Span {
        Span {
            source,
            start: range.start as u32,
            end: range.end as u32,
        }
    }

    /// Returns the span with another start.
    #[must_use]
    pub fn starting(self, start: u32) -> Span {
        Span { start, ..self }
    }

    /// Returns the span with another end.
    #[must_use]
    pub fn ending(self, end: u32) -> Span {
        Span { end, ..self }
    }

    /// Returns the smallest span that covers both; they must be in one source.
    #[must_use]
    pub fn to(self, other: Span) -> Span {
        Span {
            source: self.source,
            start: self.start.min(other.start),
            end: self.end.max(other.end),
        }
    }

    /// Returns the empty span directly after the span.
    #[must_use]
    pub fn after(self) -> Span {
        self.starting(self.end)
    }

    /// Returns the range of bytes.
    #[must_use]
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

impl chumsky::span::Span for Span {
    type Context = SourceId;
    type Offset = u32;
    fn new(source: SourceId, range: Range<u32>) -> Self {
        Span {
            source,
            start: range.start,
            end: range.end,
        }
    }
    fn context(&self) -> SourceId {
        self.source
    }
    fn start(&self) -> u32 {
        self.start
    }
    fn end(&self) -> u32 {
        self.end
    }
}

impl ariadne::Span for Span {
    type SourceId = SourceId;
    fn source(&self) -> &SourceId {
        &self.source
    }
    fn start(&self) -> usize {
        self.start as usize
    }
    fn end(&self) -> usize {
        self.end as usize
    }
}

/// First line of a script that the prompt has saved.
pub const SAVED_AT_THE_PROMPT: &str = "# Saved at the prompt of corpus";

/// A text with its origin.
#[derive(Clone, Debug)]
pub struct Source {
    /// Name in reports: a path as the user wrote it, or `entry 3` at the prompt.
    pub name: String,
    /// The whole text.
    pub text: Arc<str>,
    /// The `include` that read it.
    pub included_from: Option<Span>,
    /// Whether it was typed at the prompt.
    pub typed: bool,
    /// Number of lines of the same text before this part, in other sources.
    pub lines_before: usize,
    /// Offsets of the line starts.
    lines: Vec<u32>,
    /// Where the lines start that define a command, by its name: found when asked for.
    defines: OnceLock<HashMap<String, Vec<u32>>>,
}

impl Source {
    /// Returns the offsets of the line starts.
    #[must_use]
    pub fn line_starts(&self) -> &[u32] {
        &self.lines
    }

    /// Returns the start of the first line after a place that defines a command of a name.
    #[must_use]
    pub fn definition_after(&self, name: &str, place: u32) -> Option<u32> {
        let defines = self.defines.get_or_init(|| {
            let mut all: HashMap<String, Vec<u32>> = HashMap::new();
            for &start in &self.lines {
                let mut words = line_after(&self.text, start).split_whitespace();
                if let (Some("define"), Some(name)) = (words.next(), words.next()) {
                    all.entry(name.to_owned()).or_default().push(start);
                }
            }
            all
        });
        let starts = defines.get(name)?;
        starts.iter().copied().find(|start| *start > place)
    }
}

/// Returns the offsets of the line starts of a text; lines end as in the lexer, with `\n`, `\r\n` or `\r`.
pub fn lines(text: &str) -> Vec<u32> {
    let bytes = text.as_bytes();
    let ends = bytes.iter().enumerate().filter(|&(at, byte)| match byte {
        b'\n' => true,
        b'\r' => bytes.get(at + 1) != Some(&b'\n'),
        _ => false,
    });
    std::iter::once(0)
        .chain(ends.map(|(at, _)| at as u32 + 1))
        .collect()
}

/// All texts of a session, stored to its end so that a late report can still show an early line.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    list: Vec<Source>,
}

impl Sources {
    /// Stores a text and returns its index.
    pub fn add(
        &mut self,
        name: impl Into<String>,
        text: impl Into<Arc<str>>,
        included_from: Option<Span>,
    ) -> SourceId {
        let text = text.into();
        self.list.push(Source {
            name: name.into(),
            lines: lines(&text),
            text,
            included_from,
            typed: false,
            lines_before: 0,
            defines: OnceLock::new(),
        });
        (self.list.len() - 1) as SourceId
    }

    /// Stores an entry of the prompt and returns its index.
    pub fn add_entry(&mut self, name: impl Into<String>, text: impl Into<Arc<str>>) -> SourceId {
        let id = self.add(name, text, None);
        if let Some(source) = self.list.last_mut() {
            source.typed = true;
        }
        id
    }

    /// Adds a part of a text that arrives in pieces, after `lines_before` earlier lines; `typed` is true for an entry of the
    /// prompt.
    pub fn add_part(
        &mut self,
        name: impl Into<String>,
        text: impl Into<Arc<str>>,
        lines_before: usize,
        typed: bool,
    ) -> SourceId {
        let id = self.add(name, text, None);
        if let Some(source) = self.list.last_mut() {
            source.typed = typed;
            source.lines_before = lines_before;
        }
        id
    }

    /// Removes all sources from a number on: no span may refer to them any more.
    pub fn forget_from(&mut self, count: usize) {
        self.list.truncate(count);
    }

    /// Returns the number of sources.
    pub fn count(&self) -> usize {
        self.list.len()
    }

    /// Returns the source of that index, if there is one.
    #[must_use]
    #[inline]
    pub fn get(&self, id: SourceId) -> Option<&Source> {
        self.list.get(id as usize)
    }

    /// Whether a source was typed at the prompt, or is a script saved by the prompt, as its first line says: commands that are
    /// valid only at the prompt are valid there too, so that the script repeats the session.
    #[must_use]
    pub fn is_entry(&self, id: SourceId) -> bool {
        self.get(id)
            .is_some_and(|source| source.typed || source.text.starts_with(SAVED_AT_THE_PROMPT))
    }

    /// Whether a source was typed at the prompt: only then may it use files wherever the user may.
    #[must_use]
    pub fn is_typed(&self, id: SourceId) -> bool {
        self.get(id).is_some_and(|source| source.typed)
    }

    /// Whether both are the same file, read twice.
    #[must_use]
    pub fn are_one_file(&self, first: SourceId, second: SourceId) -> bool {
        first != second
            && matches!((self.get(first), self.get(second)), (Some(a), Some(b)) if a.name == b.name || a.text == b.text)
    }

    /// Returns all sources with their indices.
    pub fn iter(&self) -> impl Iterator<Item = (SourceId, &Source)> {
        (0..).zip(&self.list)
    }

    /// Returns the text of a span; empty if the span does not fit its source.
    #[must_use]
    #[inline]
    pub fn text(&self, span: Span) -> &str {
        self.get(span.source)
            .and_then(|s| s.text.get(span.range()))
            .unwrap_or("")
    }

    /// Returns the text before a span on its line.
    #[must_use]
    pub fn before(&self, span: Span) -> &str {
        let source = self.get(span.source);
        source.map_or("", |source| line_before(&source.text, span.start))
    }

    /// Returns the text after a span, to the end of its line.
    #[must_use]
    pub fn after(&self, span: Span) -> &str {
        let source = self.get(span.source);
        source.map_or("", |source| line_after(&source.text, span.end))
    }

    /// Returns line and column of a span's start, both counted from 1, the column in characters.
    #[must_use]
    pub fn place(&self, span: Span) -> Place<'_> {
        let Some(source) = self.get(span.source) else {
            return Place {
                name: "",
                line: 1,
                column: 1,
            };
        };
        let line = source.lines.partition_point(|start| *start <= span.start);
        let start = source.lines.get(line - 1).copied().unwrap_or_default();
        let before = source.text.get(start as usize..span.start as usize);
        Place {
            name: &source.name,
            line: line + source.lines_before,
            column: before.unwrap_or_default().chars().count() + 1,
        }
    }

    /// Returns the spans of the `include`s that lead to a place, innermost first.
    #[must_use]
    pub fn way_in(&self, span: Span) -> Vec<Span> {
        let mut way = vec![];
        let mut at = span.source;
        while let Some(from) = self.get(at).and_then(|s| s.included_from) {
            way.push(from);
            at = from.source;
        }
        way
    }
}

/// A place for users; displays as `name:line:column`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place<'a> {
    /// Name of the source.
    pub name: &'a str,
    /// Line, counted from 1.
    pub line: usize,
    /// Column, counted from 1, in characters.
    pub column: usize,
}

impl fmt::Display for Place<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.name, self.line, self.column)
    }
}

/// Returns the text before a place on its line, without a byte order mark.
pub fn line_before(text: &str, at: u32) -> &str {
    let before = text.get(..at as usize).unwrap_or_default();
    // For one character at a time, many times as fast as for either: a line may have many mistakes.
    let line = before.rsplit('\n').next().unwrap_or_default();
    let line = line.rsplit('\r').next().unwrap_or_default();
    line.trim_start_matches('\u{feff}')
}

/// Returns the text from a place to the end of its line.
pub fn line_after(text: &str, at: u32) -> &str {
    let after = text.get(at as usize..).unwrap_or_default();
    let line = after.split('\n').next().unwrap_or_default();
    line.split('\r').next().unwrap_or_default()
}
