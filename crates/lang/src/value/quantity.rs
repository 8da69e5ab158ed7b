//! Numbers with a dimension, and the units in which they are shown.

use super::ValueError;
use super::digits::significant;
use crate::dimension::Dimension;
use crate::units::{Unit, UnitError, parse_unit};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::sync::Arc;

/// A number in SI with its dimension.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Number", into = "Number")]
pub struct Quantity {
    /// Value in metres, kilograms, seconds, radians and combinations of them; finite.
    pub value: f64,
    /// Dimension.
    pub dimension: Dimension,
    /// Unit in which it is shown, after `to`; otherwise its SI unit. Results computed from it do not keep the unit.
    pub shown: Option<Arc<Shown>>,
}

impl Quantity {
    /// Creates a number in the SI unit of its dimension.
    #[must_use]
    pub const fn new(value: f64, dimension: Dimension) -> Self {
        Quantity {
            value,
            dimension,
            shown: None,
        }
    }

    /// Creates a number without a unit.
    #[must_use]
    pub const fn plain(value: f64) -> Self {
        Quantity::new(value, Dimension::NONE)
    }

    /// Its unit, that in which it is shown or its SI unit, and its value in that unit.
    #[must_use]
    pub fn as_shown(&self) -> (String, f64) {
        match &self.shown {
            Some(shown) => (shown.text().to_owned(), shown.number(self.value)),
            None => (self.dimension.si_unit(), self.value),
        }
    }

    /// Returns the number in the unit in which it is shown.
    pub(super) fn in_unit(&self) -> f64 {
        match &self.shown {
            Some(shown) => shown.number(self.value),
            None => self.value,
        }
    }

    /// Returns the unit in which it is shown; empty for a plain number.
    pub(super) fn unit(&self) -> String {
        match &self.shown {
            Some(shown) => shown.text().to_owned(),
            None if self.dimension == Dimension::NONE => String::new(),
            None => self.dimension.si_unit(),
        }
    }

    /// Whether it is an exact 0 without a unit, which fits any quantity.
    pub(super) fn is_plain_zero(&self) -> bool {
        self.value == 0.0 && self.dimension == Dimension::NONE
    }
}

/// As `print` shows it: with six significant digits and its unit, `8.2 cm/s`.
impl fmt::Display for Quantity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let unit = self.unit();
        let gap = if unit.is_empty() { "" } else { " " };
        write!(f, "{}{gap}{unit}", significant(self.in_unit()))
    }
}

/// Returns the common dimension of two quantities that may be added or compared: their dimensions differ at most by radians (a
/// radian is 1), or one is an exact 0 without a unit.
#[inline]
pub(super) fn meeting(left: &Quantity, right: &Quantity) -> Option<Dimension> {
    let (a, b) = (left.dimension, right.dimension);
    if a.fits(b) {
        Some(a.plus(b))
    } else if right.is_plain_zero() {
        Some(a)
    } else {
        left.is_plain_zero().then_some(b)
    }
}

/// The unit in which a number is shown.
#[derive(Debug, PartialEq)]
pub struct Shown {
    unit: Unit,
    text: Box<str>,
}

impl Shown {
    /// Parses the unit once, to show many numbers in it.
    ///
    /// # Errors
    /// The text is not a unit.
    pub fn new(unit: &str) -> Result<Arc<Self>, ValueError> {
        let read = parse_unit(unit).map_err(|error| ValueError::unit(&error, unit))?;
        Ok(Arc::new(Shown {
            unit: read,
            text: unit.into(),
        }))
    }

    /// Returns the unit as written in the script.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Converts a number in SI to this unit.
    #[must_use]
    pub fn number(&self, value: f64) -> f64 {
        self.unit.from_si(value)
    }

    pub(super) fn of_number(self: &Arc<Self>, number: &Quantity) -> Result<Quantity, ValueError> {
        let unit = self.unit.dimension;
        meeting(number, &Quantity::new(1.0, unit)).ok_or_else(|| {
            let error = UnitError::Mismatch {
                found: unit,
                wanted: number.dimension,
            };
            let message = format!("{} cannot be shown in `{}`", number.dimension, self.text);
            let help = if number.dimension == Dimension::NONE {
                Some(format!(
                    "leave out `to {}`, or give the number a unit",
                    self.text
                ))
            } else {
                ValueError::unit(&error, &self.text).help
            };
            ValueError {
                help,
                ..ValueError::new(message)
            }
        })?;
        if !self.number(number.value).is_finite() {
            return Err(ValueError::too_large(&format!("{number} to {}", self.text)));
        }
        Ok(Quantity {
            value: number.value,
            dimension: unit,
            shown: Some(self.clone()),
        })
    }
}

/// File format of a number with its dimension.
#[derive(Serialize, Deserialize)]
struct Number {
    /// Value, in SI.
    value: f64,
    /// Powers of metre, kilogram, second and radian.
    dimension: [i8; 4],
    /// Whether the dimension is known to be that of an energy.
    energy: bool,
    /// Unit of output.
    shown: Option<String>,
}

impl From<Quantity> for Number {
    fn from(number: Quantity) -> Self {
        let d = number.dimension;
        Number {
            value: number.value,
            dimension: [d.length, d.mass, d.time, d.angle],
            energy: d.energy,
            shown: number.shown.map(|shown| shown.text().to_owned()),
        }
    }
}

impl TryFrom<Number> for Quantity {
    type Error = String;

    fn try_from(number: Number) -> Result<Self, String> {
        let [length, mass, time, angle] = number.dimension;
        let dimension = Dimension {
            length,
            mass,
            time,
            angle,
            energy: number.energy,
        };
        let plain = Quantity::new(number.value, dimension);
        match number.shown {
            None => Ok(plain),
            Some(unit) => {
                let shown = Shown::new(&unit).and_then(|unit| unit.of_number(&plain));
                shown.map_err(|why| why.message)
            }
        }
    }
}
