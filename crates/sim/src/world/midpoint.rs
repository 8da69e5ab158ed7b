//! Step of a linearly implicit midpoint method with the articulated-body passes: order two, two solves.
//!
//! A Rosenbrock-W method (Steihaug & Wolfbrandt 1979; Hairer & Wanner, *Solving Ordinary Differential Equations II*, IV.7) with
//! alpha21 = 1/2, gamma21 = -gamma, b = (0, 1) and gamma = 1 - 1/sqrt 2, which makes it L-stable. With x the positions (of the
//! root's orientation the increment theta, R = R0 exp(theta)), u the velocities (omega in body axes, V of the root's origin in the
//! world's, q') and g = gamma h:
//!
//! ```text
//! Y1 = y                                   kappa1 = u + g lambda1
//! Y2 = y + h/2 (kappa1, lambda1)           kappa2 = u2 + g (lambda2 - lambda1)
//! result: y + h (kappa2, lambda2)          error:  h (kappa2 - kappa1, lambda2 - lambda1)
//! ```
//!
//! Each lambda solves (M + G) lambda = F + known terms, at the state of its own stage, where G = g D + g^2 K consists of minus
//! the derivatives of the stiff forces by velocity and position. A W-method keeps its order for any matrix, so G may omit terms
//! that do not fit the tree: gyroscopic terms, bonds. It contains the derivative of friction by the normal force: without it friction would
//! belong to the normal force that a stage starts from, and not to the one that acts, which differs by as much as itself where restitution
//! is stiff. With z = the velocity like kappa and
//! w = the acceleration that a stage knows (first stage z = u, w = 0; second z = u2 - kappa1, w = -lambda1):
//!
//! ```text
//! joint:    d += I,  I = -g (dQ/dq' + g dQ/dq),   tau = Q + g dQ/dq z - I w
//! contact:  G = g^2 K + g D,                      f = F - g K z_p - G (a_p - s_p)
//! sliding:  K += d n'K,  D += d n'D               with the friction d per normal force, along the normal n
//! ```
//!
//! The last terms are not symmetric. Where they would make the articulated inertia of a joint or of the root negative, the step is made
//! without them.
//!
//! z_p is z at the point, a_p the point's acceleration that the solve finds, and s_p the part of it on which G must not act: 0
//! in the first stage; in the second the acceleration by the velocities without lambda, and lambda1.

mod error;

pub(super) use error::{judge, longest_step, repeat_up_to};

use super::account::{book_evaluation, book_impulses};
use super::contact::{apply_ground, mark_bodies_in_contact};
use super::corpus::{Corpus, Midpoint};
use super::flight::{Before, Turn, before_flight, keep_momenta};
use super::forces::{Surroundings, apply_forces};
use super::joint_forces::apply_joints_of_second_stage;
use super::push::apply_outer;
use super::root_motion::drive_power;
use super::step_events::Stage;
use corpus_dynamics::state::{self, root_orientation, vector};
use corpus_dynamics::{Carried, Model, Root, carry, kinematics_once, turning};
use nalgebra::{UnitQuaternion, Vector3};
use std::f64::consts::FRAC_1_SQRT_2;

const GAMMA: f64 = 1.0 - FRAC_1_SQRT_2;

fn put(y: &mut [f64], at: usize, v: &Vector3<f64>) {
    y[at..at + 3].copy_from_slice(v.as_slice());
}

/// Computes the forces of the first stage of a step of `h` seconds at (time, y).
pub(super) fn first_forces(
    corpus: &mut Corpus,
    around: Surroundings,
    (time, h): (f64, f64),
    y: &[f64],
) {
    apply_forces(corpus, around, (time, GAMMA * h), y, true);
}

/// Stores the forces of the first stage, and the motion if nothing acts on the figure.
pub(super) fn first_known(
    corpus: &mut Corpus,
    around: Surroundings,
    (time, h): (f64, f64),
    y: &[f64],
) -> Option<Before> {
    book_evaluation(corpus, around, time, y);
    before_flight(corpus, h, y)
}

/// Computes the state of the second stage, from the accelerations of the first and its joint forces, and marks the bodies near
/// the ground. Returns whether there are any.
pub(super) fn second_state(
    corpus: &mut Corpus,
    around: Surroundings,
    (time, h): (f64, f64),
    y: &[f64],
) -> bool {
    let g = GAMMA * h;
    let layout = corpus.layout();
    let (at_omega, at_v, at_qd) = (layout.omega().start, layout.v().start, layout.qd().start);
    let free = corpus.model.root() != Root::Fixed;
    let mut own = std::mem::take(&mut corpus.step.midpoint);

    let rotation = state::root_rotation(y);
    let (omega, v) = (vector(y, at_omega), vector(y, at_v));
    let velocity = rotation * v;
    accelerations(corpus, free, &rotation, &omega, &v, &mut own.lambda1);
    put(&mut own.kappa1, 0, &omega);
    put(&mut own.kappa1, 3, &velocity);
    own.kappa1[6..].copy_from_slice(&y[at_qd..]);
    for (kappa, lambda) in own.kappa1.iter_mut().zip(&own.lambda1) {
        *kappa += g * lambda;
    }

    let start = Start {
        y,
        pose: root_orientation(y),
        velocity,
    };
    let half = h / 2.0;
    let (theta, velocity2) = start.move_on(
        &corpus.model,
        half,
        &own.kappa1,
        &own.lambda1,
        &mut own.stage,
    );
    kinematics_once(&corpus.model, &own.stage, &mut corpus.step.workspace);
    let omega2 = vector(&own.stage, at_omega);
    // u2, with theta' for omega.
    put(&mut own.kappa2, 0, &increment_rate(&theta, &omega2));
    put(&mut own.kappa2, 3, &velocity2);
    own.kappa2[6..].copy_from_slice(&own.stage[at_qd..]);
    for &ball in corpus.model.balls() {
        let turned = vector(&own.kappa1, 6 + ball) * half;
        let omega = vector(&own.stage, at_qd + ball);
        put(&mut own.kappa2, 6 + ball, &increment_rate(&turned, &omega));
    }
    let known = [&own.kappa1[6..], &own.lambda1[6..]];
    apply_joints_of_second_stage(corpus, time + half, &own.stage, g, known);
    corpus.step.midpoint = own;
    corpus.contact.set_time(time + half);
    match around.ground {
        Some(ground) => mark_bodies_in_contact(corpus, ground),
        None => {
            corpus.step.events.near.fill(false);
            false
        }
    }
}

/// Computes the forces of the second stage; `foreseen` if bodies are marked whose motion must be known beforehand.
pub(super) fn second_forces(corpus: &mut Corpus, around: Surroundings, h: f64, foreseen: bool) {
    let g = GAMMA * h;
    if foreseen {
        let layout = corpus.layout();
        let mut own = std::mem::take(&mut corpus.step.midpoint);
        let rotation = state::root_rotation(&own.stage);
        let omega = vector(&own.stage, layout.omega().start);
        let v = vector(&own.stage, layout.v().start);
        foresee(corpus, &rotation, &omega, &v, &mut own);
        corpus.step.midpoint = own;
    }
    if let Some(ground) = around.ground {
        apply_ground(corpus, ground, g, Stage::Second);
    }
    apply_outer(corpus, g, Stage::Second);
}

/// The result, from the accelerations of the second stage. Returns the motion at the begin if its momenta are kept.
pub(super) fn finish(
    corpus: &mut Corpus,
    around: Surroundings,
    h: f64,
    y: &[f64],
    before: Option<Before>,
    out: &mut [f64],
) -> Option<Before> {
    let g = GAMMA * h;
    let layout = corpus.layout();
    let (at_omega, at_v) = (layout.omega().start, layout.v().start);
    let free = corpus.model.root() != Root::Fixed;
    let mut own = std::mem::take(&mut corpus.step.midpoint);
    let rotation2 = state::root_rotation(&own.stage);
    let (omega2, v2) = (vector(&own.stage, at_omega), vector(&own.stage, at_v));
    accelerations(corpus, free, &rotation2, &omega2, &v2, &mut own.lambda2);
    let lambdas = own.lambda2.iter().zip(&own.lambda1);
    for (kappa, (lambda2, lambda1)) in own.kappa2.iter_mut().zip(lambdas) {
        *kappa += g * (lambda2 - lambda1);
    }
    let start = Start {
        y,
        pose: root_orientation(y),
        velocity: state::root_rotation(y) * vector(y, at_v),
    };
    start.move_on(&corpus.model, h, &own.kappa2, &own.lambda2, out);
    if around.ground.is_some() {
        book_impulses(corpus, around, h);
    }
    let driven = drive_power(corpus, &own.stage);
    corpus.measured.recorder.drives(h * driven);
    corpus.step.midpoint = own;

    let acted = corpus.step.events.acted || corpus.step.events.pushed;
    let flown = before.filter(|_| !acted);
    if let Some(before) = &flown {
        keep_momenta(corpus, before, &around.gravity, h, y, out, Turn::Symmetric);
    }
    flown
}

/// Returns the h of the linear terms of a stage, in a step of `h` seconds.
pub(super) fn linear(h: f64) -> f64 {
    GAMMA * h
}

/// State at the start of a step.
struct Start<'a> {
    y: &'a [f64],
    /// The root's orientation.
    pose: UnitQuaternion<f64>,
    /// Velocity of the root's origin (m/s, world).
    velocity: Vector3<f64>,
}

impl Start<'_> {
    /// Moves the state on by h (kappa, lambda); returns theta and the velocity of the root's origin (m/s, world).
    fn move_on(
        &self,
        model: &Model,
        h: f64,
        kappa: &[f64],
        lambda: &[f64],
        out: &mut [f64],
    ) -> (Vector3<f64>, Vector3<f64>) {
        let (y, layout) = (self.y, model.layout());
        let theta = vector(kappa, 0) * h;
        let pose = self.pose * UnitQuaternion::from_scaled_axis(theta);
        put(out, 0, &(vector(y, 0) + vector(kappa, 3) * h));
        out[layout.orientation()].copy_from_slice(&[pose.w, pose.i, pose.j, pose.k]);
        let joints = |at: std::ops::Range<usize>, out: &mut [f64], rates: &[f64]| {
            let rows = out[at.clone()].iter_mut().zip(&y[at]).zip(rates);
            for ((out, y), rate) in rows {
                *out = y + h * rate;
            }
        };
        joints(layout.q(), out, &kappa[6..]);
        joints(layout.qd(), out, &lambda[6..]);
        for &ball in model.balls() {
            let at = layout.q().start + ball;
            put(
                out,
                at,
                &turning::added(&vector(y, at), &(vector(kappa, 6 + ball) * h)),
            );
        }
        let at = layout.omega().start;
        put(out, at, &(vector(y, at) + vector(lambda, 0) * h));
        let velocity = self.velocity + vector(lambda, 3) * h;
        let v = pose.inverse_transform_vector(&velocity);
        put(out, layout.v().start, &v);
        (theta, velocity)
    }
}

/// Returns theta' of R = R0 exp(theta) that turns at omega (body axes): omega + theta x omega / 2 + theta x (theta x omega) /
/// 12 + ... (Hairer, Lubich & Wanner, *Geometric Numerical Integration*, III.4.2, with the sign of body axes).
fn increment_rate(theta: &Vector3<f64>, omega: &Vector3<f64>) -> Vector3<f64> {
    let first = theta.cross(omega);
    omega + first * 0.5 + theta.cross(&first) / 12.0
}

/// Writes the accelerations found; the root's linear one is that of its origin in world axes.
fn accelerations(
    corpus: &Corpus,
    free: bool,
    rotation: &nalgebra::Matrix3<f64>,
    omega: &Vector3<f64>,
    v: &Vector3<f64>,
    out: &mut [f64],
) {
    out.copy_from_slice(&corpus.step.acceleration);
    if free {
        let classical = rotation * (vector(out, 3) + omega.cross(v));
        put(out, 3, &classical);
    }
}

/// Computes the known motion for the contact terms of the second stage: z and s of the bodies near the ground.
fn foresee(
    corpus: &mut Corpus,
    rotation: &nalgebra::Matrix3<f64>,
    omega: &Vector3<f64>,
    v: &Vector3<f64>,
    own: &mut Midpoint,
) {
    let (model, workspace, watch) = (
        &corpus.model,
        &corpus.step.workspace,
        &mut corpus.step.events,
    );
    // kappa2 still contains u2.
    let root = |at: usize| vector(&own.kappa2, at) - vector(&own.kappa1, at);
    let z = Carried {
        angular: root(0),
        linear: rotation.tr_mul(&root(3)),
    };
    let rows = own.kappa2[6..].iter().zip(&own.kappa1[6..]);
    for (known, (u2, kappa1)) in own.known.iter_mut().zip(rows) {
        *known = u2 - kappa1;
    }
    carry(
        model,
        workspace,
        &watch.near,
        z,
        &own.known,
        0.0,
        &mut watch.ahead,
    );
    // -w = lambda1. A root that only rotates has the spatial acceleration -omega x v.
    let s = Carried {
        angular: vector(&own.lambda1, 0),
        linear: rotation.tr_mul(&vector(&own.lambda1, 3)) - omega.cross(v),
    };
    carry(
        model,
        workspace,
        &watch.near,
        s,
        &own.lambda1[6..],
        1.0,
        &mut watch.known,
    );
}

#[cfg(test)]
mod tests;
