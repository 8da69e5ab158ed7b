//! Rotation vectors: the positions of ball joints, and how states with balls move.
//!
//! With R = exp(theta) and `R' = R [omega x]`, theta' = omega + theta x omega / 2 + c theta x (theta x omega), where
//! c = (1 - (a/2) cot(a/2)) / a^2 and a = |theta| (Hairer, Lubich & Wanner, *Geometric Numerical Integration*, III.4.2, with the
//! sign of body axes). It holds up to a = 2 pi; positions are brought below pi after each step.

use std::f64::consts::{PI, TAU};

use nalgebra::{UnitQuaternion, Vector3};

use super::model::Model;
use super::state::{self, vector};

/// Returns c as defined above.
fn second(theta: &Vector3<f64>) -> f64 {
    let square = theta.norm_squared();
    if square < 1e-4 {
        return 1.0 / 12.0 + square / 720.0 + square * square / 30240.0;
    }
    let half = square.sqrt() / 2.0;
    let (sin, cos) = libm::sincos(half);
    (1.0 - half * cos / sin) / square
}

/// Returns theta' of a rotation at the angular velocity omega (rad/s, axes of the rotating body).
#[must_use]
#[inline]
pub fn rate(theta: &Vector3<f64>, omega: &Vector3<f64>) -> Vector3<f64> {
    let first = theta.cross(omega);
    omega + first * 0.5 + theta.cross(&first) * second(theta)
}

/// Returns the moment (axes of the rotating body) of a force that does work on theta: the transpose of [`rate`].
#[must_use]
#[inline]
pub fn moment(theta: &Vector3<f64>, force: &Vector3<f64>) -> Vector3<f64> {
    let first = theta.cross(force);
    force - first * 0.5 + theta.cross(&first) * second(theta)
}

/// Returns the rotation theta followed by `more`, in the rotated axes: at most pi long.
#[must_use]
#[inline]
pub fn added(theta: &Vector3<f64>, more: &Vector3<f64>) -> Vector3<f64> {
    let turn = UnitQuaternion::from_scaled_axis(*theta) * UnitQuaternion::from_scaled_axis(*more);
    turn.scaled_axis()
}

/// Returns the same rotation with an angle of at most pi.
#[must_use]
#[inline]
pub fn shortest(theta: &Vector3<f64>) -> Vector3<f64> {
    let angle = theta.norm();
    if angle.is_nan() || angle <= PI {
        return *theta;
    }
    let turns = (angle / TAU).round();
    theta * (1.0 - turns * TAU / angle)
}

/// Distance from half a turn (rad) within which a function of rotation vectors passes from one vector of a rotation to the other.
pub const PASSAGE: f64 = 0.2;

/// The other rotation vector of a rotation near half a turn, which has the opposite direction.
#[derive(Clone, Copy, Debug)]
pub struct Opposite {
    /// The vector (rad), longer than pi.
    pub theta: Vector3<f64>,
    /// Its weight in a mean: 1/2 at half a turn, and zero at the distance [`PASSAGE`] from it.
    pub weight: f64,
    /// Gradient of the weight by the given vector (1/rad).
    pub slope: Vector3<f64>,
}

/// The opposite vector of one that is no longer than pi, where that is near half a turn. The mean (1 - w) U(theta) + w U(opposite) of any
/// function U is a smooth function of the rotation, as neither vector alone gives it.
#[must_use]
#[inline]
pub fn opposite(theta: &Vector3<f64>) -> Option<Opposite> {
    let angle = theta.norm();
    let part = (angle - (PI - PASSAGE)) / (2.0 * PASSAGE);
    (part > 0.0).then(|| Opposite {
        theta: theta * (1.0 - TAU / angle),
        weight: part * part * (3.0 - 2.0 * part),
        slope: theta * (3.0 * part * (1.0 - part) / (PASSAGE * angle)),
    })
}

fn put(y: &mut [f64], at: usize, v: &Vector3<f64>) {
    y[at..at + 3].copy_from_slice(v.as_slice());
}

impl Model {
    /// Computes the time derivative of a whole state with known accelerations (6 + n), as [`state::derivative`], including
    /// balls.
    #[inline]
    pub fn derivative(&self, y: &[f64], acceleration: &[f64], out: &mut [f64]) {
        let layout = self.layout();
        state::derivative(layout, y, acceleration, out);
        for &ball in self.balls() {
            let theta = vector(y, layout.q().start + ball);
            let omega = vector(y, layout.qd().start + ball);
            put(out, layout.q().start + ball, &rate(&theta, &omega));
        }
    }

    /// Makes a step of h by the semi-implicit Euler method, as [`state::semi_implicit_update`]; balls move by the exponential
    /// map.
    pub fn semi_implicit_update(&self, y: &mut [f64], acceleration: &[f64], h: f64) {
        let layout = self.layout();
        state::kick(layout, y, acceleration, h);
        let drifted = |y: &[f64], ball: usize| {
            let theta = vector(y, layout.q().start + ball);
            added(&theta, &(vector(y, layout.qd().start + ball) * h))
        };
        if let [ball] = *self.balls() {
            let theta = drifted(y, ball);
            state::drift(layout, y, h);
            put(y, layout.q().start + ball, &theta);
            return;
        }
        let thetas: Vec<Vector3<f64>> = self.balls().iter().map(|&ball| drifted(y, ball)).collect();
        state::drift(layout, y, h);
        for (&ball, theta) in self.balls().iter().zip(&thetas) {
            put(y, layout.q().start + ball, theta);
        }
    }

    /// Normalises the root's quaternion, and brings the rotations of balls below pi.
    #[inline]
    pub fn normalise(&self, y: &mut [f64]) {
        state::normalise(y);
        let at = self.layout().q().start;
        for &ball in self.balls() {
            let theta = shortest(&vector(y, at + ball));
            put(y, at + ball, &theta);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_are_differences_and_moments_do_the_same_work() {
        for theta in [
            Vector3::new(1e-3, 2e-3, -1e-3),
            Vector3::new(0.4, -1.1, 0.7),
            Vector3::new(-1.8, 1.9, 1.7),
        ] {
            let omega = Vector3::new(0.3, -0.5, 0.9);
            let h = 1e-5;
            let after = added(&theta, &(omega * h)) - added(&theta, &(omega * -h));
            let apart = rate(&theta, &omega) - after / (2.0 * h);
            assert!(apart.norm() < 1e-9, "{apart}");
            let force = Vector3::new(2.0, 0.7, -1.3);
            let work = moment(&theta, &force).dot(&omega) - force.dot(&rate(&theta, &omega));
            assert!(work.abs() < 1e-14, "{work}");
        }
    }

    #[test]
    fn the_mean_with_the_opposite_vector_is_smooth_at_half_a_turn() {
        let of = |theta: &Vector3<f64>| theta.x + 0.3 * theta.y * theta.z;
        let mean = |theta: &Vector3<f64>| {
            let theta = shortest(theta);
            opposite(&theta).map_or(of(&theta), |other| {
                of(&theta) + other.weight * (of(&other.theta) - of(&theta))
            })
        };
        let axis = Vector3::new(0.6, -0.3, 0.5).normalize();
        for edge in [PI - PASSAGE, PI, PI + PASSAGE] {
            let h = 1e-4;
            let at = |angle: f64| mean(&(axis * angle));
            let slopes = [at(edge) - at(edge - h), at(edge + h) - at(edge)];
            assert!(
                ((slopes[0] - slopes[1]) / h).abs() < 200.0 * h,
                "{edge}: {slopes:?}"
            );
        }
        let theta = axis * 3.05;
        let other = opposite(&theta).unwrap();
        for (i, slope) in other.slope.iter().enumerate() {
            let h = Vector3::ith(i, 1e-6);
            let weight = |theta: Vector3<f64>| opposite(&theta).unwrap().weight;
            let found = (weight(theta + h) - weight(theta - h)) / 2e-6;
            assert!((found - slope).abs() < 1e-8, "{found} {slope}");
        }
    }

    #[test]
    fn turns_beyond_half_a_turn_come_round() {
        let long = Vector3::new(0.0, 4.0, 0.0);
        assert!((shortest(&long) - Vector3::new(0.0, 4.0 - TAU, 0.0)).norm() < 1e-15);
        assert!((added(&long, &Vector3::zeros()) - shortest(&long)).norm() < 1e-15);
        assert_eq!(shortest(&Vector3::zeros()), Vector3::zeros());
    }
}
