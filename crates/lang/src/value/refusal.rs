//! Errors of operators.

use super::{Datum, Operator, Quantity, ValueError};
use crate::dimension::Dimension;

/// Makes the error of an operation on two numbers: without a common dimension, or with a result that is not finite.
#[cold]
pub(super) fn refused(
    operator: Operator,
    left: &Quantity,
    right: &Quantity,
    dimension: Option<Dimension>,
) -> ValueError {
    let (a, b) = (left.dimension, right.dimension);
    let [mut x, y] = [left, right].map(Quantity::to_string);
    // Without parentheses, a sign would belong to the power, and a unit would have the exponent.
    if operator == Operator::Pow && (left.value < 0.0 || x.contains(' ')) {
        x = format!("({x})");
    }
    let computed = format!("{x} {} {y}", operator.symbol());
    if dimension.is_none() {
        return match operator {
            Operator::Add => ValueError::mismatch(format!("cannot add {a} and {b}"), a, b),
            Operator::Sub => ValueError::mismatch(format!("cannot subtract {b} from {a}"), a, b),
            Operator::Pow if !b.is_plain() => ValueError::new(format!(
                "an exponent must be a number without a unit, found {b}"
            )),
            Operator::Pow if right.value.fract() != 0.0 => {
                ValueError::of_values(format!("{a} can only be raised to whole powers, found {y}"))
                    .help("`sqrt(x)` takes the square root, `cbrt(x)` the cube root")
            }
            _ => {
                ValueError::of_values(format!("the powers of units in `{computed}` are too large"))
            }
        };
    }
    match operator {
        Operator::Div if right.value == 0.0 => by_zero(&computed),
        Operator::Pow if left.value == 0.0 => by_zero(&computed),
        Operator::Pow if left.value < 0.0 && right.value.fract() != 0.0 => {
            ValueError::of_values(format!(
                "`{computed}` is undefined: a negative number can only be raised to whole powers"
            ))
            .help("`cbrt(x)` takes the cube root of any number")
        }
        _ => ValueError::too_large(&computed),
    }
}

fn by_zero(computed: &str) -> ValueError {
    ValueError::of_values(format!("`{computed}` divides by zero"))
        .help("if the divisor may be 0, check first: `if x != 0`")
}

/// Makes the error of values that the operator does not accept at all.
#[cold]
pub(super) fn unfit(operator: Operator, left: &Datum, right: &Datum) -> ValueError {
    let (a, b) = (left.kind(), right.kind());
    let error = ValueError::new(match operator {
        Operator::Add => format!("cannot add {a} and {b}"),
        Operator::Sub => format!("cannot subtract {b} from {a}"),
        Operator::Mul => format!("cannot multiply {a} by {b}"),
        Operator::Div => format!("cannot divide {a} by {b}"),
        _ => format!("cannot raise {a} to the power of {b}"),
    });
    match (operator, left, right) {
        (_, Datum::Range(_), _) | (_, _, Datum::Range(_)) => {
            error.help("`list(range)` converts a range to a list")
        }
        (Operator::Add, Datum::Text(_), _) | (Operator::Add, _, Datum::Text(_)) => {
            error.help("`text(x)` converts a value to a text")
        }
        (Operator::Mul, Datum::List(_), Datum::List(_)) => {
            error.help("`dot(a, b)` and `cross(a, b)` are the products of vectors")
        }
        _ => error,
    }
}

impl ValueError {
    /// Creates the error of `and`, `or`, `not` or `choose` with a value that is not a flag.
    pub(crate) fn no_flag(who: &str, found: &Datum) -> Self {
        ValueError::new(format!(
            "`{who}` needs a flag (true or false), found {}",
            found.kind()
        ))
        .help("a comparison gives a flag: `x > 0`")
    }
}
