//! Collision between bodies, of one figure or of two: the pairs that may collide, their contact forces, and the
//! friction state of touching pairs.

use super::broad_phase::can_move;
use super::pair_friction::PairFriction;
use super::rules::CollisionRules;
use crate::contact::CollisionLaw;
use crate::geometry::{Convex, Parts};
use crate::world::World;
use crate::world::corpus::Corpus;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Settings of collisions between bodies.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct CollisionSettings {
    /// Whether bodies collide.
    pub on: bool,
    /// Whether they collide by impulses instead of springs.
    pub analysis: bool,
    /// Law of the springs.
    pub law: CollisionLaw,
}

impl Default for CollisionSettings {
    fn default() -> Self {
        CollisionSettings {
            on: true,
            analysis: false,
            law: CollisionLaw::default(),
        }
    }
}

/// A body of a corpus in the world, by its number in the figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct BodyOf {
    /// Number of the corpus in the world.
    pub corpus: usize,
    /// Number of the body in its figure.
    pub body: usize,
}

/// Two bodies that may collide.
pub type Colliding = [BodyOf; 2];

/// Collision shape of a body: convex solids in its own frame, and their common measures.
#[derive(Clone, Debug, Default)]
pub(in crate::world) struct Solids {
    pub parts: Parts,
    /// Largest distance from the body's origin (m).
    pub radius: f64,
    /// Thickness of the thinnest solid (m).
    pub thickness: f64,
}

impl Corpus {
    /// Stores the collision shape of a body, by its number in the figure.
    pub fn set_solids(&mut self, body: usize, all: Vec<Convex>) {
        if self.shapes.solids.len() <= body {
            self.shapes.solids.resize_with(body + 1, Solids::default);
        }
        self.shapes.solids[body] = Solids {
            radius: all.iter().map(Convex::radius).fold(0.0, f64::max),
            thickness: all
                .iter()
                .map(Convex::thickness)
                .fold(f64::INFINITY, f64::min),
            parts: Parts::new(all),
        };
    }

    /// Whether the collision shape of a body is stored, by its number in the figure.
    #[must_use]
    pub fn has_solids(&self, body: usize) -> bool {
        self.shapes
            .solids
            .get(body)
            .is_some_and(|of| !of.parts.all().is_empty())
    }
}

impl World {
    /// Changes which bodies collide.
    pub fn change_collisions(&mut self, change: impl FnOnce(&mut CollisionRules, &[Corpus])) {
        change(Arc::make_mut(&mut self.interactions.rules), &self.corpora);
        self.interactions.islands.forget_pairs();
        let (rules, corpora) = (&self.interactions.rules, &self.corpora);
        let grips = &mut self.interactions.grips;
        grips.retain(|(pair, _)| rules.collide(pair, |pair| is_linked(corpora, pair)));
        self.begin_collisions();
        self.state_changed();
    }

    /// Lets bodies part slowly that are deep in each other: where collisions begin, they are as if they were placed there.
    fn begin_collisions(&mut self) {
        for corpus in &mut self.corpora {
            corpus.contact.placed_among = true;
        }
    }

    /// Enables or disables all collisions.
    pub fn set_colliding(&mut self, on: bool) {
        self.interactions.collision.on = on;
        self.begin_collisions();
    }

    /// Sets whether impulses replace the springs between bodies.
    pub fn set_impulsive(&mut self, on: bool) {
        self.interactions.collision.analysis = on;
        self.begin_collisions();
    }

    /// Returns which bodies collide.
    #[must_use]
    pub fn collision_rules(&self) -> &CollisionRules {
        &self.interactions.rules
    }

    /// Returns the number of pairs of bodies that may collide.
    #[must_use]
    pub fn colliding_pairs(&self) -> usize {
        let bodies = self.interactions.rules.bodies();
        let collide = |pair: &Colliding| self.may_collide(pair);
        let all = bodies.iter().enumerate();
        let counts = all.map(|(i, &a)| {
            bodies[i + 1..]
                .iter()
                .filter(|b| collide(&[a, **b]))
                .count()
        });
        counts.sum()
    }

    /// Whether two bodies, in order, may collide.
    fn may_collide(&self, pair: &Colliding) -> bool {
        let moves = |of: &BodyOf| {
            let corpus = self.corpora.get(of.corpus);
            corpus.is_some_and(|c| c.number_of(of.body).is_some_and(|body| can_move(c, body)))
        };
        let is_linked = |pair: &Colliding| is_linked(&self.corpora, pair);
        pair.iter().any(moves) && self.interactions.rules.collide(pair, is_linked)
    }

    /// Returns the friction state of two bodies, if they touch.
    #[must_use]
    pub fn grip_of(&self, pair: Colliding) -> Option<PairFriction> {
        let grips = &self.interactions.grips;
        let place = grips.binary_search_by_key(&in_order(pair), |(pair, _)| *pair);
        place.ok().and_then(|i| grips.get(i)).map(|grip| grip.1)
    }
}

/// Whether a joint connects two bodies.
#[must_use]
pub fn is_linked(corpora: &[Corpus], [a, b]: &Colliding) -> bool {
    let Some(corpus) = corpora.get(a.corpus).filter(|_| a.corpus == b.corpus) else {
        return false;
    };
    let (Some(one), Some(two)) = (corpus.number_of(a.body), corpus.number_of(b.body)) else {
        return false;
    };
    let hangs = |child, on| corpus.carrier(child) == Some(on);
    hangs(one, two) || hangs(two, one)
}

pub(super) fn in_order([a, b]: Colliding) -> Colliding {
    if b < a { [b, a] } else { [a, b] }
}
