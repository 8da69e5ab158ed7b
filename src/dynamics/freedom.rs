//! Degrees of freedom of a joint beyond turning about its axis or sliding along it.
//!
//! Each link has one entry among the joint positions, rates and forces. Joints with several degrees of freedom are links in a row, all
//! but the last without mass: the passes eliminate their degrees one after the other, which is the elimination of D = S' I^A S by
//! its factors (Featherstone 2008, table 7.1, for S of several columns). Universal, cylindrical and planar joints are rows of
//! plain axes. A ball is a row of three whose axes are all fixed to the last body, see [`Freedom::Ball`].

use nalgebra::{Matrix3, Vector3};

use super::link::{JointKind, Link, ModelError};

/// Freedom of a link's joint.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Freedom {
    /// Turn about the axis or slide along it, as the link's [`JointKind`] says.
    #[default]
    Axis,
    /// Turn about the axis and slide along it by this length for each radian, m. Its kind is rotary.
    Screw {
        /// m/rad.
        pitch: f64,
    },
    /// Nothing: its position, rate and acceleration stay zero, and forces on it do nothing.
    Weld,
    /// Turn in every way: the first, second and third link of a row, all about one point and in the axes that the last one has.
    ///
    /// The positions of the three are the rotation vector of the last body's unit quaternion against its place at rest, no longer than
    /// pi ([`Model::normalise`](super::Model::normalise)); their rates are the angular velocity against the
    /// parent in the axes of the last body. There is no position in which the axes fall together.
    Ball(u8),
}

impl Freedom {
    /// How far the joint turns about z and how far it slides along z, for each unit of its position: the motion subspace S.
    pub(super) fn along(self, kind: JointKind) -> [f64; 2] {
        match (self, kind) {
            (Freedom::Weld, _) => [0.0, 0.0],
            (Freedom::Screw { pitch }, _) => [1.0, pitch],
            (_, JointKind::Rotary) => [1.0, 0.0],
            (_, JointKind::Sliding) => [0.0, 1.0],
        }
    }
}

/// Whether the freedoms fit the links.
///
/// # Errors
/// A pitch that is no finite number, or a ball that is no row of three rotary links about one point, with the axes x, y and z.
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
