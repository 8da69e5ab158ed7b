//! Reasons why triangles are not valid terrain.

use thiserror::Error;

/// Reason why triangles are not valid terrain.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum NoTerrain {
    /// All triangles face downwards.
    #[error(
        "none of its triangles faces upwards: seen from above, their corners must be in counter-clockwise order"
    )]
    UpsideDown,
    /// Fewer than two heights along an axis.
    #[error("its triangles that face upwards are less than one cell wide along x or y")]
    TooSmall,
    /// Heights are not spaced regularly along x (0) or y (1); the positions are in m.
    #[error(
        "its corners are not spaced regularly: one is at {} = {found:.6} m, expected {expected:.6} m",
        ["x", "y"][*.axis]
    )]
    Uneven {
        /// Axis: x is 0, y is 1.
        axis: usize,
        /// Position found.
        found: f64,
        /// Expected position.
        expected: f64,
    },
    /// Two heights at one position: a wall or an overhang.
    #[error("it has two heights at x = {:.6} m, y = {:.6} m", .at[0], .at[1])]
    Steep {
        /// The place (m).
        at: [f64; 2],
    },
    /// A position of the grid has no height.
    #[error("it has a hole at x = {:.6} m, y = {:.6} m", .at[0], .at[1])]
    Hole {
        /// The place (m).
        at: [f64; 2],
    },
    /// A triangle is not half of a cell of the grid.
    #[error("a triangle at x = {:.6} m, y = {:.6} m is not half of a cell of the grid", .at[0], .at[1])]
    Crossing {
        /// One of its corners (m).
        at: [f64; 2],
    },
    /// A height is infinite or not a number.
    #[error("a height is not a finite number")]
    NotFinite,
}
