//! The joints of a corpus: their force laws after a change of parameters, their motors and actuators, and their forces now.

use super::Corpus;
use super::measurements::Measurements;
use crate::control::{Actuator, JointForce, Motor, SpringScale};
use std::collections::BTreeMap;

impl Corpus {
    /// Updates the joint's force law after a change of its parameters.
    pub fn joint_changed(&mut self, body: usize) {
        let scale = match self.joints[body].spring_scale {
            SpringScale::None => 1.0,
            SpringScale::Mass => self.model.inertia(body).mass,
            SpringScale::DistalMass => self.laws.distal_masses[body],
        };
        self.laws.changes += 1;
        self.laws.has_hard_ends = self.joints.iter().any(|joint| joint.hard);
        let joints = &self.joints;
        let stops = &mut self.contact.stops;
        stops.retain(|(body, _)| joints.get(*body).is_some_and(|joint| joint.hard));
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
        let Measurements {
            recorder, account, ..
        } = &mut self.measured;
        recorder.book_actuator(account, actuator.stored_energy(q) - before);
    }

    /// Returns the magnitude of the inertia of a joint's position, with all joints at zero: for an axis of length 1, the inertia about it
    /// (kg m2) or the mass along it (kg) that the joint moves. The position
    /// is multiplied by the length of the axis, so the inertia of the body and all that it carries grows with the square of it.
    #[must_use]
    pub fn position_inertia(&self, body: usize) -> f64 {
        let length = self.model.axis_length(body);
        length * length * self.laws.moved_inertias[body] + self.joints[body].armature
    }

    /// Returns the force of a joint's springs, damper and actuator at the present state, and that of its hard ends in the last step (N m
    /// or N).
    #[must_use]
    pub fn joint_force(&self, body: usize, time: f64) -> f64 {
        let law = &self.laws.forces[body];
        let response = law.respond(time, self.q(body), self.qd(body));
        response.force + self.contact.stop_force(body)
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
