//! Quantities of a corpus when last observed: the pose and motion of every body, and the forces of the ground.

use super::super::account::GroundForce;
use corpus_dynamics::Motion;
use nalgebra::{Matrix3, Rotation3, UnitQuaternion, Vector3};

/// A body at one moment, in the axes of the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ObservedBody {
    /// Rotation of the body's own frame: body axes to world axes.
    pub rotation: Matrix3<f64>,
    /// Origin of its own frame (m).
    pub position: Vector3<f64>,
    /// Velocity of that origin (m/s).
    pub velocity: Vector3<f64>,
    /// Angular velocity (rad/s).
    pub angular_velocity: Vector3<f64>,
    /// Force of the ground on the body along the ground's normal (N), by the law of the simulation; below zero where a sticky
    /// foot is pulled off.
    pub load: f64,
    /// Force of the ground by components: along the normal and along the surface.
    pub ground: GroundForce,
    /// Whether one of its points is in the ground, or tied to it.
    pub in_contact: bool,
}

/// Angles of a rotation Rz(yaw) Ry(pitch) Rx(roll) (Craig 2005, *Introduction to Robotics*, section 2.8, Z-Y-X Euler
/// angles).
impl ObservedBody {
    /// Returns the angle of the x axis in the ground plane against the world's (rad, -pi to pi).
    #[must_use]
    pub fn yaw(&self) -> f64 {
        libm::atan2(self.rotation[(1, 0)], self.rotation[(0, 0)])
    }

    /// Returns the angle of the x axis below the horizontal (rad, -pi/2 to pi/2).
    #[must_use]
    pub fn pitch(&self) -> f64 {
        let along = libm::hypot(self.rotation[(0, 0)], self.rotation[(1, 0)]);
        libm::atan2(-self.rotation[(2, 0)], along)
    }

    /// Returns the rotation about the x axis (rad, -pi to pi).
    #[must_use]
    pub fn roll(&self) -> f64 {
        libm::atan2(self.rotation[(2, 1)], self.rotation[(2, 2)])
    }

    /// Returns the angle of the z axis from vertical (rad, 0 to pi).
    #[must_use]
    pub fn tilt(&self) -> f64 {
        let across = libm::hypot(self.rotation[(0, 2)], self.rotation[(1, 2)]);
        libm::atan2(across, self.rotation[(2, 2)])
    }

    /// Returns the unit quaternion w, x, y, z of the rotation; of the two, the one whose w is not below zero.
    #[must_use]
    pub fn quaternion(&self) -> [f64; 4] {
        let rotation = Rotation3::from_matrix_unchecked(self.rotation);
        let q = UnitQuaternion::from_rotation_matrix(&rotation);
        let sign = if q.w < 0.0 { -1.0 } else { 1.0 };
        [q.w, q.i, q.j, q.k].map(|part| sign * part)
    }
}

/// A point of a body in the ground, or held by it, and the force of the ground there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GroundTouch {
    /// The body, by the model's numbers.
    pub body: usize,
    /// The point (m, world).
    pub point: Vector3<f64>,
    /// Unit normal of the ground there (world).
    pub normal: Vector3<f64>,
    /// Depth of the point in the ground (m); zero if the ground holds it above its surface.
    pub depth: f64,
    /// Force on the body (N, world).
    pub force: Vector3<f64>,
}

/// A corpus at one moment.
#[derive(Clone, Debug)]
pub struct Observed {
    /// The bodies, by the model's numbers.
    pub bodies: Vec<ObservedBody>,
    /// Centre of mass, momenta and kinetic energy.
    pub motion: Motion,
}

impl Observed {
    /// Returns the empty observation of a corpus that was never observed.
    pub(in crate::world) fn nothing() -> Self {
        Observed {
            bodies: vec![],
            motion: Motion {
                mass: 0.0,
                centre: Vector3::zeros(),
                linear: Vector3::zeros(),
                angular: Vector3::zeros(),
                kinetic_energy: 0.0,
            },
        }
    }
}
