//! Readable numbers.

use crate::lang::value::show::{significant, trimmed};

/// Powers of a thousand and their prefixes (BIPM, The International System of Units, 9th edition, table 7).
const PREFIXES: [(i32, &str); 8] = [
    (-9, "n"),
    (-6, "u"),
    (-3, "m"),
    (0, ""),
    (3, "k"),
    (6, "M"),
    (9, "G"),
    (12, "T"),
];

/// Formats a value with a number of significant digits (one to fifteen) in its unit with a prefix: `2.13 g`, `1.5 kJ`. Beyond
/// the prefixes, and if it is not finite, uses the unit without a prefix and a power of ten.
#[must_use]
pub fn prefixed(value: f64, unit: &str, digits: usize) -> String {
    let decimals = digits.clamp(1, 15) - 1;
    if value == 0.0 || !value.is_finite() {
        // A zero has no sign.
        return format!("{} {unit}", value + 0.0);
    }
    // The rounded value decides, so that 999.96 becomes 1 k.
    let text = format!("{value:.decimals$e}");
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let mut prefixes = PREFIXES.iter();
    let Some((power, prefix)) = prefixes.find(|(power, _)| (*power..power + 3).contains(&exponent))
    else {
        return format!("{}e{exponent} {unit}", trimmed(mantissa));
    };
    let ahead = exponent - power;
    let shifted = format!("{mantissa}e{ahead}").parse().unwrap_or(value);
    let places = decimals.saturating_sub(ahead as usize);
    let number = format!("{shifted:.places$}");
    format!("{} {prefix}{unit}", trimmed(&number))
}

/// Formats a number with six significant digits and its unit, as `print` shows it.
#[must_use]
pub fn si(value: f64, unit: &str) -> String {
    let number = significant(value);
    if unit.is_empty() {
        number
    } else {
        format!("{number} {unit}")
    }
}

/// Formats a mass (kg) in grams, and from one kilogram on in kilograms.
#[must_use]
pub fn mass(kilograms: f64) -> String {
    if kilograms.abs() < 1.0 {
        prefixed(1e3 * kilograms, "g", 4)
    } else {
        si(kilograms, "kg")
    }
}

/// Formats a count with its noun: `1 frame`, `2 frames`.
#[must_use]
pub fn counted(number: u64, of: &str) -> String {
    if number == 1 {
        format!("1 {of}")
    } else {
        format!("{number} {of}s")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_prefix_keeps_the_number_short() {
        assert_eq!(prefixed(0.00213, "g", 4), "2.13 mg");
        assert_eq!(prefixed(-0.25, "J", 4), "-250 mJ");
        assert_eq!(prefixed(1234.56, "J", 4), "1.235 kJ");
        assert_eq!(prefixed(999.96, "m", 4), "1 km");
        assert_eq!(prefixed(123_456.0, "m", 3), "123 km");
        assert_eq!(prefixed(1e-9, "J", 4), "1 nJ");
    }

    #[test]
    fn what_no_prefix_reaches_keeps_its_power_of_ten() {
        assert_eq!(prefixed(0.0, "J", 4), "0 J");
        assert_eq!(prefixed(1.5e21, "J", 4), "1.5e21 J");
        assert_eq!(prefixed(2e-15, "J", 4), "2e-15 J");
        assert_eq!(prefixed(f64::NAN, "J", 4), "NaN J");
        assert_eq!(prefixed(f64::INFINITY, "J", 4), "inf J");
    }

    #[test]
    fn nobody_weighs_in_megagrams() {
        assert_eq!(mass(0.00212345), "2.123 g");
        assert_eq!(mass(4e-6), "4 mg");
        assert_eq!(mass(72.0), "72 kg");
        assert_eq!(mass(5400.0), "5400 kg");
    }

    #[test]
    fn one_is_no_plural() {
        assert_eq!(counted(0, "frame"), "0 frames");
        assert_eq!(counted(1, "frame"), "1 frame");
        assert_eq!(counted(2, "frame"), "2 frames");
    }

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
