//! Values as readable text.

pub use super::digits::{significant, trimmed};

use super::{Datum, List, Quantity, Record};
use std::fmt::Write;

/// Length at which the text of a list is cut off, in bytes.
const LONGEST: usize = 10_000;

/// Returns text as shown by `print`: numbers with six significant digits and their unit, `8.2 cm/s`; lists with one unit `[1 2
/// 3] mm`; texts unchanged, but in quotes inside a list. Shortens a long list, and says so.
#[must_use]
pub fn show(datum: &Datum) -> String {
    match datum {
        Datum::Text(text) => text.to_string(),
        Datum::List(list) => {
            let mut shown = String::new();
            let unit = common_unit(list);
            elements(&mut shown, list, unit.is_some());
            if let Some(unit) = unit.filter(|unit| !unit.is_empty()) {
                shown.push(' ');
                shown.push_str(&unit);
            }
            shown
        }
        Datum::Number(number) => number.to_string(),
        Datum::Flag(flag) => flag.to_string(),
        Datum::Record(record) => {
            let mut shown = String::new();
            fields(&mut shown, record);
            shown
        }
        Datum::Function(callee) => format!("function {}", callee.name()),
        Datum::Unknown(unknown) => unknown.kind(),
        Datum::Range(range) => match (range.get(0), range.count().checked_sub(1)) {
            (Some(first), Some(last)) if last > 0 => {
                let end = range.get(last).unwrap_or(first.clone());
                format!("range of {} from {first} to {end}", range.count())
            }
            (Some(only), _) => format!("range of 1: {}", only),
            _ => "empty range".into(),
        },
    }
}

/// Returns the unit of all elements of a list, including nested lists, if they are numbers with a common one.
fn common_unit(list: &List) -> Option<String> {
    let mut common: Option<&Quantity> = None;
    let mut rest: Vec<&Datum> = list.iter().collect();
    while let Some(datum) = rest.pop() {
        match (datum, common) {
            (Datum::List(inner), _) => rest.extend(inner.iter()),
            (Datum::Number(number), None) => common = Some(number),
            (Datum::Number(number), Some(first))
                if number.dimension == first.dimension
                    && number.dimension.energy == first.dimension.energy
                    && number.shown.as_ref().map(|shown| shown.text())
                        == first.shown.as_ref().map(|shown| shown.text()) => {}
            _ => return None,
        }
    }
    common.map(Quantity::unit)
}

fn elements(shown: &mut String, list: &List, bare: bool) {
    shown.push('[');
    for (i, element) in list.iter().enumerate() {
        if i > 0 {
            shown.push(' ');
        }
        if shown.len() > LONGEST {
            // Writing to a string cannot fail.
            let _ = write!(shown, "... {} more", list.len() - i);
            break;
        }
        match element {
            Datum::List(inner) => elements(shown, inner, bare),
            Datum::Text(text) => {
                let _ = write!(shown, "\"{text}\"");
            }
            Datum::Number(number) => {
                shown.push_str(&significant(number.in_unit()));
                if !bare {
                    shown.push_str(&number.unit());
                }
            }
            other => shown.push_str(&show(other)),
        }
    }
    shown.push(']');
}

fn fields(shown: &mut String, record: &Record) {
    shown.push('{');
    for (i, (name, value)) in record.fields().iter().enumerate() {
        if i > 0 {
            shown.push_str(", ");
        }
        if shown.len() > LONGEST {
            let _ = write!(shown, "... {} more", record.fields().len() - i);
            break;
        }
        let _ = match value {
            Datum::Text(text) => write!(shown, "{name}: \"{text}\""),
            other => write!(shown, "{name}: {}", show(other)),
        };
    }
    shown.push('}');
}
