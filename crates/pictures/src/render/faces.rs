//! Triangles with normals, for graphics programs: sharp edges stay sharp, round parts become smooth.

use super::surface::Surface;
use crate::scene::Mesh;
use std::collections::BTreeMap;

/// Triangles with normals, for graphics programs.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Faces {
    /// Corners (m).
    pub positions: Vec<[f32; 3]>,
    /// Unit normals, one for each position.
    pub normals: Vec<[f32; 3]>,
    /// Indices of positions, three for each triangle.
    pub indices: Vec<u32>,
}

impl Faces {
    /// Returns the triangles of a mesh that have an area, with the normals that the renderer uses.
    #[must_use]
    pub fn of(mesh: &Mesh) -> Self {
        let surface = Surface::new(mesh, 0.0);
        let mut faces = Faces::default();
        let mut known: BTreeMap<(u32, [i16; 3]), u32> = BTreeMap::new();
        for face in &surface.faces {
            let normals = face.smooth.unwrap_or([face.normal; 3]);
            for (corner, normal) in face.corners.into_iter().zip(normals) {
                let normal = [normal.x, normal.y, normal.z];
                let key = (corner, normal.map(|c| (c * 1e4).round() as i16));
                let next = faces.positions.len() as u32;
                let index = *known.entry(key).or_insert(next);
                if index == next {
                    let position = mesh.vertices.get(corner as usize);
                    faces.positions.push(position.copied().unwrap_or_default());
                    faces.normals.push(normal);
                }
                faces.indices.push(index);
            }
        }
        faces
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cube() -> Mesh {
        Mesh::cuboid([2.0; 3])
    }

    #[test]
    fn the_edges_of_a_cube_stay_sharp() {
        let faces = Faces::of(&cube());
        assert_eq!((faces.positions.len(), faces.indices.len()), (24, 36));
        for (position, normal) in faces.positions.iter().zip(&faces.normals) {
            let outwards: f32 = (0..3).map(|k| position[k] * normal[k]).sum();
            assert!((outwards - 1.0).abs() < 1e-6);
        }
    }

    #[test]
    fn triangles_without_area_or_corners_are_left_out() {
        let mut mesh = cube();
        mesh.triangles.extend([[0, 0, 1], [0, 1, 99]]);
        assert_eq!(Faces::of(&mesh).indices.len(), 36);
    }
}
