//! A simulated figure: constant model, changing state, and everything that acts on it.

use super::account::{Account, Book};
use super::collision::Solids;
use super::contact::GroundContacts;
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

/// A simulated figure. Bodies are numbered as in the model: depth first, 0 is the root.
#[derive(Clone, Debug)]
pub struct Corpus {
    /// Name of the figure.
    pub name: String,
    /// Names of the bodies.
    pub names: Vec<String>,
    /// For each body of the model its number in the figure; higher numbers are further degrees of freedom of a joint.
    pub order: Vec<usize>,
    /// Number of bodies of the figure; higher numbers in `order` are further degrees of freedom.
    pub(super) figure_bodies: usize,
    /// Axis of each body's joint as given, of length 1 in the body's frame; it separates twist from swing.
    pub(super) axes: Vec<Vector3<f64>>,
    /// Inverse of `order`: the number in the model of each body of the figure.
    numbers: Vec<Option<usize>>,
    /// Masses, joints, placements.
    pub model: Model,
    /// State, laid out by [`Layout`].
    pub y: Vec<f64>,
    /// Whether `go` moves it.
    pub integrated: bool,
    /// Joint parameters of each body (those of the root have no effect).
    pub joints: Vec<JointParameters>,
    /// The force law of each joint, made from its parameters.
    pub(super) forces: Vec<JointForce>,
    /// Their exponential springs at the last evaluation; scratch memory.
    pub(super) springs: Springs,
    /// For each body, its mass with that of all bodies that it carries (kg).
    pub distal_masses: Vec<f64>,
    /// Number of changes of joint parameters or motors: while it is the same, they are unchanged.
    pub(super) joint_changes: u64,
    /// Largest distances of joints from rest at which their springs are not too strong.
    pub(super) bounds: Bounds,
    /// Inertia or mass that each joint moves (kg m2, or kg for a slide), as a magnitude.
    pub(super) moved_inertias: Vec<f64>,
    /// Corners that may touch the ground, in the axes of the dynamics (m).
    pub(super) points: Vec<Vector3<f64>>,
    /// Round parts that may touch the ground.
    pub(super) rounds: Vec<Round>,
    /// Contact shape of each body: its ranges of these lists.
    pub(super) contacts: Vec<Contacts>,
    /// Collision shape of each body, by its number in the figure; empty if none was stored.
    pub(super) solids: Vec<Solids>,
    /// State of each point of contact: none if it is free.
    pub(super) holds: Vec<Option<Hold>>,
    /// State of the contact points at the start of the current frame, to restore after a failure.
    pub(super) good_holds: Vec<(u32, Hold)>,
    /// Anchors of dry friction at that time.
    pub(super) good_anchors: Vec<(u32, f64)>,
    /// Joints with dry friction in a fixed step; scratch memory.
    pub(super) gripped: Vec<Gripped>,
    /// Kinds of joints with several degrees of freedom, by the names of their bodies.
    pub(super) kinds: BTreeMap<String, String>,
    /// Whether something was in the ground since the last accepted step.
    pub(super) touched: bool,
    /// Boxes about all that each body may touch with.
    pub(super) boxes: Boxes,
    /// What is in the ground at the last state that was searched.
    pub(super) ground_contacts: GroundContacts,
    /// Whether a body's points stick.
    pub sticky: Vec<bool>,
    /// Whether a body belongs to a leg in its swing phase, so that it does not stick.
    pub stepping: Vec<bool>,
    /// Speed limits of bodies.
    pub speed_limits: Vec<SpeedLimit>,
    /// External pull.
    pub(super) pull: Option<Pull>,
    /// Returns the current pushes.
    pub(super) pushes: Vec<Push>,
    /// Lengths that errors are divided by; known once the figure has moved.
    pub(super) scales: Scales,
    pub(super) workspace: Workspace,
    pub(super) watch: Watch,
    pub(super) midpoint: Midpoint,
    /// The state at the start of a step; scratch memory.
    pub(super) start: Vec<f64>,
    /// Next step size of an adaptive integrator.
    pub(super) memory: Option<Memory>,
    /// The step memory at the start of the current frame, to restore after a failure.
    pub(super) good_memory: Option<Memory>,
    /// The state at the start of the current frame, to restore after a failure.
    pub(super) good: Vec<f64>,
    pub(super) acceleration: Vec<f64>,
    pub(super) observed: Observed,
    /// Sensor readings of its bodies at the last observation.
    pub(super) feeling: Feeling,
    /// Energy account.
    pub(super) account: Account,
    pub(super) book: Book,
}

impl Corpus {
    /// Builds a corpus at rest, its root's frame at `position` (m) with axes `orientation`, all joints at zero.
    ///
    /// `contacts` has the contact shape of each body, in its own frame (m), by the model's numbers.
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
            ground_contacts: GroundContacts::default(),
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

    /// Replaces the model by another one of the same bodies, as after a change of a joint axis.
    pub fn replace_model(&mut self, built: Built, contacts: &[Vec<ContactFeature>]) {
        if self.order != built.order {
            // Bodies may have other numbers in the new model.
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
        // An invalid armature counts as none: `joint` and saved worlds do not accept such a number.
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

    /// Returns the motor of a joint.
    #[must_use]
    pub fn motor(&self, body: usize) -> Motor {
        self.forces[body].motor
    }

    /// Shifts all motors in time by `by` (s), after the clock was set forward.
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

    /// Sets the actuator of a joint, beside its springs and motor, from the present state on.
    pub fn set_actuator(&mut self, body: usize, actuator: Actuator) {
        let q = if body == 0 { 0.0 } else { self.q(body) };
        let before = self.joints[body].actuator.stored_energy(q);
        self.joints[body].actuator = actuator;
        self.joint_changed(body);
        self.book_actuator(actuator.stored_energy(q) - before);
    }

    /// Returns the magnitude of the inertia that a joint moves: about its axis (kg m2), or the mass along it (kg), with all
    /// joints at zero.
    #[must_use]
    pub fn moved_inertia(&self, body: usize) -> f64 {
        self.moved_inertias[body] + self.joints[body].armature
    }

    /// Returns the force of a joint's springs, damper and actuator at the present state (N m or N).
    #[must_use]
    pub fn joint_force(&self, body: usize, time: f64) -> f64 {
        self.forces[body]
            .respond(time, self.q(body), self.qd(body))
            .force
    }

    /// Returns the force law of a joint.
    #[must_use]
    pub fn force_law(&self, body: usize) -> &JointForce {
        &self.forces[body]
    }

    /// Returns the kinds of joints with several degrees of freedom, by the names of their bodies.
    #[must_use]
    pub fn joint_kinds(&self) -> &BTreeMap<String, String> {
        &self.kinds
    }

    /// Returns the layout of the state.
    #[must_use]
    pub fn layout(&self) -> Layout {
        self.model.layout()
    }

    /// Returns the number of the body that a component of the state belongs to: the root's for its pose and velocity.
    #[must_use]
    pub fn body_of(&self, component: usize) -> usize {
        let layout = self.layout();
        [layout.q(), layout.qd()]
            .iter()
            .find(|r| r.contains(&component))
            .map_or(0, |r| component - r.start + 1)
    }

    /// Returns the joint position of a body other than the root (rad or m).
    #[must_use]
    pub fn q(&self, body: usize) -> f64 {
        self.y[self.layout().q().start + body - 1]
    }

    /// Returns the joint velocity of a body other than the root (rad/s or m/s).
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

    /// Returns the index of a body by its number in the figure.
    #[must_use]
    pub fn number_of(&self, figure_body: usize) -> Option<usize> {
        self.numbers.get(figure_body).copied().flatten()
    }

    /// Returns the pose of each body's own frame: rotation (body axes to world axes) and origin (m).
    #[must_use]
    pub fn poses(&self) -> Vec<(Matrix3<f64>, Vector3<f64>)> {
        self.poses_by(&mut Workspace::new(&self.model)).collect()
    }

    /// Returns the poses of the bodies without allocation, for callers that need them in each frame; `workspace` is scratch
    /// memory of this corpus' model.
    pub fn poses_by<'a>(
        &'a self,
        workspace: &'a mut Workspace,
    ) -> impl Iterator<Item = (Matrix3<f64>, Vector3<f64>)> + 'a {
        self.poses_at(&self.y, workspace)
    }

    /// Returns the poses of the bodies at another state of this corpus.
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

/// Inverts an order: returns the index of each number.
fn numbers(order: &[usize]) -> Vec<Option<usize>> {
    let mut numbers = vec![None; order.iter().max().map_or(0, |last| last + 1)];
    for (number, &body) in order.iter().enumerate() {
        numbers[body] = Some(number);
    }
    numbers
}
