//! `~`: approximate equality within a tolerance.

use super::quantity::meeting;
use super::{Datum, Quantity, ValueError, show};
use crate::dimension::Dimension;

/// Default tolerance of `~`, relative to the larger side: values are shown with six significant digits.
pub const ROUNDING: f64 = 1e-6;

/// Tolerance of a comparison.
#[derive(Clone, Copy, Debug)]
pub enum Tolerance<'t> {
    /// The default, [`ROUNDING`].
    Rounding,
    /// An absolute tolerance.
    Absolute(&'t Datum),
    /// A part of the larger side.
    Part(&'t Datum),
}

/// The distance of two values, and the larger of their magnitudes, both in SI.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Difference {
    /// `|a - b|`; for vectors the length of the difference.
    pub distance: f64,
    /// The larger of `|a|` and `|b|`.
    pub magnitude: f64,
    /// Dimension of both.
    pub dimension: Dimension,
}

impl Difference {
    /// Returns the distance as a part of the larger side; 0 if both are 0.
    #[must_use]
    pub fn part(&self) -> f64 {
        if self.distance == 0.0 {
            0.0
        } else {
            self.distance / self.magnitude
        }
    }
}

/// Returns the difference of two numbers or two vectors.
///
/// # Errors
/// They cannot be compared.
pub fn difference(left: &Datum, right: &Datum) -> Result<Difference, ValueError> {
    let pairs: Vec<(&Quantity, &Quantity)> = match (left, right) {
        (Datum::Number(left), Datum::Number(right)) => vec![(left, right)],
        (Datum::List(a), Datum::List(b)) if a.len() == b.len() => {
            let pairs = a.iter().zip(b.iter());
            let pairs = pairs.map(|(a, b)| match (a, b) {
                (Datum::Number(a), Datum::Number(b)) => Ok((a, b)),
                (a, b) => Err(unfit(a, b)),
            });
            pairs.collect::<Result<_, _>>()?
        }
        _ => return Err(unfit(left, right)),
    };
    let mut dimension = None;
    let mut sums = [0.0; 3];
    for (a, b) in pairs {
        let both =
            meeting(a, b).filter(|d| dimension.is_none_or(|first: Dimension| first.fits(*d)));
        let Some(both) = both else {
            let (a, b) = (a.dimension, b.dimension);
            let message = format!("cannot compare {a} with {b}");
            return Err(ValueError::mismatch(message, a, b));
        };
        dimension = Some(both);
        for (sum, x) in sums.iter_mut().zip([a.value - b.value, a.value, b.value]) {
            *sum = libm::hypot(x, *sum);
        }
    }
    let [distance, a, b] = sums;
    Ok(Difference {
        distance,
        magnitude: a.max(b),
        dimension: dimension.unwrap_or(Dimension::NONE),
    })
}

/// Whether two numbers, or two vectors, differ by at most a tolerance.
///
/// # Errors
/// They cannot be compared, or the tolerance is of another dimension or negative.
pub fn near(left: &Datum, right: &Datum, tolerance: Tolerance) -> Result<bool, ValueError> {
    let found = difference(left, right)?;
    let allowed = match tolerance {
        Tolerance::Rounding => ROUNDING * found.magnitude,
        Tolerance::Part(part) => number(part, Dimension::NONE)? * found.magnitude,
        Tolerance::Absolute(allowed) => number(allowed, found.dimension)?,
    };
    Ok(found.distance <= allowed)
}

/// Returns the value of a tolerance.
fn number(tolerance: &Datum, wanted: Dimension) -> Result<f64, ValueError> {
    let help = match wanted == Dimension::NONE {
        true => "write `within 1%`, or `+- 2`".to_owned(),
        false => format!("write `within 1%`, or a tolerance in {}", wanted.si_unit()),
    };
    let message = match tolerance {
        Datum::Number(number) if number.value < 0.0 => {
            format!("the tolerance is below zero: {}", show(tolerance))
        }
        Datum::Number(number) if number.dimension.fits(wanted) => return Ok(number.value),
        other => format!(
            "the tolerance is {}, but the compared values are {wanted}",
            other.kind()
        ),
    };
    Err(ValueError::new(message).help(help))
}

fn unfit(left: &Datum, right: &Datum) -> ValueError {
    let (a, b) = (left.kind(), right.kind());
    let error = ValueError::new(format!(
        "`~` compares two numbers or two vectors, found {a} and {b}"
    ));
    error.help("use `==` to compare texts, flags and lists of other values")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn length(value: f64) -> Datum {
        Datum::number(value, Dimension::LENGTH)
    }

    #[test]
    fn rounding_is_forgiven_and_no_more() {
        let near = |a: f64, b: f64| near(&length(a), &length(b), Tolerance::Rounding).unwrap();
        assert!(near(0.05 + 0.002, 0.052) && near(0.0, 0.0) && near(-1.0, -1.0 - 9e-7));
        assert!(!near(0.052, 0.0521) && !near(0.0, 1e-30) && !near(1.0, -1.0));
    }

    #[test]
    fn a_tolerance_is_a_part_or_a_quantity() {
        let (a, b) = (length(0.100), length(0.1009));
        let part = |part: f64| near(&a, &b, Tolerance::Part(&Datum::plain(part)));
        assert_eq!((part(0.01), part(0.001)), (Ok(true), Ok(false)));
        let by = |by: Datum| near(&a, &b, Tolerance::Absolute(&by));
        assert_eq!((by(length(1e-3)), by(length(1e-4))), (Ok(true), Ok(false)));
        assert!(by(Datum::plain(1e-3)).is_err() && by(length(-1.0)).is_err());
    }

    #[test]
    fn vectors_are_compared_by_the_length_of_their_difference() {
        let vector = |x: [f64; 3]| Datum::list(x.map(length).to_vec()).unwrap();
        let (a, b) = (vector([3.0, 4.0, 0.0]), vector([3.0, 4.0, 0.01]));
        let found = difference(&a, &b).unwrap();
        assert!((found.distance - 0.01).abs() < 1e-15 && (found.magnitude - 5.0).abs() < 1e-4);
        assert!(near(&a, &b, Tolerance::Part(&Datum::plain(0.01))).unwrap());
        assert!(difference(&a, &length(1.0)).is_err());
        assert!(difference(&length(1.0), &Datum::plain(1.0)).is_err());
    }
}
