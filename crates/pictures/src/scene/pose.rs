//! Pose of an actor in one frame.

/// Position and orientation of an actor's frame in the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    /// Origin of the actor's frame (m).
    pub position: [f64; 3],
    /// Unit quaternion w, x, y, z that rotates actor coordinates to world coordinates.
    pub orientation: [f64; 4],
}

impl Default for Pose {
    fn default() -> Self {
        Pose::at([0.0; 3])
    }
}

impl Pose {
    /// Returns the pose at `position` (m) without rotation.
    pub fn at(position: [f64; 3]) -> Self {
        Pose {
            position,
            orientation: [1.0, 0.0, 0.0, 0.0],
        }
    }

    /// Interpolates between `a` and `b` at `t` (0 to 1): position linearly, orientation by normalised linear interpolation
    /// along the shorter arc (Shoemake's slerp without its constant speed, which the small rotations between two records of a
    /// run do not need).
    pub fn interpolate(a: &Pose, b: &Pose, t: f64) -> Pose {
        let (p, q) = (a.orientation, b.orientation);
        let dot: f64 = (0..4).map(|k| p[k] * q[k]).sum();
        let sign = if dot < 0.0 { -1.0 } else { 1.0 };
        let mixed: [f64; 4] = std::array::from_fn(|k| p[k] + (sign * q[k] - p[k]) * t);
        let length = mixed.iter().map(|c| c * c).sum::<f64>().sqrt();
        Pose {
            position: std::array::from_fn(|k| a.position[k] + (b.position[k] - a.position[k]) * t),
            orientation: if length > 1e-12 {
                mixed.map(|c| c / length)
            } else {
                p
            },
        }
    }

    /// Returns the function that converts points of the actor's frame to the world (m); `None` as for [`Pose::rotation`].
    pub fn to_world(&self) -> Option<impl Fn([f64; 3]) -> [f64; 3] + use<>> {
        let (rows, position) = (self.rotation()?, self.position);
        let turned = move |k: usize, p: [f64; 3]| (0..3).map(|j| rows[k][j] * p[j]).sum::<f64>();
        Some(move |p| std::array::from_fn(|k| position[k] + turned(k, p)))
    }

    /// Returns the rows of the rotation matrix of the normalised orientation (Diebel 2006, eq. 125, transposed to
    /// body-to-world); `None` if position or orientation is not finite, or the quaternion is zero.
    pub fn rotation(&self) -> Option<[[f64; 3]; 3]> {
        let norm = self.orientation.iter().map(|c| c * c).sum::<f64>().sqrt();
        let finite = self.position.iter().all(|c| c.is_finite());
        if !finite || !norm.is_finite() || norm < 1e-12 {
            return None;
        }
        let [w, x, y, z] = self.orientation.map(|c| c / norm);
        Some([
            [
                1.0 - 2.0 * (y * y + z * z),
                2.0 * (x * y - w * z),
                2.0 * (x * z + w * y),
            ],
            [
                2.0 * (x * y + w * z),
                1.0 - 2.0 * (x * x + z * z),
                2.0 * (y * z - w * x),
            ],
            [
                2.0 * (x * z - w * y),
                2.0 * (y * z + w * x),
                1.0 - 2.0 * (x * x + y * y),
            ],
        ])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_way_is_half_the_turn_on_the_shorter_arc() {
        // A quarter turn about z, with the opposite sign of its quaternion.
        let h = 0.5f64.sqrt();
        let (a, b) = (
            Pose::at([0.0, 2.0, 0.0]),
            Pose {
                position: [4.0, 0.0, 0.0],
                orientation: [-h, 0.0, 0.0, -h],
            },
        );
        let m = Pose::interpolate(&a, &b, 0.5);
        assert_eq!(m.position, [2.0, 1.0, 0.0]);
        let r = m.rotation().unwrap();
        assert!((r[0][0] - h).abs() < 1e-12 && (r[1][0] - h).abs() < 1e-12);
        assert!((r[2][2] - 1.0).abs() < 1e-12);
    }

    #[test]
    fn opposite_quaternions_interpolate_to_themselves() {
        let a = Pose::default();
        let b = Pose {
            orientation: [-1.0, 0.0, 0.0, 0.0],
            ..a
        };
        assert_eq!(
            Pose::interpolate(&a, &b, 0.5).orientation,
            [1.0, 0.0, 0.0, 0.0]
        );
    }

    #[test]
    fn rotation_refuses_what_is_no_pose() {
        let zero = Pose {
            position: [0.0; 3],
            orientation: [0.0; 4],
        };
        assert!(zero.rotation().is_none());
        assert!(Pose::at([f64::NAN, 0.0, 0.0]).rotation().is_none());
    }
}
