//! Values as JSON.

use crate::diagnostic::harmless;
use crate::lang::value::{Datum, show};
use serde_json::{Map, Value, json};

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
pub(super) fn of_datum(datum: &Datum) -> Value {
    match datum {
        Datum::Number(number) => json!(number.as_shown().1),
        Datum::Flag(flag) => json!(flag),
        Datum::Text(text) => json!(&**text),
        Datum::List(list) => list.iter().map(of_datum).collect(),
        other => json!(show(other)),
    }
}

/// Returns the unit of a number, or of the first element of a list.
pub(super) fn unit_of(datum: &Datum) -> Option<String> {
    match datum {
        Datum::Number(number) => Some(number.as_shown().0),
        Datum::List(list) => unit_of(list.iter().next()?),
        _ => None,
    }
}
