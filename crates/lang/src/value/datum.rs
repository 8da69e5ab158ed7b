//! A value.

use super::functions::Function;
use super::{List, Quantity, Range, Record, Unknown, ValueError};
use crate::dimension::Dimension;
use crate::function;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use std::sync::Arc;

/// The longest text, in bytes.
pub const LONGEST_TEXT: usize = 1 << 20;

/// A value.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Datum {
    /// A number with its dimension.
    Number(Quantity),
    /// `true` or `false`.
    Flag(bool),
    /// A text of at most [`LONGEST_TEXT`] bytes.
    Text(#[serde(deserialize_with = "text")] Arc<str>),
    /// A list of elements.
    List(List),
    /// Values by name: `{hip: 30deg, knee: 10deg}`.
    Record(Record),
    /// A function.
    #[serde(skip)]
    Function(Callee),
    /// A range `a..b by s`, whose elements are not stored.
    #[serde(skip)]
    Range(Range),
    /// A value known only at run time; occurs only in checks.
    #[serde(skip)]
    Unknown(Unknown),
}

/// A function as a value.
#[derive(Clone, Debug)]
pub enum Callee {
    /// One of the language.
    Known(&'static Function),
    /// One that a script defines.
    Own(Arc<function::Function>),
}

impl Callee {
    /// Returns its name.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Callee::Known(function) => function.name,
            Callee::Own(function) => &function.name,
        }
    }
}

/// Functions are the same if they are defined at the same place.
impl PartialEq for Callee {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Callee::Known(a), Callee::Known(b)) => a.name == b.name,
            (Callee::Own(a), Callee::Own(b)) => a.place == b.place,
            _ => false,
        }
    }
}

impl Datum {
    /// Creates a number in the SI unit of its dimension.
    #[must_use]
    pub const fn number(value: f64, dimension: Dimension) -> Self {
        Datum::Number(Quantity::new(value, dimension))
    }

    /// Creates a number without a unit.
    #[must_use]
    pub const fn plain(value: f64) -> Self {
        Datum::Number(Quantity::plain(value))
    }

    /// Creates a text.
    ///
    /// # Errors
    /// It is longer than [`LONGEST_TEXT`].
    pub fn text(text: &str) -> Result<Self, ValueError> {
        text_fits(text.len())?;
        Ok(Datum::Text(text.into()))
    }

    /// Creates a list of the elements.
    ///
    /// # Errors
    /// It is too large; see [`List::new`].
    pub fn list(elements: Vec<Datum>) -> Result<Self, ValueError> {
        List::new(elements).map(Datum::List)
    }

    /// Returns its size: number of elements, or bytes of a text; 0 for other values.
    #[must_use]
    pub fn size(&self) -> usize {
        match self {
            Datum::Number(_) | Datum::Flag(_) | Datum::Unknown(_) | Datum::Function(_) => 0,
            Datum::Text(text) => text.len(),
            Datum::List(list) => list.held(),
            Datum::Record(record) => record.held(),
            Datum::Range(range) => range.count() as usize,
        }
    }

    /// Whether its value, or a part of it, depends on the run.
    #[must_use]
    pub fn is_unknown(&self) -> bool {
        match self {
            Datum::Unknown(_) => true,
            Datum::List(list) => list.holds_unknown(),
            Datum::Record(record) => record.fields().iter().any(|(_, value)| value.is_unknown()),
            _ => false,
        }
    }

    /// Returns its kind, in the words of reports: `a length (m)`, `a text`, `a list of 3`.
    #[must_use]
    pub fn kind(&self) -> String {
        match self {
            Datum::Number(number) => number.dimension.to_string(),
            Datum::Flag(_) => "a flag (true or false)".into(),
            Datum::Text(_) => "a text".into(),
            Datum::List(list) => format!("a list of {}", list.len()),
            Datum::Record(_) => "a record".into(),
            Datum::Function(callee) => format!("the function `{}`", callee.name()),
            Datum::Range(_) => "a range".into(),
            Datum::Unknown(unknown) => unknown.kind(),
        }
    }
}

/// Rejects a text that is too long, given its length in bytes.
pub(super) fn text_fits(length: usize) -> Result<(), ValueError> {
    if length <= LONGEST_TEXT {
        return Ok(());
    }
    Err(ValueError::of_values(format!(
        "a text of {length} bytes is too long: the longest has {LONGEST_TEXT}"
    )))
}

/// Reads a text that is not too long.
fn text<'de, D: Deserializer<'de>>(from: D) -> Result<Arc<str>, D::Error> {
    let text = String::deserialize(from)?;
    text_fits(text.len()).map_err(|why| D::Error::custom(why.message))?;
    Ok(text.into())
}
