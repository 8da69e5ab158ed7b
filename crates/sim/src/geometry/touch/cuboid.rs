//! A box and its support function in closed form.

use super::polytope::{Face, Polytope};
use super::smooth::{Axes, Smooth};
use nalgebra::Vector3;

/// A box.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Cuboid {
    pub middle: Vector3<f64>,
    /// Directions of its edges, and half their lengths.
    pub axes: [Vector3<f64>; 3],
    pub half: [f64; 3],
    /// The numbers of its corners, by the sides on which they are: along the first axis with bit 0, and so on.
    corners: [u32; 8],
}

/// Largest deviation of a box, as a part of its size, and of the cosines of its angles.
const SAME: f64 = 1e-12;

/// Exponent below which a corner does not count in a smoothed depth.
const FADED: f64 = -40.0;

impl Cuboid {
    /// Returns a polyhedron as a box, if it is one.
    pub fn of(of: &Polytope) -> Option<Self> {
        let (8, [first, others @ ..]) = (of.corners.len(), &of.faces[..]) else {
            return None;
        };
        let is_across = |n: &Vector3<f64>, face: &&Face| face.normal.dot(n).abs() <= SAME;
        let x = first.normal;
        let second = others.iter().find(|face| is_across(&x, face))?;
        let y = second.normal;
        let third = others
            .iter()
            .find(|face| is_across(&x, face) && is_across(&y, face))?;
        let z = third.normal;
        let mut half = [0.0; 3];
        for ((axis, face), half) in [x, y, z].iter().zip([first, second, third]).zip(&mut half) {
            let height = face.offset - axis.dot(&of.middle);
            let even = of.corners.iter().all(|v| {
                let from = axis.dot(&(v - of.middle)).abs();
                (from - height).abs() <= SAME * of.size
            });
            if !even {
                return None;
            }
            *half = height;
        }
        let mut cuboid = Cuboid {
            middle: of.middle,
            axes: [x, y, z],
            half,
            corners: [0; 8],
        };
        for (number, corner) in (0..).zip(&of.corners) {
            let place = cuboid.place(&(corner - of.middle));
            cuboid.corners[place] = number;
        }
        Some(cuboid)
    }

    fn place(&self, n: &Vector3<f64>) -> usize {
        let [x, y, z] = self.axes.map(|axis| usize::from(axis.dot(n) > 0.0));
        x | y << 1 | z << 2
    }

    /// Returns the number of the highest corner along a direction.
    pub fn highest(&self, n: &Vector3<f64>) -> u32 {
        self.corners[self.place(n)]
    }

    /// Returns the smoothed support function: the sum over all corners is a product of three hyperbolic cosines.
    pub fn smooth(&self, axes: &Axes, c: f64, rounding: f64) -> Smooth {
        let mut value = axes.n.dot(&self.middle);
        let mut product = 1.0;
        let mut centre = self.middle;
        let mut second = [0.0; 3];
        for (axis, half) in self.axes.iter().zip(self.half) {
            let along = axes.n.dot(axis);
            let far = half * along.abs();
            value += far;
            let below = -2.0 * c * far;
            if below <= FADED {
                centre += axis * half.copysign(along);
                continue;
            }
            let other = libm::exp(below);
            product *= 1.0 + other;
            let tangent = (1.0 - other) / (1.0 + other);
            centre += axis * (half * tangent).copysign(along);
            let spread = c * half * half * (1.0 - tangent * tangent);
            let (x, y) = (axes.u.dot(axis), axes.v.dot(axis));
            second[0] += spread * x * x;
            second[1] += spread * x * y;
            second[2] += spread * y * y;
        }
        Smooth {
            value: value + (libm::log(product) - rounding) / c,
            centre,
            second,
        }
    }
}
