//! The parser: tokens to statements. It reads `head argument* end-of-line`, recovers after a line that cannot be parsed, and
//! groups blocks; it is independent of the commands.
//! `grammar/corpus.ebnf` describes this grammar.

use super::arguments::message;
use super::gather::Gatherer;
use super::lexer::{Token, lex};
use super::mistake::{Kind, Mistake};
use super::reader::Reader;
use super::syntax::{Argument, Statement};
use crate::diagnostic::Diagnostic;
use crate::source::{SourceId, Span};
use chumsky::input::{SliceInput, ValueInput};
use chumsky::prelude::*;

/// Syntax of heads: what the parser needs to find the end of a statement.
pub trait Vocabulary {
    /// How its line and what follows it are to be read.
    fn shape(&self, head: &str) -> Shape;
    /// Whether a text that defines a command of this name means its own.
    fn may_define(&self, _head: &str) -> bool {
        false
    }
}

/// A vocabulary without the words that a text defines itself.
pub(super) struct Own<'v> {
    inner: &'v dyn Vocabulary,
    words: Vec<&'v str>,
}

impl<'v> Own<'v> {
    /// Looks through the lines of a text for `define WORD`.
    pub fn of(text: &'v str, inner: &'v dyn Vocabulary) -> Self {
        let defined = |line: &'v str| {
            let word = line.trim_start().strip_prefix("define")?;
            let word = word.strip_prefix([' ', '\t'])?.split_whitespace().next()?;
            inner.may_define(word).then_some(word)
        };
        let words = match text.contains("define") {
            true => text.lines().filter_map(defined).collect(),
            false => vec![],
        };
        Own { inner, words }
    }
}

impl Vocabulary for Own<'_> {
    fn shape(&self, head: &str) -> Shape {
        match self.words.contains(&head) {
            true => Shape::default(),
            false => self.inner.shape(head),
        }
    }
}

/// Knows no head: for a text that is a single argument.
pub struct NoWords;

impl Vocabulary for NoWords {
    fn shape(&self, _: &str) -> Shape {
        Shape::default()
    }
}

/// Syntax of a head's statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Shape {
    /// The rest of its line.
    pub rest: Rest,
    /// The lines below.
    pub follows: Follows,
}

/// Syntax of the rest of a head's line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Rest {
    /// Arguments.
    #[default]
    Arguments,
    /// One bare expression.
    Expression,
    /// A bare expression and maybe a text in quotes.
    Claim,
    /// One argument or one bare expression, and maybe a text in quotes.
    Moment,
    /// `name = expression`.
    Assignment,
    /// `name in` and a range, the name of a list, or arguments.
    Loop,
    /// Text with `{expressions}`.
    Text,
}

/// What follows the line of a head.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Follows {
    /// Nothing.
    #[default]
    Nothing,
    /// A list of commands up to `.`, `..` or `end`, in which times may be relative.
    List,
    /// Lines of numbers, which continue its arguments.
    Rows,
    /// A block up to `end`.
    Block,
    /// A block up to `end`, with `else if` and `else` in it.
    Branches,
}

/// Result of parsing: the statements, and all syntax errors.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Parsed {
    /// In source order. A statement with a refused argument is kept, with an [`ArgumentKind::Bad`](super::syntax::ArgumentKind::Bad) in that place.
    pub statements: Vec<Statement>,
    /// In source order.
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads a whole text.
#[must_use]
pub fn parse(source: SourceId, text: &str, vocabulary: &dyn Vocabulary) -> Parsed {
    let read = read(source, text, vocabulary);
    Parsed {
        diagnostics: read.reports(text),
        statements: read.statements,
    }
}

/// A text as it was read, with mistakes that are not reported yet.
pub(crate) struct Read {
    pub source: SourceId,
    pub statements: Vec<Statement>,
    /// In source order.
    pub(super) mistakes: Vec<Mistake>,
}

/// Reads a whole text, and reports nothing yet.
pub(crate) fn read(source: SourceId, text: &str, vocabulary: &dyn Vocabulary) -> Read {
    let vocabulary = &Own::of(text, vocabulary);
    let (lines, mut mistakes) = lines(source, text, vocabulary);
    let mut gatherer = Gatherer::new(text, vocabulary);
    gatherer.expect_lines(lines.len());
    for line in lines {
        gatherer.line(line);
    }
    let (statements, more) = gatherer.finish();
    mistakes.extend(more);
    mistakes.sort_by_key(|mistake| mistake.span);
    // The end of the line that the first of two mistakes lies on; looked for once on each line.
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

/// Whether more lines must follow before the text can run: a block is still open at its end, or a head that takes rows
/// stands without arguments and no empty line has ended it.
#[must_use]
pub fn unfinished(text: &str, vocabulary: &dyn Vocabulary) -> bool {
    let vocabulary = &Own::of(text, vocabulary);
    let mut gatherer = Gatherer::new(text, vocabulary);
    for line in lines(0, text, vocabulary).0 {
        gatherer.line(line);
    }
    gatherer.is_open() || gatherer.waits_for_rows()
}

/// One line of a script.
pub(super) enum Line {
    /// `head argument*`.
    Statement(Statement),
    /// Starts with a number.
    Row(Vec<Argument>),
    /// Closes a block.
    Close(Span),
    /// Has no head; reported.
    Nothing,
}

fn lines(source: SourceId, text: &str, vocabulary: &dyn Vocabulary) -> (Vec<Line>, Vec<Mistake>) {
    let tokens = lex(source, text, vocabulary);
    let end = Span {
        source,
        start: text.len() as u32,
        end: text.len() as u32,
    };
    let (lines, mistakes) = script(text)
        .parse(tokens.split_token_span(end))
        .into_output_errors();
    (lines.unwrap_or_default(), mistakes)
}

fn script<'t, I>(text: &'t str) -> impl Parser<'t, I, Vec<Line>, extra::Err<Mistake>>
where
    I: ValueInput<'t, Token = Token, Span = Span> + SliceInput<'t, Slice = &'t [(Token, Span)]>,
{
    let arguments = custom(move |input| {
        let from = input.cursor();
        let mut reader = Reader::new(text, input.slice_from(&from..));
        let read = reader.arguments();
        for _ in 0..reader.count() {
            input.skip();
        }
        Ok((read, reader.mistakes))
    })
    .validate(
        |(read, mistakes): (Vec<Argument>, Vec<Mistake>), _, emitter| {
            for mistake in mistakes {
                emitter.emit(mistake);
            }
            read
        },
    );
    let command = select! { Token::Word = e => e.span() }
        .then(select! { Token::Glue => () }.or_not())
        .then(arguments)
        .validate(|((head, glue), arguments), _, emitter| {
            if glue.is_none() {
                return Line::Statement(statement(head, arguments));
            }
            let span = arguments.first().map_or(head, |first| head.to(first.span));
            let kind = Kind::ComputedHead;
            emitter.emit(Mistake { span, kind });
            Line::Nothing
        });
    let print = select! { Token::Message(start) = e => (e.span(), start) }.map(
        |(span, start): (Span, u32)| {
            let head = Span {
                end: span.start + 1,
                ..span
            };
            Line::Statement(statement(head, vec![message(start, span)]))
        },
    );
    let close = select! { Token::Dots | Token::End = e => e.span() }
        .then(arguments)
        .validate(|(close, arguments), _, emitter| {
            if let Some(first) = arguments.first()
                && !first.is_faulty()
            {
                emitter.emit(Mistake {
                    span: first.span,
                    kind: Kind::AfterClose(close),
                });
            }
            Line::Close(close)
        });
    let row = select! { Token::Number(_) | Token::Measure(_) => () }
        .rewind()
        .ignore_then(arguments)
        .map(Line::Row);
    // Its own report says enough; the rest of the line is still looked through.
    let headless = select! { Token::Bad(_) => () }
        .rewind()
        .ignore_then(arguments)
        .map(|_| Line::Nothing);

    // The line end is part of what recovers: otherwise junk behind a good command would end the parse.
    let stop = select! { Token::LineEnd => () }.or(end());
    let skip = select! { token if token != Token::LineEnd => () }
        .repeated()
        .at_least(1)
        .then(stop)
        .map(|_| Line::Nothing);
    let line = choice((command, print, close, row, headless))
        .then_ignore(stop)
        .recover_with(via_parser(skip));
    let gap = select! { Token::LineEnd => () }.repeated();
    gap.ignore_then(line.then_ignore(gap).repeated().collect())
}

fn statement(head: Span, arguments: Vec<Argument>) -> Statement {
    let span = arguments.last().map_or(head, |last| head.to(last.span));
    Statement {
        head,
        arguments,
        block: None,
        branches: vec![],
        span,
    }
}
