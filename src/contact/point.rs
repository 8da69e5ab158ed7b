//! Force at a point, with the derivatives that a linearly implicit step needs.

use nalgebra::{Matrix3, Vector3};

/// A force at a point of a body, with its change as the point moves: f(x + dx, v + dv) = force - K dx - D dv, to first order.
/// Body axes; K and D are symmetric and positive semidefinite.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PointForce {
    /// Force on the body (N).
    pub force: Vector3<f64>,
    /// Stiffness K (N/m).
    pub stiffness: Matrix3<f64>,
    /// Damping D (N s/m).
    pub damping: Matrix3<f64>,
}

impl PointForce {
    /// Returns zero force without derivatives.
    #[must_use]
    pub fn none() -> Self {
        PointForce {
            force: Vector3::zeros(),
            stiffness: Matrix3::zeros(),
            damping: Matrix3::zeros(),
        }
    }

    /// Returns the force at the end of a step of `h` seconds at the velocity `v` (m/s) of the point: force - h K v.
    #[must_use]
    #[inline]
    pub fn ahead(&self, h: f64, v: &Vector3<f64>) -> Vector3<f64> {
        self.force - self.stiffness * v * h
    }

    /// Returns the effective mass of the contact against an acceleration of the point in a step of `h` seconds: G = h^2 K + h D
    /// (kg).
    #[must_use]
    #[inline]
    pub fn resistance(&self, h: f64) -> Matrix3<f64> {
        self.stiffness * (h * h) + self.damping * h
    }
}

/// Returns the matrix with `along` in the unit direction d, and `across` in all others: across (1 - d d') + along d d'.
#[inline]
pub(super) fn directed(d: &Vector3<f64>, along: f64, across: f64) -> Matrix3<f64> {
    Matrix3::identity() * across + d * d.transpose() * (along - across)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn resistance_and_force_ahead_are_those_of_a_spring_and_a_damper() {
        let d = Vector3::new(0.6, 0.0, 0.8);
        let push = PointForce {
            force: d,
            stiffness: directed(&d, 300.0, 0.0),
            damping: directed(&d, 3.0, 2.0),
        };
        let g = push.resistance(0.1);
        assert!((g * d - d * 3.3).norm() < 1e-15);
        assert!((g * Vector3::y() - Vector3::y() * 0.2).norm() < 1e-15);
        assert!((push.ahead(0.1, &(d * 2.0)) - d * -59.0).norm() < 1e-13);
    }
}
