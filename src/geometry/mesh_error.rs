//! Errors of a mesh.

use std::fmt;

use nalgebra::Vector3;

/// Reason why a mesh is not the surface of a solid.
#[derive(Clone, Debug, PartialEq)]
pub enum MeshError {
    /// There is no triangle.
    Empty,
    /// A coordinate is NaN, or too large for the integrals (1e30).
    NotFinite {
        /// Index of the vertex.
        vertex: usize,
        /// The vertex.
        point: Vector3<f64>,
    },
    /// A triangle refers to a vertex that does not exist.
    NoSuchVertex {
        /// Index of the triangle.
        triangle: usize,
        /// Index of that vertex.
        vertex: u32,
        /// Number of vertices.
        count: usize,
    },
    /// A triangle refers to one vertex twice.
    RepeatedCorner {
        /// Index of the triangle.
        triangle: usize,
    },
    /// Open edges, which belong to one triangle only: there is a hole.
    Open {
        /// Number of such edges.
        edges: usize,
        /// Ends of the first one.
        first: [Vector3<f64>; 2],
    },
    /// Edges that belong to more than two triangles, and are used more often in one direction than in the other.
    Crowded {
        /// Number of such edges.
        edges: usize,
        /// Ends of the first one.
        first: [Vector3<f64>; 2],
    },
    /// The orientations of some neighbours are inconsistent.
    Disagreeing {
        /// Number of edges between such neighbours.
        edges: usize,
        /// Ends of the first one.
        first: [Vector3<f64>; 2],
    },
    /// Every triangle is clockwise seen from outside.
    InsideOut {
        /// The signed volume.
        volume: f64,
    },
    /// The surface is closed but flat.
    NoVolume,
}

impl fmt::Display for MeshError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let point = |p: &Vector3<f64>| format!("({} {} {})", p.x, p.y, p.z);
        let edge = |[a, b]: &[Vector3<f64>; 2]| format!("from {} to {}", point(a), point(b));
        let s = |count: &usize| if *count == 1 { "" } else { "s" };
        match self {
            MeshError::Empty => write!(formatter, "the mesh has no triangles"),
            MeshError::NotFinite {
                vertex,
                point: place,
            } => write!(
                formatter,
                "vertex {} is {}, not a valid point",
                vertex + 1,
                point(place)
            ),
            MeshError::NoSuchVertex {
                triangle,
                vertex,
                count,
            } => write!(
                formatter,
                "triangle {} refers to vertex {}, but there are only {count}",
                triangle + 1,
                u64::from(*vertex) + 1
            ),
            MeshError::RepeatedCorner { triangle } => {
                write!(formatter, "triangle {} uses one vertex twice", triangle + 1)
            }
            MeshError::Open { edges, first } => write!(
                formatter,
                "the mesh is not closed: {edges} edge{} with a triangle on one side only, the first {}",
                s(edges),
                edge(first)
            ),
            MeshError::Crowded { edges, first } => write!(
                formatter,
                "the mesh is not closed: {edges} edge{} where several triangles meet without pairing up in opposite directions, the first {}",
                s(edges),
                edge(first)
            ),
            MeshError::Disagreeing { edges, first } => write!(
                formatter,
                "neighbouring triangles disagree on which side is outside: {edges} edge{} between such neighbours, the first {}",
                s(edges),
                edge(first)
            ),
            MeshError::InsideOut { volume } => write!(
                formatter,
                "the mesh is inside out: its triangles are clockwise from outside (volume {volume:e})"
            ),
            MeshError::NoVolume => write!(formatter, "the mesh encloses no volume"),
        }
    }
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

impl std::error::Error for MeshError {}
