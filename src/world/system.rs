//! The world as the integrators see it: forces in, accelerations out. Each function reads as the pipeline it is.

use super::contact::{apply_ground, has_holds, hold_points};
use super::corpus::Corpus;
use crate::contact::Ground;
use crate::dynamics::{articulated_body, kinematics, state};
use crate::integrate::System;
use nalgebra::Vector3;

/// The integrated corpora of a world for the duration of an advance.
pub(super) struct Running<'a> {
    pub corpora: &'a mut [Corpus],
    pub ground: Option<&'a Ground>,
    /// Acceleration of gravity (m/s2).
    pub gravity: Vector3<f64>,
}

/// What acts on a corpus from outside.
#[derive(Clone, Copy)]
struct Surroundings<'a> {
    ground: Option<&'a Ground>,
    gravity: Vector3<f64>,
}

/// Accelerations of a corpus at (time, y), for a linearly implicit step of `h` seconds or explicitly for h = 0.
/// A figure that cannot be solved gives accelerations that are no numbers, at which every integrator stops.
fn accelerate(corpus: &mut Corpus, around: Surroundings, time: f64, y: &[f64], h: f64) {
    // Where everything is and how it moves.
    kinematics(&corpus.model, y, &mut corpus.workspace);
    // Springs, dampers, motors; for an implicit step as they will be at its end.
    apply_joints(corpus, time, y, h);
    // Ground, friction, sticky feet.
    if let Some(ground) = around.ground {
        apply_ground(corpus, ground, h);
    }
    // Forces to accelerations.
    if articulated_body(
        &corpus.model,
        &mut corpus.workspace,
        around.gravity,
        &mut corpus.acceleration,
    )
    .is_err()
    {
        corpus.acceleration.fill(f64::NAN);
    }
}

/// Joint forces; for h > 0 with the linearly implicit terms: Q += h dQ/dq q', and d_i grows by -h dQ/dq' - h^2 dQ/dq.
fn apply_joints(corpus: &mut Corpus, time: f64, y: &[f64], h: f64) {
    let layout = corpus.layout();
    let laws = corpus.forces[1..]
        .iter()
        .zip(y[layout.q()].iter().zip(&y[layout.qd()]));
    let workspace = &mut corpus.workspace;
    for ((tau, inertia), (law, (&q, &qd))) in workspace
        .tau
        .iter_mut()
        .zip(&mut workspace.joint_inertia)
        .zip(laws)
    {
        let response = law.respond(time + h, q, qd);
        *tau = response.force + h * response.by_position * qd;
        *inertia = -h * (response.by_velocity + h * response.by_position);
    }
}

impl Running<'_> {
    /// Does something with each integrated corpus and its part of a state.
    fn each(
        &mut self,
        mut y: &mut [f64],
        mut act: impl FnMut(&mut Corpus, Surroundings, &mut [f64]),
    ) {
        let around = Surroundings {
            ground: self.ground,
            gravity: self.gravity,
        };
        for corpus in self.corpora.iter_mut().filter(|c| c.integrated) {
            let (own, others) = y.split_at_mut(corpus.y.len());
            act(corpus, around, own);
            y = others;
        }
    }

    fn step(&mut self, time: f64, h: f64, y: &mut [f64], implicit: bool) {
        self.each(y, |corpus, around, y| {
            accelerate(corpus, around, time, y, if implicit { h } else { 0.0 });
            state::semi_implicit_update(corpus.layout(), y, &corpus.acceleration, h);
        });
    }
}

impl System for Running<'_> {
    fn dimension(&self) -> usize {
        self.corpora
            .iter()
            .filter(|c| c.integrated)
            .map(|c| c.y.len())
            .sum()
    }

    fn derivative(&mut self, time: f64, y: &[f64], rate: &mut [f64]) {
        let around = Surroundings {
            ground: self.ground,
            gravity: self.gravity,
        };
        let (mut y, mut rate) = (y, rate);
        for corpus in self.corpora.iter_mut().filter(|c| c.integrated) {
            let (own, others) = y.split_at(corpus.y.len());
            let (own_rate, other_rates) = rate.split_at_mut(corpus.y.len());
            accelerate(corpus, around, time, own, 0.0);
            state::derivative(corpus.layout(), own, &corpus.acceleration, own_rate);
            (y, rate) = (others, other_rates);
        }
    }

    fn normalise(&self, y: &mut [f64]) {
        let mut rest = y;
        for corpus in self.corpora.iter().filter(|c| c.integrated) {
            let (own, others) = rest.split_at_mut(corpus.y.len());
            state::normalise(own);
            rest = others;
        }
    }

    fn semi_implicit_step(&mut self, time: f64, h: f64, y: &mut [f64]) {
        self.step(time, h, y, false);
    }

    fn linearly_implicit_step(&mut self, time: f64, h: f64, y: &mut [f64]) {
        self.step(time, h, y, true);
    }

    fn accept(&mut self, _time: f64, y: &[f64]) {
        let Some(ground) = self.ground else { return };
        let mut rest = y;
        for corpus in self.corpora.iter_mut().filter(|c| c.integrated) {
            let (own, others) = rest.split_at(corpus.y.len());
            if has_holds(corpus, ground) {
                hold_points(corpus, ground, own);
            }
            rest = others;
        }
    }
}
