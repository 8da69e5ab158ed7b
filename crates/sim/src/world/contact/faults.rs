//! Collisions that the laws cannot follow: overlaps through half a body, and impacts whose law would add energy.

use super::pairs::{BodyOf, Colliding};
use crate::world::World;
use crate::world::corpus::Corpus;
use crate::world::step_events::Stage;

/// An overlap of two bodies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DeepOverlap {
    /// The bodies.
    pub pair: Colliding,
    /// Depth (m).
    pub depth: f64,
    /// Thickness of the thinner body (m).
    pub thickness: f64,
    /// Time (s).
    pub time: f64,
}

impl DeepOverlap {
    /// Returns the depth as a part of the thinner body.
    #[must_use]
    pub fn part(&self) -> f64 {
        self.depth / self.thickness
    }
}

/// Energy that Newton's law of impact would have added, and that the impact did not add.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Prevented {
    /// The bodies that approached fastest.
    pub pair: Colliding,
    /// The energy (J).
    pub energy: f64,
    /// Time (s).
    pub time: f64,
}

/// The worst of these since it was last asked for. No part of the state: nothing depends on it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CollisionFaults {
    /// The overlap that is deepest as a part of the thinner body.
    pub deepest: Option<DeepOverlap>,
    /// The impact whose law would have added most energy.
    pub prevented: Option<Prevented>,
}

impl CollisionFaults {
    pub(in crate::world) fn overlaps(&mut self, found: DeepOverlap) {
        if self.deepest.is_none_or(|worst| found.part() > worst.part()) {
            self.deepest = Some(found);
        }
    }

    pub(in crate::world) fn prevents(&mut self, found: Prevented) {
        if self
            .prevented
            .is_none_or(|worst| found.energy > worst.energy)
        {
            self.prevented = Some(found);
        }
    }
}

impl World {
    /// Returns the worst collisions since the last call.
    pub fn take_collision_faults(&mut self) -> CollisionFaults {
        std::mem::take(&mut self.interactions.islands.faults)
    }

    /// Returns the names of two bodies: `figure.body` where there are several figures.
    #[must_use]
    pub fn names_of(&self, pair: &Colliding) -> [String; 2] {
        let name = |of: &BodyOf| {
            let corpus = self.corpora.get(of.corpus)?;
            let name = corpus.names.get(corpus.number_of(of.body)?)?;
            Some(match self.corpora.len() {
                1 => name.clone(),
                _ => format!("{}.{name}", corpus.name),
            })
        };
        pair.each_ref().map(|of| name(of).unwrap_or_default())
    }

    /// Returns the energy (J) that collisions have added to all figures.
    #[must_use]
    pub fn work_of_collisions(&self) -> f64 {
        let moving = self.corpora.iter().filter(|corpus| corpus.integrated);
        let works = moving.map(|corpus| corpus.account().works.collisions);
        works.sum()
    }

    /// Returns [`World::work_of_collisions`], and the energy stored now in the springs
    /// between bodies that overlap; infinite while bodies that started deep in each other part.
    #[must_use]
    pub fn energy_of_collisions(&mut self) -> [f64; 2] {
        let added = self.work_of_collisions();
        let collision = &self.interactions.collision;
        if !collision.on || collision.analysis || self.interactions.rules.is_empty() {
            return [added, 0.0];
        }
        // Surfaces that part lift what rests on them.
        if !self.interactions.partings.is_empty() {
            return [added, f64::INFINITY];
        }
        self.corpora.iter_mut().for_each(Corpus::place);
        let mut touching = self.manifolds_now();
        touching.look(&self.corpora, Stage::Look);
        let law = collision.law.as_ground(&self.ground);
        [added, touching.stored(&law)]
    }
}
