//! Expressions read by combinators of chumsky, to compare with the hand-written reader of the language.
//!
//! The rules are those of `grammar/corpus.ebnf` except ranges, tolerances, units and computed names. They have no messages and no recovery,
//! which would cost more.

use chumsky::input::{Input as _, MapExtra, MappedInput};
use chumsky::prelude::*;
use chumsky::primitive::select;
use corpus::lang::lexer::{Symbol, Token, lex};
use corpus::lang::syntax::{Expression, ExpressionKind};
use corpus::lang::value::{Datum, Operator, Prefix};
use corpus::lang::vocabulary::Vocabulary;
use corpus::source::Span;

type Tokens<'t> = MappedInput<'t, Token, Span, &'t [(Token, Span)]>;
type Extra = extra::Default;

/// A rule of the grammar.
trait Rule<'t, T>: Parser<'t, Tokens<'t>, T, Extra> + Clone {}
impl<'t, T, P: Parser<'t, Tokens<'t>, T, Extra> + Clone> Rule<'t, T> for P {}

/// Reads the expressions of lines `let name = expression`. None if a line is something else.
pub fn expressions(text: &str, words: &dyn Vocabulary) -> Option<Vec<Expression>> {
    let tokens = lex(0, text, words);
    let end = text.len() as u32;
    let end = Span {
        source: 0,
        start: end,
        end,
    };
    lines().parse(tokens.split_token_span(end)).into_output()
}

fn lines<'t>() -> impl Rule<'t, Vec<Expression>> {
    let word = || just_one(Token::Word);
    let head = word().then(word()).then(just_one(Token::Sign));
    let line = head
        .ignore_then(just_one(Token::Open))
        .ignore_then(expression())
        .then_ignore(just_one(Token::Close))
        .then_ignore(just_one(Token::LineEnd));
    line.repeated().collect()
}

/// A token that carries nothing.
fn just_one<'t>(token: Token) -> impl Rule<'t, Span> {
    any()
        .filter(move |found| *found == token)
        .map_with(|_, extra: &mut MapExtra<Tokens<'t>, Extra>| extra.span())
}

fn sign<'t>(sign: Symbol) -> impl Rule<'t, Span> {
    just_one(Token::Symbol(sign))
}

/// One of these operators.
fn operator<'t>(operators: &'static [(Symbol, Operator)]) -> impl Rule<'t, Operator> {
    select(move |token, _| {
        let found = operators
            .iter()
            .find(|(sign, _)| token == Token::Symbol(*sign));
        found.map(|(_, operator)| *operator)
    })
}

fn node(kind: ExpressionKind, span: Span) -> Expression {
    Expression { kind, span }
}

fn binary(left: Expression, operator: Operator, right: Expression) -> Expression {
    let span = left.span.to(right.span);
    node(
        ExpressionKind::Binary(operator, Box::new([left, right])),
        span,
    )
}

fn prefixed(prefix: Prefix, sign: Span, operand: Expression) -> Expression {
    let span = sign.to(operand.span);
    node(ExpressionKind::Prefix(prefix, Box::new(operand)), span)
}

/// Operators of one level that bind to the left.
fn level<'t>(
    operand: impl Rule<'t, Expression>,
    operators: &'static [(Symbol, Operator)],
) -> impl Rule<'t, Expression> {
    let more = operator(operators).then(operand.clone());
    operand.foldl(more.repeated(), |left, (operator, right)| {
        binary(left, operator, right)
    })
}

fn expression<'t>() -> impl Rule<'t, Expression> {
    recursive(|expression| {
        let known = select! {
            Token::Number(value) => Datum::plain(value),
            Token::Symbol(Symbol::True) => Datum::Flag(true),
            Token::Symbol(Symbol::False) => Datum::Flag(false),
        };
        let known = known.map_with(|datum, extra: &mut MapExtra<Tokens<'t>, Extra>| {
            node(ExpressionKind::Known(datum), extra.span())
        });
        let arguments = expression.clone().separated_by(sign(Symbol::Comma));
        let arguments = arguments
            .collect::<Vec<_>>()
            .then(sign(Symbol::Close))
            .or_not();
        let called = sign(Symbol::Call).ignore_then(arguments).or_not();
        let name = just_one(Token::Name)
            .then(called)
            .map(|(name, called)| match called {
                Some(Some((arguments, close))) => node(
                    ExpressionKind::Call {
                        function: name,
                        arguments,
                        named: vec![],
                    },
                    name.to(close),
                ),
                _ => node(ExpressionKind::Name, name),
            });
        let group = sign(Symbol::Open)
            .then(expression.clone())
            .then(sign(Symbol::Close))
            .map(|((open, inner), close)| node(inner.kind, open.to(close)));
        let atom = choice((known, name, group));
        let index = sign(Symbol::Index)
            .ignore_then(expression)
            .then(just_one(Token::CloseList));
        let part = atom.foldl(index.repeated(), |whole, (index, close)| {
            let span = whole.span.to(close);
            node(ExpressionKind::Index(Box::new([whole, index])), span)
        });
        let power = recursive(|power| {
            let exponent = sign(Symbol::Power).ignore_then(power).or_not();
            part.then(exponent).map(|(base, exponent)| match exponent {
                Some(exponent) => binary(base, Operator::Pow, exponent),
                None => base,
            })
        });
        let signed = sign(Symbol::Minus)
            .repeated()
            .foldr(power, |sign, operand| {
                prefixed(Prefix::Minus, sign, operand)
            });
        let product = level(
            signed,
            &[
                (Symbol::Times, Operator::Mul),
                (Symbol::Over, Operator::Div),
            ],
        );
        let sum = level(
            product,
            &[
                (Symbol::Plus, Operator::Add),
                (Symbol::Minus, Operator::Sub),
            ],
        );
        let comparison = level(
            sum,
            &[
                (Symbol::Equal, Operator::Eq),
                (Symbol::NotEqual, Operator::Ne),
                (Symbol::Less, Operator::Lt),
                (Symbol::LessEqual, Operator::Le),
                (Symbol::Greater, Operator::Gt),
                (Symbol::GreaterEqual, Operator::Ge),
            ],
        );
        let not = sign(Symbol::Not)
            .repeated()
            .foldr(comparison, |sign, operand| {
                prefixed(Prefix::Not, sign, operand)
            });
        let and = level(not, &[(Symbol::And, Operator::And)]);
        level(and, &[(Symbol::Or, Operator::Or)]).boxed()
    })
}
