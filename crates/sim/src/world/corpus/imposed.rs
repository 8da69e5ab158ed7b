//! Forces and limits that a script imposes on the bodies of a corpus, beside those of its joints.

use super::super::scales::FARTHEST;
use crate::contact::components;
use nalgebra::Vector3;
use serde::{Deserialize, Serialize};

/// A force k (goal - p) - b v on a point p of a body that moves at v: an external force, whose work the energy account records
/// separately.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Pull {
    /// The body, by the model's numbers.
    pub body: usize,
    /// The point in the body's own frame (m).
    #[serde(with = "components")]
    pub point: Vector3<f64>,
    /// Goal (m, world).
    #[serde(with = "components")]
    pub goal: Vector3<f64>,
    /// k (N/m).
    pub stiffness: f64,
    /// b (N s/m).
    pub damping: f64,
}

/// A force on a point of a body: an external force, as a [`Pull`] is.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Push {
    /// The body, by the model's numbers.
    pub body: usize,
    /// The point in the body's own frame (m).
    #[serde(with = "components")]
    pub point: Vector3<f64>,
    /// The force (N): in world axes, or in the axes of the body, with which it turns.
    #[serde(with = "components")]
    pub force: Vector3<f64>,
    /// Whether the force is in the axes of the body.
    pub turns: bool,
    /// End (s); none for a push without a time limit.
    pub until: Option<f64>,
}

/// Largest number of simultaneous pushes on a figure.
pub const MOST_PUSHES: usize = 10_000;

/// Returns the difference (s) below which two times count as the same: the clock is a sum of many frames.
pub(in crate::world) fn rounding(time: f64) -> f64 {
    16.0 * f64::EPSILON * time.abs()
}

impl Push {
    /// Whether a duration (s) is long enough to change the clock at a time (s).
    #[must_use]
    pub fn can_last(seconds: f64, now: f64) -> bool {
        now + seconds > now + rounding(now)
    }

    /// Whether it is valid for a figure with this number of bodies.
    #[must_use]
    pub fn is_sound(&self, bodies: usize) -> bool {
        let bounded = |x: &f64| x.abs() < FARTHEST;
        self.body < bodies
            && self.point.iter().all(bounded)
            && self.force.iter().all(bounded)
            && self.until.iter().all(bounded)
    }
}

/// Speed limit of a body; the simulation stops beyond it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct SpeedLimit {
    /// The body.
    pub body: usize,
    /// Largest speed of the body's origin (m/s).
    pub linear: f64,
    /// Largest angular speed (rad/s).
    pub angular: f64,
}

/// Forces and limits that a script imposes on the bodies of a corpus, beside those of its joints.
#[derive(Clone, Debug, Default)]
pub struct Imposed {
    /// External pull.
    pub(in crate::world) pull: Option<Pull>,
    /// The current pushes.
    pub(in crate::world) pushes: Vec<Push>,
    /// Speed limits of bodies.
    pub speed_limits: Vec<SpeedLimit>,
}
