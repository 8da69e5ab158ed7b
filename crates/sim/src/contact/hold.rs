//! State of held contact points: the part of the contact state that has a history.

use super::components;
use nalgebra::Vector3;
use serde::{Deserialize, Serialize};

/// Kind of connection that holds a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum HoldKind {
    /// Friction, by the spring to a stick point.
    Friction,
    /// A sticky foot: tied to the ground.
    Tied,
    /// A sticky foot that was torn off and has not left the ground since: only friction holds it.
    Torn,
}

/// A held contact point. It changes only at accepted steps.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Hold {
    /// Kind of the connection.
    pub kind: HoldKind,
    /// Position at which the point is held (m, world).
    #[serde(with = "components")]
    pub at: Vector3<f64>,
    /// Held point of the body (m, axes of the dynamics). On a round body it differs from step to step.
    #[serde(with = "components")]
    pub point: Vector3<f64>,
}
