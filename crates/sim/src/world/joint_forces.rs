//! Forces of the joints at a state: springs, dampers, stops, motors and actuators, for one stage of a step.

use super::balls::apply_balls;
use super::corpus::Corpus;
use crate::control::joint_force::Response;

/// Applies the joint forces of a first stage or of a step of one stage: with g they are extrapolated along the present
/// velocities.
pub(super) fn apply_joints(corpus: &mut Corpus, time: f64, y: &[f64], g: f64) {
    apply(corpus, time, y, g, |_, response, qd, _| {
        response.force + g * response.by_position * qd
    });
}

/// Applies the joint forces of the second stage of [`super::midpoint`], at its state `y`, given kappa1 and lambda1 of the joints.
pub(super) fn apply_joints_of_second_stage(
    corpus: &mut Corpus,
    time: f64,
    y: &[f64],
    g: f64,
    [kappa1, lambda1]: [&[f64]; 2],
) {
    apply(corpus, time, y, g, |i, response, qd, inertia| {
        response.force + g * response.by_position * (qd - kappa1[i]) + inertia * lambda1[i]
    });
}

/// Applies the force `tau` of each joint, from its number, response and speed, and the inertia I that stands for its derivatives.
#[inline]
fn apply(
    corpus: &mut Corpus,
    time: f64,
    y: &[f64],
    g: f64,
    tau: impl Fn(usize, &Response, f64, f64) -> f64,
) {
    let layout = corpus.layout();
    let (q, qd) = (&y[layout.q()], &y[layout.qd()]);
    let (workspace, laws) = (&mut corpus.step.workspace, &corpus.laws.forces[1..]);
    corpus.laws.springs.stretch(workspace, laws, time, q);
    let joints = workspace.tau.iter_mut().zip(&mut workspace.joint_inertia);
    let laws = laws.iter().zip(corpus.laws.springs.iter());
    let rows = joints.zip(laws.zip(q.iter().zip(qd))).enumerate();
    for (i, ((force, inertia), ((law, spring), (&q, &qd)))) in rows {
        let response = law.respond_stretched(spring, q, qd);
        *inertia = -g * (response.by_velocity + g * response.by_position);
        *force = tau(i, &response, qd, *inertia);
    }
    apply_balls(corpus, time, y);
}
