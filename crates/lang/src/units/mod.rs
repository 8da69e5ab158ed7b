//! Units: `mm`, `g/cm3`, `N*s/m`, and the conversion of numbers with units.

mod table;

pub use table::{aliases, all_symbols, elsewhere, symbols, units};

use crate::diagnostic::Diagnostic;
use crate::dimension::Dimension;
use crate::source::Span;
use std::ops::Range;
use table::{find, suggestion};

/// A unit: `scale * 10^exponent` of the SI unit of its dimension.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Unit {
    /// Factor that is no power of ten: 60 for a minute, `pi/180` for a degree.
    scale: f64,
    /// Decimal exponent, separate because it converts without additional rounding.
    exponent: i32,
    /// The kind of quantity.
    pub dimension: Dimension,
}

impl Unit {
    /// Converts a value in this unit to SI: metres, kilograms, seconds, radians and combinations of them. Infinite if the
    /// result is too large.
    ///
    /// Powers of ten move the decimal point of the shortest text that reads back as the value, so that `0.21cm` is exactly the
    /// number `0.0021`; only a scale (degrees, minutes) multiplies.
    #[must_use]
    pub fn to_si(self, value: f64) -> f64 {
        shift(value * self.scale, self.exponent)
    }

    /// Converts a value in SI to this unit.
    #[must_use]
    pub fn from_si(self, value: f64) -> f64 {
        shift(value, -self.exponent) / self.scale
    }

    fn times(self, other: Unit, power: i8) -> Option<Unit> {
        // By repeated multiplication and not by `powi`, whose last bits depend on the platform.
        let step = |scale, _| match power {
            1.. => scale * other.scale,
            _ => scale / other.scale,
        };
        let scale = (0..power.unsigned_abs()).fold(self.scale, step);
        scale.is_normal().then_some(())?;
        Some(Unit {
            scale,
            exponent: self.exponent + other.exponent * i32::from(power),
            dimension: self.dimension.times(other.dimension.power(power)?)?,
        })
    }
}

/// Returns `value * 10^exponent`, rounded once.
fn shift(value: f64, exponent: i32) -> f64 {
    if exponent == 0 || value == 0.0 || !value.is_finite() {
        return value;
    }
    let text = format!("{value:e}");
    let shifted = text.split_once('e').and_then(|(digits, own)| {
        let own: i32 = own.parse().ok()?;
        format!("{digits}e{}", own + exponent).parse().ok()
    });
    shifted.unwrap_or(f64::NAN)
}

/// Error of a unit.
#[derive(Clone, Debug, PartialEq)]
pub enum UnitError {
    /// No unit has that symbol.
    Unknown {
        /// Range of the symbol in the unit's text.
        at: Range<usize>,
        /// A similar known unit.
        suggestion: Option<&'static str>,
    },
    /// The unit is not `symbol power? ((* or /) symbol power?)*`.
    Malformed {
        /// Range of the error in the unit's text.
        at: Range<usize>,
    },
    /// The power is zero, no whole number or out of range.
    Power {
        /// Range of the symbol with its power in the unit's text.
        at: Range<usize>,
    },
    /// A unit of another dimension than the expected one.
    Mismatch {
        /// Dimension of the unit.
        found: Dimension,
        /// Expected dimension.
        wanted: Dimension,
    },
    /// The value in SI is beyond the range of double precision.
    TooLarge,
}

/// Parses a unit: symbols joined by `*` and `/`, each with an optional power, `g/cm3`, `g/cm^3`, `N*s/m`, `s^-1`, `1/s`. A `/`
/// divides by the symbol directly after it.
///
/// # Errors
/// [`UnitError::Unknown`] or [`UnitError::Malformed`], at the first error.
pub fn parse_unit(text: &str) -> Result<Unit, UnitError> {
    let mut unit = Unit {
        scale: 1.0,
        exponent: 0,
        dimension: Dimension::NONE,
    };
    let mut rest = text;
    let mut sign = 1;
    if let Some(after) = text.strip_prefix("1/") {
        rest = after;
        sign = -1;
    }
    loop {
        let at = text.len() - rest.len();
        let (symbol, after) = split(rest, |c| c.is_alphabetic() || matches!(c, '°' | '%'));
        let (power, after) = power(after);
        let place = at..text.len() - after.len();
        if symbol.is_empty() {
            let first = rest.chars().next().map_or(0, char::len_utf8);
            return Err(UnitError::Malformed { at: at..at + first });
        }
        let factor = find(symbol).ok_or_else(|| UnitError::Unknown {
            at: at..at + symbol.len(),
            suggestion: suggestion(symbol),
        })?;
        unit = power
            .and_then(|power| unit.times(factor, sign * power))
            .ok_or(UnitError::Power { at: place })?;
        let mut following = after.chars();
        sign = match following.next() {
            None => {
                return Ok(Unit {
                    dimension: unit.dimension.of_written(),
                    ..unit
                });
            }
            Some('*') => 1,
            Some('/') => -1,
            Some(c) => {
                let at = text.len() - after.len();
                return Err(UnitError::Malformed {
                    at: at..at + c.len_utf8(),
                });
            }
        };
        rest = following.as_str();
    }
}

/// Returns the unit that a text with an unknown symbol may be a misspelling of: `m/s2` for `m/sec2`.
#[must_use]
pub fn similar_unit(text: &str) -> Option<String> {
    let Err(UnitError::Unknown { at, suggestion }) = parse_unit(text) else {
        return None;
    };
    let written = [text.get(..at.start)?, suggestion?, text.get(at.end..)?].concat();
    parse_unit(&written).is_ok().then_some(written)
}

/// Converts a number with a unit to SI, for a quantity of a dimension that accepts the unit ([`Dimension::accepts_unit`]).
///
/// # Errors
/// Any [`UnitError`].
pub fn convert(value: f64, unit: &str, wanted: Dimension) -> Result<f64, UnitError> {
    let unit = parse_unit(unit)?;
    if !wanted.accepts_unit(unit.dimension) {
        return Err(UnitError::Mismatch {
            found: unit.dimension,
            wanted,
        });
    }
    let value = Some(unit.to_si(value)).filter(|x| x.is_finite());
    value.ok_or(UnitError::TooLarge)
}

fn split(text: &str, inside: impl Fn(char) -> bool) -> (&str, &str) {
    text.split_at(text.find(|c| !inside(c)).unwrap_or(text.len()))
}

/// Returns the power at the start of a text, 1 if there is none; none if it is zero or out of range.
fn power(text: &str) -> (Option<i8>, &str) {
    let (marked, rest) = text
        .strip_prefix('^')
        .map_or((false, text), |rest| (true, rest));
    let (sign, rest) = match rest.strip_prefix('-') {
        Some(rest) if marked => (-1, rest),
        _ => (1, rest),
    };
    let (digits, rest) = split(rest, |c| c.is_ascii_digit());
    let power = match digits.parse::<i8>() {
        Ok(power) if power != 0 => Some(sign * power),
        Err(_) if digits.is_empty() && !marked => Some(1),
        _ => None,
    };
    (power, rest)
}

impl UnitError {
    /// Makes the report; `unit` is the span of the unit's text.
    #[must_use]
    pub fn report(&self, unit: Span, text: &str) -> Diagnostic {
        let start = unit.range().start;
        let place = |at: &Range<usize>| Span::of(unit.source, start + at.start..start + at.end);
        match self {
            UnitError::Unknown { at, suggestion } => {
                let found = text.get(at.clone()).unwrap_or(text);
                let report =
                    Diagnostic::error("E010", place(at), format!("there is no unit `{found}`"));
                report.help(match suggestion {
                    // There are no prefixes above kilo: `MN` is more than a spelling of `mN`.
                    Some(unit) if found.starts_with('M') && unit.starts_with('m') => format!(
                        "did you mean `{unit}`? For millions, write an exponent: `1e6` and a unit without the `M`"
                    ),
                    Some(unit) => format!("did you mean `{unit}`?"),
                    None => match elsewhere(found) {
                        Some(says) => says.into(),
                        None => "`corpus explain E010` lists the units".into(),
                    },
                })
            }
            UnitError::Malformed { at } => {
                Diagnostic::error("E011", place(at), format!("`{text}` is not a unit"))
                    .help("join units by `*` and `/` and write powers after them: `g/cm3`, `N*s/m`")
            }
            UnitError::Power { at } => {
                let found = text.get(at.clone()).unwrap_or(text);
                let message = format!("`{found}` is not a power of a unit");
                Diagnostic::error("E011", place(at), message).help(
                    "the power of a unit is a whole number other than zero: `m2`, `m^2`, `s^-1`",
                )
            }
            UnitError::Mismatch { found, wanted } => {
                let report =
                    Diagnostic::error("E012", unit, format!("expected {wanted}, found {found}"));
                match symbols(*wanted).as_slice() {
                    [] => report.help("write the number without a unit"),
                    [one] => report.help(format!("write it in `{one}`")),
                    many => report.help(format!("write it in one of `{}`", many.join("`, `"))),
                }
            }
            UnitError::TooLarge => Diagnostic::error(
                "E003",
                unit,
                "the number is too large when converted to SI units: the largest is about 1.8e308",
            ),
        }
    }
}
