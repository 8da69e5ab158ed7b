//! The arguments of a function call, and checks of their kinds.

pub(super) use super::declaration::Arguments;

use crate::dimension::Dimension;
use crate::value::quantity::meeting;
use crate::value::{Datum, List, Quantity, Record, ValueError, show};

impl<'a> Arguments<'a> {
    /// Returns all arguments.
    pub fn all(&self) -> &'a [Datum] {
        self.data
    }

    /// Returns an argument that every call has.
    pub fn get(&self, at: usize) -> Result<&'a Datum, ValueError> {
        self.data
            .get(at)
            .ok_or_else(|| self.wants("more arguments", "none"))
    }

    /// Returns a number of any dimension.
    pub fn number(&self, at: usize) -> Result<&'a Quantity, ValueError> {
        match self.get(at)? {
            Datum::Number(number) => Ok(number),
            other => Err(self.wants("a number", &other.kind())),
        }
    }

    /// Returns a number without a unit, or the number of radians of an angle.
    pub fn plain(&self, at: usize) -> Result<f64, ValueError> {
        let number = self.number(at)?;
        if number.dimension.is_plain() {
            return Ok(number.value);
        }
        let error = self.wants(&Dimension::NONE.to_string(), &number.dimension.to_string());
        Err(error.help(format!(
            "divide by a unit: `{}(x / 1{})`",
            self.function.name,
            number.dimension.si_unit()
        )))
    }

    /// Returns an angle; a number without a unit is in radians.
    pub fn angle(&self, at: usize) -> Result<f64, ValueError> {
        let number = self.number(at)?;
        match number.dimension {
            d if d.is_plain() => Ok(number.value),
            other => {
                let error = self.wants(&Dimension::ANGLE.to_string(), &other.to_string());
                let name = self.function.name;
                Err(error.help(match other == Dimension::TIME {
                    true => format!(
                        "multiply the time by a frequency: `{name}(2 * pi * 1Hz * world.time)`"
                    ),
                    false => format!("divide by a unit: `{name}(x / 1{})`", other.si_unit()),
                }))
            }
        }
    }

    /// Returns a list.
    pub fn list(&self, at: usize) -> Result<&'a List, ValueError> {
        match self.get(at)? {
            Datum::List(list) => Ok(list),
            other => {
                let error = self.wants("a list", &other.kind());
                Err(match other {
                    Datum::Range(_) => error.help("`list(range)` makes a list of a range"),
                    _ => error,
                })
            }
        }
    }

    /// Returns a record.
    pub fn record(&self, at: usize) -> Result<&'a Record, ValueError> {
        match self.get(at)? {
            Datum::Record(record) => Ok(record),
            other => Err(self.wants("a record", &other.kind())),
        }
    }

    /// Returns the common dimension of quantities.
    pub fn common(&self, data: &[Datum]) -> Result<Dimension, ValueError> {
        let mut common = Quantity::plain(0.0);
        for datum in data {
            let Datum::Number(number) = datum else {
                return Err(self.wants("numbers", &datum.kind()));
            };
            let dimension = meeting(&common, number).ok_or_else(|| {
                let (a, b) = (common.dimension, number.dimension);
                let name = self.function.name;
                let message = format!("`{name}` needs quantities of one kind, found {a} and {b}");
                ValueError::mismatch(message, a, b)
            })?;
            // Zeros without a unit fit any dimension.
            let value = common.value.abs().max(number.value.abs());
            common = Quantity::new(value, dimension);
        }
        Ok(common.dimension)
    }

    /// Returns a result; rejects it if it is not finite.
    pub fn finite(&self, value: f64, dimension: Dimension) -> Result<Datum, ValueError> {
        if value.is_finite() {
            // Adding 0 turns the negative zero into 0.
            Ok(Datum::number(value + 0.0, dimension))
        } else {
            Err(ValueError::too_large(&self.spelled()))
        }
    }

    /// Makes the error of a function without a value for these arguments, and the reason.
    pub fn no_value(&self, why: &str) -> ValueError {
        ValueError::of_values(format!("`{}` has no value: {why}", self.spelled()))
    }

    /// Returns the usage of the function.
    pub fn usage(&self) -> String {
        self.function.usage()
    }

    /// Makes the error of an argument of the wrong kind.
    pub fn wants(&self, wanted: &str, found: &str) -> ValueError {
        ValueError::new(format!(
            "`{}` needs {wanted}, found {found}",
            self.function.name
        ))
        .help(format!("usage: {}", self.function.usage()))
    }

    /// Returns the call as quoted in reports.
    fn spelled(&self) -> String {
        let arguments: Vec<String> = self.data.iter().take(4).map(show).collect();
        let more = if self.data.len() > 4 { ", ..." } else { "" };
        format!("{}({}{more})", self.function.name, arguments.join(", "))
    }
}
