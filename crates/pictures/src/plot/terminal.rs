//! Curves in a terminal, drawn with braille dots: each character has two columns of four.

use super::axes::{Axis, range};
use super::measures::Walk;
use super::{Curves, gait};
use corpus_lang::value::show::significant;

/// Columns of the scale on the left, including the blank before the axis.
const SCALE: usize = 10;

/// Dots of a braille character by column and row, as bits of its offset from U+2800 (ISO/IEC 10646, Braille Patterns).
const DOTS: [[u32; 4]; 2] = [[0x01, 0x02, 0x04, 0x40], [0x08, 0x10, 0x20, 0x80]];

/// Values over time. NaN is not drawn.
pub struct Curve<'a> {
    /// Times (s), increasing.
    pub times: &'a [f64],
    /// Values, one for each time.
    pub values: &'a [f64],
}

impl Axis {
    /// Returns the position of a number, among `count` positions from low to high.
    fn place(&self, value: f64, count: usize) -> i64 {
        (self.part(value) * (count - 1) as f64).round() as i64
    }
}

/// A field of dots, with the origin at the upper left.
struct Field {
    columns: usize,
    rows: usize,
    cells: Vec<u32>,
}

impl Field {
    fn new(columns: usize, rows: usize) -> Self {
        Field {
            columns,
            rows,
            cells: vec![0; columns * rows],
        }
    }

    fn dot(&mut self, x: i64, y: i64) {
        let (Ok(x), Ok(y)) = (usize::try_from(x), usize::try_from(y)) else {
            return;
        };
        if x < 2 * self.columns
            && let Some(cell) = self.cells.get_mut(y / 4 * self.columns + x / 2)
        {
            *cell |= DOTS[x % 2][y % 4];
        }
    }

    /// Draws a line of dots, as many as the longer side has.
    fn line(&mut self, from: (i64, i64), to: (i64, i64)) {
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let steps = dx.abs().max(dy.abs()).max(1);
        let along = |d: i64, i: i64| (d as f64 * i as f64 / steps as f64).round() as i64;
        for i in 0..=steps {
            self.dot(from.0 + along(dx, i), from.1 + along(dy, i));
        }
    }

    fn lines(&self) -> Vec<String> {
        let row = |cells: &[u32]| {
            let drawn: String = cells
                .iter()
                .map(|bits| match bits {
                    0 => ' ',
                    bits => char::from_u32(0x2800 + bits).unwrap_or(' '),
                })
                .collect();
            drawn.trim_end().to_owned()
        };
        let rows = self.cells.chunks(self.columns.max(1));
        rows.take(self.rows).map(row).collect()
    }
}

/// Draws a curve in lines of at most `width` characters, with its scale on the left: the largest value beside the first line,
/// the least beside the last.
pub fn plot(curve: &Curve, width: usize, height: usize) -> Vec<String> {
    let columns = width.saturating_sub(SCALE + 1).max(1);
    let height = height.max(2);
    let axis = |values: &[f64]| Some(Axis::of(range(values.iter().copied())?, "", 0));
    let (Some(across), Some(up)) = (axis(curve.times), axis(curve.values)) else {
        return vec!["no samples yet".to_owned()];
    };
    let mut field = Field::new(columns, height);
    let mut before = None;
    for (time, value) in curve.times.iter().zip(curve.values) {
        let dot = value.is_finite().then(|| {
            let y = 4 * height as i64 - 1 - up.place(*value, 4 * height);
            (across.place(*time, 2 * columns), y)
        });
        match (before, dot) {
            (Some(before), Some(dot)) => field.line(before, dot),
            (None, Some((x, y))) => field.dot(x, y),
            _ => {}
        }
        before = dot;
    }
    let rows = field.lines();
    let last = rows.len().saturating_sub(1);
    let scale = |i: usize| match i {
        0 => format!("{:>width$} ┤", short(up.high), width = SCALE - 1),
        i if i == last => format!("{:>width$} ┤", short(up.low), width = SCALE - 1),
        _ => format!("{:>SCALE$}│", ""),
    };
    let rows = rows.iter().enumerate();
    rows.map(|(i, row)| scale(i) + row).collect()
}

/// Returns the line below: the time at either end.
pub fn time_axis(times: &[f64], width: usize) -> String {
    let (Some(first), Some(last)) = (times.first(), times.last()) else {
        return String::new();
    };
    let (first, last) = (short(*first), format!("{} s", short(*last)));
    let between = width.saturating_sub(SCALE + 1 + last.chars().count());
    format!("{:SCALE$} {first:<between$}{last}", "")
}

/// Formats a number with four significant digits.
pub fn short(value: f64) -> String {
    let rounded = format!("{value:.3e}").parse().unwrap_or(value);
    significant(rounded)
}

/// Draws curves one below the other, each with its name above; a few curves use at most `rows` lines.
#[must_use]
pub fn curves(what: &Curves, columns: usize, rows: usize) -> Vec<String> {
    let count = what.values.len().max(1);
    let height = (rows / count).saturating_sub(2).clamp(4, 16);
    let mut lines = vec![];
    for series in &what.values {
        let unit = match series.unit.as_str() {
            "" | "1" => String::new(),
            unit => format!(" ({unit})"),
        };
        lines.push(format!("{}{unit}", series.name));
        let curve = Curve {
            times: &what.over.values,
            values: &series.values,
        };
        lines.extend(plot(&curve, columns, height));
    }
    if what.phase {
        lines.push(format!(
            "{:SCALE$} over {} ({})",
            "", what.over.name, what.over.unit
        ));
    } else {
        lines.push(time_axis(&what.over.values, columns));
    }
    lines
}

/// Draws a gait with a line for each leg: full blocks for stance, light ones for swing.
#[must_use]
pub fn walk(walk: &Walk, columns: usize) -> Vec<String> {
    const NAME: usize = 3;
    const NUMBERS: usize = 12;
    let cells = columns.saturating_sub(NAME + NUMBERS).max(1);
    let measures = walk.measures();
    let mut lines = vec![];
    for leg in gait::order(walk.legs.len()) {
        let steps = walk.legs.get(leg).map_or(&[][..], |track| &track.steps);
        let swings = |cell: usize| {
            let time = walk.from + (walk.to - walk.from) * (cell as f64 + 0.5) / cells as f64;
            steps
                .iter()
                .any(|step| step.begin <= time && time < step.end)
        };
        let drawn: String = (0..cells)
            .map(|cell| if swings(cell) { '░' } else { '█' })
            .collect();
        let [duty, phase, _] = gait::numbers(&measures, leg, !measures.is_steady());
        lines.push(format!(
            "{:<NAME$}{drawn} {duty:>5} {phase:>4}°",
            gait::leg_name(leg)
        ));
    }
    lines.push(format!("{:NAME$}{}", "", gait::summary(&measures)));
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(values: &[f64], width: usize, height: usize) -> String {
        let times: Vec<f64> = (0..values.len()).map(|i| i as f64).collect();
        let curve = Curve {
            times: &times,
            values,
        };
        plot(&curve, width, height).join("\n")
    }

    #[test]
    fn a_rising_line() {
        // Eight dots across, eight up: a diagonal.
        let shown = drawn(&[0.0, 7.0], 15, 2);
        assert_eq!(shown, "        7 ┤  ⡠⠊\n        0 ┤⡠⠊");
    }

    #[test]
    fn a_step_up_and_down_is_joined() {
        let shown = drawn(&[0.0, 0.0, 1.0, 1.0, 0.0, 0.0], 14, 2);
        assert_eq!(shown, "        1 ┤ ⣿\n        0 ┤⣸ ⣇");
    }

    #[test]
    fn what_does_not_change_lies_in_the_middle() {
        let shown = drawn(&[5.0; 8], 15, 3);
        let rows: Vec<&str> = shown.lines().collect();
        assert!(rows[0].starts_with("      5.5 ┤") && rows[2].starts_with("      4.5 ┤"));
        assert_eq!(rows[0].trim_end(), "      5.5 ┤");
        assert!(
            rows[1].ends_with("│⠒⠒⠒⠒") || rows[1].ends_with("│⠤⠤⠤⠤"),
            "{shown}"
        );
        assert!(drawn(&[0.0; 3], 15, 2).starts_with("        1 ┤"));
    }

    #[test]
    fn what_is_not_known_is_a_gap() {
        let nan = f64::NAN;
        let shown = drawn(&[1.0, 1.0, nan, nan, nan, nan, 2.0, 2.0], 15, 2);
        let rows: Vec<&str> = shown.lines().collect();
        assert_eq!(rows[0], "        2 ┤   ⠉");
        assert_eq!(rows[1], "        1 ┤⣀");
        assert_eq!(drawn(&[nan, nan], 20, 4), "no samples yet");
        assert_eq!(drawn(&[], 20, 4), "no samples yet");
    }

    #[test]
    fn no_line_is_wider_than_it_may_be() {
        let values: Vec<f64> = (0..500)
            .map(|i| (f64::from(i) * 0.1).sin() * 1e-7)
            .collect();
        for width in [1, 12, 40, 81] {
            let shown = drawn(&values, width, 5);
            assert_eq!(shown.lines().count(), 5);
            assert!(
                shown
                    .lines()
                    .all(|l| l.chars().count() <= width.max(SCALE + 2))
            );
        }
    }

    #[test]
    fn legs_are_lines_of_blocks() {
        let walker = super::super::measures::tests::wilson(0.1, 1.0);
        let lines = walk(&walker, 60);
        assert_eq!(lines.len(), 7);
        assert!(
            lines[0].starts_with("L1 ") && lines[0].ends_with(" 0.50    0°"),
            "{}",
            lines[0]
        );
        assert!(
            lines[3].starts_with("R1 ") && lines[3].ends_with(" 0.50  180°"),
            "{}",
            lines[3]
        );
        assert!(lines.iter().take(6).all(|line| line.chars().count() == 60));
        assert!(lines[6].contains("tripod index 1.00"));
    }

    #[test]
    fn the_axis_tells_both_ends() {
        assert_eq!(
            time_axis(&[0.0, 1.0, 2.5], 30),
            "           0             2.5 s"
        );
        assert_eq!(time_axis(&[], 30), "");
        assert_eq!(short(0.123456), "0.1235");
        assert_eq!(short(123456.0), "123500");
    }
}
