//! Pose of a frame in another one, in terms of script commands: rotations, then a translation.

use crate::figure::Transform;
use nalgebra::{Matrix3, Rotation3, UnitQuaternion, Vector3};

/// A right-handed rotation about an axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Turn {
    /// Axis, of any length above zero.
    pub axis: Vector3<f64>,
    /// Angle (rad).
    pub angle: f64,
}

/// Rotations about the axes of the outer frame, one after the other, and then a translation.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Placement {
    /// Rotations; the first one is applied first.
    pub turns: Vec<Turn>,
    /// Translation (m).
    pub translation: Vector3<f64>,
}

/// Largest difference of a rotation's elements from the identity that counts as rounding.
const NO_TURN: f64 = 1e-15;

impl Turn {
    /// Returns the rotation of a quaternion w x y z of any length above zero; none for the identity.
    #[must_use]
    pub fn of_quaternion(q: [f64; 4]) -> Option<Turn> {
        let [w, x, y, z] = q;
        let mut axis = Vector3::new(x, y, z);
        let length = axis.norm();
        if length == 0.0 || !length.is_finite() {
            return None;
        }
        let mut angle = 2.0 * libm::atan2(length, w);
        axis /= length;
        if angle > std::f64::consts::PI {
            angle -= std::f64::consts::TAU;
        }
        // With a positive axis of the frame, not a negative one.
        if axis.iter().filter(|c| **c != 0.0).count() == 1 && axis.sum() < 0.0 {
            axis = -axis;
            angle = -angle;
        }
        let axis = axis.map(|c| if c == 0.0 { 0.0 } else { c });
        (angle != 0.0).then_some(Turn { axis, angle })
    }

    /// Returns the rotation of a rotation matrix; none for the identity.
    #[must_use]
    pub fn of_matrix(matrix: &Matrix3<f64>) -> Option<Turn> {
        if (matrix - Matrix3::identity()).amax() <= NO_TURN {
            return None;
        }
        let rotation = Rotation3::from_matrix_unchecked(*matrix);
        let q = UnitQuaternion::from_rotation_matrix(&rotation);
        Turn::of_quaternion([q.w, q.i, q.j, q.k])
    }

    /// Returns the shortest rotation that maps z to a direction.
    #[must_use]
    pub fn from_z(direction: &Vector3<f64>) -> Option<Turn> {
        let direction = direction.try_normalize(0.0)?;
        let axis = Vector3::z().cross(&direction);
        let (sine, cosine) = (axis.norm(), direction.z);
        if sine == 0.0 {
            let half = Turn {
                axis: Vector3::x(),
                angle: std::f64::consts::PI,
            };
            return (cosine < 0.0).then_some(half);
        }
        Some(Turn {
            axis: axis / sine,
            angle: libm::atan2(sine, cosine),
        })
    }

    /// Returns the transform, equal to the last bit to a script's `rotate`.
    #[must_use]
    pub fn transform(&self) -> Transform {
        Transform::rotation(self.axis, self.angle)
    }
}

impl Placement {
    /// Returns a translation only (m).
    #[must_use]
    pub fn at(translation: Vector3<f64>) -> Self {
        Placement {
            turns: vec![],
            translation,
        }
    }

    /// Returns the rotations and the translation of a rigid transform.
    #[must_use]
    pub fn of(transform: &Transform) -> Self {
        Placement {
            turns: Turn::of_matrix(&transform.linear).into_iter().collect(),
            translation: transform.translation,
        }
    }

    /// Returns the transform from the inner frame to the outer.
    #[must_use]
    pub fn transform(&self) -> Transform {
        let none = Transform::identity();
        let turned = self
            .turns
            .iter()
            .fold(none, |so_far, turn| so_far.then(&turn.transform()));
        turned.then(&Transform::translation(self.translation))
    }

    /// Returns the same rotations with another translation (m).
    #[must_use]
    pub fn moved_to(&self, translation: Vector3<f64>) -> Self {
        Placement {
            turns: self.turns.clone(),
            translation,
        }
    }

    /// Returns the placement of this frame in the frame outside `outer`.
    #[must_use]
    pub fn within(&self, outer: &Placement) -> Self {
        if outer.turns.is_empty() {
            return self.moved_to(self.translation + outer.translation);
        }
        let translation = outer.transform().point(&self.translation);
        if self.turns.is_empty() {
            return outer.moved_to(translation);
        }
        Placement::of(&self.transform().then(&outer.transform())).moved_to(translation)
    }

    /// Whether it is the identity.
    #[must_use]
    pub fn is_straight(&self) -> bool {
        self.turns.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_of_matrices_turn_as_they_do() {
        for axis in [Vector3::x(), Vector3::new(1.0, -2.0, 0.5), -Vector3::z()] {
            for angle in [0.0, 1e-9, 0.7, -2.0, 3.1, std::f64::consts::PI] {
                let wanted = Transform::rotation(axis, angle);
                let found = Placement::of(&wanted).transform();
                assert!((wanted.linear - found.linear).amax() < 1e-15 + 1e-16 / 1e-3);
            }
        }
    }

    #[test]
    fn the_shortest_turn_takes_z_there() {
        for to in [-Vector3::z(), Vector3::z(), Vector3::new(0.2, -3.0, 1.0)] {
            let placed = Placement {
                turns: Turn::from_z(&to).into_iter().collect(),
                ..Placement::default()
            };
            let found = placed.transform().point(&Vector3::z());
            assert!((found - to.normalize()).amax() < 1e-15);
        }
    }
}
