//! The works over an accepted step, from the forces at its ends.

use super::tally::{PointPush, way};
use super::{Account, Book, Works};
use crate::dynamics::Workspace;

impl Book {
    /// Adds the works of a step that is twice `half` seconds long.
    pub(super) fn add_works(&self, ws: &Workspace, account: &mut Account, half: f64) {
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
        account.works.collisions += match self.middle {
            Some(middle) => half / 3.0 * (ends + 4.0 * middle),
            None => half * ends,
        };
        let (by_ways, by_powers) = self.add_ways(ws, &mut account.works, half);
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
    fn add_ways(&self, ws: &Workspace, works: &mut Works, half: f64) -> (f64, f64) {
        let (before, now) = (&self.before, &self.tally);
        let (mut by_ways, mut by_powers) = (0.0, 0.0);
        let mut moved = None;
        let mut add = |point: &PointPush, weight: f64, is_at_one_end: bool| {
            if moved.is_none_or(|(body, _)| body != point.body) {
                let poses = (before.poses.of(ws, point.body)).zip(now.poses.of(ws, point.body));
                moved = poses.map(|(from, to)| (point.body, way(&from, &to)));
            }
            let Some((_, way)) = &moved else { return };
            let way = point.way(way);
            let part = match is_at_one_end {
                true => weight * point.part_of(&way),
                false => weight,
            };
            let across = part * point.normal.dot(&way);
            let along = part * point.friction.dot(&way);
            works.ground -= across;
            works.friction -= along;
            by_ways -= across + along;
            by_powers -= part * 2.0 * half * point.power;
        };
        for (i, point) in before.points.iter().enumerate() {
            add(point, 0.5, !is_among(&now.points, i, point));
        }
        for (i, point) in now.points.iter().enumerate() {
            match is_among(&before.points, i, point) {
                true => add(point, 0.5, false),
                false => add(point, 0.5 + 0.5 * point.at_once, true),
            }
        }
        (by_ways, by_powers)
    }
}

/// Whether a point is among others, where in most steps it has the same index.
fn is_among(points: &[PointPush], index: usize, point: &PointPush) -> bool {
    points.get(index).is_some_and(|other| other.is_of(point))
        || points.iter().any(|other| other.is_of(point))
}
