//! Forces and limits that a script imposes on the bodies of a corpus, beside those of its joints.

use super::super::pull::Pull;
use super::super::push::Push;
use serde::{Deserialize, Serialize};

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
