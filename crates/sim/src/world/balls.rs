//! Springs of ball joints: the three laws act on the components of the rotation vector and result in a moment on the body.
//!
//! A spring's force Q on the rotation vector theta does the work Q theta' = Q J^-1 omega, so its moment is J^-T Q
//! ([`turning::moment`]): the gradient of the spring energy, in every position. Dampers, dry friction and the torques of motors act on
//! the rates, the components of the angular velocity: they are moments about the axes of the body.
//!
//! A rotation by nearly half a turn has two rotation vectors of nearly the same length, with opposite directions. There the energy of the springs
//! is a mean of what it is for both ([`turning::opposite`]), so that it and the moments have no jump where the vector changes its direction.

use super::corpus::Corpus;
use crate::control::JointForce;
use corpus_dynamics::state::vector;
use corpus_dynamics::{Freedom, JointKind, turning};
use nalgebra::{UnitQuaternion, Vector3};
use std::f64::consts::{PI, TAU};

impl Corpus {
    /// Returns the rotation of a body's joint from its zero position, in the body's axes.
    #[must_use]
    pub fn joint_turn(&self, body: usize) -> UnitQuaternion<f64> {
        let model = &self.model;
        let own = |link: usize| match (model.freedom(link), model.joint_kind(link)) {
            (Freedom::Ball(0), _) => vector(&self.y, self.layout().q().start + link - 1),
            (Freedom::Axis | Freedom::Screw { .. }, Some(JointKind::Rotary)) => {
                let axis = model.turn(link).transpose() * Vector3::z();
                axis * (model.axis_length(link) * self.q(link))
            }
            _ => Vector3::zeros(),
        };
        let mut turn = UnitQuaternion::identity();
        let mut link = body;
        while link > 0 {
            turn = UnitQuaternion::from_scaled_axis(own(link)) * turn;
            match model.parent(link) {
                Some(above) if self.is_further(above) => link = above,
                _ => break,
            }
        }
        turn
    }

    /// Returns the body that carries a body: the one at the other end of its joint.
    #[must_use]
    pub fn carrier(&self, body: usize) -> Option<usize> {
        let mut above = std::iter::successors(self.model.parent(body), |b| self.model.parent(*b));
        above.find(|above| !self.is_further(*above))
    }

    /// Whether a link is a further degree of freedom of a joint, which carries no body.
    pub fn is_further(&self, link: usize) -> bool {
        let number = self.numbering.order.get(link);
        number.is_some_and(|number| *number >= self.numbering.figure_bodies)
    }

    /// Returns the twist of a body's joint about its axis (rad, -pi to pi) and the swing away from it (rad, 0 to pi): the
    /// rotation is the swing after the twist.
    #[must_use]
    pub fn twist_and_swing(&self, body: usize) -> [f64; 2] {
        let turn = self.joint_turn(body);
        let has_several = self.model.parent(body).is_some_and(|b| self.is_further(b));
        let axis = match has_several {
            true => self.laws.axes.get(body).copied().unwrap_or_else(Vector3::z),
            false => self.model.turn(body).transpose() * Vector3::z(),
        };
        let (w, along) = (turn.w, turn.imag().dot(&axis));
        let across = (turn.imag() - axis * along).norm();
        let twist = 2.0 * libm::atan2(along, w);
        let twist = match twist {
            t if t > PI => t - TAU,
            t if t <= -PI => t + TAU,
            t => t,
        };
        [twist, 2.0 * libm::atan2(across, libm::hypot(w, along))]
    }

    /// Returns the correction of the three joint forces of a ball, given its first joint and a state; the laws of single joints
    /// compute the uncorrected forces.
    pub(super) fn ball_correction(&self, ball: usize, time: f64, y: &[f64]) -> Vector3<f64> {
        let found = vector(y, self.layout().q().start + ball);
        let rates = vector(y, self.layout().qd().start + ball);
        let forces = |force: &dyn Fn(&JointForce, usize) -> f64| {
            Vector3::from_fn(|i, _| {
                let law = self.laws.forces.get(ball + 1 + i);
                law.map_or(0.0, |law| force(law, i))
            })
        };
        let whole = |at: &Vector3<f64>| forces(&|law, i| law.respond(time, at[i], rates[i]).force);
        let springs = |at: &Vector3<f64>| forces(&|law, i| law.spring_force(time, at[i]));
        let gradient = |at: &Vector3<f64>| turning::moment(at, &springs(at));
        // Within a step it may be longer than half a turn, where the spring pulls in the opposite direction.
        let theta = turning::shortest(&found);
        let (near, others) = (gradient(&theta), whole(&theta) - springs(&theta));
        let correction = near + others - whole(&found);
        let Some(other) = turning::opposite(&theta) else {
            return correction;
        };
        let higher =
            self.ball_energy(ball, time, &other.theta) - self.ball_energy(ball, time, &theta);
        // A force along theta is the same as a moment.
        correction + (gradient(&other.theta) - near) * other.weight - other.slope * higher
    }

    /// Returns what must be added to the power of the motors of a ball (W), given its first joint, near half a turn: there the energy of its
    /// springs is a mean for two rotation vectors. `within` is a time as of [`JointForce::motor_power`].
    pub(super) fn ball_motor_power(&self, ball: usize, [time, within]: [f64; 2], y: &[f64]) -> f64 {
        let found = vector(y, self.layout().q().start + ball);
        let theta = turning::shortest(&found);
        let Some(other) = turning::opposite(&theta) else {
            return 0.0;
        };
        let power = |at: &Vector3<f64>| {
            let laws = self.laws.forces.iter().skip(ball + 1).zip(at.iter());
            let powers = laws.map(|(law, q)| law.motor_power(within, law.stretch(time, *q)));
            powers.sum::<f64>()
        };
        let near = power(&theta);
        near + other.weight * (power(&other.theta) - near) - power(&found)
    }

    /// Energy of the springs of a ball (J) whose first joint is given, for a rotation vector.
    fn ball_energy(&self, ball: usize, time: f64, theta: &Vector3<f64>) -> f64 {
        let laws = self.laws.forces.iter().skip(ball + 1);
        let energies = laws.zip(theta.iter());
        energies.map(|(law, q)| law.stored_energy(time, *q)).sum()
    }

    /// What must be added to the energy of the springs of all joints (J), where each position has its own, for balls near half a turn.
    pub(super) fn ball_energies(&self, time: f64) -> f64 {
        let near = self.model.balls().iter().filter_map(|&ball| {
            let theta = vector(&self.y, self.layout().q().start + ball);
            let other = turning::opposite(&theta)?;
            let energy = |theta| self.ball_energy(ball, time, theta);
            Some(other.weight * (energy(&other.theta) - energy(&theta)))
        });
        near.fold(0.0, |sum, more| sum + more)
    }
}

/// Corrects the joint forces of balls in the workspace, which the laws of single joints have computed.
pub(super) fn apply_balls(corpus: &mut Corpus, time: f64, y: &[f64]) {
    for i in 0..corpus.model.balls().len() {
        let Some(&ball) = corpus.model.balls().get(i) else {
            continue;
        };
        let more = corpus.ball_correction(ball, time, y);
        for (tau, more) in corpus.step.workspace.tau[ball..ball + 3]
            .iter_mut()
            .zip(&more)
        {
            *tau += more;
        }
    }
}
