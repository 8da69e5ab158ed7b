//! Units: `mm`, `g/cm3`, `N*s/m`, and the conversion of numbers that carry them.

use super::dimension::Dimension;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::suggest::nearest;
use crate::source::Span;
use std::f64::consts::{PI, TAU};
use std::ops::Range;

/// A unit: `scale * 10^exponent` of the SI unit of its dimension.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Unit {
    /// What is no power of ten: 60 for a minute, `pi/180` for a degree.
    scale: f64,
    /// Decimal exponent, kept apart because it converts without a rounding of its own.
    exponent: i32,
    /// The kind of quantity.
    pub dimension: Dimension,
}

/// Symbol, scale, decimal exponent, dimension.
const SYMBOLS: &[(&str, f64, i32, Dimension)] = &[
    ("m", 1.0, 0, Dimension::LENGTH),
    ("cm", 1.0, -2, Dimension::LENGTH),
    ("mm", 1.0, -3, Dimension::LENGTH),
    ("um", 1.0, -6, Dimension::LENGTH),
    ("km", 1.0, 3, Dimension::LENGTH),
    ("kg", 1.0, 0, Dimension::MASS),
    ("g", 1.0, -3, Dimension::MASS),
    ("mg", 1.0, -6, Dimension::MASS),
    ("s", 1.0, 0, Dimension::TIME),
    ("ms", 1.0, -3, Dimension::TIME),
    ("us", 1.0, -6, Dimension::TIME),
    ("min", 60.0, 0, Dimension::TIME),
    ("rad", 1.0, 0, Dimension::ANGLE),
    ("deg", PI / 180.0, 0, Dimension::ANGLE),
    ("rev", TAU, 0, Dimension::ANGLE),
    ("Hz", 1.0, 0, Dimension::FREQUENCY),
    ("kHz", 1.0, 3, Dimension::FREQUENCY),
    ("N", 1.0, 0, Dimension::FORCE),
    ("mN", 1.0, -3, Dimension::FORCE),
    ("uN", 1.0, -6, Dimension::FORCE),
    ("J", 1.0, 0, Dimension::TORQUE),
    ("mJ", 1.0, -3, Dimension::TORQUE),
    ("uJ", 1.0, -6, Dimension::TORQUE),
    ("W", 1.0, 0, Dimension::POWER),
    ("mW", 1.0, -3, Dimension::POWER),
];

/// Other spellings that are read as a symbol.
const ALIASES: &[(&str, &str)] = &[
    ("µm", "um"),
    ("μm", "um"),
    ("µs", "us"),
    ("μs", "us"),
    ("µN", "uN"),
    ("μN", "uN"),
    ("µJ", "uJ"),
    ("μJ", "uJ"),
    ("°", "deg"),
];
/// Other spellings that are not read, but suggest a unit.
const LONG_NAMES: &[(&str, &str)] = &[
    ("Nm", "N*m"),
    ("degree", "deg"),
    ("degrees", "deg"),
    ("gram", "g"),
    ("hertz", "Hz"),
    ("joule", "J"),
    ("meter", "m"),
    ("meters", "m"),
    ("metre", "m"),
    ("metres", "m"),
    ("minute", "min"),
    ("msec", "ms"),
    ("newton", "N"),
    ("radian", "rad"),
    ("radians", "rad"),
    ("rpm", "rev/min"),
    ("sec", "s"),
    ("second", "s"),
    ("seconds", "s"),
    ("turn", "rev"),
    ("usec", "us"),
    ("watt", "W"),
];

impl Unit {
    /// A value in this unit as a value in SI: metres, kilograms, seconds, radians and what is made of them. Infinite where
    /// the result is too large.
    ///
    /// Powers of ten move the decimal point of the shortest text that reads back as the value, so that `0.21cm` is the
    /// very number `0.0021`; only a scale (degrees, minutes) multiplies.
    #[must_use]
    pub fn to_si(self, value: f64) -> f64 {
        shift(value * self.scale, self.exponent)
    }

    /// A value in SI as a value in this unit.
    #[must_use]
    pub fn from_si(self, value: f64) -> f64 {
        shift(value, -self.exponent) / self.scale
    }

    fn times(self, other: Unit, power: i8) -> Option<Unit> {
        // Step by step and not by `powi`, whose last bits are left open.
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

/// `value * 10^exponent`, rounded once.
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

/// Why a unit cannot be used.
#[derive(Clone, Debug, PartialEq)]
pub enum UnitError {
    /// No unit has that symbol.
    Unknown {
        /// Where in the unit's text it stands.
        at: Range<usize>,
        /// What may have been meant.
        suggestion: Option<&'static str>,
    },
    /// The unit is not `symbol power? ((* or /) symbol power?)*`, or a power is out of reach.
    Malformed {
        /// Where in the unit's text reading stopped.
        at: Range<usize>,
    },
    /// A unit of another kind of quantity than the wanted one.
    Mismatch {
        /// What the unit measures.
        found: Dimension,
        /// What was wanted.
        wanted: Dimension,
    },
    /// The value in SI is beyond the range of double precision.
    TooLarge,
}

/// Reads a unit: symbols joined by `*` and `/`, each with an optional power, `g/cm3`, `g/cm^3`, `N*s/m`, `s^-1`, `1/s`.
/// A `/` divides by the one symbol behind it.
///
/// # Errors
/// [`UnitError::Unknown`] or [`UnitError::Malformed`], at the first place that is wrong.
pub fn parse_unit(text: &str) -> Result<Unit, UnitError> {
    let mut unit = Unit {
        scale: 1.0,
        exponent: 0,
        dimension: Dimension::NONE,
    };
    let mut rest = text;
    let mut sign = 1;
    if let Some(behind) = text.strip_prefix("1/") {
        rest = behind;
        sign = -1;
    }
    loop {
        let at = text.len() - rest.len();
        let (symbol, behind) = split(rest, |c| c.is_alphabetic() || c == '°');
        let (power, behind) = power(behind);
        let place = at..text.len() - behind.len();
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
            .ok_or(UnitError::Malformed { at: place })?;
        let mut following = behind.chars();
        sign = match following.next() {
            None => return Ok(unit),
            Some('*') => 1,
            Some('/') => -1,
            Some(c) => {
                let at = text.len() - behind.len();
                return Err(UnitError::Malformed {
                    at: at..at + c.len_utf8(),
                });
            }
        };
        rest = following.as_str();
    }
}

/// The value in SI of a number with a unit, where a quantity of the wanted dimension belongs.
///
/// # Errors
/// Any [`UnitError`].
pub fn convert(value: f64, unit: &str, wanted: Dimension) -> Result<f64, UnitError> {
    let unit = parse_unit(unit)?;
    if unit.dimension != wanted {
        return Err(UnitError::Mismatch {
            found: unit.dimension,
            wanted,
        });
    }
    let value = unit.to_si(value);
    if value.is_finite() {
        Ok(value)
    } else {
        Err(UnitError::TooLarge)
    }
}

/// The symbols of a dimension: `m`, `cm`, `mm`, ...; its SI unit where it has none of its own.
#[must_use]
pub fn symbols(dimension: Dimension) -> Vec<String> {
    let own: Vec<String> = SYMBOLS
        .iter()
        .filter(|(.., d)| *d == dimension)
        .map(|(symbol, ..)| (*symbol).to_string())
        .collect();
    if own.is_empty() && dimension != Dimension::NONE {
        vec![dimension.si_unit()]
    } else {
        own
    }
}

fn split(text: &str, inside: impl Fn(char) -> bool) -> (&str, &str) {
    text.split_at(text.find(|c| !inside(c)).unwrap_or(text.len()))
}

/// The power a text starts with, 1 if it starts with none; none if it is zero or out of reach.
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

fn find(symbol: &str) -> Option<Unit> {
    let alias = ALIASES.iter().find(|(alias, _)| *alias == symbol);
    let symbol = alias.map_or(symbol, |(_, symbol)| symbol);
    let found = SYMBOLS.iter().find(|(name, ..)| *name == symbol);
    found.map(|&(_, scale, exponent, dimension)| Unit {
        scale,
        exponent,
        dimension,
    })
}

fn suggestion(symbol: &str) -> Option<&'static str> {
    let long = LONG_NAMES
        .iter()
        .find(|(name, _)| name.eq_ignore_ascii_case(symbol));
    let near = || nearest(symbol, SYMBOLS.iter().map(|(name, ..)| *name));
    long.map(|(_, symbol)| *symbol).or_else(near)
}

impl UnitError {
    /// The report; `unit` is the span of the unit's text.
    #[must_use]
    pub fn report(&self, unit: Span, text: &str) -> Diagnostic {
        let place = |at: &Range<usize>| Span {
            start: unit.start + at.start as u32,
            end: unit.start + at.end as u32,
            ..unit
        };
        match self {
            UnitError::Unknown { at, suggestion } => {
                let found = text.get(at.clone()).unwrap_or(text);
                let report =
                    Diagnostic::error("E010", place(at), format!("there is no unit `{found}`"));
                report.help(match suggestion {
                    Some(unit) => format!("did you mean `{unit}`?"),
                    None => "`corpus explain E010` lists the units".into(),
                })
            }
            UnitError::Malformed { at } => {
                Diagnostic::error("E011", place(at), format!("`{text}` is not a unit"))
                    .help("join units by `*` and `/` and put powers behind them: `g/cm3`, `N*s/m`")
            }
            UnitError::Mismatch { found, wanted } => {
                let report =
                    Diagnostic::error("E012", unit, format!("expected {wanted}, found {found}"));
                match symbols(*wanted).as_slice() {
                    [] => report.help("write the number alone"),
                    [one] => report.help(format!("write it in `{one}`")),
                    many => report.help(format!("write it in one of `{}`", many.join("`, `"))),
                }
            }
            UnitError::TooLarge => Diagnostic::error(
                "E003",
                unit,
                "the number in this unit is too large: the largest is about 1.8e308",
            ),
        }
    }
}
