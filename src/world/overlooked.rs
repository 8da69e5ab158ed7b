//! Contacts and stops that began within a step without being seen by its stages: the second stage is at the middle of the step.

use super::contact::{find_in_ground, scale_for};
use super::corpus::Corpus;
use crate::contact::{Ground, Touch};

/// A point that came into the ground, or a joint that came to a stop.
#[derive(Clone, Copy, Debug)]
pub(super) struct Overlooked {
    /// Error of a velocity at the end of the step caused by the missing force, in the measure of velocity errors (see
    /// [`super::midpoint`]).
    pub error: f64,
    /// For how long it has been there (s).
    pub since: f64,
    /// The component of the state that the error is in.
    pub component: usize,
}

/// The worst point of contact at the end of a step, whose state is in the workspace: with the depth d and the speed v inwards
/// it has been in the ground for d/v, and has missed half of the force that acts there now. The error is that of the
/// velocity of its body alone, in parts of v and of the speed that belongs to the figure.
pub(super) fn find_touch_down(corpus: &mut Corpus, ground: &Ground) -> Option<Overlooked> {
    let component = corpus.layout().v().end - 1;
    let speed = corpus.scales.speed();
    let mut worst: Option<Overlooked> = None;
    find_in_ground(corpus, ground);
    for grounded in &corpus.in_ground.bodies {
        let body = grounded.body;
        let scale = scale_for(corpus, ground, body);
        let mass = corpus.model.inertia(body).mass;
        for near in &corpus.in_ground.points[grounded.points.clone()] {
            if near.depth <= 0.0 || corpus.watch.has_seen(near.slot) {
                continue;
            }
            let velocity = corpus.workspace.point_velocity(body, near.at.point);
            let inwards = -velocity.dot(&near.up);
            if inwards <= 0.0 {
                continue;
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
        }
    }
    worst
}

/// By how much stricter a late stop is judged by the force that its damper has at once. The moment of a stop is easily found, since joints hardly
/// change their speed before it.
const STRICTER: f64 = 2.0;
/// The speed below which a joint is as good as at rest, as a part of that which belongs to the figure.
const AT_REST: f64 = 0.05;

/// The worst joint that is beyond a stop at the end `out` of a step, and was within at its begin `y` and in its second stage: with
/// the depth d and the speed v it has been beyond for d/v, and has missed half of the force Q that the stop has now. The error is
/// that of its speed, Q/I d/(2 v), with the inertia I that it moves.
///
/// The force D of the damper is there at once, and takes the most energy in the part that is missed: D/I d/v of its speed, in parts of its own
/// speed. This error grows in proportion to the time, and is told as that of a square, in parts of `tolerance`, as the rule wants it by which such a
/// step is repeated.
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
