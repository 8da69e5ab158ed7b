//! Quantities of a body's joint: its coordinate, its force, and the parameters that `joint` sets.

use super::entry::Measured::{self, Number, Text};
use super::entry::{Quantity, quantities};
use crate::control::SpringScale;
use crate::lang::dimension::Dimension;

const POSITION: Measured = Measured::Joint {
    turning: Dimension::ANGLE,
    sliding: Dimension::LENGTH,
};
const RATE: Measured = Measured::Joint {
    turning: Dimension::ANGULAR_VELOCITY,
    sliding: Dimension::SPEED,
};
const ACCELERATION: Measured = Measured::Joint {
    turning: Dimension::ANGULAR_ACCELERATION,
    sliding: Dimension::ACCELERATION,
};
const FORCE: Measured = Measured::Joint {
    turning: Dimension::TORQUE,
    sliding: Dimension::FORCE,
};
/// Measure of strengths, which are bare numbers: their units depend on the scale of the springs.
const BARE: Measured = Number(Dimension::NONE);

pub(super) const JOINT: &[Quantity] = quantities! { Joint:
    "q", POSITION, "Position of its joint.", Body |_, c, b| c.q(b);
    "dq", RATE, "Velocity of its joint.", Body |_, c, b| c.qd(b);
    "ddq", ACCELERATION, "Acceleration of its joint; impulses are not included.", Body |w, c, b| w.joint_acceleration(c, b);
    "Q", FORCE, "Generalised force of its joint: the sum of its springs, damper, stops, `bias`, dry friction and actuator (`torque` and `servo`); gears and drives are attachments, with a `torque` of their own.", Body |w, c, b| c.joint_force(b, w.time);
    "e_q", POSITION, "Rest position of its exponential spring, which a motor moves.",
        Body |w, c, b| c.motor(b).rest_position(w.time);
    "Q_type", BARE, "The active springs and dampers of its joint, as a sum: 1 damper, 2 linear spring, 4 springs and dampers at the limits, 8 `bias`, 16 exponential spring.",
        Body |_, c, b| f64::from(c.joints[b].q_type);
    "torque", FORCE, "Output of its actuator at its joint, from `torque` and `servo`, with gear and limit.",
        Body |_, c, b| c.joints[b].actuator.respond(c.q(b), c.qd(b)).force;
    "target", POSITION, "Target position of its servo; without a servo, the position of the joint.", Body |_, c, b| {
        let servo = c.joints[b].actuator.servo;
        servo.map_or_else(|| c.q(b), |servo| servo.target)
    };
    "b", BARE, "Damping constant of its joint.", Body |_, c, b| c.joints[b].b;
    "k", BARE, "Constant of its linear spring.", Body |_, c, b| c.joints[b].k;
    "kq", POSITION, "Rest position of its linear spring.", Body |_, c, b| c.joints[b].kq;
    "ea", BARE, "Strength ea of its exponential spring, whose force is ea (exp(eB x) - 1) at the distance x from `e_q`.", Body |_, c, b| c.joints[b].ea;
    "eB", BARE, "Constant eB of its exponential spring, whose force is ea (exp(eB x) - 1) at the distance x from `e_q`.", Body |_, c, b| c.joints[b].eb;
    "qmin", POSITION, "Lower limit of its joint.", Body |_, c, b| c.joints[b].qmin;
    "qmax", POSITION, "Upper limit of its joint.", Body |_, c, b| c.joints[b].qmax;
    "lk", BARE, "Stiffness of its limit springs.", Body |_, c, b| c.joints[b].lk;
    "lb", BARE, "Damping beyond the limits of its joint.", Body |_, c, b| c.joints[b].lb;
    "bias", BARE, "Constant force of its joint.", Body |_, c, b| c.joints[b].bias;
    "armature", BARE, "Inertia of its joint itself, such as that of a motor's rotor.", Body |_, c, b| c.joints[b].armature;
    "dry", BARE, "Dry friction of its joint, a force against its motion.", Body |_, c, b| c.joints[b].friction;
    "springtype", Text, "Factor of its springs and damper: `none` (1), `mass` (the mass of the body in kg) or `distalmass` (the mass of the body and of all bodies that it carries, in kg).",
        Body |_, c, b| scale_word(c.joints[b].spring_scale);
};

/// Returns the word of `springtype`.
pub(crate) fn scale_word(scale: SpringScale) -> &'static str {
    match scale {
        SpringScale::None => "none",
        SpringScale::Mass => "mass",
        SpringScale::DistalMass => "distalmass",
    }
}
