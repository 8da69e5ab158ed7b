//! Pairs of bodies that may touch within an advance, by their bounding spheres and the largest possible motion.

use super::pairs::Colliding;
use crate::world::corpus::Corpus;
use corpus_dynamics::Root;
use nalgebra::Vector3;

/// Largest factor by which a body's speed may grow within an advance.
const FASTER: f64 = 2.0;

/// Part of both radii that is added to the distance moved.
const MARGIN: f64 = 0.1;

/// Whether a body of a corpus can be moved by a force.
pub(in crate::world) fn can_move(corpus: &Corpus, body: usize) -> bool {
    corpus.integrated && !(body == 0 && corpus.model.root() == Root::Fixed)
}

/// Finds the numbers of the pairs that may touch within `span` seconds, from the current states of the corpora.
pub(in crate::world) fn find_candidates(
    corpora: &mut [Corpus],
    pairs: &[Colliding],
    (span, gravity): (f64, &Vector3<f64>),
    found: &mut Vec<u32>,
) {
    found.clear();
    let mut fastest: f64 = 0.0;
    for corpus in corpora.iter_mut() {
        corpus.place();
        if !corpus.integrated {
            continue;
        }
        for (number, solids) in corpus.shapes.solids.iter().enumerate() {
            if let Some(body) = corpus.number_of(number) {
                let turning = corpus.step.workspace.angular_velocity(body).norm();
                let speed = corpus.step.workspace.linear_velocity(body).norm();
                fastest = fastest.max(speed + turning * solids.radius);
            }
        }
    }
    let way = 2.0 * span * (FASTER * fastest + gravity.norm() * span);
    for (number, pair) in pairs.iter().enumerate() {
        let place = |of: &super::BodyOf| {
            let corpus = corpora.get(of.corpus)?;
            let (body, solids) = (
                corpus.number_of(of.body)?,
                corpus.shapes.solids.get(of.body)?,
            );
            let moves = can_move(corpus, body);
            Some((
                corpus.step.workspace.world_position(body),
                solids.radius,
                moves,
            ))
        };
        let (Some((p, r, moves)), Some((q, s, other))) = (place(&pair[0]), place(&pair[1])) else {
            continue;
        };
        let reach = (r + s) * (1.0 + MARGIN) + way;
        if (moves || other) && (p - q).norm_squared() <= reach * reach {
            found.push(number as u32);
        }
    }
}
