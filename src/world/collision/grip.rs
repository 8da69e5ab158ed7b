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
pub struct Grip {
    /// Stretch at the origin of the second body, in its axes (m).
    #[serde(with = "components")]
    pub slip: Vector3<f64>,
    /// Rotation of the first body against the second about the normal (rad).
    pub twist: f64,
}

impl Grip {
    /// The unstretched state.
    pub const NONE: Grip = Grip {
        slip: Vector3::new(0.0, 0.0, 0.0),
        twist: 0.0,
    };

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

impl Grip {
    /// Returns the grip after its points have slid: all together, by the distance of the one that slides least, so that the
    /// others stay at their limits and nothing slides if one point holds; if a stretch is too `far`, by their mean.
    pub(super) fn less(self, slid: &[Slid], far: bool) -> Grip {
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
            .map(|of| (mean.slip + of.normal.cross(&of.place) * mean.twist).norm())
            .fold(0.0, f64::max);
        let part = match far || most <= 0.0 {
            true => 1.0,
            false => (least / most).min(1.0),
        };
        Grip {
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
    pub grip: Grip,
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
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Fit {
    weight: f64,
    place: Vector3<f64>,
    stretch: Vector3<f64>,
    normal: Vector3<f64>,
    turned: f64,
    square: f64,
    /// Weighted sum of squared distances from the origin in all directions: the scale for rounding in `square`, which has those
    /// across the normal.
    reach: f64,
}

impl Fit {
    /// Adds the stretch s at q, with the normal n.
    pub fn take(&mut self, weight: f64, q: &Vector3<f64>, s: &Vector3<f64>, n: &Vector3<f64>) {
        self.weight += weight;
        self.place += q * weight;
        self.stretch += s * weight;
        self.normal += n * weight;
        self.turned += weight * n.dot(&q.cross(s));
        self.square += weight * (q - n * n.dot(q)).norm_squared();
        self.reach += weight * q.norm_squared();
    }

    /// Returns the fitted grip, if any stretch was added.
    pub fn grip(&self) -> Option<Grip> {
        if self.weight <= 0.0 {
            return None;
        }
        let (q, s) = (self.place / self.weight, self.stretch / self.weight);
        let length = self.normal.norm();
        if length <= 0.0 {
            return Some(Grip {
                slip: s,
                twist: 0.0,
            });
        }
        let n = self.normal / length;
        let across = q - n * n.dot(&q);
        let square = self.square - self.weight * across.norm_squared();
        let turned = self.turned - self.weight * n.dot(&q.cross(&s));
        // One point, or several at one position, do not determine the twist: the remainder is rounding.
        let twist = match square > 1e-9 * self.reach {
            true => turned / square,
            false => 0.0,
        };
        Some(Grip {
            slip: s - n.cross(&q) * twist,
            twist,
        })
    }
}
