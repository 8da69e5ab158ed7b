//! The floor: an infinite plane with a checker pattern, where each pixel is the exact mean over its footprint.

use super::vector::{Vec3, vec3, within};
use super::view::View;
use crate::scene::{Ground, Pattern};

/// Colour of the ground far below if there is no floor, as a light from below.
pub(super) const FLOOR: Vec3 = vec3(0.288, 0.263, 0.225);
/// Distance at which the floor ends, in units of the view's reach, deep in the haze.
const FARTHEST: f32 = 600.0;

/// The floor as seen by one camera.
#[derive(Clone, Copy, Debug)]
pub(super) struct Floor {
    /// Height above the frame's origin (m).
    pub height: f32,
    /// Inverse of the height of the eye above it, with the sign of a ray that goes down.
    down: f32,
    /// Coefficients of the inverse distance, `a x + b y + c` in the picture.
    inverse_depth: [f32; 3],
    /// Limit of the inverse distance, below which it is not drawn.
    farthest: f32,
    /// Squares per metre, and the frame's origin in squares.
    frequency: f32,
    phase: [f32; 2],
    /// Contrast: one half, or zero without a pattern.
    contrast: f32,
    /// Whether the pattern consists of lines.
    lines: bool,
    /// Colours of the squares, or of the floor and its lines.
    pub first: Vec3,
    pub second: Vec3,
    /// Their mean.
    pub mean: Vec3,
}

/// Width of a grid's lines, as a part of a square.
const LINE: f32 = 0.035;

impl Floor {
    /// Creates the floor; `None` if the eye is not above it.
    pub fn new(ground: &Ground, view: &View, origin: [f64; 3]) -> Option<Floor> {
        let height = (f64::from(ground.height) - origin[2]) as f32;
        let above = view.eye.z - height;
        let hidden = ground.look.pattern == Pattern::Hidden;
        if hidden || !(above > 1e-6 * view.reach && above.is_finite()) {
            return None;
        }
        let scale = view.pixel / above;
        let corner = -view.ray(0.0, 0.0).z / above;
        let tile = f64::from(ground.tile);
        let frequency = (1.0 / tile) as f32;
        let plain =
            !(frequency > 0.0 && frequency.is_finite()) || ground.look.pattern == Pattern::Plain;
        let lines = !plain && ground.look.pattern == Pattern::Grid;
        let [first, second] = ground
            .look
            .colours
            .map(|colour| Vec3::from(colour.map(|c| within(c, 0.0, 1.0))));
        let second = if ground.look.pattern == Pattern::Plain {
            first
        } else {
            second
        };
        let phase = |k: usize| {
            let squares = origin[k] / tile;
            (squares - 2.0 * (0.5 * squares).floor()) as f32
        };
        Some(Floor {
            height,
            down: -1.0 / above,
            inverse_depth: [-view.right.z * scale, view.up.z * scale, corner],
            farthest: 1.0 / (FARTHEST * view.reach),
            frequency: if plain { 0.0 } else { frequency },
            phase: if plain {
                [0.0; 2]
            } else {
                [phase(0), phase(1)]
            },
            contrast: if plain { 0.0 } else { 0.5 },
            lines,
            first,
            second,
            mean: second.mix(first, if lines { 1.0 - 2.0 * LINE } else { 0.5 }),
        })
    }

    /// Returns the inverse distance at a point of the picture; zero where there is no floor.
    #[inline(always)]
    pub fn inverse_depth(&self, x: f32, y: f32) -> f32 {
        let z = self.plane_depth(x, y);
        if z > self.farthest { z } else { 0.0 }
    }

    /// Returns the inverse distance to the infinite plane.
    #[inline(always)]
    pub fn plane_depth(&self, x: f32, y: f32) -> f32 {
        let [a, b, c] = self.inverse_depth;
        a * x + b * y + c
    }

    /// Returns the fraction of a pixel at `p` that has the first colour, seen along `ray` (length one ahead) from `distance`
    /// ahead. The integral of the checker over the pixel's box on the floor (Quilez, "Filtering Procedural Textures", 2011).
    #[inline(always)]
    pub fn light_tile(&self, view: &View, p: Vec3, ray: Vec3, distance: f32) -> f32 {
        let scale = self.frequency * view.pixel * distance;
        let (right, up) = (view.right, view.up);
        // Inverse of `ray.z`, as the ray reaches the floor at that distance.
        let inverse = distance * self.down;
        let lean = [right.z * inverse, up.z * inverse];
        let across = [right.x - ray.x * lean[0], up.x - ray.x * lean[1]];
        let along = [right.y - ray.y * lean[0], up.y - ray.y * lean[1]];
        let width = |d: [f32; 2]| scale * d[0].abs().max(d[1].abs()) + 2e-3;
        let (wx, wy) = (width(across), width(along));
        let (x, y) = (
            p.x * self.frequency + self.phase[0],
            p.y * self.frequency + self.phase[1],
        );
        if self.lines {
            return (1.0 - mean_line(x, wx)) * (1.0 - mean_line(y, wy));
        }
        let (x, y) = (mean_sign(x, wx), mean_sign(y, wy));
        0.5 + self.contrast * x * y
    }
}

/// Returns the mean over a width of the square wave that is +1 from 0 to 1, -1 from 1 to 2, and so on.
#[inline(always)]
fn mean_sign(t: f32, width: f32) -> f32 {
    // Its integral is a triangle wave: twice the distance of half the position from the nearest integer. Adding and subtracting
    // this number rounds to an integer, in two instructions that can be vectorised.
    const ROUNDING: f32 = 12_582_912.0;
    let integral = |t: f32| {
        let half = 0.5 * t;
        2.0 * (half - ((half + ROUNDING) - ROUNDING)).abs()
    };
    let mean = (integral(t + 0.5 * width) - integral(t - 0.5 * width)) / width;
    within(mean, -1.0, 1.0)
}

/// Returns the mean over a width of the wave that is 1 on lines about the integers, and 0 between.
#[inline(always)]
fn mean_line(t: f32, width: f32) -> f32 {
    const ROUNDING: f32 = 12_582_912.0;
    let integral = |t: f32| {
        let t = t + 0.5 * LINE;
        let whole = ((t - 0.5) + ROUNDING) - ROUNDING;
        whole * LINE + within(t - whole, 0.0, LINE)
    };
    let mean = (integral(t + 0.5 * width) - integral(t - 0.5 * width)) / width;
    within(mean, 0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::{Camera, GroundLook};

    #[test]
    fn square_wave_and_its_means() {
        for (t, width, mean) in [
            (0.5, 0.01, 1.0),
            (1.5, 0.01, -1.0),
            (-0.5, 0.01, -1.0),
            (1.0, 0.5, 0.0),
            (7.25, 1.0, -0.5),
            (0.3, 2.0, 0.0),
            (12345.6, 300.0, 0.0),
        ] {
            assert!((mean_sign(t, width) - mean).abs() < 1e-4, "{t} {width}");
        }
    }

    #[test]
    fn lines_and_their_means() {
        for (t, width, mean) in [
            (0.0, 0.01, 1.0),
            (3.0, 0.01, 1.0),
            (-2.0, 0.01, 1.0),
            (0.5, 0.1, 0.0),
            (-0.3, 0.1, 0.0),
            (7.2, 1.0, LINE),
            (0.0, 2.0 * LINE, 0.5),
        ] {
            assert!((mean_line(t, width) - mean).abs() < 1e-3, "{t} {width}");
        }
    }

    #[test]
    fn depth_meets_the_plane_and_ends_at_the_horizon() {
        let camera = Camera {
            eye: [5.0, 1.0, 3.0],
            target: [5.0, 9.0, 2.0],
            vertical_fov: 0.8,
        };
        let origin = [5.0, 9.0, 2.0];
        let view = View::new(&camera, origin, 100, 100).unwrap();
        let ground = Ground {
            height: 0.5,
            tile: 1.0,
            look: GroundLook::default(),
        };
        let floor = Floor::new(&ground, &view, origin).unwrap();
        let z = floor.inverse_depth(30.0, 90.0);
        let p = view.eye + view.ray(30.0, 90.0) * (1.0 / z);
        assert!((p.z - floor.height).abs() < 1e-4);
        assert_eq!(floor.inverse_depth(50.0, 2.0), 0.0);
        let below = Ground {
            height: 4.0,
            ..ground
        };
        assert!(Floor::new(&below, &view, origin).is_none());
    }
}
