//! Forces and contact terms of one body, summed up before they are added to a workspace.

use nalgebra::{Matrix3, Vector3};

use super::algebra::{Articulated, Skew, Sym3, Vec3};
use super::workspace::Workspace;

/// Forces and contact terms on one body, in its kernel axes about its origin. To add several of them at once costs less than one by
/// one.
#[derive(Clone, Copy, Debug)]
pub struct BodyLoad {
    /// Velocity of the body.
    w: Vec3<f64>,
    v: Vec3<f64>,
    /// Sum of the forces.
    pub(super) moment: Vec3<f64>,
    pub(super) force: Vec3<f64>,
    /// Sum of the contact terms, if there are any.
    pub(super) contact: Option<Articulated<f64>>,
    /// Their skew part, if there is any.
    pub(super) skew: Option<Skew<f64>>,
}

impl BodyLoad {
    /// No load yet on a body, whose velocity is that of the last [`kinematics`](super::kinematics()).
    #[inline(always)]
    #[must_use]
    pub fn on(ws: &Workspace, body: usize) -> BodyLoad {
        let (w, v) = ws.velocity(body);
        BodyLoad {
            w,
            v,
            moment: Vec3::ZERO,
            force: Vec3::ZERO,
            contact: None,
            skew: None,
        }
    }

    /// Angular velocity of the body, in its axes, rad/s.
    #[inline]
    #[must_use]
    pub fn angular_velocity(&self) -> Vector3<f64> {
        self.w.into()
    }

    /// Velocity v + w x c of a point fixed to the body, in its axes, m/s.
    #[inline]
    #[must_use]
    pub fn velocity_of(&self, point: &Vector3<f64>) -> Vector3<f64> {
        (self.v + self.w.cross(Vec3::from(*point))).into()
    }

    /// Adds a force (N) that acts at a point of the body.
    #[inline]
    pub fn apply_force(&mut self, point: &Vector3<f64>, force: &Vector3<f64>) {
        let f = Vec3::from(*force);
        self.moment += Vec3::from(*point).cross(f);
        self.force += f;
    }

    /// Returns the sum of the forces in the body's axes (N), given the true spatial acceleration (a; b) of the body's origin in these axes, which the
    /// contact terms act against.
    #[must_use]
    #[inline]
    pub fn force_at(&self, [a, b]: [Vector3<f64>; 2]) -> Vector3<f64> {
        let resisted = self.contact.map_or(Vec3::ZERO, |contact| {
            let (_, f) = contact.times(a.into(), b.into());
            f
        });
        let slid = self.skew.map_or(Vec3::ZERO, |skew| {
            let (_, f) = skew.times(a.into(), b.into());
            f
        });
        (self.force + -resisted - slid).into()
    }

    /// Adds a force -G a at a point of the body, where a is the point's classical acceleration
    /// that is still to be found and G (kg) is in the body's axes; its symmetric part is usually >= 0. A spring K
    /// with a damper D met by the linearly implicit Euler method makes G = h^2 K + h D; the
    /// forces known already, such as -h K v, are applied by the caller. Friction that follows the normal force makes a G that is not symmetric.
    ///
    /// With P = [-c x, 1] the classical acceleration is P (dw; dv) + w x v_p, so P' G P is added to the body's inertia and G (w
    /// x v_p) is subtracted from the force: this function does both.
    #[inline]
    pub fn add_contact_term(&mut self, point: &Vector3<f64>, g: &Matrix3<f64>) {
        let point = Vec3::from(*point);
        let turning = self.w.cross(self.v + self.w.cross(point));
        // Twice the axis of the skew part; exactly zero for a symmetric G.
        let gamma = Vec3::new(g.m32 - g.m23, g.m13 - g.m31, g.m21 - g.m12);
        let g = Sym3::from(*g);
        let mut known = g.times(turning);
        if gamma != Vec3::ZERO {
            let gamma = gamma * 0.5;
            known += gamma.cross(turning);
            let term = Skew {
                gamma,
                ..Skew::ZERO
            };
            let sum = self.skew.get_or_insert(Skew::ZERO);
            sum.add(&term.moved(point));
        }
        self.moment += -point.cross(known);
        self.force += -known;
        let term = Articulated {
            m: g,
            ..Articulated::ZERO
        };
        self.contact
            .get_or_insert(Articulated::ZERO)
            .add(&term.moved(point));
    }
}
