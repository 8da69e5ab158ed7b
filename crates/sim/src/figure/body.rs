//! Bodies: rigid links with a shape, a mass and the joint that connects them to their parent.

use super::error::FigureError;
use super::joint::{Degree, JointForm};
use super::object::Object;
use super::transform::Transform;
use crate::geometry::{ContactFeature, Convex, Mesh};
use corpus_dynamics::{JointKind, RigidInertia};
use nalgebra::Vector3;
use std::sync::Arc;

/// Largest distance of a point of a body from its joint (m): beyond it the integrals of its mass overflow.
const FARTHEST: f64 = 1e30;

/// Specification of a body, except for its shape: the arguments of `addbody`.
#[derive(Clone, Debug, PartialEq)]
pub struct BodySpec {
    /// Name of the body.
    pub name: String,
    /// Joint axis in the body's own frame; its length scales the joint variable.
    pub axis: Vector3<f64>,
    /// Motion along or about the axis.
    pub joint: JointKind,
    /// Form of the joint if it is not a single degree of freedom.
    pub form: JointForm,
    /// Density (kg/m3).
    pub density: f64,
    /// Mass (kg); if it is given, the density follows from it and the volume.
    pub mass: Option<f64>,
    /// Whether the shape has mass.
    pub inertial: bool,
    /// Whether the shape collides.
    pub colliding: bool,
}

impl BodySpec {
    /// Creates a body that turns about its z axis, of 1000 kg/m3, with mass and collision.
    #[must_use]
    pub fn new(name: &str) -> Self {
        BodySpec {
            name: name.to_owned(),
            axis: Vector3::z(),
            joint: JointKind::Rotary,
            form: JointForm::Single,
            density: 1000.0,
            mass: None,
            inertial: true,
            colliding: true,
        }
    }

    /// Returns the degrees of freedom of its joint, from the parent outwards: the last one carries the body.
    #[must_use]
    pub fn degrees(&self) -> Vec<Degree> {
        self.form.degrees(self.joint, &self.axis)
    }

    /// Returns the direction of the axis given by `addbody`: that of the first degree of freedom of a chain of joints.
    #[must_use]
    pub fn first_axis(&self) -> Vector3<f64> {
        let first = match &self.form {
            JointForm::Several { inner } => inner.first().map(|(_, axis)| *axis),
            _ => None,
        };
        first.unwrap_or(self.axis).normalize()
    }
}

/// Specification of a part, except for its shape: the arguments of `addpart`.
#[derive(Clone, Debug, PartialEq)]
pub struct PartSpec {
    /// Its name.
    pub name: String,
    /// Density (kg/m3).
    pub density: f64,
    /// Mass (kg); if it is given, the density follows from it and the volume.
    pub mass: Option<f64>,
    /// Whether the shape has mass.
    pub inertial: bool,
    /// Whether the shape collides.
    pub colliding: bool,
}

/// A further shape fixed to a body.
#[derive(Clone, Debug)]
pub struct Part {
    /// Settings from the script.
    pub spec: PartSpec,
    /// A copy of the object that it was made of: its transform maps modelling space to the body frame.
    pub shape: Object,
    /// Its shape, body frame (m).
    pub mesh: Arc<Mesh>,
}

/// A rigid link of a figure.
#[derive(Clone, Debug)]
pub struct Body {
    /// Settings from the script.
    pub spec: BodySpec,
    /// A copy of the object that it was made of: its transform maps modelling space to the body frame.
    pub shape: Object,
    /// Its shape, body frame (m); the body frame's origin is the joint.
    pub mesh: Arc<Mesh>,
    /// Shapes fixed to it.
    pub parts: Vec<Part>,
    /// Features that may touch the ground, body frame (m).
    pub contacts: Vec<ContactFeature>,
    /// Mass, centre and inertia about the centre, body frame.
    pub inertia: RigidInertia,
    /// Mass properties given as numbers, and the number of parts at that time, which they include.
    pub(super) measured: Option<(RigidInertia, usize)>,
    /// Parent.
    pub parent: Option<usize>,
    /// Body frame to the parent's at q = 0 (for the root: to the world at the start).
    pub placement: Transform,
}

impl Body {
    /// Makes a body of an object: the object's current transform maps modelling space to the body frame.
    ///
    /// # Errors
    /// The density or axis is invalid, or the shape is not a closed solid.
    pub fn new(spec: BodySpec, object: &Object) -> Result<Body, FigureError> {
        check_axis(&spec.axis)?;
        let (mesh, inertia) = solid(object, spec.density, spec.mass, spec.inertial)?;
        let contacts = if spec.colliding {
            object.placed_contacts()
        } else {
            vec![]
        };
        Ok(Body {
            spec,
            shape: object.clone(),
            mesh,
            parts: vec![],
            contacts,
            inertia,
            measured: None,
            parent: None,
            placement: Transform::identity(),
        })
    }

    /// Sets mass properties of the body and its present parts as numbers (body frame) instead of those of its shapes. Those of
    /// later parts are added.
    ///
    /// # Errors
    /// No distribution of positive masses has these numbers ([`RigidInertia::impossible`]).
    pub fn measure(&mut self, inertia: RigidInertia) -> Result<(), FigureError> {
        if let Some(why) = inertia.impossible() {
            return Err(FigureError::Inertia(why));
        }
        self.measured = Some((inertia, self.parts.len()));
        self.inertia = inertia;
        Ok(())
    }

    /// Fixes another object to the body, with its mass and its contacts.
    ///
    /// # Errors
    /// As [`Body::new`].
    pub fn add_part(&mut self, spec: PartSpec, object: &Object) -> Result<(), FigureError> {
        let (mesh, inertia) = solid(object, spec.density, spec.mass, spec.inertial)?;
        self.inertia = self.inertia.with(&inertia);
        if spec.colliding {
            self.contacts.extend(object.placed_contacts());
        }
        self.parts.push(Part {
            spec,
            shape: object.clone(),
            mesh,
        });
        Ok(())
    }

    /// Returns the convex solids for collision, body frame (m): those of the shape and of each part, except those that do not collide and
    /// those that are flat.
    #[must_use]
    pub fn solids(&self) -> Vec<Convex> {
        let own = self.spec.colliding.then_some((&self.shape, &self.mesh));
        let parts = self.parts.iter().filter(|part| part.spec.colliding);
        let parts = parts.map(|part| (&part.shape, &part.mesh));
        let all = own.into_iter().chain(parts);
        all.flat_map(|(shape, mesh)| shape.solids(mesh)).collect()
    }
}

/// Checks that a joint axis has a direction.
///
/// # Errors
/// Its length is zero, or so large that its square is not finite.
pub(super) fn check_axis(axis: &Vector3<f64>) -> Result<(), FigureError> {
    let squared = axis.norm_squared();
    if squared == 0.0 {
        Err(FigureError::ZeroAxis)
    } else if squared.is_finite() {
        Ok(())
    } else {
        Err(FigureError::HugeAxis)
    }
}

/// Returns the object's shape in the body frame and its inertia at a density (kg/m3).
fn solid(
    object: &Object,
    density: f64,
    mass: Option<f64>,
    inertial: bool,
) -> Result<(Arc<Mesh>, RigidInertia), FigureError> {
    if !(density > 0.0 && density.is_finite()) {
        return Err(FigureError::Density(density));
    }
    if let Some(mass) = mass.filter(|mass| !(*mass > 0.0 && mass.is_finite())) {
        return Err(FigureError::Mass(mass));
    }
    if !object.transform.is_finite() || object.transform.linear.determinant() == 0.0 {
        return Err(FigureError::Size(format!(
            "its transforms make `{}` flat or infinite",
            object.name
        )));
    }
    let mesh = object
        .mesh
        .transform(&object.transform.linear, &object.transform.translation);
    let mut coordinates = mesh.vertices.iter().flat_map(|v| v.iter());
    if !coordinates.all(|x| x.abs() <= FARTHEST) {
        return Err(FigureError::Size(format!(
            "`{}` extends farther than {FARTHEST:.0e} m from the joint, which is too large to simulate",
            object.name
        )));
    }
    if !inertial {
        return Ok((Arc::new(mesh), RigidInertia::point(0.0)));
    }
    mesh.check()
        .map_err(|e| FigureError::Shape(e.to_string()))?;
    let properties = object.mass_properties(&mesh);
    let density = mass.map_or(density, |mass| mass / properties.volume);
    let inertia = RigidInertia {
        mass: mass.unwrap_or(density * properties.volume),
        centre: properties.centre,
        about_centre: properties.inertia * density,
    };
    let finite = inertia.mass.is_finite() && inertia.about_centre.iter().all(|x| x.is_finite());
    if !(finite && inertia.mass > 0.0) {
        return Err(FigureError::Size(format!(
            "`{}` would weigh {:.1e} kg",
            object.name, inertia.mass
        )));
    }
    Ok((Arc::new(mesh), inertia))
}
