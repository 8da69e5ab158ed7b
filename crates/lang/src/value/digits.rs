//! Decimal digits of numbers.

/// Formats a number with six significant digits, without trailing zeros; with an exponent if the number has more than nine
/// digits before or four zeros after its point.
#[must_use]
pub fn significant(value: f64) -> String {
    if value == 0.0 {
        return "0".into();
    }
    // The exponent of the rounded number: 999999.7 is rounded to 1e6.
    let rounded = format!("{value:.5e}");
    let (digits, exponent) = rounded.split_once('e').unwrap_or((&rounded, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    if (-5..9).contains(&exponent) {
        let places = usize::try_from(5 - exponent).unwrap_or(0);
        trimmed(&format!("{value:.places$}")).to_owned()
    } else {
        format!("{}e{exponent}", trimmed(digits))
    }
}

/// Removes zeros at the end of a fraction.
pub fn trimmed(number: &str) -> &str {
    if number.contains('.') {
        number.trim_end_matches('0').trim_end_matches('.')
    } else {
        number
    }
}
