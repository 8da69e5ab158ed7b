//! Springs of balls: the three laws of a ball act on the components of its rotation vector, and what they do is a moment on its body.
//!
//! A spring's force Q on the rotation vector theta does the work Q theta' = Q J^-1 omega, so that its moment is J^-T Q
//! ([`turning::moment`]): the slope of the energy that the springs store, in every position. Dampers act on the rates, the components of
//! the angular velocity.

use super::corpus::Corpus;
use crate::dynamics::state::vector;
use crate::dynamics::turning;
use nalgebra::Vector3;

impl Corpus {
    /// What must be added to the three forces of the ball whose first joint is given, as laws of single joints give them, at a state.
    pub(super) fn ball_correction(&self, ball: usize, time: f64, y: &[f64]) -> Vector3<f64> {
        let theta = vector(y, self.layout().q().start + ball);
        let springs = Vector3::from_fn(|i, _| {
            let law = self.forces.get(ball + 1 + i);
            law.map_or(0.0, |law| law.respond(time, theta[i], 0.0).force)
        });
        turning::moment(&theta, &springs) - springs
    }
}

/// Corrects the joint forces in the workspace, those of laws of single joints, where they are of balls.
pub(super) fn apply_balls(corpus: &mut Corpus, time: f64, y: &[f64]) {
    for i in 0..corpus.model.balls().len() {
        let Some(&ball) = corpus.model.balls().get(i) else {
            continue;
        };
        let more = corpus.ball_correction(ball, time, y);
        for (tau, more) in corpus.workspace.tau[ball..ball + 3].iter_mut().zip(&more) {
            *tau += more;
        }
    }
}
