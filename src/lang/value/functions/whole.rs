//! Whole numbers, signs and remainders.

use super::arguments::Arguments;
use crate::lang::dimension::Dimension;
use crate::lang::value::{Datum, ValueError};

pub(super) fn abs(arguments: &Arguments) -> Result<Datum, ValueError> {
    let number = arguments.number(0)?;
    arguments.finite(number.value.abs(), number.dimension)
}

pub(super) fn sign(arguments: &Arguments) -> Result<Datum, ValueError> {
    let value = arguments.number(0)?.value;
    let sign = if value == 0.0 { 0.0 } else { value.signum() };
    arguments.finite(sign, Dimension::NONE)
}

pub(super) fn floor(arguments: &Arguments) -> Result<Datum, ValueError> {
    arguments.finite(arguments.plain(0)?.floor(), Dimension::NONE)
}

pub(super) fn ceil(arguments: &Arguments) -> Result<Datum, ValueError> {
    arguments.finite(arguments.plain(0)?.ceil(), Dimension::NONE)
}

pub(super) fn round(arguments: &Arguments) -> Result<Datum, ValueError> {
    arguments.finite(arguments.plain(0)?.round(), Dimension::NONE)
}

/// Returns the remainder of the division rounded down, from 0 up to but excluding `b`. The remainder of `%` is exact and has
/// the sign of `a`; a sum that is rounded up to `b` itself wraps to 0.
pub(super) fn modulo(arguments: &Arguments) -> Result<Datum, ValueError> {
    let dimension = arguments.common(arguments.all())?;
    let (a, b) = (arguments.number(0)?, arguments.number(1)?);
    if b.value == 0.0 {
        let error = arguments.no_value("the remainder of a division by zero is undefined");
        return Err(error.help("if it may be 0, check first: `if x != 0`"));
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
