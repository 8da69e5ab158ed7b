//! Free flight: keeps the momenta exact.
//!
//! If the only external force on a figure is a uniform weight, its centre of mass moves on a parabola, and its momentum
//! and its angular momentum about the centre are known for all times. Any method has errors in them. After a step, this module corrects the
//! root's position, orientation and velocity so that all three are exact again; the joints stay as the
//! method computed them.

mod energy;

pub(super) use energy::keep_energy;

use super::corpus::Corpus;
use crate::dynamics::state::{self, root_orientation, vector};
use crate::dynamics::{Motion, Root, kinematics_once, locked_inertia, motion};
use nalgebra::{Matrix3, UnitQuaternion, Vector3};

/// How the root's orientation at the end of a step is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Turn {
    /// It is the method's own, turned as little as the direction of the angular momentum asks for: that of a method of high
    /// order is better than what follows from its errors in orientation.
    Kept,
    /// R = R0 exp(h (omega0 + omega) / 2) with the angular velocity omega that belongs to R and the angular momentum. The rule
    /// is of order two and symmetric in time, so that the energy of a spinning figure swings but does not drift.
    Symmetric,
}

/// The largest h omega (rad) of a symmetric turn; a longer one is made of several.
const LARGEST_TURN: f64 = 0.03;
/// As many parts at most: beyond it nothing can be said of where a figure has turned to.
const MOST_TURNS: f64 = 1000.0;
/// Repetitions after which a symmetric turn is taken as it is; a few are enough for [`LARGEST_TURN`].
const REPETITIONS: usize = 30;

/// A figure at the begin of a step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Before {
    motion: Motion,
    /// How it turns, where it turns so far in the step that what happens on the way matters.
    turning: Option<Turning>,
    /// By how much it would turn at its angular velocity in a fixed step (rad); zero where the method measures its error.
    angle: f64,
}

/// The angle (rad) from which on a symmetric turn in short parts is better than a step of the classical Runge-Kutta method.
const TOO_FAST: f64 = 0.1;

impl Before {
    /// Rule by which a method of high order with a fixed step finds the orientation.
    pub fn turn_of_high_order(&self) -> Turn {
        if self.angle > TOO_FAST {
            Turn::Symmetric
        } else {
            Turn::Kept
        }
    }
}

/// What the angular velocity of a root follows from, in its axes: omega = omega0 + I^-1 (R' H - H0), where a figure that turns at
/// omega0 has the angular momentum H0. Told by differences, since the rounding of what stays the same would add up over the steps.
#[derive(Clone, Copy, Debug)]
struct Turning {
    /// The locked inertia I about the centre of mass (kg m2).
    inertia: Matrix3<f64>,
    /// omega0 (rad/s).
    omega: Vector3<f64>,
    /// H0, about the centre of mass.
    momentum: Vector3<f64>,
}

impl Turning {
    /// Of a state with its motion, both in the workspace.
    fn of(corpus: &Corpus, motion: &Motion, rotation: &Matrix3<f64>, omega: &Vector3<f64>) -> Self {
        let locked = locked_inertia(&corpus.model, &corpus.workspace, motion.centre);
        let inertia = rotation.transpose() * locked * rotation;
        Turning {
            inertia,
            omega: *omega,
            momentum: rotation.tr_mul(&motion.angular),
        }
    }

    /// The angular momentum of the joints' motion alone.
    fn spin(&self) -> Vector3<f64> {
        self.momentum - self.inertia * self.omega
    }

    /// The part of the way from this to another.
    fn towards(&self, other: &Turning, part: f64) -> Turning {
        let (from, to) = (self.spin(), other.spin());
        Turning {
            inertia: self.inertia + (other.inertia - self.inertia) * part,
            omega: Vector3::zeros(),
            momentum: from + (to - from) * part,
        }
    }
}

/// The very rotation that momenta are measured with, so that both have the same rounding.
fn rotation(pose: &UnitQuaternion<f64>) -> Matrix3<f64> {
    state::root_rotation(&[0.0, 0.0, 0.0, pose.w, pose.i, pose.j, pose.k])
}

/// The motion at the begin of a step of `h` seconds from `y`, whose kinematics are in the workspace, if the figure is free
/// to fly and nothing has acted on it yet.
pub(super) fn before_flight(corpus: &Corpus, h: f64, y: &[f64]) -> Option<Before> {
    if corpus.model.root() != Root::Free || corpus.watch.acted {
        return None;
    }
    let motion = motion(&corpus.model, &corpus.workspace);
    let omega = vector(y, corpus.layout().omega().start);
    let angle = h * omega.norm();
    let turning = (angle > LARGEST_TURN)
        .then(|| Turning::of(corpus, &motion, &state::root_rotation(y), &omega));
    Some(Before {
        motion,
        turning,
        angle,
    })
}

/// The angle (rad) that a method of order one may turn a figure of several bodies by in a step. Such a method takes Coriolis and
/// gyroscopic forces as they are at the begin of a step; in what swings at the angular velocity w it feeds them energy at the rate
/// h w^2, and beyond this angle a chain with free joints flies apart within some turns. A smaller angle is no better: what swings to and
/// fro passes it again and again, and each change of method moves the energy that the method of order one keeps.
const LARGEST_ROUGH_TURN: f64 = 0.1;
/// The angle (rad) by which each part of a longer step turns it.
const PART_OF_TURN: f64 = 0.025;
/// Both for a figure with a free root: in the air it turns for good, so that its errors add up. Almost every step of its flight is made by the
/// midpoint method, so that the methods do not take turns.
const FREE_TURNS: [f64; 2] = [0.001, 0.01];

/// The largest part of itself by which the springs and dampers of a joint may change its motion in an explicit step that is not theirs to
/// blame if it turns fast.
const LARGEST_SPRING: f64 = 0.25;

/// The longest part (s) of a step of `h` seconds from `y` in which a figure of several bodies in the air turns too far for a method of order
/// one. Where an `explicit` method is too coarse for springs, these may be what turns it: then the step stays whole, and the explosion is told.
pub(super) fn longest_turn(
    corpus: &Corpus,
    (time, h): (f64, f64),
    y: &[f64],
    explicit: bool,
) -> Option<f64> {
    // What the step before has met is still known here.
    if corpus.model.joints() == 0 || corpus.watch.acted || corpus.watch.pushed {
        return None;
    }
    let layout = corpus.layout();
    let (q, qd) = (&y[layout.q()], &y[layout.qd()]);
    let rates = qd.iter().zip(&corpus.scales.weights);
    let fastest = rates.fold(
        vector(y, layout.omega().start).norm(),
        |fastest, (rate, weight)| fastest.max(rate.abs() * weight),
    );
    let [rough, part] = match corpus.model.root() {
        Root::Free => FREE_TURNS,
        _ => [LARGEST_ROUGH_TURN, PART_OF_TURN],
    };
    let angle = h * fastest;
    if !(angle > rough && angle < PART_OF_TURN * MOST_TURNS) {
        return None;
    }
    let laws = corpus.forces[1..].iter().zip(q.iter().zip(qd));
    let mut changes = laws
        .zip(&corpus.moved_inertias[1..])
        .map(|((law, (&q, &qd)), inertia)| {
            let response = law.respond_without_friction(time, q, qd);
            (h * response.by_position.abs() + response.by_velocity.abs()) * h / inertia
        });
    if explicit && changes.any(|change| change > LARGEST_SPRING) {
        return None;
    }
    Some(part / fastest)
}

/// Corrects the root in `y`, the result of a step of `h` seconds from `start`; `gravity` is its acceleration (m/s2).
pub(super) fn keep_momenta(
    corpus: &mut Corpus,
    before: &Before,
    gravity: &Vector3<f64>,
    h: f64,
    start: &[f64],
    y: &mut [f64],
    turn: Turn,
) {
    let layout = corpus.layout();
    kinematics_once(&corpus.model, y, &mut corpus.workspace);
    let now = motion(&corpus.model, &corpus.workspace);

    // What does not depend on the root's pose, in its axes: how it turns for an angular momentum, and the arm from the root to
    // the centre of mass.
    let (at_omega, at_v) = (layout.omega().start, layout.v().start);
    let rotation = state::root_rotation(y);
    let (omega, v) = (vector(y, at_omega), vector(y, at_v));
    let turning = Turning::of(corpus, &now, &rotation, &omega);
    let arm = rotation.tr_mul(&(now.centre - vector(y, 0)));

    let momentum = &before.motion.angular;
    let found = match turn {
        Turn::Kept => {
            let speed = corpus.scales.speed() + now.velocity().norm();
            let least = LEAST_ANGULAR * now.mass * corpus.scales.extent * speed;
            set_right(root_orientation(y), &turning, momentum, least)
        }
        Turn::Symmetric => {
            let from = (root_orientation(start), vector(start, at_omega));
            turn_symmetrically(from, (before.turning, turning), h, momentum)
        }
    };
    // A figure without inertia, as of points in a row, turns as the method found it.
    let (pose, omega_then) = found.unwrap_or_else(|| (root_orientation(y), omega));

    let velocity = before.motion.velocity() + gravity * h;
    let centre = before.motion.centre + before.motion.velocity() * h + gravity * (h * h / 2.0);
    let rotation_then = self::rotation(&pose);
    let position = centre - rotation_then * arm;
    // By differences, as the angular velocity.
    let by_centre = rotation_then.tr_mul(&velocity) - rotation.tr_mul(&now.velocity());
    let v = v + (by_centre - (omega_then - omega).cross(&arm));
    y[layout.position()].copy_from_slice(position.as_slice());
    y[layout.orientation()].copy_from_slice(&[pose.w, pose.i, pose.j, pose.k]);
    y[layout.omega()].copy_from_slice(omega_then.as_slice());
    y[layout.v()].copy_from_slice(v.as_slice());
}

/// Corrects the velocity of the root in `y`, the result of a step of `h` seconds in which nothing but weight and other free bodies
/// have acted on the figure: by the force and the moment about the world's origin in `push`. Bodies that push each other so keep their momenta
/// together, as nothing else is taken from one than is given to the other.
pub(super) fn keep_pushed(
    corpus: &mut Corpus,
    before: &Before,
    gravity: &Vector3<f64>,
    h: f64,
    [force, moment]: [Vector3<f64>; 2],
    y: &mut [f64],
) {
    let layout = corpus.layout();
    kinematics_once(&corpus.model, y, &mut corpus.workspace);
    let (was, now) = (before.motion, motion(&corpus.model, &corpus.workspace));
    let (at_omega, at_v) = (layout.omega().start, layout.v().start);
    let rotation = state::root_rotation(y);
    let (omega, v) = (vector(y, at_omega), vector(y, at_v));
    let turning = Turning::of(corpus, &now, &rotation, &omega);
    let arm = rotation.tr_mul(&(now.centre - vector(y, 0)));
    let weight = gravity * now.mass;
    let momentum = was.linear + (weight + force) * h;
    let middle = (was.centre + now.centre) / 2.0;
    let about_origin =
        was.angular + was.centre.cross(&was.linear) + (moment + middle.cross(&weight)) * h;
    let about_centre = about_origin - now.centre.cross(&momentum);
    let pose = root_orientation(y);
    let omega_then = omega_for(&turning, &pose, &about_centre).unwrap_or(omega);
    let velocity = momentum / now.mass;
    let by_centre = rotation.tr_mul(&velocity) - rotation.tr_mul(&now.velocity());
    let v = v + (by_centre - (omega_then - omega).cross(&arm));
    y[layout.omega()].copy_from_slice(omega_then.as_slice());
    y[layout.v()].copy_from_slice(v.as_slice());
}

/// The largest turn (rad) by which a pose is set right; where the angular momentum is next to nothing it has no direction.
const LARGEST_CORRECTION: f64 = 0.05;

/// The least angular momentum, as a part of what root and joints add to it, whose direction is more than rounding.
const LEAST_DIRECTED: f64 = 1e-3;

/// The same as a part of m L v, with the mass, the extent and the speed of the figure: at rest all parts are rounding.
const LEAST_ANGULAR: f64 = 1e-9;

/// A pose and an angular velocity that have nearly the angular momentum, changed to have it: the length of the momentum is set
/// right by the angular velocity, its direction by the least turn of the pose. One below `least` has no direction.
fn set_right(
    pose: UnitQuaternion<f64>,
    turning: &Turning,
    momentum: &Vector3<f64>,
    least: f64,
) -> Option<(UnitQuaternion<f64>, Vector3<f64>)> {
    let mobility = turning.inertia.try_inverse()?;
    let own = turning.momentum;
    let (length, wanted) = (own.norm(), momentum.norm());
    let axis = (pose * own).cross(momentum);
    let sine = axis.norm() / (length * wanted);
    // Also where there is no momentum, and the sine is no number; a small difference of large parts has a direction of rounding.
    let parts = (turning.inertia * turning.omega).norm() + turning.spin().norm();
    let has_direction = wanted > LEAST_DIRECTED * parts && wanted > least;
    let turns_little =
        has_direction && sine < LARGEST_CORRECTION && own.dot(&(pose.inverse() * momentum)) > 0.0;
    if !turns_little {
        return omega_for(turning, &pose, momentum).map(|omega| (pose, omega));
    }
    let turn = if sine > 0.0 {
        UnitQuaternion::from_scaled_axis(axis * (libm::asin(sine) / axis.norm()))
    } else {
        UnitQuaternion::identity()
    };
    let missing = (wanted - length) / length;
    let pose = UnitQuaternion::new_normalize((turn * pose).into_inner());
    Some((pose, turning.omega + mobility * own * missing))
}

/// A pose turned by a vector in its own axes (rad). Of unit length to the last bit, since a length that is off by rounding would
/// change the angular velocity by as much in each step.
fn turned(pose: &UnitQuaternion<f64>, by: Vector3<f64>) -> UnitQuaternion<f64> {
    let turn = UnitQuaternion::from_scaled_axis(by);
    UnitQuaternion::new_normalize((pose * turn).into_inner())
}

/// The angular velocity that belongs to a pose and an angular momentum.
fn omega_for(
    turning: &Turning,
    pose: &UnitQuaternion<f64>,
    momentum: &Vector3<f64>,
) -> Option<Vector3<f64>> {
    let mobility = turning.inertia.try_inverse()?;
    let left = rotation(pose).tr_mul(momentum) - turning.momentum;
    Some(turning.omega + mobility * left)
}

/// The pose and angular velocity `h` seconds after `from`, in symmetric turns that are short enough. What the angular
/// velocity follows from changes from one to the other, in a straight line; without the first it is the same all the way.
fn turn_symmetrically(
    from: (UnitQuaternion<f64>, Vector3<f64>),
    (first, last): (Option<Turning>, Turning),
    h: f64,
    momentum: &Vector3<f64>,
) -> Option<(UnitQuaternion<f64>, Vector3<f64>)> {
    let (mut pose, mut omega) = from;
    let count = match first {
        Some(_) => (h * omega.norm() / LARGEST_TURN)
            .ceil()
            .clamp(1.0, MOST_TURNS),
        None => 1.0,
    };
    let h = h / count;
    let mut k = 0.0;
    while k < count {
        k += 1.0;
        let turning = match first {
            Some(first) if k < count => first.towards(&last, k / count),
            _ => last,
        };
        let (start, before) = (pose, omega);
        for _ in 0..REPETITIONS {
            pose = turned(&start, (before + omega) * (h / 2.0));
            let next = omega_for(&turning, &pose, momentum)?;
            let change = (next - omega).norm();
            omega = next;
            if change <= 4.0 * f64::EPSILON * omega.norm() {
                break;
            }
        }
    }
    Some((pose, omega))
}
