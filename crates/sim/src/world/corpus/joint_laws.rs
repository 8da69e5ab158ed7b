//! The force laws of the joints of a corpus, and quantities of its model that they depend on.

use super::Corpus;
use super::gripped::Gripped;
use crate::control::{Actuator, JointForce, Motor, SpringScale, Stretch};
use corpus_dynamics::{Workspace, exponentials};
use nalgebra::Vector3;
use std::collections::BTreeMap;

/// The force laws of the joints of a corpus, and quantities of its model that they depend on.
#[derive(Clone, Debug, Default)]
pub struct JointLaws {
    /// The force law of each joint, made from its parameters.
    pub(in crate::world) forces: Vec<JointForce>,
    /// Their exponential springs at the last evaluation; scratch memory.
    pub(in crate::world) springs: Springs,
    /// Joints with dry friction in a fixed step; scratch memory.
    pub(in crate::world) gripped: Vec<Gripped>,
    /// Number of changes of joint parameters or motors: while it is the same, they are unchanged.
    pub(in crate::world) changes: u64,
    /// Largest distances of joints from rest at which their springs are not too strong.
    pub(in crate::world) bounds: Bounds,
    /// For each body, its mass with that of all bodies that it carries (kg).
    pub distal_masses: Vec<f64>,
    /// Inertia or mass that each joint moves (kg m2, or kg for a slide), as a magnitude.
    pub(in crate::world) moved_inertias: Vec<f64>,
    /// Axis of each body's joint as given, of length 1 in the body's frame; it separates twist from swing.
    pub(in crate::world) axes: Vec<Vector3<f64>>,
    /// Names of the degrees of freedom.
    pub(in crate::world) degree_names: Vec<String>,
    /// Kinds of joints with several degrees of freedom, by the names of their bodies.
    pub(in crate::world) kinds: BTreeMap<String, String>,
}

/// The exponential springs of all joints at one moment. Scratch memory: their powers of e are found side by side.
#[derive(Clone, Debug, Default)]
pub(in crate::world) struct Springs {
    /// How far each is from its rest position (rad or m).
    x: Vec<f64>,
    /// exp(eB |x|).
    powers: Vec<f64>,
}

impl Springs {
    /// Stretches those of the joints `laws` to the positions `q`.
    pub fn stretch(&mut self, ws: &Workspace, laws: &[JointForce], time: f64, q: &[f64]) {
        self.x.clear();
        self.powers.clear();
        for (law, &q) in laws.iter().zip(q) {
            let (x, exponent) = law.exponent(time, q);
            self.x.push(x);
            self.powers.push(exponent);
        }
        exponentials(ws, &mut self.powers);
    }

    /// All of them, by joints.
    pub fn iter(&self) -> impl Iterator<Item = Stretch> {
        let all = self.x.iter().zip(&self.powers);
        all.map(|(&x, &power)| Stretch { x, power })
    }
}

/// Largest distances of joints from the rest positions of their springs without being too strong: computed in advance, so that
/// a frame need not evaluate their laws.
#[derive(Clone, Debug, Default)]
pub(in crate::world) struct Bounds {
    /// The inputs of the computation: number of joint changes, and dt (s).
    pub of: Option<(u64, f64)>,
    /// Largest distance for each joint.
    pub furthest: Vec<f64>,
}

impl JointLaws {
    /// Creates the laws of a model of that many bodies; their parameters and masses are not known yet.
    pub(in crate::world) fn new(bodies: usize) -> Self {
        JointLaws {
            forces: vec![JointForce::default(); bodies],
            distal_masses: vec![0.0; bodies],
            ..JointLaws::default()
        }
    }
}

impl Corpus {
    /// Updates the joint's force law after a change of its parameters.
    pub fn joint_changed(&mut self, body: usize) {
        let scale = match self.joints[body].spring_scale {
            SpringScale::None => 1.0,
            SpringScale::Mass => self.model.inertia(body).mass,
            SpringScale::DistalMass => self.laws.distal_masses[body],
        };
        self.laws.changes += 1;
        // An invalid armature counts as none: `joint` and saved worlds do not accept such a number.
        let armature = self.joints[body].armature;
        if self.model.set_armature(body, armature).is_err() {
            self.joints[body].armature = self.model.armature(body);
        }
        let before = self.laws.forces[body];
        let moved = [self.position_inertia(body), self.model.axis_length(body)];
        let law = JointForce::new(&self.joints[body], scale, before.motor, moved);
        self.laws.forces[body] = law;
        self.laws.forces[body].dry.set_anchor(before.dry.anchor());
    }

    /// Returns the motor of a joint.
    #[must_use]
    pub fn motor(&self, body: usize) -> Motor {
        self.laws.forces[body].motor
    }

    /// Shifts all motors in time by `by` (s), after the clock was set forward.
    pub fn shift_motors(&mut self, by: f64) {
        self.laws.changes += 1;
        for force in &mut self.laws.forces {
            force.motor = force.motor.shifted(by);
        }
    }

    /// Sets the motor of a joint.
    pub fn set_motor(&mut self, body: usize, motor: Motor) {
        self.laws.changes += 1;
        self.laws.forces[body].motor = motor;
    }

    /// Sets the actuator of a joint, beside its springs and motor, from the present state on.
    pub fn set_actuator(&mut self, body: usize, actuator: Actuator) {
        let q = if body == 0 { 0.0 } else { self.q(body) };
        let before = self.joints[body].actuator.stored_energy(q);
        self.joints[body].actuator = actuator;
        self.joint_changed(body);
        self.book_actuator(actuator.stored_energy(q) - before);
    }

    /// Returns the magnitude of the inertia of a joint's position, with all joints at zero: for an axis of length 1, the inertia about it
    /// (kg m2) or the mass along it (kg) that the joint moves. The position
    /// is multiplied by the length of the axis, so the inertia of the body and all that it carries grows with the square of it.
    #[must_use]
    pub fn position_inertia(&self, body: usize) -> f64 {
        let length = self.model.axis_length(body);
        length * length * self.laws.moved_inertias[body] + self.joints[body].armature
    }

    /// Returns the force of a joint's springs, damper and actuator at the present state (N m or N).
    #[must_use]
    pub fn joint_force(&self, body: usize, time: f64) -> f64 {
        self.laws.forces[body]
            .respond(time, self.q(body), self.qd(body))
            .force
    }

    /// Returns the force law of a joint.
    #[must_use]
    pub fn force_law(&self, body: usize) -> &JointForce {
        &self.laws.forces[body]
    }

    /// Returns the kinds of joints with several degrees of freedom, by the names of their bodies.
    #[must_use]
    pub fn joint_kinds(&self) -> &BTreeMap<String, String> {
        &self.laws.kinds
    }
}
