//! Mirror images: of transforms and joint axes, and of a whole branch of a figure.
//!
//! The mirror is a plane through the origin of the frame in which something is given, and the frame of each body of a branch is
//! mirrored too. With M the diagonal matrix that changes one sign, a rotation R becomes M R M, a vector t becomes M t, an
//! inertia I becomes M I M.

use super::body::{Body, BodySpec, PartSpec};
use super::error::FigureError;
use super::object::Object;
use super::transform::Transform;
use super::tree::Figure;
use crate::geometry::{ContactFeature, are_symmetric, mirrored, mirrored_matrix};
use corpus_dynamics::{JointKind, RigidInertia};
use nalgebra::Vector3;
use std::sync::Arc;

/// Largest relative difference of frames, in parts of a body's size, that counts as equal: numbers in scripts have few digits.
const SAME_FRAME: f64 = 1e-6;

/// A mirror plane, and the sign convention of joint values on its other side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mirror {
    /// The coordinate that changes its sign: 0, 1 or 2.
    pub axis: usize,
    /// Whether the mirrored pose has the opposite angles, as in 1990; otherwise it has the same ones.
    pub opposite: bool,
}

/// A body to be mirrored, and the names of its image and of everything that belongs to the image.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Twin {
    /// Number of the body.
    pub of: usize,
    /// Name of its image.
    pub name: String,
    /// Name of the image of its object.
    pub object: String,
    /// Names of the images of its parts and of their objects, in order.
    pub parts: Vec<(String, String)>,
}

impl Mirror {
    /// Returns the image of a point or vector.
    #[must_use]
    pub fn vector(&self, v: &Vector3<f64>) -> Vector3<f64> {
        mirrored(v, self.axis)
    }

    /// Returns M T M: maps mirrored frames to mirrored frames.
    #[must_use]
    pub fn transform(&self, t: &Transform) -> Transform {
        Transform {
            linear: mirrored_matrix(&t.linear, self.axis),
            translation: self.vector(&t.translation),
        }
    }

    /// Returns the image of mass properties: the centre is mirrored, and I becomes M I M.
    #[must_use]
    pub fn inertia(&self, inertia: &RigidInertia) -> RigidInertia {
        RigidInertia {
            mass: inertia.mass,
            centre: self.vector(&inertia.centre),
            about_centre: mirrored_matrix(&inertia.about_centre, self.axis),
        }
    }

    /// Returns the image of a joint's axis.
    ///
    /// A rotation by an angle about a becomes, in the mirror, one by the opposite angle about M a, which is one by the same
    /// angle about -M a: an axis of rotation is a pseudo-vector (Goldstein, *Classical Mechanics*, section 4.7 of the second
    /// edition). A translation along a becomes one along M a.
    #[must_use]
    pub fn joint_axis(&self, kind: JointKind, axis: &Vector3<f64>) -> Vector3<f64> {
        let image = self.vector(axis);
        match kind {
            JointKind::Rotary if !self.opposite => image.map(|x| 0.0 - x),
            _ => image,
        }
    }

    /// Whether values of such a joint change sign.
    #[must_use]
    pub fn reverses(&self, kind: JointKind) -> bool {
        self.opposite && kind == JointKind::Rotary
    }

    /// Returns the image of an object in its current position, with another name. A mesh that is its own image is kept, so that
    /// the result is, to the last bit, the same as that of mirrored transforms of the same shape.
    #[must_use]
    pub fn object(&self, object: &Object, name: String) -> Object {
        let mesh = match object.mesh.is_symmetric(self.axis) {
            true => object.mesh.clone(),
            false => Arc::new(object.mesh.mirrored(self.axis)),
        };
        let corners = object.contacts.iter().filter_map(ContactFeature::corner);
        let corners: Vec<_> = corners.collect();
        let keeps_corners = are_symmetric(&corners, self.axis);
        let image = |feature: &ContactFeature| match feature {
            ContactFeature::Point(_) if keeps_corners => *feature,
            _ => feature.mirrored(self.axis),
        };
        let contacts = object.contacts.iter().map(image).collect();
        let corners = |piece: &Vec<_>| piece.iter().map(|p| mirrored(p, self.axis)).collect();
        Object {
            name,
            mesh,
            contacts,
            pieces: Arc::new(object.pieces.iter().map(corners).collect()),
            transform: self.transform(&object.transform),
            stack: object.stack.iter().map(|t| self.transform(t)).collect(),
            body: None,
        }
    }

    /// Whether a body's frame in its parent's is the mirror image of another's, up to rounding.
    #[must_use]
    pub fn is_image(&self, image: &Body, of: &Body) -> bool {
        let (found, wanted) = (image.placement, self.transform(&of.placement));
        let size = of.mesh.size() + wanted.translation.norm();
        (found.linear - wanted.linear).amax() <= SAME_FRAME
            && (found.translation - wanted.translation).amax() <= SAME_FRAME * size
    }
}

impl Figure {
    /// Makes the images of bodies, in their order and numbered after the existing ones. They are linked to each other as the
    /// bodies are, and to the same parent if a body's parent has no image.
    ///
    /// # Errors
    /// As [`Body::new`]; for images of valid bodies, only rounding can be the reason.
    pub fn images(&self, mirror: &Mirror, twins: &[Twin]) -> Result<Vec<Body>, FigureError> {
        let image_of = |body: usize| {
            let at = twins.iter().position(|twin| twin.of == body);
            at.map(|at| self.bodies.len() + at)
        };
        let mut images = Vec::with_capacity(twins.len());
        for twin in twins {
            let Some(body) = self.bodies.get(twin.of) else {
                continue;
            };
            let spec = BodySpec {
                name: twin.name.clone(),
                axis: mirror.joint_axis(body.spec.joint, &body.spec.axis),
                form: body.spec.form.mirrored(mirror),
                ..body.spec
            };
            let shape = mirror.object(&body.shape, twin.object.clone());
            let mut image = Body::new(spec, &shape)?;
            let measured = body
                .measured
                .map(|(inertia, parts)| (mirror.inertia(&inertia), parts));
            let measure = |image: &mut Body| match measured {
                Some((inertia, parts)) if parts == image.parts.len() => image.measure(inertia),
                _ => Ok(()),
            };
            measure(&mut image)?;
            for (part, (name, object)) in body.parts.iter().zip(&twin.parts) {
                let spec = PartSpec {
                    name: name.clone(),
                    ..part.spec
                };
                image.add_part(spec, &mirror.object(&part.shape, object.clone()))?;
                measure(&mut image)?;
            }
            image.parent = body.parent.map(|parent| image_of(parent).unwrap_or(parent));
            image.placement = mirror.transform(&body.placement);
            images.push(image);
        }
        Ok(images)
    }
}

#[cfg(test)]
mod tests;
