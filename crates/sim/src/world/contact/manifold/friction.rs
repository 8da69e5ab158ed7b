//! Friction of touching bodies from one step to the next.

use super::super::pairs::Colliding;
use super::Manifolds;
use crate::contact::{Ground, Touch};
use crate::world::contact::pair_friction::{Fit, PairFriction, Slid};
use crate::world::corpus::Corpus;
use crate::world::step_events::Stage;
use nalgebra::Vector3;

/// Largest stretch of the springs of a single point, as a multiple of what all points together can stretch theirs by.
const FAR: f64 = 3.0;

impl Manifolds {
    /// Updates friction after an accepted step of `h` seconds that has ended at the states in the workspaces: it slides at its
    /// limit, and is removed for bodies that have separated.
    pub fn hold(&mut self, corpora: &[Corpus], law: &Ground, h: f64) {
        self.look(corpora, Stage::Look);
        let mut slid = std::mem::take(&mut self.slid);
        let mut touched = self.touched.iter().peekable();
        for number in self.active.clone() {
            let of = &self.candidates[number];
            let Some(poses) = of.found.poses.filter(|_| !of.found.points.is_empty()) else {
                let of = &mut self.candidates[number];
                (of.grip, of.before) = (None, None);
                continue;
            };
            let axes = &poses[1].rotation;
            let law = &*self.candidates[number].law(law);
            let mut fit = Fit::default();
            let (mut limits, mut stiffness, mut farthest) = (0.0, 0.0, 0.0_f64);
            slid.clear();
            while let Some(next) = touched.next_if(|next| next.candidate == number) {
                let touch = self.touch(next, 0.0);
                let n = &touch.normal;
                let pressing = law
                    .push(&Touch {
                        friction_input: None,
                        ..touch
                    })
                    .pressing;
                let sliding = touch.velocity - n * touch.velocity.dot(n);
                let Some(friction_input) = touch.friction_input else {
                    continue;
                };
                let stretch = friction_input.stretch - n * friction_input.stretch.dot(n);
                let place = axes.tr_mul(&(next.contact.point - poses[1].position));
                let step = (h, &self.trial(number, &place));
                let left = law.slid_along(&touch, pressing, &sliding, &friction_input, step);
                let slides = left.map_or_else(Vector3::zeros, |left| stretch - left);
                let normal = axes.tr_mul(n);
                let weight = pressing.max(f64::MIN_POSITIVE);
                fit.take(weight, &place, &axes.tr_mul(&stretch), &normal);
                limits += law.friction * pressing;
                stiffness += law
                    .stick
                    .constants(friction_input.mass, touch.scale, pressing)
                    .0;
                farthest = farthest.max(stretch.norm());
                slid.push(Slid {
                    weight,
                    place,
                    normal,
                    way: axes.tr_mul(&slides),
                });
            }
            let far = farthest * stiffness > FAR * limits;
            let of = &mut self.candidates[number];
            of.grip = fit.grip().map(|stretched| match of.grip {
                Some(_) => stretched.less(&slid, far),
                // A new contact has slid since it began: it is not stretched.
                None => PairFriction::NONE,
            });
            of.before = of.grip.and(of.found.relative);
        }
        self.slid = slid;
    }

    /// Returns the friction states of all islands, by the pairs.
    pub fn grips(&self) -> impl Iterator<Item = (Colliding, PairFriction)> + '_ {
        let of = self.candidates.iter();
        of.filter_map(|candidate| Some((candidate.pair, candidate.grip?)))
    }
}
