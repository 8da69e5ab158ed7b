//! Contacts and stops that began within a step without being seen by its stages: the second stage is at the middle of the step.

use super::contact::{each_near, place, scale_for};
use super::corpus::Corpus;
use crate::contact::{Ground, Touch};

/// A point that came into the ground, or a joint that came to a stop.
#[derive(Clone, Copy, Debug)]
pub(super) struct Overlooked {
    /// Error of a velocity at the end of the step caused by the missing force, in the measure of velocity errors (see
    /// [`super::midpoint`]).
    pub error: f64,
    /// Time since it began (s).
    pub since: f64,
    /// The component of the state that has the error.
    pub component: usize,
}

/// Finds the worst contact point at the end of a step, whose state is in the workspace: with the depth d and the inward speed v
/// it has been in the ground for d/v, and has missed half of the force that acts there now. The error is the velocity error of
/// its body alone, in parts of v and of the characteristic speed of the figure.
pub(super) fn find_touch_down(corpus: &Corpus, ground: &Ground) -> Option<Overlooked> {
    let component = corpus.layout().v().end - 1;
    let speed = corpus.scales.speed();
    let mut worst: Option<Overlooked> = None;
    for body in 0..corpus.model.bodies() {
        let Some(place) = place(corpus, ground, body, false) else {
            continue;
        };
        let scale = scale_for(corpus, ground, body);
        let mass = corpus.model.inertia(body).mass;
        each_near(corpus, body, &place, false, |near| {
            if corpus.watch.has_seen(near.slot) {
                return;
            }
            let velocity = corpus.workspace.point_velocity(body, near.at.point);
            let inwards = -velocity.dot(&near.up);
            if inwards <= 0.0 {
                return;
            }
            let touch = Touch {
                depth: near.depth,
                normal: near.up,
                velocity,
                scale,
                rub: None,
            };
            let since = near.depth / inwards;
            let missed = ground.push(&touch).pressing / mass * since / 2.0;
            let error = missed / (speed + inwards);
            if worst.is_none_or(|worst| error > worst.error) {
                worst = Some(Overlooked {
                    error,
                    since,
                    component,
                });
            }
        });
    }
    worst
}

/// Factor by which a late stop is judged more strictly, because the force of its damper acts at once. The time of a stop is
/// easy to find, since joints hardly change their speed before it.
const STRICTER: f64 = 2.0;
/// The speed below which a joint counts as at rest, as a part of the characteristic speed of the figure.
const AT_REST: f64 = 0.05;

/// Finds the worst joint that is beyond a stop at the end `out` of a step, and was within it at its start `y` and in its second
/// stage: with the depth d and the speed v it has been beyond it for d/v, and has missed half of the force Q that the stop has
/// now. The error is the speed error, Q/I d/(2 v), with the inertia I that the joint moves.
///
/// The force D of the damper acts at once, and removes the most energy in the missed part: D/I d/v of the speed, in parts of
/// the speed itself. This error grows in proportion to the time; the rule for repeating a step assumes errors that grow with
/// its square, so the error is reported as if it were quadratic, in parts of `tolerance`.
pub(super) fn find_stop(
    corpus: &Corpus,
    [y, stage, out]: [&[f64]; 3],
    tolerance: f64,
) -> Option<Overlooked> {
    let layout = corpus.layout();
    let (at, at_rate) = (layout.q().start, layout.qd().start);
    let mut worst: Option<Overlooked> = None;
    for (i, (law, weight)) in corpus.forces[1..]
        .iter()
        .zip(&corpus.scales.weights)
        .enumerate()
    {
        let (q, qd) = (out[at + i], out[at_rate + i]);
        let Some(beyond) = law.beyond_stop(q) else {
            continue;
        };
        let was_seen = [y, stage]
            .iter()
            .any(|y| law.beyond_stop(y[at + i]).is_some());
        if was_seen || qd * beyond <= 0.0 {
            continue;
        }
        let since = beyond / qd;
        let force = law.stop_force(beyond, qd).abs();
        let missed = force / corpus.moved_inertias[i + 1] * since / 2.0;
        let (rate, speed) = (corpus.scales.rate(), weight * qd.abs());
        let damped = law.stop_damping(q, qd).0.abs() / corpus.moved_inertias[i + 1] * since;
        let part = STRICTER * weight * damped / (AT_REST * rate + speed) / tolerance;
        let error = (weight * missed / (rate + speed)).max(part * part * tolerance);
        if worst.is_none_or(|worst| error > worst.error) {
            worst = Some(Overlooked {
                error,
                since,
                component: at_rate + i,
            });
        }
    }
    worst
}
