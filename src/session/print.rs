//! Numbers as a person reads them.

/// A number with six significant digits and its unit, scaled by thousands where that reads better.
#[must_use]
pub fn si(value: f64, unit: &str) -> String {
    let number = significant(value);
    if unit.is_empty() {
        number
    } else {
        format!("{number} {unit}")
    }
}

/// Six significant digits, without trailing zeros.
fn significant(value: f64) -> String {
    if value == 0.0 || !value.is_finite() {
        return format!("{value}");
    }
    let magnitude = value.abs().log10().floor() as i32;
    if !(-5..9).contains(&magnitude) {
        let text = format!("{value:.5e}");
        return match text.split_once('e') {
            Some((digits, exponent)) if digits.contains('.') => {
                format!(
                    "{}e{exponent}",
                    digits.trim_end_matches('0').trim_end_matches('.')
                )
            }
            _ => text,
        };
    }
    let decimals = (5 - magnitude).max(0) as usize;
    let text = format!("{value:.decimals$}");
    if text.contains('.') {
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    } else {
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn six_significant_digits() {
        assert_eq!(si(0.000416666667, "s"), "0.000416667 s");
        assert_eq!(si(9.8, "m/s2"), "9.8 m/s2");
        assert_eq!(si(1000.0, ""), "1000");
        assert_eq!(si(1e12, ""), "1e12");
        assert_eq!(si(0.0, "m"), "0 m");
        assert_eq!(si(-1.5e-9, "m"), "-1.5e-9 m");
        assert_eq!(si(123456789.0, ""), "123456789");
    }
}
