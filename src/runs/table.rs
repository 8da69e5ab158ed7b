//! The table of a sweep: comma-separated as the tables of `record`, or a JSON object on each line.

use super::points::{Points, measured};
use super::{Column, Row, Script};
use crate::files::inert_json;
use crate::lang::units::parse_unit;
use crate::lang::value::Datum;
use crate::session::columns::{cell, guarded, row};
use crate::session::results::valued;
use serde_json::{Map, Value, json};
use std::path::Path;

/// The form of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Comma-separated values (RFC 4180) with a row of names and one of units.
    Csv,
    /// JSON lines: an object for each run, with more details.
    JsonLines,
}

impl Form {
    /// Returns the form chosen by the extension of a file; none for other extensions.
    #[must_use]
    pub fn of(path: &Path) -> Option<Form> {
        match path.extension()?.to_str()? {
            "csv" => Some(Form::Csv),
            "jsonl" => Some(Form::JsonLines),
            _ => None,
        }
    }
}

/// The columns of a table.
pub struct Table<'s> {
    form: Form,
    parameters: Vec<(String, Option<String>)>,
    results: &'s [Column],
    fingerprint: &'s str,
}

/// Columns that every table has, before and after the results.
const FIRST: &str = "run";
const BEFORE: [&str; 1] = ["ended"];
const AFTER: [&str; 5] = ["failed", "reason", "warnings", "evaluations", "script"];

/// What is kept of a table that an earlier sweep has written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kept {
    /// Bytes up to the end of its last whole line.
    pub bytes: usize,
    /// Whether it has its head.
    pub has_head: bool,
    /// Rows of it.
    pub rows: usize,
}

impl<'s> Table<'s> {
    /// Creates the columns for a checked script and the points of its runs.
    ///
    /// # Errors
    /// Two columns would have the same name.
    pub fn new(form: Form, script: &'s Script, points: &Points) -> Result<Self, String> {
        let table = Table {
            form,
            parameters: points.heads(),
            results: &script.results,
            fingerprint: &script.fingerprint,
        };
        let names = table.names();
        for (number, name) in names.iter().enumerate() {
            if names[..number].contains(name) {
                return Err(format!(
                    "the table would have two columns `{name}`: give the result or the parameter `{name}` another name"
                ));
            }
        }
        Ok(table)
    }

    fn names(&self) -> Vec<&str> {
        let parameters = self.parameters.iter().map(|(name, _)| name.as_str());
        let results = self.results.iter().map(|result| result.name.as_str());
        let first = [FIRST].into_iter().chain(parameters).chain(BEFORE);
        first.chain(results).chain(AFTER).collect()
    }

    /// Returns a result of a run for which the table has no column.
    #[must_use]
    pub fn lacks(&self, found: &Row) -> Option<String> {
        let has = |name: &str| self.results.iter().any(|column| column.name == name);
        let mut names = found.results.iter().map(|(name, _)| name.to_string());
        names.find(|name| self.form == Form::Csv && !has(name))
    }

    /// Returns the lines before the first row.
    #[must_use]
    pub fn head(&self) -> String {
        if self.form == Form::JsonLines {
            return String::new();
        }
        let names: Vec<String> = self.names().into_iter().map(guarded).collect();
        let parameters = self.parameters.iter();
        let parameters = parameters.map(|(_, unit)| unit.clone().unwrap_or_default());
        let results = self.results.iter().map(|result| result.unit.clone());
        let units = ["#".to_owned()].into_iter().chain(parameters);
        let units = units.chain(BEFORE.map(|_| String::new())).chain(results);
        let units: Vec<String> = units.chain(AFTER.map(|_| String::new())).collect();
        row(names.iter().map(String::as_str)) + &row(units.iter().map(String::as_str))
    }

    /// Returns the line of a run, which is numbered from 0.
    #[must_use]
    pub fn line(&self, run: usize, found: &Row) -> String {
        match self.form {
            Form::Csv => self.cells(run, found),
            Form::JsonLines => inert_json(&self.object(run, found).to_string()) + "\n",
        }
    }

    /// Returns the first cells of a row: the number of the run and its parameters.
    fn first_cells(&self, run: usize, parameters: &[(String, String)]) -> Vec<String> {
        let mut cells = vec![(run + 1).to_string()];
        for ((_, text), (_, unit)) in parameters.iter().zip(&self.parameters) {
            cells.push(match (unit, measured(text)) {
                (Some(_), Some((number, _))) => cell(number),
                _ => guarded(&on_one_line(text)),
            });
        }
        cells
    }

    fn cells(&self, run: usize, found: &Row) -> String {
        let mut cells = self.first_cells(run, &found.parameters);
        cells.push(found.ended.word().to_owned());
        for column in self.results {
            let value = found
                .results
                .iter()
                .find(|(name, _)| **name == *column.name);
            cells.push(match value {
                None => String::new(),
                Some((_, Datum::Number(number))) => match parse_unit(&column.unit) {
                    Ok(unit) => cell(unit.from_si(number.value)),
                    Err(_) => cell(number.value),
                },
                Some((_, Datum::Flag(flag))) => u8::from(*flag).to_string(),
                Some((_, other)) => guarded(&on_one_line(&crate::lang::value::show(other))),
            });
        }
        let failed: Vec<&str> = found.failed().map(|failed| failed.name()).collect();
        cells.push(guarded(&on_one_line(&failed.join("; "))));
        cells.push(guarded(&on_one_line(&found.reason)));
        let warnings = found.warnings.iter().map(|(code, count)| match count {
            1 => (*code).to_owned(),
            more => format!("{code}*{more}"),
        });
        cells.push(warnings.collect::<Vec<_>>().join(" "));
        cells.push(found.report.evaluations.to_string());
        cells.push(self.fingerprint.to_owned());
        row(cells.iter().map(String::as_str))
    }

    fn object(&self, run: usize, found: &Row) -> Value {
        let texts = found.parameters.iter();
        let parameters: Map<String, Value> = texts.map(|(n, v)| (n.clone(), json!(v))).collect();
        let results = found.results.iter();
        let results: Map<String, Value> = results
            .map(|(name, value)| (name.to_string(), valued(value)))
            .collect();
        let expectations = found.expectations.iter().map(|tested| {
            let sides = tested.sides.iter().map(|(text, value, _)| {
                let mut side = valued(value);
                side["text"] = json!(text);
                side
            });
            json!({
                "place": tested.place,
                "text": tested.text,
                "why": tested.why,
                "sides": sides.collect::<Vec<_>>(),
                "tested": tested.tested,
                "failed": tested.failed,
            })
        });
        let figures = found.report.corpora.iter();
        let energy: Map<String, Value> = figures
            .map(|figure| (figure.name.clone(), json!(figure.energy)))
            .collect();
        json!({
            "run": run + 1,
            "script": self.fingerprint,
            "parameters": parameters,
            "ended": found.ended.word(),
            "reason": found.reason,
            "results": results,
            "expectations": expectations.collect::<Vec<_>>(),
            "warnings": found.warnings,
            "simulated_s": found.report.simulated_s,
            "evaluations": found.report.evaluations,
            "energy": energy,
        })
    }

    /// Finds the whole lines of a table that an earlier sweep of this script over these points has written.
    ///
    /// # Errors
    /// It is another table.
    pub fn kept(&self, text: &str, points: &Points) -> Result<Kept, String> {
        let bytes = text.rfind('\n').map_or(0, |at| at + 1);
        let whole = text.get(..bytes).unwrap_or_default();
        if bytes == 0 && !text.is_empty() && !self.may_begin(text) {
            return Err("it is not a table of a sweep".to_owned());
        }
        let mut lines = whole.split_inclusive('\n');
        let mut has_head = true;
        if self.form == Form::Csv {
            let head = self.head();
            let head: Vec<&str> = head.split_inclusive('\n').collect();
            let found: Vec<&str> = lines.by_ref().take(head.len()).collect();
            // Of the two lines of a head only the first may have been written.
            if found.iter().zip(&head).any(|(found, own)| found != own) {
                return Err("it is not a table of this sweep: its columns are different".to_owned());
            }
            has_head = found.len() == head.len();
            if !has_head {
                return Ok(Kept {
                    bytes: 0,
                    has_head,
                    rows: 0,
                });
            }
        }
        let mut rows = 0;
        for line in lines {
            if rows >= points.count() {
                return Err(format!(
                    "it has more than the {} rows of this sweep",
                    points.count()
                ));
            }
            self.fits(line.trim_end(), rows, points)?;
            rows += 1;
        }
        Ok(Kept {
            bytes,
            has_head,
            rows,
        })
    }

    /// Whether a text without a whole line may be the start of this table.
    fn may_begin(&self, text: &str) -> bool {
        match self.form {
            Form::Csv => self.head().starts_with(text),
            Form::JsonLines => text.starts_with("{\"") || text == "{",
        }
    }

    /// Checks that a line is that of a run of this sweep.
    ///
    /// # Errors
    /// It is not.
    fn fits(&self, line: &str, run: usize, points: &Points) -> Result<(), String> {
        let point = points.point(run);
        let number = run + 1;
        let of_values = || {
            let values = point.iter().map(|(name, value)| format!("{name}={value}"));
            let values = values.collect::<Vec<_>>().join(", ");
            format!("its row {number} has other parameters than this sweep, which has {values}")
        };
        let of_script =
            || format!("its row {number} is of another script, or the script was changed since");
        let (has_values, has_script) = match self.form {
            Form::Csv => {
                let first = self.first_cells(run, &point);
                let first = row(first.iter().map(String::as_str));
                let last = row([self.fingerprint].into_iter());
                let first = format!("{},", first.trim_end());
                let last = format!(",{}", last.trim_end());
                (line.starts_with(&first), line.ends_with(&last))
            }
            Form::JsonLines => {
                let found: Value = serde_json::from_str(line)
                    .map_err(|_| format!("its line {number} is not a JSON object"))?;
                let parameters = point.iter().map(|(n, v)| (n.clone(), json!(v)));
                let parameters: Map<String, Value> = parameters.collect();
                (
                    found["run"] == json!(number) && found["parameters"] == json!(parameters),
                    found["script"] == json!(self.fingerprint),
                )
            }
        };
        match (has_script, has_values) {
            (false, _) => Err(of_script()),
            (_, false) => Err(of_values()),
            _ => Ok(()),
        }
    }
}

/// Returns a text without line ends: each row of a table is one line.
fn on_one_line(text: &str) -> String {
    let lines = text.lines().map(str::trim);
    lines
        .filter(|line| !line.is_empty())
        .collect::<Vec<_>>()
        .join("; ")
}
