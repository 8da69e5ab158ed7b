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
            let point = self.vertices[vertex];
            return Err(MeshError::NotFinite { vertex, point });
        }
        self.check_indices()?;
        self.check_edges()?;

        // A volume within the rounding of a flat surface counts as zero.
        let volume = self.signed_volume();
        if volume.abs() <= 64.0 * f64::EPSILON * self.size() * self.area() {
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
        let mut edges: Vec<_> = self.edges().collect();
        edges.sort_unstable();

        // Edges with each fault: their number, and the ends of the first.
        let [mut open, mut crowded, mut disagreeing] = [(0, None); 3];
        for uses in edges.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)) {
            let forward = uses.iter().filter(|(.., forward)| *forward).count();
            let (count, first) = match uses {
                _ if 2 * forward == uses.len() => continue,
                [_] => &mut open,
                [_, _] => &mut disagreeing,
                _ => &mut crowded,
            };
            *count += 1;
            *first = first.or(uses.first());
        }

        let told = |(edges, first): (usize, Option<&(u32, u32, u32, bool)>)| {
            let (a, b, ..) = first?;
            Some((edges, [a, b].map(|end| self.vertices[*end as usize])))
        };
        match (told(open), told(crowded), told(disagreeing)) {
            (Some((edges, first)), ..) => Err(MeshError::Open { edges, first }),
            (_, Some((edges, first)), _) => Err(MeshError::Crowded { edges, first }),
            (.., Some((edges, first))) => Err(MeshError::Disagreeing { edges, first }),
            _ => Ok(()),
        }
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
