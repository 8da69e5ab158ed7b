//! `== != < <= > >=`, and `and` and `or`.

use super::quantity::meeting;
use super::{Datum, Operator, Quantity, ValueError};

/// Evaluates a comparison.
#[inline]
pub(super) fn compare(operator: Operator, left: &Datum, right: &Datum) -> Result<bool, ValueError> {
    match (left, right) {
        (Datum::Number(left), Datum::Number(right)) => numbers(operator, left, right),
        _ => match operator {
            Operator::Eq => equal(left, right),
            Operator::Ne => equal(left, right).map(|equal| !equal),
            _ => {
                let sign = operator.symbol();
                let (a, b) = (left.kind(), right.kind());
                let error =
                    ValueError::new(format!("`{sign}` compares numbers, found {a} and {b}"));
                Err(match (left, right) {
                    // `1 < 2 < 3`
                    (Datum::Flag(_), _) => error.help(format!(
                        "a comparison gives true or false; join two comparisons by `and`: `a {sign} b and b {sign} c`"
                    )),
                    _ => error,
                })
            }
        },
    }
}

#[inline]
fn numbers(operator: Operator, left: &Quantity, right: &Quantity) -> Result<bool, ValueError> {
    if meeting(left, right).is_none() {
        let (a, b) = (left.dimension, right.dimension);
        let message = format!("cannot compare {a} with {b}");
        return Err(ValueError::mismatch(message, a, b));
    }
    let (x, y) = (left.value, right.value);
    Ok(match operator {
        Operator::Eq => x == y,
        Operator::Ne => x != y,
        Operator::Lt => x < y,
        Operator::Le => x <= y,
        Operator::Gt => x > y,
        _ => x >= y,
    })
}

/// Whether two values are equal. All elements of lists are compared, so that a list of lengths and one of masses are an error
/// and not just different.
fn equal(left: &Datum, right: &Datum) -> Result<bool, ValueError> {
    match (left, right) {
        (Datum::Number(left), Datum::Number(right)) => numbers(Operator::Eq, left, right),
        (Datum::Flag(left), Datum::Flag(right)) => Ok(left == right),
        (Datum::Text(left), Datum::Text(right)) => Ok(left == right),
        (Datum::List(left), Datum::List(right)) => {
            let mut same = left.len() == right.len();
            for (left, right) in left.iter().zip(right.iter()) {
                same &= equal(left, right)?;
            }
            Ok(same)
        }
        (Datum::Record(left), Datum::Record(right)) => {
            let mut same = left.has_names_of(right);
            for (name, value) in left.fields() {
                if let Some(other) = right.get(name) {
                    same &= equal(value, other)?;
                }
            }
            Ok(same)
        }
        _ => {
            let message = format!("cannot compare {} with {}", left.kind(), right.kind());
            let error = ValueError::new(message);
            Err(match (left, right) {
                (Datum::Range(_), _) | (_, Datum::Range(_)) => {
                    error.help("`list(range)` converts a range to a list")
                }
                (Datum::Flag(_), _) | (_, Datum::Flag(_)) => error.help(
                    "use a flag directly as a condition: `if leg.contact`, `if not leg.contact`",
                ),
                _ => error,
            })
        }
    }
}

/// Evaluates `and` and `or`.
pub(super) fn connect(
    operator: Operator,
    left: &Datum,
    right: &Datum,
) -> Result<Datum, ValueError> {
    let flag = |datum: &Datum| match datum {
        Datum::Flag(flag) => Ok(*flag),
        other => Err(ValueError::no_flag(operator.symbol(), other)),
    };
    let (left, right) = (flag(left)?, flag(right)?);
    Ok(Datum::Flag(match operator {
        Operator::And => left && right,
        _ => left || right,
    }))
}
