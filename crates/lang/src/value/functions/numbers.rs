//! Functions of numbers: roots, logarithms, angles, remainders.

use super::arguments::Arguments;
use crate::dimension::Dimension;
use crate::value::{Datum, ValueError};

pub(super) fn sqrt(arguments: &Arguments) -> Result<Datum, ValueError> {
    let number = arguments.number(0)?;
    if number.value < 0.0 {
        let error = arguments.no_value("a negative number has no square root");
        return Err(error.help(
            "use `abs(x)` to drop the sign, or `max(x, 0)` to remove rounding errors below 0",
        ));
    }
    let dimension = root(arguments, number.dimension, 2)?;
    arguments.finite(number.value.sqrt(), dimension)
}

pub(super) fn cbrt(arguments: &Arguments) -> Result<Datum, ValueError> {
    let number = arguments.number(0)?;
    let dimension = root(arguments, number.dimension, 3)?;
    arguments.finite(libm::cbrt(number.value), dimension)
}

/// Returns the dimension whose power by `degree` is the given one.
fn root(arguments: &Arguments, of: Dimension, degree: i8) -> Result<Dimension, ValueError> {
    of.root(degree).ok_or_else(|| {
        let power = if degree == 2 { "squares" } else { "cubes" };
        let wanted = format!("a number or a quantity whose units are {power}");
        arguments.wants(&wanted, &of.to_string())
    })
}

pub(super) fn hypot(arguments: &Arguments) -> Result<Datum, ValueError> {
    let dimension = arguments.common(arguments.all())?;
    let (x, y) = (arguments.number(0)?.value, arguments.number(1)?.value);
    arguments.finite(libm::hypot(x, y), dimension)
}

pub(super) fn atan2(arguments: &Arguments) -> Result<Datum, ValueError> {
    arguments.common(arguments.all())?;
    let (y, x) = (arguments.number(0)?.value, arguments.number(1)?.value);
    // Without negative zeros, which would select between half a turn forwards and backwards.
    arguments.finite(libm::atan2(y + 0.0, x + 0.0), Dimension::ANGLE)
}

pub(super) fn sign(arguments: &Arguments) -> Result<Datum, ValueError> {
    let value = arguments.number(0)?.value;
    let sign = if value == 0.0 { 0.0 } else { value.signum() };
    arguments.finite(sign, Dimension::NONE)
}

/// Returns the remainder of the division rounded down, from 0 up to but excluding `b`. The remainder of `%` is exact and has
/// the sign of `a`; a sum that is rounded up to `b` itself wraps to 0.
pub(super) fn modulo(arguments: &Arguments) -> Result<Datum, ValueError> {
    let dimension = arguments.common(arguments.all())?;
    let (a, b) = (arguments.number(0)?, arguments.number(1)?);
    if b.value == 0.0 {
        let error = arguments.no_value("the remainder of a division by zero is undefined");
        return Err(error.help("if the divisor may be 0, check first: `if x != 0`"));
    }
    let remainder = a.value % b.value;
    let value = if remainder != 0.0 && (remainder < 0.0) != (b.value < 0.0) {
        remainder + b.value
    } else {
        remainder
    };
    let value = if value == b.value { 0.0 } else { value };
    arguments.finite(value, dimension)
}

/// Returns the argument of a logarithm.
pub(super) fn positive(arguments: &Arguments) -> Result<f64, ValueError> {
    let x = arguments.plain(0)?;
    if x > 0.0 {
        Ok(x)
    } else {
        let error = arguments.no_value("only positive numbers have a logarithm");
        Err(error.help("if the number may be 0 or below, check first: `if x > 0`"))
    }
}

/// Returns the argument of an inverse sine or cosine.
pub(super) fn ratio(arguments: &Arguments) -> Result<f64, ValueError> {
    let x = arguments.plain(0)?;
    if x.abs() <= 1.0 {
        return Ok(x);
    }
    let error = arguments.no_value("the number must be from -1 to 1");
    Err(error.help("`clamp(x, -1, 1)` removes rounding errors"))
}
