//! Kinds of joints besides rotation about an axis and translation along it.
//!
//! Each link has one entry among the joint positions, rates and forces. A joint with several degrees of freedom is a chain of
//! links, all but the last massless: the passes eliminate their degrees one after the other, which is the elimination of D = S'
//! I^A S by its factors (Featherstone 2008, table 7.1, for S of several columns). Universal, cylindrical and planar joints are
//! chains of single axes. A ball is a chain of three links whose axes are all fixed to the last body, see [`Freedom::Ball`].

use nalgebra::{Matrix3, Vector3};

use super::link::{JointKind, Link, ModelError};

/// Kind of motion of a link's joint.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Freedom {
    /// Rotation about the axis or translation along it, as the link's [`JointKind`] says.
    #[default]
    Axis,
    /// Rotation about the axis with a coupled translation along it. Its kind is rotary.
    Screw {
        /// Translation per rotation (m/rad).
        pitch: f64,
    },
    /// No motion: its position, rate and acceleration stay zero, and forces on it have no effect.
    Weld,
    /// All rotations: the first, second and third link of a chain, all about one point and with the axes of the last one.
    ///
    /// The three positions are the rotation vector of the last body's unit quaternion relative to its rest orientation, at most
    /// pi long ([`Model::normalise`](super::Model::normalise)); their rates are the angular velocity relative to the parent in
    /// the axes of the last body. No position makes the axes coincide.
    Ball(u8),
}

impl Freedom {
    /// Returns rotation about z and translation along z per unit of the joint's position: the motion subspace S.
    pub(super) fn along(self, kind: JointKind) -> [f64; 2] {
        match (self, kind) {
            (Freedom::Weld, _) => [0.0, 0.0],
            (Freedom::Screw { pitch }, _) => [1.0, pitch],
            (_, JointKind::Rotary) => [1.0, 0.0],
            (_, JointKind::Sliding) => [0.0, 1.0],
        }
    }
}

/// Checks that the freedoms fit the links.
///
/// # Errors
/// A pitch is not finite, or a ball is not a chain of three rotary links about one point, with the axes x, y and z.
pub(super) fn check(links: &[Link], freedoms: &[Freedom]) -> Result<(), ModelError> {
    let axes = [Vector3::x(), Vector3::y(), Vector3::z()];
    for (i, (link, freedom)) in links.iter().zip(freedoms).enumerate() {
        let body = i + 1;
        match *freedom {
            Freedom::Axis | Freedom::Weld => {}
            Freedom::Screw { pitch } => {
                if !pitch.is_finite() {
                    return Err(ModelError::NotFinite { body });
                }
                if link.joint != JointKind::Rotary {
                    return Err(ModelError::BadFreedom { body });
                }
            }
            Freedom::Ball(place) => {
                let turns = link.joint == JointKind::Rotary;
                let axis = axes.get(usize::from(place)) == Some(&link.axis);
                let in_row = place == 0
                    || (link.parent == i
                        && i > 0
                        && freedoms.get(i - 1) == Some(&Freedom::Ball(place - 1))
                        && link.translation == Vector3::zeros()
                        && link.rotation == Matrix3::identity());
                let goes_on = place == 2 || freedoms.get(i + 1) == Some(&Freedom::Ball(place + 1));
                let empty = place == 2 || link.inertia.mass == 0.0;
                if !(turns && axis && in_row && goes_on && empty) {
                    return Err(ModelError::BadFreedom { body });
                }
            }
        }
    }
    Ok(())
}
