//! Functions of lists, records and texts.

use super::arguments::Arguments;
use crate::value::{Datum, Operator, ValueError, binary, list, show};
use std::cmp::Ordering;

pub(super) fn len(arguments: &Arguments) -> Result<Datum, ValueError> {
    let count = match arguments.get(0)? {
        Datum::List(list) => list.len() as f64,
        Datum::Record(record) => record.fields().len() as f64,
        Datum::Text(text) => text.chars().count() as f64,
        Datum::Range(range) => range.count() as f64,
        other => return Err(arguments.wants("a list, a range or a text", &other.kind())),
    };
    Ok(Datum::plain(count))
}

pub(super) fn to_list(arguments: &Arguments) -> Result<Datum, ValueError> {
    match arguments.get(0)? {
        Datum::Range(_) | Datum::List(_) => Datum::list(elements(arguments, 0)?),
        other => Err(arguments.wants("a range", &other.kind())),
    }
}

/// Returns the elements of a list or range.
fn elements(arguments: &Arguments, at: usize) -> Result<Vec<Datum>, ValueError> {
    match arguments.get(at)? {
        Datum::Range(range) => {
            list::fits(range.count())?;
            Ok(range.elements().map(Datum::Number).collect())
        }
        Datum::List(list) => Ok(list.to_vec()),
        other => Err(arguments.wants("a list", &other.kind())),
    }
}

pub(super) fn text(arguments: &Arguments) -> Result<Datum, ValueError> {
    Datum::text(&show(arguments.get(0)?))
}

pub(super) fn append(arguments: &Arguments) -> Result<Datum, ValueError> {
    let list = arguments.list(0)?.clone();
    list.push(arguments.get(1)?.clone()).map(Datum::List)
}

pub(super) fn contains(arguments: &Arguments) -> Result<Datum, ValueError> {
    let part = arguments.get(1)?;
    Ok(Datum::Flag(match (arguments.get(0)?, part) {
        (Datum::Text(text), Datum::Text(part)) => text.contains(&**part),
        (Datum::Record(record), Datum::Text(name)) => record.get(name).is_some(),
        (Datum::List(list), part) => {
            let mut found = false;
            for element in list.iter() {
                found |= binary(Operator::Eq, element, part)? == Datum::Flag(true);
            }
            found
        }
        (whole, part) => {
            let found = format!("{} and {}", whole.kind(), part.kind());
            return Err(arguments.wants("a list and an element, or two texts", &found));
        }
    }))
}

/// Returns whether a flag of a list is `wanted`, or else the opposite of `wanted`.
pub(super) fn flags(arguments: &Arguments, wanted: bool) -> Result<Datum, ValueError> {
    let mut found = false;
    for element in arguments.list(0)?.iter() {
        match element {
            Datum::Flag(flag) => found |= *flag == wanted,
            other => return Err(arguments.wants("flags (true or false)", &other.kind())),
        }
    }
    Ok(Datum::Flag(found == wanted))
}

pub(super) fn join(arguments: &Arguments) -> Result<Datum, ValueError> {
    let text = |datum: &Datum| match datum {
        Datum::Text(text) => Ok(text.to_string()),
        other => Err(arguments
            .wants("texts", &other.kind())
            .help("`\"{x}\"` makes a text of a value")),
    };
    let between = text(arguments.get(1)?)?;
    let texts: Result<Vec<_>, _> = arguments.list(0)?.iter().map(text).collect();
    Datum::text(&texts?.join(&between))
}

pub(super) fn keys(arguments: &Arguments) -> Result<Datum, ValueError> {
    let fields = arguments.record(0)?.fields().iter();
    Datum::list(fields.map(|(name, _)| Datum::Text(name.clone())).collect())
}

pub(super) fn values(arguments: &Arguments) -> Result<Datum, ValueError> {
    let fields = arguments.record(0)?.fields().iter();
    Datum::list(fields.map(|(_, value)| value.clone()).collect())
}

pub(super) fn range(arguments: &Arguments) -> Result<Datum, ValueError> {
    let range = match arguments.all() {
        [Datum::Number(to)] => {
            let from = Datum::number(0.0, to.dimension);
            crate::value::range(&from, &Datum::Number(to.clone()), None)?
        }
        [from, to] => crate::value::range(from, to, None)?,
        [from, to, by] => crate::value::range(from, to, Some(by))?,
        [other] => return Err(arguments.wants("a number", &other.kind())),
        all => {
            let found = format!("{}", all.len());
            return Err(arguments.wants("one to three numbers", &found));
        }
    };
    Ok(Datum::Range(range))
}

pub(super) fn reverse(arguments: &Arguments) -> Result<Datum, ValueError> {
    let mut all = elements(arguments, 0)?;
    all.reverse();
    Datum::list(all)
}

pub(super) fn sort(arguments: &Arguments) -> Result<Datum, ValueError> {
    let mut all = elements(arguments, 0)?;
    if !all.iter().all(|element| matches!(element, Datum::Text(_))) {
        arguments.common(&all)?;
    }
    // Stable, and total: numbers are finite.
    all.sort_by(|a, b| match (a, b) {
        (Datum::Number(a), Datum::Number(b)) => a.value.total_cmp(&b.value),
        (Datum::Text(a), Datum::Text(b)) => a.cmp(b),
        _ => Ordering::Equal,
    });
    Datum::list(all)
}

pub(super) fn zip(arguments: &Arguments) -> Result<Datum, ValueError> {
    let count = arguments.all().len();
    let lists: Result<Vec<_>, _> = (0..count).map(|at| elements(arguments, at)).collect();
    let lists = lists?;
    let shortest = lists.iter().map(Vec::len).min().unwrap_or(0);
    list::fits((shortest * count) as u64)?;
    let one = |at: usize| Datum::list(lists.iter().filter_map(|l| l.get(at).cloned()).collect());
    Datum::list((0..shortest).map(one).collect::<Result<_, _>>()?)
}
