//! Bodies at rest: an island of single bodies whose motion in an advance is rounding is not integrated until something changes.
//!
//! Friction with stick points holds a body without creep, and the springs of contacts are damped: after a while, a step changes no
//! position by more than its rounding. From then on every step would end where it began, so it is left out. What a body at rest would
//! otherwise have received is the impulse of the ground.

use super::World;
use super::corpus::Corpus;
use super::island::Around;
use corpus_dynamics::Root;
use corpus_dynamics::state::vector;
use std::sync::Arc;

/// Time (s) over which a motion is judged, if an advance is shorter.
const SHORTEST: f64 = 1e-3;

/// Largest motion in an advance that counts as rounding, as a part of the size of a figure and its distance from the origin, or in rad:
/// a few units in the last place of its position.
const ROUNDING: f64 = 4.0 * f64::EPSILON;

/// Largest motion at the start of that advance, in the same parts: what is faster was stopped in it.
const STOPPED: f64 = 1e-12;

impl World {
    /// Ends the rest of all bodies if what acts on them has changed since the last advance, or a figure was placed.
    pub(super) fn wake(&mut self) {
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
        let islands = &self.interactions.islands;
        let is_at_rest = |i: &usize| self.corpora[*i].is_at_rest();
        if !islands.members_of(first).all(|i| is_at_rest(&i)) || islands.is_attached(first) {
            return false;
        }
        for i in islands.members_of(first) {
            self.corpora[i].stay(span);
        }
        true
    }

    /// Whether all bodies are at rest: then the pairs that touch stay as they are, too.
    pub(super) fn all_rest(&self) -> bool {
        let mut moving = self.corpora.iter().filter(|corpus| corpus.integrated);
        moving.all(Corpus::is_at_rest)
    }
}

impl Corpus {
    fn is_at_rest(&self) -> bool {
        let velocities = &self.y[self.layout().velocity()];
        let is_still = velocities.iter().all(|v| *v == 0.0);
        self.step.rests && is_still && self.may_rest() && !self.is_unsettled()
    }

    /// Leaves out an advance by `span` seconds.
    pub(super) fn stay(&mut self, span: f64) {
        let force = self.measured.recorder.ground_on(0);
        self.measured.account.add_impulse(0, &force, span);
    }

    /// Whether it is one free body on which nothing of its own acts.
    fn may_rest(&self) -> bool {
        let (contact, imposed) = (&self.contact, &self.imposed);
        self.model.bodies() == 1
            && self.model.root() == Root::Free
            && imposed.pull.is_none()
            && imposed.pushes.is_empty()
            && contact.sunk.is_none()
            && !contact.sticky.contains(&true)
    }

    /// Whether something bears it, and its motion in the advance of `span` seconds that ends now was rounding.
    pub(super) fn has_come_to_rest(&self, span: f64) -> bool {
        let events = &self.step.events;
        let is_borne = events.acted || events.pushed;
        if !is_borne || !self.may_rest() || self.good.y.len() != self.y.len() {
            return false;
        }
        let span = span.max(SHORTEST);
        let layout = self.layout();
        // Positions are rounded by their distance from the origin.
        let position = vector(&self.y, layout.position().start);
        let size = self.step.scales.extent + position.norm();
        let moved = |of: std::ops::Range<usize>, size: f64| {
            let both = self.y[of.clone()].iter().zip(&self.good.y[of]);
            both.map(|(a, b)| (a - b).abs())
                .all(|x| x <= ROUNDING * size)
        };
        let moves = |y: &[f64], of: std::ops::Range<usize>, most: f64| {
            let ways = y[of].iter().map(|v| v.abs() * span);
            ways.fold(0.0, f64::max) <= most
        };
        // The forces of a step that stops a body are not those of rest.
        let stopped = |of: std::ops::Range<usize>, size: f64| {
            moves(&self.good.y, of.clone(), STOPPED * size) && moves(&self.y, of, ROUNDING * size)
        };
        moved(layout.position(), size)
            && moved(layout.orientation(), 1.0)
            && stopped(layout.v(), size)
            && stopped(layout.omega(), 1.0)
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
