//! What starts deep in the ground: the surface below its points starts lower, and rises to its place.

use super::friction::USUAL_GRAVITY;
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// Largest acceleration of the rising surface, in parts of gravity. Below 1 a body at rest on it stays on it until the end.
const ACCELERATION: f64 = 0.25;

/// The surface below the points of a figure that started deep in the ground. Without it, the springs there would throw the figure up:
/// at a depth of 5 mm those of the default ground store its weight times 30 km. The surface starts where the springs carry the figure,
/// and rises smoothly, at rest at both ends.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sunk {
    /// When it rises.
    pub rising: Rising,
    /// Numbers of the points, ascending, and the depth of the surface below each at the start (m).
    pub points: Vec<(u32, f64)>,
}

/// Two bodies that started deep in each other: their surfaces start apart by that depth, and come to their places as a [`Sunk`]
/// surface does.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Parting {
    /// When they come to their places.
    pub rising: Rising,
    /// The depth (m).
    pub depth: f64,
}

/// When a surface rises.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rising {
    /// Start (s).
    pub since: f64,
    /// Duration (s).
    pub lasts: f64,
}

/// How far a surface still has to rise.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rise {
    /// Part of the depth that is left.
    pub left: f64,
    /// The part of the depth that it rises in each second (1/s).
    pub rate: f64,
}

impl Rising {
    /// Creates the rise by a depth (m) from a time (s) on.
    fn new(since: f64, depth: f64) -> Self {
        let lasts = (6.0 * depth / (ACCELERATION * USUAL_GRAVITY)).sqrt();
        Rising { since, lasts }
    }

    /// Returns how far a surface has to rise at a time (s): the part 1 - 3 x^2 + 2 x^3 of the depth is left after the part x of the time.
    #[must_use]
    pub fn at(&self, time: f64) -> Rise {
        let x = ((time - self.since) / self.lasts).clamp(0.0, 1.0);
        Rise {
            left: (1.0 - x) * (1.0 - x) * (1.0 + 2.0 * x),
            rate: 6.0 * x * (1.0 - x) / self.lasts,
        }
    }

    /// Whether the surface is in its place at a time (s).
    #[must_use]
    pub fn is_over(&self, time: f64) -> bool {
        time >= self.since + self.lasts
    }

    /// Whether it is the rise by a depth (m).
    fn is_of(&self, depth: f64) -> bool {
        self.since.is_finite() && self.lasts == Rising::new(self.since, depth).lasts
    }
}

impl Parting {
    /// Creates the parting of two bodies that are that deep (m) in each other at a time (s).
    #[must_use]
    pub fn new(since: f64, depth: f64) -> Self {
        let rising = Rising::new(since, depth);
        Parting { rising, depth }
    }

    /// Whether all its numbers are ones that a start gives.
    #[must_use]
    pub fn is_sound(&self, depths: &Range<f64>) -> bool {
        self.depth > 0.0 && depths.contains(&self.depth) && self.rising.is_of(self.depth)
    }
}

impl Sunk {
    /// Creates the surface below the given points, which starts to rise at a time (s); none without points.
    #[must_use]
    pub fn new(since: f64, mut points: Vec<(u32, f64)>) -> Option<Self> {
        points.sort_unstable_by_key(|(point, _)| *point);
        let deepest = deepest(&points);
        (deepest > 0.0).then(|| Sunk {
            rising: Rising::new(since, deepest),
            points,
        })
    }

    /// Returns the depth below a point at the start (m).
    #[must_use]
    pub fn depth(&self, point: usize) -> f64 {
        let found = self
            .points
            .binary_search_by_key(&point, |(p, _)| *p as usize);
        found.map_or(0.0, |i| self.points[i].1)
    }

    /// Whether all its numbers are ones that a start gives, in a figure with that many points.
    #[must_use]
    pub fn is_sound(&self, points: usize, depths: &Range<f64>) -> bool {
        let ascending = self.points.is_sorted_by(|(a, _), (b, _)| a < b);
        let mut all = self.points.iter();
        ascending
            && !self.points.is_empty()
            && self.rising.is_of(deepest(&self.points))
            && all.all(|(point, depth)| (*point as usize) < points && depths.contains(depth))
    }
}

/// Returns the largest depth (m) of points with their depths.
fn deepest(points: &[(u32, f64)]) -> f64 {
    points.iter().map(|(_, depth)| *depth).fold(0.0, f64::max)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_surface_rises_gently_and_is_at_rest_at_both_ends() {
        let sunk = Sunk::new(2.0, vec![(7, 0.01), (3, 0.04)]).unwrap();
        assert_eq!(
            [sunk.depth(3), sunk.depth(7), sunk.depth(5)],
            [0.04, 0.01, 0.0]
        );
        let end = 2.0 + sunk.rising.lasts;
        let at = |t: f64| sunk.rising.at(t);
        assert_eq!([at(1.0).left, at(2.0).left, at(end).left], [1.0, 1.0, 0.0]);
        assert_eq!([at(2.0).rate, at(end).rate], [0.0, 0.0]);
        let d = 1e-6;
        for t in [2.01, 2.1, 2.2] {
            let slope = (at(t - d).left - at(t + d).left) / (2.0 * d);
            assert!((slope - at(t).rate).abs() < 1e-6 * slope);
        }
        let acceleration = 0.04 * (at(2.0 + d).rate - at(2.0).rate) / d;
        assert!(acceleration < 0.26 * 9.8, "{acceleration}");
        assert!(Sunk::new(0.0, vec![]).is_none());
    }
}
