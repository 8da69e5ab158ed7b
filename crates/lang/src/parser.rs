//! The parser: tokens to statements. It reads `head argument* end-of-line`, recovers after a line that cannot be parsed, and
//! groups blocks; it is independent of the commands.
//! `grammar/corpus.ebnf` describes this grammar.

use super::grammar::script;
use super::lexer::{Token, lines};
use super::mistake::Mistake;
use super::nesting::Nesting;
use super::syntax::Statement;
use super::vocabulary::{Follows, Own, Vocabulary};
use crate::diagnostic::Diagnostic;
use crate::source::{SourceId, Span};
use chumsky::Parser as _;
use chumsky::input::Input as _;
use chumsky::inspector::SimpleState;

/// Result of parsing: the statements, and all syntax errors.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Parsed {
    /// Statements in source order. A statement with a rejected argument is kept, with an
    /// [`ArgumentKind::Bad`](super::syntax::ArgumentKind::Bad) in that place.
    pub statements: Vec<Statement>,
    /// Reports in source order.
    pub diagnostics: Vec<Diagnostic>,
}

/// Parses a whole text.
#[must_use]
pub fn parse(source: SourceId, text: &str, vocabulary: &dyn Vocabulary) -> Parsed {
    let read = read(source, text, vocabulary);
    Parsed {
        diagnostics: read.reports(text, vocabulary),
        statements: read.statements,
    }
}

/// A parsed text, with errors that are not reported yet.
pub struct Read {
    /// The text.
    pub source: SourceId,
    /// Its statements, in order.
    pub statements: Vec<Statement>,
    /// Errors in source order.
    pub(super) mistakes: Vec<Mistake>,
}

/// Parses a whole text without reports.
pub fn read(source: SourceId, text: &str, vocabulary: &dyn Vocabulary) -> Read {
    let vocabulary = &Own::of(text, vocabulary);
    let tokens = lines(source, text, vocabulary);
    let (statements, mut mistakes, _) = statements(source, text, tokens);
    mistakes.sort_by_key(|mistake| mistake.span);
    // The end of the line of the first of two errors; found once on each line.
    let mut line_end = 0;
    mistakes.dedup_by(|later, first| {
        let from = first.span.end as usize;
        if from > line_end {
            let length = text.get(from..).and_then(|rest| rest.find(['\n', '\r']));
            line_end = length.map_or(text.len(), |length| from + length);
        }
        (later.span.start as usize) < line_end && later.repeats(first, text)
    });
    Read {
        source,
        statements,
        mistakes,
    }
}

/// Returns the heads whose blocks are open at the end of a text, outermost first.
#[must_use]
pub fn open_blocks(text: &str, vocabulary: &dyn Vocabulary) -> Vec<(Span, Follows)> {
    let tokens = lines(0, text, &Own::of(text, vocabulary));
    let (_, _, open) = statements(0, text, tokens);
    open.into_iter().rev().collect()
}

/// Whether more lines must follow before the text can run: a block is still open at its end, or a head that takes rows has no
/// arguments and no empty line has ended it.
#[must_use]
pub fn unfinished(text: &str, vocabulary: &dyn Vocabulary) -> bool {
    let vocabulary = &Own::of(text, vocabulary);
    let (statements, _, open) = statements(0, text, lines(0, text, vocabulary));
    let last = statements.last();
    !open.is_empty() || last.is_some_and(|last| waits_for_rows(last, text, vocabulary))
}

/// Whether a statement takes rows, has nothing but numbers on the line of its head, and no empty line after its rows.
fn waits_for_rows(last: &Statement, text: &str, vocabulary: &dyn Vocabulary) -> bool {
    let head = text.get(last.head.range()).unwrap_or_default();
    let after = text.get(last.head.range().end..).unwrap_or_default();
    let (same_line, below) = after.split_once(['\n', '\r']).unwrap_or((after, "."));
    let last_line = below.rsplit(['\n', '\r']).next().unwrap_or_default();
    let (same_line, _) = same_line.split_once('#').unwrap_or((same_line, ""));
    let is_number = |word: &str| word.parse::<f64>().is_ok();
    vocabulary.shape(head).follows == Follows::Rows
        && same_line.split_whitespace().all(is_number)
        && !last_line.trim().is_empty()
}

/// Parses the statements of a text from its tokens; returns them with the errors, and the heads of blocks that are open at its end, innermost
/// first.
fn statements(
    source: SourceId,
    text: &str,
    tokens: Vec<(Token, Span)>,
) -> (Vec<Statement>, Vec<Mistake>, Vec<(Span, Follows)>) {
    let end = Span::whole(source, text).after();
    let mut nesting = SimpleState(Nesting::new(text));
    let (statements, mistakes) = script(text)
        .parse_with_state(tokens.split_token_span(end), &mut nesting)
        .into_output_errors();
    let open = std::mem::take(&mut nesting.open_at_end);
    (statements.unwrap_or_default(), mistakes, open)
}
