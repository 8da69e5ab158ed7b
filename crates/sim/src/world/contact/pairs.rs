//! Collision between bodies, of one figure or of two: the pairs that may collide, their contact forces, and the
//! friction state of touching pairs.

use super::pair_friction::PairFriction;
use crate::contact::CollisionLaw;
use crate::geometry::{Convex, Parts};
use crate::world::World;
use crate::world::corpus::Corpus;
use serde::{Deserialize, Serialize};

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
    /// Enables collision of two bodies. Returns whether it was disabled.
    pub fn collide(&mut self, pair: Colliding) -> bool {
        let pair = in_order(pair);
        match self.interactions.colliding.binary_search(&pair) {
            Ok(_) => false,
            Err(place) => {
                self.interactions.colliding.insert(place, pair);
                self.forget_grips();
                self.state_changed();
                true
            }
        }
    }

    /// Disables collision of two bodies. Returns whether it was enabled.
    pub fn pass_through(&mut self, pair: Colliding) -> bool {
        match self.interactions.colliding.binary_search(&in_order(pair)) {
            Ok(place) => {
                self.interactions.colliding.remove(place);
                self.forget_grips();
                self.state_changed();
                true
            }
            Err(_) => false,
        }
    }

    /// Returns the pairs of bodies that may collide, in order.
    #[must_use]
    pub fn colliding(&self) -> &[Colliding] {
        &self.interactions.colliding
    }

    /// Returns the friction state of the pair of that number, if it touches.
    #[must_use]
    pub fn grip_of(&self, number: usize) -> Option<PairFriction> {
        let place = self
            .interactions
            .grips
            .binary_search_by_key(&(number as u32), |g| g.0);
        place
            .ok()
            .and_then(|i| self.interactions.grips.get(i))
            .map(|g| g.1)
    }

    /// Discards the friction states: they refer to pairs by number, and the numbers have changed.
    fn forget_grips(&mut self) {
        self.interactions.grips.clear();
    }
}

fn in_order([a, b]: Colliding) -> Colliding {
    if b < a { [b, a] } else { [a, b] }
}
