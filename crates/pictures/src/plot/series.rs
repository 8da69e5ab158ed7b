//! Named values over time.

/// A named quantity with its values.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Series {
    /// Name.
    pub name: String,
    /// Unit in script notation, `m/s2`; empty or `1` for a bare number.
    pub unit: String,
    /// Whether the unit was chosen explicitly, so that it is kept.
    pub exact: bool,
    /// Heading of its panel if several quantities share one; empty if the unit is enough.
    pub group: String,
    /// Values; unknown ones are NaN.
    pub values: Vec<f64>,
    /// Least and largest of the values of which each value is the mean; empty if there is one of each.
    pub spread: Vec<[f64; 2]>,
}

impl Series {
    /// Creates a quantity with its values.
    #[must_use]
    pub fn new(name: &str, unit: &str, values: Vec<f64>) -> Self {
        Series {
            name: name.to_owned(),
            unit: unit.to_owned(),
            values,
            ..Series::default()
        }
    }

    /// Creates a quantity with a panel of its own.
    #[must_use]
    pub fn apart(name: &str, unit: &str, values: Vec<f64>) -> Self {
        Series {
            group: name.to_owned(),
            ..Series::new(name, unit, values)
        }
    }

    /// Returns the values and the ends of their spread, other than NaN.
    pub(super) fn drawn(&self) -> impl Iterator<Item = f64> {
        let ends = self.spread.iter().flatten().copied();
        self.known().chain(ends.filter(|v| v.is_finite()))
    }

    /// Returns the values other than NaN.
    pub(super) fn known(&self) -> impl Iterator<Item = f64> {
        self.values.iter().copied().filter(|v| v.is_finite())
    }
}
