//! Affine transforms: the combined effect of `scale`, `rotate` and `move`.

use nalgebra::{Matrix3, Rotation3, Unit, Vector3};

/// Affine map x -> linear x + translation (m).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Transform {
    /// Rotation and scale.
    pub linear: Matrix3<f64>,
    /// Translation (m).
    pub translation: Vector3<f64>,
}

impl Default for Transform {
    fn default() -> Self {
        Self::identity()
    }
}

impl Transform {
    /// Returns the identity.
    #[must_use]
    pub fn identity() -> Self {
        Transform {
            linear: Matrix3::identity(),
            translation: Vector3::zeros(),
        }
    }

    /// Returns a translation by a vector (m).
    #[must_use]
    pub fn translation(by: Vector3<f64>) -> Self {
        Transform {
            linear: Matrix3::identity(),
            translation: by,
        }
    }

    /// Returns a scaling along the axes.
    #[must_use]
    pub fn scaling(factors: Vector3<f64>) -> Self {
        Transform {
            linear: Matrix3::from_diagonal(&factors),
            translation: Vector3::zeros(),
        }
    }

    /// Returns a right-handed rotation about an axis of any length above zero, by an angle (rad). Quarter turns about the
    /// frame's axes are exact.
    #[must_use]
    pub fn rotation(axis: Vector3<f64>, angle: f64) -> Self {
        let mut linear = Rotation3::from_axis_angle(&Unit::new_normalize(axis), angle).into_inner();
        let quarter = angle / std::f64::consts::FRAC_PI_2;
        if axis.iter().filter(|c| **c != 0.0).count() == 1
            && (quarter - quarter.round()).abs() < 1e-15
        {
            linear = linear.map(f64::round);
        }
        Transform {
            linear,
            translation: Vector3::zeros(),
        }
    }

    /// Returns the composition: this transform first, then `next`.
    #[must_use]
    pub fn then(&self, next: &Transform) -> Transform {
        Transform {
            linear: next.linear * self.linear,
            translation: next.linear * self.translation + next.translation,
        }
    }

    /// Returns the transform about another fixed point than the origin (m).
    #[must_use]
    pub fn about(&self, pivot: Vector3<f64>) -> Transform {
        Transform {
            linear: self.linear,
            translation: self.translation + pivot - self.linear * pivot,
        }
    }

    /// Transforms a point (m).
    #[must_use]
    pub fn point(&self, p: &Vector3<f64>) -> Vector3<f64> {
        self.linear * p + self.translation
    }

    /// Whether it only rotates and translates.
    #[must_use]
    pub fn is_rigid(&self) -> bool {
        self.is_rigid_within(1e-9)
    }

    /// Whether it only rotates and translates, within a tolerance.
    #[must_use]
    pub fn is_rigid_within(&self, tolerance: f64) -> bool {
        let deviation = (self.linear.transpose() * self.linear - Matrix3::identity()).norm();
        deviation < tolerance && self.linear.determinant() > 0.0
    }

    /// Whether all its numbers are finite.
    #[must_use]
    pub fn is_finite(&self) -> bool {
        self.linear
            .iter()
            .chain(self.translation.iter())
            .all(|x| x.is_finite())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::FRAC_PI_2;

    #[test]
    fn turning_about_a_pivot_leaves_the_pivot() {
        let pivot = Vector3::new(1.0, 2.0, 3.0);
        let t = Transform::rotation(Vector3::new(1.0, 1.0, 0.0), 0.7).about(pivot);
        assert!((t.point(&pivot) - pivot).norm() < 1e-15);
    }

    #[test]
    fn quarter_turns_are_exact_and_right_handed() {
        let t = Transform::rotation(Vector3::z(), FRAC_PI_2);
        assert_eq!(t.point(&Vector3::x()), Vector3::y());
        let back = Transform::rotation(Vector3::new(0.0, -2.0, 0.0), -FRAC_PI_2);
        assert_eq!(back.point(&Vector3::z()), Vector3::x());
    }

    #[test]
    fn mirrors_and_scales_are_not_rigid() {
        assert!(Transform::rotation(Vector3::new(1.0, 2.0, 3.0), 1.0).is_rigid());
        assert!(!Transform::scaling(Vector3::new(-1.0, 1.0, 1.0)).is_rigid());
        assert!(!Transform::scaling(Vector3::new(1.0, 1.0, 2.0)).is_rigid());
    }
}
