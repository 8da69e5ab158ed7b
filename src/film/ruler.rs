//! Distances written on the ground, which show the size of a figure, its direction and its speed.
//!
//! The numbers are at fixed positions in the world and fade with the distance from the figures, so none jumps when a figure
//! moves. Those of x are at every second line of the pattern and run along x, to be read from the side of negative y; those of
//! y are also at every second line and run along y, to be read from the side of positive x, as on a drawing with two rulers.

use crate::plot::decimals;
use crate::scene::{Ground, Marks, Stroke, lettering, lettering_width};

/// Squares between two numbers along their own axis, and across it.
const SPACING: [f64; 2] = [2.0, 4.0];
/// Squares by which the numbers of y are shifted, so that they do not overlap those of x.
const ASIDE: f64 = 1.0;
/// Largest distance of a number from the middle of the figures, in squares.
const REACH: f64 = 7.0;
/// Height of a digit, as a part of a square.
const HEIGHT: f64 = 0.25;
/// Line width of a digit, as a part of the picture's height.
const PEN: f32 = 0.0022;

/// Adds the numbers around a position on the ground (m).
pub(super) fn ruler(ground: &Ground, around: [f64; 2], marks: &mut Marks) {
    let tile = f64::from(ground.tile);
    if !(tile > 0.0 && tile.is_finite() && around.iter().all(|c| (c / tile).abs() < 1e6)) {
        return;
    }
    for axis in 0..2 {
        let across = 1 - axis;
        let aside = axis as f64 * ASIDE * tile;
        let step = SPACING.map(|squares| squares * tile);
        let range = |middle: f64, step: f64| {
            let place = |side: f64| ((middle + side * REACH * tile) / step).floor() as i64;
            place(-1.0) + 1..=place(1.0)
        };
        for i in range(around[axis], step[0]) {
            let along = i as f64 * step[0];
            let text = distance(along, tile);
            for j in range(around[across] - aside, step[1]) {
                let mut at = [along; 2];
                at[across] = j as f64 * step[1] + aside;
                let far = libm::hypot(at[0] - around[0], at[1] - around[1]) / (REACH * tile);
                let opacity = 0.7 * (1.0 - far.min(1.0).powi(2)) as f32;
                if opacity >= 0.02 {
                    number(ground, axis, at, &text, opacity, marks);
                }
            }
        }
    }
}

/// Writes a number along an axis, centred on its line and just above the corner.
fn number(ground: &Ground, axis: usize, at: [f64; 2], text: &str, opacity: f32, marks: &mut Marks) {
    let tile = f64::from(ground.tile);
    let size = HEIGHT * tile;
    let width = f64::from(lettering_width(text)) * size;
    let place = |[right, up]: &[f32; 2]| {
        let right = f64::from(*right) * size - 0.5 * width;
        let up = f64::from(*up) * size + 0.3 * tile;
        let [x, y] = match axis {
            0 => [at[0] + right, at[1] + up],
            _ => [at[0] - up, at[1] + right],
        };
        [x, y, f64::from(ground.height)]
    };
    let dark = ground.look.colours[1].map(|c| 0.3 * c);
    marks
        .strokes
        .extend(lettering(text).iter().map(|line| Stroke {
            points: line.iter().map(place).collect(),
            colour: dark,
            width: PEN,
            opacity,
            first_opacity: opacity,
            ..Stroke::default()
        }));
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
            let points = marks.strokes.iter().map(|s| s.points.clone());
            points.collect::<Vec<_>>()
        };
        let (here, there) = (places(0.0), places(0.3));
        let common = here.iter().filter(|p| there.contains(p)).count();
        assert!(common > 50 && common * 10 > here.len() * 8, "{common}");
        assert!(here.iter().flatten().all(|p| p[2] == 0.5));
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
