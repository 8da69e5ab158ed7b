//! Spring between two points, made by `attach` (McKenna 1990, section 4.4 and appendix D).

use super::ground::Ground;
use super::point::{PointForce, SpringDamper};
use nalgebra::Vector3;
use serde::{Deserialize, Serialize};

/// A spring with a damper between two points. With the distance l of the points, the stretch x = l - rest, and r the restitution
/// (1 while |x| grows, e while it falls), the tension is
///
/// ```text
/// T = r (k x + sgn(x) ea (exp(eB |x|) - 1)) + b l'
/// ```
///
/// along the line between them. Without a rest length the damper acts in all directions: b times the velocity
/// of one point relative to the other.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Coupling {
    /// Linear stiffness k (N/m).
    pub k: f64,
    /// Linear strength of the exponential spring (N).
    pub ea: f64,
    /// Rise of the exponential spring (1/m).
    pub eb: f64,
    /// Restitution: the part of the springs' force that acts while they return to rest.
    pub e: f64,
    /// Distance of the points (m) beyond which it breaks; none if it never does.
    pub breaks_at: Option<f64>,
    /// Damping b (N s/m).
    pub b: f64,
    /// Distance of the points at which the springs are at rest (m).
    pub rest: f64,
}

/// Largest exponent of the exponential spring. The exponent is clamped, not the force, so that an attempt far beyond the state
/// gives finite numbers.
const LARGEST_EXPONENT: f64 = 60.0;

/// Distances below this (m) have no direction.
const NO_LENGTH: f64 = 1e-12;

impl Coupling {
    /// Returns the force of the springs without restitution at a stretch x, and its derivative.
    fn spring(&self, x: f64) -> (f64, f64) {
        let exponent = (self.eb * x.abs()).min(LARGEST_EXPONENT);
        let rise = self.ea * libm::exp(exponent);
        let force = self.k * x + x.signum() * (rise - self.ea);
        (force, self.k + self.eb * rise)
    }

    /// Returns the force on the first point (N). `apart` is the vector from the second point to the first (m), `velocity` that
    /// of the first relative to the second (m/s); `ramp` is the speed over which restitution falls from 1 to `e` (m/s).
    #[must_use]
    pub fn pull(&self, apart: &Vector3<f64>, velocity: &Vector3<f64>, ramp: f64) -> PointForce {
        let length = apart.norm();
        let all_round = self.rest == 0.0;
        if length < NO_LENGTH {
            let (_, slope) = self.spring(0.0);
            return match all_round {
                true => PointForce::all_round(
                    -velocity * self.b,
                    SpringDamper {
                        k: slope,
                        b: self.b,
                    },
                ),
                // A compressed spring whose ends meet has no direction.
                false => PointForce::none(),
            };
        }
        let direction = apart / length;
        let x = length - self.rest;
        let rate = velocity.dot(&direction);
        let (spring, slope) = self.spring(x);
        // Return to rest: against the stretch.
        let (part, change) = Ground::restitution(self.e, ramp, -rate * x.signum());
        let along = part * spring;
        // The weaker force during the return acts as damping; `change` is the derivative by the speed of the return.
        let by_rate = (-change * spring.abs()).max(0.0);
        let (b_along, b_across) = (self.b, if all_round { self.b } else { 0.0 });
        let across = velocity - direction * rate;
        PointForce::directed(
            -direction * (along + b_along * rate) - across * b_across,
            &direction,
            SpringDamper {
                k: part * slope,
                b: b_along + by_rate,
            },
            SpringDamper {
                k: (along / length).max(0.0),
                b: b_across,
            },
        )
    }

    /// Returns the energy of the springs at a distance of the points (J), as they release it without restitution.
    #[must_use]
    pub fn energy(&self, length: f64) -> f64 {
        let x = (length - self.rest).abs();
        let linear = self.k * x * x / 2.0;
        if self.eb > 0.0 {
            let exponent = (self.eb * x).min(LARGEST_EXPONENT);
            linear + self.ea * (libm::expm1(exponent) / self.eb - x)
        } else {
            linear
        }
    }

    /// Whether every number is one that `attach` accepts.
    #[must_use]
    pub fn is_sound(&self, most: f64) -> bool {
        let all = [self.k, self.ea, self.eb, self.e, self.b, self.rest];
        all.iter().all(|x| (0.0..most).contains(x))
            && self.breaks_at.is_none_or(|l| l > self.rest && l < most)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOTH: Coupling = Coupling {
        k: 40.0,
        ea: 2.0,
        eb: 30.0,
        e: 0.5,
        breaks_at: None,
        b: 0.3,
        rest: 0.02,
    };

    #[test]
    fn the_tension_is_that_of_the_equation() {
        let along = Vector3::new(0.6, 0.0, 0.8);
        let out = BOTH.pull(&(along * 0.03), &(along * 2.0), 0.01).force;
        let expected = 40.0 * 0.01 + 2.0 * (0.3f64.exp() - 1.0) + 0.3 * 2.0;
        assert!((out + along * expected).norm() < 1e-14, "{out}");
        // Compressed and returning: half of the springs' force, and the damper.
        let back = BOTH.pull(&(along * 0.01), &(along * 2.0), 0.01).force;
        let expected = -0.5 * (40.0 * 0.01 + 2.0 * (0.3f64.exp() - 1.0)) + 0.3 * 2.0;
        assert!((back + along * expected).norm() < 1e-14, "{back}");
    }

    #[test]
    fn the_implicit_force_is_the_force_at_the_steps_end() {
        let h = 1e-8;
        let free = Coupling { rest: 0.0, ..BOTH };
        for law in [BOTH, free] {
            for velocity in [
                Vector3::new(0.1, 0.05, -0.2),
                Vector3::new(-0.004, 0.1, 0.0),
            ] {
                let apart = Vector3::new(0.03, 0.01, -0.02);
                let pull = law.pull(&apart, &velocity, 0.01);
                let ahead = law.pull(&(apart + velocity * h), &velocity, 0.01).force;
                let change = ahead - pull.force;
                let told = pull.ahead(h, &velocity) - pull.force;
                // The rotation of the line also changes the damper's part, which the derivative neglects.
                let rest = 1e-6 * pull.force.norm() * h / apart.norm()
                    + 10.0 * law.b * velocity.norm_squared() * h / apart.norm();
                assert!((told - change).norm() < rest, "{told} {change}");
            }
        }
    }

    #[test]
    fn the_force_is_minus_the_derivative_of_the_energy() {
        let law = Coupling {
            e: 1.0,
            b: 0.0,
            ..BOTH
        };
        let h = 1e-7;
        for length in [0.005, 0.02001, 0.05] {
            let slope = (law.energy(length + h) - law.energy(length - h)) / (2.0 * h);
            let force = law.pull(&Vector3::new(length, 0.0, 0.0), &Vector3::zeros(), 0.01);
            assert!(
                (force.force.x + slope).abs() < 1e-6,
                "{} {slope}",
                force.force.x
            );
        }
    }
}
