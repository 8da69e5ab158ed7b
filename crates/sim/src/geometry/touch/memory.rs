//! What a search for a contact leaves for the next one.

use super::convex::Convex;
use nalgebra::Vector3;
use serde::{Deserialize, Serialize};

/// What a search leaves for the next one of the same pair: it saves work.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Memory {
    /// What the direction is.
    pub kind: MemoryKind,
    /// A direction out of the first, in its axes.
    pub direction: [f64; 3],
    /// The numbers of the corners of both at the nearest facet of their difference; the first where a search has arrived.
    pub corners: [[u32; 2]; 3],
}

impl Memory {
    /// Whether it may belong to two solids: a file may say anything.
    #[must_use]
    pub fn fits(&self, a: &Convex, b: &Convex) -> bool {
        let mut corners = self.corners.iter();
        let counts = [a, b].map(|of| of.corners() as u32);
        let length = Vector3::from(self.direction).norm_squared();
        (length - 1.0).abs() < 1e-6 && corners.all(|[i, j]| *i < counts[0] && *j < counts[1])
    }
}

/// What is remembered of a pair.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MemoryKind {
    /// Nothing.
    #[default]
    None,
    /// A direction that separates.
    Apart,
    /// That of the least smoothed depth.
    Overlapping,
}
