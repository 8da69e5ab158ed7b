//! Actuator of a joint: a torque, a servo, or both, with a gear and a limit.

use super::joint_force::Response;
use super::joint_parameters::upper_limit;
use serde::{Deserialize, Serialize};

/// A position servo: a spring and a damper between the joint and a target.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Servo {
    /// Stiffness at the joint (N m/rad or N/m), above zero.
    pub kp: f64,
    /// Damping at the joint (N m s/rad or N s/m).
    pub kd: f64,
    /// Target position (rad or m).
    pub target: f64,
}

/// Actuator of a joint, in addition to its springs and its motor: the force G clamp(T + S / G, -L, L) with the gear ratio G, the
/// torque T of the motor, its limit L, and S = -kp (q - target) - kd q' of the servo.
///
/// ```
/// use corpus_sim::control::{Actuator, Servo};
///
/// let servo = Servo { kp: 20.0, kd: 1.0, target: 0.5 };
/// let actuator = Actuator { servo: Some(servo), gear: 10.0, limit: 0.3, ..Actuator::default() };
/// assert_eq!(actuator.respond(0.4, 0.0).force, 20.0 * (0.5 - 0.4));
/// // The limit of the motor, times the gear ratio.
/// assert_eq!(actuator.respond(-0.4, 0.0).force, 3.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Actuator {
    /// Torque of the motor before its gear (N m), or its force (N).
    pub torque: f64,
    /// The servo, if there is one.
    pub servo: Option<Servo>,
    /// Gear ratio, above zero.
    pub gear: f64,
    /// Largest torque of the motor before its gear; infinite without a limit.
    #[serde(with = "upper_limit", default = "upper_limit::none")]
    pub limit: f64,
}

impl Default for Actuator {
    fn default() -> Self {
        Actuator {
            torque: 0.0,
            servo: None,
            gear: 1.0,
            limit: f64::INFINITY,
        }
    }
}

impl Actuator {
    /// Whether it never exerts a force, so that the joint acts as without it.
    #[must_use]
    pub fn is_idle(&self) -> bool {
        self.torque == 0.0 && self.servo.is_none()
    }

    /// Whether its numbers are valid for an actuator.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        let fine = |servo: &Servo| {
            servo.kp > 0.0 && servo.kd >= 0.0 && (servo.kp + servo.kd + servo.target).is_finite()
        };
        self.torque.is_finite()
            && self.gear > 0.0
            && self.gear.is_finite()
            && self.limit > 0.0
            && self.servo.iter().all(fine)
    }

    /// Returns the largest force at the joint (N m or N).
    #[must_use]
    pub fn most(&self) -> f64 {
        self.gear * self.limit
    }

    /// Returns its force at the joint, with the derivatives by position and speed: zero at the limit.
    #[must_use]
    #[inline]
    pub fn respond(&self, q: f64, qd: f64) -> Response {
        let mut all = Response {
            force: self.gear * self.torque,
            ..Response::default()
        };
        if let Some(servo) = &self.servo {
            all.force -= servo.kp * (q - servo.target) + servo.kd * qd;
            all.by_position = -servo.kp;
            all.by_velocity = -servo.kd;
        }
        let most = self.most();
        if all.force.abs() > most {
            return Response {
                force: most.copysign(all.force),
                ..Response::default()
            };
        }
        all
    }

    /// Returns the energy of the servo's spring (J): the integral of its force, which the limit bounds, from the target.
    #[must_use]
    pub fn stored_energy(&self, q: f64) -> f64 {
        let Some(servo) = &self.servo else { return 0.0 };
        let (x, most) = ((q - servo.target).abs(), self.most());
        if servo.kp * x <= most {
            return 0.5 * servo.kp * x * x;
        }
        most * (x - 0.5 * most / servo.kp)
    }

    /// Returns the part of its force that is minus the slope of [`Actuator::stored_energy`]: that of the servo's spring, within
    /// the limit.
    #[must_use]
    pub fn spring_force(&self, q: f64) -> f64 {
        self.servo.as_ref().map_or(0.0, |servo| {
            (-servo.kp * (q - servo.target)).clamp(-self.most(), self.most())
        })
    }

    /// Returns the part of its force (N m or N) that does work on the joint: without [`Actuator::spring_force`], whose work
    /// [`Actuator::stored_energy`] gives, and without the damping of [`Actuator::respond`].
    #[must_use]
    pub fn driving_force(&self, q: f64, qd: f64) -> f64 {
        let response = self.respond(q, qd);
        response.force - self.spring_force(q) - response.by_velocity * qd
    }

    /// Returns the actuator for a joint with the opposite positive direction.
    #[must_use]
    pub fn reversed(&self) -> Actuator {
        Actuator {
            torque: 0.0 - self.torque,
            servo: self.servo.map(|servo| Servo {
                target: 0.0 - servo.target,
                ..servo
            }),
            ..*self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn whole() -> Actuator {
        Actuator {
            torque: 0.2,
            servo: Some(Servo {
                kp: 5.0,
                kd: 0.4,
                target: 0.1,
            }),
            gear: 3.0,
            limit: 0.5,
        }
    }

    #[test]
    fn derivatives_agree_with_differences() {
        let actuator = whole();
        for (q, qd) in [(0.2, 0.3), (-0.05, -0.2), (2.0, 0.0), (-2.0, 1.0)] {
            let response = actuator.respond(q, qd);
            let h = 1e-6;
            let at = |q: f64, qd: f64| actuator.respond(q, qd).force;
            let by_position = (at(q + h, qd) - at(q - h, qd)) / (2.0 * h);
            let by_velocity = (at(q, qd + h) - at(q, qd - h)) / (2.0 * h);
            assert!((response.by_position - by_position).abs() < 1e-8, "{q}");
            assert!((response.by_velocity - by_velocity).abs() < 1e-8, "{q}");
        }
    }

    #[test]
    fn the_work_at_the_joint_is_shared_out_completely() {
        let actuator = whole();
        let h = 1e-6;
        for (q, qd) in [
            (0.2, 0.3),
            (-0.05, -0.2),
            (2.0, 0.7),
            (-2.0, 1.0),
            (0.39, -4.0),
        ] {
            let response = actuator.respond(q, qd);
            let stored =
                (actuator.stored_energy(q + h) - actuator.stored_energy(q - h)) / (2.0 * h);
            let damped = -response.by_velocity * qd * qd;
            let balance = actuator.driving_force(q, qd) * qd - stored * qd - damped;
            assert!((response.force * qd - balance).abs() < 1e-8, "{q} {qd}");
        }
    }

    #[test]
    fn the_opposite_position_meets_the_opposite_force() {
        let (a, b) = (whole(), whole().reversed());
        assert_eq!(a.respond(0.3, 0.2).force, -b.respond(-0.3, -0.2).force);
        assert_eq!(b.reversed(), a);
        assert!(Actuator::default().reversed().torque.is_sign_positive());
        assert!(a.is_sound() && Actuator::default().is_sound() && Actuator::default().is_idle());
    }
}
