//! The forces on one corpus, and the accelerations from them.

use super::account::book_evaluation;
use super::contact::apply_ground;
use super::corpus::Corpus;
use super::joint_forces::apply_joints;
use super::push::apply_outer;
use super::step_events::Stage;
use crate::contact::Ground;
use corpus_dynamics::{articulated_body, kinematics_once};
use nalgebra::Vector3;

/// External conditions of a corpus.
#[derive(Clone, Copy)]
pub(super) struct Surroundings<'a> {
    pub ground: Option<&'a Ground>,
    /// Acceleration of gravity (m/s2).
    pub gravity: Vector3<f64>,
    /// Start and end of the advance (s).
    pub span: [f64; 2],
    /// Whether works are integrated with the state.
    pub by_rates: bool,
    /// Whether the method is `auto`: its steps include the derivatives of friction by the normal force, and end where bodies begin to touch.
    pub is_auto: bool,
}

/// Applies the forces on a corpus at (time, y), for a linearly implicit step of `h` seconds or explicitly for h = 0; with
/// `books` the account records them.
pub(super) fn apply_forces(
    corpus: &mut Corpus,
    around: Surroundings,
    (time, h): (f64, f64),
    y: &[f64],
    books: bool,
) {
    corpus.contact.set_time(time);
    // Kinematics: poses and velocities.
    kinematics_once(&corpus.model, y, &mut corpus.step.workspace);
    // Springs, dampers, motors; in an implicit step, at its end.
    apply_joints(corpus, time + h, y, h);
    if books {
        let bodies = corpus.model.bodies();
        corpus.measured.recorder.evaluates(bodies, around.by_rates);
    }
    // Ground, friction, sticky feet.
    if let Some(ground) = around.ground {
        apply_ground(corpus, ground, h, Stage::First);
    }
    // External pulls and pushes.
    apply_outer(corpus, h, Stage::First);
}

/// Computes the accelerations of a corpus at (time, y), without those of bonds.
pub(super) fn accelerate(corpus: &mut Corpus, around: Surroundings, time: f64, y: &[f64]) {
    apply_forces(corpus, around, (time, 0.0), y, true);
    book_evaluation(corpus, around, time, y);
    solve(corpus, around.gravity);
}

/// Computes accelerations from the forces in the workspace. A figure that cannot be solved gets NaN accelerations, at which
/// every integrator stops. One that friction jams ([`super::step_events::StepEvents::jammed`]) can be solved without its coupling.
pub(super) fn solve(corpus: &mut Corpus, gravity: Vector3<f64>) {
    let step = &mut corpus.step;
    let solved = articulated_body(
        &corpus.model,
        &mut step.workspace,
        gravity,
        &mut step.acceleration,
    );
    if solved.is_err() {
        step.acceleration.fill(f64::NAN);
        step.events.jammed |= step.workspace.is_skewed();
    }
}
