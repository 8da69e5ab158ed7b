//! Points of a body that may touch the ground.

use nalgebra::Vector3;

use super::shapes::cube_corner;
use super::{Mesh, hull_vertices};

/// Most contact points of a mesh. Each is tested in every evaluation, and this number leaves no gap on a sphere deeper than
/// about 1 % of its radius.
pub const LARGEST_COUNT: usize = 256;

/// Returns the eight corners of the bounding box, at which every body touched the ground in 1990. Empty without vertices.
///
/// The box is along the axes of the mesh's own frame: compute the corners there and map them by the transforms of the mesh, not
/// the other way round.
pub fn box_corners(mesh: &Mesh) -> Vec<Vector3<f64>> {
    let Some((low, high)) = mesh.bounds() else {
        return Vec::new();
    };
    let (middle, half) = ((low + high) / 2.0, (high - low) / 2.0);
    (0..8)
        .map(|i| middle + cube_corner(i).component_mul(&half))
        .collect()
}

/// Returns the points of a mesh that may touch a plane: the corners of its convex hull, or all distinct vertices if the hull
/// has no volume; in the order of the vertices. Of more than [`LARGEST_COUNT`], returns that many well-spread ones.
///
/// A linear map of the mesh maps the corners of the hull, so they too may be mapped by transforms.
pub fn contact_points(mesh: &Mesh) -> Vec<Vector3<f64>> {
    let corners = hull_vertices(&mesh.vertices).unwrap_or_else(|| different(&mesh.vertices));
    let points: Vec<Vector3<f64>> = corners.iter().map(|&i| mesh.vertices[i]).collect();
    if points.len() <= LARGEST_COUNT {
        return points;
    }
    let mut chosen = spread(&points, LARGEST_COUNT);
    chosen.sort_unstable();
    chosen.iter().map(|&i| points[i]).collect()
}

/// Returns the indices of the points that are finite and not equal to an earlier one, in ascending order.
fn different(points: &[Vector3<f64>]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..points.len())
        .filter(|&i| points[i].iter().all(|x| x.is_finite()))
        .collect();
    // Adding zero makes -0 and 0 equal.
    let key = |i: usize| <[f64; 3]>::from(points[i]).map(|x| (x + 0.0).to_bits());
    order.sort_by_key(|&i| (key(i), i));
    order.dedup_by_key(|i| key(*i));
    order.sort_unstable();
    order
}

/// Returns the indices of `count` points that are far from each other: first the farthest along each axis, so that the bounding
/// box is kept, then repeatedly the one farthest from all chosen (Gonzalez, *Clustering to minimize the maximum intercluster
/// distance*, 1985). Of equal ones, takes the first.
fn spread(points: &[Vector3<f64>], count: usize) -> Vec<usize> {
    let first_largest = |measure: &dyn Fn(usize) -> f64| {
        (1..points.len()).fold(
            0,
            |best, i| if measure(i) > measure(best) { i } else { best },
        )
    };
    let mut chosen: Vec<usize> = Vec::with_capacity(count);
    let mut distance = vec![f64::INFINITY; points.len()];
    let mut choose = |i: usize, distance: &mut [f64]| {
        for (distance, point) in distance.iter_mut().zip(points) {
            *distance = distance.min((point - points[i]).norm_squared());
        }
        chosen.push(i);
        chosen.len()
    };
    for (axis, sign) in (0..3).flat_map(|axis| [(axis, 1.0), (axis, -1.0)]) {
        let farthest = first_largest(&|i| sign * points[i][axis]);
        if distance[farthest] > 0.0 {
            choose(farthest, &mut distance);
        }
    }
    while choose(first_largest(&|i| distance[i]), &mut distance) < count {}
    chosen
}

#[cfg(test)]
mod tests {
    use super::super::Shape;
    use super::*;
    use nalgebra::Matrix3;

    #[test]
    fn a_box_has_its_corners() {
        let corners = box_corners(&Shape::BevelledCube.mesh());
        assert_eq!(corners.len(), 8);
        assert!(corners.iter().all(|p| p.iter().all(|x| x.abs() == 0.5)));
        assert!((0..8).all(|i| !corners[..i].contains(&corners[i])));

        let moved = Shape::Cube.mesh().transform(
            &Matrix3::from_diagonal(&Vector3::new(1.0, 2.0, 3.0)),
            &Vector3::new(0.5, 1.0, 1.5),
        );
        assert_eq!(box_corners(&moved)[0], Vector3::zeros());
        assert_eq!(box_corners(&moved)[7], Vector3::new(1.0, 2.0, 3.0));
        assert!(box_corners(&Mesh::default()).is_empty());
    }

    #[test]
    fn each_shape_has_the_points_of_its_hull() {
        for (shape, count) in [
            (Shape::Cube, 8),
            (Shape::BevelledCube, 32),
            (Shape::Cylinder, 128),
            (Shape::Cone, 65),
            (Shape::Sphere, LARGEST_COUNT),
            (Shape::Capsule, LARGEST_COUNT),
        ] {
            let points = contact_points(&shape.mesh());
            assert_eq!(points.len(), count, "{shape:?}");
            assert!((0..count).all(|i| !points[..i].contains(&points[i])));
        }
    }

    #[test]
    fn a_thinned_sphere_has_no_deep_gaps() {
        let mesh = Shape::Sphere.mesh();
        let points = contact_points(&mesh);
        for vertex in &mesh.vertices {
            let reach = points
                .iter()
                .map(|p| p.dot(vertex) * 4.0)
                .fold(0.0, f64::max);
            assert!(reach > 0.985, "{vertex} {reach}");
        }
        let thinned = Mesh {
            vertices: points,
            triangles: Vec::new(),
        };
        assert_eq!(thinned.bounds(), mesh.bounds());
    }

    #[test]
    fn a_flat_mesh_gives_all_its_different_vertices() {
        let flat = Mesh {
            vertices: vec![
                Vector3::zeros(),
                Vector3::x(),
                Vector3::new(-0.0, 0.0, 0.0),
                Vector3::y(),
                Vector3::new(0.2, 0.2, 0.0),
            ],
            triangles: Vec::new(),
        };
        let expected: Vec<_> = [0, 1, 3, 4].map(|i| flat.vertices[i]).into();
        assert_eq!(contact_points(&flat), expected);
        assert!(contact_points(&Mesh::default()).is_empty());
    }
}
