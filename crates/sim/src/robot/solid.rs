//! Shapes of robots, and their masses in closed form.

use super::Placement;
use corpus_dynamics::RigidInertia;
use nalgebra::{Matrix3, Vector3};
use std::f64::consts::PI;

/// A shape; round ones are about the z axis of their frame, all are centred at its origin.
#[derive(Clone, Debug, PartialEq)]
pub enum Form {
    /// A box with these edges (m).
    Box([f64; 3]),
    /// An ellipsoid with these diameters (m).
    Ellipsoid([f64; 3]),
    /// A cylinder: diameter and length (m).
    Cylinder(f64, f64),
    /// A capsule: diameter, and length over both round ends (m).
    Capsule(f64, f64),
    /// A mesh file, with the scale factors along its axes.
    Mesh(String, [f64; 3]),
}

/// A shape fixed to a body.
#[derive(Clone, Debug, PartialEq)]
pub struct Solid {
    /// Its name; may be empty.
    pub name: String,
    /// Form of the solid.
    pub form: Form,
    /// Its frame in that of the body.
    pub placement: Placement,
    /// Whether it collides.
    pub touches: bool,
    /// Coefficient of friction of its own, if it has one.
    pub friction: Option<f64>,
}

impl Form {
    /// Returns the volume (m3); zero for a mesh, which is measured elsewhere.
    #[must_use]
    pub fn volume(&self) -> f64 {
        match *self {
            Form::Box([x, y, z]) => x * y * z,
            Form::Ellipsoid([x, y, z]) => PI / 6.0 * x * y * z,
            Form::Cylinder(d, l) => PI / 4.0 * d * d * l,
            Form::Capsule(d, l) => PI * (d * d / 4.0 * (l - d) + d * d * d / 6.0),
            Form::Mesh(..) => 0.0,
        }
    }

    /// Returns the mass properties of the solid at a density of 1 kg/m3, in its own frame, in closed form. The capsule is a
    /// cylinder with two half balls, whose centres of mass are at 3/8 of the radius from their flat sides.
    #[must_use]
    pub fn unit_inertia(&self) -> RigidInertia {
        let mass = self.volume();
        let moments = match *self {
            Form::Box([x, y, z]) | Form::Ellipsoid([x, y, z]) => {
                let part = if matches!(self, Form::Box(_)) {
                    12.0
                } else {
                    20.0
                };
                Vector3::new(y * y + z * z, z * z + x * x, x * x + y * y) * (mass / part)
            }
            Form::Cylinder(d, l) => {
                let across = mass * (3.0 * d * d / 4.0 + l * l) / 12.0;
                Vector3::new(across, across, mass * d * d / 8.0)
            }
            Form::Capsule(d, l) => {
                let (r, h) = (d / 2.0, l - d);
                let (ball, rod) = (PI * d * d * d / 6.0, PI * r * r * h);
                // Both halves of the ball about the centre of the capsule, by parallel axes.
                let ends = ball * (0.4 * r * r + h * h / 4.0 + 0.375 * h * r);
                let across = rod * (3.0 * r * r + h * h) / 12.0 + ends;
                Vector3::new(across, across, rod * r * r / 2.0 + ball * 0.4 * r * r)
            }
            Form::Mesh(..) => Vector3::zeros(),
        };
        RigidInertia {
            mass,
            centre: Vector3::zeros(),
            about_centre: Matrix3::from_diagonal(&moments),
        }
    }
}

/// Transforms mass properties to the frame in which theirs is placed.
#[must_use]
pub fn placed(inertia: &RigidInertia, placement: &Placement) -> RigidInertia {
    if placement.is_straight() {
        return RigidInertia {
            centre: inertia.centre + placement.translation,
            ..*inertia
        };
    }
    let to = placement.transform();
    let turned = to.linear * inertia.about_centre * to.linear.transpose();
    RigidInertia {
        mass: inertia.mass,
        centre: to.point(&inertia.centre),
        about_centre: (turned + turned.transpose()) / 2.0,
    }
}

/// Returns the mass properties at a density multiplied by a factor.
#[must_use]
pub fn denser(inertia: &RigidInertia, times: f64) -> RigidInertia {
    RigidInertia {
        mass: inertia.mass * times,
        centre: inertia.centre,
        about_centre: inertia.about_centre * times,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Shape, capsule_mesh, mass_properties};

    #[test]
    fn closed_forms_are_those_of_fine_meshes() {
        let near = |form: &Form, mesh: &crate::geometry::Mesh, error: f64| {
            let (found, wanted) = (form.unit_inertia(), mass_properties(mesh));
            assert!((found.mass / wanted.volume - 1.0).abs() < error, "{form:?}");
            let apart = (found.about_centre - wanted.inertia).amax();
            assert!(apart < error * wanted.inertia.amax(), "{form:?}: {apart:e}");
        };
        near(&Form::Box([1.0; 3]), &Shape::Cube.mesh(), 1e-12);
        near(&Form::Ellipsoid([1.0; 3]), &Shape::Sphere.mesh(), 1e-2);
        near(&Form::Cylinder(1.0, 1.0), &Shape::Cylinder.mesh(), 1e-2);
        near(&Form::Capsule(0.3, 1.7), &capsule_mesh(1.7, 0.3), 1e-2);
    }
}
