//! Overlaps of bodies that may collide.

use super::broad_phase::BroadPhase;
use super::manifold::DEEP;
use super::pairs::{BodyOf, Colliding};
use super::rules::CollisionRules;
use crate::geometry::{Memory, Overlap};
use crate::world::World;
use crate::world::corpus::Corpus;
use nalgebra::Vector3;

/// Depth of an overlap that counts as touching, as a part of the thinner body.
const TOUCHING: f64 = 1e-3;

impl World {
    /// Returns the pairs of which one body was placed since the last advance, or which collide only since then, so deep in each other
    /// that their springs would throw them apart, with the depth of each (m), the deepest first.
    #[must_use]
    pub fn placed_deep(&self) -> Vec<(Colliding, f64)> {
        let placed = |of: &BodyOf| self.corpora[of.corpus].contact.placed_among;
        if !self
            .corpora
            .iter()
            .any(|corpus| corpus.contact.placed_among)
        {
            return vec![];
        }
        let law = self.interactions.collision.law.as_ground(&self.ground);
        let radius = |of: &BodyOf| {
            let solids = &self.corpora[of.corpus].shapes.solids;
            solids.get(of.body).map_or(f64::INFINITY, |of| of.radius)
        };
        let most = |pair: &Colliding| {
            let extent = radius(&pair[0]).min(radius(&pair[1]));
            law.fitted_to(extent).depth_pressing(DEEP)
        };
        let mut found = self.overlapping(&self.interactions.rules);
        found.retain(|(pair, depth)| pair.iter().any(placed) && *depth > most(pair));
        found
    }

    /// Returns the pairs of bodies that may collide by some rules and overlap at the present state, with the depth of each (m), the
    /// deepest first.
    #[must_use]
    pub fn overlapping(&self, rules: &CollisionRules) -> Vec<(Colliding, f64)> {
        let mut corpora = self.corpora.clone();
        corpora.iter_mut().for_each(Corpus::place);
        let mut near = BroadPhase::default();
        let mut overlap = Overlap::default();
        let mut found = vec![];
        for pair in near.find(&corpora, rules, (0.0, &Vector3::zeros())) {
            let place = |of: &BodyOf| {
                let corpus = corpora.get(of.corpus)?;
                let body = corpus.number_of(of.body)?;
                Some((corpus.shapes.solids.get(of.body)?, corpus.pose_of(body)))
            };
            let [Some((one, a)), Some((two, b))] = pair.each_ref().map(place) else {
                continue;
            };
            let reach = one.radius + two.radius;
            if (a.position - b.position).norm_squared() > reach * reach {
                continue;
            }
            let mut depth: f64 = 0.0;
            one.parts.each_pair(&a, &two.parts, &b, 0.0, |i, j| {
                let solids = (&one.parts.all()[i], &two.parts.all()[j]);
                let memory = &mut Memory::default();
                overlap.find((solids.0, &a), (solids.1, &b), memory, |contact| {
                    depth = depth.max(contact.depth);
                });
            });
            if depth > TOUCHING * one.thickness.min(two.thickness) {
                found.push((*pair, depth));
            }
        }
        found.sort_by(|(_, a), (_, b)| b.total_cmp(a));
        found
    }
}
