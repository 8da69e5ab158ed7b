//! The smoothed depth of two solids.
//!
//! The depth of two convex solids along a direction n is h(n) = s_a(n) + s_b(-n), with their support functions s(n) = max n v over
//! the corners v; their depth is the least h of all directions (Cameron, *Enhancing GJK: computing minimum and penetration
//! distances between convex polyhedra*, ICRA 1997). An elastic force phi'(depth) conserves energy if it is the derivative of
//! phi(depth) by the pose. For the exact depth, that force acts at one corner, and jumps from corner to corner as a box rocks on
//! a face. Therefore the logarithm of a sum of exponentials replaces the maximum (Boyd & Vandenberghe, *Convex Optimization*,
//! 2004, 3.1.5):
//!
//! ```text
//! s(n) = 1/c ln sum e^(c n v) / m          ds/dn = sum p v,   p = e^(c (n v - s)) / m
//! ```
//!
//! with m the largest sum of e^(c n v), relative to the highest corner, of all directions: that of a face normal, for flat faces
//! the number of their corners. So s is exact for that face, and never too large. At the least h, the derivative by n vanishes: the centres of pressure ds/dn of both solids lie on one line along n. The derivatives of the
//! depth by the poses of the solids are then opposite forces of size 1 on that line.

use super::newton::{downhill, length};
use super::smooth::{Axes, SHARPNESS};
use super::support::{Depth, Pair};
use nalgebra::Vector3;

/// Precision of the direction: distance of both centres of pressure across it, as a part of the size.
const PRECISION: f64 = 1e-11;

/// Rounding of h, as a part of the size.
const ROUNDING: f64 = 4.0 * f64::EPSILON;

/// Most steps of the search for the direction.
const MOST_STEPS: usize = 60;

/// First limit of a step of the direction, in rad times the sharpness.
const FIRST_REACH: f64 = 4.0;

/// Largest angle (rad) of a direction from a least depth to which it leads: a part of what is rounded.
const SAME: f64 = 0.1 / SHARPNESS;

/// Cosine of the largest angle of directions that lead to the same least depth.
pub(super) const SAME_DIRECTION: f64 = 0.99995;

/// Most directions where a search for the least smoothed depth begins.
pub(super) const MOST_STARTS: usize = 12;

/// The least smoothed depth, its direction out of the first, and the point half way between both cores on the line of its force.
#[derive(Clone, Copy, Debug)]
pub(super) struct Least {
    pub depth: f64,
    pub normal: Vector3<f64>,
    pub centre: Vector3<f64>,
}

impl Pair<'_> {
    /// Returns by how much the smoothed depth can be less than the exact one.
    pub fn rounding(&self) -> f64 {
        let rounding = |k: usize| self.sides[k].solid.rounding();
        (rounding(0) + rounding(1)) / self.c
    }

    /// Returns the least depth near a direction out of the first, and its direction: by Newton's method on the sphere, with a
    /// limited step (Nocedal & Wright, *Numerical Optimization*, 2006, 3.4 and 4.1). Where it comes to one that is known, that is
    /// the result.
    pub fn least(&self, start: &Vector3<f64>, known: Option<&Least>) -> Least {
        let mut axes = Axes::along(start);
        let mut at = self.along(&axes);
        let mut reach = FIRST_REACH / SHARPNESS;
        for _ in 0..MOST_STEPS {
            let Axes { n, u, v } = axes;
            let is_there = |of: &&Least| (of.normal - n).norm_squared() < SAME * SAME;
            if let Some(known) = known.filter(is_there) {
                return *known;
            }
            let slope = [u.dot(&at.slope), v.dot(&at.slope)];
            if length(slope) < PRECISION * self.size {
                break;
            }
            // On the sphere, a height n v has the curvature -n v.
            let sphere = n.dot(&at.slope);
            let [uu, uv, vv] = at.second;
            let second = [uu - sphere, uv, vv - sphere];
            let step = downhill(slope, second, self.c * self.size * self.size);
            let way = length(step);
            let part = (reach / way).min(1.0);
            let next = Axes::along(&(n + (u * step[0] + v * step[1]) * part).normalize());
            let found = self.along(&next);
            // A step smaller than the rounding of h may still improve the direction.
            if found.h <= at.h + ROUNDING * self.size {
                if part < 1.0 {
                    reach *= 2.5;
                }
                (axes, at) = (next, found);
            } else {
                reach = 0.3 * reach.min(way);
                if reach < f64::EPSILON {
                    break;
                }
            }
        }
        let Depth { h, centres, .. } = at;
        Least {
            depth: h,
            normal: axes.n,
            centre: (centres[0] + centres[1]) / 2.0,
        }
    }
}

/// Adds a direction, if the smoothed depth may be less there than at the first.
pub(super) fn start_at(starts: &mut Vec<(f64, Vector3<f64>)>, pair: &Pair, n: Vector3<f64>) {
    let known = starts.iter().any(|(_, of)| of.dot(&n) > SAME_DIRECTION);
    let first = starts.first().map_or(f64::INFINITY, |(depth, _)| *depth);
    if starts.len() < MOST_STARTS && !known {
        let depth = pair.height(&n);
        if depth <= first + pair.rounding() {
            starts.push((depth, n));
        }
    }
}
