//! Roots, exponentials and logarithms.

use super::arguments::Arguments;
use crate::lang::dimension::Dimension;
use crate::lang::value::{Datum, ValueError};

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
    let powers = [of.length, of.mass, of.time, of.angle];
    if powers.iter().all(|power| power % degree == 0) {
        return Ok(Dimension {
            length: of.length / degree,
            mass: of.mass / degree,
            time: of.time / degree,
            angle: of.angle / degree,
        });
    }
    let power = if degree == 2 { "squares" } else { "cubes" };
    let wanted = format!("a number or a quantity whose units are {power}");
    Err(arguments.wants(&wanted, &of.to_string()))
}

pub(super) fn hypot(arguments: &Arguments) -> Result<Datum, ValueError> {
    let dimension = arguments.common(arguments.all())?;
    let (x, y) = (arguments.number(0)?.value, arguments.number(1)?.value);
    arguments.finite(libm::hypot(x, y), dimension)
}

pub(super) fn exp(arguments: &Arguments) -> Result<Datum, ValueError> {
    arguments.finite(libm::exp(arguments.plain(0)?), Dimension::NONE)
}

pub(super) fn ln(arguments: &Arguments) -> Result<Datum, ValueError> {
    arguments.finite(libm::log(positive(arguments)?), Dimension::NONE)
}

pub(super) fn log10(arguments: &Arguments) -> Result<Datum, ValueError> {
    arguments.finite(libm::log10(positive(arguments)?), Dimension::NONE)
}

fn positive(arguments: &Arguments) -> Result<f64, ValueError> {
    let x = arguments.plain(0)?;
    if x > 0.0 {
        Ok(x)
    } else {
        let error = arguments.no_value("only positive numbers have a logarithm");
        Err(error.help("if it may be 0 or below, check first: `if x > 0`"))
    }
}
