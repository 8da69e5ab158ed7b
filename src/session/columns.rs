//! The columns of a table: headers and values.

use crate::diagnostic::invisible;
use crate::lang::value::Datum;
use std::fmt::Write as _;

/// The head of a column.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Head {
    /// Index of its expression.
    pub of: usize,
    /// Its name, in the first row.
    pub name: String,
    /// Its unit, in the second.
    pub unit: String,
}

/// A head and what is written below it.
pub(super) type Cells = Vec<(Head, String)>;

/// The name of an element of a list: `v.x` for one of three, else `v[0]`.
pub(super) fn part_name(name: &str, length: usize, i: usize) -> String {
    match (length, i) {
        (3, 0) => format!("{name}.x"),
        (3, 1) => format!("{name}.y"),
        (3, 2) => format!("{name}.z"),
        _ => format!("{name}[{i}]"),
    }
}

/// A value as a column or, for a list, several.
pub(super) fn cells(of: usize, name: &str, datum: &Datum, out: &mut Cells) {
    let mut put = |unit: String, text: String| {
        let name = name.to_owned();
        out.push((Head { of, name, unit }, text));
    };
    match datum {
        Datum::List(elements) => {
            for (i, element) in elements.iter().enumerate() {
                let part = part_name(name, elements.len(), i);
                cells(of, &part, element, out);
            }
        }
        Datum::Number(number) => match &number.shown {
            Some(shown) => put(shown.text().to_owned(), cell(shown.number(number.value))),
            None => put(number.dimension.si_unit(), cell(number.value)),
        },
        Datum::Flag(flag) => put(String::new(), u8::from(*flag).to_string()),
        other => put(String::new(), guarded(&crate::lang::value::show(other))),
    }
}

/// A number that reads back as the same bits, with an exponent where it is very small or large.
pub(super) fn cell(x: f64) -> String {
    let text = format!("{x:?}");
    text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
}

/// A text as a cell in which no spreadsheet sees a formula and no shell a command: an apostrophe stands before a first
/// `=`, `+`, `-` or `@`, unless it begins a number, and a backslash before each `$`, backquote and backslash.
pub(super) fn guarded(text: &str) -> String {
    let mut cell = String::with_capacity(text.len());
    let mut shown = text.chars().filter(|c| !invisible(*c));
    let first = shown.find(|c| !(c.is_whitespace() || c.is_control()));
    // Some spreadsheets take the wide forms of these signs for them.
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

/// A cell as RFC 4180 has it: in quotes where it holds what separates cells, or anything else that means something to a shell.
fn quoted(cell: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "_.:/%^*+-@=[]".contains(c);
    if cell.chars().all(is_plain) {
        cell.to_owned()
    } else {
        format!("\"{}\"", cell.replace('"', "\"\""))
    }
}

pub(super) fn row<'c>(cells: impl Iterator<Item = &'c str>) -> String {
    let mut line = String::new();
    for (i, cell) in cells.enumerate() {
        let comma = if i == 0 { "" } else { "," };
        let _ = write!(line, "{comma}{}", quoted(cell));
    }
    line + "\n"
}

/// The first expression whose columns have changed, and how.
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

/// What has become of the columns of an expression, if anything has.
fn change(before: &[&Head], after: &[&Head]) -> Option<String> {
    if before.len() != after.len() {
        let columns = if before.len() == 1 {
            "column"
        } else {
            "columns"
        };
        return Some(format!(
            "this had {} {columns}, and now has {}",
            before.len(),
            after.len()
        ));
    }
    let mut both = before.iter().zip(after);
    let (a, b) = both.find(|(a, b)| a != b)?;
    let told = |unit: &str| match unit {
        "" | "1" => "no unit".to_owned(),
        unit => format!("the unit `{unit}`"),
    };
    Some(if a.name == b.name {
        let [had, has] = [a, b].map(|head| told(&head.unit));
        format!("the column `{}` had {had}, and now has {has}", a.name)
    } else {
        format!("the column `{}` is now `{}`", a.name, b.name)
    })
}
