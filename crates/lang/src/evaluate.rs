//! Evaluates expressions. The caller supplies the values of names.

mod calls;
mod composed;
mod comprehension;
mod names;
mod numbers;
mod reads;
mod surroundings;
mod texts;

pub use composed::composed_once;
pub use reads::reads_world;
pub use surroundings::{Allowance, Answer, Mistake, Names, at};
pub use texts::{show, spell};

use super::function;
use super::syntax::{Clause, Comprehension, Expression, ExpressionKind, Piece};
use super::value::functions::{Each, Function};
use super::value::unknown as value;
use super::value::{
    Callee, Datum, LONGEST_TEXT, Operator, Record, Unknown, ValueError, functions, show as shown,
};
use crate::diagnostic::quote;
use crate::source::Span;
use calls::{call, call_known};
use comprehension::comprehend;
use names::{members, name};
use numbers::{TURN, bare_number, doubt_angles, point_before_unit};
use std::sync::Arc;
use texts::join;

/// Evaluates an expression.
///
/// # Errors
/// E014 if values do not fit, E015 if a name is unknown.
pub fn evaluate(expression: &Expression, names: &dyn Names) -> Result<Datum, Mistake> {
    // Each form that needs more of the stack has a function of its own: expressions are deep.
    match &expression.kind {
        ExpressionKind::Known(datum) => Ok(datum.clone()),
        ExpressionKind::Slot(number) => match names.frame().and_then(|frame| frame.slot(*number)) {
            Some(Datum::Text(text)) => {
                names.went_through(text.len());
                Ok(Datum::Text(text))
            }
            Some(found) => Ok(found),
            // Without a value so far, it may be a variable of the script.
            None => named(expression.span, names),
        },
        ExpressionKind::Name => named(expression.span, names),
        ExpressionKind::Composed(composed) => name(composed, expression.span, names),
        ExpressionKind::Binary(Operator::Within | Operator::WithinPart, _) => {
            composed(expression, names)
        }
        ExpressionKind::Binary(operator, both) => {
            operation(*operator, both, expression.span, names)
        }
        ExpressionKind::Builtin(function, arguments) => {
            let values = arguments.iter().map(|argument| evaluate(argument, names));
            let values = values.collect::<Result<Vec<_>, _>>()?;
            call_known(function, arguments, &values, expression.span, names)
        }
        ExpressionKind::Call {
            function,
            arguments,
            named,
        } => {
            let called = names.text(*function);
            call((called, expression.span), arguments, named, names)
        }
        ExpressionKind::Text(_)
        | ExpressionKind::Formatted(..)
        | ExpressionKind::Spelled(_)
        | ExpressionKind::SpelledCall(_) => written(expression, names),
        _ => composed(expression, names),
    }
}

/// Evaluates a name.
fn named(span: Span, names: &dyn Names) -> Result<Datum, Mistake> {
    let found = name(names.text(span), span, names)?;
    if let Datum::Text(text) = &found {
        names.went_through(text.len());
    }
    Ok(found)
}

/// Evaluates an operation on two values.
fn operation(
    operator: Operator,
    [left, right]: &[Expression; 2],
    span: Span,
    names: &dyn Names,
) -> Result<Datum, Mistake> {
    let first = evaluate(left, names)?;
    // The right operand is not evaluated if the left one decides.
    match (operator, &first) {
        (Operator::And, Datum::Flag(false)) | (Operator::Or, Datum::Flag(true)) => {
            return Ok(first);
        }
        _ => {}
    }
    let second = evaluate(right, names)?;
    if operator.compares() || matches!(operator, Operator::Add | Operator::Sub) {
        doubt_angles([(left, &second), (right, &first)], names);
    }
    // Most operands are two numbers, which are known and have no elements.
    let done = match (&first, &second) {
        (Datum::Number(_), Datum::Number(_)) => super::value::binary(operator, &first, &second),
        _ => {
            names.went_through(first.size() + second.size());
            value::binary(operator, &first, &second)
        }
    };
    done.map_err(|why| at(why, span))
}

/// Evaluates a text with expressions, a value with a format, or a name with pieces in braces and its call.
#[inline(never)]
fn written(expression: &Expression, names: &dyn Names) -> Result<Datum, Mistake> {
    let of = |e: &Expression| evaluate(e, names);
    let here = |why: ValueError| at(why, expression.span);
    match &expression.kind {
        ExpressionKind::Spelled(pieces) => match spell(pieces, names)? {
            Some(spelled) => name(&spelled, expression.span, names),
            None => Ok(Datum::Unknown(Unknown::Any)),
        },
        ExpressionKind::SpelledCall(of) => match spell(&of.function, names)? {
            Some(called) => call((&called, expression.span), &of.arguments, &of.named, names),
            None => Ok(Datum::Unknown(Unknown::Any)),
        },
        ExpressionKind::Text(pieces) => {
            match join(pieces, names, |datum| match datum.is_unknown() {
                true => Ok(None),
                false => Ok(Some(shown(datum))),
            })? {
                Some(text) => {
                    names.went_through(text.len());
                    Datum::text(&text).map_err(here)
                }
                None => Ok(Datum::Unknown(Unknown::Text)),
            }
        }
        ExpressionKind::Formatted(inner, format) => {
            let datum = of(inner)?;
            let format = names.text(*format).trim_start_matches(':');
            if datum.is_unknown() {
                return Ok(Datum::Unknown(Unknown::Text));
            }
            let text = super::value::format(&datum, format).map_err(|why| at(why, inner.span))?;
            Datum::text(&text).map_err(here)
        }
        _ => evaluate(expression, names),
    }
}

/// Evaluates the other forms, which are made of several values or change one.
#[inline(never)]
fn composed(expression: &Expression, names: &dyn Names) -> Result<Datum, Mistake> {
    let of = |e: &Expression| evaluate(e, names);
    let here = |why: ValueError| at(why, expression.span);
    match &expression.kind {
        ExpressionKind::Factor(unit) => {
            let word = names.text(expression.span);
            let is_constant = functions::CONSTANTS.iter().any(|c| c.name == word);
            match names.variable(word) {
                None if !is_constant => Ok(unit.clone()),
                _ => name(word, expression.span, names),
            }
        }
        ExpressionKind::List(elements) => {
            let elements = elements.iter().map(of).collect::<Result<Vec<_>, _>>()?;
            Datum::list(elements).map_err(here)
        }
        ExpressionKind::Prefix(operator, operand) => {
            let operand = of(operand)?;
            names.went_through(operand.size());
            value::prefix(*operator, &operand).map_err(here)
        }
        ExpressionKind::Binary(operator @ (Operator::Within | Operator::WithinPart), both) => {
            let [compared, tolerance] = &**both;
            let ExpressionKind::Binary(_, sides) = &compared.kind else {
                return Err(here(ValueError::new("a tolerance without a `~` before it")));
            };
            let [left, right] = &**sides;
            let (left, right, allowed) = (of(left)?, of(right)?, of(tolerance)?);
            names.went_through(left.size() + right.size());
            value::near(*operator, &left, &right, &allowed).map_err(here)
        }
        ExpressionKind::Record(fields) => {
            let mut values: Vec<(Arc<str>, Datum)> = Vec::with_capacity(fields.len());
            for (name, value) in fields {
                let text = names.text(*name);
                if values.iter().any(|(known, _)| **known == *text) {
                    let why = format!("the record has two fields {}", quote(text));
                    return Err(at(ValueError::new(why).help("remove one of them"), *name));
                }
                values.push((text.into(), of(value)?));
            }
            Record::new(values).map(Datum::Record).map_err(here)
        }
        ExpressionKind::Comprehension(all) => comprehend(all, expression.span, names),
        ExpressionKind::Index(both) => {
            let [whole, index] = &**both;
            value::index(&of(whole)?, &of(index)?).map_err(here)
        }
        ExpressionKind::Member(whole, field) => members(of(whole)?, names.text(*field))
            .map_err(|why| here(point_before_unit(why, whole, names.text(*field), names))),
        ExpressionKind::Convert(whole, unit) => {
            value::convert(of(whole)?, names.text(*unit)).map_err(|why| at(why, *unit))
        }
        ExpressionKind::Range(ends, step) => {
            let [from, to] = &**ends;
            let step = step.as_deref().map(of).transpose()?;
            value::range(&of(from)?, &of(to)?, step.as_ref()).map_err(here)
        }
        _ => evaluate(expression, names),
    }
}
