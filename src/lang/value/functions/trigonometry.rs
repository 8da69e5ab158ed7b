//! Trigonometric functions and their inverses.

use super::arguments::Arguments;
use crate::lang::dimension::Dimension;
use crate::lang::value::{Datum, ValueError};

pub(super) fn sin(arguments: &Arguments) -> Result<Datum, ValueError> {
    arguments.finite(libm::sin(arguments.angle(0)?), Dimension::NONE)
}

pub(super) fn cos(arguments: &Arguments) -> Result<Datum, ValueError> {
    arguments.finite(libm::cos(arguments.angle(0)?), Dimension::NONE)
}

pub(super) fn tan(arguments: &Arguments) -> Result<Datum, ValueError> {
    arguments.finite(libm::tan(arguments.angle(0)?), Dimension::NONE)
}

pub(super) fn asin(arguments: &Arguments) -> Result<Datum, ValueError> {
    arguments.finite(libm::asin(ratio(arguments)?), Dimension::ANGLE)
}

pub(super) fn acos(arguments: &Arguments) -> Result<Datum, ValueError> {
    arguments.finite(libm::acos(ratio(arguments)?), Dimension::ANGLE)
}

pub(super) fn atan(arguments: &Arguments) -> Result<Datum, ValueError> {
    arguments.finite(libm::atan(arguments.plain(0)?), Dimension::ANGLE)
}

pub(super) fn atan2(arguments: &Arguments) -> Result<Datum, ValueError> {
    arguments.common(arguments.all())?;
    let (y, x) = (arguments.number(0)?.value, arguments.number(1)?.value);
    // Without negative zeros, which would select between half a turn forwards and backwards.
    arguments.finite(libm::atan2(y + 0.0, x + 0.0), Dimension::ANGLE)
}

/// Returns the argument of an inverse sine or cosine.
fn ratio(arguments: &Arguments) -> Result<f64, ValueError> {
    let x = arguments.plain(0)?;
    if x.abs() <= 1.0 {
        return Ok(x);
    }
    let error = arguments.no_value("the number must be from -1 to 1");
    Err(error.help("`clamp(x, -1, 1)` removes rounding errors"))
}
