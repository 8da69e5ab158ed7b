//! Convex solids for collisions: balls, capsules, and the convex hulls of other shapes.

use super::cuboid::Cuboid;
use super::polytope::{Face, Polytope};
use super::pose::Pose;
use super::round::Round;
use super::smooth::{Axes, Smooth, Sums};
use crate::geometry::{ContactFeature, Mesh, contact_points};
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
    Polytope(Box<Polytope>),
    /// A cylinder, a cone, an ellipsoid, or another hull of one or two round features.
    Round(Round),
}

/// Largest angle (rad) between a face and a direction in which it is flat.
const LEVEL: f64 = 1e-6;

/// Largest relative deviation of a ball's radius.
const ROUND: f64 = 1e-9;

impl Convex {
    /// Returns the convex solid of a shape, from its mesh and contact features in their position: a ball or capsule if that is
    /// its contact feature, the hull of one or two round features, the hull of its corners if it has only corners, otherwise the
    /// hull of the mesh. None if that is flat.
    #[must_use]
    pub fn of(mesh: &Mesh, features: &[ContactFeature]) -> Option<Convex> {
        if let Some(rounded) = rounded(features) {
            return Some(rounded);
        }
        if let Some(round) = Round::of(features) {
            return Some(Convex::Round(round));
        }
        let corners: Option<Vec<_>> = features.iter().map(ContactFeature::corner).collect();
        let corners = corners.filter(|corners| !corners.is_empty());
        let polytope = Polytope::hull(&corners.unwrap_or_else(|| contact_points(mesh)));
        polytope.map(|of| Convex::Polytope(Box::new(of)))
    }

    /// Returns the largest distance from the origin of its frame.
    #[must_use]
    pub fn radius(&self) -> f64 {
        match self {
            Convex::Rounded { ends, radius } => radius + ends[0].norm().max(ends[1].norm()),
            Convex::Polytope(of) => of.corners.iter().map(|c| c.norm()).fold(0.0, f64::max),
            Convex::Round(of) => of.radius(),
        }
    }

    /// Returns a characteristic length of the solid.
    #[must_use]
    pub fn size(&self) -> f64 {
        match self {
            Convex::Rounded { ends, radius } => 2.0 * radius + (ends[1] - ends[0]).norm(),
            Convex::Polytope(of) => of.size,
            Convex::Round(of) => of.size(),
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
            Convex::Round(of) => of.thickness(),
        }
    }

    /// Returns how far a pose of it reaches along a direction, from the other side: the least n . p of its points p.
    #[must_use]
    pub fn lowest(&self, at: &Pose, n: &Vector3<f64>) -> f64 {
        let down = -at.rotation.tr_mul(n);
        let reach = self.support(&down, &mut 0).dot(&down) + self.margin();
        n.dot(&at.position) - reach
    }

    /// Whether it is a ball or an ellipsoid.
    #[must_use]
    pub fn is_ellipsoid(&self) -> bool {
        match self {
            Convex::Round(of) => of.is_ellipsoid(),
            _ => self.is_ball(),
        }
    }

    /// Returns the number of corners, or of both ends if it is round.
    #[must_use]
    pub fn corners(&self) -> usize {
        match self {
            Convex::Rounded { .. } | Convex::Round(_) => 2,
            Convex::Polytope(of) => of.corners.len(),
        }
    }
}

/// As seen by the search: a core, and a margin about it.
impl Convex {
    /// Returns the radius of the margin.
    pub(super) fn margin(&self) -> f64 {
        match self {
            Convex::Rounded { radius, .. } => *radius,
            Convex::Polytope(_) | Convex::Round(_) => 0.0,
        }
    }

    /// Returns a point within.
    pub(super) fn middle(&self) -> Vector3<f64> {
        match self {
            Convex::Rounded { ends, .. } => (ends[0] + ends[1]) / 2.0,
            Convex::Polytope(of) => of.middle,
            Convex::Round(of) => of.middle(),
        }
    }

    /// Returns the sharpness times what the smoothed support function is less than the exact one at a corner.
    pub(super) fn rounding(&self) -> f64 {
        match self {
            Convex::Rounded { .. } => std::f64::consts::LN_2,
            Convex::Polytope(of) => of.rounding,
            Convex::Round(of) => of.rounding(),
        }
    }

    /// Returns it as a box, if it is one.
    pub(super) fn cuboid(&self) -> Option<&Cuboid> {
        match self {
            Convex::Polytope(of) => of.cuboid.as_ref(),
            _ => None,
        }
    }

    /// Whether it is a ball.
    pub(super) fn is_ball(&self) -> bool {
        matches!(self, Convex::Rounded { ends, .. } if ends[0] == ends[1])
    }

    /// Returns the number of points that a contact counts as, as on the ground.
    pub(super) fn points(&self) -> f64 {
        match self {
            Convex::Rounded { .. } if self.is_ball() => 1.0,
            Convex::Rounded { .. } => 2.0,
            Convex::Polytope(_) => 4.0,
            Convex::Round(of) => of.points(),
        }
    }

    /// Returns the normals of flat faces of a round solid, outwards.
    pub(super) fn flats(&self) -> impl Iterator<Item = Vector3<f64>> {
        let round = match self {
            Convex::Round(of) => Some(of),
            _ => None,
        };
        round.into_iter().flat_map(Round::flats)
    }

    /// Returns a corner of the core.
    pub(super) fn corner(&self, number: u32) -> Vector3<f64> {
        match self {
            Convex::Round(of) => of.middle(),
            Convex::Rounded { ends, .. } => ends[usize::from(number == 1)],
            Convex::Polytope(of) => of.corner(number),
        }
    }

    /// Returns the radii of curvature of a pose of it (world), where it is farthest along a unit vector n: the matrix by which that point moves over it
    /// as n turns, zero at a corner. None where it is flat.
    #[must_use]
    pub fn curvature(&self, at: &Pose, n: &Vector3<f64>) -> Option<Matrix3<f64>> {
        let own = at.rotation.tr_mul(n);
        let mut corner = 0;
        self.support(&own, &mut corner);
        let facing = self.facing(&own, corner);
        if facing.is_some_and(|normal| normal.cross(&own).norm_squared() <= LEVEL * LEVEL) {
            return None;
        }
        Some(match self {
            Convex::Polytope(_) => Matrix3::zeros(),
            Convex::Rounded { radius, .. } => (Matrix3::identity() - n * n.transpose()) * *radius,
            Convex::Round(of) => at.rotation * of.curvature(&own) * at.rotation.transpose(),
        })
    }

    /// Returns the normal of the face that points most along a direction: that at a corner, or a flat one of a round solid.
    pub(super) fn facing(&self, n: &Vector3<f64>, corner: u32) -> Option<Vector3<f64>> {
        match self {
            Convex::Polytope(of) => of.facing(n, corner).map(|face| face.normal),
            Convex::Round(of) => of.facing(n),
            Convex::Rounded { .. } => None,
        }
    }

    /// Returns the farthest point of the core along a direction; the search begins at a corner, and stores where it arrives.
    pub(super) fn support(&self, n: &Vector3<f64>, corner: &mut u32) -> Vector3<f64> {
        *corner = match self {
            Convex::Rounded { ends, .. } => u32::from(n.dot(&ends[1]) > n.dot(&ends[0])),
            Convex::Polytope(of) => of.highest(n, *corner),
            Convex::Round(of) => {
                let (top, point) = of.support(n);
                *corner = top;
                return point;
            }
        };
        self.corner(*corner)
    }

    /// Returns the farthest point of a corner or feature of the core along a unit vector, and its radii of curvature there; none where it is flat.
    pub(super) fn feature(
        &self,
        number: u32,
        n: &Vector3<f64>,
    ) -> Option<(Vector3<f64>, Matrix3<f64>)> {
        match self {
            Convex::Round(of) => of.feature(number, n),
            _ => Some((self.corner(number), Matrix3::zeros())),
        }
    }

    /// Returns the smoothed support function of the core.
    pub(super) fn smooth(&self, axes: &Axes, c: f64, corner: &mut u32) -> Smooth {
        match self {
            Convex::Polytope(of) => of.smooth(axes, c, corner),
            Convex::Round(of) => of.smooth(axes, c),
            Convex::Rounded { ends, .. } => {
                let top = self.support(&axes.n, corner);
                let mut sums = Sums::default();
                for end in ends {
                    let arm = end - top;
                    sums.take(libm::exp(c * axes.n.dot(&arm)), &arm, axes);
                }
                sums.smooth(&top, axes, self.rounding(), c)
            }
        }
    }

    /// Visits the outline of what faces along a direction: of a face, counter-clockwise from outside, or a segment, or a point.
    pub(super) fn face(&self, n: &Vector3<f64>, corner: u32, show: impl FnMut(Vector3<f64>)) {
        match self {
            Convex::Rounded { ends, .. } => ends.iter().copied().for_each(show),
            Convex::Round(of) => of.face(n, show),
            Convex::Polytope(of) => {
                let top = of.highest(n, corner);
                let face = of.facing(n, top).into_iter();
                face.flat_map(|face| of.outline(face)).for_each(show);
            }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Shape;

    #[test]
    fn solids_have_their_faces_and_edges() {
        let of = |shape: Shape| Convex::of(&shape.mesh(), &shape.contact_features()).unwrap();
        let counts = |convex: Convex| match convex {
            Convex::Polytope(p) => (p.corners.len(), p.faces.len(), p.edges().len()),
            _ => (0, 0, 0),
        };
        assert_eq!(counts(of(Shape::Cube)), (8, 6, 12));
        assert_eq!(counts(of(Shape::BevelledCube)), (8, 6, 12));
        // Euler: corners + faces = edges + 2.
        for shape in [Shape::Cylinder, Shape::Cone] {
            let (corners, faces, edges) = counts(Convex::of(&shape.mesh(), &[]).unwrap());
            assert_eq!(corners + faces, edges + 2, "{shape:?}");
        }
        assert_eq!(counts(of(Shape::Sphere)), (0, 0, 0));
        let Convex::Rounded { ends, radius } = of(Shape::Capsule) else {
            unreachable!();
        };
        assert_eq!((radius, (ends[1] - ends[0]).norm()), (0.5, 1.0));
    }
}
