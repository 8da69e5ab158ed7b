//! Reverses the positive direction of a joint: springs, limits and motors with the opposite sign.

use super::joint_parameters::JointParameters;
use super::motor::{Motion, Motor};

/// Returns the negative number; zero stays positive.
fn opposite(x: f64) -> f64 {
    0.0 - x
}

impl JointParameters {
    /// Returns parameters that give the opposite force at the opposite position and speed.
    #[must_use]
    pub fn reversed(&self) -> JointParameters {
        JointParameters {
            kq: opposite(self.kq),
            qmin: opposite(self.qmax),
            qmax: opposite(self.qmin),
            bias: opposite(self.bias),
            actuator: self.actuator.reversed(),
            ..*self
        }
    }
}

impl Motor {
    /// Returns the same motion with opposite positions.
    #[must_use]
    pub fn reversed(self) -> Motor {
        match self {
            Motor::Still { rest } => Motor::Still {
                rest: opposite(rest),
            },
            Motor::Moving(m) => Motor::Moving(Motion {
                from: opposite(m.from),
                target: opposite(m.target),
                ..m
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{JointForce, SpringScale, joint_parameters::terms};
    use super::*;

    #[test]
    fn the_opposite_position_meets_the_opposite_force() {
        let parameters = JointParameters {
            q_type: terms::ALL,
            spring_scale: SpringScale::Mass,
            b: 0.3,
            k: 2.0,
            kq: 0.1,
            ea: 0.7,
            eb: 4.0,
            qmin: -0.5,
            qmax: 0.9,
            lk: 20.0,
            lb: 1.5,
            bias: 0.4,
            armature: 0.7,
            friction: 0.3,
            ..JointParameters::default()
        };
        let motor = Motor::Still { rest: 0.0 }.towards(1.0, 0.6, 0.5);
        let law = JointForce::new(&parameters, 0.3, motor, [1.0; 2]);
        let reversed = JointForce::new(&parameters.reversed(), 0.3, motor.reversed(), [1.0; 2]);
        for time in [0.5, 1.2, 2.0] {
            for (q, qd) in [(0.0, 0.0), (1.1, 0.5), (-0.8, -2.0), (0.3, 1.0)] {
                let (a, b) = (law.respond(time, q, qd), reversed.respond(time, -q, -qd));
                assert_eq!(a.force, -b.force, "{time} {q} {qd}");
                assert_eq!(a.by_position, b.by_position);
                assert_eq!(a.by_velocity, b.by_velocity);
            }
        }
    }

    #[test]
    fn no_limit_stays_none_and_zero_without_a_sign() {
        let parameters = JointParameters::default();
        assert_eq!(parameters.reversed(), parameters);
        assert!(parameters.reversed().kq.is_sign_positive());
    }
}
