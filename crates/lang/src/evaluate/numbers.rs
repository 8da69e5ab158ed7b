//! Doubts about literal numbers: points before units, and angles without a unit.

use super::surroundings::Names;
use crate::dimension::Dimension;
use crate::syntax::{Expression, ExpressionKind};
use crate::units::parse_unit;
use crate::value::{Datum, Prefix, ValueError};

/// Adds help to the error of a number with a point before its unit: `5.m`.
pub(super) fn point_before_unit(
    why: ValueError,
    number: &Expression,
    unit: &str,
    names: &dyn Names,
) -> ValueError {
    match bare_number(number).is_some() && parse_unit(unit).is_ok() {
        true => why.help(format!("write `{}{unit}`", names.text(number.span))),
        false => why,
    }
}

/// A full turn in radians, with a margin for rounding.
pub(super) const TURN: f64 = 1.001 * std::f64::consts::TAU;

/// Returns the value of a literal number without a unit.
pub(super) fn bare_number(expression: &Expression) -> Option<f64> {
    match &expression.kind {
        ExpressionKind::Known(Datum::Number(number)) if number.dimension == Dimension::NONE => {
            Some(number.value)
        }
        ExpressionKind::Prefix(Prefix::Minus, inner) => bare_number(inner).map(|x| -x),
        _ => None,
    }
}

/// Reports a literal number without unit that is compared with an angle or added to one, given both expressions with the value of the other
/// side: if it is beyond a turn, or an integer beyond half a turn, it was hardly meant in radians.
pub(super) fn doubt_angles(sides: [(&Expression, &Datum); 2], names: &dyn Names) {
    for (side, other) in sides {
        let is_angle = matches!(other, Datum::Number(n) if n.dimension == Dimension::ANGLE);
        let Some(x) = bare_number(side).filter(|_| is_angle) else {
            continue;
        };
        if x.abs() > TURN || x.fract() == 0.0 && x.abs() > std::f64::consts::PI {
            names.taken_as_radians(side.span);
        }
    }
}
