//! Ranges: `a..b by s`, which excludes its end.

use super::quantity::meeting;
use super::{Quantity, ValueError};
use crate::dimension::Dimension;

/// Most elements of a range.
pub const LONGEST_RANGE: u32 = 1_000_000_000;

/// Evenly spaced numbers; none of them is stored.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Range {
    from: f64,
    step: f64,
    dimension: Dimension,
    count: u32,
}

impl Range {
    /// Returns an arbitrary range of numbers of a dimension.
    pub(super) fn sample(dimension: Dimension) -> Self {
        Range {
            from: 0.0,
            step: 1.0,
            dimension,
            count: 3,
        }
    }

    /// Creates the range `first..end by by`; with steps of 1 if `by` is not given, which is possible for plain numbers only. It is
    /// empty if `end` is not ahead of `first` in the direction of the step.
    ///
    /// # Errors
    /// The three are not of one dimension, the step is zero, or there would be more than [`LONGEST_RANGE`] elements.
    pub(super) fn between(
        first: &Quantity,
        end: &Quantity,
        by: Option<&Quantity>,
    ) -> Result<Self, ValueError> {
        let refused = |a: Dimension, b: Dimension| {
            ValueError::mismatch(format!("a range cannot go from {a} to {b}"), a, b)
        };
        let dimension =
            meeting(first, end).ok_or_else(|| refused(first.dimension, end.dimension))?;
        let one = Quantity::plain(1.0);
        let step = match by {
            Some(by) => by,
            None if dimension == Dimension::NONE => &one,
            None => {
                let message = format!("a range of {dimension} needs a step");
                return Err(ValueError::new(message).help("write `FROM..TO by STEP`"));
            }
        };
        let whole = Quantity::new(end.value - first.value, dimension);
        let dimension = meeting(&whole, step).ok_or_else(|| {
            let of = match dimension == Dimension::NONE {
                true => "numbers without a unit".to_owned(),
                false => dimension.to_string(),
            };
            let message = format!("a range of {of} cannot have {} as its step", step.dimension);
            ValueError::mismatch(message, dimension, step.dimension)
        })?;
        if step.value == 0.0 {
            let error = ValueError::of_values("the step of a range must not be zero");
            return Err(error.help("for example `0..1 by 0.1`"));
        }
        let steps = steps(first.value, end.value, step.value);
        if steps > f64::from(LONGEST_RANGE) {
            return Err(ValueError::of_values(format!(
                "the range from {first} to {end} has more than {LONGEST_RANGE} elements"
            ))
            .help("use a larger step"));
        }
        Ok(Range {
            from: first.value,
            step: step.value,
            dimension,
            count: steps as u32,
        })
    }

    /// Returns the dimension of its numbers.
    #[must_use]
    pub fn dimension(&self) -> Dimension {
        self.dimension
    }

    /// Returns the number of elements.
    #[must_use]
    pub fn count(&self) -> u64 {
        u64::from(self.count)
    }

    /// Returns the element of an index, `from + index * step`: with one rounding of the product and one of the sum, whatever
    /// the index.
    #[must_use]
    pub fn get(&self, index: u64) -> Option<Quantity> {
        let value = self.from + index as f64 * self.step;
        (index < self.count()).then(|| Quantity::new(value, self.dimension))
    }

    /// Returns its elements in order.
    pub fn elements(self) -> impl Iterator<Item = Quantity> {
        (0..self.count()).filter_map(move |index| self.get(index))
    }
}

/// Returns the number of steps before the end. `0..2.1 by 0.7` has 3 elements although the quotient is slightly above 3: a
/// quotient that differs from an integer by at most the rounding of the three numbers counts as that integer.
fn steps(from: f64, to: f64, step: f64) -> f64 {
    let quotient = (to - from) / step;
    let rounding = 4.0 * f64::EPSILON * ((from.abs() + to.abs()) / step.abs());
    let nearest = quotient.round();
    let steps = if (quotient - nearest).abs() <= rounding.min(1e-6) {
        nearest
    } else {
        quotient.ceil()
    };
    steps.max(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::tests::{length, plain, time};
    use crate::value::{Datum, range};

    fn elements(from: f64, to: f64, by: f64) -> Vec<f64> {
        let range = range(&plain(from), &plain(to), Some(&plain(by))).unwrap();
        range.elements().map(|element| element.value).collect()
    }

    #[test]
    fn the_end_is_left_out() {
        assert_eq!(elements(0.0, 6.0, 1.0), [0.0, 1.0, 2.0, 3.0, 4.0, 5.0]);
        assert_eq!(elements(6.0, 0.0, -2.0), [6.0, 4.0, 2.0]);
        assert_eq!(elements(0.0, 5.0, 2.0), [0.0, 2.0, 4.0]);
        assert_eq!(elements(0.0, 2.1, 0.7), [0.0, 0.7, 1.4]);
        assert_eq!(elements(3.0, 0.0, 1.0), [0.0; 0]);
        assert_eq!(elements(3.0, 3.0, 1.0), [0.0; 0]);
        assert_eq!(elements(1e15, 1e15 + 10.0, 3.0).len(), 4);
        assert_eq!(elements(0.0, 1e-9, 1.0), [0.0]);
        for tenths in 1..1000 {
            let to = f64::from(tenths) / 10.0;
            assert_eq!(
                elements(0.0, to, 0.1).len(),
                tenths as usize,
                "0..{to} by 0.1"
            );
        }
    }

    #[test]
    fn ranges_have_dimensions() {
        let there = range(&plain(0.0), &length(1.0), Some(&length(0.25))).unwrap();
        assert_eq!(there.get(3), Some(Quantity::new(0.75, Dimension::LENGTH)));
        assert_eq!(there.get(4), None);
        let told =
            |from, to, by: Option<Datum>| range(&from, &to, by.as_ref()).unwrap_err().message;
        assert_eq!(
            told(plain(0.0), length(1.0), None),
            "a range of a length (m) needs a step"
        );
        assert_eq!(
            told(length(0.0), time(1.0), None),
            "a range cannot go from a length (m) to a time (s)"
        );
        assert_eq!(
            told(length(0.0), length(1.0), Some(plain(1.0))),
            "a range of a length (m) cannot have a number without a unit as its step"
        );
        assert_eq!(
            told(plain(0.0), plain(1.0), Some(plain(0.0))),
            "the step of a range must not be zero"
        );
        assert_eq!(
            told(plain(0.0), Datum::Flag(true), None),
            "a range needs two numbers, found a flag (true or false)"
        );
    }

    #[test]
    fn ranges_end_somewhere() {
        let longest = range(&plain(0.0), &plain(1e9), None).unwrap();
        assert_eq!(longest.count(), 1_000_000_000);
        for (from, to, by) in [
            (0.0, 1e9 + 1.0, 1.0),
            (-1e308, 1e308, 1.0),
            (0.0, 1.0, 5e-324),
        ] {
            let error = range(&plain(from), &plain(to), Some(&plain(by))).unwrap_err();
            assert!(error.message.contains("more than 1000000000"), "{error}");
        }
    }
}
