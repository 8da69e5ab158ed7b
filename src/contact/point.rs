//! The force at one point, with what a linearly implicit step needs to know of it.

use nalgebra::{Matrix3, Vector3};

/// A force at a point of a body, and the resistance G = along d d' + across (1 - d d' - t t') that it puts up against a
/// change of the point's velocity within the step (N s/m times s, that is kg): f(v + dv) = force - G dv/h. A point that
/// slides has the direction t of its sliding, along which friction stays the same.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PointForce {
    /// Force on the body (N), body axes.
    pub force: Vector3<f64>,
    /// The direction d in which the contact is stiffest, of unit length.
    pub direction: Vector3<f64>,
    /// h^2 K + h D along d (kg).
    pub along: f64,
    /// h^2 K + h D across d (kg).
    pub across: f64,
    /// The direction t across d, of unit length, in which there is no resistance.
    pub slide: Option<Vector3<f64>>,
}

impl PointForce {
    pub(super) fn none(direction: Vector3<f64>) -> Self {
        PointForce {
            force: Vector3::zeros(),
            direction,
            along: 0.0,
            across: 0.0,
            slide: None,
        }
    }

    /// G as a matrix (kg), body axes.
    #[must_use]
    pub fn resistance(&self) -> Matrix3<f64> {
        let d = &self.direction;
        let g = Matrix3::identity() * self.across + d * d.transpose() * (self.along - self.across);
        match &self.slide {
            Some(t) => g - t * t.transpose() * self.across,
            None => g,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn resistance_differs_along_and_across() {
        let d = Vector3::new(0.6, 0.0, 0.8);
        let g = PointForce {
            force: Vector3::zeros(),
            direction: d,
            along: 3.0,
            across: 2.0,
            slide: None,
        };
        let sliding = PointForce {
            slide: Some(Vector3::y()),
            ..g
        }
        .resistance();
        let g = g.resistance();
        assert!((g * d - d * 3.0).norm() < 1e-15);
        assert!((g * Vector3::y() - Vector3::y() * 2.0).norm() < 1e-15);
        assert!((sliding * d - d * 3.0).norm() < 1e-15);
        assert!((sliding * Vector3::y()).norm() < 1e-15);
    }
}
