//! Working memory of the passes, allocated once per model.

use nalgebra::{Matrix3, Vector3};

use super::algebra::{Articulated, Lanes, Mat3, Planar, Real, Skew, Vec3};
use super::body_load::BodyLoad;
use super::freedom::Freedom;
use super::general::{self, Tilt, tilts};
use super::limb_passes::Node;
use super::limbs::{Seat, Slot};
use super::model::{Joint, Model};
use super::simd::Simd;

/// Pose and velocity of a body.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame<T> {
    /// Rotation from body axes to world axes.
    pub rotation: Mat3<T>,
    /// Origin, world.
    pub position: Vec3<T>,
    /// Spatial velocity (w; v), in the body's axes.
    pub w: Vec3<T>,
    pub v: Vec3<T>,
}

impl<T: Real> Frame<T> {
    pub const ZERO: Self = Frame {
        rotation: Mat3::ZERO,
        position: Vec3::ZERO,
        w: Vec3::ZERO,
        v: Vec3::ZERO,
    };

    /// Returns the same frame in every lane.
    #[inline(always)]
    pub fn broadcast(one: &Frame<f64>) -> Self {
        let all = |v: Vec3<f64>| Vec3::from_lanes(|_| v);
        let r = &one.rotation;
        Frame {
            rotation: Mat3::rows(all(r.x), all(r.y), all(r.z)),
            position: all(one.position),
            w: all(one.w),
            v: all(one.v),
        }
    }

    /// Returns the frame in lane k.
    #[inline(always)]
    pub fn lane(&self, k: usize) -> Frame<f64> {
        Frame {
            rotation: self.rotation.lane(k),
            position: self.position.lane(k),
            w: self.w.lane(k),
            v: self.v.lane(k),
        }
    }

    /// Copies another one, number by number.
    #[inline(always)]
    pub fn copy_from(&mut self, o: &Self) {
        self.rotation.copy_from(&o.rotation);
        self.position.copy_from(&o.position);
        self.w.copy_from(&o.w);
        self.v.copy_from(&o.v);
    }

    /// Stores a frame in lane k.
    #[inline(always)]
    pub fn set_lane(&mut self, k: usize, frame: Frame<f64>) {
        self.rotation.x.set_lane(k, frame.rotation.x);
        self.rotation.y.set_lane(k, frame.rotation.y);
        self.rotation.z.set_lane(k, frame.rotation.z);
        self.position.set_lane(k, frame.position);
        self.w.set_lane(k, frame.w);
        self.v.set_lane(k, frame.v);
    }
}

/// Data of one body, or of several side by side, in their own kernel axes unless noted. Aligned to cache lines, so that no
/// group of four is split between two.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub(super) struct Body<T> {
    /// Rotation theta of its joint.
    pub theta: Planar<T>,
    /// Origin in the parent's frame.
    pub place: Vec3<T>,
    /// Rate |axis| qd.
    pub rate: T,
    /// Pose and velocity.
    pub frame: Frame<T>,
    /// External spatial force about the origin (moment; force).
    pub moment: Vec3<T>,
    pub force: Vec3<T>,
    /// Whether a contact term was added to it, or to one of them.
    pub stiff: bool,
    /// Sum of the contact terms, if there are any.
    pub contact: Articulated<T>,
    /// Whether the contact terms have a skew part.
    pub slides: bool,
    /// That part, if there is any.
    pub sliding: Skew<T>,
    /// Results of the articulated-body passes.
    pub node: Node<T>,
    /// Results of inverse dynamics.
    pub inverse: Inverse<T>,
}

impl<T: Real> Body<T> {
    const ZERO: Self = Body {
        theta: Planar {
            c: T::ZERO,
            s: T::ZERO,
        },
        place: Vec3::ZERO,
        rate: T::ZERO,
        frame: Frame::ZERO,
        moment: Vec3::ZERO,
        force: Vec3::ZERO,
        stiff: false,
        contact: Articulated::ZERO,
        slides: false,
        sliding: Skew::ZERO,
        node: Node::ZERO,
        inverse: Inverse::ZERO,
    };

    /// Clears external forces and contact terms.
    #[inline(always)]
    pub fn clear(&mut self) {
        self.moment = Vec3::ZERO;
        self.force = Vec3::ZERO;
        self.stiff = false;
        self.slides = false;
        self.node.skewed = false;
    }

    /// Whether its articulated inertia has a skew part.
    #[inline(always)]
    pub fn is_skewed(&self) -> bool {
        self.slides || self.node.skewed
    }

    /// Writes zeros for the terms that a body with a skewed inertia does not have.
    #[inline(always)]
    pub fn fill_skew(&mut self) {
        if !self.stiff {
            self.contact.copy_from(&Articulated::ZERO);
        }
        if !self.slides {
            self.sliding.copy_from(&Skew::ZERO);
        }
        if !self.node.skewed {
            self.node.skew.copy_from(&Skew::ZERO);
        }
    }

    fn push(&mut self, lane: usize, moment: Vec3<f64>, force: Vec3<f64>) {
        self.moment.add_lane(lane, moment);
        self.force.add_lane(lane, force);
    }

    fn stiffen(&mut self, lane: usize, term: Articulated<f64>) {
        if !self.stiff {
            self.contact = Articulated::ZERO;
            self.stiff = true;
        }
        self.contact.add_lane(lane, term);
    }

    fn skew(&mut self, lane: usize, term: Skew<f64>) {
        if !self.slides {
            self.sliding = Skew::ZERO;
            self.slides = true;
        }
        let mut sum = self.sliding.lane(lane);
        sum.add(&term);
        self.sliding.set_lane(lane, sum);
    }
}

/// Results of inverse dynamics for a body: force (pn; pf) and spatial acceleration (a; b).
#[derive(Clone, Copy, Debug)]
pub(super) struct Inverse<T> {
    pub pn: Vec3<T>,
    pub pf: Vec3<T>,
    pub a: Vec3<T>,
    pub b: Vec3<T>,
}

impl<T: Real> Inverse<T> {
    pub const ZERO: Self = Inverse {
        pn: Vec3::ZERO,
        pf: Vec3::ZERO,
        a: Vec3::ZERO,
        b: Vec3::ZERO,
    };

    fn lane(&self, k: usize) -> Inverse<f64> {
        Inverse {
            pn: self.pn.lane(k),
            pf: self.pf.lane(k),
            a: self.a.lane(k),
            b: self.b.lane(k),
        }
    }

    fn set_lane(&mut self, k: usize, o: &Inverse<f64>) {
        self.pn.set_lane(k, o.pn);
        self.pf.set_lane(k, o.pf);
        self.a.set_lane(k, o.a);
        self.b.set_lane(k, o.b);
    }
}

/// Expands code for a body in any slot: `$of` names its data, `$lane` its lane.
macro_rules! at_seat {
    ($self:expr, $body:expr, |$of:ident, $lane:ident| $do:expr) => {{
        let Seat { slot, lane: $lane } = $self.seats[$body];
        match slot {
            Slot::One(k) => {
                let $of = &$self.ones[k];
                $do
            }
            Slot::Four(k) => {
                let $of = &$self.fours[k];
                $do
            }
            Slot::Eight(k) => {
                let $of = &$self.eights[k];
                $do
            }
        }
    }};
    ($self:expr, $body:expr, mut |$of:ident, $lane:ident| $do:expr) => {{
        let Seat { slot, lane: $lane } = $self.seats[$body];
        match slot {
            Slot::One(k) => {
                let $of = &mut $self.ones[k];
                $do
            }
            Slot::Four(k) => {
                let $of = &mut $self.fours[k];
                $do
            }
            Slot::Eight(k) => {
                let $of = &mut $self.eights[k];
                $do
            }
        }
    }};
}

pub(super) use at_seat;

/// Scratch memory of the passes over one model. No pass allocates.
///
/// Order of use: [`kinematics`](super::kinematics()) clears earlier terms; then external forces and contact terms are added,
/// [`tau`](Workspace::tau) and [`joint_inertia`](Workspace::joint_inertia) are set; then
/// [`articulated_body`](super::articulated_body()) computes the accelerations. Points, forces and velocities of a body are in
/// its kernel axes (see [`Model::turn`]) about its origin.
#[derive(Clone, Debug)]
pub struct Workspace {
    /// Joint forces, N m or N, doing work on qd; joint i - 1 is that of body i. No pass
    /// changes them.
    pub tau: Vec<f64>,
    /// Inertias added to d = s' I^A s of each joint, >= 0: the armature, or h^2 (-dQ/dq) + h (-dQ/dqd) of a linearly implicit
    /// integrator. No pass changes them.
    pub joint_inertia: Vec<f64>,
    /// Whether a contact term has a skew part.
    pub(super) skewed: bool,
    /// The state of the last kinematics.
    pub(super) state: Vec<f64>,
    /// Whether accelerations were found for it.
    pub(super) solved: bool,
    /// How often kinematics were found.
    pub(super) generation: u64,
    /// Vector instructions of the passes.
    pub(super) simd: Simd,
    /// Location of each body's data, in the three lists below.
    pub(super) seats: Vec<Seat>,
    pub(super) ones: Vec<Body<f64>>,
    pub(super) fours: Vec<Body<Lanes<4>>>,
    pub(super) eights: Vec<Body<Lanes<8>>>,
    /// Data of the passes by bodies, if the model has joints other than single axes.
    pub(super) general: Vec<general::Node>,
    /// Angles phi and alpha of each body's joint, if the model has joints other than single axes.
    pub(super) tilts: Vec<Tilt>,
    /// Moment and force that hold or drive the root, in its axes.
    pub(super) reaction: [Vec3<f64>; 2],
}

impl Workspace {
    /// Allocates memory for the passes over a model, with zero forces.
    #[must_use]
    pub fn new(model: &Model) -> Workspace {
        let limbs = model.limbs();
        let bodies = model.bodies();
        let general = if model.is_general() { bodies } else { 0 };
        Workspace {
            tau: vec![0.0; model.joints()],
            joint_inertia: vec![0.0; model.joints()],
            skewed: false,
            state: Vec::with_capacity(model.layout().len()),
            solved: false,
            generation: 0,
            simd: Simd::find(),
            seats: limbs.seats(bodies),
            ones: vec![Body::ZERO; limbs.ones.len() + 1],
            fours: vec![Body::ZERO; limbs.fours.len()],
            eights: vec![Body::ZERO; limbs.eights.len()],
            general: vec![general::Node::ZERO; general],
            tilts: tilts(model),
            reaction: [Vec3::ZERO; 2],
        }
    }

    /// How often kinematics were found: as long as it stays the same, so do poses and velocities.
    #[must_use]
    #[inline]
    pub fn generation(&self) -> u64 {
        self.generation
    }

    /// Returns position and velocity of the joint of a body (rad and rad/s, or m and m/s) in the state of the last kinematics.
    #[must_use]
    pub fn joint(&self, model: &Model, body: usize) -> [f64; 2] {
        let layout = model.layout();
        let of = |start: usize| self.state.get(start + body - 1).copied();
        [layout.q().start, layout.qd().start].map(|start| of(start).unwrap_or(0.0))
    }

    /// Returns the rotation from kernel axes of a body to world axes.
    #[inline(always)]
    #[must_use]
    pub fn world_rotation(&self, body: usize) -> Matrix3<f64> {
        at_seat!(self, body, |of, lane| of.frame.rotation.lane(lane)).into()
    }

    /// Returns the origin of a body in the world, m.
    #[inline(always)]
    #[must_use]
    pub fn world_position(&self, body: usize) -> Vector3<f64> {
        at_seat!(self, body, |of, lane| of.frame.position.lane(lane)).into()
    }

    /// Returns the world position of a point fixed to a body, m.
    #[inline(always)]
    #[must_use]
    pub fn world_point(&self, body: usize, point: Vector3<f64>) -> Vector3<f64> {
        at_seat!(self, body, |of, lane| {
            of.frame.position.lane(lane) + of.frame.rotation.lane(lane).times(point.into())
        })
        .into()
    }

    /// Returns the angular velocity of a body, in its axes, rad/s.
    #[inline(always)]
    #[must_use]
    pub fn angular_velocity(&self, body: usize) -> Vector3<f64> {
        at_seat!(self, body, |of, lane| of.frame.w.lane(lane)).into()
    }

    /// Returns the velocity of a body's origin, in its axes, m/s.
    #[inline(always)]
    #[must_use]
    pub fn linear_velocity(&self, body: usize) -> Vector3<f64> {
        at_seat!(self, body, |of, lane| of.frame.v.lane(lane)).into()
    }

    /// Returns the velocity v + w x c of a point fixed to a body, in its axes, m/s.
    #[inline(always)]
    #[must_use]
    pub fn point_velocity(&self, body: usize, point: Vector3<f64>) -> Vector3<f64> {
        at_seat!(self, body, |of, lane| {
            of.frame.v.lane(lane) + of.frame.w.lane(lane).cross(point.into())
        })
        .into()
    }

    /// Returns the true spatial acceleration (a; b) of a body in its axes (rad/s2, m/s2), as last found by
    /// [`articulated_body`](super::articulated_body()) with this gravity (m/s2, world).
    #[must_use]
    #[inline]
    pub fn acceleration(&self, body: usize, gravity: &Vector3<f64>) -> [Vector3<f64>; 2] {
        let (a, b) = match self.general.get(body) {
            Some(node) => (node.a, node.b),
            None => at_seat!(self, body, |of, lane| (
                of.node.a.lane(lane),
                of.node.b.lane(lane)
            )),
        };
        let fall = self.world_rotation(body).tr_mul(gravity);
        [a.into(), Vector3::from(b) + fall]
    }

    /// Whether a contact term on a body is not symmetric: the inertia may then fail to be positive where it would not without that
    /// part ([`BodyLoad::add_contact_term`]).
    #[must_use]
    #[inline]
    pub fn is_skewed(&self) -> bool {
        self.skewed
    }

    /// Returns the moment about its origin (N m) and force (N) that held or drove the root at the last accelerations, in its
    /// axes; zero for a free root.
    #[must_use]
    #[inline]
    pub fn root_force(&self) -> [Vector3<f64>; 2] {
        self.reaction.map(Vector3::from)
    }

    /// Sets the force that held or drove the root to zero, before impulses are applied: then [`Workspace::root_force`] is their reaction.
    pub fn forget_root_force(&mut self) {
        self.reaction = [Vec3::ZERO; 2];
    }

    /// Adds a force (N) that acts at a point of a body.
    #[inline]
    pub fn apply_force(&mut self, body: usize, point: Vector3<f64>, force: Vector3<f64>) {
        let f = Vec3::from(force);
        let moment = Vec3::from(point).cross(f);
        at_seat!(self, body, mut |of, lane| of.push(lane, moment, f));
    }

    /// Adds a moment (N m) and a force (N) at a body's origin.
    #[inline]
    pub fn apply_wrench(&mut self, body: usize, moment: Vector3<f64>, force: Vector3<f64>) {
        at_seat!(self, body, mut |of, lane| of.push(lane, moment.into(), force.into()));
    }

    /// Adds the forces and contact terms that were summed up on a body.
    #[inline]
    pub fn add(&mut self, body: usize, load: &BodyLoad) {
        let (moment, force) = (load.moment, load.force);
        at_seat!(self, body, mut |of, lane| {
            of.push(lane, moment, force);
            if let Some(term) = load.contact {
                of.stiffen(lane, term);
            }
            if let Some(term) = load.skew {
                of.skew(lane, term);
            }
        });
        self.skewed |= load.skew.is_some();
    }

    /// Adds a force -G a at a point of a body ([`BodyLoad::add_contact_term`]).
    #[inline]
    pub fn add_contact_term(&mut self, body: usize, point: Vector3<f64>, g: &Matrix3<f64>) {
        let mut load = BodyLoad::on(self, body);
        load.add_contact_term(&point, g);
        self.add(body, &load);
    }
}

impl Workspace {
    /// Returns theta of a body's joint.
    #[inline]
    pub(super) fn theta(&self, body: usize) -> Planar<f64> {
        at_seat!(self, body, |of, lane| of.theta.lane(lane))
    }

    /// Returns the origin of a body in its parent's frame.
    #[inline]
    pub(super) fn place(&self, body: usize) -> Vec3<f64> {
        at_seat!(self, body, |of, lane| of.place.lane(lane))
    }

    /// Returns |axis| qd of a body's joint.
    #[inline]
    pub(super) fn rate(&self, body: usize) -> f64 {
        at_seat!(self, body, |of, lane| of.rate.lane(lane))
    }

    /// Returns the spatial velocity (w; v) of a body.
    #[inline(always)]
    pub(super) fn velocity(&self, body: usize) -> (Vec3<f64>, Vec3<f64>) {
        at_seat!(self, body, |of, lane| (
            of.frame.w.lane(lane),
            of.frame.v.lane(lane)
        ))
    }

    /// Returns the external spatial force (moment; force) on a body.
    #[inline]
    pub(super) fn external(&self, body: usize) -> (Vec3<f64>, Vec3<f64>) {
        at_seat!(self, body, |of, lane| (
            of.moment.lane(lane),
            of.force.lane(lane)
        ))
    }

    /// Returns the results of inverse dynamics for a body.
    pub(super) fn inverse(&self, body: usize) -> Inverse<f64> {
        at_seat!(self, body, |of, lane| of.inverse.lane(lane))
    }

    /// Stores the results of inverse dynamics for a body.
    pub(super) fn set_inverse(&mut self, body: usize, inverse: &Inverse<f64>) {
        at_seat!(self, body, mut |of, lane| of.inverse.set_lane(lane, inverse));
    }

    /// Returns the sum of the contact terms of a body, if there are any.
    pub(super) fn contact(&self, body: usize) -> Option<Articulated<f64>> {
        at_seat!(self, body, |of, lane| of
            .stiff
            .then(|| of.contact.lane(lane)))
    }

    /// Forgets the skew parts that earlier passes gathered.
    #[inline(always)]
    pub(super) fn forget_skew(&mut self) {
        self.ones.iter_mut().for_each(|of| of.node.skewed = false);
        self.fours.iter_mut().for_each(|of| of.node.skewed = false);
        self.eights.iter_mut().for_each(|of| of.node.skewed = false);
    }

    /// Clears external forces and contact terms.
    pub(super) fn clear(&mut self) {
        self.skewed = false;
        self.ones.iter_mut().for_each(Body::clear);
        self.fours.iter_mut().for_each(Body::clear);
        self.eights.iter_mut().for_each(Body::clear);
    }

    /// Returns phi and alpha of a body's joint at the present state.
    pub(super) fn tilt(&self, joint: &Joint, body: usize) -> Tilt {
        match joint.freedom {
            Freedom::Ball(_) => self.tilts[body],
            _ => (joint.phi, joint.alpha),
        }
    }

    /// Returns the rotation from the axes of a body > 0 to those of its parent, at the present position of its joint.
    #[must_use]
    #[inline]
    pub fn rotation_to_parent(&self, model: &Model, body: usize) -> Matrix3<f64> {
        let joint = &model.joint_frames()[body - 1];
        let straight = Mat3::from(Matrix3::identity());
        let (phi, alpha) = self.tilt(joint, body);
        let phi = phi.map_or(straight, |phi| phi.after_z(straight));
        let theta = self.theta(body);
        theta.after_z(alpha.after_x(phi)).into()
    }
}
