//! The works over an accepted step, from the forces at its ends.

use super::balance::{Account, Works};
use super::recorder::{Attempt, Recorder};
use super::tally::{PointPush, way, way_of};
use corpus_dynamics::Workspace;
use nalgebra::Vector3;
use std::cmp::Ordering;

impl Recorder {
    /// Adds the works of a step that is twice `half` seconds long.
    pub(super) fn add_works(
        &self,
        ws: &Workspace,
        account: &mut Account,
        half: f64,
        attempt: &Attempt,
    ) {
        let (before, now) = (&self.before.powers, &self.tally.powers);
        for powers in [before, now] {
            let others = Works {
                ground: 0.0,
                friction: 0.0,
                collisions: 0.0,
                positive: 0.0,
                negative: 0.0,
                ..*powers
            };
            account.works.add(&others, half);
        }
        // Simpson's rule where the middle is known: exponential springs are not linear over a step.
        let ends = before.collisions + now.collisions;
        account.works.collisions += match attempt.middle {
            Some(middle) => half / 3.0 * (ends + 4.0 * middle),
            None => half * ends,
        };
        let (by_ways, by_powers) = self.add_ways(ws, &mut account.works, half, attempt);
        account.doubt += 0.5 * (by_ways - by_powers).abs();
        account.doubt += self.add_joint_ways(&mut account.works, half);
    }

    /// Adds the works of the joint forces over the distances moved by the joints, and replaces those of dampers and actuators by
    /// theirs: a joint that a stiff stop or dry friction brings to rest within a step moves a short distance, not for the whole
    /// step, and in a first-order method no joint moves by the mean of its speeds. Returns the uncertainty of these works (J).
    fn add_joint_ways(&self, works: &mut Works, half: f64) -> f64 {
        let joints = self.before.joints.iter().zip(&self.tally.joints);
        let (dampers, doubt) = joints.fold((0.0, 0.0), |(work, doubt), (before, now)| {
            let way = now.q - before.q;
            let by_way = 0.5 * (before.damping + now.damping) * way;
            let by_power = half * (before.damping * before.rate + now.damping * now.rate);
            let unsure = 0.5 * (now.damping - before.damping) * way;
            works.add_transferred(0.5 * (before.force + now.force) * way);
            (work + (by_way - by_power), doubt + unsure.abs())
        });
        works.dampers -= dampers;
        let others = self.before.others.iter().zip(&self.tally.others);
        others.fold(doubt, |doubt, (before, now)| {
            let by_power = |first: f64, last: f64| half * (first * before.rate + last * now.rate);
            let way = now.way_since(before);
            let damping = now.damping_after(before);
            works.dampers -=
                0.5 * (before.damping + damping) * way - by_power(before.damping, now.damping);
            works.motors +=
                0.5 * (before.driving + now.driving) * way - by_power(before.driving, now.driving);
            let stopped = now.stop_work_since(before);
            works.dampers -= stopped - by_power(before.stop, now.stop);
            works.add_transferred(now.work_since(before, stopped));
            let unsure = (damping - before.damping) * way;
            doubt + 0.5 * unsure.abs() + 0.5 * ((now.stop - before.stop) * way).abs()
        })
    }

    /// Adds the works of the ground's forces over the distances moved by the points since the last accepted state. It uses
    /// these and not the velocities, which in a first-order method do not match the distances: this way springs return the
    /// energy that they took. Returns the total work of the ground (J), and that by the velocities.
    ///
    /// A point that reaches or leaves the ground within the step is pushed on a part of its way only. There the mean force of the
    /// springs is half of that at the end in the ground; the force of a damper begins at once and counts in full.
    ///
    /// Friction that only slides stores nothing, and where its force in the step is known it is that one that counts: without
    /// restitution the force of the ground is cut off at the very speed at which a body hovers in it, so that at the ends of steps it is
    /// 0, or all of it.
    fn add_ways(
        &self,
        ws: &Workspace,
        works: &mut Works,
        half: f64,
        attempt: &Attempt,
    ) -> (f64, f64) {
        let (mut by_ways, mut by_powers) = (0.0, 0.0);
        let mut moved = None;
        let mut sliding = Sliding::default();
        for pushed in Pushed::of(&self.before.points, &self.tally.points) {
            let body = pushed.body();
            if moved.is_none_or(|(moved, _)| moved != body) {
                sliding.end(works);
                let impulse = attempt.sliding_impulse(body);
                sliding = Sliding::begin(impulse.map(|impulse| impulse.friction / (2.0 * half)));
                let [from, to] = [&self.before, &self.tally].map(|at| at.poses.of(ws, body));
                moved = from.zip(to).map(|(from, to)| (body, way(&from, &to)));
            }
            let Some((_, moved)) = &moved else { continue };
            let (across, along, powers) = match pushed {
                Pushed::Throughout(before, now) => {
                    // The displacement by a rotation is that of the mean arm, but for terms of third order.
                    let way = way_of(&(0.5 * (before.arm + now.arm)), moved);
                    let normal = 0.5 * (before.normal + now.normal);
                    let friction = 0.5 * (before.friction + now.friction);
                    let power = 0.5 * (before.power + now.power);
                    sliding.add(&normal, &friction, &way);
                    (normal.dot(&way), friction.dot(&way), power)
                }
                Pushed::AtFirst(point) | Pushed::AtLast(point) => {
                    let way = way_of(&point.arm, moved);
                    let weight = match pushed {
                        Pushed::AtLast(_) => 0.5 + 0.5 * point.at_once,
                        _ => 0.5,
                    };
                    let part = weight * point.part_of(&way);
                    sliding.add(&(part * point.normal), &(part * point.friction), &way);
                    (
                        part * point.normal.dot(&way),
                        part * point.friction.dot(&way),
                        part * point.power,
                    )
                }
            };
            works.ground -= across;
            works.friction -= along;
            by_ways -= across + along;
            by_powers -= 2.0 * half * powers;
        }
        sliding.end(works);
        (by_ways, by_powers)
    }
}

/// Friction on the points of a body in a step, beside the whole of it where that is known.
#[derive(Default)]
struct Sliding {
    /// The part of the whole that its points have not yet (N).
    rest: Option<Vector3<f64>>,
    /// The sum of the pressing forces (N), and of their products with the ways of the points (N m).
    pressing: f64,
    ways: Vector3<f64>,
    /// The number of points, and the sum of their ways (m).
    points: f64,
    plain: Vector3<f64>,
}

impl Sliding {
    fn begin(whole: Option<Vector3<f64>>) -> Self {
        Sliding {
            rest: whole,
            ..Sliding::default()
        }
    }

    fn add(&mut self, normal: &Vector3<f64>, friction: &Vector3<f64>, way: &Vector3<f64>) {
        let Some(rest) = &mut self.rest else { return };
        *rest -= friction;
        let pressing = normal.norm();
        self.pressing += pressing;
        self.ways += way * pressing;
        self.points += 1.0;
        self.plain += way;
    }

    /// Adds the work (J) of what its points do not have, on their mean way.
    fn end(&self, works: &mut Works) {
        let Some(rest) = self.rest.filter(|_| self.points > 0.0) else {
            return;
        };
        let way = match self.pressing > 0.0 {
            true => self.ways / self.pressing,
            false => self.plain / self.points,
        };
        works.friction -= rest.dot(&way);
    }
}

/// A point on which the ground acts at both ends of a step, or at one of them.
enum Pushed<'a> {
    Throughout(&'a PointPush, &'a PointPush),
    AtFirst(&'a PointPush),
    AtLast(&'a PointPush),
}

impl<'a> Pushed<'a> {
    /// Returns the points of both ends, each once. Both lists are in the same order ([`PointPush::order`]).
    fn of(before: &'a [PointPush], now: &'a [PointPush]) -> impl Iterator<Item = Pushed<'a>> {
        let (mut before, mut now) = (before.iter().peekable(), now.iter().peekable());
        std::iter::from_fn(move || match (before.peek(), now.peek()) {
            (Some(first), Some(last)) => match first.order().cmp(&last.order()) {
                Ordering::Less => before.next().map(Pushed::AtFirst),
                Ordering::Equal => before
                    .next()
                    .zip(now.next())
                    .map(|(first, last)| Pushed::Throughout(first, last)),
                Ordering::Greater => now.next().map(Pushed::AtLast),
            },
            (Some(_), None) => before.next().map(Pushed::AtFirst),
            (None, _) => now.next().map(Pushed::AtLast),
        })
    }

    fn body(&self) -> usize {
        match self {
            Pushed::Throughout(point, _) | Pushed::AtFirst(point) | Pushed::AtLast(point) => {
                point.body
            }
        }
    }
}
