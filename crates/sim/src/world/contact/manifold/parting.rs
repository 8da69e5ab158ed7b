//! Bodies that start deep in each other.

use super::*;

impl Manifolds {
    /// Lets bodies part that started deep in each other; in order.
    pub fn part(&mut self, partings: &[(Colliding, Parting)]) {
        if partings.is_empty() {
            return;
        }
        for candidate in &mut self.candidates {
            let found = partings.binary_search_by_key(&candidate.pair, |(pair, _)| *pair);
            candidate.parting = found.ok().map(|i| partings[i].1);
        }
    }

    /// Returns the pairs of which one body was placed since the last advance so deep in the other that springs would throw them apart,
    /// and by how much too deep (m). They keep the depth at which springs carry the lighter one.
    pub fn placed_deep(&mut self, corpora: &[Corpus], law: &Ground) -> Vec<(Colliding, f64)> {
        self.active = 0..self.candidates.len();
        self.list_bodies();
        let placed = |spot: &PairBody| corpora[spot.corpus].contact.placed_among;
        for candidate in &mut self.candidates {
            candidate.parting = None;
        }
        self.look(corpora, Stage::Look);
        let mut found: Vec<(Colliding, f64)> = vec![];
        for touched in &self.touched {
            let of = &self.candidates[touched.candidate];
            let (law, depth) = (of.law(law), touched.contact.depth);
            if depth <= law.depth_pressing(DEEP) || !of.spots.iter().any(placed) {
                continue;
            }
            let left = law.depth_bearing(4);
            match found.last_mut().filter(|(pair, _)| *pair == of.pair) {
                Some((_, deepest)) => *deepest = deepest.max(depth - left),
                None => found.push((of.pair, depth - left)),
            }
        }
        self.active = 0..0;
        found
    }
}
