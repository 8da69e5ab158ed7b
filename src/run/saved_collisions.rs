//! Saves and loads colliding pairs; bodies are identified by name.

use crate::record::SavedWorld;
use crate::record::saved_world::{SavedBody, SavedColliding};
use crate::world::{BodyOf, Colliding, PairFriction, World};
use std::sync::Arc;

/// Returns the colliding pairs of a world for a file.
pub(crate) fn saved_colliding(world: &World) -> Vec<SavedColliding> {
    let name = |of: &BodyOf| {
        let corpus = world.corpora.get(of.corpus)?;
        Some(SavedBody {
            corpus: corpus.name.clone(),
            body: corpus.names.get(corpus.number_of(of.body)?)?.clone(),
        })
    };
    let pairs = world.colliding().iter().enumerate();
    let all = pairs.filter_map(|(number, pair)| {
        let [Some(a), Some(b)] = pair.each_ref().map(name) else {
            return None;
        };
        Some(SavedColliding {
            bodies: [a, b],
            grip: world.grip_of(number),
        })
    });
    all.collect()
}

/// Pairs in order, and the friction states by their numbers.
pub(crate) type Kept = (Arc<[Colliding]>, Arc<[(u32, PairFriction)]>);

/// Reads the pairs of a file, whose figures are those of the world, and the friction states by their numbers.
pub(crate) fn read_colliding(saved: &SavedWorld, world: &World) -> Kept {
    let body = |of: &SavedBody| {
        let corpus = world.corpora.iter().position(|c| c.name == of.corpus)?;
        let running = world.corpora.get(corpus)?;
        let number = running.names.iter().position(|name| *name == of.body)?;
        Some(BodyOf {
            corpus,
            body: *running.numbering.order.get(number)?,
        })
    };
    let mut all: Vec<(Colliding, Option<PairFriction>)> = vec![];
    for pair in &saved.colliding {
        if let [Some(a), Some(b)] = pair.bodies.each_ref().map(body)
            && a != b
        {
            let turned = b < a;
            all.push((
                if turned { [b, a] } else { [a, b] },
                pair.grip.filter(|_| !turned),
            ));
        }
    }
    all.sort_by_key(|(pair, _)| *pair);
    all.dedup_by_key(|(pair, _)| *pair);
    let grips = all.iter().enumerate();
    let grips = grips.filter_map(|(number, (_, grip))| Some((number as u32, (*grip)?)));
    let grips = grips.collect();
    (all.iter().map(|(pair, _)| *pair).collect(), grips)
}
