//! Assignment to an element or a field: `let a[1] = 5`, `let legs[0].hip = 30deg`.

use super::{Datum, Unknown, ValueError, access};
use std::sync::Arc;

/// One step from a value to a part of it.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// `[i]`, or `["name"]` of a record.
    Index(Datum),
    /// `.name`.
    Field(Arc<str>),
}

/// Returns a value with the part at the end of a path set. A record gets a field that it lacks; a list does not grow.
///
/// # Errors
/// There is no such part, or the result would be too large. The value is lost then; the caller keeps its own copy if it needs
/// one.
pub fn update(whole: Datum, path: &[Step], value: Datum) -> Result<Datum, ValueError> {
    let Some((step, rest)) = path.split_first() else {
        return Ok(value);
    };
    match (whole, step) {
        (Datum::List(mut list), Step::Index(at)) => {
            if at.is_unknown() {
                return Ok(Datum::Unknown(Unknown::List));
            }
            let at = access::position(&list, at)?;
            let value = match rest {
                [] => value,
                _ => update(list.take(at).unwrap_or(Datum::plain(0.0)), rest, value)?,
            };
            list.with(at, value).map(Datum::List)
        }
        (Datum::List(list), Step::Field(name)) => {
            let at = access::letter(&Datum::List(list.clone()), name)?;
            let mut path = vec![Step::Index(Datum::plain(at as f64))];
            path.extend_from_slice(rest);
            update(Datum::List(list), &path, value)
        }
        (Datum::Record(record), Step::Index(Datum::Text(name)) | Step::Field(name)) => {
            set_field(record, name, rest, value)
        }
        (Datum::Record(_), Step::Index(at)) if at.is_unknown() => Ok(Datum::Unknown(Unknown::Any)),
        (whole @ Datum::Unknown(Unknown::Any | Unknown::List), _) => Ok(whole),
        (whole, Step::Index(_)) => Err(ValueError::new(format!(
            "{} has no elements to set",
            whole.kind()
        ))),
        (whole, Step::Field(name)) => Err(ValueError::new(format!(
            "{} has no field `{name}` to set",
            whole.kind()
        ))
        .help(format!("a record has fields: `{{{name}: 1}}`"))),
    }
}

fn set_field(
    mut record: super::Record,
    name: &str,
    rest: &[Step],
    value: Datum,
) -> Result<Datum, ValueError> {
    let value = match (rest, record.take(name)) {
        ([], _) => value,
        (_, Some(inner)) => update(inner, rest, value)?,
        (_, None) => return Err(record.lacks(name)),
    };
    record.with(name, value).map(Datum::Record)
}
