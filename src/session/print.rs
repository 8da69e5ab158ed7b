//! Numbers as a person reads them.

use crate::lang::value::show::significant;

/// A number with six significant digits and its unit, as `print` shows it.
#[must_use]
pub fn si(value: f64, unit: &str) -> String {
    let number = significant(value);
    if unit.is_empty() {
        number
    } else {
        format!("{number} {unit}")
    }
}

#[cfg(test)]
mod tests {
    use super::si;

    #[test]
    fn numbers_are_told_as_print_shows_them() {
        assert_eq!(si(0.000416666667, "s"), "0.000416667 s");
        assert_eq!(si(9.8, "m/s2"), "9.8 m/s2");
        assert_eq!(si(1000.0, ""), "1000");
        assert_eq!(si(1e12, ""), "1e12");
        assert_eq!(si(999_999_999.9, "s"), "1e9 s");
        assert_eq!(si(0.0, "m"), "0 m");
        assert_eq!(si(-1.5e-9, "m"), "-1.5e-9 m");
        assert_eq!(si(123456789.0, ""), "123456789");
        assert_eq!(si(f64::INFINITY, "rad"), "inf rad");
    }
}
