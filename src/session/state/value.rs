//! File format of values of the language.

use crate::lang::dimension::Dimension;
use crate::lang::value::{Datum, Quantity, Shown};
use serde::{Deserialize, Serialize};

/// Value of a variable.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
#[serde(rename_all = "lowercase")]
pub enum SavedValue {
    /// A number.
    Number {
        /// Value, in SI.
        value: f64,
        /// Powers of metre, kilogram, second and radian.
        dimension: [i8; 4],
        /// Whether the dimension is known to be that of an energy.
        energy: bool,
        /// Unit of output.
        shown: Option<String>,
    },
    /// `true` or `false`.
    Flag(bool),
    /// A text.
    Text(String),
    /// A list of elements.
    List(Vec<SavedValue>),
}

impl SavedValue {
    /// Converts a value; none for a range, which has no form in files.
    #[must_use]
    pub fn of(datum: &Datum) -> Option<Self> {
        Some(match datum {
            Datum::Number(number) => {
                let d = number.dimension;
                SavedValue::Number {
                    value: number.value,
                    dimension: [d.length, d.mass, d.time, d.angle],
                    energy: d.energy,
                    shown: number.shown.as_ref().map(|s| s.text().to_owned()),
                }
            }
            Datum::Flag(flag) => SavedValue::Flag(*flag),
            Datum::Text(text) => SavedValue::Text(text.to_string()),
            Datum::List(list) => {
                let elements = list.iter().map(SavedValue::of);
                SavedValue::List(elements.collect::<Option<_>>()?)
            }
            Datum::Range(_) | Datum::Unknown(_) => return None,
        })
    }

    /// Returns the value; none if it is invalid.
    #[must_use]
    pub fn datum(&self) -> Option<Datum> {
        Some(match self {
            SavedValue::Number {
                value,
                dimension: [length, mass, time, angle],
                energy,
                shown,
            } => {
                let dimension = Dimension {
                    length: *length,
                    mass: *mass,
                    time: *time,
                    angle: *angle,
                    energy: *energy,
                };
                let number = Datum::Number(Quantity::new(*value, dimension));
                match shown {
                    None => number,
                    Some(unit) => Shown::new(unit).ok()?.of(number).ok()?,
                }
            }
            SavedValue::Flag(flag) => Datum::Flag(*flag),
            SavedValue::Text(text) => Datum::text(text).ok()?,
            SavedValue::List(elements) => {
                let elements = elements.iter().map(SavedValue::datum);
                Datum::list(elements.collect::<Option<_>>()?).ok()?
            }
        })
    }
}

#[cfg(test)]
#[path = "value_tests.rs"]
mod tests;
