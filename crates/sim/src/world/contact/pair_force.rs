//! Current contact forces between bodies, point by point.

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
    /// Returns the points at which colliding bodies, of all corpora or one body of this one, touch now, by the law of the springs, at
    /// the states last [observed](World::observe). Empty if collision is switched off or by impulses, which act instantaneously.
    #[must_use]
    pub fn touch_forces(&self, corpus: Option<usize>) -> Vec<TouchForce> {
        if !self.interactions.collision.on || self.interactions.collision.analysis {
            return vec![];
        }
        let pairs: &[Colliding] = &self.interactions.colliding;
        let is_meant = |pair: &Colliding| {
            corpus.is_none_or(|number| pair.iter().any(|body| body.corpus == number))
        };
        let all = pairs.iter().zip(0..).filter(|(pair, _)| is_meant(pair));
        let all: Vec<u32> = all.map(|(_, number)| number).collect();
        if all.is_empty() {
            return vec![];
        }
        let moving = self.corpora.iter().enumerate();
        let members: Vec<usize> = moving
            .filter(|(_, c)| c.integrated)
            .map(|(i, _)| i)
            .collect();
        let mut touching = Manifolds::default();
        let scale = self.ground.scale;
        touching.gather(
            (&all, pairs),
            &self.corpora,
            &members,
            &self.interactions.grips,
            scale,
        );
        touching.look(&self.corpora, Stage::Look);
        let law = self.interactions.collision.law.as_ground(&self.ground);
        let of = touching.touched().iter().map(|touched| {
            let contact = touching.contact(&self.corpora, touched, &law, 0.0);
            TouchForce {
                bodies: contact.spots.map(|spot| (spot.corpus, spot.body)),
                point: contact.point,
                depth: touched.contact.depth,
                normal: touched.contact.normal,
                force: contact.force.force,
            }
        });
        of.collect()
    }
}
