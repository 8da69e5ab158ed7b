//! Convex solids for collisions: balls, capsules, and the convex hulls of other shapes.

use super::hull::hull_faces;
use super::mesh::bounds;
use super::{ContactFeature, Mesh, contact_points};
use nalgebra::{Matrix3, Vector3};

/// A convex solid.
#[derive(Clone, Debug, PartialEq)]
pub enum Convex {
    /// All points within a radius of a segment; a ball if both ends are equal.
    Rounded {
        /// Ends of the segment.
        ends: [Vector3<f64>; 2],
        /// The radius.
        radius: f64,
    },
    /// A convex polyhedron.
    Polytope(Polytope),
}

/// A convex polyhedron: corners, faces and edges.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Polytope {
    pub(super) corners: Vec<Vector3<f64>>,
    pub(super) faces: Vec<Face>,
    /// Corners of all faces, face by face, counter-clockwise from outside.
    pub(super) loops: Vec<u32>,
    pub(super) edges: Vec<Edge>,
    /// The mean of the corners.
    pub(super) middle: Vector3<f64>,
    /// Length of the diagonal of its bounding box.
    pub(super) size: f64,
    /// Largest sum of e^(c h) over all corners, with their heights h relative to a face and c = [`SHARPNESS`] / size: for flat faces,
    /// their largest number of corners.
    pub(super) most: f64,
}

/// A face: n x = offset for the points in its plane, with the outward normal n.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Face {
    pub normal: Vector3<f64>,
    pub offset: f64,
    pub corners: std::ops::Range<usize>,
}

/// An edge, with the normals of its two faces.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Edge {
    pub ends: [u32; 2],
    pub normals: [Vector3<f64>; 2],
}

/// Largest distance, as a part of the size, of corners in the plane of a face; and largest difference of normals of one face.
const SAME: f64 = 1e-7;

/// Sharpness c of the smoothed depth of two polytopes, as a multiple of the inverse size of the smaller one.
pub(super) const SHARPNESS: f64 = 3000.0;

/// Exponent below which a corner does not count in a smoothed depth.
pub(super) const FADED: f64 = -40.0;

/// Largest relative deviation of a ball's radius.
const ROUND: f64 = 1e-9;

impl Convex {
    /// Returns the convex solid of a shape, from its mesh and contact features in their position: a ball or capsule if that is
    /// its contact feature, the hull of its corners if it has only corners, otherwise the hull of the mesh. None if that is
    /// flat.
    #[must_use]
    pub fn of(mesh: &Mesh, features: &[ContactFeature]) -> Option<Convex> {
        if let Some(rounded) = rounded(features) {
            return Some(rounded);
        }
        let corners: Option<Vec<_>> = features.iter().map(ContactFeature::corner).collect();
        let corners = corners.filter(|corners| !corners.is_empty());
        let polytope = Polytope::hull(&corners.unwrap_or_else(|| contact_points(mesh)));
        polytope.map(Convex::Polytope)
    }

    /// Returns the largest distance from the origin of its frame.
    #[must_use]
    pub fn radius(&self) -> f64 {
        match self {
            Convex::Rounded { ends, radius } => radius + ends[0].norm().max(ends[1].norm()),
            Convex::Polytope(of) => of.corners.iter().map(|c| c.norm()).fold(0.0, f64::max),
        }
    }

    /// Returns a characteristic length of the solid.
    #[must_use]
    pub fn size(&self) -> f64 {
        match self {
            Convex::Rounded { ends, radius } => 2.0 * radius + (ends[1] - ends[0]).norm(),
            Convex::Polytope(of) => of.size,
        }
    }

    /// Returns the thickness: the smallest distance of two parallel planes that enclose it, one of them along a face.
    #[must_use]
    pub fn thickness(&self) -> f64 {
        match self {
            Convex::Rounded { radius, .. } => 2.0 * radius,
            Convex::Polytope(of) => {
                let across = |face: &Face| {
                    let depths = of.corners.iter().map(|c| face.offset - face.normal.dot(c));
                    depths.fold(0.0, f64::max)
                };
                of.faces.iter().map(across).fold(f64::INFINITY, f64::min)
            }
        }
    }

    /// Returns the number of corners, or of both ends if it is round.
    #[must_use]
    pub fn corners(&self) -> usize {
        match self {
            Convex::Rounded { .. } => 2,
            Convex::Polytope(of) => of.corners.len(),
        }
    }
}

/// Returns the ball or capsule that the features form.
fn rounded(features: &[ContactFeature]) -> Option<Convex> {
    let ball = |feature: &ContactFeature| match *feature {
        ContactFeature::Ellipsoid { centre, axes } => Some((centre, ball_radius(&axes)?)),
        _ => None,
    };
    match features {
        [one] => {
            let (centre, radius) = ball(one)?;
            let ends = [centre; 2];
            Some(Convex::Rounded { ends, radius })
        }
        [one, two] => {
            let ((a, radius), (b, other)) = (ball(one)?, ball(two)?);
            let ends = [a, b];
            let same = (radius - other).abs() <= ROUND * radius;
            same.then_some(Convex::Rounded { ends, radius })
        }
        _ => None,
    }
}

/// Returns the radius of the ball that a linear map makes of the unit ball, if it is one.
fn ball_radius(axes: &Matrix3<f64>) -> Option<f64> {
    let squares = axes.transpose() * axes;
    let square = squares.trace() / 3.0;
    let off = (squares - Matrix3::identity() * square).abs().max();
    (square > 0.0 && off <= ROUND * square).then(|| square.sqrt())
}

impl Polytope {
    /// Returns the lowest height (m) of the solid on the vertical line at x and y, if the line passes through it; `rotation` and
    /// `origin` place its frame in the world.
    #[must_use]
    pub fn lowest_at(
        &self,
        [x, y]: [f64; 2],
        rotation: &Matrix3<f64>,
        origin: &Vector3<f64>,
    ) -> Option<f64> {
        let (mut low, mut high) = (f64::NEG_INFINITY, f64::INFINITY);
        for face in &self.faces {
            let n = rotation * face.normal;
            // n . p <= offset for the points p of the solid.
            let left = face.offset + n.dot(origin) - n.x * x - n.y * y;
            if n.z.abs() <= SAME {
                if left < 0.0 {
                    return None;
                }
            } else if n.z < 0.0 {
                low = low.max(left / n.z);
            } else {
                high = high.min(left / n.z);
            }
        }
        (low < high).then_some(low)
    }

    /// Returns the convex hull of points. None if they are nearly in one plane.
    #[must_use]
    pub fn hull(points: &[Vector3<f64>]) -> Option<Polytope> {
        let (corners, normals) = hull_faces(points)?;
        let corners: Vec<Vector3<f64>> = corners.iter().map(|&i| points[i]).collect();
        let (low, high) = bounds(&corners)?;
        let mut all = Polytope {
            middle: corners.iter().sum::<Vector3<f64>>() / corners.len() as f64,
            size: (high - low).norm(),
            corners,
            ..Polytope::default()
        };
        for normal in normals {
            all.add_face(normal);
        }
        // Of all directions, the sum is largest at a face: in between, its exponents are linear in the normals of the faces there.
        let sharpness = SHARPNESS / all.size;
        let sum = |face: &Face| {
            let heights = all.corners.iter().map(|c| face.normal.dot(c) - face.offset);
            let near = heights.map(|h| sharpness * h).filter(|x| *x > FADED);
            near.map(libm::exp).sum()
        };
        all.most = all.faces.iter().map(sum).fold(1.0, f64::max);
        all.find_edges();
        Some(all)
    }

    /// Adds a face, unless its plane already exists.
    fn add_face(&mut self, normal: Vector3<f64>) {
        let is_same = |face: &Face| face.normal.dot(&normal) > 1.0 - SAME * SAME;
        if self.faces.iter().any(is_same) {
            return;
        }
        let heights = self.corners.iter().map(|c| normal.dot(c));
        let offset = heights.fold(f64::NEG_INFINITY, f64::max);
        let lowest = offset - SAME * self.size;
        let numbers = 0..self.corners.len();
        let mut ring: Vec<u32> = numbers
            .filter(|&i| normal.dot(&self.corners[i]) >= lowest)
            .map(|i| i as u32)
            .collect();
        if ring.len() < 3 {
            return;
        }
        let corner = |i: &u32| self.corners[*i as usize];
        let middle = ring.iter().map(corner).sum::<Vector3<f64>>() / ring.len() as f64;
        let x = (corner(&ring[0]) - middle).normalize();
        let y = normal.cross(&x);
        let angle = |i: &u32| {
            let arm = corner(i) - middle;
            libm::atan2(y.dot(&arm), x.dot(&arm))
        };
        ring.sort_by(|a, b| angle(a).total_cmp(&angle(b)));
        let start = self.loops.len();
        self.loops.extend(ring);
        self.faces.push(Face {
            normal,
            offset,
            corners: start..self.loops.len(),
        });
    }

    fn find_edges(&mut self) {
        let mut sides: Vec<(u32, u32, usize)> = vec![];
        for (number, face) in self.faces.iter().enumerate() {
            let ring = self.ring(face);
            for (i, &from) in ring.iter().enumerate() {
                let to = ring[(i + 1) % ring.len()];
                sides.push((from.min(to), from.max(to), number));
            }
        }
        sides.sort_unstable();
        for pair in sides.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)) {
            if let [(from, to, one), (_, _, two)] = *pair {
                self.edges.push(Edge {
                    ends: [from, to],
                    normals: [self.faces[one].normal, self.faces[two].normal],
                });
            }
        }
    }

    pub(super) fn ring(&self, face: &Face) -> &[u32] {
        &self.loops[face.corners.clone()]
    }

    /// Returns the corners of a face, taken from the corners of the polyhedron in some frame.
    pub(super) fn outline<'a>(
        &'a self,
        face: usize,
        corners: &'a [Vector3<f64>],
    ) -> impl Iterator<Item = Vector3<f64>> + Clone + 'a {
        let ring = self.ring(&self.faces[face]);
        ring.iter().map(|&i| corners[i as usize])
    }
}

#[cfg(test)]
mod tests {
    use super::super::Shape;
    use super::*;

    #[test]
    fn solids_have_their_faces_and_edges() {
        let of = |shape: Shape| Convex::of(&shape.mesh(), &shape.contact_features()).unwrap();
        let counts = |convex: Convex| match convex {
            Convex::Polytope(p) => (p.corners.len(), p.faces.len(), p.edges.len()),
            Convex::Rounded { .. } => (0, 0, 0),
        };
        assert_eq!(counts(of(Shape::Cube)), (8, 6, 12));
        assert_eq!(counts(of(Shape::BevelledCube)), (8, 6, 12));
        // Euler: corners + faces = edges + 2.
        for shape in [Shape::Cylinder, Shape::Cone] {
            let (corners, faces, edges) = counts(of(shape));
            assert_eq!(corners + faces, edges + 2, "{shape:?}");
        }
        assert_eq!(counts(of(Shape::Sphere)), (0, 0, 0));
        let Convex::Rounded { ends, radius } = of(Shape::Capsule) else {
            unreachable!();
        };
        assert_eq!((radius, (ends[1] - ends[0]).norm()), (0.5, 1.0));
    }
}
