//! A surface of triangles.

use nalgebra::{Matrix3, Vector3};

/// A surface of triangles, counter-clockwise seen from outside.
///
/// Not every value is a closed polyhedron: see [`Mesh::check`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mesh {
    /// Corners.
    pub vertices: Vec<Vector3<f64>>,
    /// Triangles: three indices into `vertices` each.
    pub triangles: Vec<[u32; 3]>,
}

impl Mesh {
    /// Returns the corners of triangle `index`.
    ///
    /// # Panics
    /// If the index, or one in the triangle, is out of range; never on a mesh that passed [`Mesh::check`].
    pub fn corners(&self, index: usize) -> [Vector3<f64>; 3] {
        self.triangles[index].map(|vertex| self.vertices[vertex as usize])
    }

    /// Returns the corners of every triangle, in order.
    ///
    /// # Panics
    /// As [`Mesh::corners`].
    pub fn faces(&self) -> impl Iterator<Item = [Vector3<f64>; 3]> + '_ {
        (0..self.triangles.len()).map(|index| self.corners(index))
    }

    /// Returns the lowest and highest coordinate along each axis; `None` without vertices.
    pub fn bounds(&self) -> Option<(Vector3<f64>, Vector3<f64>)> {
        bounds(&self.vertices)
    }

    /// Returns the length of the diagonal of its bounding box; 0 without vertices.
    pub fn size(&self) -> f64 {
        self.bounds().map_or(0.0, |(low, high)| (high - low).norm())
    }

    /// Returns the centre of its bounding box; the origin without vertices.
    pub fn middle(&self) -> Vector3<f64> {
        let bounds = self.bounds();
        bounds.map_or_else(Vector3::zeros, |(low, high)| (low + high) / 2.0)
    }

    /// Returns the edges of every triangle: the lower and the higher end, the triangle, and whether they are in its direction.
    pub(super) fn edges(&self) -> impl Iterator<Item = (u32, u32, u32, bool)> {
        (0..)
            .zip(&self.triangles)
            .flat_map(|(triangle, &[a, b, c])| {
                let sides = [(a, b), (b, c), (c, a)];
                sides.map(|(from, to)| (from.min(to), from.max(to), triangle, from < to))
            })
    }

    /// Returns the mesh under `x -> matrix x + translation`. A mirroring matrix (determinant below zero) also reverses the
    /// triangles, so that they stay counter-clockwise from outside; a singular one leaves no volume.
    pub fn transform(&self, matrix: &Matrix3<f64>, translation: &Vector3<f64>) -> Mesh {
        let vertices = self.vertices.iter();
        let mut mesh = Mesh {
            vertices: vertices.map(|v| matrix * v + translation).collect(),
            triangles: self.triangles.clone(),
        };
        if matrix.determinant() < 0.0 {
            mesh.turn();
        }
        mesh
    }

    /// Reverses every triangle, so that inside becomes outside.
    pub fn turn(&mut self) {
        self.triangles.iter_mut().for_each(turn);
    }

    /// Returns the volume by signed tetrahedra from the first vertex to each triangle; negative if the mesh is inside out,
    /// meaningless if it is open.
    ///
    /// # Panics
    /// As [`Mesh::corners`].
    pub fn signed_volume(&self) -> f64 {
        let Some(apex) = self.vertices.first() else {
            return 0.0;
        };
        volume_from(apex, self.faces())
    }

    /// Returns the area of the surface.
    ///
    /// # Panics
    /// As [`Mesh::corners`].
    pub fn area(&self) -> f64 {
        let double = |[a, b, c]: [Vector3<f64>; 3]| (b - a).cross(&(c - a)).norm();
        self.faces().map(double).sum::<f64>() / 2.0
    }
}

/// Reverses a triangle.
pub(super) fn turn([_, b, c]: &mut [u32; 3]) {
    std::mem::swap(b, c);
}

/// Returns the lowest and highest coordinate of points along each axis; `None` without points.
pub(super) fn bounds(points: &[Vector3<f64>]) -> Option<(Vector3<f64>, Vector3<f64>)> {
    let first = *points.first()?;
    let grow = |(low, high): (Vector3<f64>, Vector3<f64>), point: &Vector3<f64>| {
        (low.inf(point), high.sup(point))
    };
    Some(points.iter().fold((first, first), grow))
}

/// Returns the sum of the signed volumes of the tetrahedra from a point to each face.
pub(super) fn volume_from(
    apex: &Vector3<f64>,
    faces: impl Iterator<Item = [Vector3<f64>; 3]>,
) -> f64 {
    let six = |[a, b, c]: [Vector3<f64>; 3]| (a - apex).cross(&(b - apex)).dot(&(c - apex));
    faces.map(six).sum::<f64>() / 6.0
}

#[cfg(test)]
mod tests {
    use super::super::Shape;
    use super::*;
    use nalgebra::Rotation3;

    #[test]
    fn a_transform_scales_the_volume_by_its_determinant_mirrored_or_not() {
        let mesh = Shape::BevelledCube.mesh();
        let translation = Vector3::new(3.0, -2.0, 0.5);
        let turned = Rotation3::from_euler_angles(0.3, -1.0, 2.0).into_inner();
        for scale in [
            [0.5, 2.0, 3.0],
            [-0.5, 2.0, 3.0],
            [-0.5, -2.0, 3.0],
            [-0.5, -2.0, -3.0],
        ] {
            let matrix = turned * Matrix3::from_diagonal(&scale.into());
            let moved = mesh.transform(&matrix, &translation);
            assert_eq!(moved.check(), Ok(()));
            let ratio = moved.signed_volume() / mesh.signed_volume();
            assert!((ratio - 3.0).abs() < 1e-12, "{scale:?}: {ratio}");
        }
    }

    #[test]
    fn bounds_and_area_of_a_box() {
        let mesh = Shape::Cube.mesh().transform(
            &Matrix3::from_diagonal(&Vector3::new(1.0, 2.0, 3.0)),
            &Vector3::new(1.0, 1.0, 1.0),
        );
        let (low, high) = mesh.bounds().unwrap();
        assert_eq!(low, Vector3::new(0.5, 0.0, -0.5));
        assert_eq!(high, Vector3::new(1.5, 2.0, 2.5));
        assert!((mesh.area() - 22.0).abs() < 1e-12);
        assert_eq!(Mesh::default().bounds(), None);
        assert_eq!(Mesh::default().signed_volume(), 0.0);
    }
}
