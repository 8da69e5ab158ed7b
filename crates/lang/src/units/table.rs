//! The units by their symbols.

use super::Unit;
use crate::diagnostic::suggest::nearest;
use crate::dimension::Dimension;
use std::f64::consts::{PI, TAU};

/// Symbol, scale, decimal exponent, dimension.
const SYMBOLS: &[(&str, f64, i32, Dimension)] = &[
    ("m", 1.0, 0, Dimension::LENGTH),
    ("cm", 1.0, -2, Dimension::LENGTH),
    ("mm", 1.0, -3, Dimension::LENGTH),
    ("um", 1.0, -6, Dimension::LENGTH),
    ("nm", 1.0, -9, Dimension::LENGTH),
    ("km", 1.0, 3, Dimension::LENGTH),
    ("kg", 1.0, 0, Dimension::MASS),
    ("g", 1.0, -3, Dimension::MASS),
    ("mg", 1.0, -6, Dimension::MASS),
    ("s", 1.0, 0, Dimension::TIME),
    ("ms", 1.0, -3, Dimension::TIME),
    ("us", 1.0, -6, Dimension::TIME),
    ("ns", 1.0, -9, Dimension::TIME),
    ("min", 60.0, 0, Dimension::TIME),
    ("rad", 1.0, 0, Dimension::ANGLE),
    ("deg", PI / 180.0, 0, Dimension::ANGLE),
    ("rev", TAU, 0, Dimension::ANGLE),
    ("Hz", 1.0, 0, Dimension::FREQUENCY),
    ("kHz", 1.0, 3, Dimension::FREQUENCY),
    ("N", 1.0, 0, Dimension::FORCE),
    ("kN", 1.0, 3, Dimension::FORCE),
    ("mN", 1.0, -3, Dimension::FORCE),
    ("uN", 1.0, -6, Dimension::FORCE),
    ("J", 1.0, 0, Dimension::ENERGY),
    ("kJ", 1.0, 3, Dimension::ENERGY),
    ("mJ", 1.0, -3, Dimension::ENERGY),
    ("uJ", 1.0, -6, Dimension::ENERGY),
    ("W", 1.0, 0, Dimension::POWER),
    ("mW", 1.0, -3, Dimension::POWER),
];

/// Symbol of a hundredth. It is in no list of symbols, because a number without a unit is written without one.
const PERCENT: &str = "%";

/// Other accepted spellings of symbols.
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
/// Other spellings that are not accepted, but suggest a unit.
const LONG_NAMES: &[(&str, &str)] = &[
    ("Nm", "N*m"),
    ("Nmm", "N*mm"),
    ("Nms", "N*m*s"),
    ("Ns", "N*s"),
    ("cc", "cm3"),
    ("degree", "deg"),
    ("degrees", "deg"),
    ("gram", "g"),
    ("hertz", "Hz"),
    ("joule", "J"),
    ("kgm", "kg*m"),
    ("meter", "m"),
    ("meters", "m"),
    ("metre", "m"),
    ("metres", "m"),
    ("mNm", "mN*m"),
    ("minute", "min"),
    ("msec", "ms"),
    ("newton", "N"),
    ("nsec", "ns"),
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

/// Units of other systems, and what to write in their place.
const ELSEWHERE: &[(&[&str], &str)] = &[
    (
        &["h", "hr", "hour", "hours", "kmh", "kph"],
        "an hour is `60min`, and 36 km/h are `{36km / 60min}`",
    ),
    (&["day", "days"], "a day is `1440min`"),
    (&["mph"], "a mile per hour is `0.44704m/s`"),
    (&["dm"], "a decimetre is `10cm`"),
    (&["in", "inch", "inches"], "an inch is `25.4mm`"),
    (&["ft", "foot", "feet"], "a foot is `0.3048m`"),
    (&["mi", "mile", "miles"], "a mile is `1609.344m`"),
    (
        &["lb", "lbs", "pound", "pounds"],
        "a pound is `0.45359237kg`",
    ),
    (&["t", "ton", "tonne"], "a tonne is `1000kg`"),
    (&["lbf"], "a pound of force is `4.44822N`"),
    (&["kgf", "kp"], "the weight of a kilogram is `9.80665N`"),
    (&["MN"], "a meganewton is `1e6N`"),
    (&["Pa"], "a pascal is `1N/m2`"),
    (&["kPa"], "a kilopascal is `1000N/m2`"),
    (&["MPa"], "a megapascal is `1e6N/m2`"),
    (&["GPa"], "a gigapascal is `1e9N/m2`"),
    (&["bar"], "a bar is `1e5N/m2`"),
    (&["psi"], "a pound per square inch is `6894.76N/m2`"),
    (&["l", "L", "litre", "liter"], "a litre is `1000cm3`"),
    (&["ml", "mL"], "a millilitre is `1cm3`"),
    (&["kW"], "a kilowatt is `1000W`"),
    (&["hp", "PS"], "a horsepower is about `740W`"),
    (&["cal"], "a calorie is `4.184J`"),
    (&["kcal"], "a kilocalorie is `4184J`"),
];

/// Says what to write in place of a unit of another system, if the symbol is one.
#[must_use]
pub fn elsewhere(symbol: &str) -> Option<&'static str> {
    let found = ELSEWHERE.iter().find(|(names, _)| names.contains(&symbol));
    found.map(|(_, says)| *says)
}

/// Returns the symbols of a dimension: `m`, `cm`, `mm`, ...; its SI unit if it has no symbol.
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

/// Returns every symbol with its unit, by dimension.
pub fn units() -> impl Iterator<Item = (&'static str, Unit)> {
    SYMBOLS
        .iter()
        .filter_map(|(symbol, ..)| Some((*symbol, find(symbol)?)))
}

/// Returns other spellings of a symbol.
pub fn aliases(symbol: &str) -> impl Iterator<Item = &'static str> {
    let own = ALIASES.iter().filter(move |(_, meant)| *meant == symbol);
    own.map(|(alias, _)| *alias)
}

/// Returns all symbols with their dimensions.
pub fn all_symbols() -> impl Iterator<Item = (&'static str, Dimension)> {
    SYMBOLS
        .iter()
        .map(|&(symbol, .., dimension)| (symbol, dimension))
}

/// Finds the unit of a symbol.
pub(super) fn find(symbol: &str) -> Option<Unit> {
    if symbol == PERCENT {
        return Some(Unit {
            scale: 1.0,
            exponent: -2,
            dimension: Dimension::NONE,
        });
    }
    let alias = ALIASES.iter().find(|(alias, _)| *alias == symbol);
    let symbol = alias.map_or(symbol, |(_, symbol)| symbol);
    let found = SYMBOLS.iter().find(|(name, ..)| *name == symbol);
    found.map(|&(_, scale, exponent, dimension)| Unit {
        scale,
        exponent,
        dimension,
    })
}

/// Returns the symbol that an unknown one may be a misspelling of.
pub(super) fn suggestion(symbol: &str) -> Option<&'static str> {
    if elsewhere(symbol).is_some() {
        return None;
    }
    let long = LONG_NAMES
        .iter()
        .find(|(name, _)| name.eq_ignore_ascii_case(symbol));
    let symbols = || SYMBOLS.iter().map(|(name, ..)| *name);
    // Short symbols differ by one letter from those of other quantities: `nN` is no slip for `nm`, nor `in` for `min`.
    let is_slip = |name: &&str| {
        name.eq_ignore_ascii_case(symbol)
            || symbol.len() > 2
            || symbol.chars().all(char::is_lowercase)
                && name.chars().next() == symbol.chars().next()
    };
    let near = || nearest(symbol, symbols()).filter(is_slip);
    long.map(|(_, symbol)| *symbol).or_else(near)
}
