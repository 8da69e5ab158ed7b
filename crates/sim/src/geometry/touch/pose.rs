//! Poses of solids, and the points at which two of them touch.

use nalgebra::{Matrix3, Vector3};

/// Pose of a solid: its axes and its origin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    /// Rotation from the axes of the solid to those of the world.
    pub rotation: Matrix3<f64>,
    /// Its origin in the world.
    pub position: Vector3<f64>,
}

impl Pose {
    pub(super) fn of(&self, point: &Vector3<f64>) -> Vector3<f64> {
        self.rotation * point + self.position
    }
}

/// A contact point of two solids.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactPoint {
    /// The point, half way between both surfaces (world).
    pub point: Vector3<f64>,
    /// The direction in which the first solid is pushed (world).
    pub normal: Vector3<f64>,
    /// Depth of the overlap at that point.
    pub depth: f64,
    /// Weight of the point: the number of points that it counts as.
    pub weight: f64,
    /// Distance from the contact point inwards to the centre of the ball of each solid; 0 for a corner, edge or face.
    pub round: [f64; 2],
}
