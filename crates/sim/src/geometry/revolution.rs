//! Surfaces of revolution: the true surface of a round shape, from its contact features, and the mass within it.

use super::{ContactFeature, MassProperties, frustum_properties};
use nalgebra::{Matrix3, Vector3};
use std::f64::consts::PI;

/// Largest difference of the ends of a capsule or a frustum from those of a surface of revolution, as a part of their size.
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
    /// Radius at height 1 of a surface without balls, before the map; at height 0 it is 1.
    end: f64,
}

impl Revolution {
    /// Returns the surface of a ball, capsule, cylinder, cone or frustum from its contact features, in their frame, whatever the
    /// direction of its axis and whatever linear map was applied to it; none for other shapes and for flat ones.
    #[must_use]
    pub fn of(features: &[ContactFeature]) -> Option<Self> {
        use ContactFeature::{Ellipsoid, Point, Rim};
        let found = match *features {
            [Ellipsoid { centre, axes }] => Revolution {
                linear: axes,
                translation: centre,
                balls: vec![[0.0, 1.0]],
                end: 1.0,
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
                    end: 1.0,
                }
            }
            [Rim { centre, u, v }, Point(tip)] => Revolution {
                linear: Matrix3::from_columns(&[u, v, tip - centre]),
                translation: centre,
                balls: vec![],
                end: 0.0,
            },
            [
                Rim { centre, u, v },
                Rim {
                    centre: other,
                    u: along,
                    v: across,
                },
            ] => {
                let end = along.norm() / u.norm();
                let off = (along - u * end).amax().max((across - v * end).amax());
                if off > EQUAL * along.amax().max(across.amax()) {
                    return None;
                }
                Revolution {
                    linear: Matrix3::from_columns(&[u, v, other - centre]),
                    translation: centre,
                    balls: vec![],
                    end,
                }
            }
            _ => return None,
        };
        (found.linear.determinant() != 0.0).then_some(found)
    }

    /// Returns the exact mass properties of the solid within the surface.
    #[must_use]
    pub fn mass_properties(&self) -> MassProperties {
        let (own, middle) = match *self.balls {
            [] => (frustum_properties(1.0, [1.0, self.end]), 0.5),
            [_] => (capsule_properties(0.0), 0.0),
            [[from, _], .., [to, _]] => (capsule_properties(to - from), (from + to) / 2.0),
        };
        let shift = self.linear * Vector3::new(0.0, 0.0, middle) + self.translation;
        own.transform(&self.linear, &shift)
    }
}

/// Returns the exact mass properties of a capsule of radius 1 about the z axis, centred at the origin, whose balls have their centres
/// a length apart: a cylinder with two half balls, whose centres of mass are at 3/8 of the radius from their flat sides.
fn capsule_properties(length: f64) -> MassProperties {
    let (rod, ball) = (PI * length, PI * 4.0 / 3.0);
    // Integrals of z^2 and of x^2.
    let along = rod * length * length / 12.0 + ball * (0.2 + length * (length / 4.0 + 0.375));
    let across = rod / 4.0 + ball / 5.0;
    MassProperties {
        volume: rod + ball,
        centre: Vector3::zeros(),
        inertia: Matrix3::from_diagonal(&Vector3::new(
            across + along,
            across + along,
            2.0 * across,
        )),
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
    use crate::geometry::{
        Mesh, Shape, capsule_contacts, capsule_mesh, frustum_contacts, frustum_mesh,
        mass_properties,
    };

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

    /// Returns how far the mass properties of a mesh are from those of the solid within its true surface, as parts of them.
    fn short(mesh: &Mesh, features: &[ContactFeature]) -> [f64; 3] {
        let wanted = Revolution::of(features).unwrap().mass_properties();
        let found = mass_properties(mesh);
        [
            1.0 - found.volume / wanted.volume,
            (found.centre - wanted.centre).amax() / wanted.volume.cbrt(),
            (found.inertia - wanted.inertia).amax() / wanted.inertia.amax(),
        ]
    }

    #[test]
    fn finer_and_finer_meshes_approach_the_mass_of_round_solids() {
        use crate::geometry::revolve::revolve;
        use crate::geometry::shapes::sphere;
        let map = Matrix3::new(0.5, 0.1, 0.0, -0.2, 0.3, 0.1, 0.0, 0.05, 0.8);
        let shift = Vector3::new(0.3, -0.2, 0.5);
        // A mesh of n facets misses a part c / n^2: from two of them the limit follows.
        type Solid<'a> = (&'a dyn Fn(u32) -> Mesh, Vec<ContactFeature>);
        let solids: [Solid; 3] = [
            (&sphere, Shape::Sphere.contact_features()),
            (
                &|n| revolve(&[(0.0, -0.5), (0.5, -0.5), (0.0, 0.5)], n),
                Shape::Cone.contact_features(),
            ),
            (
                &|n| revolve(&[(0.0, -0.5), (0.5, -0.5), (0.5, 0.5), (0.0, 0.5)], n),
                Shape::Cylinder.contact_features(),
            ),
        ];
        for (mesh, features) in solids {
            let features: Vec<_> = features.iter().map(|f| f.transform(&map, &shift)).collect();
            let short = |n| short(&mesh(n).transform(&map, &shift), &features);
            let (coarse, fine) = (short(128), short(256));
            for (coarse, fine) in coarse.into_iter().zip(fine) {
                assert!(fine.abs() < 1e-3 && (4.0 * fine - coarse).abs() < 1e-6);
            }
        }
    }

    #[test]
    fn the_solids_within_have_the_masses_of_closed_forms() {
        use crate::robot::Form;
        let forms = [
            (
                Form::Ellipsoid([1.0; 3]),
                Shape::Sphere.contact_features(),
                Shape::Sphere.mesh(),
            ),
            (
                Form::Cylinder(1.0, 1.0),
                Shape::Cylinder.contact_features(),
                Shape::Cylinder.mesh(),
            ),
            (
                Form::Capsule(0.4, 7.0),
                capsule_contacts(7.0, 0.4),
                capsule_mesh(7.0, 0.4),
            ),
        ];
        for (form, features, mesh) in forms {
            let (wanted, found) = (form.unit_inertia(), Revolution::of(&features).unwrap());
            let found = found.mass_properties();
            assert!((found.volume / wanted.mass - 1.0).abs() < 1e-14, "{form:?}");
            assert!(found.centre.amax() < 1e-15, "{form:?}");
            let off = (found.inertia - wanted.about_centre).amax();
            assert!(off < 1e-14 * wanted.about_centre.amax(), "{form:?}");
            assert!(short(&mesh, &features)[0] > 1e-3);
        }
        // The other end of a frustum has another radius, whichever is the first.
        for radii in [[0.3, 0.1], [0.1, 0.3]] {
            let found = Revolution::of(&frustum_contacts(0.7, radii)).unwrap();
            let (found, wanted) = (found.mass_properties(), frustum_properties(0.7, radii));
            assert!((found.volume / wanted.volume - 1.0).abs() < 1e-14);
            assert!((found.centre - wanted.centre).amax() < 1e-15);
            assert!((found.inertia - wanted.inertia).amax() < 1e-15);
            let short = short(&frustum_mesh(0.7, radii), &frustum_contacts(0.7, radii));
            assert!((1e-3..2e-3).contains(&short[0]));
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
