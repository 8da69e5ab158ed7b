//! Merges the vertices of separate triangles to one surface.

use std::collections::{BTreeMap, HashMap};

use nalgebra::Vector3;

use super::Mesh;

/// Builds a mesh with equal vertices (the same three numbers) merged, in the order of their first use. Omits triangles that
/// then have fewer than three different corners: each of their edges occurs in both directions, so the surface does not open.
///
/// Returns the mesh and the number of omitted triangles.
pub(super) fn weld(triangles: impl Iterator<Item = [Vector3<f64>; 3]>) -> (Mesh, usize) {
    let mut mesh = Mesh::default();
    // Used for lookup only, never iterated.
    let mut seen = HashMap::new();
    let mut left_out = 0;
    for corners in triangles {
        let triangle = corners.map(|corner| {
            // Adding zero makes -0 and 0 equal.
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

/// Merges vertices of a mesh that are within `tolerance` of an earlier one. Returns the mesh, the number of merged vertices,
/// and the number of omitted triangles, which then had fewer than three different corners.
pub(super) fn weld_near(mesh: &Mesh, tolerance: f64) -> (Mesh, usize, usize) {
    // Cells so large that most vertices are well inside one, and few need a search beyond it.
    let cell = 16.0 * tolerance;
    let low = mesh
        .bounds()
        .map_or_else(Vector3::zeros, |(low, _)| low.add_scalar(-tolerance));
    let cell_of = |x: f64, axis: usize| ((x - low[axis]) / cell) as i64;
    let mut cells: BTreeMap<[i64; 3], Vec<u32>> = BTreeMap::new();
    let mut welded = Mesh::default();
    let mut number = Vec::with_capacity(mesh.vertices.len());
    for vertex in &mesh.vertices {
        let range = |axis: usize| {
            cell_of(vertex[axis] - tolerance, axis)..=cell_of(vertex[axis] + tolerance, axis)
        };
        let mut near = None;
        for x in range(0) {
            for y in range(1) {
                for z in range(2) {
                    let there = cells.get(&[x, y, z]).into_iter().flatten();
                    let within =
                        |&&one: &&u32| (welded.vertices[one as usize] - vertex).norm() <= tolerance;
                    near = near.into_iter().chain(there.filter(within).copied()).min();
                }
            }
        }
        number.push(near.unwrap_or_else(|| {
            let new = welded.vertices.len() as u32;
            let cell = [0, 1, 2].map(|axis| cell_of(vertex[axis], axis));
            cells.entry(cell).or_default().push(new);
            welded.vertices.push(*vertex);
            new
        }));
    }
    for corners in &mesh.triangles {
        let [a, b, c] = corners.map(|corner| number[corner as usize]);
        if a != b && b != c && c != a {
            welded.triangles.push([a, b, c]);
        }
    }
    let joined = mesh.vertices.len() - welded.vertices.len();
    let left_out = mesh.triangles.len() - welded.triangles.len();
    (welded, joined, left_out)
}
