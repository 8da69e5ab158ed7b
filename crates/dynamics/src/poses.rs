//! Poses of all bodies at one state, kept for later.

use nalgebra::{Matrix3, Vector3};

use super::algebra::{Lanes, Mat3, Real, Vec3};
use super::limbs::{Seat, Slot};
use super::workspace::{Body, Workspace};

/// Pose of one body, or of several side by side.
#[derive(Clone, Copy, Debug)]
struct Pose<T> {
    rotation: Mat3<T>,
    position: Vec3<T>,
}

impl<T: Real> Pose<T> {
    const ZERO: Self = Pose {
        rotation: Mat3::ZERO,
        position: Vec3::ZERO,
    };

    fn take_all(all: &mut Vec<Self>, bodies: &[Body<T>]) {
        all.resize(bodies.len(), Self::ZERO);
        for (pose, body) in all.iter_mut().zip(bodies) {
            pose.rotation.copy_from(&body.frame.rotation);
            pose.position.copy_from(&body.frame.position);
        }
    }

    fn lane(&self, k: usize) -> (Matrix3<f64>, Vector3<f64>) {
        (self.rotation.lane(k).into(), self.position.lane(k).into())
    }
}

/// Poses of the bodies of a model.
#[derive(Clone, Debug, Default)]
pub struct Poses {
    ones: Vec<Pose<f64>>,
    fours: Vec<Pose<Lanes<4>>>,
    eights: Vec<Pose<Lanes<8>>>,
}

impl Poses {
    /// Takes those of the last [`kinematics`](super::kinematics()).
    #[inline]
    pub fn take(&mut self, ws: &Workspace) {
        Pose::take_all(&mut self.ones, &ws.ones);
        Pose::take_all(&mut self.fours, &ws.fours);
        Pose::take_all(&mut self.eights, &ws.eights);
    }

    /// The pose of a body (kernel axes -> world; m), where poses of this workspace are kept.
    #[must_use]
    #[inline]
    pub fn of(&self, ws: &Workspace, body: usize) -> Option<(Matrix3<f64>, Vector3<f64>)> {
        let Seat { slot, lane } = *ws.seats.get(body)?;
        Some(match slot {
            Slot::One(k) => self.ones.get(k)?.lane(lane),
            Slot::Four(k) => self.fours.get(k)?.lane(lane),
            Slot::Eight(k) => self.eights.get(k)?.lane(lane),
        })
    }
}
