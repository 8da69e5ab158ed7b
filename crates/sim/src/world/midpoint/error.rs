//! Error of a step of the midpoint method, with the events that its stages overlooked.

use super::super::corpus::{Corpus, Midpoint};
use super::super::dry::find_rest;
use super::super::forces::Surroundings;
use super::super::overlooked::{Overlooked, find_impact, find_stop};
use corpus_dynamics::integrate::Attempt;
use corpus_dynamics::kinematics_once;
use corpus_dynamics::state::vector;

/// Largest change of the ground's force in a step, as a power of e.
const LARGEST_RISE: f64 = 0.2;

/// How much stricter errors of positions are judged than errors of rates. They are the smaller ones while forces jump, and decide over
/// smooth motion, whose errors add up.
const STRICTER_POSITIONS: f64 = 10.0;

/// How errors of the rates of joints count on the ground, where most are those of feet that spring and slide, and are damped before they
/// move anything; but not beyond a tolerance at which feet miss their landings.
const RATES_ON_GROUND: f64 = 0.3;
const LOOSEST_ON_GROUND: f64 = 0.01;

/// How much stricter a figure that does not touch the ground is judged: its vibrations go on, and their errors add up.
const STRICTER_IN_AIR: f64 = 3.0;

/// Factor below 1 by more than rounding: what is less than this part of a number is less than the number.
const CERTAINLY: f64 = 1.0 - 1e-12;

/// Largest rotation of a step (rad), and its longest duration as a part of the figure's time scale sqrt(L / 9.81). A slow and
/// smooth motion has small errors that accumulate: with this value a pendulum keeps its energy to 1e-4 for ten seconds.
pub(super) const LONGEST: f64 = 0.026;

/// Projects the result `out` of a step of `h` seconds from `y` to its manifold, and measures its error in parts of `tolerance`.
pub(in crate::world) fn judge(
    corpus: &mut Corpus,
    around: Surroundings,
    h: f64,
    tolerance: f64,
    y: &[f64],
    out: &mut [f64],
) -> Attempt {
    corpus.model.normalise(out);
    let mut tried = Attempt::default();
    (tried.error, tried.component) = error(corpus, h, y, tolerance);
    if !corpus.step.events.acted {
        tried.error *= STRICTER_IN_AIR;
    }
    // The force of an impact grows exponentially: the errors of its steps accumulate.
    let rise = h * corpus.step.events.rise() / LARGEST_RISE;
    if rise * rise > tried.error {
        tried.error = rise * rise;
        tried.component = corpus.layout().v().end - 1;
    }
    // The second stage stands for the whole step, also where a joint reaches or leaves a stop within it.
    if tried.error <= 1.0 {
        let states = [y, &corpus.step.midpoint.stage, &*out];
        let stop = find_stop(corpus, states, h, tolerance);
        repeat_up_to(&mut tried, h, stop, tolerance);
    }
    // No stage sees a sliding joint that reverses where dry friction would hold it, or a touch-down in the second half of a step; and the second stands for the whole step.
    if tried.error <= 1.0 {
        let rest = find_rest(corpus, [y, out], h, tolerance);
        repeat_up_to(&mut tried, h, rest, tolerance);
    }
    let springs = around.ground.filter(|ground| !ground.rigid);
    if let (true, Some(ground)) = (tried.error <= 1.0, springs) {
        kinematics_once(&corpus.model, out, &mut corpus.step.workspace);
        repeat_up_to(&mut tried, h, find_impact(corpus, ground, h), tolerance);
    }
    tried
}

/// Rejects the step if the overlooked event matters, and requests one that ends soon after the event began.
pub(in crate::world) fn repeat_up_to(
    tried: &mut Attempt,
    h: f64,
    overlooked: Option<Overlooked>,
    tolerance: f64,
) {
    let Some(overlooked) = overlooked else { return };
    let error = overlooked.error / tolerance;
    if error > 1.0 && overlooked.since > 0.0 && overlooked.since < h {
        tried.error = error;
        tried.component = overlooked.component;
        tried.shorter = Some(h - overlooked.since * (1.0 - overlooked.aim / error.sqrt()));
    }
}

/// Returns the longest step (s) that follows the motion at `y`.
pub(in crate::world) fn longest_step(corpus: &Corpus, y: &[f64]) -> f64 {
    let layout = corpus.layout();
    let turning = vector(y, layout.omega().start).norm();
    let joints = y[layout.qd()].iter().zip(&corpus.step.scales.weights);
    let fastest = joints.fold(
        corpus.step.scales.rate().max(turning),
        |fastest, (qd, weight)| fastest.max(qd.abs() * weight),
    );
    LONGEST / fastest
}

/// Returns the largest error of the step just made, in parts of the allowed error, and its component of the state. Lengths are
/// scaled by the figure's extent L, angles of a joint by its reach, rates by those of a figure of its size (sqrt(9.81/L)) and
/// their own.
fn error(corpus: &Corpus, h: f64, y: &[f64], tolerance: f64) -> (f64, usize) {
    let Midpoint {
        kappa1,
        kappa2,
        lambda1,
        lambda2,
        ..
    } = &corpus.step.midpoint;
    let layout = corpus.layout();
    let extent = corpus.step.scales.extent;
    let rate = corpus.step.scales.rate();
    let events = &corpus.step.events;
    let of_joints = match events.grounded && events.couples {
        true => (tolerance / LOOSEST_ON_GROUND).clamp(RATES_ON_GROUND, 1.0),
        false => 1.0,
    };
    let mut worst = (0.0, 0);
    // Divided only where it may be the largest: most are not.
    let mut take = |apart: f64, scale: f64, component: usize| {
        if apart < worst.0 * scale * CERTAINLY {
            return;
        }
        let error = apart / scale;
        if error > worst.0 || (error.is_nan() && !worst.0.is_nan()) {
            worst = (error, component);
        }
    };
    let velocities = layout.velocity().start;
    let root = [1.0, 1.0, 1.0, 1.0 / extent, 1.0 / extent, 1.0 / extent];
    let weights = root.iter().chain(&corpus.step.scales.weights);
    // In a state, the root's orientation and position have the opposite order.
    let position_of = |i: usize| match i {
        0..3 => i + 3,
        3..6 => i - 3,
        _ => i + 1,
    };
    for (i, &weight) in weights.enumerate() {
        let apart = weight * h * (kappa2[i] - kappa1[i]).abs();
        take(STRICTER_POSITIONS * apart, 1.0, position_of(i));
        let speed = y[velocities + i].abs();
        let speed = speed.max((y[velocities + i] + h * lambda2[i]).abs());
        let scale = rate + weight * speed;
        let part = if i < 6 { 1.0 } else { of_joints };
        let apart = part * weight * h * (lambda2[i] - lambda1[i]).abs();
        take(apart, scale, velocities + i);
    }
    (worst.0 / tolerance, worst.1)
}
