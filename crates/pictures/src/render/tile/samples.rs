//! Samples of a tile and their positions in their pixels.

use super::{SKY, TILE};

/// Positions of the samples within a pixel: the standard patterns of Direct3D 11.
pub(super) const PATTERN_8: [[f32; 2]; 8] = [
    [0.5625, 0.3125],
    [0.4375, 0.6875],
    [0.8125, 0.5625],
    [0.3125, 0.1875],
    [0.1875, 0.8125],
    [0.0625, 0.4375],
    [0.6875, 0.9375],
    [0.9375, 0.0625],
];
pub(super) const PATTERN_4: [[f32; 2]; 4] = [
    [0.375, 0.125],
    [0.875, 0.375],
    [0.125, 0.625],
    [0.625, 0.875],
];

/// Samples of the current tile, one plane of TILE x TILE for each position in the pattern.
pub(in crate::render) struct Samples {
    pub(super) depths: Vec<f32>,
    pub(super) owners: Vec<u32>,
}

impl Samples {
    /// Returns the owner of the first sample of each pixel of a row, and whether another sample has a different owner (any bit
    /// set). Plane by plane, so that the compiler vectorises it.
    #[inline(always)]
    pub(super) fn owners(&self, count: usize, y: usize) -> ([u32; TILE], [u32; TILE]) {
        let mut first = [SKY; TILE];
        let mut others = [0; TILE];
        let planes = self.owners.chunks_exact(TILE * TILE).take(count);
        for (s, plane) in planes.enumerate() {
            let row = &plane[y * TILE..][..TILE];
            if s == 0 {
                first.copy_from_slice(row);
            }
            for (other, (owner, first)) in others.iter_mut().zip(row.iter().zip(&first)) {
                *other |= owner ^ first;
            }
        }
        (first, others)
    }

    /// Returns the largest depth of a pixel's samples: the nearest one.
    pub(super) fn nearest(&self, count: usize, index: usize) -> f32 {
        let depths = self.depths.iter().skip(index).step_by(TILE * TILE);
        depths.take(count).fold(0.0, |a, z| a.max(*z))
    }
}
