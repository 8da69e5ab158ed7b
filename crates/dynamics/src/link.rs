//! Description of a tree of bodies.

use std::fmt;

use nalgebra::{Matrix3, Vector3};
use serde::{Deserialize, Serialize};

/// Constraint of the root, body 0.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Root {
    /// Fixed to the world: its accelerations are zero.
    Fixed,
    /// Unconstrained: six degrees of freedom.
    Free,
    /// Driven by the force that produces given accelerations (McKenna 1990, equation 45).
    Driven(Drive),
}

/// The accelerations of a driven root, in world axes.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Drive {
    /// Acceleration of its frame's origin, m/s2.
    pub linear: [f64; 3],
    /// Angular acceleration, rad/s2.
    pub angular: [f64; 3],
}

/// Kind of a joint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum JointKind {
    /// Rotation about the axis, which goes through the link's origin; rad.
    Rotary,
    /// Translation along the axis; m.
    Sliding,
}

/// Tolerance for rounding of moments of inertia, as a part of the largest moment.
const POSSIBLE: f64 = 1e-9;

/// Mass properties of one body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RigidInertia {
    /// Mass, kg; zero is allowed if more distal bodies have mass.
    pub mass: f64,
    /// Centre of mass in the link's frame, m.
    pub centre: Vector3<f64>,
    /// Inertia about the centre of mass in the link's axes, symmetric, kg m2.
    pub about_centre: Matrix3<f64>,
}

/// Formats a number with six digits.
fn short(x: f64) -> String {
    let rounded = format!("{x:.5e}").parse().unwrap_or(x);
    match rounded {
        0.0 => "0".to_owned(),
        _ if (1e-4..1e7).contains(&f64::abs(rounded)) => format!("{rounded}"),
        _ => format!("{rounded:e}"),
    }
}

impl RigidInertia {
    /// Returns the inertia of a point of this mass at the link's origin.
    #[must_use]
    #[inline]
    pub fn point(mass: f64) -> RigidInertia {
        RigidInertia {
            mass,
            centre: Vector3::zeros(),
            about_centre: Matrix3::zeros(),
        }
    }

    /// Returns the sum of this body and another one, given in the same axes (parallel axes: Featherstone 2008, equation 2.63 in
    /// 3-D form).
    #[must_use]
    pub fn with(&self, other: &RigidInertia) -> RigidInertia {
        let mass = self.mass + other.mass;
        if mass == 0.0 {
            return *self;
        }
        let centre = (self.centre * self.mass + other.centre * other.mass) / mass;
        let moved = |i: &RigidInertia| {
            let r = i.centre - centre;
            i.about_centre + (Matrix3::identity() * r.norm_squared() - r * r.transpose()) * i.mass
        };
        RigidInertia {
            mass,
            centre,
            about_centre: moved(self) + moved(other),
        }
    }

    /// Returns the reason why these mass properties are impossible; `None` if they are possible.
    ///
    /// For a body of positive masses, no principal moment is larger than the sum of the other two: each is an integral of two
    /// squared coordinates, I1 = s2 + s3 and so on (Wensing, Kim and Slotine, *Linear matrix inequalities for physically
    /// consistent inertial parameter identification*, IEEE Robot. Autom. Lett. 3, 2018, section III).
    #[must_use]
    pub fn impossible(&self) -> Option<String> {
        if !(self.mass > 0.0 && self.mass.is_finite()) {
            return Some(format!("a mass must be above zero, found {} kg", self.mass));
        }
        let numbers = self.centre.iter().chain(self.about_centre.iter());
        if !numbers.copied().all(f64::is_finite) {
            return Some("a centre or moment of inertia is not finite".to_owned());
        }
        let mut moments: Vec<f64> = self
            .about_centre
            .symmetric_eigenvalues()
            .iter()
            .copied()
            .collect();
        moments.sort_by(f64::total_cmp);
        let &[least, middle, most] = moments.as_slice() else {
            return None;
        };
        let small = POSSIBLE * self.about_centre.amax();
        let shown = format!(
            "the principal moments are {}, {} and {} kg*m2",
            short(least),
            short(middle),
            short(most)
        );
        if least < -small {
            return Some(format!("{shown}, but none may be below zero"));
        }
        if most > least + middle + small {
            return Some(format!(
                "{shown}, but the largest may not be above the sum of the others, {}",
                short(least + middle)
            ));
        }
        None
    }

    /// Returns the nearest possible inertia about the centre: of the squares s = (trace / 2) 1 - I, integrated along their
    /// principal axes, those below zero become zero, and I = trace(s) 1 - s (as in [`RigidInertia::impossible`]).
    #[must_use]
    #[inline]
    pub fn repaired(&self) -> RigidInertia {
        let i = (self.about_centre + self.about_centre.transpose()) / 2.0;
        let mut squares = (Matrix3::identity() * (i.trace() / 2.0) - i).symmetric_eigen();
        squares.eigenvalues.apply(|s| *s = s.max(0.0));
        let s = squares.recompose();
        let i = Matrix3::identity() * s.trace() - s;
        RigidInertia {
            about_centre: (i + i.transpose()) / 2.0,
            ..*self
        }
    }

    /// Returns the inertia of a solid box of uniform density with the given edges (m), its axes along the link's.
    #[must_use]
    #[inline]
    pub fn solid_box(mass: f64, centre: Vector3<f64>, edges: Vector3<f64>) -> RigidInertia {
        let square = edges.component_mul(&edges) * (mass / 12.0);
        RigidInertia {
            mass,
            centre,
            about_centre: Matrix3::from_diagonal(&Vector3::new(
                square.y + square.z,
                square.z + square.x,
                square.x + square.y,
            )),
        }
    }
}

/// A body, and the joint that connects it to its parent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Link {
    /// Number of the parent body, less than this body's own; 0 is the root.
    pub parent: usize,
    /// Rotation from link axes to parent axes at q = 0.
    pub rotation: Matrix3<f64>,
    /// Link origin in the parent's frame at q = 0, m.
    pub translation: Vector3<f64>,
    /// Rotary or sliding.
    pub joint: JointKind,
    /// Joint axis in the link's frame, of any length but zero. The length is a scale factor: the angle (or displacement) is
    /// length x q, its rate length x qd, and the joint force is the one that does work on q.
    pub axis: Vector3<f64>,
    /// Mass properties in the link's frame.
    pub inertia: RigidInertia,
}

/// Reason why a tree of bodies is invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ModelError {
    /// The body's parent does not come before it.
    ParentOrder {
        /// The body.
        body: usize,
    },
    /// The body's joint axis is zero.
    ZeroAxis {
        /// The body.
        body: usize,
    },
    /// The body's link rotation is not a rotation matrix.
    NotARotation {
        /// The body.
        body: usize,
    },
    /// One of the body's numbers is infinite or NaN.
    NotFinite {
        /// The body.
        body: usize,
    },
    /// The body's freedom does not fit its joint and the neighbouring links (see [`Freedom`](super::Freedom)).
    BadFreedom {
        /// The body.
        body: usize,
    },
    /// The body's mass is negative, or its inertia is not symmetric or has a negative diagonal.
    BadInertia {
        /// The body.
        body: usize,
    },
}

impl ModelError {
    /// Returns the number of the faulty body.
    #[must_use]
    #[inline]
    pub fn body(&self) -> usize {
        match self {
            ModelError::ParentOrder { body }
            | ModelError::ZeroAxis { body }
            | ModelError::NotARotation { body }
            | ModelError::NotFinite { body }
            | ModelError::BadFreedom { body }
            | ModelError::BadInertia { body } => *body,
        }
    }
}

impl fmt::Display for ModelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ModelError::ParentOrder { body } => {
                write!(f, "body {body} comes before its parent")
            }
            ModelError::ZeroAxis { body } => write!(f, "body {body} has a joint axis of length 0"),
            ModelError::NotARotation { body } => {
                write!(f, "the link rotation of body {body} is not a rotation")
            }
            ModelError::NotFinite { body } => {
                write!(f, "body {body} has a number that is not finite")
            }
            ModelError::BadFreedom { body } => {
                write!(
                    f,
                    "the links that form the joint of body {body} are not in the order that its kind of joint needs"
                )
            }
            ModelError::BadInertia { body } => {
                write!(f, "the mass or inertia of body {body} is impossible")
            }
        }
    }
}

impl std::error::Error for ModelError {}

impl RigidInertia {
    /// Performs the checks of [`ModelError`] that concern a single body.
    pub(super) fn check(&self, body: usize) -> Result<(), ModelError> {
        let i = &self.about_centre;
        let numbers = self.centre.iter().chain(i.iter());
        if !(self.mass.is_finite() && numbers.copied().all(f64::is_finite)) {
            return Err(ModelError::NotFinite { body });
        }
        // Sums of many small parts are symmetric only up to rounding.
        let skew = (i - i.transpose()).amax();
        let bad = self.mass < 0.0
            || skew > 1e-9 * i.amax()
            || i.diagonal().iter().any(|&d| d < -1e-9 * i.amax());
        if bad {
            return Err(ModelError::BadInertia { body });
        }
        Ok(())
    }
}

impl Link {
    /// Performs the checks of [`ModelError`] for the link as body number `body`.
    pub(super) fn check(&self, body: usize) -> Result<(), ModelError> {
        if self.parent >= body {
            return Err(ModelError::ParentOrder { body });
        }
        let r = &self.rotation;
        let numbers = r.iter().chain(self.translation.iter()).chain(&self.axis);
        if !numbers.copied().all(f64::is_finite) {
            return Err(ModelError::NotFinite { body });
        }
        let length = self.axis.norm();
        if !(length > 0.0 && length.is_finite()) {
            return Err(ModelError::ZeroAxis { body });
        }
        if (r.transpose() * r - Matrix3::identity()).amax() > 1e-6 || r.determinant() < 0.0 {
            return Err(ModelError::NotARotation { body });
        }
        self.inertia.check(body)
    }
}
