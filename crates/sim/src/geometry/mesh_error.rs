//! Errors of a mesh.

use nalgebra::Vector3;
use thiserror::Error;

/// Reason why a mesh is not the surface of a solid.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum MeshError {
    /// There is no triangle.
    #[error("the mesh has no triangles")]
    Empty,
    /// A coordinate is NaN, or too large for the integrals (1e30).
    #[error("vertex {} is {}, not a valid point", .vertex + 1, shown(.point))]
    NotFinite {
        /// Index of the vertex.
        vertex: usize,
        /// The vertex.
        point: Vector3<f64>,
    },
    /// A triangle refers to a vertex that does not exist.
    #[error("triangle {} refers to vertex {}, but there are only {count}", .triangle + 1, u64::from(*.vertex) + 1)]
    NoSuchVertex {
        /// Index of the triangle.
        triangle: usize,
        /// Index of that vertex.
        vertex: u32,
        /// Number of vertices.
        count: usize,
    },
    /// A triangle refers to one vertex twice.
    #[error("triangle {} uses one vertex twice", .triangle + 1)]
    RepeatedCorner {
        /// Index of the triangle.
        triangle: usize,
    },
    /// Open edges, which belong to one triangle only: there is a hole.
    #[error("the mesh is not closed: {}", told(.edges, "with a triangle on one side only", .first))]
    Open {
        /// Number of such edges.
        edges: usize,
        /// Ends of the first one.
        first: [Vector3<f64>; 2],
    },
    /// Edges that belong to more than two triangles, and are used more often in one direction than in the other.
    #[error(
        "the mesh is not closed: {}",
        told(.edges, "where several triangles meet without pairing up in opposite directions", .first)
    )]
    Crowded {
        /// Number of such edges.
        edges: usize,
        /// Ends of the first one.
        first: [Vector3<f64>; 2],
    },
    /// The orientations of some neighbours are inconsistent.
    #[error("neighbouring triangles disagree on which side is outside: {}", told(.edges, "between such neighbours", .first))]
    Disagreeing {
        /// Number of edges between such neighbours.
        edges: usize,
        /// Ends of the first one.
        first: [Vector3<f64>; 2],
    },
    /// Every triangle is clockwise seen from outside.
    #[error("the mesh is inside out: its triangles are clockwise from outside (volume {volume:e})")]
    InsideOut {
        /// The signed volume.
        volume: f64,
    },
    /// The surface is closed but flat.
    #[error("the mesh encloses no volume")]
    NoVolume,
}

fn shown(p: &Vector3<f64>) -> String {
    let number = |x: f64| match x == 0.0 || !x.is_finite() || (1e-9..1e9).contains(&x.abs()) {
        true => x.to_string(),
        false => format!("{x:e}"),
    };
    format!("({} {} {})", number(p.x), number(p.y), number(p.z))
}

/// Formats the number of edges with a property, and the first of them.
fn told(edges: &usize, which: &str, [a, b]: &[Vector3<f64>; 2]) -> String {
    let s = if *edges == 1 { "" } else { "s" };
    let (a, b) = (shown(a), shown(b));
    format!("{edges} edge{s} {which}, the first from {a} to {b}")
}

impl MeshError {
    /// Whether the edges are the fault, so that the surface could be closed.
    #[must_use]
    pub fn is_open(&self) -> bool {
        matches!(
            self,
            MeshError::Open { .. } | MeshError::Crowded { .. } | MeshError::Disagreeing { .. }
        )
    }
}
