//! Boxes: their support function in closed form, and the depth of two along all directions in which it may be least.

use super::polytope::{Face, Polytope};
use super::support::{Axes, Pair, Side, Smooth};
use nalgebra::{Matrix3, Vector3};

/// A box.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Cuboid {
    middle: Vector3<f64>,
    /// Directions of its edges, and half their lengths.
    axes: [Vector3<f64>; 3],
    half: [f64; 3],
    /// The numbers of its corners, by the sides on which they are: along the first axis with bit 0, and so on.
    corners: [u32; 8],
}

/// Largest deviation of a box, as a part of its size, and of the cosines of its angles.
const SAME: f64 = 1e-12;

/// Exponent below which a corner does not count in a smoothed depth.
const FADED: f64 = -40.0;

/// Sine of the smallest angle between edges that are tested: more parallel ones separate nothing that faces do not.
const PARALLEL: f64 = 1e-6;

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

/// Finds the depth of the centre of a ball in a box, and its direction out of the ball: toward the nearest point of the box, or from
/// within against the nearest face.
///
/// # Errors
/// The direction, if the box is farther from the centre than the margin.
pub(super) fn depth_of_ball(
    pair: &Pair,
    [ball, of]: [&Side; 2],
    cuboid: &Cuboid,
) -> Result<(f64, Vector3<f64>), Vector3<f64>> {
    let from = ball.point(&ball.solid.middle()) - of.point(&cuboid.middle);
    let mut outside = Vector3::zeros();
    let mut within = (f64::INFINITY, Vector3::zeros());
    for (axis, half) in cuboid.axes.iter().zip(cuboid.half) {
        let axis = of.turned(axis);
        let along = axis.dot(&from);
        let beyond = along - along.clamp(-half, half);
        outside += axis * beyond;
        let depth = half - along.abs();
        if depth < within.0 {
            within = (depth, axis * -along.signum());
        }
    }
    let distance = outside.norm();
    if distance <= 0.0 {
        return Ok(within);
    }
    let toward = outside / -distance;
    match distance < pair.margin {
        true => Ok((-distance, toward)),
        false => Err(toward),
    }
}

/// Finds the directions of least depth of two boxes: those of their faces and across pairs of their edges (Gottschalk, Lin &
/// Manocha, *OBBTree*, SIGGRAPH 1996); the least first, then those within the rounding of the smoothed depth.
///
/// # Errors
/// A direction that separates them.
pub(super) fn depths(
    pair: &Pair,
    [a, b]: [&Cuboid; 2],
    found: &mut Vec<(f64, Vector3<f64>)>,
) -> Result<(), Vector3<f64>> {
    let between = pair.sides[1].point(&b.middle) - a.middle;
    let others = b.axes.map(|axis| pair.sides[1].turned(&axis));
    let cosines = Matrix3::from_fn(|i, j| a.axes[i].dot(&others[j]));
    let reach = cosines.abs();
    let (own, its) = (Vector3::from(a.half), Vector3::from(b.half));
    let reaches = [own + reach * its, its + reach.tr_mul(&own)];
    let mut all = [(f64::INFINITY, Vector3::zeros()); 15];
    let mut take = |place: usize, axis: Vector3<f64>, reach: f64| {
        let along = axis.dot(&between);
        let n = if along < 0.0 { -axis } else { axis };
        let depth = reach - along.abs();
        all[place] = (depth, n);
        if depth < 0.0 { Err(n) } else { Ok(()) }
    };
    for (i, axis) in a.axes.iter().enumerate() {
        take(i, *axis, reaches[0][i])?;
    }
    for (j, axis) in others.iter().enumerate() {
        take(3 + j, *axis, reaches[1][j])?;
    }
    for (i, one) in a.axes.iter().enumerate() {
        for (j, other) in others.iter().enumerate() {
            let cosine = cosines[(i, j)];
            let sine = (1.0 - cosine * cosine).max(0.0).sqrt();
            if sine <= PARALLEL {
                continue;
            }
            let [i1, i2, j1, j2] = [(i + 1) % 3, (i + 2) % 3, (j + 1) % 3, (j + 2) % 3];
            let both = own[i1] * reach[(i2, j)]
                + own[i2] * reach[(i1, j)]
                + its[j1] * reach[(i, j2)]
                + its[j2] * reach[(i, j1)];
            take(6 + 3 * i + j, one.cross(other) / sine, both / sine)?;
        }
    }
    let mut least = all[0];
    for one in &all[1..] {
        if one.0 < least.0 {
            least = *one;
        }
    }
    found.push(least);
    let limit = least.0 + pair.rounding();
    for (depth, n) in all {
        let same = |(_, of): &(f64, Vector3<f64>)| of.dot(&n) > super::SAME_DIRECTION;
        if depth <= limit && !found.iter().any(same) {
            found.push((depth, n));
        }
    }
    found.truncate(super::MOST_STARTS);
    Ok(())
}
