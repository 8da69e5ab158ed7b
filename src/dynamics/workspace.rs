//! Working memory of the passes, allocated once per model.

use nalgebra::{Matrix3, Vector3};

use super::algebra::{Articulated, Mat3, Planar, STRAIGHT, Sym3, Vec3};
use super::articulated_body::Nodes;
use super::freedom::Freedom;
use super::general::{Tilt, tilts};
use super::model::{Joint, Model};

/// Data of one body, in its own kernel axes unless noted.
#[derive(Clone, Copy, Debug)]
pub(super) struct Body {
    /// theta of its joint.
    pub theta: Planar<f64>,
    /// Origin in the parent's frame.
    pub place: Vec3<f64>,
    /// |axis| qd.
    pub rate: f64,
    /// Axes -> world.
    pub rotation: Mat3<f64>,
    /// Origin, world.
    pub position: Vec3<f64>,
    /// Spatial velocity (w; v).
    pub w: Vec3<f64>,
    pub v: Vec3<f64>,
    /// External spatial force about the origin (moment; force).
    pub moment: Vec3<f64>,
    pub force: Vec3<f64>,
    /// Whether a contact term was added to the body.
    pub stiff: bool,
    /// Inverse dynamics: force (pn; pf) and spatial acceleration (a; b).
    pub pn: Vec3<f64>,
    pub pf: Vec3<f64>,
    pub a: Vec3<f64>,
    pub b: Vec3<f64>,
}

/// Scratch memory of the passes over one model. No pass allocates.
///
/// Order of use: [`kinematics`](super::kinematics()) clears what was added before; then external
/// forces and contact terms are added, [`tau`](Workspace::tau) and
/// [`joint_inertia`](Workspace::joint_inertia) are set; then
/// [`articulated_body`](super::articulated_body()) gives the accelerations. Points, forces and
/// velocities of a body are in its kernel axes (see [`Model::turn`]) about its origin.
#[derive(Clone, Debug)]
pub struct Workspace {
    /// Joint forces, N m or N, doing work on qd; joint i - 1 is that of body i. No pass
    /// changes them.
    pub tau: Vec<f64>,
    /// Added to d = s' I^A s of each joint, >= 0: the inertia of a rotor, or what a linearly
    /// implicit integrator puts there, h^2 (-dQ/dq) + h (-dQ/dqd). No pass changes them.
    pub joint_inertia: Vec<f64>,
    /// The state that the kinematics were last found for.
    pub(super) state: Vec<f64>,
    pub(super) bodies: Vec<Body>,
    /// Sums of the contact terms, read for bodies that are marked stiff.
    pub(super) contact: Vec<Articulated<f64>>,
    pub(super) nodes: Nodes,
    /// phi and alpha of each body's joint, where the model has joints that are more than an axis.
    pub(super) tilts: Vec<Tilt>,
    /// Moment and force that hold or drive the root, in its axes.
    pub(super) reaction: [Vec3<f64>; 2],
}

impl Workspace {
    /// Memory for the passes over a model, forces zero.
    #[must_use]
    pub fn new(model: &Model) -> Workspace {
        let body = Body {
            theta: STRAIGHT,
            place: Vec3::ZERO,
            rate: 0.0,
            rotation: Matrix3::identity().into(),
            position: Vec3::ZERO,
            w: Vec3::ZERO,
            v: Vec3::ZERO,
            moment: Vec3::ZERO,
            force: Vec3::ZERO,
            stiff: false,
            pn: Vec3::ZERO,
            pf: Vec3::ZERO,
            a: Vec3::ZERO,
            b: Vec3::ZERO,
        };
        Workspace {
            tau: vec![0.0; model.joints()],
            joint_inertia: vec![0.0; model.joints()],
            state: Vec::with_capacity(model.layout().len()),
            bodies: vec![body; model.bodies()],
            contact: vec![Articulated::ZERO; model.bodies()],
            nodes: Nodes::new(model),
            tilts: tilts(model),
            reaction: [Vec3::ZERO; 2],
        }
    }

    /// Kernel axes of a body -> world.
    #[must_use]
    pub fn world_rotation(&self, body: usize) -> Matrix3<f64> {
        self.bodies[body].rotation.into()
    }

    /// Origin of a body in the world, m.
    #[must_use]
    pub fn world_position(&self, body: usize) -> Vector3<f64> {
        self.bodies[body].position.into()
    }

    /// World position of a point fixed to a body, m.
    #[must_use]
    pub fn world_point(&self, body: usize, point: Vector3<f64>) -> Vector3<f64> {
        let b = &self.bodies[body];
        (b.position + b.rotation.times(point.into())).into()
    }

    /// Angular velocity of a body, in its axes, rad/s.
    #[must_use]
    pub fn angular_velocity(&self, body: usize) -> Vector3<f64> {
        self.bodies[body].w.into()
    }

    /// Velocity of a body's origin, in its axes, m/s.
    #[must_use]
    pub fn linear_velocity(&self, body: usize) -> Vector3<f64> {
        self.bodies[body].v.into()
    }

    /// Velocity v + w x c of a point fixed to a body, in its axes, m/s.
    #[must_use]
    pub fn point_velocity(&self, body: usize, point: Vector3<f64>) -> Vector3<f64> {
        let b = &self.bodies[body];
        (b.v + b.w.cross(point.into())).into()
    }

    /// Moment about its origin (N m) and force (N) that held or drove the root at the last accelerations, in its axes; zero for a free root.
    #[must_use]
    pub fn root_force(&self) -> [Vector3<f64>; 2] {
        self.reaction.map(Vector3::from)
    }

    /// Sum of the forces that were added to a body since the kinematics, in its axes, N.
    #[must_use]
    pub fn external_force(&self, body: usize) -> Vector3<f64> {
        self.bodies[body].force.into()
    }

    /// Adds a force (N) that acts at a point of a body.
    pub fn apply_force(&mut self, body: usize, point: Vector3<f64>, force: Vector3<f64>) {
        let b = &mut self.bodies[body];
        let f = Vec3::from(force);
        b.moment += Vec3::from(point).cross(f);
        b.force += f;
    }

    /// Adds a moment (N m) and a force (N) at a body's origin.
    pub fn apply_wrench(&mut self, body: usize, moment: Vector3<f64>, force: Vector3<f64>) {
        let b = &mut self.bodies[body];
        b.moment += moment.into();
        b.force += force.into();
    }

    /// Adds a force -G a at a point of a body, where a is the point's classical acceleration
    /// that is still to be found and G (kg) is symmetric, of the body's axes and >= 0. A spring K
    /// with a damper D met by the linearly implicit Euler method makes G = h^2 K + h D; the
    /// forces known already, such as -h K v, are applied by the caller.
    ///
    /// With P = [-c x, 1] the classical acceleration is P (dw; dv) + w x v_p, so that P' G P
    /// joins the body's inertia and G (w x v_p) is taken from the force: both done here.
    pub fn add_contact_term(&mut self, body: usize, point: Vector3<f64>, g: &Matrix3<f64>) {
        let b = &mut self.bodies[body];
        let c = Vec3::from(point);
        let m = Sym3::from(*g);
        let known = m.times(b.w.cross(b.v + b.w.cross(c)));
        b.moment -= c.cross(known);
        b.force -= known;
        let term = Articulated {
            m,
            ..Articulated::ZERO
        }
        .moved(c);
        let sum = &mut self.contact[body];
        *sum = if b.stiff { sum.plus(term) } else { term };
        b.stiff = true;
    }
}

impl Workspace {
    /// phi and alpha of a body's joint at the present state.
    pub(super) fn tilt(&self, joint: &Joint, body: usize) -> Tilt {
        match joint.freedom {
            Freedom::Ball(_) => self.tilts[body],
            _ => (joint.phi, joint.alpha),
        }
    }

    /// Axes of a body > 0 -> axes of its parent, by the joint's present turn.
    #[must_use]
    pub fn rotation_to_parent(&self, model: &Model, body: usize) -> Matrix3<f64> {
        let joint = &model.joint_frames()[body - 1];
        let straight = Mat3::from(Matrix3::identity());
        let (phi, alpha) = self.tilt(joint, body);
        let phi = phi.map_or(straight, |phi| phi.after_z(straight));
        let theta = self.bodies[body].theta;
        theta.after_z(alpha.after_x(phi)).into()
    }
}
