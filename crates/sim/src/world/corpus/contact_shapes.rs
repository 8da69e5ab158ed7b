//! The parts of a corpus that may touch the ground or another body.

use super::super::collision::Solids;
use super::super::contacts::{Contacts, Round};
use corpus_dynamics::Boxes;
use nalgebra::Vector3;

/// The parts of a corpus that may touch the ground or another body.
#[derive(Clone, Debug, Default)]
pub(in crate::world) struct ContactShapes {
    /// Corners that may touch the ground, in the axes of the dynamics (m).
    pub points: Vec<Vector3<f64>>,
    /// Round parts that may touch the ground.
    pub rounds: Vec<Round>,
    /// Contact shape of each body: its ranges of these lists.
    pub contacts: Vec<Contacts>,
    /// Boxes about all that each body may touch with.
    pub boxes: Boxes,
    /// Collision shape of each body, by its number in the figure; empty if none was stored.
    pub solids: Vec<Solids>,
}

impl ContactShapes {
    /// Creates the shapes of that many bodies, which touch nothing yet.
    pub(in crate::world) fn new(bodies: usize) -> Self {
        ContactShapes {
            contacts: vec![Contacts::default(); bodies],
            ..ContactShapes::default()
        }
    }
}
