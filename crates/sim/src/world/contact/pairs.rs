//! Pairs of bodies, of one figure or of two: what may collide, and where two touch.

use crate::contact::{CollisionLaw, ConeLaw, ImpactRule};
use crate::world::corpus::Corpus;
use nalgebra::Vector3;
use serde::{Deserialize, Serialize};

/// How bodies act on each other where they touch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ContactMethod {
    /// By springs.
    #[default]
    Springs,
    /// By impulses that separate them at once.
    Impulses,
    /// As rigid bodies, by forces that a step finds.
    Rigid,
}

/// Settings of collisions between bodies.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct CollisionSettings {
    /// Whether bodies collide.
    pub on: bool,
    /// How they act on each other.
    pub method: ContactMethod,
    /// How they bounce, on rigid ground too.
    pub impact: ImpactRule,
    /// How friction is bounded where they are rigid, on rigid ground too.
    pub cones: ConeLaw,
    /// Whether rigid contact has displaced the integration `auto`, and no line has named a method since.
    #[serde(default)]
    pub displaced: bool,
    /// Law of the springs.
    pub law: CollisionLaw,
}

impl Default for CollisionSettings {
    fn default() -> Self {
        CollisionSettings {
            on: true,
            method: ContactMethod::Springs,
            impact: ImpactRule::default(),
            cones: ConeLaw::default(),
            displaced: false,
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

/// A point at which two bodies touch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TouchForce {
    /// Corpus number of each, and number of the body in its model.
    pub bodies: [(usize, usize); 2],
    /// Contact point (m, world).
    pub point: Vector3<f64>,
    /// Depth of the overlap at the point (m).
    pub depth: f64,
    /// Unit normal from the second body to the first (world).
    pub normal: Vector3<f64>,
    /// Force on the first (N, world); the opposite force acts on the second.
    pub force: Vector3<f64>,
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
