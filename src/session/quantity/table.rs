//! The table of quantities, assembled from its chapters.

use super::attachments::ATTACHMENTS;
use super::bodies::BODY;
use super::energies;
use super::entry::Quantity;
use super::joints::JOINT;
use super::wholes::{CORPUS, GAIT, NEURON, WORLD};

const CHAPTERS: &[&[Quantity]] = &[
    BODY,
    JOINT,
    energies::CORPUS,
    CORPUS,
    GAIT,
    WORLD,
    ATTACHMENTS,
    energies::WORLD,
    NEURON,
];
const COUNT: usize = BODY.len()
    + JOINT.len()
    + energies::CORPUS.len()
    + CORPUS.len()
    + GAIT.len()
    + WORLD.len()
    + ATTACHMENTS.len()
    + energies::WORLD.len()
    + NEURON.len();

static ALL: [Quantity; COUNT] = join();

/// All quantities that expressions can read; used by lookup, help, completion and documents.
pub static QUANTITIES: &[Quantity] = &ALL;

const fn join() -> [Quantity; COUNT] {
    let mut all = [BODY[0]; COUNT];
    let (mut chapter, mut filled) = (0, 0);
    while chapter < CHAPTERS.len() {
        let mut i = 0;
        while i < CHAPTERS[chapter].len() {
            all[filled] = CHAPTERS[chapter][i];
            filled += 1;
            i += 1;
        }
        chapter += 1;
    }
    all
}
