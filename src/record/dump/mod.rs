//! Text files of the `dump` commands: sections of rows with names, units and numbers that read back as the same bits.
//!
//! A file begins with `corpus-dump 3 KIND` and ends with `end`. `[NAME]` begins a section, the next line names its columns
//! after a `#`, and each further line is a row of JSON values. Every line
//! ends with ` ;` and a CRC-32 of all lines up to it, so that the first changed or missing line is found. A row that begins with
//! a word has `: ` before it, and texts escape `$` and backquotes: to a shell, such a row is the command that does nothing.

mod read;
mod tree;

use crate::files::inert_json;
use serde_json::Value;
use std::fmt::Write as _;

/// Version of the format, the only one that is read.
const FORMAT: u32 = 3;

/// Start of a row that begins with a word, which a shell would run as a command.
const INERT: &str = ": ";

/// Contents of a dump file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Dump {
    /// Its sections, in order.
    pub sections: Vec<Section>,
}

/// Rows with the same columns.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Section {
    /// Name of the section.
    pub name: String,
    /// Names of its columns, with their units.
    pub columns: Vec<String>,
    /// Its rows.
    pub rows: Vec<Row>,
    /// Line of its start in the file; 0 if it is not from a file.
    pub line: usize,
}

/// A row.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Row {
    /// A value for each column: numbers, texts, switches, null; and empty lists and maps.
    pub cells: Vec<Value>,
    /// Its line in the file; 0 if it is not from a file.
    pub line: usize,
}

/// Error of a file, with its line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong.
    pub message: String,
}

impl Fault {
    /// Creates the fault of a line.
    #[must_use]
    pub fn new(line: usize, message: impl Into<String>) -> Self {
        Fault {
            line,
            message: message.into(),
        }
    }
}

impl Section {
    /// Creates a section without rows; `columns` are their names with units, separated by blanks.
    #[must_use]
    pub fn new(name: &str, columns: &str) -> Self {
        Section {
            name: name.to_owned(),
            columns: columns.split_whitespace().map(str::to_owned).collect(),
            ..Section::default()
        }
    }

    /// Adds a row.
    pub fn row(&mut self, cells: impl IntoIterator<Item = Value>) {
        self.rows.push(Row {
            cells: cells.into_iter().collect(),
            line: 0,
        });
    }

    /// Returns the section with an additional row.
    #[must_use]
    pub fn with(mut self, cells: impl IntoIterator<Item = Value>) -> Self {
        self.row(cells);
        self
    }
}

impl Row {
    /// Returns a number of the row.
    ///
    /// # Errors
    /// The column has no number.
    pub fn number(&self, column: usize) -> Result<f64, Fault> {
        self.value(column, Value::as_f64, "a number")
    }

    /// Returns a text of the row.
    ///
    /// # Errors
    /// The column has no text.
    pub fn text(&self, column: usize) -> Result<&str, Fault> {
        self.value(column, Value::as_str, "a text in quotation marks")
    }

    /// Whether the row contains `true`.
    ///
    /// # Errors
    /// The column has neither `true` nor `false`.
    pub fn switch(&self, column: usize) -> Result<bool, Fault> {
        self.value(column, Value::as_bool, "`true` or `false`")
    }

    fn value<'r, T>(
        &'r self,
        column: usize,
        of: fn(&'r Value) -> Option<T>,
        expected: &str,
    ) -> Result<T, Fault> {
        let value = self.cells.get(column).and_then(of);
        let wrong = || format!("value number {} of the line is not {expected}", column + 1);
        value.ok_or_else(|| Fault::new(self.line, wrong()))
    }
}

impl Dump {
    /// Finds the section of that name.
    ///
    /// # Errors
    /// There is no such section.
    pub fn section(&self, name: &str) -> Result<&Section, Fault> {
        let found = self.sections.iter().find(|section| section.name == name);
        found.ok_or_else(|| Fault::new(1, format!("the file has no section `[{name}]`")))
    }

    /// Returns the text of a file of that kind.
    #[must_use]
    pub fn text(&self, kind: &str) -> String {
        let mut text = Sealed::default();
        text.line(&format!("corpus-dump {FORMAT} {kind}"));
        for section in &self.sections {
            text.line(&format!("[{}]", section.name));
            text.line(&format!("# {}", section.columns.join("  ")));
            for row in &section.rows {
                let cells: Vec<String> = row.cells.iter().map(Value::to_string).collect();
                let is_number = row.cells.first().is_some_and(Value::is_number);
                let start = if is_number { "" } else { INERT };
                text.line(&inert_json(&format!("{start}{}", cells.join("  "))));
            }
        }
        text.line("end");
        text.0
    }
}

/// Text whose lines each end with a checksum of the text up to it.
#[derive(Debug, Default)]
struct Sealed(String, u32);

impl Sealed {
    fn line(&mut self, line: &str) {
        self.1 = sum(self.1, line);
        let _ = writeln!(self.0, "{line} ;{:08x}", self.1);
    }
}

/// Returns the CRC-32 of a line after lines with the CRC-32 `before`.
fn sum(before: u32, line: &str) -> u32 {
    let mut sum = crc32fast::Hasher::new_with_initial(before);
    sum.update(line.as_bytes());
    sum.update(b"\n");
    sum.finalize()
}

#[cfg(test)]
mod tests;
