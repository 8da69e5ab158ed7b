//! A running figure: constant model, changing state, and everything that acts on it.

use super::account::{Account, Book};
use super::collision::Solids;
use super::contact::InGround;
use super::contacts::{Contacts, Round};
use super::divergence::Divergence;
use super::felt::Feeling;
use super::joint_forces::Springs;
use super::midpoint::Midpoint;
use super::observe::Observed;
use super::pull::Pull;
use super::push::Push;
use super::scales::Scales;
use super::stiction::Gripped;
use super::strength::{Bounds, moved_inertias};
use super::watch::Watch;
use crate::contact::Hold;
use crate::control::{Actuator, JointForce, JointParameters, Motor, SpringScale};
use crate::dynamics::{Boxes, Layout, Model, Workspace};
use crate::figure::Built;
use crate::geometry::ContactFeature;
use crate::integrate::Memory;
use nalgebra::{Matrix3, Vector3};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Largest speeds that a body is believed to have; beyond them the simulation stops.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct SpeedLimit {
    /// The body.
    pub body: usize,
    /// Speed of the body's origin (m/s).
    pub linear: f64,
    /// Angular speed (rad/s).
    pub angular: f64,
}

/// A running figure. Bodies are numbered as in the model: depth first, 0 is the root.
#[derive(Clone, Debug)]
pub struct Corpus {
    /// Its name.
    pub name: String,
    /// Names of the bodies.
    pub names: Vec<String>,
    /// Number in the figure of each body, or of a further degree of a joint.
    pub order: Vec<usize>,
    /// Number of bodies; higher numbers in `order` are those of further degrees of freedom.
    pub(super) figure_bodies: usize,
    /// The axis of each body's joint as it was given, of length 1 in the body's frame, by which twist is told from swing.
    pub(super) axes: Vec<Vector3<f64>>,
    /// The reverse of that: number here of each body of the figure.
    numbers: Vec<Option<usize>>,
    /// Masses, joints, placements.
    pub model: Model,
    /// State, laid out by [`Layout`].
    pub y: Vec<f64>,
    /// Whether `go` moves it.
    pub integrated: bool,
    /// Joint parameters of each body (those of the root have no effect).
    pub joints: Vec<JointParameters>,
    /// The joint force laws made of them.
    pub(super) forces: Vec<JointForce>,
    /// Their exponential springs at the last evaluation; scratch memory.
    pub(super) springs: Springs,
    /// For each body, its mass with that of all bodies that it carries (kg).
    pub distal_masses: Vec<f64>,
    /// How often joint parameters or motors were set: as long as it stays the same, so do they.
    pub(super) joint_changes: u64,
    /// How far joints may be from rest without being too strong.
    pub(super) bounds: Bounds,
    /// What each joint moves, in magnitude (kg m2, or kg for a slide).
    pub(super) moved_inertias: Vec<f64>,
    /// Corners that may touch the ground, in the axes of the dynamics (m).
    pub(super) points: Vec<Vector3<f64>>,
    /// Round parts that may.
    pub(super) rounds: Vec<Round>,
    /// Which of them belong to each body.
    pub(super) contacts: Vec<Contacts>,
    /// What each body collides with others with, by its number in the figure; nothing where nobody asked.
    pub(super) solids: Vec<Solids>,
    /// What holds each point of contact.
    pub(super) holds: Vec<Option<Hold>>,
    /// That at the begin of the present frame, to return to.
    pub(super) good_holds: Vec<(u32, Hold)>,
    /// The anchors of dry friction there.
    pub(super) good_anchors: Vec<(u32, f64)>,
    /// Joints with dry friction in a fixed step; scratch memory.
    pub(super) gripped: Vec<Gripped>,
    /// Kinds of joints that are more than a turn or a slide, by the names of their bodies.
    pub(super) kinds: BTreeMap<String, String>,
    /// Whether something was in the ground since the last accepted step.
    pub(super) touched: bool,
    /// Boxes about all that each body may touch with.
    pub(super) boxes: Boxes,
    /// What is in the ground at the last state that was searched.
    pub(super) in_ground: InGround,
    /// Whether a body's points stick.
    pub sticky: Vec<bool>,
    /// Whether a body belongs to a leg that steps at the moment, so that it does not stick.
    pub stepping: Vec<bool>,
    /// Largest believed speeds.
    pub speed_limits: Vec<SpeedLimit>,
    /// External pull.
    pub(super) pull: Option<Pull>,
    /// The current pushes.
    pub(super) pushes: Vec<Push>,
    /// Lengths that errors are measured by, once it has moved.
    pub(super) scales: Scales,
    pub(super) workspace: Workspace,
    pub(super) watch: Watch,
    pub(super) midpoint: Midpoint,
    /// The state at the begin of a step; scratch memory.
    pub(super) start: Vec<f64>,
    /// Next step size of an adaptive integrator.
    pub(super) memory: Option<Memory>,
    /// The one at the begin of the present frame, to return to.
    pub(super) good_memory: Option<Memory>,
    /// The state at the begin of the present frame, to return to.
    pub(super) good: Vec<f64>,
    pub(super) acceleration: Vec<f64>,
    pub(super) observed: Observed,
    /// What its bodies feel there.
    pub(super) feeling: Feeling,
    /// What its energy did.
    pub(super) account: Account,
    pub(super) book: Book,
}

impl Corpus {
    /// A corpus at rest, its root's frame at `position` (m) with axes `orientation`, all joints at zero.
    ///
    /// `contacts` holds what each body may touch with, in its own frame (m), by the model's numbers.
    #[must_use]
    pub fn new(
        name: String,
        names: Vec<String>,
        built: Built,
        contacts: &[Vec<ContactFeature>],
    ) -> Self {
        let Built {
            model,
            order,
            bodies: figure_bodies,
        } = built;
        let bodies = model.bodies();
        let mut corpus = Corpus {
            name,
            names,
            numbers: numbers(&order),
            order,
            figure_bodies,
            axes: vec![],
            y: model.layout().rest(),
            workspace: Workspace::new(&model),
            watch: Watch::default(),
            midpoint: Midpoint::new(model.layout()),
            start: model.layout().rest(),
            memory: None,
            good_memory: None,
            good: vec![],
            scales: Scales::default(),
            acceleration: vec![0.0; 6 + model.joints()],
            integrated: true,
            joints: vec![JointParameters::default(); bodies],
            forces: vec![JointForce::default(); bodies],
            springs: Springs::default(),
            distal_masses: vec![0.0; bodies],
            joint_changes: 0,
            bounds: Bounds::default(),
            moved_inertias: vec![],
            points: vec![],
            rounds: vec![],
            contacts: vec![Contacts::default(); bodies],
            solids: vec![],
            holds: vec![],
            good_holds: vec![],
            good_anchors: vec![],
            gripped: vec![],
            kinds: BTreeMap::new(),
            touched: false,
            boxes: Boxes::default(),
            in_ground: InGround::default(),
            sticky: vec![false; bodies],
            stepping: vec![false; bodies],
            speed_limits: vec![],
            pull: None,
            pushes: vec![],
            observed: Observed::nothing(),
            feeling: Feeling::default(),
            account: Account::default(),
            book: Book::default(),
            model,
        };
        corpus.set_contacts(contacts);
        corpus.weigh();
        corpus.observe(None);
        corpus
    }

    /// Another model of the same bodies, as after a joint axis was changed.
    pub fn replace_model(&mut self, built: Built, contacts: &[Vec<ContactFeature>]) {
        if self.order != built.order {
            // Their bodies may have other numbers now.
            self.pull = None;
            self.pushes.clear();
        }
        self.model = built.model;
        self.numbers = numbers(&built.order);
        self.order = built.order;
        self.figure_bodies = built.bodies;
        self.workspace = Workspace::new(&self.model);
        self.set_contacts(contacts);
        self.weigh();
    }

    fn weigh(&mut self) {
        self.moved_inertias = moved_inertias(&self.model);
        self.bounds = Bounds::default();
        self.scales = Scales::default();
        for body in 0..self.model.bodies() {
            self.distal_masses[body] = self.model.inertia(body).mass;
        }
        for body in (1..self.model.bodies()).rev() {
            if let Some(parent) = self.model.parent(body) {
                self.distal_masses[parent] += self.distal_masses[body];
            }
        }
        for body in 0..self.model.bodies() {
            self.joint_changed(body);
        }
    }

    /// Updates the joint's force law after a change of its parameters.
    pub fn joint_changed(&mut self, body: usize) {
        let scale = match self.joints[body].spring_scale {
            SpringScale::None => 1.0,
            SpringScale::Mass => self.model.inertia(body).mass,
            SpringScale::DistalMass => self.distal_masses[body],
        };
        self.joint_changes += 1;
        // One that cannot be is none: `joint` and saved worlds take no such number.
        let armature = self.joints[body].armature;
        if self.model.set_armature(body, armature).is_err() {
            self.joints[body].armature = self.model.armature(body);
        }
        let before = self.forces[body];
        let inertia = self.moved_inertia(body);
        let law = JointForce::new(&self.joints[body], scale, before.motor, inertia);
        self.forces[body] = law;
        self.forces[body].dry.set_anchor(before.dry.anchor());
    }

    /// The motor of a joint.
    #[must_use]
    pub fn motor(&self, body: usize) -> Motor {
        self.forces[body].motor
    }

    /// All motors go on as they were on a clock that was set forward by `by` (s).
    pub fn shift_motors(&mut self, by: f64) {
        self.joint_changes += 1;
        for force in &mut self.forces {
            force.motor = force.motor.shifted(by);
        }
    }

    /// Sets the motor of a joint.
    pub fn set_motor(&mut self, body: usize, motor: Motor) {
        self.joint_changes += 1;
        self.forces[body].motor = motor;
    }

    /// Sets what drives a joint beside its springs and motor, as of the present state.
    pub fn set_actuator(&mut self, body: usize, actuator: Actuator) {
        let q = if body == 0 { 0.0 } else { self.q(body) };
        let before = self.joints[body].actuator.stored_energy(q);
        self.joints[body].actuator = actuator;
        self.joint_changed(body);
        self.book_actuator(actuator.stored_energy(q) - before);
    }

    /// Magnitude of the inertia that a joint moves: about its axis (kg m2), or the mass along it (kg), with all joints at zero.
    #[must_use]
    pub fn moved_inertia(&self, body: usize) -> f64 {
        self.moved_inertias[body] + self.joints[body].armature
    }

    /// Force of a joint's springs, damper and actuator at the present state (N m or N).
    #[must_use]
    pub fn joint_force(&self, body: usize, time: f64) -> f64 {
        self.forces[body]
            .respond(time, self.q(body), self.qd(body))
            .force
    }

    /// The law of a joint's own force.
    #[must_use]
    pub fn force_law(&self, body: usize) -> &JointForce {
        &self.forces[body]
    }

    /// Kinds of joints that are more than a turn or a slide, by the names of their bodies.
    #[must_use]
    pub fn joint_kinds(&self) -> &BTreeMap<String, String> {
        &self.kinds
    }

    /// Layout of the state.
    #[must_use]
    pub fn layout(&self) -> Layout {
        self.model.layout()
    }

    /// Number of the body that a component of the state belongs to: the root's for its pose and velocity.
    #[must_use]
    pub fn body_of(&self, component: usize) -> usize {
        let layout = self.layout();
        [layout.q(), layout.qd()]
            .iter()
            .find(|r| r.contains(&component))
            .map_or(0, |r| component - r.start + 1)
    }

    /// Joint position of a body other than the root (rad or m).
    #[must_use]
    pub fn q(&self, body: usize) -> f64 {
        self.y[self.layout().q().start + body - 1]
    }

    /// Joint velocity of a body other than the root (rad/s or m/s).
    #[must_use]
    pub fn qd(&self, body: usize) -> f64 {
        self.y[self.layout().qd().start + body - 1]
    }

    /// Sets a joint position (rad or m).
    pub fn set_q(&mut self, body: usize, q: f64) {
        self.forget_stick_points();
        let i = self.layout().q().start + body - 1;
        self.y[i] = q;
        self.forces[body].dry.set_anchor(None);
    }

    /// Sets a joint velocity (rad/s or m/s).
    pub fn set_qd(&mut self, body: usize, qd: f64) {
        let i = self.layout().qd().start + body - 1;
        self.y[i] = qd;
    }

    /// Index of a body by the number it has in the figure.
    #[must_use]
    pub fn number_of(&self, figure_body: usize) -> Option<usize> {
        self.numbers.get(figure_body).copied().flatten()
    }

    /// Pose of each body's own frame: rotation (body axes to world axes) and origin (m).
    #[must_use]
    pub fn poses(&self) -> Vec<(Matrix3<f64>, Vector3<f64>)> {
        self.poses_by(&mut Workspace::new(&self.model)).collect()
    }

    /// Poses of the bodies without allocation, for callers that need them in each frame; `workspace` is scratch memory of this
    /// corpus' model.
    pub fn poses_by<'a>(
        &'a self,
        workspace: &'a mut Workspace,
    ) -> impl Iterator<Item = (Matrix3<f64>, Vector3<f64>)> + 'a {
        self.poses_at(&self.y, workspace)
    }

    /// The same for a state of this corpus that is kept elsewhere.
    pub fn poses_at<'a>(
        &'a self,
        y: &[f64],
        workspace: &'a mut Workspace,
    ) -> impl Iterator<Item = (Matrix3<f64>, Vector3<f64>)> + use<'a> {
        crate::dynamics::kinematics(&self.model, y, workspace);
        let workspace: &Workspace = workspace;
        (0..self.model.bodies()).map(|body| {
            let rotation = workspace.world_rotation(body) * self.model.turn(body);
            (rotation, workspace.world_position(body))
        })
    }

    pub(super) fn beyond_speed_limit(&mut self) -> Option<Divergence> {
        crate::dynamics::kinematics(&self.model, &self.y, &mut self.workspace);
        for limit in &self.speed_limits {
            let angular = self.workspace.angular_velocity(limit.body).norm();
            let linear = self.workspace.linear_velocity(limit.body).norm();
            if linear > limit.linear || angular > limit.angular {
                return Some(Divergence::speed_limit(self, limit.body, linear, angular));
            }
        }
        None
    }
}

/// Where each number stands in an order.
fn numbers(order: &[usize]) -> Vec<Option<usize>> {
    let mut numbers = vec![None; order.iter().max().map_or(0, |last| last + 1)];
    for (number, &body) in order.iter().enumerate() {
        numbers[body] = Some(number);
    }
    numbers
}
