//! Contacts and stops that began within a step without being seen by its stages: the second stage is at the middle of the step.

use super::contact::{each_near, place, scale_for};
use super::corpus::Corpus;
use crate::contact::{Ground, Touch};
use crate::dynamics::state::vector;
use crate::dynamics::{Freedom, turning};

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
    /// Part of the allowed error, or its square root, that the step which is repeated aims at: small where its moment is easily found.
    pub aim: f64,
}

/// [`Overlooked::aim`] where forces change the motion before the moment.
pub(super) const AIM: f64 = 0.8;
/// [`Overlooked::aim`] of a stop: joints hardly change their speed before it.
const AIM_AT_STOP: f64 = 0.2;

/// The worst point of contact at the end of a step, whose state is in the workspace: with the depth d and the speed v inwards
/// it has been in the ground for d/v, and has missed half of the force that acts there now. The error is that of the
/// velocity of its body alone, in parts of v and of the speed that belongs to the figure.
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
                    aim: AIM,
                });
            }
        });
    }
    worst
}

/// By how much stricter a late stop is judged by the force that its damper has at once. The moment of a stop is easily found, since joints hardly
/// change their speed before it.
const STRICTER: f64 = 2.0;
/// The speed below which a joint is as good as at rest, as a part of that which belongs to the figure.
const AT_REST: f64 = 0.05;

/// How much stricter the spring of a stop is judged. Late forces of stops always add energy, so that their errors add up over the bounces.
const STRICTER_SPRING: f64 = 30.0;

/// The worst joint that came to a stop or left one within a step of `h` seconds from `y` to `out`, where its stages saw too little of that. With
/// the distance d from the stop and the speed v that was the time d/v ago. A joint that came after the second stage has missed half of the force
/// Q that the stop has now; one that came shortly before, the same over the time up to the stop, since the second stage stands for all of the step;
/// one that left after it has been pushed on by half of the force Q that a spring would have had there. The error is that of its speed,
/// Q/I d/(2 v), with the inertia I that it moves.
///
/// The force D of the damper begins and ends at once, and changes the energy most: by D/I d/v of its speed, in parts of its own
/// speed. This error grows in proportion to the time, and is told as that of a square, in parts of `tolerance`, as the rule wants it by which such a
/// step is repeated.
pub(super) fn find_stop(
    corpus: &Corpus,
    [y, stage, out]: [&[f64]; 3],
    h: f64,
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
        let q = out[at + i];
        let was_beyond = |y: &[f64]| law.beyond_stop(y[at + i]).is_some();
        let (distance, outwards) = match law.beyond_stop(q) {
            Some(beyond) if !was_beyond(y) => (beyond.abs(), beyond),
            Some(_) => continue,
            None => match law.within_stop_of(stage[at + i], q) {
                Some(within) => (within, 0.0),
                None => continue,
            },
        };
        let qd = match corpus.model.freedom(i + 1) {
            // The rates of a ball are not those of its positions.
            Freedom::Ball(axis) => {
                let ball = i - usize::from(axis);
                let rates = vector(out, at_rate + ball);
                turning::rate(&vector(out, at + ball), &rates)[usize::from(axis)]
            }
            _ => out[at_rate + i],
        };
        if outwards * qd < 0.0 || qd == 0.0 {
            continue;
        }
        let since = distance / qd.abs();
        let inertia = corpus.moved_inertias[i + 1];
        let (rate, speed) = (corpus.scales.rate(), weight * qd.abs());
        let pushed = law.stop_force(distance, 0.0).abs() / inertia * since / 2.0;
        let by_spring = STRICTER_SPRING * weight * pushed / (rate + speed);
        let error = if was_beyond(stage) && law.beyond_stop(q).is_some() {
            let before = ((h - since) / since).clamp(0.0, 1.0);
            match by_spring * before * before > tolerance {
                true => by_spring,
                false => continue,
            }
        } else {
            let damped = law.stop_force(0.0, qd).abs() / inertia * since;
            let part = STRICTER * weight * damped / (AT_REST * rate + speed) / tolerance;
            by_spring.max(part * part * tolerance)
        };
        if worst.is_none_or(|worst| error > worst.error) {
            worst = Some(Overlooked {
                error,
                since,
                component: at_rate + i,
                aim: AIM_AT_STOP,
            });
        }
    }
    worst
}
