//! Functions that return lengths, lists and texts of values.

use super::arguments::Arguments;
use crate::value::{Datum, ValueError, list, show};

pub(super) fn len(arguments: &Arguments) -> Result<Datum, ValueError> {
    let count = match arguments.get(0)? {
        Datum::List(list) => list.len() as f64,
        Datum::Text(text) => text.chars().count() as f64,
        Datum::Range(range) => range.count() as f64,
        other => return Err(arguments.wants("a list, a range or a text", &other.kind())),
    };
    Ok(Datum::plain(count))
}

pub(super) fn to_list(arguments: &Arguments) -> Result<Datum, ValueError> {
    match arguments.get(0)? {
        Datum::Range(range) => {
            list::fits(range.count())?;
            Datum::list(range.elements().map(Datum::Number).collect())
        }
        other => Err(arguments.wants("a range", &other.kind())),
    }
}

pub(super) fn text(arguments: &Arguments) -> Result<Datum, ValueError> {
    Datum::text(&show(arguments.get(0)?))
}
