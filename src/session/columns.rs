//! The columns of a table: headers and values.

use crate::diagnostic::invisible;
use crate::lang::syntax::{Expression, ExpressionKind};
use crate::lang::value::Datum;
use std::fmt::Write as _;

/// Header of a column.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Head {
    /// Index of its expression.
    pub of: usize,
    /// Its name, in the first row.
    pub name: String,
    /// Its unit, in the second.
    pub unit: String,
}

/// Returns the part of an expression that names its column: all but conversions to units at its end.
pub(super) fn named_part(whole: &Expression) -> &Expression {
    let mut part = whole;
    while let ExpressionKind::Convert(inner, unit) = &part.kind {
        // In parentheses, the conversion does not end the text.
        if unit.end != part.span.end {
            break;
        }
        part = inner;
    }
    part
}

/// Headers with the cells below them.
pub(super) type Cells = Vec<(Head, String)>;

/// A value, or the elements of a list and the fields of a record one by one, each with its name.
pub(crate) fn parts<'d>(name: &str, datum: &'d Datum) -> Vec<(String, &'d Datum)> {
    let elements = match datum {
        Datum::List(elements) => elements,
        Datum::Record(record) => {
            let fields = record.fields().iter();
            return fields
                .flat_map(|(field, value)| parts(&format!("{name}.{field}"), value))
                .collect();
        }
        _ => return vec![(name.to_owned(), datum)],
    };
    let numbered = elements.iter().enumerate();
    numbered
        .flat_map(|(i, element)| parts(&part_name(name, elements.len(), i), element))
        .collect()
}

/// Returns the name of an element of a list: `v.x` for one of three, else `v[0]`.
fn part_name(name: &str, length: usize, i: usize) -> String {
    match (length, i) {
        (3, 0) => format!("{name}.x"),
        (3, 1) => format!("{name}.y"),
        (3, 2) => format!("{name}.z"),
        _ => format!("{name}[{i}]"),
    }
}

/// Adds the columns of a value: one, or several for a list.
pub(super) fn cells(of: usize, name: &str, datum: &Datum, out: &mut Cells) {
    for (name, datum) in parts(name, datum) {
        let (unit, text) = match datum {
            Datum::Number(number) => {
                let (unit, value) = number.as_shown();
                (unit, cell(value))
            }
            Datum::Flag(flag) => (String::new(), u8::from(*flag).to_string()),
            other => (String::new(), guarded(&crate::lang::value::show(other))),
        };
        out.push((Head { of, name, unit }, text));
    }
}

/// Formats a number that reads back as the same bits, with an exponent if it is very small or large.
pub(crate) fn cell(x: f64) -> String {
    let text = format!("{x:?}");
    text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
}

/// Makes a text safe as a cell, so that no spreadsheet takes it for a formula and no shell for a command: adds an apostrophe
/// before a first `=`, `+`, `-` or `@`, unless it begins a number, and a backslash before each `$`, backquote and backslash.
pub(crate) fn guarded(text: &str) -> String {
    let mut cell = String::with_capacity(text.len());
    let mut shown = text.chars().filter(|c| !invisible(*c));
    let first = shown.find(|c| !(c.is_whitespace() || c.is_control()));
    // Some spreadsheets treat the full-width forms of these characters alike.
    if first.is_some_and(|c| "=+-@＝＋－＠".contains(c)) && text.parse::<f64>().is_err() {
        cell.push('\'');
    }
    for c in text.chars() {
        if matches!(c, '$' | '`' | '\\') {
            cell.push('\\');
        }
        cell.push(c);
    }
    cell
}

/// Quotes a cell as in RFC 4180: if it contains separators, or characters with a meaning in a shell.
fn quoted(cell: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "_.:/%^*+-@=[]".contains(c);
    if cell.chars().all(is_plain) {
        cell.to_owned()
    } else {
        format!("\"{}\"", cell.replace('"', "\"\""))
    }
}

pub(crate) fn row<'c>(cells: impl Iterator<Item = &'c str>) -> String {
    let mut line = String::new();
    for (i, cell) in cells.enumerate() {
        let comma = if i == 0 { "" } else { "," };
        let _ = write!(line, "{comma}{}", quoted(cell));
    }
    line + "\n"
}

/// Returns the first expression whose columns have changed, and the change.
pub(super) fn changed<'h>(
    before: &[Head],
    after: impl Iterator<Item = &'h Head> + Clone,
) -> Option<(usize, String)> {
    let all = before.iter().map(|head| head.of);
    let last = all.chain(after.clone().map(|head| head.of)).max()?;
    (0..=last).find_map(|of| {
        let was: Vec<&Head> = before.iter().filter(|head| head.of == of).collect();
        let is: Vec<&Head> = after.clone().filter(|head| head.of == of).collect();
        Some((of, change(&was, &is)?))
    })
}

/// Describes the change of the columns of an expression, if there is one.
fn change(before: &[&Head], after: &[&Head]) -> Option<String> {
    if before.len() != after.len() {
        let columns = if before.len() == 1 {
            "column"
        } else {
            "columns"
        };
        return Some(format!(
            "this expression had {} {columns}, and now has {}",
            before.len(),
            after.len()
        ));
    }
    let mut both = before.iter().zip(after);
    let (a, b) = both.find(|(a, b)| a != b)?;
    let named_unit = |unit: &str| match unit {
        "" | "1" => "no unit".to_owned(),
        unit => format!("the unit `{unit}`"),
    };
    Some(if a.name == b.name {
        let [had, has] = [a, b].map(|head| named_unit(&head.unit));
        format!("the column `{}` had {had}, and now has {has}", a.name)
    } else {
        format!("the column `{}` is now `{}`", a.name, b.name)
    })
}
