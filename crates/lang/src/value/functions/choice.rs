//! Functions that choose or interpolate between values.

use super::arguments::Arguments;
use crate::value::arithmetic::added;
use crate::value::quantity::meeting;
use crate::value::{Datum, Operator, Quantity, ValueError, binary};

pub(super) fn min(arguments: &Arguments) -> Result<Datum, ValueError> {
    extreme(arguments, |value, best| value < best)
}

pub(super) fn max(arguments: &Arguments) -> Result<Datum, ValueError> {
    extreme(arguments, |value, best| value > best)
}

/// Returns the first of the numbers, or of those in a single list, that no other one beats.
fn extreme(arguments: &Arguments, beats: fn(f64, f64) -> bool) -> Result<Datum, ValueError> {
    let data = match arguments.all() {
        [Datum::List(list)] => list,
        all => all,
    };
    let dimension = arguments.common(data)?;
    let mut best: Option<&Quantity> = None;
    for datum in data {
        if let Datum::Number(number) = datum
            && best.is_none_or(|best| beats(number.value, best.value))
        {
            best = Some(number);
        }
    }
    let best = best.ok_or_else(|| {
        let error = arguments.no_value("the list is empty");
        error.help("if the list may be empty, check first: `if len(x) > 0`")
    })?;
    Ok(Datum::Number(Quantity {
        dimension,
        ..best.clone()
    }))
}

pub(super) fn clamp(arguments: &Arguments) -> Result<Datum, ValueError> {
    let dimension = arguments.common(arguments.all())?;
    let [x, low, high] = [
        arguments.number(0)?,
        arguments.number(1)?,
        arguments.number(2)?,
    ];
    if low.value > high.value {
        let error = arguments.no_value("the lower bound is above the upper one");
        return Err(error.help(format!("usage: {}", arguments.usage())));
    }
    let within = if x.value < low.value {
        low
    } else if x.value > high.value {
        high
    } else {
        x
    };
    Ok(Datum::Number(Quantity {
        dimension,
        ..within.clone()
    }))
}

pub(super) fn choose(arguments: &Arguments) -> Result<Datum, ValueError> {
    match arguments.get(0)? {
        Datum::Flag(true) => arguments.get(1).cloned(),
        Datum::Flag(false) => arguments.get(2).cloned(),
        other => Err(ValueError::no_flag("choose", other)),
    }
}

/// Returns `(1 - t) a + t b`: exact at both ends, which `a + t (b - a)` is not.
pub(super) fn lerp(arguments: &Arguments) -> Result<Datum, ValueError> {
    let t = arguments.plain(2)?;
    if let [Datum::Number(a), Datum::Number(b), ..] = arguments.all()
        && meeting(a, b).is_none()
    {
        let (a, b) = (a.dimension, b.dimension);
        let message =
            format!("the first two arguments of `lerp` must be of one kind, found {a} and {b}");
        return Err(ValueError::mismatch(message, a, b));
    }
    let part = |at, share| binary(Operator::Mul, arguments.get(at)?, &Datum::plain(share));
    added(&part(0, 1.0 - t)?, &part(1, t)?)
}
