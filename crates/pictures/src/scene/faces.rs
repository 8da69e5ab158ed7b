//! Meshes with normals: sharp edges stay sharp, round parts become smooth.

use super::Mesh;
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

fn minus(a: [f32; 3], b: [f32; 3]) -> [f32; 3] {
    std::array::from_fn(|k| a[k] - b[k])
}

fn dot(a: [f32; 3], b: [f32; 3]) -> f32 {
    (0..3).map(|k| a[k] * b[k]).sum()
}

/// Normalises a vector; none if it has no direction.
fn unit(v: [f32; 3]) -> Option<[f32; 3]> {
    let length = dot(v, v).sqrt();
    (length > 0.0 && length.is_finite()).then(|| v.map(|c| c / length))
}

impl Faces {
    /// Returns the triangles of a mesh that have an area; `smooth` is the cosine of the largest angle between faces with a common
    /// normal.
    pub fn of(mesh: &Mesh, smooth: f32) -> Self {
        let corner = |i: u32| mesh.vertices.get(i as usize).copied();
        let whole = mesh.triangles.iter().filter_map(|t| {
            let [a, b, c] = [corner(t[0])?, corner(t[1])?, corner(t[2])?];
            let (u, v) = (minus(b, a), minus(c, a));
            let across = [
                u[1] * v[2] - u[2] * v[1],
                u[2] * v[0] - u[0] * v[2],
                u[0] * v[1] - u[1] * v[0],
            ];
            // Scaled first: the squared area of a small face underflows 32 bits.
            let largest = across.iter().fold(0.0f32, |most, c| most.max(c.abs()));
            let area =
                largest * dot(across.map(|c| c / largest), across.map(|c| c / largest)).sqrt();
            Some((*t, unit(across.map(|c| c / largest))?, area))
        });
        let triangles: Vec<([u32; 3], [f32; 3], f32)> = whole.collect();
        let most = triangles.iter().fold(0.0f32, |most, t| most.max(t.2));
        let mut around: Vec<Vec<([f32; 3], f32)>> = vec![vec![]; mesh.vertices.len()];
        for (corners, normal, area) in &triangles {
            for i in corners {
                if let Some(normals) = around.get_mut(*i as usize) {
                    normals.push((*normal, area / most));
                }
            }
        }
        let mut faces = Faces::default();
        let mut known: BTreeMap<(u32, [i16; 3]), u32> = BTreeMap::new();
        for (corners, own, _) in triangles {
            for i in corners {
                let near = around.get(i as usize).into_iter().flatten();
                let near = near.filter(|(n, _)| dot(*n, own) >= smooth);
                // Weighted by area, so that large flat faces between rounded edges stay flat.
                let sum = near.fold([0.0; 3], |sum: [f32; 3], (n, area)| {
                    std::array::from_fn(|k| sum[k] + area * n[k])
                });
                let normal = unit(sum).unwrap_or(own);
                let key = (i, normal.map(|c| (c * 1e4).round() as i16));
                let next = faces.positions.len() as u32;
                let index = *known.entry(key).or_insert(next);
                if index == next {
                    faces.positions.push(corner(i).unwrap_or_default());
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
        let faces = Faces::of(&cube(), 0.766);
        assert_eq!((faces.positions.len(), faces.indices.len()), (24, 36));
        for (position, normal) in faces.positions.iter().zip(&faces.normals) {
            assert!((dot(*position, *normal) - 1.0).abs() < 1e-6, "outwards");
        }
    }

    #[test]
    fn triangles_without_area_or_corners_are_left_out() {
        let mut mesh = cube();
        mesh.triangles.extend([[0, 0, 1], [0, 1, 99]]);
        assert_eq!(Faces::of(&mesh, 0.766).indices.len(), 36);
    }
}
