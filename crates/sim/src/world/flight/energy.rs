//! The energy of a figure that flies with conservative joints: parts of a fixed step keep it.

use super::super::corpus::Corpus;
use super::Before;
use corpus_dynamics::state::{self, vector};
use corpus_dynamics::{Freedom, kinematics_once, locked_inertia, motion};
use nalgebra::Vector3;

/// The largest part of themselves by which the rates of joints change in a step for the sake of the energy. Smooth motion needs less; a larger error,
/// as of a stop that was passed, remains in the account.
const LARGEST_CHANGE: f64 = 1e-5;

/// Corrects the rates of the joints and the velocity of the root in `y`, the result of a step of `h` seconds from `start` at `time`, so that the
/// figure has neither gained nor lost energy. Its momenta stay the same.
///
/// With the momentum p, the angular momentum H about the centre and the locked inertia I, the kinetic energy is p^2/(2 m) + H I^-1 H / 2 and that of
/// the joints' motion, which goes with the square of their rates. The first changes by the weight alone; the second follows from the pose; so the
/// rates of the joints are multiplied by one number. A method of finite order would else feed a fast spin in proportion to the angle that it turns by.
pub(in crate::world) fn keep_energy(
    corpus: &mut Corpus,
    before: &Before,
    (time, h): (f64, f64),
    start: &[f64],
    y: &mut [f64],
) {
    if corpus.model.joints() == 0 {
        return;
    }
    let layout = corpus.layout();
    let stored = |time: f64, y: &[f64]| {
        let states = y[layout.q()].iter().zip(&y[layout.qd()]);
        let mut laws = (1..).zip(&corpus.laws.forces[1..]).zip(states);
        laws.try_fold(0.0, |sum, ((link, law), (&q, &qd))| {
            let force = law.respond(time, q, qd).force;
            let gradient = law.spring_force(time, q);
            let is_axis = !matches!(corpus.model.freedom(link), Freedom::Ball(_));
            let is_still = law.motor.rate(time) == 0.0;
            let is_kept = is_axis && is_still && force == gradient;
            is_kept.then(|| sum + law.stored_energy(time, q))
        })
    };
    let (Some(had), Some(has)) = (stored(time, start), stored(time + h, y)) else {
        return;
    };
    kinematics_once(&corpus.model, y, &mut corpus.step.workspace);
    let now = motion(&corpus.model, &corpus.step.workspace);
    let was = &before.motion;
    let locked = locked_inertia(&corpus.model, &corpus.step.workspace, now.centre);
    let Some(turning) = locked.try_inverse().map(|mobility| mobility * now.angular) else {
        return;
    };
    let of_centre = |linear: &Vector3<f64>| linear.norm_squared() / (2.0 * now.mass);
    let own = now.kinetic_energy - of_centre(&now.linear);
    let gained = own + has - (was.kinetic_energy - of_centre(&was.linear)) - had;
    let of_joints = own - 0.5 * now.angular.dot(&turning);
    let square = 1.0 - gained / of_joints;
    if of_joints <= 0.0 || square.is_nan() {
        return;
    }
    let change = square.max(0.0).sqrt() - 1.0;
    if change.abs() > LARGEST_CHANGE {
        return;
    }

    let rotation = state::root_rotation(y);
    let (at_omega, at_v) = (layout.omega().start, layout.v().start);
    let (omega, v) = (vector(y, at_omega), vector(y, at_v));
    let arm = rotation.tr_mul(&(now.centre - vector(y, 0)));
    // What the motion of the joints adds to the angular velocity of the whole and to the velocity of the centre.
    let turns = omega - rotation.tr_mul(&turning);
    let moves = rotation.tr_mul(&now.velocity()) - v - omega.cross(&arm);
    let omega = omega + turns * change;
    let v = v - (turns.cross(&arm) + moves) * change;
    y[layout.omega()].copy_from_slice(omega.as_slice());
    y[layout.v()].copy_from_slice(v.as_slice());
    for rate in &mut y[layout.qd()] {
        *rate *= 1.0 + change;
    }
}
