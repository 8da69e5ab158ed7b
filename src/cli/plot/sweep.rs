//! Diagrams of the table of a sweep or of an archive: results over one parameter with their spread, or over two as a map of colours.

use crate::diagnostic::quote;
use crate::plot::table::Table;
use crate::plot::{Curves, HeatMap, Refusal, Series};
use crate::runs::Ended;

/// The parameter that only changes random numbers: without names of columns, rows that differ in it are averaged.
const SEED: &str = "seed";

/// What to draw of a table.
pub(super) enum Drawn {
    Lines(Curves),
    Map(Box<HeatMap>),
}

/// The names of the columns of such a table.
struct Columns<'t> {
    parameters: Vec<&'t str>,
    results: Vec<&'t str>,
    is_sweep: bool,
}

impl<'t> Columns<'t> {
    /// Finds the columns, if the table is that of a sweep or of an archive.
    fn of(table: &'t Table) -> Option<Self> {
        let names: Vec<&str> = table.names().collect();
        let place = |name: &str| names.iter().position(|other| *other == name);
        if let (Some(&"cell"), Some(kept)) = (names.first(), place("kept")) {
            return Some(Columns {
                parameters: names.get(1..kept)?.to_vec(),
                results: names.get(kept + 1..)?.to_vec(),
                is_sweep: false,
            });
        }
        let (ended, failed) = (place("ended")?, place("failed")?);
        let is_sweep = names.first() == Some(&"run") && names.last() == Some(&"script");
        is_sweep.then_some(())?;
        Some(Columns {
            parameters: names.get(1..ended)?.to_vec(),
            results: names.get(ended + 1..failed)?.to_vec(),
            is_sweep,
        })
    }
}

/// Leaves out the runs of a sweep that did not end well, whose results are not those of the others. Returns how many.
pub(super) fn leave_out_failed(table: &mut Table) -> usize {
    match Columns::of(table) {
        Some(columns) if columns.is_sweep => {
            table.keep("ended", |ended| ended == Ended::Done.word())
        }
        _ => 0,
    }
}

/// Returns a column of numbers.
fn column(table: &Table, name: &str) -> Result<Series, Refusal> {
    let mut found = table.columns(name)?;
    let first = found.pop().filter(|_| found.is_empty());
    let mut series = first.ok_or_else(|| {
        Refusal::new(
            format!("{} is more than one column", quote(name)),
            format!("for example `{name}.x`"),
        )
    })?;
    // Its unit is that of the script.
    series.exact = true;
    Ok(series)
}

/// Returns the distinct values of a column in ascending order.
fn distinct(series: &Series) -> Vec<f64> {
    let mut values: Vec<f64> = series
        .values
        .iter()
        .copied()
        .filter(|v| v.is_finite())
        .collect();
    values.sort_by(f64::total_cmp);
    values.dedup();
    values
}

/// Returns what to draw of the table of a sweep or of an archive, with these columns: first one or two parameters, and then results. None if the
/// table is of another kind, or the first column is no parameter.
///
/// # Errors
/// There is no such column, or nothing to draw.
pub(super) fn drawn(table: &Table, names: &[String]) -> Option<Result<Drawn, Refusal>> {
    let columns = Columns::of(table)?;
    let is_parameter = |name: &&String| columns.parameters.contains(&name.as_str());
    let axes: Vec<&str> = match names {
        [] => {
            let swept = |name: &&str| {
                let values = column(table, name).map(|series| distinct(&series));
                *name != SEED && values.is_ok_and(|values| values.len() > 1)
            };
            columns.parameters.iter().copied().filter(swept).collect()
        }
        names => names
            .iter()
            .take_while(is_parameter)
            .map(String::as_str)
            .collect(),
    };
    let values: Vec<&str> = match names.get(axes.len()..).unwrap_or_default() {
        [] => {
            let is_number = |name: &&str| {
                let values = column(table, name);
                values.is_ok_and(|series| series.values.iter().any(|v| v.is_finite()))
            };
            columns.results.iter().copied().filter(is_number).collect()
        }
        some => some.iter().map(String::as_str).collect(),
    };
    let listed = columns.parameters.join(", ");
    match axes.as_slice() {
        [] if !names.is_empty() => None,
        [] => Some(Err(Refusal::new(
            "no parameter of this table has more than one number",
            format!("name the columns to draw; its parameters are {listed}"),
        ))),
        _ if values.is_empty() => Some(Err(Refusal::new(
            "this table has no result to draw",
            "`result NAME = VALUE` in the script adds one",
        ))),
        [over] => Some(lines(table, over, &values).map(Drawn::Lines)),
        [over, and] => match (values.as_slice(), names.is_empty()) {
            ([value], _) | ([value, ..], true) => {
                Some(map(table, [over, and], value).map(|map| Drawn::Map(Box::new(map))))
            }
            _ => Some(Err(Refusal::new(
                "a map shows one result over two parameters",
                format!("for example `{over} {and} {}`", values[0]),
            ))),
        },
        _ => Some(Err(Refusal::new(
            "a diagram has at most two parameters",
            format!("name one or two of {listed}, and then a result"),
        ))),
    }
}

/// Returns the means of some results over a parameter, with the least and largest of all rows that share its value.
fn lines(table: &Table, over: &str, values: &[&str]) -> Result<Curves, Refusal> {
    let axis = column(table, over)?;
    let at = distinct(&axis);
    let mut curves = vec![];
    for name in values {
        let series = column(table, name)?;
        let (mut means, mut spread) = (vec![], vec![]);
        for x in &at {
            let rows = axis.values.iter().zip(&series.values);
            let of_one = rows.filter(|(other, value)| *other == x && value.is_finite());
            let all: Vec<f64> = of_one.map(|(_, value)| *value).collect();
            means.push(mean(&all));
            let least = all.iter().copied().fold(f64::NAN, f64::min);
            spread.push([least, all.iter().copied().fold(f64::NAN, f64::max)]);
        }
        let has_spread = spread.iter().any(|[least, largest]| least < largest);
        curves.push(Series {
            values: means,
            spread: if has_spread { spread } else { vec![] },
            ..series
        });
    }
    Ok(Curves {
        over: Series { values: at, ..axis },
        values: curves,
        phase: false,
    })
}

/// Returns the means of a result over two parameters.
fn map(table: &Table, [over, and]: [&str; 2], value: &str) -> Result<HeatMap, Refusal> {
    let [across, upwards] = [column(table, over)?, column(table, and)?];
    let series = column(table, value)?;
    let (xs, ys) = (distinct(&across), distinct(&upwards));
    let mut cells = vec![vec![]; xs.len() * ys.len()];
    let axes = across.values.iter().zip(&upwards.values);
    for ((x, y), value) in axes.zip(&series.values) {
        let place = |all: &[f64], one: &f64| all.iter().position(|other| other == one);
        if let (Some(x), Some(y), true) = (place(&xs, x), place(&ys, y), value.is_finite()) {
            cells[y * xs.len() + x].push(*value);
        }
    }
    let cells = cells.iter().map(|all: &Vec<f64>| mean(all)).collect();
    Ok(HeatMap {
        over: Series {
            values: xs,
            ..across
        },
        and: Series {
            values: ys,
            ..upwards
        },
        value: Series {
            values: cells,
            ..series
        },
    })
}

/// Returns the mean; NaN of none.
fn mean(all: &[f64]) -> f64 {
    all.iter().sum::<f64>() / all.len() as f64
}
