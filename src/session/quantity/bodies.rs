//! Quantities of a body.

use super::entry::Measured::{Flag, Number, Question, Vector};
use super::entry::{Measured, Quantity, quantities};
use super::wholes::MOMENTUM;
use crate::dynamics::Felt;
use crate::lang::dimension::Dimension;
use crate::world::{Corpus, ObservedBody, World};
use nalgebra::Vector3;

const LENGTH: Measured = Number(Dimension::LENGTH);
const ANGLE: Measured = Number(Dimension::ANGLE);
const PLAIN: Measured = Number(Dimension::NONE);
const DIRECTION: Measured = Vector(Dimension::NONE);

const ACCELERATION: Measured = Vector(Dimension::ACCELERATION);

/// Reads a sensor of a body.
fn felt(
    world: &World,
    corpus: &Corpus,
    body: usize,
    read: impl Fn(&Felt) -> Vector3<f64>,
) -> Vector3<f64> {
    world.felt(corpus, body).map_or_else(Vector3::zeros, read)
}

/// Converts a vector from world axes to the axes of a body.
fn own(corpus: &Corpus, body: usize, vector: Vector3<f64>) -> Vector3<f64> {
    seen(corpus, body).rotation.tr_mul(&vector)
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

pub(super) const BODY: &[Quantity] = quantities! { Body:
    "x", LENGTH, "x coordinate of its origin in the world.", Body |_, c, b| seen(c, b).position.x;
    "y", LENGTH, "y coordinate of its origin in the world.", Body |_, c, b| seen(c, b).position.y;
    "z", LENGTH, "z coordinate of its origin in the world.", Body |_, c, b| seen(c, b).position.z;
    "pos", Vector(Dimension::LENGTH), "Position of its origin, the point of its joint, in the world.",
        Body |_, c, b| seen(c, b).position;
    "com", Vector(Dimension::LENGTH), "Position of its centre of mass in the world.", Body |_, c, b| {
        let body = seen(c, b);
        body.position + body.rotation * c.model.inertia(b).centre
    };
    "vel", Vector(Dimension::SPEED), "Velocity of its origin, in world axes.", Body |_, c, b| seen(c, b).velocity;
    "speed", Number(Dimension::SPEED), "Speed of its origin.", Body |_, c, b| seen(c, b).velocity.norm();
    "omega", Vector(Dimension::ANGULAR_VELOCITY), "Angular velocity, in world axes.",
        Body |_, c, b| seen(c, b).angular_velocity;
    "gyro", Vector(Dimension::ANGULAR_VELOCITY), "Angular velocity in its own axes, as measured by a gyroscope on the body.",
        Body |_, c, b| own(c, b, seen(c, b).angular_velocity);
    "vel_own", Vector(Dimension::SPEED), "Velocity of its origin in its own axes: forward, left and up.",
        Body |_, c, b| own(c, b, seen(c, b).velocity);
    "acc", ACCELERATION, "Acceleration of its origin, in world axes; impulses (`collisionanalysis`) are not included.",
        Body |w, c, b| felt(w, c, b, |f| f.proper + w.gravity.vector());
    "acc_own", ACCELERATION, "The same acceleration as `acc`, in the body's own axes.",
        Body |w, c, b| own(c, b, felt(w, c, b, |f| f.proper + w.gravity.vector()));
    "accelerometer", ACCELERATION, "Reading of an accelerometer at its origin, in its own axes: `acc` minus gravity, a vector that points upwards at rest and is zero in free fall.",
        Body |w, c, b| own(c, b, felt(w, c, b, |f| f.proper));
    "alpha", Vector(Dimension::ANGULAR_ACCELERATION), "Angular acceleration, in world axes; impulses are not included.",
        Body |w, c, b| felt(w, c, b, |f| f.angular);
    "alpha_own", Vector(Dimension::ANGULAR_ACCELERATION), "The same angular acceleration as `alpha`, in the body's own axes.",
        Body |w, c, b| own(c, b, felt(w, c, b, |f| f.angular));
    "yaw", ANGLE, "Angle between its x axis and the world's x axis, both seen from above, positive to the left. The orientation of the body is the result of three rotations about the world's axes: roll about x, then pitch about y, then yaw about z.",
        Body |_, c, b| seen(c, b).yaw();
    "pitch", ANGLE, "Angle by which its x axis points below the horizontal.", Body |_, c, b| seen(c, b).pitch();
    "roll", ANGLE, "Angle of rotation about its own x axis, positive if its y axis is raised.", Body |_, c, b| seen(c, b).roll();
    "tilt", ANGLE, "Angle of its z axis from straight up: 0 upright, 90 degrees on its side, 180 degrees on its back.",
        Body |_, c, b| seen(c, b).tilt();
    "forward", DIRECTION, "Direction of its x axis, in world axes: a vector of length 1.",
        Body |_, c, b| seen(c, b).rotation.column(0).into_owned();
    "left", DIRECTION, "Direction of its y axis, in world axes: a vector of length 1.",
        Body |_, c, b| seen(c, b).rotation.column(1).into_owned();
    "up", DIRECTION, "Direction of its z axis, in world axes: a vector of length 1.",
        Body |_, c, b| seen(c, b).rotation.column(2).into_owned();
    "qw", PLAIN, "Component w of the unit quaternion that rotates the world's axes to its axes, never negative; `qx`, `qy` and `qz` are the others.",
        Body |_, c, b| seen(c, b).quaternion()[0];
    "qx", PLAIN, "Component x of the unit quaternion that rotates the world's axes to its axes.",
        Body |_, c, b| seen(c, b).quaternion()[1];
    "qy", PLAIN, "Component y of the unit quaternion that rotates the world's axes to its axes.",
        Body |_, c, b| seen(c, b).quaternion()[2];
    "qz", PLAIN, "Component z of the unit quaternion that rotates the world's axes to its axes.",
        Body |_, c, b| seen(c, b).quaternion()[3];
    "joint_qw", PLAIN, "Component w of the unit quaternion of its joint's rotation from the zero position, never negative; `joint_qx`, `joint_qy` and `joint_qz` are the others.",
        Body |_, c, b| of_joint(c, b)[0];
    "joint_qx", PLAIN, "Component x of the unit quaternion of its joint's rotation, in its own axes.",
        Body |_, c, b| of_joint(c, b)[1];
    "joint_qy", PLAIN, "Component y of the unit quaternion of its joint's rotation, in its own axes.",
        Body |_, c, b| of_joint(c, b)[2];
    "joint_qz", PLAIN, "Component z of the unit quaternion of its joint's rotation, in its own axes.",
        Body |_, c, b| of_joint(c, b)[3];
    "twist", ANGLE, "Angle of its joint's rotation about the joint axis, for a ball joint the axis of `addbody`; the rotation is the twist followed by the swing.",
        Body |_, c, b| c.twist_and_swing(b)[0];
    "swing", ANGLE, "Angle by which its joint has tilted the axis of `twist`.", Body |_, c, b| c.twist_and_swing(b)[1];
    "mass", Number(Dimension::MASS), "Its mass, including the parts fixed to it.",
        Figure |figure, body| figure.bodies[body].inertia.mass;
    "height", LENGTH, "Height of its lowest contact point above the ground, or of its origin if it has no contact points.",
        Body |w, c, b| c.observed_clearance(b, &w.ground);
    "altitude", LENGTH, "Height of its origin above the ground straight below it, as measured by a range finder.",
        Body |w, c, b| {
            let at = seen(c, b).position;
            let (normal, offset) = w.ground.surface.plane_at(&at, w.ground.height);
            (normal.dot(&at) - offset) / normal.z
        };
    "touch", Number(Dimension::FORCE), "Reading of a touch sensor: the force with which the ground and other bodies press on it, along the normals of its contacts; never negative.",
        Body |w, c, b| w.pressing(c, b);
    "push", Vector(Dimension::FORCE), "Force on it of the bodies that touch it, in world axes; zero with `collisionanalysis`, whose impulses act at once.",
        Body |w, c, b| w.push_of_bodies(c, b);
    "touches", Question, "Whether it touches another body now: `trunk.touches(wall)`. The other is a body, `figure.body`, a figure, scenery, or `ground`. By rigid contact it also counts that they have begun to touch since the last frame or event, as in a bounce.",
        Body |_, _, _| false;
    "joint_force", Vector(Dimension::FORCE), "Force with which its parent acts on it through its joint, in world axes; for a root, the force that holds or drives the root.",
        Body |w, c, b| felt(w, c, b, |f| f.force);
    "joint_torque", Vector(Dimension::TORQUE), "Torque with which its parent acts on it through its joint, about its origin, in world axes; for a root, the torque that holds or drives the root.",
        Body |w, c, b| felt(w, c, b, |f| f.moment);
    "outer_force", Vector(Dimension::FORCE), "External force on it, by the ground, `pull`, `push`, attachments and touching bodies, in world axes.",
        Body |w, c, b| felt(w, c, b, |f| f.outer_force);
    "outer_torque", Vector(Dimension::TORQUE), "External torque on it, by the ground, `pull`, `push`, attachments and touching bodies, about its origin, in world axes.",
        Body |w, c, b| felt(w, c, b, |f| f.outer_moment);
    "load", Number(Dimension::FORCE), "Normal force of the ground on it; negative while the ground holds the body against an upward pull (see `bodygroundstick`).",
        Body |_, c, b| seen(c, b).load;
    "force", Vector(Dimension::FORCE), "Force of the ground on it, in world axes.",
        Body |_, c, b| seen(c, b).ground.whole();
    "force_own", Vector(Dimension::FORCE), "Force of the ground on it, in its own axes.",
        Body |_, c, b| own(c, b, seen(c, b).ground.whole());
    "friction", Vector(Dimension::FORCE), "Component of `force` along the ground's surface, in world axes.",
        Body |_, c, b| seen(c, b).ground.friction;
    "impulse", Vector(MOMENTUM), "Integral of the ground's force on it over time, since its figure first moved.",
        Body |_, c, b| c.account().impulse(b).whole();
    "contact", Flag, "Whether one of its points is below the surface of the ground, or is held there by `bodygroundstick`; by rigid contact also whether one has begun to touch it since the last frame or event, as in a bounce.",
        Body |_, c, b| seen(c, b).in_contact;
};
