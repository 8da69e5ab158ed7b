//! Distances written on the ground: they tell how large a figure is, where it goes and how fast.
//!
//! The numbers stand at fixed places of the world, at every second line of the pattern along x and every fourth along y, and
//! fade with the distance from the figures: none jumps as a figure moves. They are read from the side of negative y, as x
//! runs to the right there.

use crate::scene::{Ground, Marks, Stroke, lettering, lettering_width};

/// Squares between two numbers along x and along y.
const SPACING: [f64; 2] = [2.0, 4.0];
/// Numbers are written up to so many squares from the middle of the figures.
const REACH: f64 = 7.0;
/// Height of a number, as a part of a square.
const HEIGHT: f64 = 0.25;
/// Width of its lines, as a part of the picture's height.
const PEN: f32 = 0.0022;

/// Adds the numbers around a place of the ground (m).
pub(super) fn ruler(ground: &Ground, around: [f64; 2], marks: &mut Marks) {
    let tile = f64::from(ground.tile);
    if !(tile > 0.0 && tile.is_finite() && around.iter().all(|c| (c / tile).abs() < 1e6)) {
        return;
    }
    let step = SPACING.map(|squares| squares * tile);
    let range = |k: usize| {
        let place = |side: f64| ((around[k] + side * REACH * tile) / step[k]).floor() as i64;
        place(-1.0) + 1..=place(1.0)
    };
    let dark = ground.look.colours[1].map(|c| 0.3 * c);
    for i in range(0) {
        let x = i as f64 * step[0];
        let text = distance(x, tile);
        let lines = lettering(&text);
        let width = f64::from(lettering_width(&text)) * HEIGHT * tile;
        for j in range(1) {
            let y = j as f64 * step[1];
            let far = ((x - around[0]).hypot(y - around[1]) / (REACH * tile)).min(1.0);
            let opacity = 0.7 * (1.0 - far * far) as f32;
            if opacity < 0.02 {
                continue;
            }
            // In the middle of the line that it belongs to, just above the corner.
            let place = |[right, up]: &[f32; 2]| {
                let size = HEIGHT * tile;
                [
                    x - 0.5 * width + f64::from(*right) * size,
                    y + (0.3 + f64::from(*up)) * size,
                    f64::from(ground.height),
                ]
            };
            marks.strokes.extend(lines.iter().map(|line| Stroke {
                points: line.iter().map(place).collect(),
                colour: dark,
                width: PEN,
                opacity,
                first_opacity: opacity,
                ..Stroke::default()
            }));
        }
    }
}

/// A distance in the unit that suits squares of side `tile` (m).
fn distance(x: f64, tile: f64) -> String {
    let (factor, unit) = match tile {
        t if t < 0.005 => (1e3, "mm"),
        t if t < 0.5 => (1e2, "cm"),
        t if t < 500.0 => (1.0, "m"),
        _ => (1e-3, "km"),
    };
    // Multiples of a round length: what is beyond four decimals is rounding.
    let text = format!("{:.4}", x * factor);
    let text = text.trim_end_matches('0').trim_end_matches('.');
    match text {
        "0" | "-0" => "0".to_owned(),
        _ => format!("{text} {unit}"),
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
