//! Distances written on the ground, which show the size of a figure, its direction and its speed.
//!
//! The numbers are at fixed positions in the world and fade with the distance from the figures, so none jumps when a figure
//! moves. Those of x are in a row and run along x, to be read from the side of negative y; those of y are in a column and run
//! along y, to be read from the side of positive x, as on a drawing with two rulers. Rows and columns are at odd lines of the
//! pattern, and numbers at even ones, so that none is written over another. Of all rows, only that in front of the figures is
//! visible, so that no number occurs twice.

use crate::draw::text_width;
use crate::plot::decimals;
use crate::scene::{Ground, Lettering, Marks};

/// Squares between two numbers along their own axis, and between two rows.
const SPACING: [f64; 2] = [2.0, 4.0];
/// Squares from the middle of the figures to the row that suits best: towards its reader.
const BEFORE: [f64; 2] = [-1.0, 1.0];
/// Distances (squares) from there up to which a row is fully visible, and from which on it is invisible.
const VISIBLE: [f64; 2] = [1.5, 2.5];
/// Largest distance of a number from the middle of the figures, in squares.
const REACH: f64 = 7.0;
/// Height of a digit, as a part of a square.
const HEIGHT: f64 = 0.25;
/// Longest number, in squares; a longer one is written smaller.
const LONGEST: f64 = 1.5;

/// Adds the numbers around a position on the ground (m).
pub(super) fn ruler(ground: &Ground, around: [f64; 2], marks: &mut Marks) {
    let tile = f64::from(ground.tile);
    if !(tile > 0.0 && tile.is_finite() && around.iter().all(|c| (c / tile).abs() < 1e6)) {
        return;
    }
    let middle = around.map(|c| c / tile);
    for axis in 0..2 {
        let across = 1 - axis;
        let best = middle[across] + BEFORE[across];
        for row in multiples(best, VISIBLE[1], SPACING[1], BEFORE[across]) {
            let [full, none] = VISIBLE;
            let shown = ((none - (row - best).abs()) / (none - full)).clamp(0.0, 1.0);
            for along in multiples(middle[axis], REACH, SPACING[0], 0.0) {
                let mut at = [along; 2];
                at[across] = row;
                let far = libm::hypot(at[0] - middle[0], at[1] - middle[1]) / REACH;
                let opacity = (0.7 * shown * (1.0 - far.min(1.0).powi(2))) as f32;
                if opacity >= 0.02 {
                    let text = distance(along * tile, tile);
                    number(ground, axis, at, text, opacity, marks);
                }
            }
        }
    }
}

/// Returns the multiples of a step, shifted, that are at most so far from a middle.
fn multiples(middle: f64, far: f64, step: f64, shift: f64) -> impl Iterator<Item = f64> {
    let number = |at: f64| (at - shift) / step;
    let first = number(middle - far).ceil() as i64;
    let last = number(middle + far).floor() as i64;
    (first..=last).map(move |i| i as f64 * step + shift)
}

/// Writes a number along an axis, centred on a corner of the pattern (squares).
fn number(
    ground: &Ground,
    axis: usize,
    at: [f64; 2],
    text: String,
    opacity: f32,
    marks: &mut Marks,
) {
    let tile = f64::from(ground.tile);
    let width = text_width(&text, 1.0);
    // Of the font size, a digit is 0.7 high.
    let size = (HEIGHT / 0.7).min(LONGEST / width) * tile;
    let (right, up) = match axis {
        0 => ([1.0, 0.0], [0.0, 1.0]),
        _ => ([0.0, 1.0], [-1.0, 0.0]),
    };
    let place = |k: usize| at[k] * tile - size * (0.5 * width * right[k] + 0.35 * up[k]);
    let along = |[x, y]: [f64; 2]| [size * x, size * y, 0.0];
    marks.letterings.push(Lettering {
        text,
        at: [place(0), place(1), f64::from(ground.height)],
        right: along(right),
        up: along(up),
        colour: ground.look.colours[1].map(|c| 0.3 * c),
        opacity,
    });
}

/// Formats a distance in the unit that suits squares of side `tile` (m).
fn distance(x: f64, tile: f64) -> String {
    let (factor, unit) = match tile {
        t if t < 0.005 => (1e3, "mm"),
        t if t < 0.5 => (1e2, "cm"),
        t if t < 500.0 => (1.0, "m"),
        _ => (1e-3, "km"),
    };
    // Multiples of a round length: digits beyond four decimals are rounding.
    match decimals(x * factor, 4) {
        zero if zero == "0" => zero,
        text => format!("{text} {unit}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::GroundLook;

    fn ground(tile: f32) -> Ground {
        Ground {
            height: 0.5,
            tile,
            look: GroundLook::default(),
        }
    }

    #[test]
    fn numbers_are_round_and_in_a_unit_that_suits() {
        assert_eq!(distance(0.02 * 3.0, 0.01), "6 cm");
        assert_eq!(distance(-0.002, 0.001), "-2 mm");
        assert_eq!(distance(40.0, 20.0), "40 m");
        assert_eq!(distance(-0.0, 1.0), "0");
        assert_eq!(distance(0.3, 0.1), "30 cm");
    }

    #[test]
    fn numbers_stay_where_they_are_as_a_figure_moves() {
        let places = |around: f64| {
            let mut marks = Marks::default();
            ruler(&ground(1.0), [around, 0.0], &mut marks);
            let places = marks.letterings.iter().map(|text| text.at);
            places.collect::<Vec<_>>()
        };
        let (here, there) = (places(0.0), places(0.3));
        let common = here.iter().filter(|p| there.contains(p)).count();
        assert!(common > 10 && common * 10 > here.len() * 8, "{common}");
        assert!(here.iter().all(|p| p[2] == 0.5));
    }

    #[test]
    fn no_number_is_written_over_another_or_occurs_twice() {
        for (tile, around) in [
            (1.0f32, [0.0, 0.0]),
            (1.0, [3.3, -7.4]),
            (0.05, [9.87, 4.2]),
        ] {
            let mut marks = Marks::default();
            ruler(&ground(tile), around, &mut marks);
            let tile = f64::from(tile);
            // The middle of a number.
            let square = |text: &Lettering| {
                let width = text_width(&text.text, 1.0);
                let middle =
                    |k: usize| text.at[k] + 0.5 * width * text.right[k] + 0.35 * text.up[k];
                [0, 1].map(|k| middle(k) / tile)
            };
            let odd = |c: f64| (0.5 * (c - 1.0) - (0.5 * (c - 1.0)).round()).abs() * 2.0;
            for text in &marks.letterings {
                let [x, y] = square(text);
                let (in_row, in_column) = (odd(y) < 0.2, odd(x) < 0.2);
                assert!(in_row != in_column, "{x} {y}");
            }
            let strong = marks.letterings.iter().filter(|s| s.opacity > 0.35);
            let rows = strong.map(square).filter(|[_, y]| odd(*y) < 0.2);
            let rows: std::collections::BTreeSet<i64> =
                rows.map(|[_, y]| y.round() as i64).collect();
            assert_eq!(rows.len(), 1, "{rows:?}");
        }
    }

    #[test]
    fn no_floor_that_is_out_of_bounds_is_written_on() {
        let mut marks = Marks::default();
        for tile in [0.0, -1.0, f32::NAN, f32::INFINITY] {
            ruler(&ground(tile), [0.0; 2], &mut marks);
        }
        ruler(&ground(1e-6), [1e9, 0.0], &mut marks);
        ruler(&ground(1.0), [f64::NAN, 0.0], &mut marks);
        assert!(marks.is_empty());
    }
}
