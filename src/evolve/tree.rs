//! The family tree of a champion as a picture.

use super::population::{Line, Origin};
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// Width of a generation and height of an individual in the picture.
const CELL: [f64; 2] = [40.0, 16.0];

/// Returns the ancestors of the last champion as SVG: one column for each generation, colours for the ways they came about.
#[must_use]
pub fn family_tree(lines: &[Line]) -> String {
    let mut columns: Vec<Vec<usize>> = vec![vec![]; lines.len()];
    if let (Some(last), Some(line)) = (columns.last_mut(), lines.last()) {
        last.push(line.champion);
    }
    for g in (1..lines.len()).rev() {
        let parents: BTreeSet<usize> = { columns[g].iter() }
            .filter_map(|i| lines[g].born.get(*i))
            .flat_map(|(_, parents)| parents.iter().copied())
            .collect();
        columns[g - 1] = parents.into_iter().collect();
    }
    let tallest = columns.iter().map(Vec::len).max().unwrap_or(0);
    let (width, height) = (
        CELL[0] * (lines.len() as f64 + 1.0),
        CELL[1] * (tallest as f64 + 4.0),
    );
    let at = |g: usize, row: usize| (CELL[0] * (g as f64 + 0.75), CELL[1] * (row as f64 + 1.5));
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" font-family=\"sans-serif\" font-size=\"10\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
    );
    for g in 1..lines.len() {
        for (row, number) in columns[g].iter().enumerate() {
            let parents = lines[g].born.get(*number).map_or(&[][..], |(_, all)| all);
            for parent in parents {
                let above = columns[g - 1].iter().position(|i| i == parent).unwrap_or(0);
                let ((x1, y1), (x2, y2)) = (at(g - 1, above), at(g, row));
                let _ = writeln!(
                    out,
                    "<path d=\"M{x1} {y1}L{x2} {y2}\" stroke=\"#bbb\" fill=\"none\"/>"
                );
            }
        }
    }
    for (g, column) in columns.iter().enumerate() {
        for (row, number) in column.iter().enumerate() {
            let (x, y) = at(g, row);
            let origin = lines[g]
                .born
                .get(*number)
                .map_or(Origin::Random, |(origin, _)| *origin);
            let (colour, word) = shown(origin);
            let _ = writeln!(
                out,
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"4\" fill=\"{colour}\"><title>generation {g}, creature {number}: {word}</title></circle>"
            );
        }
    }
    let all = [
        Origin::Random,
        Origin::Kept,
        Origin::Mutated,
        Origin::Crossed,
        Origin::Grafted,
    ];
    for (i, origin) in all.into_iter().enumerate() {
        let ((colour, word), x, y) = (shown(origin), 20.0 + 70.0 * i as f64, height - 12.0);
        let _ = writeln!(
            out,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"4\" fill=\"{colour}\"/><text x=\"{}\" y=\"{}\">{word}</text>",
            x + 8.0,
            y + 3.5
        );
    }
    out + "</svg>\n"
}

fn shown(origin: Origin) -> (&'static str, &'static str) {
    match origin {
        Origin::Random => ("#888", "random"),
        Origin::Kept => ("#d4a017", "kept"),
        Origin::Mutated => ("#2b7bba", "mutated"),
        Origin::Crossed => ("#c0392b", "crossed"),
        Origin::Grafted => ("#27864a", "grafted"),
    }
}
