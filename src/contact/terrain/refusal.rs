//! Reasons why triangles are not valid terrain.

use std::fmt;

/// Reason why triangles are not valid terrain.
#[derive(Clone, Debug, PartialEq)]
pub enum NoTerrain {
    /// Fewer than two heights along an axis.
    TooSmall,
    /// Heights are not spaced regularly along x (0) or y (1); the positions are in m.
    Uneven {
        /// Axis: x is 0, y is 1.
        axis: usize,
        /// Position found.
        found: f64,
        /// Expected position.
        expected: f64,
    },
    /// Two heights at one position: a wall or an overhang.
    Steep {
        /// The place (m).
        at: [f64; 2],
    },
    /// A position of the grid has no height.
    Hole {
        /// The place (m).
        at: [f64; 2],
    },
    /// A triangle is not half of a cell of the grid.
    Crossing {
        /// One of its corners (m).
        at: [f64; 2],
    },
    /// A height is infinite or not a number.
    NotFinite,
}

impl fmt::Display for NoTerrain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoTerrain::TooSmall => {
                write!(
                    f,
                    "its triangles that face upwards are less than one cell wide along x or y"
                )
            }
            NoTerrain::Uneven {
                axis,
                found,
                expected,
            } => {
                let axis = ["x", "y"][*axis];
                write!(
                    f,
                    "its corners are not spaced regularly: one is at {axis} = {found:.6} m, expected {expected:.6} m"
                )
            }
            NoTerrain::Steep { at: [x, y] } => {
                write!(f, "it has two heights at x = {x:.6} m, y = {y:.6} m")
            }
            NoTerrain::Hole { at: [x, y] } => {
                write!(f, "it has a hole at x = {x:.6} m, y = {y:.6} m")
            }
            NoTerrain::Crossing { at: [x, y] } => write!(
                f,
                "a triangle at x = {x:.6} m, y = {y:.6} m is not half of a cell of the grid"
            ),
            NoTerrain::NotFinite => write!(f, "a height is not a finite number"),
        }
    }
}
