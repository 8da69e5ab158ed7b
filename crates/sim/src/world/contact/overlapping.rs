//! Overlaps of bodies that may collide.

use super::pairs::{BodyOf, Colliding};
use crate::geometry::{Memory, Overlap, Pose};
use crate::world::World;
use crate::world::corpus::Corpus;

/// Depth of an overlap that counts as touching, as a part of the thinner body.
const TOUCHING: f64 = 1e-3;

impl World {
    /// Returns those of some pairs of bodies that overlap at the present state, with the depth of each (m), the deepest first.
    #[must_use]
    pub fn overlapping(&self, pairs: &[Colliding]) -> Vec<(Colliding, f64)> {
        let mut overlap = Overlap::default();
        let mut poses: Vec<Option<Vec<Pose>>> = vec![None; self.corpora.len()];
        let mut found = vec![];
        for pair in pairs {
            let mut place = |of: &BodyOf| {
                let corpus = self.corpora.get(of.corpus)?;
                let poses = poses.get_mut(of.corpus)?;
                let poses = poses.get_or_insert_with(|| corpus.places());
                Some((
                    corpus.shapes.solids.get(of.body)?,
                    *poses.get(corpus.number_of(of.body)?)?,
                ))
            };
            let [Some((one, a)), Some((two, b))] = pair.each_ref().map(&mut place) else {
                continue;
            };
            let reach = one.radius + two.radius;
            if (a.position - b.position).norm_squared() > reach * reach {
                continue;
            }
            let mut depth: f64 = 0.0;
            one.parts.each_pair(&a, &two.parts, &b, |i, j| {
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

impl Corpus {
    fn places(&self) -> Vec<Pose> {
        let poses = self.poses().into_iter();
        let places = poses.map(|(rotation, position)| Pose { rotation, position });
        places.collect()
    }
}
