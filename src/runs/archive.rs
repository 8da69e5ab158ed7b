//! Cells of an archive of elites: Mouret and Clune 2015, *Illuminating search spaces by mapping elites*, arXiv 1504.04909.

use super::Column;
use super::points::{ends, range_of};
use crate::lang::dimension::Dimension;
use crate::lang::units::parse_unit;
use crate::session::columns::{cell, guarded, row};
use crate::session::rounded;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Most cells of an archive.
const MOST_CELLS: usize = 10_000;

/// A number by which an archive tells its rows apart.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Feature {
    /// Its name.
    pub name: String,
    /// Ends of its range (SI).
    pub range: [f64; 2],
    /// Unit in which it is shown; `1` for plain numbers.
    pub unit: String,
    /// Number of cells into which the range is cut.
    pub cells: usize,
}

/// The cells of an archive: all combinations of those of its features, of which the last one changes first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Grid(pub Vec<Feature>);

impl Feature {
    /// Reads `NAME=A..B:N`.
    ///
    /// # Errors
    /// A sentence on what is wrong.
    fn read(text: &str, known: &[Column]) -> Result<Self, String> {
        let form = "write NAME=A..B:N, as in `height=0cm..20cm:10`";
        let (name, range) = text.split_once('=').ok_or(form)?;
        let column = Column::named(known, name)?;
        let ([lowest, highest], cells) = range_of(range).ok_or(form)?;
        let (range, unit) = ends(lowest, highest)?;
        let cells = cells.ok_or(form)?.parse().ok();
        let cells = cells.filter(|cells| (1..=MOST_CELLS).contains(cells));
        let cells = cells.ok_or_else(|| {
            format!("the number of cells after the `:` is from 1 to {MOST_CELLS}")
        })?;
        let dimension = column.dimension();
        let (range, unit) = match parse_unit(unit) {
            Ok(known) if !unit.is_empty() && known.dimension == dimension => {
                (range.map(|end| known.to_si(end)), unit.to_owned())
            }
            _ if unit.is_empty() && dimension == Dimension::NONE => (range, "1".to_owned()),
            _ => {
                let wanted = match dimension == Dimension::NONE {
                    true => "a plain number".to_owned(),
                    false => format!("measured in {}: give an end such a unit", column.unit),
                };
                return Err(format!("the result `{name}` is {wanted}"));
            }
        };
        Ok(Feature {
            name: name.to_owned(),
            range,
            unit,
            cells,
        })
    }

    /// Returns the middle of a cell, in its unit.
    fn middle(&self, number: usize) -> f64 {
        let [low, high] = self.range;
        let part = (number as f64 + 0.5) / self.cells as f64;
        let middle = low + (high - low) * part;
        let unit = parse_unit(&self.unit).ok().filter(|_| self.unit != "1");
        rounded(unit.map_or(middle, |unit| unit.from_si(middle)), 12)
    }
}

impl Grid {
    /// Reads the features of the command line, each `NAME=A..B:N`, among known columns.
    ///
    /// # Errors
    /// A sentence on what is wrong, and what to write instead.
    pub fn read(texts: &[String], known: &[Column]) -> Result<Grid, String> {
        let told = |text: &String| {
            let read = Feature::read(text, known);
            read.map_err(|why| format!("--archive {text}: {why}"))
        };
        let all: Vec<Feature> = texts.iter().map(told).collect::<Result<_, _>>()?;
        let grid = Grid(all);
        let count = { grid.0.iter() }.try_fold(1_usize, |all, one| all.checked_mul(one.cells));
        match count {
            Some(..=MOST_CELLS) => Ok(grid),
            _ => Err(format!("the archive has more than {MOST_CELLS} cells")),
        }
    }

    /// Returns the number of cells.
    #[must_use]
    pub fn count(&self) -> usize {
        self.0.iter().map(|feature| feature.cells).product()
    }

    /// Returns the cell of values (SI) of the features; beyond a range, the last one there. None for values that are not known.
    #[must_use]
    pub fn cell(&self, values: &[f64]) -> Option<usize> {
        let mut cell = 0;
        for (number, feature) in self.0.iter().enumerate() {
            let value = values.get(number).filter(|value| !value.is_nan())?;
            let [low, high] = feature.range;
            let part = (value - low) / (high - low) * feature.cells as f64;
            let place = (part.max(0.0) as usize).min(feature.cells - 1);
            cell = cell * feature.cells + place;
        }
        Some(cell)
    }

    /// Returns the places of a cell in the ranges of the features.
    #[must_use]
    pub fn places(&self, cell: usize) -> Vec<usize> {
        let mut left = cell;
        let mut places: Vec<usize> = { self.0.iter().rev() }
            .map(|feature| {
                let place = left % feature.cells;
                left /= feature.cells;
                place
            })
            .collect();
        places.reverse();
        places
    }

    /// Returns the table of the cells: a row for each one, with the middle of its features and the cells of `rows`, whose names and
    /// units are given. Where there is none, these are empty.
    #[must_use]
    pub fn table(&self, heads: &[(String, String)], rows: &BTreeMap<usize, Vec<String>>) -> String {
        let of_features = self
            .0
            .iter()
            .map(|one| (one.name.as_str(), one.unit.as_str()));
        let of_rows = heads
            .iter()
            .map(|(name, unit)| (name.as_str(), unit.as_str()));
        let all: Vec<(&str, &str)> = { [("cell", "#")].into_iter() }
            .chain(of_features)
            .chain(of_rows)
            .collect();
        let names: Vec<String> = all.iter().map(|(name, _)| guarded(name)).collect();
        let mut table = row(names.iter().map(String::as_str));
        table += &row(all.iter().map(|(_, unit)| *unit));
        let empty = vec![String::new(); heads.len()];
        for number in 0..self.count() {
            let places = self.places(number).into_iter().zip(&self.0);
            let middles = places.map(|(place, feature)| cell(feature.middle(place)));
            let first = [number.to_string()].into_iter().chain(middles);
            let last = rows.get(&number).unwrap_or(&empty);
            let cells: Vec<String> = first.chain(last.iter().cloned()).collect();
            table += &row(cells.iter().map(String::as_str));
        }
        table
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known() -> Vec<Column> {
        let column = |name: &str, unit: &str| Column {
            name: name.to_owned(),
            unit: unit.to_owned(),
            is_number: unit != "-",
        };
        vec![
            column("clearance", "cm"),
            column("duty", "1"),
            column("name", "-"),
        ]
    }

    fn read(texts: &[&str]) -> Result<Grid, String> {
        let texts: Vec<String> = texts.iter().map(|text| (*text).to_owned()).collect();
        Grid::read(&texts, &known())
    }

    #[test]
    fn each_value_has_a_cell() {
        let grid = read(&["clearance=0mm..20mm:10", "duty=0.3..0.9:3"]).unwrap();
        assert_eq!(grid.count(), 30);
        for (clearance, duty, places) in [
            (0.0, 0.3, [0, 0]),
            (0.0119, 0.6, [5, 1]),
            (0.0121, 0.75, [6, 2]),
            (-1.0, 2.0, [0, 2]),
            (f64::INFINITY, f64::NEG_INFINITY, [9, 0]),
        ] {
            let cell = grid.cell(&[clearance, duty]).unwrap();
            assert_eq!(grid.places(cell), places);
        }
        assert_eq!(grid.cell(&[f64::NAN, 0.5]), None);
        assert_eq!(grid.cell(&[0.5]), None);
        let heads = [("run".to_owned(), "#".to_owned())];
        let table = grid.table(&heads, &[(1, vec!["7".to_owned()])].into_iter().collect());
        assert!(
            table.starts_with("cell,clearance,duty,run\n\"#\",mm,1,\"#\"\n0,1,0.4,\n1,1,0.6,7\n"),
            "{table}"
        );
        assert_eq!(table.lines().count(), 32);
    }

    #[test]
    fn what_is_wrong_with_an_archive_is_told() {
        for (text, why) in [
            ("clearence=0mm..1mm:3", "did you mean `clearance`?"),
            ("name=0..1:3", "the result `name` is a text"),
            ("duty", "write NAME=A..B:N"),
            ("duty=0.3:3", "write NAME=A..B:N"),
            ("duty=0.3..0.9", "write NAME=A..B:N"),
            (
                "duty=0.9..0.3:3",
                "the first end of a range must be below the second",
            ),
            (
                "duty=0.3..0.9:0",
                "the number of cells after the `:` is from 1 to 10000",
            ),
            ("duty=1mm..2mm:3", "the result `duty` is a plain number"),
            (
                "clearance=0..1:3",
                "the result `clearance` is measured in cm",
            ),
        ] {
            let told = read(&[text]).unwrap_err();
            assert!(
                told.starts_with("--archive ") && told.contains(why),
                "{told}"
            );
        }
        let many = read(&["clearance=0mm..1mm:200", "duty=0..1:200"]).unwrap_err();
        assert_eq!(many, "the archive has more than 10000 cells");
    }
}
