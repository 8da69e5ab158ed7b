//! Quantities of a body's joint: its coordinate, its force, and the parameters that `joint` sets.

use super::entry::{Measured, Owner, Quantity, Raw, Read};
use crate::control::SpringScale;
use crate::lang::dimension::Dimension;
use crate::world::{Corpus, World};

type OfBody = fn(&World, &Corpus, usize) -> Raw;

const POSITION: Measured = Measured::Joint {
    turning: Dimension::ANGLE,
    sliding: Dimension::LENGTH,
};
const RATE: Measured = Measured::Joint {
    turning: Dimension::ANGULAR_VELOCITY,
    sliding: Dimension::SPEED,
};
const ACCELERATION: Measured = Measured::Joint {
    turning: Dimension {
        length: 0,
        mass: 0,
        time: -2,
        angle: 1,
    },
    sliding: Dimension::ACCELERATION,
};
const FORCE: Measured = Measured::Joint {
    turning: Dimension::TORQUE,
    sliding: Dimension::FORCE,
};
/// Measure of strengths, which are bare numbers: their units depend on the scale of the springs.
const BARE: Measured = Measured::Number(Dimension::NONE);

const fn joint(
    field: &'static str,
    measured: Measured,
    doc: &'static str,
    read: OfBody,
) -> Quantity {
    Quantity::new(Owner::Joint, field, measured, doc, Read::Body(read))
}

/// Declares a parameter of the joint as set by the script.
macro_rules! parameter {
    ($word:literal, $measured:expr, $field:ident, $doc:literal) => {
        joint($word, $measured, $doc, |_, c, b| {
            Raw::Number(c.joints[b].$field)
        })
    };
}

pub(super) const JOINT: &[Quantity] = &[
    joint("q", POSITION, "Position of its joint.", |_, c, b| {
        Raw::Number(c.q(b))
    }),
    joint("dq", RATE, "Velocity of its joint.", |_, c, b| {
        Raw::Number(c.qd(b))
    }),
    joint(
        "ddq",
        ACCELERATION,
        "Acceleration of its joint.",
        |w, c, b| Raw::Number(w.joint_acceleration(c, b)),
    ),
    joint(
        "Q",
        FORCE,
        "Generalised force of its joint's own springs, damper and actuator.",
        |w, c, b| Raw::Number(c.joint_force(b, w.time)),
    ),
    joint(
        "e_q",
        POSITION,
        "Rest position of its exponential spring, which a motor moves.",
        |w, c, b| Raw::Number(c.motor(b).rest_position(w.time)),
    ),
    joint(
        "Q_type",
        BARE,
        "The active springs and dampers of its joint, as a sum of powers of two.",
        |_, c, b| Raw::Number(f64::from(c.joints[b].q_type)),
    ),
    joint(
        "torque",
        FORCE,
        "Output of its actuator at its joint, from `torque` and `servo`, with gear and limit.",
        |_, c, b| Raw::Number(c.joints[b].actuator.respond(c.q(b), c.qd(b)).force),
    ),
    joint(
        "target",
        POSITION,
        "Target position of its servo; without a servo, the position of the joint.",
        |_, c, b| {
            let servo = c.joints[b].actuator.servo;
            Raw::Number(servo.map_or_else(|| c.q(b), |servo| servo.target))
        },
    ),
    parameter!("b", BARE, b, "Damping constant of its joint."),
    parameter!("k", BARE, k, "Constant of its linear spring."),
    parameter!("kq", POSITION, kq, "Rest position of its linear spring."),
    parameter!(
        "ea",
        BARE,
        ea,
        "Strength ea of its exponential spring, whose force is ea (exp(eB x) - 1)."
    ),
    parameter!(
        "eB",
        BARE,
        eb,
        "Constant eB of its exponential spring, whose force is ea (exp(eB x) - 1)."
    ),
    parameter!("qmin", POSITION, qmin, "Lower limit of its joint."),
    parameter!("qmax", POSITION, qmax, "Upper limit of its joint."),
    parameter!("lk", BARE, lk, "Stiffness of its limit springs."),
    parameter!("lb", BARE, lb, "Damping beyond the limits of its joint."),
    parameter!("bias", BARE, bias, "Constant force of its joint."),
    parameter!(
        "armature",
        BARE,
        armature,
        "Inertia of its joint itself, such as that of a motor's rotor."
    ),
    parameter!(
        "dry",
        BARE,
        friction,
        "Dry friction of its joint, a force against its motion."
    ),
    joint(
        "springtype",
        Measured::Text,
        "The mass by which its springs and damper are multiplied: none, mass or distalmass.",
        |_, c, b| {
            Raw::Text(match c.joints[b].spring_scale {
                SpringScale::None => "none",
                SpringScale::Mass => "mass",
                SpringScale::DistalMass => "distalmass",
            })
        },
    ),
];
