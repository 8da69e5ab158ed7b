//! Arguments and expressions by combinators, for comparison with the reader of the language: the same grammar without braces and
//! recovery, which would cost more.

use chumsky::input::{Input as _, MappedInput};
use chumsky::prelude::*;
use corpus::lang::lexer::{Symbol, Token, lex};
use corpus::lang::parser::Vocabulary;
use corpus::lang::syntax::{Argument, ArgumentKind, Expression, ExpressionKind, Named, Statement};
use corpus::lang::value::{Datum, Operator, Prefix};
use corpus::source::Span;
use std::sync::Arc;

type Tokens<'t> = MappedInput<'t, Token, Span, &'t [(Token, Span)]>;
type Extra = extra::Err<EmptyErr>;

/// The statements of a text that is right.
pub fn parse(text: &str, vocabulary: &dyn Vocabulary) -> Vec<Statement> {
    let tokens = lex(0, text, vocabulary);
    let end = Span {
        source: 0,
        start: text.len() as u32,
        end: text.len() as u32,
    };
    let read = script().parse(tokens.split_token_span(end));
    let statements = read.into_output().unwrap_or_default();
    assert!(!statements.is_empty());
    statements
}

fn script<'t>() -> impl Parser<'t, Tokens<'t>, Vec<Statement>, Extra> {
    let line_end = select! { Token::LineEnd => () };
    let head = select! { Token::Word = e => e.span() };
    let line = head.then(arguments()).then_ignore(line_end);
    let statement = |(head, arguments): (Span, Vec<Argument>)| Statement {
        span: arguments.last().map_or(head, |last| head.to(last.span)),
        head,
        arguments,
        block: None,
        branches: vec![],
    };
    line.map(statement).repeated().collect()
}

fn arguments<'t>() -> impl Parser<'t, Tokens<'t>, Vec<Argument>, Extra> {
    recursive(|arguments| {
        let piece = select! {
            Token::Word = e => argument(ArgumentKind::Word, e.span()),
            Token::End = e => argument(ArgumentKind::Word, e.span()),
            Token::Number(value) = e => argument(ArgumentKind::Number { value, unit: None }, e.span()),
            Token::Measure(measure) = e => {
                let span: Span = e.span();
                let start = span.start + measure.unit_at;
                let unit = Some(Span { start, ..span });
                argument(ArgumentKind::Number { value: measure.value, unit }, span)
            },
            Token::Relative(value) = e => argument(ArgumentKind::Relative { value }, e.span()),
            Token::Quoted = e => argument(ArgumentKind::Quoted, e.span()),
        };
        let sign = select! { Token::Sign => () };
        let word = piece.then_ignore(sign.or_not());
        let open = select! { Token::OpenList => () };
        let close = select! { Token::CloseList => () };
        let list = arguments
            .delimited_by(open, close)
            .map_with(|all: Vec<Argument>, e| argument(ArgumentKind::List(all.into()), e.span()));
        let bare = select! { Token::Open => () };
        let end = select! { Token::Close => () };
        let computed = expression()
            .delimited_by(bare, end)
            .map_with(|inner, e| argument(ArgumentKind::Computed(Arc::new(inner)), e.span()));
        let value = word.or(list).or(computed).boxed();
        let name = select! { Token::Named = e => e.span() };
        let named = name
            .then(value.clone())
            .map(|(name, value): (Span, Argument)| {
                let span = name.to(value.span);
                argument(ArgumentKind::Named(Arc::new(Named { name, value })), span)
            });
        choice((value, named)).repeated().collect()
    })
}

fn expression<'t>() -> impl Parser<'t, Tokens<'t>, Expression, Extra> {
    recursive(|expression| {
        let sign = |wanted: Symbol| select! { Token::Symbol(found) if found == wanted => () };
        let known = select! {
            Token::Number(value) = e => node(ExpressionKind::Known(Datum::plain(value)), e.span()),
            Token::Name = e => node(ExpressionKind::Name, e.span()),
        };
        let comma = sign(Symbol::Comma);
        let function = select! { Token::Name = e => e.span() };
        let given = expression.clone().separated_by(comma).collect::<Vec<_>>();
        let given = given.delimited_by(sign(Symbol::Call), sign(Symbol::Close));
        let call = function.then(given).map_with(|(function, arguments), e| {
            node(
                ExpressionKind::Call {
                    function,
                    arguments,
                },
                e.span(),
            )
        });
        let group = expression.delimited_by(sign(Symbol::Open), sign(Symbol::Close));
        let atom = choice((call, known, group));
        let minus = select! { Token::Symbol(Symbol::Minus) = e => e.span() };
        let not = select! { Token::Symbol(Symbol::Not) = e => e.span() };
        let power = atom
            .clone()
            .foldl(sign(Symbol::Power).ignore_then(atom).repeated(), |a, b| {
                both(Operator::Pow, a, b)
            });
        let signed = minus
            .repeated()
            .foldr(power, |at: Span, e| before(Prefix::Minus, at, e));
        let times = select! {
            Token::Symbol(Symbol::Times) => Operator::Mul,
            Token::Symbol(Symbol::Over) => Operator::Div,
        };
        let product = signed
            .clone()
            .foldl(times.then(signed).repeated(), |a, (o, b)| both(o, a, b));
        let plus = select! {
            Token::Symbol(Symbol::Plus) => Operator::Add,
            Token::Symbol(Symbol::Minus) => Operator::Sub,
        };
        let sum = product
            .clone()
            .foldl(plus.then(product).repeated(), |a, (o, b)| both(o, a, b));
        let compared = select! {
            Token::Symbol(Symbol::Less) => Operator::Lt,
            Token::Symbol(Symbol::Greater) => Operator::Gt,
            Token::Symbol(Symbol::Equal) => Operator::Eq,
        };
        let compare = sum
            .clone()
            .foldl(compared.then(sum).repeated(), |a, (o, b)| both(o, a, b));
        let not = not
            .repeated()
            .foldr(compare, |at: Span, e| before(Prefix::Not, at, e));
        let and = select! { Token::Symbol(Symbol::And) => Operator::And };
        let and = not
            .clone()
            .foldl(and.then(not).repeated(), |a, (o, b)| both(o, a, b));
        let or = select! { Token::Symbol(Symbol::Or) => Operator::Or };
        and.clone()
            .foldl(or.then(and).repeated(), |a, (o, b)| both(o, a, b))
    })
}

fn argument(kind: ArgumentKind, span: Span) -> Argument {
    Argument { kind, span }
}

fn node(kind: ExpressionKind, span: Span) -> Expression {
    Expression { kind, span }
}

fn both(operator: Operator, a: Expression, b: Expression) -> Expression {
    let span = a.span.to(b.span);
    node(ExpressionKind::Binary(operator, Box::new([a, b])), span)
}

fn before(prefix: Prefix, at: Span, operand: Expression) -> Expression {
    let span = at.to(operand.span);
    node(ExpressionKind::Prefix(prefix, Box::new(operand)), span)
}
