//! Overlaps of linked bodies that may collide.

use super::{BodyOf, Colliding};
use crate::geometry::{Overlap, Pose};
use crate::world::World;
use crate::world::corpus::Corpus;

/// Depth of an overlap, as a part of the thinner body, that is too deep for the springs.
const DEEP: f64 = 0.1;

/// Exponent of the springs' force that is too large for the steps of a run: the force is twenty thousand times that of the spring's
/// constant.
const STRONG: f64 = 10.0;

impl World {
    /// Returns the pairs of a body and the one that carries it that may collide and overlap deeply at the present state, with the
    /// depth of each (m).
    #[must_use]
    pub fn overlapping_links(&self) -> Vec<(Colliding, f64)> {
        if !self.interactions.collision.on {
            return vec![];
        }
        let mut overlap = Overlap::default();
        let mut found = vec![];
        for pair in &self.interactions.colliding {
            let Some((corpus, bodies)) = self.linked(pair) else {
                continue;
            };
            let poses: Vec<_> = corpus.poses();
            let [Some(a), Some(b)] = bodies.map(|body| {
                let (rotation, position) = *poses.get(body)?;
                Some(Pose { rotation, position })
            }) else {
                continue;
            };
            let [Some(one), Some(two)] = pair.map(|of| corpus.shapes.solids.get(of.body)) else {
                continue;
            };
            let mut depth: f64 = 0.0;
            for (one, two) in one
                .all
                .iter()
                .flat_map(|one| two.all.iter().map(move |two| (one, two)))
            {
                overlap.find((one, &a), (two, &b), &mut None, |meeting| {
                    depth = depth.max(meeting.depth);
                });
            }
            let law = &self.interactions.collision.law;
            let exponent = law.eb * depth.min(law.largest_depth);
            let part = depth / one.thickness.min(two.thickness);
            if depth > 0.0 && (part > DEEP || exponent > STRONG) {
                found.push((*pair, depth));
            }
        }
        found
    }

    /// Returns the figure of two bodies and their numbers in it, if one carries the other.
    fn linked(&self, [one, two]: &Colliding) -> Option<(&Corpus, [usize; 2])> {
        let corpus = self.corpora.get(one.corpus)?;
        let number = |of: &BodyOf| corpus.number_of(of.body);
        let (a, b) = (number(one)?, number(two)?);
        let carries = |carrier, body| corpus.carrier(body) == Some(carrier);
        let are_linked = one.corpus == two.corpus && (carries(a, b) || carries(b, a));
        are_linked.then_some((corpus, [a, b]))
    }
}
