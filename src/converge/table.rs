//! A comparison as a text table.

use super::advice::short;
use super::{Comparison, Row};
use crate::lang::value::{Datum, Quantity, show};
use std::fmt;

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.rows.is_empty() {
            let mut lines = vec![self.heads()];
            lines.extend(self.rows.iter().map(|row| self.cells(row)));
            draw(f, &lines)?;
            writeln!(f)?;
        }
        for failed in &self.failed {
            writeln!(f, "{failed}: the condition is false in all runs")?;
        }
        for (label, why) in &self.stopped {
            writeln!(f, "The run with {label} stopped: {why}")?;
        }
        writeln!(f, "{}", self.advice)
    }
}

impl Comparison {
    fn heads(&self) -> Vec<String> {
        let mut heads = vec![String::new(), "quantity".to_owned()];
        heads.extend(self.levels.iter().cloned());
        heads.extend(["error", "change", "largest", "order"].map(str::to_owned));
        heads
    }

    fn cells(&self, row: &Row) -> Vec<String> {
        let marked = row.moved.is_nan() || row.moved > self.within;
        let mark = if marked { "*" } else { "" };
        let mut cells = vec![
            format!("{mark}{} {}", row.place, row.used),
            row.name.clone(),
        ];
        let none = || "-".to_owned();
        let percent = |part: Option<f64>| match part {
            None => none(),
            Some(part) if part.is_infinite() => none(),
            Some(part) if part > 0.0 && part < 1e-4 => "<0.01 %".to_owned(),
            Some(part) => format!("{} %", short(100.0 * part)),
        };
        cells.extend((0..self.levels.len()).map(|number| {
            let value = row.values.get(number).copied().flatten();
            value.map_or_else(none, |value| row.shown(value))
        }));
        if let Some(remark) = &row.remark {
            cells.push(remark.clone());
            return cells;
        }
        cells.push(percent(row.errors.first().copied().flatten()));
        cells.push(percent(Some(row.moved)));
        cells.push(percent(row.largest));
        cells.push(row.order.map_or_else(none, |order| format!("{order:.1}")));
        cells
    }
}

impl Row {
    fn shown(&self, value: f64) -> String {
        show(&Datum::Number(Quantity {
            value,
            dimension: self.dimension,
            shown: self.shown.clone(),
        }))
    }
}

/// Writes columns as wide as their contents, the first two left-aligned; omits empty columns.
fn draw(f: &mut fmt::Formatter<'_>, lines: &[Vec<String>]) -> fmt::Result {
    let columns = lines.iter().map(Vec::len).max().unwrap_or(0);
    let cell = |line: &Vec<String>, column: usize| line.get(column).cloned().unwrap_or_default();
    let width = |column: usize| {
        let widths = lines.iter().map(|line| cell(line, column).chars().count());
        widths.max().unwrap_or(0)
    };
    let is_empty = |column: usize| {
        let below = lines.iter().skip(1);
        column > 1
            && below
                .map(|line| cell(line, column))
                .all(|text| text.is_empty() || text == "-")
    };
    for line in lines {
        let mut text = String::new();
        for column in (0..columns).filter(|column| !is_empty(*column)) {
            let (cell, width) = (cell(line, column), width(column));
            if column > 0 {
                text.push_str("  ");
            }
            text += &match column {
                0 | 1 => format!("{cell:width$}"),
                _ => format!("{cell:>width$}"),
            };
        }
        writeln!(f, "{}", text.trim_end())?;
    }
    Ok(())
}
