//! Force of a joint's own springs and dampers (McKenna 1990, equation 8 and section 4.5).

use super::actuator::Actuator;
use super::dry_friction::DryFriction;
use super::joint_parameters::{JointParameters, terms};
use super::motor::Motor;

/// Largest exponent of the exponential spring. The exponent is clamped, not the force, so that a spring pulled far out
/// stays stiff and finite: e^60 is about 1e26.
const LARGEST_EXPONENT: f64 = 60.0;

/// Force law of a joint, ready to be evaluated: parameters already multiplied by their scale.
#[derive(Clone, Copy, Debug, Default)]
pub struct JointForce {
    b: f64,
    k: f64,
    kq: f64,
    ea: f64,
    eb: f64,
    limits: Option<Limits>,
    bias: f64,
    /// The actuator; none if it exerts no force.
    actuator: Option<Actuator>,
    /// Dry friction.
    pub dry: DryFriction,
    /// Rest position of the exponential spring.
    pub motor: Motor,
}

#[derive(Clone, Copy, Debug)]
struct Limits {
    qmin: f64,
    qmax: f64,
    lk: f64,
    lb: f64,
}

impl Limits {
    /// Returns the distance of `q` beyond the limits, with the sign of the side.
    #[inline]
    fn beyond(&self, q: f64) -> f64 {
        if q > self.qmax {
            q - self.qmax
        } else if q < self.qmin {
            q - self.qmin
        } else {
            0.0
        }
    }
}

/// The exponential spring of a joint at one moment.
#[derive(Clone, Copy, Debug, Default)]
pub struct Stretch {
    /// x = q - e_q(t), from its rest position (rad or m).
    pub x: f64,
    /// exp(eB |x|).
    pub power: f64,
}

/// A joint force with its derivatives by position and speed, which the linearly implicit step needs.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Response {
    /// Force Q (N m or N).
    pub force: f64,
    /// dQ/dq, never above zero.
    pub by_position: f64,
    /// dQ/dq', never above zero.
    pub by_velocity: f64,
}

impl JointForce {
    /// Returns the distance of `q` beyond a stop of the joint (rad or m), with the sign of the side; none within the range and
    /// without stops.
    #[must_use]
    pub fn beyond_stop(&self, q: f64) -> Option<f64> {
        let beyond = self.limits.as_ref()?.beyond(q);
        (beyond != 0.0).then_some(beyond)
    }

    /// Returns the force of the damper of a stop (N m or N), and the distance of `q` beyond it (rad or m); zero within the
    /// range.
    #[must_use]
    pub fn stop_damping(&self, q: f64, qd: f64) -> (f64, f64) {
        self.limits.as_ref().map_or((0.0, 0.0), |limits| {
            let beyond = limits.beyond(q);
            let force = if beyond == 0.0 { 0.0 } else { -limits.lb * qd };
            (force, beyond)
        })
    }

    /// How far `q` is within the stop beyond which another position lies (rad or m, above zero); none if that position is within the range,
    /// or `q` itself is beyond a stop.
    #[must_use]
    pub fn within_stop_of(&self, other: f64, q: f64) -> Option<f64> {
        let limits = self.limits.as_ref()?;
        let side = limits.beyond(other);
        let within = match side > 0.0 {
            true => limits.qmax - q,
            false => q - limits.qmin,
        };
        (side != 0.0 && within > 0.0 && limits.beyond(q) == 0.0).then_some(within)
    }

    /// Returns the position of a stop that is at most `reach` away from `q`, just beyond it (rad or m); otherwise `q`.
    #[must_use]
    pub fn moved_to_stop(&self, q: f64, reach: f64) -> f64 {
        let Some(limits) = &self.limits else { return q };
        if q <= limits.qmax && q + reach > limits.qmax {
            return limits.qmax.next_up();
        }
        if q >= limits.qmin && q - reach < limits.qmin {
            return limits.qmin.next_down();
        }
        q
    }

    /// Returns the force of a stop at a distance beyond it (rad or m), at the speed `qd`.
    #[must_use]
    pub fn stop_force(&self, beyond: f64, qd: f64) -> f64 {
        self.limits
            .as_ref()
            .map_or(0.0, |limits| -(limits.lk * beyond + limits.lb * qd))
    }

    /// Multiplies the parameters by their scale (1 or kg) and omits the terms that `q_type` omits. The position of the joint moves an inertia
    /// (kg m2 or kg), and its axis has a length: from these dry friction chooses its spring.
    #[must_use]
    pub fn new(
        parameters: &JointParameters,
        scale: f64,
        motor: Motor,
        [inertia, length]: [f64; 2],
    ) -> Self {
        let has = |bit: u32| parameters.q_type & bit != 0;
        let with = |bit: u32, value: f64| if has(bit) { value * scale } else { 0.0 };
        JointForce {
            b: with(terms::DAMPER, parameters.b),
            k: with(terms::LINEAR, parameters.k),
            kq: parameters.kq,
            ea: with(terms::EXPONENTIAL, parameters.ea),
            eb: parameters.eb,
            limits: has(terms::LIMITS).then_some(Limits {
                qmin: parameters.qmin,
                qmax: parameters.qmax,
                lk: parameters.lk * scale,
                lb: parameters.lb * scale,
            }),
            bias: match has(terms::BIAS) {
                true => parameters.bias,
                false => 0.0,
            },
            actuator: Some(parameters.actuator).filter(|actuator| !actuator.is_idle()),
            dry: DryFriction::new(parameters.friction, inertia, length),
            motor,
        }
    }

    /// Distance x = q - e_q(t) of a joint from the rest position of its exponential spring (rad or m), and the exponent eB |x|; zero
    /// without such a spring.
    #[must_use]
    #[inline]
    pub fn exponent(&self, time: f64, q: f64) -> (f64, f64) {
        if self.ea == 0.0 {
            return (0.0, 0.0);
        }
        let x = q - self.motor.rest_position(time);
        (x, (self.eb * x.abs()).min(LARGEST_EXPONENT))
    }

    /// The exponential spring at a time.
    #[must_use]
    #[inline]
    pub fn stretch(&self, time: f64, q: f64) -> Stretch {
        let (x, exponent) = self.exponent(time, q);
        let power = if self.ea == 0.0 {
            1.0
        } else {
            libm::exp(exponent)
        };
        Stretch { x, power }
    }

    /// Returns Q = S (-b q' - k (q - kq) - sgn(x) ea (exp(eB |x|) - 1)), x = q - e_q(t), and its derivatives.
    #[must_use]
    #[inline]
    pub fn respond(&self, time: f64, q: f64, qd: f64) -> Response {
        self.respond_stretched(self.stretch(time, q), q, qd)
    }

    /// The same for an exponential spring that is known already.
    #[must_use]
    #[inline]
    pub fn respond_stretched(&self, spring: Stretch, q: f64, qd: f64) -> Response {
        let mut response = self.without_friction(spring, q, qd);
        if !self.dry.is_none() {
            let dry = self.dry.respond(q, qd);
            response.force += dry.force;
            response.by_position += dry.by_position;
            response.by_velocity += dry.by_velocity;
        }
        response
    }

    /// Returns Q and its derivatives without dry friction, whose force is bounded.
    #[must_use]
    #[inline]
    pub fn respond_without_friction(&self, time: f64, q: f64, qd: f64) -> Response {
        self.without_friction(self.stretch(time, q), q, qd)
    }

    #[inline]
    fn without_friction(&self, spring: Stretch, q: f64, qd: f64) -> Response {
        let mut force = self.bias - self.b * qd - self.k * (q - self.kq);
        let mut by_position = -self.k;
        let mut by_velocity = -self.b;
        if self.ea != 0.0 {
            let rise = self.ea * spring.power;
            force -= (rise - self.ea).copysign(spring.x);
            by_position -= self.eb * rise;
        }
        if let Some(limits) = &self.limits {
            let beyond = limits.beyond(q);
            if beyond != 0.0 {
                force -= limits.lk * beyond + limits.lb * qd;
                by_position -= limits.lk;
                by_velocity -= limits.lb;
            }
        }
        if let Some(actuator) = &self.actuator {
            let driven = actuator.respond(q, qd);
            force += driven.force;
            by_position += driven.by_position;
            by_velocity += driven.by_velocity;
        }
        Response {
            force,
            by_position,
            by_velocity,
        }
    }

    /// Returns the term that contributes most to dQ/dq, and that which contributes most to dQ/dq', each with its contribution, by the
    /// words that scripts use.
    #[must_use]
    pub fn strongest(&self, time: f64, q: f64, qd: f64) -> [(&'static str, f64); 2] {
        let beyond = self.limits.filter(|limits| limits.beyond(q) != 0.0);
        let (lk, lb) = beyond.map_or((0.0, 0.0), |limits| (limits.lk, limits.lb));
        let servo = self
            .actuator
            .map_or(Response::default(), |actuator| actuator.respond(q, qd));
        let exponential = self.ea * self.eb * self.stretch(time, q).power;
        let springs = [
            ("`k`", self.k),
            ("`ea` and `eB`", exponential),
            ("`lk`", lk),
            ("`kp` of the servo", servo.by_position),
        ];
        let dampers = [
            ("`b`", self.b),
            ("`lb`", lb),
            ("`kd` of the servo", servo.by_velocity),
        ];
        let largest = |terms: &[(&'static str, f64)]| {
            let sizes = terms.iter().map(|(name, size)| (*name, size.abs()));
            sizes.max_by(|a, b| a.1.total_cmp(&b.1)).unwrap_or_default()
        };
        [largest(&springs), largest(&dampers)]
    }

    /// Returns the part of the force that is minus the gradient of [`JointForce::stored_energy`]: that of springs, stops and
    /// bias. The rest, of dampers, dry friction and actuators, acts on the speed of the joint.
    #[must_use]
    pub fn spring_force(&self, time: f64, q: f64) -> f64 {
        let springs = JointForce {
            actuator: None,
            ..*self
        };
        let servo = self.actuator.as_ref();
        let springs = springs.respond_without_friction(time, q, 0.0).force;
        springs + servo.map_or(0.0, |servo| servo.spring_force(q))
    }

    /// Whether nothing but a damper removes energy: no stops, no dry friction, no actuator.
    #[must_use]
    #[inline]
    pub fn has_damper_only(&self) -> bool {
        self.limits.is_none() && self.actuator.is_none() && self.dry.is_none()
    }

    /// Returns the force of dry friction (N m or N).
    #[must_use]
    pub fn dry_force(&self, q: f64, qd: f64) -> f64 {
        match self.dry.is_none() {
            true => 0.0,
            false => self.dry.respond(q, qd).force,
        }
    }

    /// Returns the force of dampers and dry friction (N m or N) in a response at this state.
    #[must_use]
    pub fn damping_force(&self, response: &Response, q: f64, qd: f64) -> f64 {
        if self.dry.is_none() {
            return response.by_velocity * qd;
        }
        let dry = self.dry.respond(q, qd);
        (response.by_velocity - dry.by_velocity) * qd + dry.force
    }

    /// Returns the largest distance of the joint from the rest position of its exponential spring at which dQ/dq and dQ/dq'
    /// certainly are below a `stiffness` and a `damping`; below zero if there is none.
    #[must_use]
    pub fn furthest_below(&self, stiffness: f64, damping: f64) -> f64 {
        let limits = self
            .limits
            .as_ref()
            .map_or((0.0, 0.0), |l| (l.lk.abs(), l.lb.abs()));
        let servo = self.actuator.as_ref().and_then(|actuator| actuator.servo);
        let (kp, kd) = servo.map_or((0.0, 0.0), |servo| (servo.kp, servo.kd));
        let left = stiffness - self.k.abs() - limits.0 - kp;
        if left <= 0.0 || damping <= self.b.abs() + limits.1 + kd {
            return f64::NEG_INFINITY;
        }
        let steepness = (self.ea * self.eb).abs();
        if steepness == 0.0 {
            f64::INFINITY
        } else {
            libm::log(left / steepness) / self.eb.abs()
        }
    }

    /// Returns the force of the actuator (N m or N) without its spring and its damping.
    #[must_use]
    #[inline]
    pub fn driving_force(&self, q: f64, qd: f64) -> f64 {
        self.actuator
            .as_ref()
            .map_or(0.0, |actuator| actuator.driving_force(q, qd))
    }

    /// Returns the power that the motor adds to the exponential spring by moving its rest position (W): dU/de_q e_q', with the
    /// spring's energy U. Where its travel begins or ends, `within` selects the side of the discontinuity: a time slightly before or
    /// after that of the spring.
    #[must_use]
    #[inline]
    pub fn motor_power(&self, within: f64, spring: Stretch) -> f64 {
        let rate = self.motor.rate(within);
        if rate == 0.0 || self.ea == 0.0 {
            return 0.0;
        }
        let rise = self.ea * spring.power;
        -(rise - self.ea).copysign(spring.x) * rate
    }

    /// Returns the energy stored in the springs (J): the integral of the spring forces from rest.
    #[must_use]
    pub fn stored_energy(&self, time: f64, q: f64) -> f64 {
        let (x, exponent) = self.exponent(time, q);
        self.stored(q, x, libm::expm1(exponent))
    }

    /// Returns the same energy for an exponential spring that is already known. Rounding makes it less accurate by up to 1e-16 ea / eB.
    #[must_use]
    pub fn stored_energy_stretched(&self, spring: Stretch, q: f64) -> f64 {
        self.stored(q, spring.x, spring.power - 1.0)
    }

    /// Returns the stored energy at the distance x from the rest position of the exponential spring, given exp(eB |x|) - 1.
    #[inline]
    fn stored(&self, q: f64, x: f64, power_less_one: f64) -> f64 {
        let mut energy = 0.5 * self.k * (q - self.kq) * (q - self.kq) - self.bias * q;
        // The integral of ea (exp(eB x) - 1); with eB = 0 the force is zero everywhere.
        if self.ea != 0.0 && self.eb != 0.0 {
            energy += self.ea * (power_less_one / self.eb - x.abs());
        }
        if let Some(limits) = &self.limits {
            let beyond = (q - limits.qmax).max(limits.qmin - q).max(0.0);
            energy += 0.5 * limits.lk * beyond * beyond;
        }
        if let Some(actuator) = &self.actuator {
            energy += actuator.stored_energy(q);
        }
        energy
    }
}

#[cfg(test)]
mod tests;
