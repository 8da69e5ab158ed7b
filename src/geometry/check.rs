//! Checks whether a mesh is the surface of a solid.

use nalgebra::Vector3;

use super::{Mesh, MeshError};

/// Largest coordinate: the integrals multiply up to five coordinates, and would overflow beyond it.
const FARTHEST: f64 = 1e30;

impl Mesh {
    /// Checks whether this is the surface of a solid: finite, closed (each edge is used equally often in both directions),
    /// outward and with a volume. Separate parts, parts that share an edge, and hollows are valid: the integrals over a volume
    /// become integrals over its surface wherever the edges cancel.
    ///
    /// # Errors
    /// The first fault, in the order of [`MeshError`].
    pub fn check(&self) -> Result<(), MeshError> {
        if self.triangles.is_empty() {
            return Err(MeshError::Empty);
        }
        let within = |vertex: &Vector3<f64>| vertex.iter().all(|x| x.abs() <= FARTHEST);
        if let Some(vertex) = self.vertices.iter().position(|vertex| !within(vertex)) {
            return Err(MeshError::NotFinite {
                vertex,
                point: self.vertices[vertex],
            });
        }
        self.check_indices()?;
        self.check_edges()?;

        // A volume within the rounding of a flat surface counts as zero.
        let volume = self.signed_volume();
        let size = self.bounds().map_or(0.0, |(low, high)| (high - low).norm());
        if volume.abs() <= 64.0 * f64::EPSILON * size * self.area() {
            return Err(MeshError::NoVolume);
        }
        if volume < 0.0 {
            return Err(MeshError::InsideOut { volume });
        }
        Ok(())
    }

    fn check_indices(&self) -> Result<(), MeshError> {
        let count = self.vertices.len();
        for (triangle, corners) in self.triangles.iter().enumerate() {
            if let Some(&vertex) = corners.iter().find(|&&vertex| vertex as usize >= count) {
                return Err(MeshError::NoSuchVertex {
                    triangle,
                    vertex,
                    count,
                });
            }
            let [a, b, c] = corners;
            if a == b || b == c || c == a {
                return Err(MeshError::RepeatedCorner { triangle });
            }
        }
        Ok(())
    }

    /// Checks all edges: sorts them, so that those with the same ends are adjacent.
    fn check_edges(&self) -> Result<(), MeshError> {
        let mut edges: Vec<(u32, u32, bool)> = self
            .triangles
            .iter()
            .flat_map(|&[a, b, c]| [(a, b), (b, c), (c, a)])
            .map(|(from, to)| (from.min(to), from.max(to), from < to))
            .collect();
        edges.sort_unstable();

        let same_ends = |a: &(u32, u32, bool), b: &(u32, u32, bool)| (a.0, a.1) == (b.0, b.1);
        let mut open = Wrong::default();
        let mut crowded = Wrong::default();
        let mut disagreeing = Wrong::default();
        for uses in edges.chunk_by(same_ends) {
            let forward = uses.iter().filter(|(_, _, forward)| *forward).count();
            match uses {
                _ if 2 * forward == uses.len() => {}
                [(a, b, _)] => open.add(*a, *b),
                [(a, b, _), _] => disagreeing.add(*a, *b),
                [(a, b, _), ..] => crowded.add(*a, *b),
                [] => {}
            }
        }

        if let Some((edges, first)) = open.told(self) {
            return Err(MeshError::Open { edges, first });
        }
        if let Some((edges, first)) = crowded.told(self) {
            return Err(MeshError::Crowded { edges, first });
        }
        if let Some((edges, first)) = disagreeing.told(self) {
            return Err(MeshError::Disagreeing { edges, first });
        }
        Ok(())
    }
}

/// Edges with one fault: their number, and the first.
#[derive(Default)]
struct Wrong {
    count: usize,
    first: Option<[u32; 2]>,
}

impl Wrong {
    fn add(&mut self, a: u32, b: u32) {
        self.count += 1;
        self.first.get_or_insert([a, b]);
    }

    fn told(&self, mesh: &Mesh) -> Option<(usize, [Vector3<f64>; 2])> {
        let ends = self.first?;
        Some((self.count, ends.map(|end| mesh.vertices[end as usize])))
    }
}

#[cfg(test)]
mod tests {
    use super::super::Shape;
    use super::*;

    #[test]
    fn a_hole_is_told_by_its_edges() {
        let mut mesh = Shape::Cube.mesh();
        mesh.triangles.pop();
        let error = mesh.check().unwrap_err();
        let MeshError::Open { edges, first } = error.clone() else {
            panic!("{error}");
        };
        assert_eq!(edges, 3);
        assert!(first.iter().all(|point| mesh.vertices.contains(point)));
        assert!(
            error.to_string().starts_with(
                "the mesh is not closed: 3 edges with a triangle on one side only, the first from ("
            ),
            "{error}"
        );
    }

    #[test]
    fn a_turned_triangle_is_told() {
        let mut mesh = Shape::Cube.mesh();
        mesh.triangles[4].swap(0, 1);
        assert!(matches!(
            mesh.check(),
            Err(MeshError::Disagreeing { edges: 3, .. })
        ));
    }

    #[test]
    fn a_doubled_triangle_is_told() {
        let mut mesh = Shape::Cube.mesh();
        mesh.triangles.push(mesh.triangles[0]);
        assert!(matches!(
            mesh.check(),
            Err(MeshError::Crowded { edges: 3, .. })
        ));
    }

    #[test]
    fn solids_that_share_an_edge_are_one_solid() {
        let mut mesh = Shape::Cube.mesh();
        let beside = mesh.transform(&nalgebra::Matrix3::identity(), &Vector3::new(1.0, 1.0, 0.0));
        let first = mesh.vertices.len() as u32;
        // The two vertices of the second that are also vertices of the first.
        let same = |v: u32| {
            let at = beside.vertices[v as usize];
            let mut vertices = mesh.vertices.iter();
            vertices
                .position(|w| *w == at)
                .map_or(v + first, |w| w as u32)
        };
        let triangles: Vec<_> = beside.triangles.iter().map(|c| c.map(same)).collect();
        mesh.vertices.extend(beside.vertices.iter());
        mesh.triangles.extend(triangles);
        assert_eq!(mesh.check(), Ok(()));
        assert_eq!(mesh.signed_volume(), 2.0);
    }

    #[test]
    fn inside_out_is_told_and_turning_mends_it() {
        let mut mesh = Shape::Cube.mesh();
        mesh.turn();
        assert!(matches!(mesh.check(), Err(MeshError::InsideOut { volume }) if volume == -1.0));
        mesh.turn();
        assert_eq!(mesh.check(), Ok(()));
    }

    #[test]
    fn a_hollow_box_is_a_solid() {
        let mut mesh = Shape::Cube.mesh();
        let mut hollow = Shape::Cube.mesh();
        hollow.turn();
        let first = mesh.vertices.len() as u32;
        mesh.vertices
            .extend(hollow.vertices.iter().map(|vertex| vertex / 2.0));
        mesh.triangles.extend(
            hollow
                .triangles
                .iter()
                .map(|corners| corners.map(|vertex| vertex + first)),
        );
        assert_eq!(mesh.check(), Ok(()));
        assert_eq!(mesh.signed_volume(), 0.875);
    }

    #[test]
    fn the_other_faults_are_told() {
        let cube = Shape::Cube.mesh();
        assert_eq!(Mesh::default().check(), Err(MeshError::Empty));

        for bad in [f64::NAN, f64::INFINITY, 1e31] {
            let mut mesh = cube.clone();
            mesh.vertices[3].y = bad;
            assert!(matches!(
                mesh.check(),
                Err(MeshError::NotFinite { vertex: 3, .. })
            ));
        }

        let mut mesh = cube.clone();
        mesh.triangles[5][2] = 8;
        assert_eq!(
            mesh.check(),
            Err(MeshError::NoSuchVertex {
                triangle: 5,
                vertex: 8,
                count: 8
            })
        );

        let mut mesh = cube.clone();
        mesh.triangles[5][2] = mesh.triangles[5][1];
        assert_eq!(mesh.check(), Err(MeshError::RepeatedCorner { triangle: 5 }));

        let mut flat = cube;
        for vertex in &mut flat.vertices {
            vertex.z = 0.3 * vertex.x + 0.1 * vertex.y;
        }
        assert_eq!(flat.check(), Err(MeshError::NoVolume));
    }
}
