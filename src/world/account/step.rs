//! The works over an accepted step, from the forces at its ends.

use super::tally::{way, work};
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
        let by_ways = self.add_ways(ws, &mut account.works);
        let by_powers = half * (before.ground + before.friction + now.ground + now.friction);
        account.doubt += 0.5 * (by_ways - by_powers).abs();
        account.doubt += self.add_joint_ways(&mut account.works, half);
    }

    /// Replaces the works of dampers and actuators by those over the distances moved by the joints: a joint that a stiff stop
    /// or dry friction brings to rest within a step moves a short distance, not for the whole step. Returns the uncertainty of
    /// these works (J).
    fn add_joint_ways(&self, works: &mut Works, half: f64) -> f64 {
        let joints = self.before.joints.iter().zip(&self.tally.joints);
        let (dampers, doubt) = joints.fold((0.0, 0.0), |(work, doubt), (before, now)| {
            let way = now.q - before.q;
            let by_way = 0.5 * (before.damping + now.damping) * way;
            let by_power = half * (before.damping * before.rate + now.damping * now.rate);
            let unsure = 0.5 * (now.damping - before.damping) * way;
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
            let unsure = (damping - before.damping) * way;
            doubt + 0.5 * unsure.abs() + 0.5 * ((now.stop - before.stop) * way).abs()
        })
    }

    /// Adds the works of the ground's forces over the distances moved by the bodies since the last accepted state. It uses
    /// these and not the velocities, which in a first-order method do not match the distances: this way springs return the
    /// energy that they took. Returns the total work of the ground (J).
    fn add_ways(&self, ws: &Workspace, works: &mut Works) -> f64 {
        let mut taken = 0.0;
        let (before, now) = (&self.before, &self.tally);
        let new = now.touched.iter();
        let new = new.filter(|body| !before.touched.contains(body));
        for &body in before.touched.iter().chain(new) {
            let poses = before.poses.of(ws, body).zip(now.poses.of(ws, body));
            let pushes = before.pushes.get(body).zip(now.pushes.get(body));
            let Some(((from, to), (first, last))) = poses.zip(pushes) else {
                continue;
            };
            let mut way = way(&from, &to);
            // Where contact begins or ends during the displacement, the ground acts on part of it only.
            let part = match (before.touched.contains(&body), now.touched.contains(&body)) {
                (false, _) => last.part_of(&way),
                (_, false) => first.part_of(&way),
                _ => 1.0,
            };
            way = way.map(|way| way * part);
            let across = work(&first.normal, &last.normal, &way);
            let along = work(&first.friction, &last.friction, &way);
            works.ground -= across;
            works.friction -= along;
            taken -= across + along;
        }
        taken
    }
}
