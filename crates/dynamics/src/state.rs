//! The state as one flat slice, for any integrator.
//!
//! `[position 3 | quaternion w x y z | q n | omega 3 | v 3 | qd n]`: position (m, world) and
//! orientation of the root, joint positions, then the root's angular velocity (rad/s) and the
//! linear velocity of its origin (m/s), both in body axes, then joint rates. The layout of a
//! fixed root is the same; its velocities are zero and stay zero.

use std::ops::Range;

use nalgebra::{Matrix3, Quaternion, UnitQuaternion, Vector3};

/// Layout of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    joints: usize,
}

impl Layout {
    /// Returns the layout for a tree of this many joints.
    #[must_use]
    #[inline]
    pub fn new(joints: usize) -> Layout {
        Layout { joints }
    }

    /// Returns the length of a state: 13 + 2n.
    #[must_use]
    #[inline]
    pub fn len(self) -> usize {
        13 + 2 * self.joints
    }

    /// Always false: a state has its root.
    #[must_use]
    #[inline]
    pub fn is_empty(self) -> bool {
        false
    }

    /// Returns the length of an acceleration: 6 + n.
    #[must_use]
    #[inline]
    pub fn accelerations(self) -> usize {
        6 + self.joints
    }

    /// Returns the range of the root's position, world.
    #[must_use]
    #[inline]
    pub fn position(self) -> Range<usize> {
        0..3
    }

    /// Returns the range of the root's orientation, quaternion w x y z, body to world.
    #[must_use]
    #[inline]
    pub fn orientation(self) -> Range<usize> {
        3..7
    }

    /// Returns the range of the joint positions.
    #[must_use]
    #[inline]
    pub fn q(self) -> Range<usize> {
        7..7 + self.joints
    }

    /// Returns the range of all velocities: omega, v, qd.
    #[must_use]
    #[inline]
    pub fn velocity(self) -> Range<usize> {
        7 + self.joints..self.len()
    }

    /// Returns the range of the root's angular velocity, body axes.
    #[must_use]
    #[inline]
    pub fn omega(self) -> Range<usize> {
        7 + self.joints..10 + self.joints
    }

    /// Returns the range of the velocity of the root's origin, body axes.
    #[must_use]
    #[inline]
    pub fn v(self) -> Range<usize> {
        10 + self.joints..13 + self.joints
    }

    /// Returns the range of the joint rates.
    #[must_use]
    #[inline]
    pub fn qd(self) -> Range<usize> {
        13 + self.joints..self.len()
    }

    /// Returns a state at rest: root at the origin, axes along the world's, joints at zero.
    #[must_use]
    #[inline]
    pub fn rest(self) -> Vec<f64> {
        let mut y = vec![0.0; self.len()];
        y[3] = 1.0;
        y
    }
}

/// Returns three components from `at` on.
#[must_use]
#[inline]
pub fn vector(y: &[f64], at: usize) -> Vector3<f64> {
    Vector3::new(y[at], y[at + 1], y[at + 2])
}

/// Returns the orientation of a state's root, body to world; the quaternion need not be of unit length.
#[must_use]
#[inline]
pub fn root_orientation(y: &[f64]) -> UnitQuaternion<f64> {
    UnitQuaternion::new_normalize(Quaternion::new(y[3], y[4], y[5], y[6]))
}

/// Returns the rotation of a state's root, body to world; the quaternion need not be of unit length.
#[must_use]
pub fn root_rotation(y: &[f64]) -> Matrix3<f64> {
    let (w, x, y, z) = (y[3], y[4], y[5], y[6]);
    let s = 2.0 / (w * w + x * x + y * y + z * z);
    let (sx, sy, sz) = (s * x, s * y, s * z);
    Matrix3::new(
        1.0 - (y * sy + z * sz),
        x * sy - w * sz,
        x * sz + w * sy,
        x * sy + w * sz,
        1.0 - (x * sx + z * sz),
        y * sz - w * sx,
        x * sz - w * sy,
        y * sz + w * sx,
        1.0 - (x * sx + y * sy),
    )
}

/// Normalises the root's quaternion. A zero or non-finite quaternion is not changed.
#[inline]
pub fn normalise(y: &mut [f64]) {
    let length = y[3..7].iter().map(|q| q * q).sum::<f64>().sqrt();
    if length > 0.0 {
        for q in &mut y[3..7] {
            *q /= length;
        }
    }
}

/// Computes the time derivative of the positions of `y` with its velocities: p' = R v, quaternion' = quaternion (0, omega) / 2,
/// q' = qd. `out` receives 7 + n numbers.
#[inline]
pub fn rates(layout: Layout, y: &[f64], out: &mut [f64]) {
    let velocity = root_rotation(y) * vector(y, layout.v().start);
    out[..3].copy_from_slice(velocity.as_slice());
    let omega = vector(y, layout.omega().start);
    let turn = Quaternion::new(y[3], y[4], y[5], y[6]) * Quaternion::from_imag(omega * 0.5);
    out[3..7].copy_from_slice(&[turn.w, turn.i, turn.j, turn.k]);
    out[layout.q()].copy_from_slice(&y[layout.qd()]);
}

/// Computes the time derivative of a whole state with known accelerations (6 + n).
#[inline]
pub fn derivative(layout: Layout, y: &[f64], acceleration: &[f64], out: &mut [f64]) {
    rates(layout, y, out);
    out[layout.velocity()].copy_from_slice(acceleration);
}

/// Advances velocities by h with the accelerations (6 + n, the root's a spatial one in body axes). The velocity of the root's
/// origin changes by its classical acceleration dv + omega x v and stays in the previous body axes: [`drift`] rotates it.
#[inline]
pub fn kick(layout: Layout, y: &mut [f64], acceleration: &[f64], h: f64) {
    let omega = vector(y, layout.omega().start);
    let v = vector(y, layout.v().start);
    let classical = vector(acceleration, 3) + omega.cross(&v);
    let v = v + classical * h;
    y[layout.v()].copy_from_slice(v.as_slice());
    let omega = omega + vector(acceleration, 0) * h;
    y[layout.omega()].copy_from_slice(omega.as_slice());
    for (qd, qdd) in y[layout.qd()].iter_mut().zip(&acceleration[6..]) {
        *qd += h * qdd;
    }
}

/// Advances positions by h at the present velocities: the root's origin moves straight, its orientation by the exponential map,
/// and its velocity, constant in the world, is converted to the rotated axes.
#[inline]
pub fn drift(layout: Layout, y: &mut [f64], h: f64) {
    let v = vector(y, layout.v().start);
    let old = root_orientation(y);
    let turn = UnitQuaternion::from_scaled_axis(vector(y, layout.omega().start) * h);
    for (p, v) in y.iter_mut().zip((old * v).iter()) {
        *p += h * v;
    }
    let new = old * turn;
    y[layout.orientation()].copy_from_slice(&[new.w, new.i, new.j, new.k]);
    y[layout.v()].copy_from_slice(turn.inverse_transform_vector(&v).as_slice());
    let (positions, rates) = y.split_at_mut(layout.qd().start);
    for (q, qd) in positions[layout.q()].iter_mut().zip(rates) {
        *q += h * *qd;
    }
}

/// Makes one step of length h of the semi-implicit Euler method: velocities with the accelerations, then positions with the new
/// velocities ([`kick`], [`drift`]).
///
/// The root's linear velocity is thereby integrated in world axes, where free flight is exact. In body axes, a first-order step
/// would add momentum to a tumbling body.
#[inline]
pub fn semi_implicit_update(layout: Layout, y: &mut [f64], acceleration: &[f64], h: f64) {
    kick(layout, y, acceleration, h);
    drift(layout, y, h);
}
