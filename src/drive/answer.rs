//! Answers as JSON, one object on a line.

use crate::diagnostic::{Diagnostic, Severity, harmless, to_json};
use crate::lang::value::{Datum, show};
use crate::source::Sources;
use serde_json::{Map, Value, json};

/// Result of a command.
pub(super) struct Answer<'a> {
    /// Line of the input on which the command begins.
    pub line: usize,
    /// Clock (s).
    pub time: f64,
    /// Whether the command stopped before its end.
    pub stopped: bool,
    /// Printed lines.
    pub printed: &'a [String],
    /// Value of a requested expression.
    pub value: Option<&'a Datum>,
    /// Watched values, by name.
    pub watched: Option<Map<String, Value>>,
    pub findings: &'a [Diagnostic],
    pub sources: &'a Sources,
}

impl Answer<'_> {
    /// Returns the JSON object. Omits `reports`, `value` and `values` if there are none.
    pub fn json(&self) -> String {
        let is_error = |d: &&Diagnostic| d.severity == Severity::Error;
        let error = self.findings.iter().find(is_error);
        let error = match error {
            Some(report) => Some(report.message.as_str()),
            None if self.stopped => Some("not run because of an earlier mistake"),
            None => None,
        };
        let mut object = Map::new();
        let mut put = |name: &str, value: Value| {
            object.insert(name.to_owned(), value);
        };
        put("line", json!(self.line));
        put("ok", json!(error.is_none()));
        put("time", json!(self.time));
        put("printed", json!(self.printed));
        if let Some(value) = self.value {
            put("value", of_datum(value));
            if let Some(unit) = unit_of(value) {
                put("unit", json!(unit));
            }
        }
        if let Some(values) = &self.watched {
            put("values", Value::Object(values.clone()));
        }
        put("error", json!(error));
        if !self.findings.is_empty() {
            let reports = serde_json::from_str(&to_json(self.findings, self.sources));
            put("reports", reports.unwrap_or_default());
        }
        harmless(&Value::Object(object).to_string())
    }
}

/// Formats a line of watched values at a time (s).
pub(super) fn row(time: f64, values: Map<String, Value>) -> String {
    harmless(&json!({ "time": time, "values": values }).to_string())
}

/// Returns values by their names; null for values that cannot be read now.
pub(super) fn named<'n>(
    names: impl Iterator<Item = &'n str>,
    values: &[Option<Datum>],
) -> Map<String, Value> {
    let values = values
        .iter()
        .map(|v| v.as_ref().map_or(Value::Null, of_datum));
    names.map(str::to_owned).zip(values).collect()
}

/// Converts a value: numbers in SI, or in the unit after `to`.
fn of_datum(datum: &Datum) -> Value {
    match datum {
        Datum::Number(number) => json!(number.as_shown().1),
        Datum::Flag(flag) => json!(flag),
        Datum::Text(text) => json!(&**text),
        Datum::List(list) => list.iter().map(of_datum).collect(),
        other => json!(show(other)),
    }
}

/// Returns the unit of a number, or of the first element of a list.
fn unit_of(datum: &Datum) -> Option<String> {
    match datum {
        Datum::Number(number) => Some(number.as_shown().0),
        Datum::List(list) => unit_of(list.iter().next()?),
        _ => None,
    }
}
