//! Solids of revolution.

use std::f64::consts::TAU;

use nalgebra::Vector3;

use super::Mesh;

/// Returns the surface swept by a profile round the z axis, in `segments` equal steps.
///
/// The profile is a list of `(radius, z)` from the bottom of the axis to its top; exactly its ends have radius zero.
pub(super) fn revolve(profile: &[(f64, f64)], segments: u32) -> Mesh {
    let [(_, bottom), rings @ .., (_, top)] = profile else {
        return Mesh::default();
    };
    let mut vertices = vec![Vector3::new(0.0, 0.0, *bottom)];
    for (radius, z) in rings {
        vertices.extend((0..segments).map(|j| {
            let (sin, cos) = libm::sincos(TAU * f64::from(j) / f64::from(segments));
            Vector3::new(radius * cos, radius * sin, *z)
        }));
    }
    vertices.push(Vector3::new(0.0, 0.0, *top));

    // Vertex 0 is the bottom, the last is the top, and ring i begins at 1 + i * segments.
    let last = vertices.len() as u32 - 1;
    let ring_count = rings.len() as u32;
    let mut triangles = Vec::new();
    for j in 0..segments {
        let k = (j + 1) % segments;
        triangles.push([0, 1 + k, 1 + j]);
        for ring in 1..ring_count {
            let (low, high) = (1 + (ring - 1) * segments, 1 + ring * segments);
            triangles.push([low + j, low + k, high + k]);
            triangles.push([low + j, high + k, high + j]);
        }
        let high = 1 + (ring_count - 1) * segments;
        triangles.push([high + j, high + k, last]);
    }
    Mesh {
        vertices,
        triangles,
    }
}
