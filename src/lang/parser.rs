//! The parser: tokens to statements. It reads `head argument* end-of-line` and gathers lists; it knows no command.
//! `grammar/corpus.ebnf` is this grammar in prose.

use super::gather::Gatherer;
use super::mistake::{Kind, Mistake};
use super::syntax::{Argument, ArgumentKind, Statement};
use super::token::{Token, lex};
use crate::diagnostic::Diagnostic;
use crate::source::{SourceId, Span};
use chumsky::input::ValueInput;
use chumsky::prelude::*;

/// What the grammar must know of a head to see where its statement ends.
pub trait Vocabulary {
    /// Whether the lines after the head, up to `.`, `..` or `end`, are its list.
    fn opens_block(&self, head: &str) -> bool;
    /// Whether directly following lines that start with a number continue its arguments.
    fn takes_rows(&self, head: &str) -> bool;
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
    let (lines, mut mistakes) = lines(source, text);
    let mut gatherer = Gatherer::new(text, vocabulary);
    for line in lines {
        gatherer.line(line);
    }
    let (statements, more) = gatherer.finish();
    mistakes.extend(more);
    mistakes.sort_by_key(|mistake| mistake.span);
    Parsed {
        statements,
        diagnostics: mistakes
            .iter()
            .map(|mistake| mistake.report(text))
            .collect(),
    }
}

/// Whether more lines must follow before the text can run: a list is still open at its end, or a head that takes rows
/// stands without arguments and no empty line has ended it.
#[must_use]
pub fn unfinished(text: &str, vocabulary: &dyn Vocabulary) -> bool {
    let mut gatherer = Gatherer::new(text, vocabulary);
    for line in lines(0, text).0 {
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
    /// Closes a list.
    Close(Span),
    /// Has no head; reported.
    Nothing,
}

fn lines(source: SourceId, text: &str) -> (Vec<Line>, Vec<Mistake>) {
    let tokens = lex(source, text);
    let end = Span {
        source,
        start: text.len() as u32,
        end: text.len() as u32,
    };
    let (lines, mistakes) = script()
        .parse(tokens.split_token_span(end))
        .into_output_errors();
    (lines.unwrap_or_default(), mistakes)
}

fn script<'t, I>() -> impl Parser<'t, I, Vec<Line>, extra::Err<Mistake>>
where
    I: ValueInput<'t, Token = Token, Span = Span>,
{
    let word = select! { Token::Word | Token::End = e => Argument { kind: ArgumentKind::Word, span: e.span() } };
    let number = select! {
        Token::Number(value) = e => Argument { kind: ArgumentKind::Number { value, unit: None }, span: e.span() },
        Token::Measure(measure) = e => {
            let span: Span = e.span();
            let unit = Span { start: span.start + measure.unit_at, ..span };
            Argument { kind: ArgumentKind::Number { value: measure.value, unit: Some(unit) }, span }
        },
    };
    let message = select! {
        Token::Message(start) = e => {
            let span: Span = e.span();
            Argument { kind: ArgumentKind::Message, span: Span { start, ..span } }
        },
    };
    let other = select! {
        Token::Relative(value) = e => Argument { kind: ArgumentKind::Relative { value }, span: e.span() },
        Token::Quoted = e => Argument { kind: ArgumentKind::Quoted, span: e.span() },
    };
    let refused = select! {
        Token::Bad(fault) => Kind::Refused(fault),
        Token::Dots => Kind::DotsInLine,
    }
    .validate(|kind, e, emitter| {
        let span = e.span();
        emitter.emit(Mistake { span, kind });
        Argument {
            kind: ArgumentKind::Bad,
            span,
        }
    });
    let arguments = choice((word, number, other, message, refused))
        .repeated()
        .collect::<Vec<Argument>>();

    let command = select! { Token::Word = e => e.span() }
        .then(arguments)
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
        .then(arguments)
        .validate(|(close, arguments), _, emitter| {
            if let Some(first) = arguments.first()
                && first.kind != ArgumentKind::Bad
            {
                emitter.emit(Mistake {
                    span: first.span,
                    kind: Kind::AfterClose(close),
                });
            }
            Line::Close(close)
        });
    let row = number.then(arguments).map(|(first, mut arguments)| {
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
    let stop = just(Token::LineEnd).ignored().or(end());
    let skip = select! { token if token != Token::LineEnd => () }
        .repeated()
        .at_least(1)
        .then(stop)
        .map(|_| Line::Nothing);
    let line = choice((command, print, close, row, headless))
        .then_ignore(stop)
        .recover_with(via_parser(skip));
    let gap = just(Token::LineEnd).repeated();
    gap.ignore_then(line.then_ignore(gap).repeated().collect())
}

fn statement(head: Span, arguments: Vec<Argument>) -> Statement {
    let span = arguments.last().map_or(head, |last| head.to(last.span));
    Statement {
        head,
        arguments,
        block: None,
        span,
    }
}
