//! Values on the command line: numbers, times and angles with or without units, sizes.

use crate::diagnostic::suggest::nearest;
use crate::film::Overlays;
use crate::lang::dimension::Dimension;
use crate::lang::units::{convert, parse_unit};
use crate::source::Span;

/// Parses a finite number that fits.
fn number(text: &str, fits: impl Fn(&f64) -> bool, expected: &str) -> Result<f64, String> {
    let parsed = text.parse().ok().filter(|x: &f64| x.is_finite() && fits(x));
    parsed.ok_or_else(|| format!("expected {expected}"))
}

/// Parses a number above zero.
pub(super) fn positive(text: &str) -> Result<f64, String> {
    number(text, |x| *x > 0.0, "a number above zero")
}

/// Parses a part of a whole: `0.02` or `2%`.
pub(super) fn part(text: &str) -> Result<f64, String> {
    let expected = "a fraction above zero, such as 2% or 0.02";
    let (digits, whole) = match text.trim().strip_suffix('%') {
        Some(percent) => (percent.trim(), 100.0),
        None => (text.trim(), 1.0),
    };
    number(digits, |x| *x > 0.0, expected).map(|x| x / whole)
}

/// Parses a time (s): a bare number is in seconds.
pub(super) fn time(text: &str) -> Result<f64, String> {
    quantity(
        text,
        Dimension::TIME,
        "s",
        "a time such as 0.5, 0.5s or 830ms",
    )
}

/// Parses a time above zero (s): a bare number is in seconds.
pub(super) fn period(text: &str) -> Result<f64, String> {
    match time(text) {
        Ok(seconds) if seconds > 0.0 => Ok(seconds),
        Ok(_) => Err("expected a time above zero, such as 1ms".to_owned()),
        Err(why) => Err(why),
    }
}

/// Parses width and height of a sheet (mm).
pub(super) fn paper(text: &str) -> Result<[f64; 2], String> {
    let side = |text: &str| {
        let mm = text.trim().parse::<f64>().ok()?;
        (10.0..=2000.0).contains(&mm).then_some(mm)
    };
    let sides = text.trim().trim_end_matches("mm").split_once('x');
    let parsed = sides.and_then(|(width, height)| Some([side(width)?, side(height)?]));
    parsed
        .ok_or_else(|| "expected a size in mm such as 88x60, with sides from 10 to 2000".to_owned())
}

/// Parses dots per inch.
pub(super) fn dots(text: &str) -> Result<f64, String> {
    let fits = |x: &f64| (20.0..=2400.0).contains(x);
    number(text, fits, "a number from 20 to 2400")
}

/// Parses an angle (rad): a bare number is in degrees.
pub(super) fn angle(text: &str) -> Result<f64, String> {
    quantity(
        text,
        Dimension::ANGLE,
        "deg",
        "an angle such as 30, 30deg or 0.5rad",
    )
}

/// Returns the SI value of a number and its unit, or a default unit for a bare number.
fn quantity(text: &str, dimension: Dimension, bare: &str, wanted: &str) -> Result<f64, String> {
    let text = text.trim();
    // The longest prefix that is a number. Words for numbers, such as `inf`, are not valid.
    let number = |end: &usize| {
        let number = text.get(..*end)?;
        let plain = number.ends_with(|c: char| c.is_ascii_digit() || c == '.');
        number
            .parse::<f64>()
            .ok()
            .filter(|x| plain && x.is_finite())
    };
    let Some(end) = (1..=text.len()).rev().find(|end| number(end).is_some()) else {
        return Err(format!("expected {wanted}"));
    };
    let value = number(&end).unwrap_or_default();
    let unit = match text[end..].trim() {
        "" => bare,
        unit => unit,
    };
    let nowhere = Span::default();
    convert(value, unit, dimension).map_err(|why| {
        // For a text that is not a unit at all, only the expected format helps.
        if parse_unit(unit).is_err() && !unit.chars().all(char::is_alphabetic) {
            return format!("expected {wanted}");
        }
        let report = why.report(nowhere, unit);
        match report.help {
            Some(help) => format!("{}; {help}", report.message),
            None => report.message,
        }
    })
}

/// Largest side of a frame; more is a mistake.
const LARGEST_SIDE: usize = 16_384;

/// Parses width and height of a frame.
pub(super) fn size(text: &str) -> Result<(usize, usize), String> {
    let sides = 1..=LARGEST_SIDE;
    let parsed = pair(text).filter(|(w, h)| sides.contains(w) && sides.contains(h));
    parsed.ok_or_else(|| {
        format!("expected a size such as 1280x720, with sides of at most {LARGEST_SIDE}")
    })
}

/// Parses two whole numbers with an `x` between them.
fn pair(text: &str) -> Option<(usize, usize)> {
    let (first, second) = text.split_once('x')?;
    Some((first.parse().ok()?, second.parse().ok()?))
}

/// Most moments in one picture; more are a mistake.
const MOST_MOMENTS: usize = 1000;

/// Parses the number of moments of a strip.
pub(super) fn moments(text: &str) -> Result<usize, String> {
    match text.parse::<usize>() {
        Ok(n) if (1..=MOST_MOMENTS).contains(&n) => Ok(n),
        _ => Err(format!("expected a whole number from 1 to {MOST_MOMENTS}")),
    }
}

/// Parses columns and rows of a sheet.
pub(super) fn grid(text: &str) -> Result<(usize, usize), String> {
    let fits = |(c, r): &(usize, usize)| *c >= 1 && *r >= 1 && c.saturating_mul(*r) <= MOST_MOMENTS;
    pair(text).filter(fits).ok_or_else(|| {
        format!("expected columns and rows such as 4x3, with at most {MOST_MOMENTS} pictures")
    })
}

/// Names of overlays.
pub(super) const OVERLAYS: [(&str, Overlays); 5] = [
    ("clock", overlays([true, false, false])),
    ("steps", overlays([false, true, false])),
    ("dials", overlays([false, false, true])),
    ("all", overlays([true; 3])),
    ("none", overlays([false; 3])),
];

const fn overlays([clock, steps, dials]: [bool; 3]) -> Overlays {
    Overlays {
        clock,
        steps,
        dials,
    }
}

/// Parses the name of an overlay.
pub(super) fn overlay(text: &str) -> Result<Overlays, String> {
    if let Some((_, known)) = OVERLAYS.iter().find(|(name, _)| *name == text) {
        return Ok(*known);
    }
    let names = OVERLAYS.map(|(name, _)| name);
    let near =
        nearest(text, names).map_or(String::new(), |near| format!("did you mean `{near}`? "));
    Err(format!("{near}choices: {}", names.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::PI;

    #[test]
    fn times_and_angles_have_units() {
        assert_eq!(time("0.5"), Ok(0.5));
        assert_eq!(time("830ms"), Ok(0.83));
        assert_eq!(time("1e-3 s"), Ok(1e-3));
        assert_eq!(time("-2min"), Ok(-120.0));
        assert_eq!(angle("-90"), Ok(-PI / 2.0));
        assert_eq!(angle("-90deg"), Ok(-PI / 2.0));
        assert_eq!(angle("0.25rev"), Ok(PI / 2.0));
        assert_eq!(angle("1e0rad"), Ok(1.0));
        assert_eq!(angle("180°"), Ok(PI));
    }

    #[test]
    fn parts_may_be_per_cent() {
        assert_eq!(part("2%"), Ok(0.02));
        assert_eq!(part("0.5 %"), Ok(0.005));
        assert_eq!(part("0.1"), Ok(0.1));
        for wrong in ["", "%", "0", "-2%", "2%%", "much", "inf%"] {
            assert!(part(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn what_is_neither_is_told_apart() {
        let told = |result: Result<f64, String>, part: &str| {
            let why = result.unwrap_err();
            assert!(why.contains(part), "{why}");
        };
        told(time("5mm"), "found a length");
        told(time("5sec"), "`s`");
        for text in ["", "soon", "inf", "nan", "-", "--draft", "1..2"] {
            told(time(text), "such as 0.5");
        }
        told(angle("30s"), "found a time");
        told(angle("1e999deg"), "such as 30");
        told(angle("é"), "such as 30");
    }
}
