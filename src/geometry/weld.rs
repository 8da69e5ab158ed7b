//! Loose triangles to one surface.

use std::collections::BTreeMap;

use nalgebra::Vector3;

use super::Mesh;

/// Builds a mesh whose equal vertices (the same three numbers) are one, in the order of their first use. Triangles that have
/// no three different corners then are left out: each of their edges runs both ways, so the surface does not open.
///
/// Returns the mesh and how many triangles were left out.
pub(super) fn weld(triangles: impl Iterator<Item = [Vector3<f64>; 3]>) -> (Mesh, usize) {
    let mut mesh = Mesh::default();
    let mut seen = BTreeMap::new();
    let mut left_out = 0;
    for corners in triangles {
        let triangle = corners.map(|corner| {
            // Adding zero makes -0 and 0 the same.
            let key = <[f64; 3]>::from(corner).map(|x| (x + 0.0).to_bits());
            *seen.entry(key).or_insert_with(|| {
                mesh.vertices.push(corner);
                mesh.vertices.len() as u32 - 1
            })
        });
        let [a, b, c] = triangle;
        if a == b || b == c || c == a {
            left_out += 1;
        } else {
            mesh.triangles.push(triangle);
        }
    }
    (mesh, left_out)
}
