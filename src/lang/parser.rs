//! The parser: tokens to statements. It reads `head argument* end-of-line` and gathers blocks; it knows no command.
//! `grammar/corpus.ebnf` is this grammar in prose.

use super::expression::expression;
use super::gather::Gatherer;
use super::lexer::{Token, lex};
use super::mistake::{Kind, Mistake};
use super::syntax::{Argument, ArgumentKind, Named, Piece, Statement};
use crate::diagnostic::Diagnostic;
use crate::source::{SourceId, Span};
use chumsky::input::ValueInput;
use chumsky::prelude::*;
use std::sync::Arc;

/// A parser of one token. A table of one entry looks at the kind of a token only, where `just` compares the whole.
macro_rules! one {
    ($token:pat) => {
        select! { $token => () }
    };
}
pub(super) use one;

/// What the grammar must know of a head to see where its statement ends.
pub trait Vocabulary {
    /// How its line and what follows it are to be read.
    fn shape(&self, head: &str) -> Shape;
}

/// How the statement of a head is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Shape {
    /// The rest of its line.
    pub rest: Rest,
    /// The lines below.
    pub follows: Follows,
}

/// What stands behind a head on its line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Rest {
    /// Arguments.
    #[default]
    Arguments,
    /// One bare expression.
    Expression,
    /// A bare expression and maybe a text in quotes.
    Claim,
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

/// What a text says, as far as it could be understood, and every mistake met on the way.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Parsed {
    /// In source order. A statement with a refused argument is kept, with an [`ArgumentKind::Bad`] in that place.
    pub statements: Vec<Statement>,
    /// In source order.
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads a whole text.
#[must_use]
pub fn parse(source: SourceId, text: &str, vocabulary: &dyn Vocabulary) -> Parsed {
    let (lines, mut mistakes) = lines(source, text, vocabulary);
    let mut gatherer = Gatherer::new(text, vocabulary);
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
    Parsed {
        statements,
        diagnostics: mistakes
            .iter()
            .map(|mistake| mistake.report(text))
            .collect(),
    }
}

/// Whether more lines must follow before the text can run: a block is still open at its end, or a head that takes rows
/// stands without arguments and no empty line has ended it.
#[must_use]
pub fn unfinished(text: &str, vocabulary: &dyn Vocabulary) -> bool {
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
    I: ValueInput<'t, Token = Token, Span = Span>,
{
    let (arguments, number) = arguments(text);
    let command = select! { Token::Word = e => e.span() }
        .then(arguments.clone())
        .map(|(head, arguments)| Line::Statement(statement(head, arguments)));
    let print = select! { Token::Message(start) = e => (e.span(), start) }.map(
        |(span, start): (Span, u32)| {
            let head = Span {
                end: span.start + 1,
                ..span
            };
            let message = Argument {
                kind: ArgumentKind::Message,
                span: Span { start, ..span },
            };
            Line::Statement(statement(head, vec![message]))
        },
    );
    let close = select! { Token::Dots | Token::End = e => e.span() }
        .then(arguments.clone())
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
    let row = number
        .then(arguments.clone())
        .map(|(first, mut arguments)| {
            arguments.insert(0, first);
            Line::Row(arguments)
        });
    // Its own report says enough; the rest of the line is still looked through.
    let headless =
        select! { Token::Bad(fault) = e => Mistake { span: e.span(), kind: Kind::Refused(fault) } }
            .validate(|mistake, _, emitter| emitter.emit(mistake))
            .then(arguments)
            .map(|_| Line::Nothing);

    // The line end is part of what recovers: otherwise junk behind a good command would end the parse.
    let stop = one!(Token::LineEnd).or(end());
    let skip = select! { token if token != Token::LineEnd => () }
        .repeated()
        .at_least(1)
        .then(stop)
        .map(|_| Line::Nothing);
    let line = choice((command, print, close, row, headless))
        .then_ignore(stop)
        .recover_with(via_parser(skip));
    let gap = one!(Token::LineEnd).repeated();
    gap.ignore_then(line.then_ignore(gap).repeated().collect())
}

/// The arguments of a line, and a single number.
#[allow(clippy::type_complexity)]
fn arguments<'t, I>(
    text: &'t str,
) -> (
    impl Parser<'t, I, Vec<Argument>, extra::Err<Mistake>> + Clone,
    impl Parser<'t, I, Argument, extra::Err<Mistake>> + Clone,
)
where
    I: ValueInput<'t, Token = Token, Span = Span>,
{
    let number = select! {
        Token::Number(value) = e => number(value, None, e.span()),
        Token::Measure(measure) = e => number(measure.value, Some(measure.unit_at), e.span()),
    };
    // One table for all that is a single token: a parser for each would be tried and fail.
    let plain = select! {
        Token::Word | Token::End = e => Argument { kind: ArgumentKind::Word, span: e.span() },
        Token::Number(value) = e => self::number(value, None, e.span()),
        Token::Measure(measure) = e => self::number(measure.value, Some(measure.unit_at), e.span()),
        Token::Relative(value) = e => Argument { kind: ArgumentKind::Relative { value }, span: e.span() },
        Token::Quoted = e => Argument { kind: ArgumentKind::Quoted, span: e.span() },
        Token::Message(start) = e => {
            let span: Span = e.span();
            Argument { kind: ArgumentKind::Message, span: Span { start, ..span } }
        },
        Token::Text = e => {
            let pieces = [Piece::Plain(e.span())];
            Argument { kind: ArgumentKind::Text(pieces.into()), span: e.span() }
        },
    };
    let refused = select! {
        Token::Bad(fault) => Kind::Refused(fault),
        Token::Dots => Kind::DotsInLine,
    }
    .validate(|kind, e, emitter| {
        let span = e.span();
        emitter.emit(Mistake { span, kind });
        bad(span)
    });
    let piece = choice((plain, computed(text), refused)).boxed();
    let glued = one!(Token::Glue)
        .ignore_then(piece.clone())
        .repeated()
        .collect::<Vec<Argument>>();
    let spelled = piece.then(glued).map(|(first, others)| {
        if others.is_empty() {
            first
        } else {
            spell(first, others)
        }
    });

    let spelled = spelled.then_ignore(one!(Token::Sign).or_not());

    let argument = recursive(|argument| {
        let value = spelled.or(list(argument.clone()));
        let named = select! { Token::Named = e => e.span() }
            .then(value.clone().or_not())
            .validate(|(name, value): (Span, Option<Argument>), _, emitter| {
                let value = value.filter(|value| value.span.start == name.end);
                let Some(value) = value else {
                    let kind = Kind::Refused(super::lexer::Fault::NoValue);
                    emitter.emit(Mistake { span: name, kind });
                    return bad(name);
                };
                let span = name.to(value.span);
                let name = Span {
                    end: name.end - 1,
                    ..name
                };
                let kind = ArgumentKind::Named(Arc::new(Named { name, value }));
                Argument { kind, span }
            });
        value.or(named)
    });
    (argument.repeated().collect::<Vec<Argument>>(), number)
}

fn number(value: f64, unit_at: Option<u32>, span: Span) -> Argument {
    let unit = unit_at.map(|at| Span {
        start: span.start + at,
        ..span
    });
    Argument {
        kind: ArgumentKind::Number { value, unit },
        span,
    }
}

fn bad(span: Span) -> Argument {
    Argument {
        kind: ArgumentKind::Bad,
        span,
    }
}

/// `{expression}`.
fn computed<'t, I>(text: &'t str) -> impl Parser<'t, I, Argument, extra::Err<Mistake>> + Clone
where
    I: ValueInput<'t, Token = Token, Span = Span>,
{
    // Braces in braces: the lexer gives each its end, so that what follows is read as it should be.
    let skip = recursive(|braces| {
        let token = select! { token if !matches!(token, Token::Open | Token::Close | Token::LineEnd) => () };
        let inside = token.or(braces).repeated();
        inside.delimited_by(one!(Token::Open), one!(Token::Close).or_not())
    });
    expression(text)
        .map(|expression| ArgumentKind::Computed(Arc::new(expression)))
        .delimited_by(one!(Token::Open), one!(Token::Close))
        .recover_with(via_parser(skip.to(ArgumentKind::Bad)))
        .map_with(|kind, e| Argument {
            kind,
            span: e.span(),
        })
}

/// Puts the pieces of a word or text together.
fn spell(first: Argument, others: Vec<Argument>) -> Argument {
    let last = others.last().map_or(first.span, |last| last.span);
    let span = first.span.to(last);
    let mut is_text = false;
    let mut pieces = Vec::with_capacity(1 + others.len());
    for piece in std::iter::once(first).chain(others) {
        pieces.push(match piece.kind {
            ArgumentKind::Bad => return bad(span),
            ArgumentKind::Computed(computed) => Piece::Computed(computed),
            ArgumentKind::Text(_) => {
                is_text = true;
                Piece::Plain(piece.span)
            }
            _ => Piece::Plain(piece.span),
        });
    }
    let kind = if is_text {
        ArgumentKind::Text(pieces.into())
    } else {
        ArgumentKind::Spelled(pieces.into())
    };
    Argument { kind, span }
}

/// `[a b c]`.
fn list<'t, I>(
    argument: impl Parser<'t, I, Argument, extra::Err<Mistake>> + Clone,
) -> impl Parser<'t, I, Argument, extra::Err<Mistake>> + Clone
where
    I: ValueInput<'t, Token = Token, Span = Span>,
{
    select! { Token::OpenList = e => e.span() }
        .then(argument.repeated().collect::<Vec<Argument>>())
        .then(select! { Token::CloseList = e => e.span() }.or_not())
        .validate(
            |((open, elements), close): ((Span, Vec<Argument>), Option<Span>), _, emitter| {
                let Some(close) = close else {
                    let kind = Kind::Refused(super::lexer::Fault::Open);
                    emitter.emit(Mistake { span: open, kind });
                    return bad(open);
                };
                Argument {
                    kind: ArgumentKind::List(elements.into()),
                    span: open.to(close),
                }
            },
        )
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
