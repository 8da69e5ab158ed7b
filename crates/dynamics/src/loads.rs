//! Accelerations of bodies, and the forces that joints transmit.

use nalgebra::Vector3;

use super::workspace::Workspace;

/// Acceleration of a body and the force in its joint, in world axes: the readings of ideal sensors.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Felt {
    /// Angular acceleration (rad/s2).
    pub angular: Vector3<f64>,
    /// Acceleration of its origin minus that of gravity (m/s2), which an accelerometer there measures.
    pub proper: Vector3<f64>,
    /// Force in its joint: of its parent on it (N).
    pub force: Vector3<f64>,
    /// Moment of that force about its origin (N m).
    pub moment: Vector3<f64>,
    /// Sum of the external forces on it (N).
    pub outer_force: Vector3<f64>,
    /// Moment of those forces about its origin (N m).
    pub outer_moment: Vector3<f64>,
}

/// Returns acceleration and joint force of a body, after [`inverse_dynamics`](super::inverse_dynamics()) with the accelerations
/// of the same state, whose passes leave the spatial acceleration (Featherstone 2008, section 2.11: the classical one is larger
/// by omega x v) and the force through the joint of each body (table 5.1).
#[must_use]
#[inline]
pub fn felt(ws: &Workspace, body: usize) -> Felt {
    let own = ws.inverse(body);
    let (w, v) = ws.velocity(body);
    let (outer_moment, outer_force) = ws.external(body);
    let axes = ws.world_rotation(body);
    Felt {
        angular: axes * Vector3::from(own.a),
        proper: axes * Vector3::from(own.b + w.cross(v)),
        force: axes * Vector3::from(own.pf),
        moment: axes * Vector3::from(own.pn),
        outer_force: axes * Vector3::from(outer_force),
        outer_moment: axes * Vector3::from(outer_moment),
    }
}
