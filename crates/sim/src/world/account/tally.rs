//! The forces on a figure at one evaluation, and their work over a displacement.

use super::balance::{GroundForce, Works};
use corpus_dynamics::{Poses, turning};
use nalgebra::{Matrix3, Vector3};

/// Force of the ground on a point of a body, in world axes.
#[derive(Clone, Copy, Debug)]
pub(super) struct PointPush {
    pub body: usize,
    /// Number of the point.
    slot: usize,
    /// Components along the normal and along the surface (N).
    pub normal: Vector3<f64>,
    pub friction: Vector3<f64>,
    /// Power (W).
    pub power: f64,
    /// Position from the body's origin (m).
    pub arm: Vector3<f64>,
    /// Depth in the ground (m), infinite where the point is tied to it.
    depth: f64,
    /// Normal of the ground.
    up: Vector3<f64>,
    /// The part of the force that acts from the first contact on: that of a damper.
    pub at_once: f64,
}

impl PointPush {
    /// Place in the order in which points are recorded: by number; of a point, first the ground, then its tie. The same point pushed in the same
    /// way has the same place.
    pub fn order(&self) -> (usize, bool) {
        (self.slot, self.depth.is_infinite())
    }

    /// Returns the part of a displacement into or out of the ground (m) on which this force, known at one end, acted.
    pub fn part_of(&self, way: &Vector3<f64>) -> f64 {
        (self.depth / self.up.dot(way).abs()).min(1.0)
    }
}

/// The least vertical component of a normal that counts as level; the rest is rounding.
const LEVEL: f64 = 1.0 - 1e-14;

/// Pose of a body: its axes and its origin (m), in the world.
pub(super) type Pose = (Matrix3<f64>, Vector3<f64>);

/// Returns the displacement from one pose to another: of the origin (m), and the rotation (rad).
pub(super) fn way(before: &Pose, now: &Pose) -> [Vector3<f64>; 2] {
    // Of the rotation R = now before', the vector of R - R' and the trace, by columns.
    let [mut twice, mut trace] = [Vector3::zeros(), Vector3::zeros()];
    for (before, now) in before.0.column_iter().zip(now.0.column_iter()) {
        twice += before.cross(&now);
        trace += before.component_mul(&now);
    }
    // sin(a) times the axis; its length gives small angles to the last bit, and the cosine does not.
    let axis = 0.5 * twice;
    let cosine = 0.5 * (trace.sum() - 1.0);
    [
        now.1 - before.1,
        axis * angle_by_sine(axis.norm_squared(), cosine),
    ]
}

/// Returns the displacement (m) of a point with an arm (m) from the origin of its body, which is displaced: its origin (m), and the rotation
/// (rad).
pub(super) fn way_of(arm: &Vector3<f64>, [origin, rotation]: &[Vector3<f64>; 2]) -> Vector3<f64> {
    origin + rotation.cross(arm)
}

/// Coefficients of the series asin(s) / s = 1 + c1 s^2 + c2 s^4 + ...
const ARC_SINE: [f64; 7] = [
    1.0 / 6.0,
    3.0 / 40.0,
    15.0 / 336.0,
    105.0 / 3456.0,
    945.0 / 42_240.0,
    10_395.0 / 599_040.0,
    135_135.0 / 9_676_800.0,
];

/// Returns the angle a / sin a from the square of its sine and its cosine; of the small angles of a step by the series of the arc
/// sine, exact to rounding.
fn angle_by_sine(square: f64, cosine: f64) -> f64 {
    if square < 1e-2 && cosine > 0.0 {
        let series = ARC_SINE.iter().rev().fold(0.0, |sum, c| c + square * sum);
        return 1.0 + square * series;
    }
    let sine = square.sqrt();
    if sine > 0.0 {
        libm::atan2(sine, cosine) / sine
    } else {
        1.0
    }
}

/// A joint whose only force that removes energy is that of its damper.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlainJoint {
    /// Position (rad or m).
    pub q: f64,
    /// Speed (rad/s or m/s).
    pub rate: f64,
    /// Force of the damper (N m or N).
    pub damping: f64,
    /// All of its force (N m or N).
    pub force: f64,
}

/// Forces of a joint that add or remove energy.
#[derive(Clone, Copy, Debug)]
pub(super) struct JointWork {
    /// Its number.
    pub joint: usize,
    /// Position (rad or m).
    pub q: f64,
    /// Integral of the speed since the last accepted state (rad), where that is not the difference of positions.
    pub way: Option<f64>,
    /// Speed (rad/s or m/s).
    pub rate: f64,
    /// Force of damper and dry friction (N m or N).
    pub damping: f64,
    /// Force of dry friction alone, and whether it is constant during the step.
    pub dry: f64,
    pub dry_stays: bool,
    /// Force of the damper of a stop (N m or N), and the distance of the joint beyond the stop (rad or m).
    pub stop: f64,
    pub beyond: f64,
    /// Force of the spring of that stop (N m or N).
    pub stop_spring: f64,
    /// Force of the actuator without its spring and its damping (N m or N).
    pub driving: f64,
    /// All of its force (N m or N) without that of the stop.
    pub force: f64,
}

impl JointWork {
    /// Returns the force of damper and dry friction at the end of a step that began with `before`, as it acted in that step.
    pub fn damping_after(&self, before: &JointWork) -> f64 {
        match before.dry_stays {
            true => self.damping - self.dry + before.dry,
            false => self.damping,
        }
    }

    /// Returns the work of all forces of the joint (J) since another moment; `stopped` is that of the damper of its stop.
    pub fn work_since(&self, before: &JointWork, stopped: f64) -> f64 {
        let force = match before.dry_stays {
            true => self.force - self.dry + before.dry,
            false => self.force,
        };
        let springs = before.stop_spring + self.stop_spring;
        0.5 * (before.force + force) * self.way_since(before)
            + 0.5 * springs * self.way_beyond(before)
            + stopped
    }

    /// Integral of the speed since the last accepted state (rad or m).
    pub fn way_since(&self, before: &JointWork) -> f64 {
        self.way.unwrap_or(self.q - before.q)
    }

    /// The part of that integral during which the joint was beyond its stop (rad or m). Positions tell when it was: those of a ball
    /// have other rates, so that their difference is no factor of its work.
    fn way_beyond(&self, before: &JointWork) -> f64 {
        let beyond = self.beyond - before.beyond;
        match self.way {
            Some(way) if before.beyond != 0.0 && self.beyond != 0.0 => way,
            Some(way) if beyond != 0.0 => way * (beyond / (self.q - before.q)),
            _ => beyond,
        }
    }

    /// Returns the work of the damper of a stop (J) since another moment. Where the joint reached or left the stop in between,
    /// the force acted only on the part beyond it.
    pub fn stop_work_since(&self, before: &JointWork) -> f64 {
        let force = match (before.beyond == 0.0, self.beyond == 0.0) {
            (false, false) => 0.5 * (before.stop + self.stop),
            _ => before.stop + self.stop,
        };
        force * self.way_beyond(before)
    }

    /// Power of all forces of the joint (W).
    fn power(&self) -> f64 {
        (self.force + self.stop_spring + self.stop) * self.rate
    }
}

/// Forces and powers at one evaluation.
#[derive(Clone, Debug, Default)]
pub(super) struct Tally {
    pub powers: Works,
    /// All joints, by number; those among the others have no damping here.
    pub joints: Vec<PlainJoint>,
    /// Joints with stops, dry friction or actuators, and those of balls.
    pub others: Vec<JointWork>,
    /// Force of the ground on each body.
    pub contact: Vec<GroundForce>,
    /// Force of the ground on each point in it.
    pub points: Vec<PointPush>,
    /// Bodies whose force of the ground is not zero.
    pub touched: Vec<usize>,
    /// Poses of all bodies.
    pub poses: Poses,
}

impl Tally {
    pub fn clear(&mut self, bodies: usize) {
        self.powers = Works::default();
        self.joints.clear();
        self.joints.reserve(bodies);
        self.others.clear();
        self.others.reserve(bodies);
        self.contact.resize(bodies, GroundForce::default());
        self.points.clear();
        for body in self.touched.drain(..) {
            if let Some(force) = self.contact.get_mut(body) {
                *force = GroundForce::default();
            }
        }
        self.touched.reserve(bodies);
    }

    /// Records a joint and the power of its motor (W).
    pub fn plain_joint(&mut self, joint: PlainJoint, motor: f64) {
        self.powers.add_transferred(joint.force * joint.rate);
        self.powers.dampers -= joint.damping * joint.rate;
        self.powers.motors += motor;
        self.joints.push(joint);
    }

    /// Records one of the other joints in the same way, except for the power that it transfers: see [`Tally::transfer_of_others`].
    pub fn joint(&mut self, joint: JointWork, motor: f64) {
        self.powers.dampers -= (joint.damping + joint.stop) * joint.rate;
        self.powers.motors += motor + joint.driving * joint.rate;
        self.joints.push(PlainJoint {
            q: joint.q,
            rate: joint.rate,
            damping: 0.0,
            force: 0.0,
        });
        self.others.push(joint);
    }

    /// Adds a force (N m) to that of a joint of a ball, by its number.
    pub fn correct_ball(&mut self, number: usize, force: f64) {
        let mut others = self.others.iter_mut();
        if let Some(joint) = others.find(|joint| joint.joint == number) {
            joint.force += force;
        }
    }

    /// Adds the powers that the other joints transfer to the figure (W), when their forces are complete: the sum of the force of a
    /// ball's joint and its correction decides whether the joint drives or brakes.
    pub fn transfer_of_others(&mut self) {
        for joint in &self.others {
            self.powers.add_transferred(joint.power());
        }
    }

    /// Sets the ways of the joints of a ball, whose rotation vector is given, since an evaluation before.
    pub fn turn_ball(&mut self, before: &Tally, ball: usize, theta: &Vector3<f64>) {
        let joints = ball..ball + 3;
        let Some(before) = before.joints.get(joints.clone()) else {
            return;
        };
        let from = Vector3::from_iterator(before.iter().map(|joint| joint.q));
        let turned = turning::added(&-from, theta);
        for joint in &mut self.others {
            if joints.contains(&joint.joint) {
                joint.way = Some(turned[joint.joint - ball]);
            }
        }
    }

    /// Returns the most energy that the springs of the ground along its normal can hold (J): less than their force times their depth, as long as that
    /// force grows ever faster with the depth.
    pub fn held_by_ground(&self) -> f64 {
        let points = self.points.iter();
        points.map(|point| point.normal.norm() * point.depth).sum()
    }

    /// Records a force of rigid ground on a body.
    pub fn rests_on(&mut self, body: usize, force: &GroundForce) {
        if !self.touched.contains(&body) {
            self.touched.push(body);
        }
        if let Some(sum) = self.contact.get_mut(body) {
            sum.add(force, 1.0);
        }
    }

    /// Records a force of the ground; see [`super::Recorder::point`].
    pub fn point(
        &mut self,
        (body, slot): (usize, usize),
        (point, depth): (&Vector3<f64>, f64),
        (force, velocity): (&Vector3<f64>, &Vector3<f64>),
        (up, at_once): (&Vector3<f64>, f64),
        axes: &Matrix3<f64>,
    ) {
        let normal = force.dot(up);
        let rise = normal * velocity.dot(up);
        let power = force.dot(velocity);
        self.powers.ground -= rise;
        self.powers.friction -= power - rise;
        if !self.touched.contains(&body) {
            self.touched.push(body);
        }
        let [outward, force, arm] = [up, force, point].map(|vector| axes * vector);
        let across = outward * normal;
        let along = force - across;
        if let Some(sum) = self.contact.get_mut(body) {
            if outward.z < LEVEL {
                sum.tilt += across - Vector3::z() * normal;
            }
            sum.normal += normal;
            sum.friction += along;
        }
        self.points.push(PointPush {
            body,
            slot,
            normal: across,
            friction: along,
            power,
            arm,
            depth,
            up: outward,
            at_once,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_angle_of_a_rotation_is_exact_on_both_sides_of_the_limit_of_its_series() {
        for angle in [1e-12, 1e-6, 1e-3, 0.05, 0.0999, 0.1001, 0.5, 2.0, 3.1] {
            let (sine, cosine) = libm::sincos(angle);
            let found = angle_by_sine(sine * sine, cosine) * sine;
            assert!((found / angle - 1.0).abs() < 1e-14, "{angle}: {found}");
        }
        // Of half a turn, the sine does not tell the angle; of none, there is nothing to multiply.
        assert_eq!(angle_by_sine(0.0, 1.0), 1.0);
        assert!(angle_by_sine(1e-8, -1.0) > 3e4);
    }
}
