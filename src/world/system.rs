//! The world as the integrators see it: forces in, accelerations out. Each function reads as the pipeline it is.

use super::account::{self, POWERS};
use super::contact::{anchor_feet, apply_ground};
use super::corpus::Corpus;
use crate::contact::Ground;
use crate::dynamics::{articulated_body, kinematics, state};
use crate::integrate::System;
use nalgebra::Vector3;

/// The integrated corpora of a world for the duration of an advance.
pub(super) struct Running<'a> {
    pub corpora: &'a mut [Corpus],
    pub ground: Option<&'a Ground>,
    /// Downwards (m/s2).
    pub gravity: f64,
    /// Whether sums of works stand behind the states, one for each figure.
    pub by_rates: bool,
    /// From when to when the world is moved (s).
    pub span: [f64; 2],
}

/// What acts on a corpus from outside.
#[derive(Clone, Copy)]
struct Surroundings<'a> {
    ground: Option<&'a Ground>,
    gravity: f64,
    by_rates: bool,
    span: [f64; 2],
}

/// Accelerations of a corpus at (time, y), for a linearly implicit step of `h` seconds or explicitly for h = 0.
/// A figure that cannot be solved gives accelerations that are no numbers, at which every integrator stops.
fn accelerate(corpus: &mut Corpus, around: Surroundings, time: f64, y: &[f64], h: f64) {
    // Where everything is and how it moves.
    kinematics(&corpus.model, y, &mut corpus.workspace);
    corpus.book.tally.clear(corpus.model.bodies());
    // Springs, dampers, motors; for an implicit step as they will be at its end.
    apply_joints(corpus, time, around.span, y, h);
    // Ground, friction, sticky feet.
    if let Some(ground) = around.ground {
        apply_ground(corpus, ground, h);
    }
    // What they do.
    corpus
        .book
        .evaluated(&mut corpus.account, time, around.by_rates);
    // Forces to accelerations.
    let gravity = Vector3::new(0.0, 0.0, -around.gravity);
    if articulated_body(
        &corpus.model,
        &mut corpus.workspace,
        gravity,
        &mut corpus.acceleration,
    )
    .is_err()
    {
        corpus.acceleration.fill(f64::NAN);
    }
}

/// Joint forces; for h > 0 with the linearly implicit terms: Q += h dQ/dq q', and d_i grows by -h dQ/dq' - h^2 dQ/dq.
fn apply_joints(corpus: &mut Corpus, time: f64, span: [f64; 2], y: &[f64], h: f64) {
    let within = account::within(time, span);
    let layout = corpus.layout();
    let laws = corpus.forces[1..]
        .iter()
        .zip(y[layout.q()].iter().zip(&y[layout.qd()]));
    let (workspace, tally) = (&mut corpus.workspace, &mut corpus.book.tally);
    for ((tau, inertia), (law, (&q, &qd))) in workspace
        .tau
        .iter_mut()
        .zip(&mut workspace.joint_inertia)
        .zip(laws)
    {
        let response = law.respond(time + h, q, qd);
        *tau = response.force + h * response.by_position * qd;
        *inertia = -h * (response.by_velocity + h * response.by_position);
        // The account is of the forces at the state, and not of those that are ahead of it.
        let now = if h > 0.0 {
            law.respond(time, q, qd)
        } else {
            response
        };
        tally.joint(
            now.force,
            now.by_velocity,
            qd,
            law.motor_power(time, within, q),
        );
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
            by_rates: self.by_rates,
            span: self.span,
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
        let figures = self.corpora.iter().filter(|c| c.integrated).count();
        self.controlled() + if self.by_rates { POWERS * figures } else { 0 }
    }

    fn controlled(&self) -> usize {
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
            by_rates: self.by_rates,
            span: self.span,
        };
        let (mut y, mut rate) = (y, rate);
        let controlled = self.controlled();
        let (states, works) = rate.split_at_mut(controlled.min(rate.len()));
        rate = states;
        let mut works = works.chunks_mut(POWERS);
        for corpus in self.corpora.iter_mut().filter(|c| c.integrated) {
            let (own, others) = y.split_at(corpus.y.len());
            let (own_rate, other_rates) = rate.split_at_mut(corpus.y.len());
            accelerate(corpus, around, time, own, 0.0);
            state::derivative(corpus.layout(), own, &corpus.acceleration, own_rate);
            if let Some(works) = works.next() {
                works.copy_from_slice(&corpus.book.tally.powers.array());
            }
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
        for corpus in self.corpora.iter_mut().filter(|c| c.integrated) {
            corpus.book.accepted();
        }
        let Some(ground) = self.ground else { return };
        let mut rest = y;
        for corpus in self.corpora.iter_mut().filter(|c| c.integrated) {
            let (own, others) = rest.split_at(corpus.y.len());
            if corpus.sticky.contains(&true) {
                anchor_feet(corpus, ground, own);
            }
            rest = others;
        }
    }
}
