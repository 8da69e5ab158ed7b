//! Figures at rest: an island whose motion in an advance is rounding is not integrated until something changes.
//!
//! Friction with stick points holds a body without creep, and the springs of contacts and joints are damped: after a while, a step changes no
//! position by more than its rounding. From then on every step would end where it began, so it is left out. What a figure at rest would
//! otherwise have received is the impulse of the ground.

use super::World;
use super::corpus::Corpus;
use super::island::Around;
use corpus_dynamics::state::vector;
use corpus_dynamics::{JointKind, Root};
use std::sync::Arc;

/// Time (s) over which a motion is judged, if an advance is shorter.
const SHORTEST: f64 = 1e-3;

/// Largest motion in an advance that counts as rounding, as a part of the size of a figure and its distance from the origin, or in rad:
/// a few units in the last place of its position.
const ROUNDING: f64 = 4.0 * f64::EPSILON;

/// The same where rigid contacts bear it: the search for their forces leaves more than the rounding of positions.
const ROUNDING_OF_CONES: f64 = 256.0 * f64::EPSILON;

/// Largest motion at the start of that advance, in the same parts: what is faster was stopped in it.
const STOPPED: f64 = 1e-12;

impl World {
    /// Ends the rest of figures that the script has changed since the last advance, and of all if what acts on them has changed, or a figure was
    /// placed.
    fn wake(&mut self) {
        for corpus in &mut self.corpora {
            corpus.step.rests &= !corpus.is_unsettled();
        }
        let before = self.interactions.islands.around.as_ref();
        let is_same = before.is_some_and(|around| {
            let ground = around.ground.as_ref();
            ground == self.ground_on.then_some(&self.ground)
                && around.gravity == self.gravity
                && around.collision == self.interactions.collision
                && Arc::ptr_eq(&around.rules, &self.interactions.rules)
        });
        // What bears a body may be a fixed figure, which a script can place elsewhere.
        let placed = |corpus: &Corpus| corpus.contact.placed_among;
        if !is_same || self.corpora.iter().any(placed) {
            for corpus in &mut self.corpora {
                corpus.step.rests = false;
            }
            self.look_around();
        }
    }

    /// Stores what acts on all bodies.
    pub(super) fn look_around(&mut self) {
        self.interactions.islands.around = Some(Around {
            ground: self.ground_on.then(|| self.ground.clone()),
            gravity: self.gravity,
            collision: self.interactions.collision,
            rules: Arc::clone(&self.interactions.rules),
        });
    }

    /// Leaves out an advance by `span` seconds of the island of a corpus, if all its members are at rest. Returns whether they are.
    pub(super) fn stays(&mut self, first: usize, span: f64) -> bool {
        let (islands, time) = (&self.interactions.islands, self.time);
        let mut members = islands.members_of(first);
        if islands.is_attached(first) || !members.all(|i| self.corpora[i].is_at_rest(time)) {
            return false;
        }
        for i in islands.members_of(first) {
            self.corpora[i].stay(span);
        }
        true
    }

    /// Leaves out an advance to a time (s), if all bodies are at rest: then the pairs that touch stay as they are, too. Returns whether they are.
    pub(super) fn all_stay(&mut self, to: f64) -> bool {
        self.wake();
        let from = self.time;
        let mut moving = self.corpora.iter().filter(|corpus| corpus.integrated);
        if !moving.all(|corpus| corpus.is_at_rest(from)) {
            return false;
        }
        for corpus in self.corpora.iter_mut().filter(|c| c.integrated) {
            corpus.stay(to - from);
        }
        self.time = to;
        true
    }
}

impl Corpus {
    fn is_at_rest(&self, time: f64) -> bool {
        let velocities = || &self.y[self.layout().velocity()];
        let is_still = || velocities().iter().all(|v| *v == 0.0);
        self.step.rests && is_still() && self.may_rest(time)
    }

    /// Leaves out an advance by `span` seconds.
    fn stay(&mut self, span: f64) {
        let measured = &mut self.measured;
        measured.recorder.stays(&mut measured.account, span);
    }

    /// Whether nothing of its own acts on it that changes from a time (s) on while it does not move.
    fn may_rest(&self, time: f64) -> bool {
        let (contact, imposed) = (&self.contact, &self.imposed);
        let mut motors = self.laws.forces.iter().map(|force| force.motor);
        !matches!(self.model.root(), Root::Driven(_))
            && imposed.pull.is_none()
            && imposed.pushes.is_empty()
            && contact.sunk.is_none()
            && !self.laws.has_hard_ends
            && !contact.sticky.contains(&true)
            && motors.all(|motor| motor.heading(time).is_none())
    }

    /// Whether something bears it, with `by_cones` rigid contacts, and its motion in the advance of `span` seconds that ends at a time (s), now,
    /// was rounding.
    pub(super) fn has_come_to_rest(&self, span: f64, time: f64, by_cones: bool) -> bool {
        let events = &self.step.events;
        let is_borne = events.acted || events.pushed;
        if !is_borne || self.good.y.len() != self.y.len() || !self.may_rest(time) {
            return false;
        }
        let rounding = if by_cones {
            ROUNDING_OF_CONES
        } else {
            ROUNDING
        };
        let span = span.max(SHORTEST);
        let layout = self.layout();
        // Positions are rounded by their distance from the origin.
        let position = vector(&self.y, layout.position().start);
        let size = self.step.scales.extent + position.norm();
        let moved = |of: std::ops::Range<usize>, size: f64| {
            let both = self.y[of.clone()].iter().zip(&self.good.y[of]);
            both.map(|(a, b)| (a - b).abs())
                .all(|x| x <= rounding * size)
        };
        let moves = |y: &[f64], of: std::ops::Range<usize>, most: f64| {
            let ways = y[of].iter().map(|v| v.abs() * span);
            ways.fold(0.0, f64::max) <= most
        };
        // The forces of a step that stops a body are not those of rest.
        let stopped = |of: std::ops::Range<usize>, size: f64| {
            moves(&self.good.y, of.clone(), STOPPED * size) && moves(&self.y, of, rounding * size)
        };
        moved(layout.position(), size)
            && moved(layout.orientation(), 1.0)
            && stopped(layout.v(), size)
            && stopped(layout.omega(), 1.0)
            && layout
                .q()
                .zip(layout.qd())
                .enumerate()
                .all(|(joint, (q, qd))| {
                    let unit = match self.model.joint_kind(joint + 1) {
                        Some(JointKind::Sliding) => self.step.scales.extent,
                        _ => 1.0,
                    };
                    let size = unit / self.model.axis_length(joint + 1) + self.y[q].abs();
                    moved(q..q + 1, size) && stopped(qd..qd + 1, size)
                })
    }

    /// Returns by how much the squares of its velocities have grown in the last advance. What leaves an unstable place moves by less than
    /// rounding at first, but ever faster.
    pub(super) fn growth(&self) -> f64 {
        let squares =
            |y: &[f64]| -> f64 { y[self.layout().velocity()].iter().map(|v| v * v).sum() };
        squares(&self.y) - squares(&self.good.y)
    }

    /// Comes to rest, or starts to move.
    pub(super) fn set_rest(&mut self, rests: bool) {
        self.step.rests = rests;
        if rests {
            let velocities = self.layout().velocity();
            self.y[velocities].fill(0.0);
        }
    }
}
