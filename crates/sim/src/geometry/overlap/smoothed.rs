//! The smoothed depth of two polytopes.
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

use super::newton::{across, downhill};
use crate::geometry::convex::{FADED, Polytope, SHARPNESS};
use nalgebra::{Matrix3, Vector3};

/// Precision of the direction: distance of both centres of pressure across it, as a part of the size.
const PRECISION: f64 = 1e-11;

/// Rounding of h, as a part of the size.
const ROUNDING: f64 = 4.0 * f64::EPSILON;

/// Most steps of the search for the direction.
const MOST_STEPS: usize = 60;

/// First limit of a step of the direction, in rad times the sharpness.
const FIRST_REACH: f64 = 4.0;

/// Corners of a polytope, and the m of its support function.
#[derive(Clone, Copy)]
pub(super) struct Corners<'a> {
    corners: &'a [Vector3<f64>],
    most: f64,
    size: f64,
}

/// Smoothed support function in a direction, with its derivatives.
struct Support {
    value: f64,
    /// ds/dn: the centre of pressure.
    centre: Vector3<f64>,
    /// Covariance of the corners about it; c times this is the second derivative.
    spread: Matrix3<f64>,
}

impl<'a> Corners<'a> {
    /// Takes the corners of a polytope in some axes.
    pub fn of(polytope: &Polytope, corners: &'a [Vector3<f64>]) -> Self {
        let (most, size) = (polytope.most, polytope.size);
        Corners {
            corners,
            most,
            size,
        }
    }

    /// Takes the segment of a capsule.
    pub fn segment(ends: &'a [Vector3<f64>; 2], radius: f64) -> Self {
        Corners {
            corners: ends,
            most: 2.0,
            size: 2.0 * radius + (ends[1] - ends[0]).norm(),
        }
    }

    fn support(&self, n: &Vector3<f64>, c: f64) -> Support {
        let heights = self.corners.iter().map(|v| n.dot(v));
        let highest = heights.fold(f64::NEG_INFINITY, f64::max);
        let (mut sum, mut first, mut second) = (0.0, Vector3::zeros(), Matrix3::zeros());
        let mut origin = None;
        for v in self.corners {
            let below = c * (n.dot(v) - highest);
            if below < FADED {
                continue;
            }
            let part = libm::exp(below);
            // Relative to one of the corners that count: less is lost by rounding.
            let arm = v - *origin.get_or_insert(*v);
            sum += part;
            first += arm * part;
            second += arm * arm.transpose() * part;
        }
        let mean = first / sum;
        Support {
            value: highest + libm::log(sum / self.most) / c,
            centre: origin.unwrap_or_default() + mean,
            spread: second / sum - mean * mean.transpose(),
        }
    }
}

/// Two polytopes in the same axes.
#[derive(Clone, Copy)]
pub(super) struct Pair<'a> {
    a: Corners<'a>,
    b: Corners<'a>,
    size: f64,
    c: f64,
}

/// Depth along a direction, with its derivatives.
struct Depth {
    h: f64,
    slope: Vector3<f64>,
    curvature: Matrix3<f64>,
}

impl<'a> Pair<'a> {
    /// Takes two polytopes.
    pub fn new(a: Corners<'a>, b: Corners<'a>) -> Self {
        let size = a.size.min(b.size);
        let c = SHARPNESS / size;
        Pair { a, b, size, c }
    }

    /// Returns by how much the smoothed depth can be less than the exact one.
    fn rounding(&self) -> f64 {
        libm::log(self.a.most * self.b.most) / self.c
    }

    fn along(&self, n: &Vector3<f64>) -> Depth {
        let (a, b) = (self.a.support(n, self.c), self.b.support(&-n, self.c));
        Depth {
            h: a.value + b.value,
            slope: a.centre - b.centre,
            curvature: (a.spread + b.spread) * self.c,
        }
    }

    /// Returns the least depth near some directions with their exact depths, and its direction.
    pub fn least_of(
        &self,
        starts: impl Iterator<Item = (f64, Vector3<f64>)> + Clone,
    ) -> Option<(f64, Vector3<f64>)> {
        let depths = starts.clone().map(|(depth, _)| depth);
        let limit = depths.fold(f64::INFINITY, f64::min) + self.rounding();
        let near = starts.filter(|(depth, _)| *depth <= limit);
        let found = near.map(|(_, direction)| self.least(&direction));
        found.min_by(|a, b| a.0.total_cmp(&b.0))
    }

    /// Returns the least depth near a direction out of the first polytope, and its direction: by Newton's method on the sphere,
    /// with a limited step (Nocedal & Wright, *Numerical Optimization*, 2006, 3.4 and 4.1).
    fn least(&self, start: &Vector3<f64>) -> (f64, Vector3<f64>) {
        let mut n = *start;
        let mut at = self.along(&n);
        let mut reach = FIRST_REACH / SHARPNESS;
        for _ in 0..MOST_STEPS {
            let [u, v] = across(&n);
            let slope = [u.dot(&at.slope), v.dot(&at.slope)];
            if libm::hypot(slope[0], slope[1]) < PRECISION * self.size {
                break;
            }
            let (ku, kv) = (at.curvature * u, at.curvature * v);
            // On the sphere, a height n v has the curvature -n v.
            let sphere = n.dot(&at.slope);
            let second = [u.dot(&ku) - sphere, u.dot(&kv), v.dot(&kv) - sphere];
            let step = downhill(slope, second, self.c * self.size * self.size);
            let length = libm::hypot(step[0], step[1]);
            let part = (reach / length).min(1.0);
            let next = (n + (u * step[0] + v * step[1]) * part).normalize();
            let found = self.along(&next);
            // A step smaller than the rounding of h may still improve the direction.
            if found.h <= at.h + ROUNDING * self.size {
                if part < 1.0 {
                    reach *= 2.5;
                }
                (n, at) = (next, found);
            } else {
                reach = 0.3 * reach.min(length);
                if reach < f64::EPSILON {
                    break;
                }
            }
        }
        (at.h, n)
    }

    /// Returns the point half way between both surfaces on the line of the force along n.
    pub fn centre(&self, n: &Vector3<f64>) -> Vector3<f64> {
        let (a, b) = (self.a.support(n, self.c), self.b.support(&-n, self.c));
        (a.centre + b.centre) / 2.0
    }
}
