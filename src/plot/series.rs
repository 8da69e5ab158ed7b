//! Values over time.

/// A named quantity with its values.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Series {
    /// What it is called.
    pub name: String,
    /// Its unit as a script writes it, `m/s2`; empty or `1` for a bare number.
    pub unit: String,
    /// Whether somebody chose the unit, so that it stays.
    pub exact: bool,
    /// What its panel shows where several quantities share one; empty where that is told by the unit alone.
    pub group: String,
    /// The values; what is not known is NaN.
    pub values: Vec<f64>,
}

impl Series {
    /// A quantity with its values.
    #[must_use]
    pub fn new(name: &str, unit: &str, values: Vec<f64>) -> Self {
        Series {
            name: name.to_owned(),
            unit: unit.to_owned(),
            values,
            ..Series::default()
        }
    }

    /// Values that are numbers.
    pub(super) fn known(&self) -> impl Iterator<Item = f64> {
        self.values.iter().copied().filter(|v| v.is_finite())
    }
}
