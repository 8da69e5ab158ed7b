//! How the velocity at a place of contact changes although no body is accelerated: the place moves over both bodies, and the normal turns.

use nalgebra::{Matrix3, Vector3};

/// Two bodies that touch, or nearly so.
#[derive(Clone, Copy, Debug)]
pub struct Rolling {
    /// Unit normal, out of the second body (world).
    pub normal: Vector3<f64>,
    /// The gap (m).
    pub gap: f64,
    /// Velocity of each body at the place (m/s, world).
    pub velocities: [Vector3<f64>; 2],
    /// Angular velocity of each body (rad/s, world).
    pub angular: [Vector3<f64>; 2],
    /// The radii of curvature of each body there (m, world), as the matrix by which its place moves over it as the normal turns: zero at a corner.
    /// None where it is flat.
    pub radii: [Option<Matrix3<f64>>; 2],
}

/// Radius of what is sharp in a direction in which the other body is not round either, in parts of the sum of all radii.
const SHARP: f64 = 1e-9;

impl Rolling {
    /// Returns by how much the first body is faster each second, relative to the second one (m/s2, world), beyond the accelerations of their
    /// material there: w1 x d1 - w2 x d2 + (dn/dt . u) n, where the place moves over the bodies at d1 and d2.
    ///
    /// On a round body the place moves with the normal, d1 = -R1 (dn/dt - w1 x n) and d2 = R2 (dn/dt - w2 x n), and u + d1 - d2 = g dn/dt holds it
    /// at the normal's two ends (the equations of contact of Montana, *International Journal of Robotics Research* 7(3), 1988, 17).
    #[must_use]
    pub fn change(&self) -> Vector3<f64> {
        let n = self.normal;
        let u = self.velocities[0] - self.velocities[1];
        let sliding = u - n * u.dot(&n);
        let carried = self.angular.map(|angular| angular.cross(&n));
        let turning = match self.radii {
            [Some(_), None] => carried[1],
            [None, Some(_)] => carried[0],
            [Some(r1), Some(r2)] => {
                let along = n * n.transpose();
                let across = Matrix3::identity() - along;
                let size = (r1 + r2).trace();
                let round = r1 + r2 + across * (self.gap.max(0.0) + SHARP * size) + along * size;
                let all = sliding + r1 * carried[0] + r2 * carried[1];
                match round.try_inverse() {
                    Some(inverse) if size > 0.0 => inverse * all,
                    _ => (carried[0] + carried[1]) / 2.0,
                }
            }
            [None, None] => (carried[0] + carried[1]) / 2.0,
        };
        let (d1, d2) = match self.radii {
            [None, Some(r2)] => {
                let d2 = r2 * (turning - carried[1]);
                (d2 + turning * self.gap - sliding, d2)
            }
            [r1, _] => {
                let d1 = r1.unwrap_or_default() * (carried[0] - turning);
                (d1, d1 + sliding - turning * self.gap)
            }
        };
        let [w1, w2] = self.angular;
        w1.cross(&d1) - w2.cross(&d2) + n * turning.dot(&u)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn still(radii: [Option<f64>; 2]) -> Rolling {
        Rolling {
            normal: Vector3::z(),
            gap: 0.0,
            velocities: [Vector3::zeros(); 2],
            angular: [Vector3::zeros(); 2],
            radii: radii.map(|r| Some(Matrix3::from_diagonal(&Vector3::new(r?, r?, 0.0)))),
        }
    }

    /// The material at the bottom of a ball that rolls goes up at r w^2, while the place of contact stays on the plane.
    #[test]
    fn a_ball_that_rolls_on_a_plane_stays_on_it() {
        let ball = Rolling {
            angular: [Vector3::y() * 3.0, Vector3::zeros()],
            ..still([Some(0.2), None])
        };
        assert!((ball.change() + Vector3::z() * (0.2 * 9.0)).norm() < 1e-15);
        let below = Rolling {
            normal: -Vector3::z(),
            angular: [Vector3::zeros(), Vector3::y() * 3.0],
            ..still([None, Some(0.2)])
        };
        assert!((below.change() - Vector3::z() * (0.2 * 9.0)).norm() < 1e-15);
    }

    /// A ball without spin that goes round another one at v comes apart from it at v^2 / (r1 + r2).
    #[test]
    fn what_slides_past_a_ball_leaves_it() {
        for radii in [[Some(0.2), Some(0.3)], [Some(0.0), Some(0.5)]] {
            let ball = Rolling {
                velocities: [Vector3::x() * 2.0, Vector3::zeros()],
                ..still(radii)
            };
            assert!((ball.change() - Vector3::z() * 8.0).norm() < 1e-7);
        }
    }

    /// A corner that slides outwards on a turning table is carried up by it twice: Coriolis' acceleration.
    #[test]
    fn a_corner_on_a_plate_that_tilts_is_lifted() {
        let plate = Rolling {
            velocities: [Vector3::x() * 2.0, Vector3::zeros()],
            angular: [Vector3::zeros(), Vector3::y() * -3.0],
            ..still([Some(0.0), None])
        };
        let change = plate.change().z;
        assert!((change + 2.0 * 2.0 * 3.0).abs() < 1e-14, "{change}");
    }
}
