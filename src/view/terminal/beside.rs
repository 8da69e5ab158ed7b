//! Layout of the picture and the diagram in the terminal.

use crate::diagnostic::escaped;
use crate::view::diagram::Diagram;
use std::fmt::Write as _;

/// Fewest columns with the diagram on the right of the picture.
const WIDE: usize = 70;

/// Least and most columns of a diagram on the right.
const COLUMNS: [usize; 2] = [32, 60];

/// Fewest lines with the diagram below the picture, if there is no room on the right.
const HIGH: usize = 14;

/// A rectangle of the terminal: column and line of its upper left corner, columns, lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Part {
    pub at: [usize; 2],
    pub size: [usize; 2],
}

/// Returns the rectangles of picture and diagram for a number of columns and lines. If there is no room for both, the picture
/// has none.
pub(super) fn split([columns, lines]: [usize; 2]) -> (Option<Part>, Part) {
    let part = |at, size| Part { at, size };
    if columns >= WIDE {
        let [least, most] = COLUMNS;
        let side = (columns * 45 / 100).clamp(least, most);
        // A blank column between them.
        let left = columns - side - 1;
        return (
            Some(part([0, 0], [left, lines])),
            part([left + 1, 0], [side, lines]),
        );
    }
    if lines >= HIGH {
        let above = lines / 2;
        return (
            Some(part([0, 0], [columns, above])),
            part([0, above], [columns, lines - above]),
        );
    }
    (None, part([0, 0], [columns, lines]))
}

/// Writes a diagram into its rectangle, with blanks where it draws nothing.
pub(super) fn draw(out: &mut String, diagram: &Diagram, part: Part) {
    let [columns, rows] = part.size;
    let lines = diagram.lines(columns, rows);
    for row in 0..rows {
        let line = lines.get(row).map_or("", String::as_str);
        let line = escaped(line);
        let [x, y] = [part.at[0] + 1, part.at[1] + row + 1];
        let _ = write!(out, "\x1b[{y};{x}H\x1b[0m{line:<columns$}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_have_room_or_the_diagram_has_all() {
        let (picture, diagram) = split([80, 22]);
        assert_eq!(picture.unwrap().size, [43, 22]);
        assert_eq!((diagram.at, diagram.size), ([44, 0], [36, 22]));
        let (picture, diagram) = split([60, 22]);
        assert_eq!(picture.unwrap().size, [60, 11]);
        assert_eq!((diagram.at, diagram.size), ([0, 11], [60, 11]));
        let (picture, diagram) = split([40, 10]);
        assert_eq!((picture, diagram.size), (None, [40, 10]));
        assert_eq!(split([300, 80]).1.size, [60, 80]);
    }
}
