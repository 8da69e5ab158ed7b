//! Collisions that the stages of a step misjudge.

use super::{Manifolds, PART_OF_THICKNESS_LATE, PairPoint};
use crate::contact::{Ground, Touch};
use crate::world::contact::impact::Impact;
use crate::world::corpus::Corpus;
use crate::world::overlooked::Overlooked;
use nalgebra::Vector3;

/// A point at which two bodies touch in the second stage of a step.
#[derive(Clone, Copy, Debug)]
pub(in crate::world) struct AtMiddle {
    candidate: usize,
    point: Vector3<f64>,
    touch: Touch,
    /// Whether the first stage has not seen the bodies touch.
    arrived: bool,
}

impl Manifolds {
    /// Stores the contact points that the second stage of a step sees, as last searched.
    pub fn keep_middle(&mut self) {
        let mut middle = std::mem::take(&mut self.middle);
        middle.clear();
        middle.extend(self.touched.iter().map(|touched| AtMiddle {
            candidate: touched.candidate,
            point: touched.contact.point,
            touch: self.touch_without_friction(touched),
            arrived: !self.candidates[touched.candidate].seen_first,
        }));
        self.middle = middle;
    }

    /// Returns the outward speed (m/s) that the nearest contact point of the same bodies had in the second stage, if they touched there.
    fn speed_at_middle(&self, touched: &PairPoint) -> Option<f64> {
        let from = self
            .middle
            .partition_point(|at| at.candidate < touched.candidate);
        let same = self.middle[from..].iter();
        let same = same.take_while(|at| at.candidate == touched.candidate);
        let apart = |at: &AtMiddle| (at.point - touched.contact.point).norm_squared();
        let nearest = same.min_by(|a, b| apart(a).total_cmp(&apart(b)))?;
        Some(nearest.touch.velocity.dot(&nearest.touch.normal))
    }

    /// Finds the worst collision that the stages of a step of `h` seconds have misjudged, as [`crate::world::overlooked`] does for the ground;
    /// contact points at its end as last searched. Also returns the member whose state has the error.
    pub fn overlooked(
        &self,
        corpora: &[Corpus],
        law: &Ground,
        h: f64,
    ) -> Option<(usize, Overlooked)> {
        let arrived = self.middle.iter().filter(|at| at.arrived);
        let law_of = |candidate: usize| self.candidates[candidate].law(law);
        let arrived = arrived.map(|at| {
            let law = &*law_of(at.candidate);
            (at.candidate, Impact::early(law, &at.touch, h))
        });
        let at_end = self.touched.iter().map(|touched| {
            let touch = self.touch_without_friction(touched);
            let law = &*law_of(touched.candidate);
            let found = match self.candidates[touched.candidate].seen {
                true => self
                    .speed_at_middle(touched)
                    .and_then(|before| Impact::turning(law, &touch, before, h)),
                false => Impact::late(law, &touch),
            };
            (touched.candidate, found)
        });
        let mut worst: Option<(usize, Overlooked)> = None;
        for (candidate, found) in arrived.chain(at_end) {
            let of = &self.candidates[candidate];
            let mover = of.spots.iter().find(|spot| spot.moves);
            let (Some(spot), Some(found)) = (mover, found) else {
                continue;
            };
            let Some(member) = spot.member else { continue };
            let found = found.of(&corpora[spot.corpus], of.bodies_mass);
            if worst.is_none_or(|(_, worst)| found.error > worst.error) {
                worst = Some((member, found));
            }
        }
        worst
    }

    /// Returns the reduced mass of the bodies that touch at a point (kg).
    pub fn mass_of(&self, touched: &PairPoint) -> f64 {
        self.candidates[touched.candidate].bodies_mass
    }

    /// Returns the overlap at a point as a part of the one allowed before an impulse, at most 1.
    pub fn part_of_late(&self, touched: &PairPoint) -> f64 {
        let late = PART_OF_THICKNESS_LATE * self.candidates[touched.candidate].thickness;
        (touched.contact.depth / late).clamp(0.0, 1.0)
    }

    /// Returns for how long (s) a pair has overlapped by more than half of the overlap allowed before an impulse, if no stage
    /// of the step has seen it touch and its overlap at the end of the step, as last searched, exceeds the allowed one.
    pub fn too_deep(&self) -> Option<f64> {
        let mut longest: Option<f64> = None;
        for touched in &self.touched {
            let of = &self.candidates[touched.candidate];
            let late = PART_OF_THICKNESS_LATE * of.thickness;
            let inwards = -self.velocity(touched).dot(&touched.contact.normal);
            if !of.seen && inwards > 0.0 && touched.contact.depth > late {
                let since = (touched.contact.depth - late / 2.0) / inwards;
                longest = Some(longest.map_or(since, |longest| longest.max(since)));
            }
        }
        longest
    }
}
