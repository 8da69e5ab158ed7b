//! Structured values as sections, and back: a row for each innermost part, or a table with a row for each item.

use super::{Fault, Row, Section};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

/// Name of the last column of a table, which only informs the reader.
const UNIT: &str = "unit";

impl Section {
    /// Creates a section of a value: the path to each of its innermost parts, as `/legs/0/phase`, with the part.
    #[must_use]
    pub fn tree<T: Serialize>(name: &str, value: &T) -> Self {
        let mut section = Section::new(name, "path value");
        for (path, part) in parts(value) {
            section.row([Value::String(path), part]);
        }
        section
    }

    /// Creates a table with a row for each item: its key, its innermost parts, and a unit if it has one. A column is named by the path of its part; a part that is
    /// none, or that an item does not have, is an empty cell.
    #[must_use]
    pub fn table<K: Serialize, T: Serialize>(
        name: &str,
        key: &str,
        items: impl IntoIterator<Item = (K, T, Option<&'static str>)>,
    ) -> Self {
        let mut section = Section::new(name, key);
        let mut units = vec![];
        for (key, item, unit) in items {
            let mut cells = vec![json!(key)];
            cells.resize(section.columns.len(), Value::Null);
            for (path, part) in parts(&item) {
                let path = path.trim_start_matches('/');
                let column = section.columns.iter().position(|column| column == path);
                let column = column.unwrap_or_else(|| {
                    section.columns.push(path.to_owned());
                    cells.push(Value::Null);
                    cells.len() - 1
                });
                cells[column] = part;
            }
            section.row(cells);
            units.extend(unit);
        }
        for row in &mut section.rows {
            row.cells.resize(section.columns.len(), Value::Null);
        }
        if !units.is_empty() {
            section.columns.push(UNIT.to_owned());
            for (row, unit) in section.rows.iter_mut().zip(units) {
                row.cells.push(json!(unit));
            }
        }
        section
    }

    /// Rebuilds the value of a section that [`Section::tree`] made.
    ///
    /// # Errors
    /// The rows do not form such a value.
    pub fn value<T: DeserializeOwned>(&self) -> Result<T, Fault> {
        let mut all = Value::Null;
        for row in &self.rows {
            let path = row.text(0)?;
            let part = row.cells.get(1).cloned().unwrap_or_default();
            let wrong = || Fault::new(row.line, format!("`{path}` does not belong here"));
            put(&mut all, path, part).ok_or_else(wrong)?;
        }
        let last = self.rows.last().map_or(self.line, |row| row.line);
        typed(all, last)
    }

    /// Rebuilds an item from its row in a section that [`Section::table`] made.
    ///
    /// # Errors
    /// The row does not form such an item.
    pub fn item<T: DeserializeOwned>(&self, row: &Row) -> Result<T, Fault> {
        let mut all = Value::Object(Map::new());
        let cells = self.columns.iter().zip(&row.cells).skip(1);
        for (path, part) in cells.filter(|(path, part)| !part.is_null() && *path != UNIT) {
            let wrong = || Fault::new(row.line, format!("`{path}` does not belong here"));
            put(&mut all, &format!("/{path}"), part.clone()).ok_or_else(wrong)?;
        }
        typed(all, row.line)
    }
}

/// Returns the path to each innermost part of a value, with the part.
fn parts<T: Serialize>(value: &T) -> Vec<(String, Value)> {
    let mut found = vec![];
    let value = serde_json::to_value(value).unwrap_or_default();
    gather("", value, &mut found);
    found
}

fn gather(path: &str, value: Value, found: &mut Vec<(String, Value)>) {
    match value {
        Value::Array(parts) if !parts.is_empty() => {
            for (number, part) in parts.into_iter().enumerate() {
                gather(&format!("{path}/{number}"), part, found);
            }
        }
        Value::Object(parts) if !parts.is_empty() => {
            for (name, part) in parts {
                gather(&format!("{path}/{name}"), part, found);
            }
        }
        innermost => found.push((path.to_owned(), innermost)),
    }
}

fn typed<T: DeserializeOwned>(value: Value, line: usize) -> Result<T, Fault> {
    serde_json::from_value(value).map_err(|why| {
        let why: String = why.to_string().chars().take(200).collect();
        Fault::new(line, why.replace(char::is_control, "?"))
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
