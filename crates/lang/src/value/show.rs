//! Values as readable text.

use super::{Datum, List, Quantity, Record};
use crate::dimension::Dimension;
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
        Datum::Number(number) => {
            let unit = unit(number);
            let gap = if unit.is_empty() { "" } else { " " };
            format!("{}{gap}{unit}", significant(shown_value(number)))
        }
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
                let [first, end] = [first, end].map(|number| show(&Datum::Number(number)));
                format!("range of {} from {first} to {end}", range.count())
            }
            (Some(only), _) => format!("range of 1: {}", show(&Datum::Number(only))),
            _ => "empty range".into(),
        },
    }
}

/// Returns the number in the unit in which it is shown.
fn shown_value(number: &Quantity) -> f64 {
    match &number.shown {
        Some(shown) => shown.number(number.value),
        None => number.value,
    }
}

/// Returns the unit in which it is shown; empty for a plain number.
fn unit(number: &Quantity) -> String {
    match &number.shown {
        Some(shown) => shown.text().to_owned(),
        None if number.dimension == Dimension::NONE => String::new(),
        None => number.dimension.si_unit(),
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
    common.map(unit)
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
                shown.push_str(&significant(shown_value(number)));
                if !bare {
                    shown.push_str(&unit(number));
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

/// Formats a number with six significant digits, without trailing zeros; with an exponent if the number has more than nine
/// digits before or four zeros after its point.
#[must_use]
pub fn significant(value: f64) -> String {
    if value == 0.0 {
        return "0".into();
    }
    // The exponent of the rounded number: 999999.7 is rounded to 1e6.
    let rounded = format!("{value:.5e}");
    let (digits, exponent) = rounded.split_once('e').unwrap_or((&rounded, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    if (-5..9).contains(&exponent) {
        let places = usize::try_from(5 - exponent).unwrap_or(0);
        trimmed(&format!("{value:.places$}")).to_owned()
    } else {
        format!("{}e{exponent}", trimmed(digits))
    }
}

/// Removes zeros at the end of a fraction.
pub fn trimmed(number: &str) -> &str {
    if number.contains('.') {
        number.trim_end_matches('0').trim_end_matches('.')
    } else {
        number
    }
}
