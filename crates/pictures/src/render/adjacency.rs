//! Neighbouring triangles of a mesh at edges and corners, independent of vertex indices.

/// The topology of triangles over merged corners.
pub(super) struct Adjacency {
    /// For side k of face f, from corner k to the next: the face on the other side; `None` at a hole or if more than two faces
    /// meet.
    pub across: Vec<[Option<u32>; 3]>,
    /// Faces around merged corner c: `around[starts[c]..starts[c + 1]]`, ascending.
    starts: Vec<u32>,
    around: Vec<u32>,
}

/// Gives corners at the same position the same number: STL files repeat them for every triangle.
pub(super) fn weld(vertices: &[[f32; 3]]) -> Vec<u32> {
    // Adding zero makes both zeros equal.
    let key = |i: u32| vertices[i as usize].map(|c| c + 0.0);
    let compare = |a: &u32, b: &u32| {
        let (a, b) = (key(*a), key(*b));
        (0..3).fold(std::cmp::Ordering::Equal, |order, k| {
            order.then(a[k].total_cmp(&b[k]))
        })
    };
    let mut order: Vec<u32> = (0..vertices.len() as u32).collect();
    order.sort_by(|a, b| compare(a, b).then(a.cmp(b)));
    let mut welded = vec![0; vertices.len()];
    for group in order.chunk_by(|a, b| compare(a, b).is_eq()) {
        for i in group {
            welded[*i as usize] = group[0];
        }
    }
    welded
}

impl Adjacency {
    /// Computes the topology of `faces` over corners numbered below `corners`.
    pub fn new(faces: &[[u32; 3]], corners: usize) -> Adjacency {
        let mut starts = vec![0u32; corners + 1];
        for c in faces.iter().flatten() {
            starts[*c as usize + 1] += 1;
        }
        for c in 0..corners {
            starts[c + 1] += starts[c];
        }
        let mut next = starts.clone();
        let mut around = vec![0; 3 * faces.len()];
        for (f, face) in faces.iter().enumerate() {
            for c in face {
                around[next[*c as usize] as usize] = f as u32;
                next[*c as usize] += 1;
            }
        }
        let mut sides: Vec<(u32, u32, usize, usize)> = Vec::with_capacity(3 * faces.len());
        for (f, face) in faces.iter().enumerate() {
            for k in 0..3 {
                let (a, b) = (face[k], face[(k + 1) % 3]);
                sides.push((a.min(b), a.max(b), f, k));
            }
        }
        sides.sort_unstable();
        let mut across = vec![[None; 3]; faces.len()];
        for edge in sides.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)) {
            if let [(_, _, f, i), (_, _, g, j)] = *edge {
                // Faces with consistent orientations have their common edge in opposite directions.
                if faces[f][i] != faces[g][j] {
                    across[f][i] = Some(g as u32);
                    across[g][j] = Some(f as u32);
                }
            }
        }
        Adjacency {
            across,
            starts,
            around,
        }
    }

    /// Returns the faces at merged corner `c`.
    pub fn at_corner(&self, c: u32) -> &[u32] {
        let c = c as usize;
        &self.around[self.starts[c] as usize..self.starts[c + 1] as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::Mesh;

    #[test]
    fn every_side_of_a_box_has_a_neighbour_even_when_corners_repeat() {
        let mesh = Mesh::cuboid([1.0, 2.0, 0.0 + 3.0]);
        let soup: Vec<[f32; 3]> = mesh
            .triangles
            .iter()
            .flatten()
            .map(|i| mesh.vertices[*i as usize])
            .collect();
        let welded = weld(&soup);
        let faces: Vec<[u32; 3]> = welded.chunks(3).map(|c| [c[0], c[1], c[2]]).collect();
        let adjacency = Adjacency::new(&faces, soup.len());
        for (f, sides) in adjacency.across.iter().enumerate() {
            for side in sides {
                let g = side.unwrap() as usize;
                assert!(adjacency.across[g].contains(&Some(f as u32)));
            }
        }
        let corner = adjacency.at_corner(faces[0][0]);
        assert!(corner.contains(&0) && (4..=5).contains(&corner.len()) || corner.len() == 6);
    }

    #[test]
    fn holes_and_folds_have_no_neighbour() {
        let adjacency = Adjacency::new(&[[0, 1, 2], [0, 1, 3], [1, 2, 4]], 5);
        assert_eq!(
            adjacency.across[0],
            [None, None, None],
            "both neighbours run the same way"
        );
    }
}
