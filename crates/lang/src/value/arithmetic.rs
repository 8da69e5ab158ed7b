//! `+ - * / ^` and the sign.

use super::compare::{compare, connect};
use super::near::{Tolerance, near};
use super::quantity::meeting;
use super::refusal::{refused, unfit};
use super::{Datum, List, Operator, Prefix, Quantity, Record, ValueError, text_fits};
use crate::dimension::Dimension;

/// Evaluates `left operator right`. Both sides of `and` and `or` must have values; the caller skips the right one if it is not
/// needed.
///
/// # Errors
/// The two cannot be combined by this operator, or the result is not finite.
#[inline]
pub fn binary(operator: Operator, left: &Datum, right: &Datum) -> Result<Datum, ValueError> {
    match operator {
        Operator::And | Operator::Or => connect(operator, left, right),
        Operator::Add | Operator::Sub | Operator::Mul | Operator::Div | Operator::Pow => {
            match (left, right) {
                (Datum::Number(left), Datum::Number(right)) => {
                    numbers(operator, left, right).map(Datum::Number)
                }
                _ => others(operator, left, right),
            }
        }
        Operator::Near => near(left, right, Tolerance::Rounding).map(Datum::Flag),
        _ => compare(operator, left, right).map(Datum::Flag),
    }
}

/// Evaluates a prefix operator.
///
/// # Errors
/// The operand is of the wrong kind.
pub fn prefix(operator: Prefix, operand: &Datum) -> Result<Datum, ValueError> {
    match (operator, operand) {
        (Prefix::Minus, Datum::Number(number)) => {
            Ok(Datum::number(0.0 - number.value, number.dimension))
        }
        (Prefix::Minus, Datum::List(list)) => {
            let negated = list.iter().map(|element| prefix(operator, element));
            collected(negated)
        }
        (Prefix::Minus, other) => Err(ValueError::new(format!(
            "`-` needs a number or a list of numbers, found {}",
            other.kind()
        ))),
        (Prefix::Not, Datum::Flag(flag)) => Ok(Datum::Flag(!flag)),
        (Prefix::Not, other) => Err(ValueError::no_flag("not", other)),
    }
}

#[inline]
fn numbers(operator: Operator, left: &Quantity, right: &Quantity) -> Result<Quantity, ValueError> {
    let (x, y) = (left.value, right.value);
    let (value, dimension) = match operator {
        Operator::Add => (x + y, meeting(left, right)),
        Operator::Sub => (x - y, meeting(left, right)),
        Operator::Mul => (x * y, left.dimension.times(right.dimension)),
        Operator::Div => (x / y, over(left.dimension, right.dimension)),
        _ => (power(x, y), raised(left, right)),
    };
    match dimension {
        // Adding 0 turns the negative zero into 0 and leaves all others unchanged.
        Some(dimension) if value.is_finite() => Ok(Quantity::new(value + 0.0, dimension)),
        _ => Err(refused(operator, left, right, dimension)),
    }
}

fn over(above: Dimension, below: Dimension) -> Option<Dimension> {
    if below == Dimension::NONE {
        Some(above)
    } else {
        above.times(below.power(-1)?)
    }
}

/// Computes a power. Squares are products, correctly rounded: the power function may be off by a bit.
fn power(base: f64, exponent: f64) -> f64 {
    if exponent == 2.0 {
        base * base
    } else {
        libm::pow(base, exponent)
    }
}

fn raised(base: &Quantity, exponent: &Quantity) -> Option<Dimension> {
    if !exponent.dimension.is_plain() {
        None
    } else if base.dimension == Dimension::NONE {
        Some(Dimension::NONE)
    } else {
        let whole = exponent.value as i8;
        let power = (f64::from(whole) == exponent.value).then(|| base.dimension.power(whole));
        // A number of radians may be raised to any power.
        let plain = base.dimension.is_plain().then_some(Dimension::NONE);
        power.flatten().or(plain)
    }
}

/// Returns a sum, of lists element by element, whatever their length.
pub(super) fn added(left: &Datum, right: &Datum) -> Result<Datum, ValueError> {
    match (left, right) {
        (Datum::List(left), Datum::List(right)) if left.len() == right.len() => {
            let pairs = left.iter().zip(right.iter());
            collected(pairs.map(|(left, right)| added(left, right)))
        }
        _ => binary(Operator::Add, left, right),
    }
}

/// Whether the sum of two lists is one after the other, and not element by element: one of them has a single element or none,
/// which is no vector. So `a + [x]` adds an element to a list of any length.
pub(super) fn joins(left: &List, right: &List) -> bool {
    left.len() < 2 || right.len() < 2
}

/// Evaluates operators on other values than two numbers: lists and texts.
fn others(operator: Operator, left: &Datum, right: &Datum) -> Result<Datum, ValueError> {
    use Datum::{List as Elements, Number, Text};
    match (operator, left, right) {
        (Operator::Add, Text(left), Text(right)) => {
            text_fits(left.len() + right.len())?;
            Ok(Text([&**left, &**right].concat().into()))
        }
        (Operator::Add, Elements(left), Elements(right)) if joins(left, right) => {
            Datum::list([&**left, &**right].concat())
        }
        (Operator::Add, Datum::Record(left), Datum::Record(right)) => {
            Record::new([left.fields(), right.fields()].concat()).map(Datum::Record)
        }
        (Operator::Add | Operator::Sub, Elements(left), Elements(right)) => {
            if left.len() != right.len() {
                return Err(ValueError::of_values(format!(
                    "`{}` needs lists of equal length, found {} and {} elements",
                    operator.symbol(),
                    left.len(),
                    right.len()
                )));
            }
            let pairs = left.iter().zip(right.iter());
            collected(pairs.map(|(left, right)| binary(operator, left, right)))
        }
        (Operator::Mul | Operator::Div, Elements(list), Number(_)) => {
            collected(list.iter().map(|element| binary(operator, element, right)))
        }
        (Operator::Mul, Number(_), Elements(list)) => {
            collected(list.iter().map(|element| binary(operator, left, element)))
        }
        _ => Err(unfit(operator, left, right)),
    }
}

fn collected(values: impl Iterator<Item = Result<Datum, ValueError>>) -> Result<Datum, ValueError> {
    Datum::list(values.collect::<Result<_, _>>()?)
}
