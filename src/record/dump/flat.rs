//! Structured values as rows of a path and a value, and back.

use super::{Fault, Row};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

/// Returns the rows of a value: the path to each of its innermost parts, as `/legs/0/phase`, with the part.
#[must_use]
pub fn flat<T: Serialize>(value: &T) -> Vec<(String, Value)> {
    let mut rows = vec![];
    gather(
        "",
        serde_json::to_value(value).unwrap_or_default(),
        &mut rows,
    );
    rows
}

fn gather(path: &str, value: Value, rows: &mut Vec<(String, Value)>) {
    match value {
        Value::Array(parts) if !parts.is_empty() => {
            for (number, part) in parts.into_iter().enumerate() {
                gather(&format!("{path}/{number}"), part, rows);
            }
        }
        Value::Object(parts) if !parts.is_empty() => {
            for (name, part) in parts {
                gather(&format!("{path}/{name}"), part, rows);
            }
        }
        innermost => rows.push((path.to_owned(), innermost)),
    }
}

/// Rebuilds a value from its rows: the path is in column `from`, the part in the next one.
///
/// # Errors
/// The rows do not form such a value.
pub fn whole<'r, T: DeserializeOwned>(
    rows: impl IntoIterator<Item = &'r Row>,
    from: usize,
    line: usize,
) -> Result<T, Fault> {
    let mut all = Value::Null;
    let mut last = line;
    for row in rows {
        let path = row.text(from)?;
        let here = row.cells.get(from + 1).cloned().unwrap_or_default();
        let wrong = || Fault::new(row.line, format!("`{path}` does not belong here"));
        put(&mut all, path, here).ok_or_else(wrong)?;
        last = row.line;
    }
    serde_json::from_value(all).map_err(|why| {
        let why: String = why.to_string().chars().take(200).collect();
        Fault::new(last, why.replace(char::is_control, "?"))
    })
}

/// Stores a part at its path; lists grow by one element at a time.
fn put(mut at: &mut Value, path: &str, part: Value) -> Option<()> {
    for name in path.split('/').skip(1) {
        let number = name.parse::<usize>().ok();
        if at.is_null() {
            *at = match number {
                Some(_) => Value::Array(vec![]),
                None => Value::Object(Map::new()),
            };
        }
        at = match (at, number) {
            (Value::Array(parts), Some(number)) => {
                if number == parts.len() {
                    parts.push(Value::Null);
                }
                parts.get_mut(number)?
            }
            (Value::Object(parts), _) => parts.entry(name).or_insert(Value::Null),
            _ => return None,
        };
    }
    if !at.is_null() {
        return None;
    }
    *at = part;
    Some(())
}
