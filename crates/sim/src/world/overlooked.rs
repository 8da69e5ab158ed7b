//! Contacts and stops that began within a step without being seen by its stages: the second stage is at the middle of the step.

use super::contact::{Impact, worse};
use super::contact::{find_ground_contacts, scale_for};
use super::corpus::Corpus;
use crate::contact::{Ground, Touch};
use corpus_dynamics::state::vector;
use corpus_dynamics::{Freedom, turning};

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
    /// Part of the allowed error, or its square root, that the step which is repeated aims at: small where its moment is easily found.
    pub aim: f64,
}

/// [`Overlooked::aim`] where forces change the motion before the moment.
pub(super) const AIM: f64 = 0.8;
/// [`Overlooked::aim`] of a spring of a stop, whose late forces add energy in each bounce: joints hardly change their speed before it.
const AIM_AT_SPRING: f64 = 0.02;

/// Finds the worst contact point of a step of `h` seconds whose impact the stages have misjudged; the state at its end is in the workspace.
pub(super) fn find_impact(corpus: &mut Corpus, ground: &Ground, h: f64) -> Option<Overlooked> {
    let ground = &*ground.fitted_to(corpus.step.scales.extent);
    find_ground_contacts(corpus, ground);
    let mass = |body: usize| corpus.model.inertia(body).mass;
    let mut worst: Option<Overlooked> = None;
    for (body, touch) in &corpus.step.events.arrived {
        let ground = &*corpus.contact.under(*body, ground);
        let found = Impact::early(ground, touch, h);
        worst = worse(worst, found.map(|found| found.of(corpus, mass(*body))));
    }
    for touching in &corpus.contact.ground_contacts.bodies {
        let body = touching.body;
        let ground = &*corpus.contact.under(body, ground);
        let scale = scale_for(corpus, ground, body);
        for near in &corpus.contact.ground_contacts.points[touching.points.clone()] {
            let slot = near.slot;
            let before = corpus
                .step
                .events
                .has_seen(slot)
                .then(|| corpus.step.events.outward(slot));
            let stays = before.is_some_and(|speed| !Impact::may_turn(ground, speed));
            if near.depth <= 0.0 || stays {
                continue;
            }
            let velocity = corpus.step.workspace.point_velocity(body, near.point);
            let touch = Touch {
                depth: near.depth,
                normal: near.up,
                velocity: corpus.contact.against(slot, velocity, &near.up),
                scale: scale * near.weight,
                friction_input: None,
            };
            let found = match before {
                Some(before) => Impact::turning(ground, &touch, before, h),
                None => Impact::late(ground, &touch),
            };
            worst = worse(worst, found.map(|found| found.of(corpus, mass(body))));
        }
    }
    worst
}

/// Whether a joint is beyond a stop in the state `y`, or moves beyond one within `h` seconds.
pub(super) fn meets_stop(corpus: &Corpus, h: f64, y: &[f64]) -> bool {
    let layout = corpus.layout();
    let states = y[layout.q()].iter().zip(&y[layout.qd()]);
    let mut laws = corpus.laws.forces[1..].iter().zip(states);
    laws.any(|(law, (&q, &qd))| {
        [q, q + h * qd]
            .iter()
            .any(|&q| law.beyond_stop(q).is_some())
    })
}

/// Factor by which a late stop is judged more strictly, because the force of its damper acts at once. The time of a stop is
/// easy to find, since joints hardly change their speed before it.
const STRICTER: f64 = 2.0;
/// The speed below which a joint counts as at rest, as a part of the characteristic speed of the figure.
const AT_REST: f64 = 0.05;

/// How much stricter the spring of a stop is judged. Late forces of stops always add energy, so that their errors add up over the bounces.
const STRICTER_SPRING: f64 = 300.0;

/// The worst joint that came to a stop or left one within a step of `h` seconds from `y` to `out`, where the second stage stands for too much of
/// the step. With the distance d of an end of the step from the stop, on the other side than the second stage, and the speed v, that end was
/// d/v away from the moment. Over this time the joint has missed half of the force Q that a stop makes at the distance d, or was pushed by as much
/// too long. The error is that of its speed, Q/I d/(2 v), with the inertia I that it moves.
///
/// The force D of the damper begins and ends at once, and changes the energy most: by D/I d/v of its speed, in parts of its own
/// speed. The measured error has it where the first stage differs from the second. It grows in proportion to the time, and is told as that of a square,
/// in parts of `tolerance`, as the rule wants it by which such a step is repeated.
pub(super) fn find_stop(
    corpus: &Corpus,
    states: [&[f64]; 3],
    h: f64,
    tolerance: f64,
) -> Option<Overlooked> {
    let layout = corpus.layout();
    let (at, at_rate) = (layout.q().start, layout.qd().start);
    let out = states[2];
    let mut worst: Option<Overlooked> = None;
    for (i, (law, weight)) in corpus.laws.forces[1..]
        .iter()
        .zip(&corpus.step.scales.weights)
        .enumerate()
    {
        let q = states.map(|y| y[at + i]);
        let beyond = q.map(|q| law.beyond_stop(q));
        // The end of the step that is on the other side than the second stage, the side of the stop, and how far that end and the second stage
        // are from it.
        let (late, side, distance, of_stage) = match beyond {
            [_, None, Some(beyond)] => (true, beyond, Some(beyond.abs()), None),
            [_, Some(beyond), None] => (true, -beyond, law.within_stop_of(q[1], q[2]), None),
            [None, Some(beyond), _] => {
                let distance = law.within_stop_of(q[1], q[0]);
                (false, beyond, distance, Some(beyond.abs()))
            }
            [Some(beyond), None, _] => {
                let of_stage = law.within_stop_of(q[0], q[1]);
                (false, -beyond, Some(beyond.abs()), of_stage)
            }
            _ => continue,
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
        let Some(distance) = distance.filter(|_| side * qd > 0.0) else {
            continue;
        };
        // The joint moves through the first half of the step at about the same speed; at its end, the stop may have nearly stopped it.
        let apart = match of_stage {
            Some(of_stage) => 0.5 * h * distance / (distance + of_stage),
            None => (distance / qd.abs()).min(h),
        };
        let inertia = corpus.laws.moved_inertias[i + 1];
        let (rate, speed) = (corpus.step.scales.rate(), weight * qd.abs());
        let pushed = law.stop_force(distance, 0.0).abs() / inertia * apart / 2.0;
        let by_spring = STRICTER_SPRING * weight * pushed / (rate + speed);
        let by_damper = if late {
            let damped = law.stop_force(0.0, qd).abs() / inertia * apart;
            let part = STRICTER * weight * damped / (AT_REST * rate + speed) / tolerance;
            part * part * tolerance
        } else {
            0.0
        };
        let error = by_spring.max(by_damper);
        if worst.is_none_or(|worst| error > worst.error) {
            worst = Some(Overlooked {
                error,
                since: if late { apart } else { h - apart },
                component: at_rate + i,
                aim: if error > by_damper {
                    AIM_AT_SPRING
                } else {
                    AIM
                },
            });
        }
    }
    worst
}
