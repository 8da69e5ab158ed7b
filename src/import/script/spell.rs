//! Readable numbers that read back to the same bits.

use crate::lang::dimension::Dimension;
use crate::lang::units::convert;

/// Quantity that a number measures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Measure {
    /// Length (m).
    Length,
    /// Angle (rad).
    Angle,
    /// Mass (kg).
    Mass,
    /// A number in SI, written without unit.
    Bare,
}

/// Formats the number with its unit.
pub(super) fn spell(value: f64, measure: Measure) -> String {
    if value == 0.0 {
        return "0".to_owned();
    }
    let size = value.abs();
    let small = match measure {
        Measure::Length if (0.01..1.0).contains(&size) => Some((2, "cm", Dimension::LENGTH)),
        Measure::Length if (1e-6..0.01).contains(&size) => Some((3, "mm", Dimension::LENGTH)),
        Measure::Mass if (1e-6..0.1).contains(&size) => Some((3, "g", Dimension::MASS)),
        _ => None,
    };
    if let Some((exponent, unit, dimension)) = small {
        let text = shifted(value, exponent);
        // A larger unit may need more digits than a number has.
        let read = text.parse().map(|x: f64| convert(x, unit, dimension));
        if matches!(read, Ok(Ok(back)) if back == value) {
            return format!("{text}{unit}");
        }
    }
    match measure {
        Measure::Length => format!("{}m", shifted(value, 0)),
        Measure::Mass => format!("{}kg", shifted(value, 0)),
        Measure::Angle => angle(value),
        Measure::Bare => shifted(value, 0),
    }
}

/// Formats an angle in degrees, if few digits give the same bits, or in radians.
fn angle(value: f64) -> String {
    let degrees = value.to_degrees();
    for decimals in 0..=12 {
        let text = format!("{degrees:.decimals$}");
        let back = text
            .parse::<f64>()
            .map(|x| x * (std::f64::consts::PI / 180.0));
        if back == Ok(value) {
            return format!("{text}deg");
        }
    }
    format!("{}rad", shifted(value, 0))
}

/// Formats `value * 10^exponent` by moving the decimal point of the shortest text that reads back as the value.
fn shifted(value: f64, exponent: i32) -> String {
    let text = format!("{value:e}");
    let Some((digits, own)) = text.split_once('e') else {
        return text;
    };
    let power = own.parse::<i32>().unwrap_or(0) + exponent;
    let (sign, digits) = match digits.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", digits),
    };
    let digits: String = digits.chars().filter(|c| *c != '.').collect();
    if !(-6..16).contains(&power) {
        let (first, rest) = digits.split_at(1);
        let point = if rest.is_empty() { "" } else { "." };
        return format!("{sign}{first}{point}{rest}e{power}");
    }
    if power < 0 {
        let zeros = "0".repeat(power.unsigned_abs() as usize - 1);
        return format!("{sign}0.{zeros}{digits}");
    }
    let whole = power as usize + 1;
    match digits.len() > whole {
        true => {
            let (before, after) = digits.split_at(whole);
            format!("{sign}{before}.{after}")
        }
        false => format!("{sign}{digits}{}", "0".repeat(whole - digits.len())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn units_are_those_of_a_reader() {
        let length = |x| spell(x, Measure::Length);
        assert_eq!(length(0.225), "22.5cm");
        assert_eq!(length(-0.0021), "-2.1mm");
        assert_eq!(length(1.25), "1.25m");
        assert_eq!(length(0.0), "0");
        assert_eq!(length(1e-9), "1e-9m");
        assert_eq!(spell(0.05, Measure::Mass), "50g");
        assert_eq!(
            spell(-150.0 * (std::f64::consts::PI / 180.0), Measure::Angle),
            "-150deg"
        );
        assert_eq!(spell(0.123, Measure::Angle), "0.123rad");
        assert_eq!(spell(2e20, Measure::Bare), "2e20");
    }

    proptest! {
        #[test]
        fn numbers_read_back_to_the_same_bits(x in proptest::num::f64::NORMAL | proptest::num::f64::SUBNORMAL) {
            for (measure, dimension) in [
                (Measure::Length, Dimension::LENGTH),
                (Measure::Mass, Dimension::MASS),
                (Measure::Angle, Dimension::ANGLE),
            ] {
                let text = spell(x, measure);
                let unit = text.rfind(|c: char| !c.is_alphabetic()).map_or(0, |at| at + 1);
                let (number, unit) = text.split_at(unit);
                let back = convert(number.parse().unwrap(), unit, dimension).unwrap();
                prop_assert_eq!(back.to_bits(), x.to_bits(), "{}", text);
            }
            let bare = spell(x, Measure::Bare);
            prop_assert_eq!(bare.parse::<f64>().unwrap().to_bits(), x.to_bits());
        }
    }
}
