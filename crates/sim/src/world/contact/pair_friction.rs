//! State of sticking friction between two touching bodies: the stretch of the springs along the surface.
//!
//! Contact points appear and disappear as bodies turn on each other, so no state of single points is stored. The state is the field
//! s(q) = slip + twist n x q of stretches over the surface, in the axes of the second body; within a step the displacement of the point
//! at q is added (Cundall & Strack 1979, *Geotechnique* 29, 47, add displacements in this way). So a rolling ball stretches nothing.
//! After each accepted step the field is fitted to the stretches of all points, minus the sliding of friction.

use crate::contact::components;
use crate::geometry::Pose;
use nalgebra::{Matrix3, Vector3};
use serde::{Deserialize, Serialize};

/// Friction state of two touching bodies: the stretch along their surface.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct PairFriction {
    /// Stretch at the origin of the second body, in its axes (m).
    #[serde(with = "components")]
    pub slip: Vector3<f64>,
    /// Rotation of the first body against the second about the normal (rad).
    pub twist: f64,
}

impl PairFriction {
    /// The unstretched state.
    pub const NONE: PairFriction = PairFriction {
        slip: Vector3::new(0.0, 0.0, 0.0),
        twist: 0.0,
    };

    /// Returns the stretch along the surface at q, with the normal n (m), both in the axes of the second body.
    fn along(&self, q: &Vector3<f64>, n: &Vector3<f64>) -> Vector3<f64> {
        self.slip - n * self.slip.dot(n) + n.cross(q) * self.twist
    }

    /// Whether all its numbers are finite and within bounds.
    #[must_use]
    pub fn is_sound(&self, most: f64) -> bool {
        self.slip.iter().all(|x| x.abs() < most) && self.twist.abs() < most
    }
}

/// Distance that friction lets the stick point of one contact point slide.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slid {
    pub weight: f64,
    /// The point and the normal, in the axes of the second body.
    pub place: Vector3<f64>,
    pub normal: Vector3<f64>,
    pub way: Vector3<f64>,
}

impl PairFriction {
    /// Returns the grip after its points have slid: all together, by the distance of the one that slides least, so that the
    /// others stay at their limits and nothing slides if one point holds; if a stretch is too `far`, by their mean.
    pub(super) fn less(self, slid: &[Slid], far: bool) -> PairFriction {
        let mut fit = Fit::default();
        for of in slid {
            fit.take(of.weight, &of.place, &of.way, &of.normal);
        }
        let Some(mean) = fit.grip() else {
            return self;
        };
        let ways = slid.iter().map(|of| of.way.norm());
        let least = ways.fold(f64::INFINITY, f64::min);
        let most = slid
            .iter()
            .map(|of| mean.along(&of.place, &of.normal).norm())
            .fold(0.0, f64::max);
        let part = match far || most <= 0.0 {
            true => 1.0,
            false => (least / most).min(1.0),
        };
        PairFriction {
            slip: self.slip - mean.slip * part,
            twist: self.twist - mean.twist * part,
        }
    }
}

/// Pose of the first body relative to the second.
#[derive(Clone, Copy, Debug)]
pub(super) struct Relative {
    rotation: Matrix3<f64>,
    position: Vector3<f64>,
}

impl Relative {
    pub fn of(first: &Pose, second: &Pose) -> Self {
        Relative {
            rotation: second.rotation.tr_mul(&first.rotation),
            position: second.rotation.tr_mul(&(first.position - second.position)),
        }
    }

    /// Returns the former position of a point of the first body that is at q now (axes of the second), where `self` is the
    /// former pose and `now` the current one.
    fn before(&self, now: &Relative, q: &Vector3<f64>) -> Vector3<f64> {
        self.rotation * now.rotation.tr_mul(&(q - now.position)) + self.position
    }
}

/// Stretches of a pair at one state.
pub(super) struct Stretches {
    pub grip: PairFriction,
    /// Relative poses when the grip was fitted, and now.
    pub places: [Relative; 2],
}

impl Stretches {
    /// Returns the stretch at a position q with the normal n, both in the axes of the second body.
    pub fn at(&self, q: &Vector3<f64>, n: &Vector3<f64>) -> Vector3<f64> {
        let [before, now] = &self.places;
        self.grip.slip + n.cross(q) * self.grip.twist + q - before.before(now, q)
    }
}

/// Least-squares fit of a grip to stretches, each point with its weight.
///
/// Projected along the surface, the field at the point i is P_i slip + twist t_i with P_i = 1 - n_i n_i' and t_i = n_i x q_i. The
/// fit solves the normal equations for both: the fit of a field of this form is the field itself, also where the normals of
/// the points differ, and no fit increases the weighted sum of the squared stretches.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Fit {
    weight: f64,
    /// Sums of w P, w t, w t't, w P s and w t's.
    slips: Matrix3<f64>,
    coupled: Vector3<f64>,
    turns: f64,
    stretch: Vector3<f64>,
    turned: f64,
    /// Weighted sum of squared distances from the origin: the scale for rounding of the twist.
    reach: f64,
}

/// Smallest part of the weight that determines a direction of the slip. Below it, the direction is nearly the normal of all points,
/// and its component could become large without effect.
const DETERMINED: f64 = 0.05;

impl Fit {
    /// Adds the stretch s at q, with the normal n.
    pub fn take(&mut self, weight: f64, q: &Vector3<f64>, s: &Vector3<f64>, n: &Vector3<f64>) {
        let along = Matrix3::identity() - n * n.transpose();
        let turn = n.cross(q);
        self.weight += weight;
        self.slips += along * weight;
        self.coupled += turn * weight;
        self.turns += weight * turn.norm_squared();
        self.stretch += along * s * weight;
        self.turned += weight * turn.dot(s);
        self.reach += weight * q.norm_squared();
    }

    /// Returns the fitted grip, if any stretch was added.
    pub fn grip(&self) -> Option<PairFriction> {
        if self.weight <= 0.0 {
            return None;
        }
        let directions = self.slips.symmetric_eigen();
        let solve = |sum: &Vector3<f64>| {
            let parts = directions.eigenvalues.iter();
            let parts = parts.zip(directions.eigenvectors.column_iter());
            parts
                .filter(|(value, _)| **value > DETERMINED * self.weight)
                .map(|(value, axis)| axis * (axis.dot(sum) / value))
                .sum::<Vector3<f64>>()
        };
        let (slip, turning) = (solve(&self.stretch), solve(&self.coupled));
        let turns = self.turns - self.coupled.dot(&turning);
        // One point, or several at one position, do not determine the twist: the remainder is rounding.
        let twist = match turns > 1e-9 * self.reach {
            true => (self.turned - self.coupled.dot(&slip)) / turns,
            false => 0.0,
        };
        Some(PairFriction {
            slip: slip - turning * twist,
            twist,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Points on two edges with different normals, as where the edge of a box lies on two faces: an earlier fit, about the mean
    /// normal, doubled the stretches at every step.
    #[test]
    fn a_fit_repeats_a_field_whose_normals_differ() {
        let points = [
            ([-7.63e-3, 11.52e-3, -3.25e-3], Vector3::x(), 0.055),
            ([-7.66e-3, 11.52e-3, -3.47e-3], Vector3::x(), 0.032),
            (
                [-7.72e-3, 11.35e-3, -2.92e-3],
                Vector3::new(0.6, 0.8, 0.0),
                0.468,
            ),
        ];
        let refit = |grip: PairFriction| {
            let mut fit = Fit::default();
            for (q, n, weight) in points {
                let q = Vector3::from(q);
                fit.take(weight, &q, &grip.along(&q, &n), &n);
            }
            fit.grip().unwrap_or(PairFriction::NONE)
        };
        let slip = Vector3::new(1e-5, -2e-5, 3e-5);
        let first = refit(PairFriction { slip, twist: 0.01 });
        assert!((first.slip - slip).norm() < 1e-15, "{first:?}");
        assert!((first.twist - 0.01).abs() < 1e-12, "{first:?}");
        // A single point determines no twist, and no slip along its normal.
        let mut fit = Fit::default();
        let q = Vector3::new(0.0, 0.0, 0.01);
        fit.take(1.0, &q, &slip, &Vector3::z());
        let one = fit.grip().unwrap_or(PairFriction::NONE);
        assert_eq!(one.twist, 0.0);
        assert!((one.slip - Vector3::new(1e-5, -2e-5, 0.0)).norm() < 1e-18);
    }
}
