//! Parts of a closed surface: inverted ones and overlapping ones.

use nalgebra::Vector3;

use super::Mesh;
use super::mesh::{turn, volume_from};

/// Most triangles visited to find the relative positions of the parts of one mesh: some hundredths of a second.
const EFFORT: usize = 1_000_000;
/// Most faces in the sample.
const SAMPLES: usize = 128;
/// Depth below a face of the point at which windings are counted, in radii of its inscribed circle.
const DEPTH: f64 = 1e-3;

/// Overlap of parts, estimated from a sample of the faces.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sunk {
    /// Faces of the sample that are inside other parts of the mesh.
    pub inside: usize,
    /// Faces of the sample.
    pub of: usize,
    /// The centre of the first such face.
    pub place: Vector3<f64>,
}

/// Reverses each part (triangles that share vertices) that is inside out and not inside another part, where it would be a
/// hollow. Returns the number of reversed parts, and of all parts.
pub(super) fn turn_parts(mesh: &mut Mesh) -> (usize, usize) {
    let parts = parts(mesh);
    if parts.len() < 2 {
        return (0, parts.len());
    }
    let mut turned = 0;
    let mut effort = 0;
    let size = mesh.size();
    for part in &parts {
        let faces = || part.iter().map(|&triangle| mesh.corners(triangle));
        let Some([apex, ..]) = faces().next() else {
            continue;
        };
        if volume_from(&apex, faces()) >= -64.0 * f64::EPSILON * size.powi(3) {
            continue;
        }
        effort += mesh.triangles.len();
        if effort > EFFORT {
            break;
        }
        // Its own faces do not count: the winding number of the others says whether it is inside them.
        let Some(probe) = faces().map(middle).next() else {
            continue;
        };
        let own = winding(faces(), &probe);
        let others = winding(mesh.faces(), &probe) - own;
        if others.round() < 1.0 {
            for &triangle in part {
                turn(&mut mesh.triangles[triangle]);
            }
            turned += 1;
        }
    }
    (turned, parts.len())
}

/// Finds out whether parts of a closed mesh overlap, or the surface intersects itself: the winding number just below a face is
/// then two or more. Tests a sample of the faces, so a small overlap may be missed.
pub(super) fn overlap(mesh: &Mesh) -> Option<Sunk> {
    let count = mesh.triangles.len();
    let samples = (EFFORT / count.max(1)).clamp(1, SAMPLES).min(count);
    let mut found: Option<Sunk> = None;
    let mut of = 0;
    for sample in 0..samples {
        let corners = mesh.corners(sample * count / samples);
        let Some(probe) = just_below(&corners) else {
            continue;
        };
        of += 1;
        if winding(mesh.faces(), &probe).round() >= 2.0 {
            let place = middle(corners);
            let overlap = found.get_or_insert(Sunk {
                inside: 0,
                of: 0,
                place,
            });
            overlap.inside += 1;
        }
    }
    found.map(|overlap| Sunk { of, ..overlap })
}

fn middle([a, b, c]: [Vector3<f64>; 3]) -> Vector3<f64> {
    (a + b + c) / 3.0
}

/// Returns a point just below the centre of a face; none if the face is too thin for the rounding of numbers.
fn just_below(corners: &[Vector3<f64>; 3]) -> Option<Vector3<f64>> {
    let [a, b, c] = corners;
    let across = (b - a).cross(&(c - a));
    let around = (b - a).norm() + (c - b).norm() + (a - c).norm();
    let radius = across.norm() / around;
    let far = a.amax().max(b.amax()).max(c.amax());
    let depth = DEPTH * radius;
    (depth > 1e3 * f64::EPSILON * far).then(|| middle(*corners) - across.normalize() * depth)
}

/// Returns the winding number of a closed surface about a point: the sum of the solid angles of its triangles (A. van Oosterom
/// and J. Strackee, The solid angle of a plane triangle, IEEE Trans. Biomed. Eng. 30, 1983, eq. 8) divided by that of a sphere.
fn winding(faces: impl Iterator<Item = [Vector3<f64>; 3]>, point: &Vector3<f64>) -> f64 {
    let half = |corners: [Vector3<f64>; 3]| {
        let [a, b, c] = corners.map(|corner| corner - point);
        let [la, lb, lc] = [a.norm(), b.norm(), c.norm()];
        let above = a.dot(&b.cross(&c));
        let below = la * lb * lc + a.dot(&b) * lc + b.dot(&c) * la + c.dot(&a) * lb;
        libm::atan2(above, below)
    };
    faces.map(half).sum::<f64>() / (2.0 * std::f64::consts::PI)
}

/// Groups triangles connected by vertices, by the numbers of their parts; the part of the first triangle first.
fn parts(mesh: &Mesh) -> Vec<Vec<usize>> {
    let mut above: Vec<u32> = (0..mesh.vertices.len() as u32).collect();
    fn top(above: &mut [u32], mut vertex: u32) -> u32 {
        while above[vertex as usize] != vertex {
            let next = above[above[vertex as usize] as usize];
            above[vertex as usize] = next;
            vertex = next;
        }
        vertex
    }
    for &[a, b, c] in &mesh.triangles {
        for other in [b, c] {
            let (one, other) = (top(&mut above, a), top(&mut above, other));
            above[one.max(other) as usize] = one.min(other);
        }
    }
    let mut number = vec![usize::MAX; mesh.vertices.len()];
    let mut parts: Vec<Vec<usize>> = vec![];
    for (triangle, &[a, ..]) in mesh.triangles.iter().enumerate() {
        let top = top(&mut above, a) as usize;
        if number[top] == usize::MAX {
            number[top] = parts.len();
            parts.push(vec![]);
        }
        parts[number[top]].push(triangle);
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::super::Shape;
    use super::*;
    use nalgebra::Matrix3;

    /// Makes a unit cube, and another of another size beside it or in it.
    fn two(size: f64, x: f64, is_turned: bool) -> Mesh {
        let mut mesh = Shape::Cube.mesh();
        let mut other = mesh.transform(
            &Matrix3::from_diagonal_element(size),
            &Vector3::new(x, 0.05, 0.02),
        );
        if is_turned {
            other.turn();
        }
        let first = mesh.vertices.len() as u32;
        mesh.vertices.extend(other.vertices);
        let moved = |corners: &[u32; 3]| corners.map(|v| v + first);
        mesh.triangles.extend(other.triangles.iter().map(moved));
        mesh
    }

    #[test]
    fn a_part_beside_another_that_is_inside_out_is_turned() {
        let mut mesh = two(0.2, 2.0, true);
        assert!((mesh.signed_volume() - 0.992).abs() < 1e-12);
        assert_eq!(turn_parts(&mut mesh), (1, 2));
        assert!((mesh.signed_volume() - 1.008).abs() < 1e-12);
        assert_eq!(overlap(&mesh), None);
    }

    #[test]
    fn a_hollow_stays() {
        let mut mesh = two(0.2, 0.1, true);
        assert_eq!(turn_parts(&mut mesh), (0, 2));
        assert!((mesh.signed_volume() - 0.992).abs() < 1e-12);
        assert_eq!(overlap(&mesh), None);
    }

    #[test]
    fn parts_that_overlap_are_told_and_those_that_touch_are_not() {
        let inside = overlap(&two(0.2, 0.1, false)).unwrap();
        assert_eq!((inside.inside, inside.of), (12, 24));
        assert!(overlap(&two(1.0, 0.7, false)).is_some());
        let mut touching = Shape::Cube.mesh();
        let beside = touching.transform(&Matrix3::identity(), &Vector3::x());
        let first = touching.vertices.len() as u32;
        touching.vertices.extend(beside.vertices);
        let moved = |corners: &[u32; 3]| corners.map(|v| v + first);
        touching
            .triangles
            .extend(beside.triangles.iter().map(moved));
        assert_eq!(overlap(&touching), None);
    }

    #[test]
    fn no_built_in_shape_overlaps_itself() {
        for shape in Shape::ALL {
            assert_eq!(overlap(&shape.mesh()), None, "{shape:?}");
        }
    }
}
