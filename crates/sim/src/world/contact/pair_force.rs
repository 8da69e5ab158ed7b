//! Current contact forces between bodies, point by point.

use super::broad_phase::BroadPhase;
use super::manifold::Manifolds;
use super::pairs::Colliding;
use crate::world::World;
use crate::world::step_events::Stage;
use nalgebra::Vector3;

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

impl World {
    /// Returns the points at which bodies of all corpora touch, by the law of the springs, at the states last
    /// [observed](World::observe); if collision is by impulses, the forces are zero. Empty if collision is switched off.
    #[must_use]
    pub fn touches(&self) -> &[TouchForce] {
        let touches = &self.interactions.touches;
        touches.get_or_init(|| self.find_touches())
    }

    fn find_touches(&self) -> Vec<TouchForce> {
        if !self.interactions.collision.on || self.interactions.rules.is_empty() {
            return vec![];
        }
        let by_impulses = self.interactions.collision.analysis;
        let mut touching = self.manifolds_now();
        touching.look(&self.corpora, Stage::Look);
        let law = self.interactions.collision.law.as_ground(&self.ground);
        let of = touching.touched().iter().map(|touched| {
            let contact = touching.contact(touched, &law, 0.0);
            TouchForce {
                bodies: contact.spots.map(|spot| (spot.corpus, spot.body)),
                point: contact.point,
                depth: touched.contact.depth,
                normal: touched.contact.normal,
                force: match by_impulses {
                    true => Vector3::zeros(),
                    false => contact.force.force,
                },
            }
        });
        of.collect()
    }

    /// Returns the pairs that may touch at the states in the workspaces, all in one island.
    pub(super) fn manifolds_now(&self) -> Manifolds {
        let mut near = BroadPhase::default();
        let rules = &self.interactions.rules;
        let found = near.find(&self.corpora, rules, (0.0, &self.gravity.vector()));
        let found: Vec<(usize, Colliding)> = found.iter().map(|pair| (0, *pair)).collect();
        let mut manifolds = Manifolds::default();
        let known = (&*self.interactions.grips, &*self.interactions.searches);
        let scale = self.ground.scale;
        let member = |corpus: usize| self.corpora[corpus].integrated.then_some(corpus);
        manifolds.gather(&found, &self.corpora, member, known, scale);
        manifolds.part(&self.interactions.partings);
        manifolds.set_time(self.time);
        manifolds.activate(0);
        manifolds
    }
}
