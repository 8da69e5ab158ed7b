//! Surfaces of revolution: the true surface of a round shape, from its contact features.

use super::ContactFeature;
use nalgebra::{Matrix3, Vector3};

/// Largest difference of the ellipsoids at both ends of a capsule, as a part of their size.
const EQUAL: f64 = 1e-9;

/// The image of a surface of revolution about z under `x -> linear x + translation`. Its profile consists of straight lines and
/// arcs of balls.
#[derive(Clone, Debug, PartialEq)]
pub struct Revolution {
    /// Linear part of the map; its third column is the axis, unless the surface is that of a ball.
    pub linear: Matrix3<f64>,
    /// Image of the origin.
    pub translation: Vector3<f64>,
    /// Height of the centre and radius of each ball, before the map.
    pub balls: Vec<[f64; 2]>,
}

impl Revolution {
    /// Returns the surface of a ball, capsule, cylinder or cone from its contact features, in their frame, whatever the
    /// direction of its axis and whatever linear map was applied to it; none for other shapes and for flat ones.
    #[must_use]
    pub fn of(features: &[ContactFeature]) -> Option<Self> {
        use ContactFeature::{Ellipsoid, Point, Rim};
        let found = match *features {
            [Ellipsoid { centre, axes }] => Revolution {
                linear: axes,
                translation: centre,
                balls: vec![[0.0, 1.0]],
            },
            [
                Ellipsoid { centre, axes },
                Ellipsoid {
                    centre: other,
                    axes: same,
                },
            ] => {
                let [one, two] = [axes, same].map(|axes| axes * axes.transpose());
                if (one - two).amax() > EQUAL * one.amax() {
                    return None;
                }
                let axis = axes.try_inverse()? * (other - centre);
                Revolution {
                    linear: axes * axes_along(&axis),
                    translation: centre,
                    balls: vec![[0.0, 1.0], [axis.norm(), 1.0]],
                }
            }
            [Rim { centre, u, v }, Rim { centre: end, .. } | Point(end)] => Revolution {
                linear: Matrix3::from_columns(&[u, v, end - centre]),
                translation: centre,
                balls: vec![],
            },
            _ => return None,
        };
        (found.linear.determinant() != 0.0).then_some(found)
    }
}

/// Returns a rotation that maps z to the direction of an axis; the identity if it has no length.
#[must_use]
pub fn axes_along(axis: &Vector3<f64>) -> Matrix3<f64> {
    let length = axis.norm();
    if length == 0.0 {
        return Matrix3::identity();
    }
    let along = axis / length;
    let side = match along.y.abs() > 0.9 {
        true => Vector3::x(),
        false => Vector3::y(),
    };
    let first = side.cross(&along).normalize();
    Matrix3::from_columns(&[first, along.cross(&first), along])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Shape, capsule_contacts, capsule_mesh};

    /// Returns how far a point is from the surface, before the map: from its side, and from its balls or end faces.
    fn off(of: &Revolution, point: &Vector3<f64>) -> f64 {
        let p = of.linear.try_inverse().unwrap() * (point - of.translation);
        let far = libm::hypot(p.x, p.y);
        let ball = |[z, radius]: &[f64; 2]| (libm::hypot(far, p.z - z) - radius).abs();
        let faces = match of.balls.is_empty() {
            true => p.z.abs().min((p.z - 1.0).abs()),
            false => f64::INFINITY,
        };
        let balls = of.balls.iter().map(ball);
        balls.fold((far - 1.0).abs().min(faces), f64::min)
    }

    #[test]
    fn round_shapes_are_found_whatever_their_axis_and_transform() {
        let maps = [
            Matrix3::identity(),
            Matrix3::new(0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0),
            Matrix3::new(0.0, 0.0, -2.0, 0.3, 0.0, 0.0, 0.0, 1.0, 0.0),
            Matrix3::new(0.5, 0.1, 0.0, -0.2, 0.3, 0.1, 0.0, 0.05, -0.8),
        ];
        let shift = Vector3::new(0.3, -0.2, 0.5);
        let unit = |shape: Shape| (shape.mesh(), shape.contact_features());
        let shapes = [
            unit(Shape::Sphere),
            unit(Shape::Cylinder),
            unit(Shape::Capsule),
            (capsule_mesh(7.0, 0.4), capsule_contacts(7.0, 0.4)),
        ];
        for map in maps {
            for (mesh, features) in &shapes {
                let features: Vec<_> = features.iter().map(|f| f.transform(&map, &shift)).collect();
                let found = Revolution::of(&features).unwrap();
                for corner in &mesh.transform(&map, &shift).vertices {
                    let off = off(&found, corner);
                    assert!(off < 1e-12, "{map} {features:?}: {off}");
                }
            }
        }
    }

    #[test]
    fn other_shapes_are_not_round() {
        let flat = Matrix3::from_diagonal(&Vector3::new(1.0, 1.0, 0.0));
        let flat = |f: &ContactFeature| f.transform(&flat, &Vector3::zeros());
        let flat: Vec<_> = Shape::Cylinder
            .contact_features()
            .iter()
            .map(flat)
            .collect();
        assert_eq!(Revolution::of(&flat), None);
        assert_eq!(Revolution::of(&Shape::Cube.contact_features()), None);
        let mut uneven = capsule_contacts(2.0, 1.0);
        uneven[1] = uneven[1].transform(&(Matrix3::identity() * 2.0), &Vector3::zeros());
        assert_eq!(Revolution::of(&uneven), None);
        assert_eq!(Revolution::of(&[]), None);
    }
}
