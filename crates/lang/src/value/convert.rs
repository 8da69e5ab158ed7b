//! `x to UNIT` and `a..b by s`.

use super::{Datum, Quantity, Range, Shown, ValueError};
use std::sync::Arc;

impl Shown {
    /// Returns the value, to be shown in this unit; for a list, its elements.
    ///
    /// # Errors
    /// It is not a quantity of the unit's dimension, or its number in this unit is too large.
    pub fn of(self: &Arc<Self>, datum: Datum) -> Result<Datum, ValueError> {
        match datum {
            Datum::Number(number) => self.of_number(&number).map(Datum::Number),
            Datum::List(list) => {
                let elements = list.iter().map(|element| self.of(element.clone()));
                Datum::list(elements.collect::<Result<_, _>>()?)
            }
            other => Err(ValueError::new(format!(
                "`to {}` needs a number or a list of numbers, found {}",
                self.text(),
                other.kind()
            ))),
        }
    }
}

/// Returns `datum to unit`: the same value, shown in that unit.
///
/// # Errors
/// The text is not a unit, or the value is not a quantity of its dimension.
pub fn convert(datum: Datum, unit: &str) -> Result<Datum, ValueError> {
    Shown::new(unit)?.of(datum)
}

/// Creates the range `from..to by by`.
///
/// # Errors
/// The three are not numbers of one dimension, or give no range.
pub fn range(from: &Datum, to: &Datum, by: Option<&Datum>) -> Result<Range, ValueError> {
    let by = by.map(bound).transpose()?;
    Range::between(bound(from)?, bound(to)?, by)
}

fn bound(datum: &Datum) -> Result<&Quantity, ValueError> {
    match datum {
        Datum::Number(number) => Ok(number),
        other => Err(ValueError::new(format!(
            "a range needs two numbers, found {}",
            other.kind()
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dimension::Dimension;
    use crate::value::show;
    use crate::value::tests::{length, list, plain, time};

    fn shown(datum: Datum, unit: &str) -> String {
        show(&convert(datum, unit).unwrap())
    }

    #[test]
    fn numbers_are_shown_in_the_unit_they_are_converted_to() {
        let speed = Datum::number(0.082, Dimension::SPEED);
        assert_eq!(shown(speed.clone(), "cm/s"), "8.2 cm/s");
        assert_eq!(
            convert(speed, "cm/s")
                .and_then(|v| super::super::spell(&v))
                .unwrap(),
            "0.082m/s"
        );
        assert_eq!(shown(plain(std::f64::consts::FRAC_PI_4), "deg"), "45 deg");
        assert_eq!(shown(plain(0.0), "mm"), "0 mm");
        assert_eq!(
            shown(list([length(0.001), length(0.002)]), "mm"),
            "[1 2] mm"
        );
    }

    #[test]
    fn other_units_are_refused() {
        let told = |datum, unit| {
            let error = convert(datum, unit).unwrap_err();
            (error.message, error.help.unwrap_or_default())
        };
        let (message, help) = told(length(1.0), "kg");
        assert_eq!(message, "a length (m) cannot be shown in `kg`");
        assert_eq!(help, "write it in one of `m`, `cm`, `mm`, `um`, `nm`, `km`");
        let (message, help) = told(time(1.0), "sec");
        assert_eq!(message, "there is no unit `sec`");
        assert_eq!(help, "did you mean `s`?");
        let (message, _) = told(Datum::Flag(true), "s");
        assert_eq!(
            message,
            "`to s` needs a number or a list of numbers, found a flag (true or false)"
        );
        let (message, _) = told(length(1e308), "um");
        assert_eq!(
            message,
            "`1e308 m to um` is too large: the largest number is about 1.8e308"
        );
    }
}
