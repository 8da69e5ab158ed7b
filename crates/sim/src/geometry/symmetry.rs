//! Mirror images of meshes, and detection of symmetric meshes.

use nalgebra::{Matrix3, Vector3};
use std::collections::BTreeMap;

use super::Mesh;

/// Largest distance of corners that count as the same, as a part of the mesh's size: the rounding of a sine.
const SAME_PLACE: f64 = 1e-12;

/// Largest difference of directions that count as the same: the rounding of the normal of a small triangle.
const SAME_DIRECTION: f64 = 1e-9;

/// Returns the point with the sign of one coordinate (0, 1 or 2) changed; zero stays positive.
pub fn mirrored(point: &Vector3<f64>, axis: usize) -> Vector3<f64> {
    let mut image = *point;
    image[axis] = 0.0 - image[axis];
    image
}

/// Returns M A M, where M changes the sign of one coordinate; zeros stay positive.
pub fn mirrored_matrix(matrix: &Matrix3<f64>, axis: usize) -> Matrix3<f64> {
    let mut image = *matrix;
    for other in (0..3).filter(|i| *i != axis) {
        for place in [(axis, other), (other, axis)] {
            image[place] = 0.0 - image[place];
        }
    }
    image
}

/// Whether the points are their own mirror image as a set, up to rounding.
pub fn are_symmetric(points: &[Vector3<f64>], axis: usize) -> bool {
    let places = Places::of(points);
    let is_there = |p: &Vector3<f64>| places.find(&mirrored(p, axis)).is_some();
    points.iter().all(is_there)
}

impl Mesh {
    /// Returns the mirror image: the sign of one coordinate changed, faces reversed so that they stay counter-clockwise from
    /// outside.
    pub fn mirrored(&self, axis: usize) -> Mesh {
        let mut signs = Vector3::repeat(1.0);
        signs[axis] = -1.0;
        let mut mesh = self.transform(&Matrix3::from_diagonal(&signs), &Vector3::zeros());
        for (image, vertex) in mesh.vertices.iter_mut().zip(&self.vertices) {
            *image = mirrored(vertex, axis);
        }
        mesh
    }

    /// Whether it is its own mirror image, up to rounding and to the triangulation of flat faces. Always false for a mesh with
    /// duplicate vertices.
    ///
    /// A facet is the union of connected triangles in one plane; its border consists of the edges whose two triangles have
    /// different normals. The borders with their normals define the solid.
    pub fn is_symmetric(&self, axis: usize) -> bool {
        let mut normals = BTreeMap::new();
        for (triangle, [a, b, c]) in self.triangles.iter().zip(self.faces()) {
            let Some(normal) = (b - a).cross(&(c - a)).try_normalize(0.0) else {
                return false;
            };
            let [a, b, c] = *triangle;
            for edge in [(a, b), (b, c), (c, a)] {
                normals.insert(edge, normal);
            }
        }
        let places = Places::of(&self.vertices);
        let image = |vertex: u32| places.find(&mirrored(&self.vertices[vertex as usize], axis));
        let is_same = |a: &Vector3<f64>, b: &Vector3<f64>| (a - b).norm() < SAME_DIRECTION;
        normals.iter().all(|(&(from, to), normal)| {
            let across = normals.get(&(to, from));
            if across.is_some_and(|across| is_same(across, normal)) {
                return true;
            }
            let (Some(from), Some(to)) = (image(from), image(to)) else {
                return false;
            };
            // In the mirror image, a facet has the opposite orientation.
            let there = normals.get(&(to, from));
            there.is_some_and(|there| is_same(there, &mirrored(normal, axis)))
        })
    }
}

/// Points sorted by their distance along a direction in which hardly two are equal, so that few must be examined.
struct Places<'a> {
    points: &'a [Vector3<f64>],
    /// Distance and index, ascending.
    order: Vec<(f64, u32)>,
    tolerance: f64,
}

impl<'a> Places<'a> {
    const ALONG: Vector3<f64> = Vector3::new(0.537, 0.371, 0.757);

    fn of(points: &'a [Vector3<f64>]) -> Self {
        let mut order: Vec<(f64, u32)> = (0u32..)
            .zip(points)
            .map(|(i, p)| (Self::ALONG.dot(p), i))
            .collect();
        order.sort_by(|a, b| a.0.total_cmp(&b.0));
        let size = points.iter().map(Vector3::amax).fold(0.0, f64::max);
        Places {
            points,
            order,
            tolerance: SAME_PLACE * size,
        }
    }

    /// Finds the index of a point at a position.
    fn find(&self, place: &Vector3<f64>) -> Option<u32> {
        let along = Self::ALONG.dot(place);
        let first = self
            .order
            .partition_point(|(at, _)| *at < along - 2.0 * self.tolerance);
        self.order[first..]
            .iter()
            .take_while(|(at, _)| *at <= along + 2.0 * self.tolerance)
            .find(|(_, i)| (self.points[*i as usize] - place).amax() <= self.tolerance)
            .map(|(_, i)| *i)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Shape, contact_points, mass_properties};
    use super::*;

    /// Makes a ramp along x: high where x is large.
    fn wedge() -> Mesh {
        let corners = [
            [0.0, 0.0, 0.0],
            [1.0, 0.0, 0.0],
            [1.0, 0.0, 1.0],
            [0.0, 2.0, 0.0],
            [1.0, 2.0, 0.0],
            [1.0, 2.0, 1.0],
        ];
        Mesh {
            vertices: corners.map(Vector3::from).to_vec(),
            triangles: vec![
                [0, 1, 2],
                [3, 5, 4],
                [0, 3, 4],
                [0, 4, 1],
                [1, 4, 5],
                [1, 5, 2],
                [0, 2, 5],
                [0, 5, 3],
            ],
        }
    }

    #[test]
    fn built_in_shapes_are_their_own_mirror_images() {
        for shape in Shape::ALL {
            for axis in 0..3 {
                let upright = shape != Shape::Cone || axis != 2;
                assert_eq!(shape.mesh().is_symmetric(axis), upright, "{shape:?} {axis}");
            }
        }
    }

    #[test]
    fn a_wedge_is_its_own_mirror_image_across_its_middle_only() {
        let wedge = wedge();
        assert_eq!(wedge.check(), Ok(()));
        let across = wedge.transform(&Matrix3::identity(), &Vector3::new(0.0, -1.0, 0.0));
        assert_eq!(
            [0, 1, 2].map(|a| across.is_symmetric(a)),
            [false, true, false]
        );
        assert!(!wedge.is_symmetric(1), "off the middle");
    }

    /// The sides of the cube have different diagonals on the left and on the right.
    #[test]
    fn diagonals_matter_where_a_side_is_bent_only() {
        let mut cube = Shape::Cube.mesh();
        for corner in [0, 1] {
            cube.vertices[corner].z *= 1.3;
        }
        assert!(cube.is_symmetric(0));
        for corner in [0, 1] {
            cube.vertices[corner].x *= 1.3;
        }
        assert_eq!(cube.check(), Ok(()));
        assert!(are_symmetric(&cube.vertices, 0));
        assert!(!cube.is_symmetric(0));
    }

    #[test]
    fn the_mirror_image_weighs_the_same_the_other_way_round() {
        let wedge = wedge();
        for axis in 0..3 {
            let image = wedge.mirrored(axis);
            assert_eq!(image.check(), Ok(()));
            assert_eq!(image.mirrored(axis), wedge);
            let (a, b) = (mass_properties(&wedge), mass_properties(&image));
            let mut m = Matrix3::identity();
            m[(axis, axis)] = -1.0;
            assert!((a.volume - b.volume).abs() < 1e-15);
            assert!((m * a.centre - b.centre).norm() < 1e-15);
            assert!((m * a.inertia * m - b.inertia).norm() < 1e-15);
        }
    }

    #[test]
    fn sets_of_points() {
        let points = contact_points(&wedge());
        assert!(!are_symmetric(&points, 0));
        let middle: Vec<_> = points.iter().map(|p| p - Vector3::y()).collect();
        assert!(are_symmetric(&middle, 1));
        assert!(are_symmetric(&[], 1));
    }

    #[test]
    fn zero_stays_without_a_sign() {
        let image = mirrored(&Vector3::new(0.0, -0.0, 2.0), 0);
        assert!(image.x.is_sign_positive());
    }
}
