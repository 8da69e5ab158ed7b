//! The values of a row as text, and back.

use crate::files::inert_json;
use serde_json::Value;

/// Start of a row that begins with a word, which a shell would run as a command.
pub(super) const INERT: &str = ": ";

/// Formats a value as a cell.
pub(super) fn cell(value: &Value) -> String {
    match value {
        Value::Null => "-".to_owned(),
        Value::Bool(true) => "yes".to_owned(),
        Value::Bool(false) => "no".to_owned(),
        // The shortest decimal number that reads back as the same bits; a point distinguishes an f64 with an integer value from
        // a count.
        Value::Number(number) => match number.as_f64().filter(|_| number.is_f64()) {
            Some(x) => format!("{x:?}"),
            None => number.to_string(),
        },
        Value::Array(_) => "[]".to_owned(),
        Value::Object(_) => "{}".to_owned(),
        text @ Value::String(_) => inert_json(&text.to_string()),
    }
}

/// Parses the values of a row.
pub(super) fn cells(text: &str) -> Result<Vec<Value>, String> {
    let mut text = text.strip_prefix(INERT).unwrap_or(text);
    let mut cells = vec![];
    loop {
        text = text.trim_start_matches(' ');
        if text.is_empty() {
            return Ok(cells);
        }
        let end = match text.strip_prefix('"') {
            Some(inner) => 1 + closing(inner).ok_or("a text does not end")? + 1,
            None => text.find(' ').unwrap_or(text.len()),
        };
        let (word, rest) = text.split_at(end);
        cells.push(value(word).ok_or_else(|| format!("`{word}` is not a value"))?);
        text = rest;
    }
}

/// Returns the position of the quotation mark that ends a text.
fn closing(inner: &str) -> Option<usize> {
    let mut escaped = false;
    for (at, character) in inner.char_indices() {
        match character {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return Some(at),
            _ => {}
        }
    }
    None
}

fn value(word: &str) -> Option<Value> {
    Some(match word {
        "-" => Value::Null,
        "yes" => Value::Bool(true),
        "no" => Value::Bool(false),
        other => serde_json::from_str(other).ok()?,
    })
}
