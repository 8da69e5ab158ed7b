//! Text of values inserted in a word.

use super::{Datum, ValueError};
use crate::dimension::Dimension;

/// Returns the text for insertion in a word, `leg_{side}0`, `{length}`: a number as the shortest text that reads back as the
/// same bits, followed by its SI unit (`0.003m`, `3`, `true`); texts unchanged.
///
/// # Errors
/// Lists and ranges cannot be inserted.
pub fn spell(datum: &Datum) -> Result<String, ValueError> {
    match datum {
        Datum::Number(number) => {
            let mut text = shortest(number.value);
            if number.dimension != Dimension::NONE {
                text.push_str(&attached(&number.dimension.si_unit()));
            }
            Ok(text)
        }
        Datum::Flag(flag) => Ok(flag.to_string()),
        Datum::Text(text) => Ok(text.to_string()),
        other => Err(
            ValueError::new(format!("{} cannot be inserted in a word", other.kind()))
                .help("`{v[0]}` inserts one element; `text(v)` converts the whole value to a text"),
        ),
    }
}

/// Returns the shortest digits that read back as the same bits (Rust guarantees it of its own formatting), with an exponent if
/// the number is below 1e-5 or from 1e16 on.
fn shortest(value: f64) -> String {
    // Most are small whole numbers.
    let whole = value as i32;
    if value.to_bits() == f64::from(whole).to_bits() {
        return whole.to_string();
    }
    let mut text = format!("{value:?}");
    if text.ends_with(".0") {
        text.truncate(text.len() - 2);
    }
    text
}

/// Returns a unit in a form valid after a number: `1/kg/m` begins with a digit and becomes `kg^-1/m`.
fn attached(unit: &str) -> String {
    let Some(below) = unit.strip_prefix("1/") else {
        return unit.to_owned();
    };
    let (first, rest) = below.split_at(below.find('/').unwrap_or(below.len()));
    let (symbol, power) = first.split_at(
        first
            .find(|c: char| c.is_ascii_digit())
            .unwrap_or(first.len()),
    );
    let power = if power.is_empty() { "1" } else { power };
    format!("{symbol}^-{power}{rest}")
}
