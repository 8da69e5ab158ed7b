//! Values of expressions. Pure functions, independent of names and the world.
//!
//! Every number is finite: a computation without a finite value gives a [`ValueError`] that shows its operands. A computed
//! number is never a negative zero, which would look odd in a name or a table.

pub mod functions;
pub mod range;
pub mod show;
pub mod spell;
pub mod unknown;

mod access;
mod arithmetic;
mod compare;
mod convert;
mod error;
pub mod format;
pub mod list;
pub mod near;
pub mod record;
mod refusal;
mod serial;
#[cfg(test)]
mod tests;
mod update;

pub use access::{index, member};
pub use arithmetic::{binary, prefix};
pub use convert::{Shown, convert};
pub use error::{ErrorKind, ValueError};
pub use format::format;
pub use functions::call;
pub use list::List;
pub use range::{Range, range};
pub use record::Record;
pub use show::show;
pub use spell::spell;
pub use unknown::Unknown;
pub use update::{Step, update};

use crate::dimension::Dimension;
use crate::function::Function;
use serde::{Deserialize, Serialize};
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
    Text(#[serde(deserialize_with = "serial::text")] Arc<str>),
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
    Known(&'static functions::Function),
    /// One that a script defines.
    Own(Arc<Function>),
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

/// A number in SI with its dimension.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "serial::Number", into = "serial::Number")]
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

    /// Whether it is an exact 0 without a unit, which fits any quantity.
    fn is_plain_zero(&self) -> bool {
        self.value == 0.0 && self.dimension == Dimension::NONE
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
fn text_fits(length: usize) -> Result<(), ValueError> {
    if length <= LONGEST_TEXT {
        return Ok(());
    }
    Err(ValueError::of_values(format!(
        "a text of {length} bytes is too long: the longest has {LONGEST_TEXT}"
    )))
}

/// A binary operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "their symbols say it all")]
pub enum Operator {
    Add,
    Sub,
    Mul,
    Div,
    Pow,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
    /// Approximate equality with the default tolerance.
    Near,
    /// A [`Operator::Near`] with its tolerance as a quantity.
    Within,
    /// A [`Operator::Near`] with its tolerance as a part of the larger side.
    WithinPart,
    And,
    Or,
}

impl Operator {
    /// Whether it compares two values.
    #[must_use]
    pub const fn compares(self) -> bool {
        use Operator::{Eq, Ge, Gt, Le, Lt, Ne, Near};
        matches!(self, Eq | Ne | Lt | Le | Gt | Ge | Near)
    }

    /// Returns the symbol of the operator in a script: `+`, `<=`, `and`.
    #[must_use]
    pub const fn symbol(self) -> &'static str {
        match self {
            Operator::Add => "+",
            Operator::Sub => "-",
            Operator::Mul => "*",
            Operator::Div => "/",
            Operator::Pow => "^",
            Operator::Eq => "==",
            Operator::Ne => "!=",
            Operator::Lt => "<",
            Operator::Le => "<=",
            Operator::Gt => ">",
            Operator::Ge => ">=",
            Operator::Near => "~",
            Operator::Within | Operator::WithinPart => "within",
            Operator::And => "and",
            Operator::Or => "or",
        }
    }
}

/// A prefix operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prefix {
    /// `-x`.
    Minus,
    /// `not x`.
    Not,
}
