//! The grammar of expressions.

use super::lexer::{Fault, Symbol, Token};
use super::mistake::{Kind, Mistake};
use super::syntax::{Expression, ExpressionKind, Piece};
use super::units::parse_unit;
use super::value::{Datum, Operator, Prefix, Quantity};
use crate::source::Span;
use chumsky::input::{MapExtra, ValueInput};
use chumsky::pratt::{infix, left, postfix, prefix, right};
use chumsky::prelude::*;
use std::sync::Arc;

// How tightly operators bind, the loosest first.
const TO: u16 = 1;
const OR: u16 = 2;
const AND: u16 = 3;
const NOT: u16 = 4;
const COMPARE: u16 = 5;
const SUM: u16 = 6;
const PRODUCT: u16 = 7;
const SIGN: u16 = 8;
const POWER: u16 = 9;
const PART: u16 = 10;

/// What stands behind a value and takes a part of it.
#[derive(Clone)]
enum Part {
    Index(Expression, Span),
    Member(Span),
}

/// An expression or a range; `text` is the source.
pub(super) fn expression<'t, I>(
    text: &'t str,
) -> impl Parser<'t, I, Expression, extra::Err<Mistake>> + Clone
where
    I: ValueInput<'t, Token = Token, Span = Span>,
{
    ranged(value(text))
}

/// What a parser reads, or a range of two such, perhaps with a step.
fn ranged<'t, I>(
    one: impl Parser<'t, I, Expression, extra::Err<Mistake>> + Clone,
) -> impl Parser<'t, I, Expression, extra::Err<Mistake>> + Clone
where
    I: ValueInput<'t, Token = Token, Span = Span>,
{
    let symbol = |wanted: Symbol| just(Token::Symbol(wanted)).ignored();
    let step = symbol(Symbol::By).ignore_then(one.clone()).or_not();
    let range = symbol(Symbol::Range)
        .ignore_then(one.clone())
        .then(step)
        .or_not();
    one.then(range).map_with(|(first, range), e| {
        let Some((last, step)) = range else {
            return first;
        };
        Expression {
            kind: ExpressionKind::Range(Box::new([first, last]), step.map(Box::new)),
            span: e.span(),
        }
    })
}

/// An expression that is no range.
fn value<'t, I>(text: &'t str) -> impl Parser<'t, I, Expression, extra::Err<Mistake>> + Clone
where
    I: ValueInput<'t, Token = Token, Span = Span>,
{
    let symbol = |wanted: Symbol| just(Token::Symbol(wanted)).ignored();
    let operator = |wanted: Symbol, operator: Operator| symbol(wanted).to(operator);
    recursive(move |value| {
        let constant = select! {
            Token::Number(value) => Ok(Datum::plain(value)),
            Token::Symbol(Symbol::True) => Ok(Datum::Flag(true)),
            Token::Symbol(Symbol::False) => Ok(Datum::Flag(false)),
            Token::Quoted = e => Ok(Datum::Text(quoted(text, e.span()))),
            Token::Measure(measure) = e => quantity(text, measure.value, measure.unit_at, e.span()),
        }
        .try_map(|constant: Result<Datum, Kind>, span| match constant {
            Ok(datum) => Ok(node(ExpressionKind::Known(datum), span)),
            Err(kind) => Err(Mistake { span, kind }),
        });
        let inner = value
            .clone()
            .delimited_by(just(Token::Open), just(Token::Close));
        let piece = choice((
            select! { Token::Name = e => Piece::Plain(e.span()) },
            inner.map(|inner| Piece::Computed(Arc::new(inner))),
        ));
        let more = just(Token::Glue).ignore_then(piece.clone()).repeated();
        let arguments = ranged(value.clone())
            .separated_by(symbol(Symbol::Comma))
            .collect::<Vec<Expression>>()
            .delimited_by(symbol(Symbol::Call), symbol(Symbol::Close));
        let name = piece
            .then(more.collect::<Vec<Piece>>())
            .then(arguments.or_not())
            .map_with(|((first, more), arguments), e| named(first, more, arguments, e.span()));
        let group = value
            .clone()
            .delimited_by(symbol(Symbol::Open), symbol(Symbol::Close));
        let part = choice((
            symbol(Symbol::Index)
                .ignore_then(value.clone())
                .then(select! { Token::CloseList = e => e.span() })
                .map(|(index, close): (Expression, Span)| Part::Index(index, close)),
            symbol(Symbol::Member)
                .ignore_then(select! { Token::Name = e => e.span() })
                .map(Part::Member),
        ))
        .boxed();
        let simple = choice((constant, name, group)).boxed();
        let list = recursive(|list| {
            let own = simple.clone().or(list);
            let element = symbol(Symbol::Negative)
                .map_with(|(), e| e.span())
                .or_not()
                .then(own.foldl(part.clone().repeated(), take_part))
                .map(|(minus, element): (Option<Span>, Expression)| match minus {
                    Some(minus) => {
                        let span = minus.to(element.span);
                        node(
                            ExpressionKind::Prefix(Prefix::Minus, Box::new(element)),
                            span,
                        )
                    }
                    None => element,
                });
            element
                .repeated()
                .collect::<Vec<Expression>>()
                .delimited_by(just(Token::OpenList), just(Token::CloseList))
                .map_with(|elements, e| node(ExpressionKind::List(elements), e.span()))
        });
        let atom = simple.or(list).boxed();
        let compare = choice((
            operator(Symbol::Equal, Operator::Eq),
            operator(Symbol::NotEqual, Operator::Ne),
            operator(Symbol::Less, Operator::Lt),
            operator(Symbol::LessEqual, Operator::Le),
            operator(Symbol::Greater, Operator::Gt),
            operator(Symbol::GreaterEqual, Operator::Ge),
        ));
        let sum = operator(Symbol::Plus, Operator::Add).or(operator(Symbol::Minus, Operator::Sub));
        let product =
            operator(Symbol::Times, Operator::Mul).or(operator(Symbol::Over, Operator::Div));
        let unit = symbol(Symbol::To).ignore_then(select! { Token::Unit = e => e.span() });
        let before = |a: (), b: Expression, e: &mut MapExtra<'t, '_, I, extra::Err<Mistake>>| {
            let () = a;
            node(ExpressionKind::Prefix(Prefix::Minus, Box::new(b)), e.span())
        };
        atom.pratt((
            postfix(PART, part, |a, part, _: &mut MapExtra<_, _>| {
                take_part(a, part)
            }),
            infix(right(POWER), operator(Symbol::Power, Operator::Pow), both),
            prefix(
                SIGN,
                symbol(Symbol::Minus).or(symbol(Symbol::Negative)),
                before,
            ),
            infix(left(PRODUCT), product, both),
            infix(left(SUM), sum, both),
            infix(left(COMPARE), compare, both),
            prefix(NOT, symbol(Symbol::Not), |(), b, e: &mut MapExtra<_, _>| {
                node(ExpressionKind::Prefix(Prefix::Not, Box::new(b)), e.span())
            }),
            infix(left(AND), operator(Symbol::And, Operator::And), both),
            infix(left(OR), operator(Symbol::Or, Operator::Or), both),
            postfix(
                TO,
                unit,
                |a: Expression, unit: Span, _: &mut MapExtra<_, _>| {
                    let span = a.span.to(unit);
                    node(ExpressionKind::Convert(Box::new(a), unit), span)
                },
            ),
        ))
        .boxed()
    })
}

fn node(kind: ExpressionKind, span: Span) -> Expression {
    Expression { kind, span }
}

fn both<'t, I>(
    a: Expression,
    operator: Operator,
    b: Expression,
    _: &mut MapExtra<'t, '_, I, extra::Err<Mistake>>,
) -> Expression
where
    I: ValueInput<'t, Token = Token, Span = Span>,
{
    let span = a.span.to(b.span);
    node(ExpressionKind::Binary(operator, Box::new([a, b])), span)
}

fn take_part(whole: Expression, part: Part) -> Expression {
    match part {
        Part::Index(index, close) => {
            let span = whole.span.to(close);
            node(ExpressionKind::Index(Box::new([whole, index])), span)
        }
        Part::Member(field) => {
            let span = whole.span.to(field);
            node(ExpressionKind::Member(Box::new(whole), field), span)
        }
    }
}

/// A name of pieces, or a call where arguments stand behind it.
fn named(
    first: Piece,
    mut more: Vec<Piece>,
    arguments: Option<Vec<Expression>>,
    span: Span,
) -> Expression {
    match (first, arguments) {
        (Piece::Plain(function), Some(arguments)) if more.is_empty() => {
            let call = ExpressionKind::Call {
                function,
                arguments,
            };
            node(call, span)
        }
        (Piece::Plain(_), None) if more.is_empty() => node(ExpressionKind::Name, span),
        // Braces around a value as one might write them by habit.
        (Piece::Computed(only), None) if more.is_empty() => Arc::unwrap_or_clone(only),
        (first, _) => {
            more.insert(0, first);
            node(ExpressionKind::Spelled(more.into()), span)
        }
    }
}

fn quoted(text: &str, span: Span) -> Arc<str> {
    let with_quotes = text.get(span.range()).unwrap_or_default();
    with_quotes.trim_matches('"').into()
}

/// A number with its unit, in SI.
fn quantity(text: &str, value: f64, unit_at: u32, span: Span) -> Result<Datum, Kind> {
    let start = span.start + unit_at;
    let unit = text.get(start as usize..span.end as usize);
    let unit = parse_unit(unit.unwrap_or_default()).map_err(|_| Kind::Unit(unit_at))?;
    let value = unit.to_si(value);
    if value.is_finite() {
        let dimension = unit.dimension;
        Ok(Datum::Number(Quantity::new(value, dimension)))
    } else {
        Err(Kind::Refused(Fault::Overflow))
    }
}
