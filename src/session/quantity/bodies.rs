//! Quantities of a body.

use super::entry::{Measured, Owner, Quantity, Raw, Read};
use crate::dynamics::Felt;
use crate::lang::dimension::Dimension;
use crate::world::{Corpus, ObservedBody, World};
use nalgebra::Vector3;

type OfBody = fn(&World, &Corpus, usize) -> Raw;

const LENGTH: Measured = Measured::Number(Dimension::LENGTH);
const ANGLE: Measured = Measured::Number(Dimension::ANGLE);
const PLAIN: Measured = Measured::Number(Dimension::NONE);
const DIRECTION: Measured = Measured::Vector(Dimension::NONE);

/// Dimension of impulse, N s.
const IMPULSE: Dimension = Dimension {
    length: 1,
    mass: 1,
    time: -1,
    angle: 0,
};

const fn body(
    field: &'static str,
    measured: Measured,
    doc: &'static str,
    read: OfBody,
) -> Quantity {
    Quantity::new(Owner::Body, field, measured, doc, Read::Body(read))
}

const ACCELERATION: Measured = Measured::Vector(Dimension::ACCELERATION);

/// Dimension of angular acceleration, rad/s2.
const ANGULAR_ACCELERATION: Dimension = Dimension {
    length: 0,
    mass: 0,
    time: -2,
    angle: 1,
};

/// Reads a sensor of a body.
fn felt(world: &World, corpus: &Corpus, body: usize, read: impl Fn(&Felt) -> Vector3<f64>) -> Raw {
    Raw::Vector(world.felt(corpus, body).map_or_else(Vector3::zeros, read))
}

/// Converts a vector from world axes to the axes of a body.
fn own(corpus: &Corpus, body: usize, raw: Raw) -> Raw {
    match raw {
        Raw::Vector(v) => Raw::Vector(seen(corpus, body).rotation.tr_mul(&v)),
        other => other,
    }
}

fn seen(corpus: &Corpus, body: usize) -> &ObservedBody {
    &corpus.observed().bodies[body]
}

/// Returns the unit quaternion w x y z of a joint's rotation, w not below zero.
fn of_joint(corpus: &Corpus, body: usize) -> [f64; 4] {
    let turn = corpus.joint_turn(body);
    let sign = if turn.w < 0.0 { -1.0 } else { 1.0 };
    [turn.w, turn.i, turn.j, turn.k].map(|part| sign * part)
}

pub(super) const BODY: &[Quantity] = &[
    body(
        "x",
        LENGTH,
        "x coordinate of its origin in the world.",
        |_, c, b| Raw::Number(seen(c, b).position.x),
    ),
    body(
        "y",
        LENGTH,
        "y coordinate of its origin in the world.",
        |_, c, b| Raw::Number(seen(c, b).position.y),
    ),
    body(
        "z",
        LENGTH,
        "z coordinate of its origin in the world.",
        |_, c, b| Raw::Number(seen(c, b).position.z),
    ),
    body(
        "pos",
        Measured::Vector(Dimension::LENGTH),
        "Position of its origin, the point of its joint, in the world.",
        |_, c, b| Raw::Vector(seen(c, b).position),
    ),
    body(
        "com",
        Measured::Vector(Dimension::LENGTH),
        "Position of its centre of mass in the world.",
        |_, c, b| {
            let body = seen(c, b);
            Raw::Vector(body.position + body.rotation * c.model.inertia(b).centre)
        },
    ),
    body(
        "vel",
        Measured::Vector(Dimension::SPEED),
        "Velocity of its origin, in world axes.",
        |_, c, b| Raw::Vector(seen(c, b).velocity),
    ),
    body(
        "speed",
        Measured::Number(Dimension::SPEED),
        "Speed of its origin.",
        |_, c, b| Raw::Number(seen(c, b).velocity.norm()),
    ),
    body(
        "omega",
        Measured::Vector(Dimension::ANGULAR_VELOCITY),
        "Angular velocity, in world axes.",
        |_, c, b| Raw::Vector(seen(c, b).angular_velocity),
    ),
    body(
        "gyro",
        Measured::Vector(Dimension::ANGULAR_VELOCITY),
        "Angular velocity in its own axes, as measured by a gyroscope on the body.",
        |_, c, b| {
            let body = seen(c, b);
            Raw::Vector(body.rotation.tr_mul(&body.angular_velocity))
        },
    ),
    body(
        "vel_own",
        Measured::Vector(Dimension::SPEED),
        "Velocity of its origin in its own axes: forward, left and up.",
        |_, c, b| {
            let body = seen(c, b);
            Raw::Vector(body.rotation.tr_mul(&body.velocity))
        },
    ),
    body(
        "acc",
        ACCELERATION,
        "Acceleration of its origin, in world axes.",
        |w, c, b| felt(w, c, b, |f| f.proper + w.gravity_vector()),
    ),
    body(
        "acc_own",
        ACCELERATION,
        "Acceleration of its origin in its own axes.",
        |w, c, b| own(c, b, felt(w, c, b, |f| f.proper + w.gravity_vector())),
    ),
    body(
        "accelerometer",
        ACCELERATION,
        "Reading of an accelerometer at its origin, in its own axes: acceleration minus gravity, which points upwards at rest and is zero in free fall.",
        |w, c, b| own(c, b, felt(w, c, b, |f| f.proper)),
    ),
    body(
        "alpha",
        Measured::Vector(ANGULAR_ACCELERATION),
        "Angular acceleration, in world axes.",
        |w, c, b| felt(w, c, b, |f| f.angular),
    ),
    body(
        "alpha_own",
        Measured::Vector(ANGULAR_ACCELERATION),
        "Angular acceleration in its own axes.",
        |w, c, b| own(c, b, felt(w, c, b, |f| f.angular)),
    ),
    body(
        "yaw",
        ANGLE,
        "Angle between its x axis and the world's in the ground plane, positive to the left; its rotation is roll about x, then pitch about y, then yaw about z.",
        |_, c, b| Raw::Number(seen(c, b).yaw()),
    ),
    body(
        "pitch",
        ANGLE,
        "Angle by which its x axis points below the horizontal.",
        |_, c, b| Raw::Number(seen(c, b).pitch()),
    ),
    body(
        "roll",
        ANGLE,
        "Angle of rotation about its own x axis, positive if its y axis is raised.",
        |_, c, b| Raw::Number(seen(c, b).roll()),
    ),
    body(
        "tilt",
        ANGLE,
        "Angle of its z axis from straight up: 0 upright, 90 degrees on its side, 180 degrees on its back.",
        |_, c, b| Raw::Number(seen(c, b).tilt()),
    ),
    body(
        "forward",
        DIRECTION,
        "Direction of its x axis, in world axes: a vector of length 1.",
        |_, c, b| Raw::Vector(seen(c, b).rotation.column(0).into()),
    ),
    body(
        "left",
        DIRECTION,
        "Direction of its y axis, in world axes: a vector of length 1.",
        |_, c, b| Raw::Vector(seen(c, b).rotation.column(1).into()),
    ),
    body(
        "up",
        DIRECTION,
        "Direction of its z axis, in world axes: a vector of length 1.",
        |_, c, b| Raw::Vector(seen(c, b).rotation.column(2).into()),
    ),
    body(
        "qw",
        PLAIN,
        "Component w of the unit quaternion that rotates its axes to the world's, never negative; `qx`, `qy` and `qz` are the others.",
        |_, c, b| Raw::Number(seen(c, b).quaternion()[0]),
    ),
    body(
        "qx",
        PLAIN,
        "Component x of the unit quaternion that rotates its axes to those of the world.",
        |_, c, b| Raw::Number(seen(c, b).quaternion()[1]),
    ),
    body(
        "qy",
        PLAIN,
        "Component y of the unit quaternion that rotates its axes to those of the world.",
        |_, c, b| Raw::Number(seen(c, b).quaternion()[2]),
    ),
    body(
        "qz",
        PLAIN,
        "Component z of the unit quaternion that rotates its axes to those of the world.",
        |_, c, b| Raw::Number(seen(c, b).quaternion()[3]),
    ),
    body(
        "joint_qw",
        PLAIN,
        "Component w of the unit quaternion of its joint's rotation from the zero position, never negative; `joint_qx`, `joint_qy` and `joint_qz` are the others.",
        |_, c, b| Raw::Number(of_joint(c, b)[0]),
    ),
    body(
        "joint_qx",
        PLAIN,
        "Component x of the unit quaternion of its joint's rotation, in its own axes.",
        |_, c, b| Raw::Number(of_joint(c, b)[1]),
    ),
    body(
        "joint_qy",
        PLAIN,
        "Component y of the unit quaternion of its joint's rotation, in its own axes.",
        |_, c, b| Raw::Number(of_joint(c, b)[2]),
    ),
    body(
        "joint_qz",
        PLAIN,
        "Component z of the unit quaternion of its joint's rotation, in its own axes.",
        |_, c, b| Raw::Number(of_joint(c, b)[3]),
    ),
    body(
        "twist",
        ANGLE,
        "Angle of its joint's rotation about the joint axis, for a ball joint the axis of `addbody`; the rotation is the twist followed by the swing.",
        |_, c, b| Raw::Number(c.twist_and_swing(b)[0]),
    ),
    body(
        "swing",
        ANGLE,
        "Angle by which its joint has tilted the axis of `twist`.",
        |_, c, b| Raw::Number(c.twist_and_swing(b)[1]),
    ),
    Quantity::new(
        Owner::Body,
        "mass",
        Measured::Number(Dimension::MASS),
        "Its mass, including the parts fixed to it.",
        Read::Figure(|figure, body| Raw::Number(figure.bodies[body].inertia.mass)),
    ),
    body(
        "height",
        LENGTH,
        "Height of its lowest contact point above the ground, or of its origin if it has none.",
        |w, c, b| Raw::Number(c.observed_clearance(b, &w.ground)),
    ),
    body(
        "altitude",
        LENGTH,
        "Height of its origin above the ground straight below it, as measured by a range finder.",
        |w, c, b| {
            let at = seen(c, b).position;
            let (normal, offset) = w.ground.surface.plane_at(&at, w.ground.height);
            Raw::Number((normal.dot(&at) - offset) / normal.z)
        },
    ),
    body(
        "touch",
        Measured::Number(Dimension::FORCE),
        "Reading of a touch sensor: its load if that is above zero, otherwise zero.",
        |_, c, b| Raw::Number(seen(c, b).load.max(0.0)),
    ),
    body(
        "joint_force",
        Measured::Vector(Dimension::FORCE),
        "Force of its parent on it through its joint, in world axes; for a root, the force that holds or drives the root.",
        |w, c, b| felt(w, c, b, |f| f.force),
    ),
    body(
        "joint_torque",
        Measured::Vector(Dimension::TORQUE),
        "Torque of its parent on it through its joint, about its origin, in world axes.",
        |w, c, b| felt(w, c, b, |f| f.moment),
    ),
    body(
        "outer_force",
        Measured::Vector(Dimension::FORCE),
        "External force on it, of the ground and of a `pull`, in world axes.",
        |w, c, b| felt(w, c, b, |f| f.outer_force),
    ),
    body(
        "outer_torque",
        Measured::Vector(Dimension::TORQUE),
        "External torque on it, of the ground and of a `pull`, about its origin, in world axes.",
        |w, c, b| felt(w, c, b, |f| f.outer_moment),
    ),
    body(
        "load",
        Measured::Number(Dimension::FORCE),
        "Normal force of the ground on it, negative if a sticky foot is pulled off.",
        |_, c, b| Raw::Number(seen(c, b).load),
    ),
    body(
        "force",
        Measured::Vector(Dimension::FORCE),
        "Force of the ground on it, in world axes.",
        |_, c, b| Raw::Vector(seen(c, b).ground.whole()),
    ),
    body(
        "force_own",
        Measured::Vector(Dimension::FORCE),
        "Force of the ground on it, in its own axes.",
        |_, c, b| own(c, b, Raw::Vector(seen(c, b).ground.whole())),
    ),
    body(
        "friction",
        Measured::Vector(Dimension::FORCE),
        "Component of the ground's force along the ground's surface, in world axes.",
        |_, c, b| Raw::Vector(seen(c, b).ground.friction),
    ),
    body(
        "impulse",
        Measured::Vector(IMPULSE),
        "Integral of the ground's force on it over time, since its figure first moved.",
        |_, c, b| Raw::Vector(c.account().impulse(b).whole()),
    ),
    body(
        "contact",
        Measured::Flag,
        "Whether one of its points is in the ground, or tied to the ground as a sticky foot.",
        |_, c, b| Raw::Flag(seen(c, b).in_contact),
    ),
];
