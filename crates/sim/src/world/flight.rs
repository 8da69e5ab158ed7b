//! Free flight: keeps momenta exact.
//!
//! If the only external force on a figure is a uniform weight, its centre of mass moves on a parabola, and its momentum and its
//! angular momentum about the centre are known for all times. Any integration method has errors in them. After a step, this
//! module corrects the root's position, orientation and velocity so that all three are exact again; the joints stay as the
//! method computed them.

mod energy;

pub(super) use energy::keep_energy;

use super::corpus::Corpus;
use corpus_dynamics::state::{self, root_orientation, vector};
use corpus_dynamics::{Motion, Root, kinematics_once, locked_inertia, motion};
use nalgebra::{Matrix3, UnitQuaternion, Vector3};

/// Rule that finds the root's orientation at the end of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Turn {
    /// The orientation of the method, with the smallest rotation that corrects the direction of the angular momentum: a method
    /// of high order is more accurate than a correction derived from its errors in orientation.
    Kept,
    /// R = R0 exp(h (omega0 + omega) / 2) with the angular velocity omega that belongs to R and the angular momentum. The rule
    /// is of order two and symmetric in time, so that the energy of a spinning figure oscillates but does not drift.
    Symmetric,
}

/// The largest h omega (rad) of a symmetric turn; a longer turn is divided into several.
const LARGEST_TURN: f64 = 0.03;
/// Largest number of parts: beyond it the orientation of a figure is meaningless.
const MOST_TURNS: f64 = 1000.0;
/// Largest number of iterations of a symmetric turn; a few are enough for [`LARGEST_TURN`].
const REPETITIONS: usize = 30;

/// State of a figure at the start of a step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Before {
    motion: Motion,
    /// Rotation data, if the figure turns so far in the step that the motion in between matters.
    turning: Option<Turning>,
    /// Angle that the figure would turn at its angular velocity in a fixed step (rad); zero if the method measures its error.
    angle: f64,
}

/// The angle (rad) above which a symmetric turn in short parts is more accurate than a step of the classical Runge-Kutta
/// method.
const TOO_FAST: f64 = 0.1;

impl Before {
    /// Returns the rule by which a fixed-step method of high order finds the orientation.
    pub fn turn_of_high_order(&self) -> Turn {
        if self.angle > TOO_FAST {
            Turn::Symmetric
        } else {
            Turn::Kept
        }
    }
}

/// Data that determine the angular velocity of a root, in its axes: omega = omega0 + I^-1 (R' H - H0), where a figure that
/// turns at omega0 has the angular momentum H0. Stored as differences, since the rounding of constant parts would accumulate
/// over the steps.
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
    /// Computes the data of a state and its motion, both in the workspace.
    fn of(corpus: &Corpus, motion: &Motion, rotation: &Matrix3<f64>, omega: &Vector3<f64>) -> Self {
        let locked = locked_inertia(&corpus.model, &corpus.step.workspace, motion.centre);
        let inertia = rotation.transpose() * locked * rotation;
        Turning {
            inertia,
            omega: *omega,
            momentum: rotation.tr_mul(&motion.angular),
        }
    }

    /// Returns the angular momentum of the joints' motion alone.
    fn spin(&self) -> Vector3<f64> {
        self.momentum - self.inertia * self.omega
    }

    /// Interpolates from this one to another, by the given part.
    fn towards(&self, other: &Turning, part: f64) -> Turning {
        let (from, to) = (self.spin(), other.spin());
        Turning {
            inertia: self.inertia + (other.inertia - self.inertia) * part,
            omega: Vector3::zeros(),
            momentum: from + (to - from) * part,
        }
    }
}

/// Returns the rotation matrix with which momenta are measured, so that both have the same rounding.
fn rotation(pose: &UnitQuaternion<f64>) -> Matrix3<f64> {
    state::root_rotation(&[0.0, 0.0, 0.0, pose.w, pose.i, pose.j, pose.k])
}

/// Returns the motion at the start of a step of `h` seconds from `y`, whose kinematics are in the workspace, if the figure
/// flies freely and no external force has acted on it yet.
pub(super) fn before_flight(corpus: &Corpus, h: f64, y: &[f64]) -> Option<Before> {
    if corpus.model.root() != Root::Free || corpus.step.events.acted {
        return None;
    }
    let motion = motion(&corpus.model, &corpus.step.workspace);
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

/// The angle (rad) that a first-order method may turn a figure of several bodies by in a step. Such a method evaluates Coriolis
/// and gyroscopic forces at the start of a step; in parts that oscillate at the angular velocity w these add energy at the rate
/// h w^2, and beyond this angle a chain with free joints flies apart within a few turns. A smaller angle is no better: an
/// oscillating figure crosses it again and again, and each change of method shifts the energy that the first-order method
/// conserves.
const LARGEST_ROUGH_TURN: f64 = 0.1;
/// The angle (rad) by which the figure turns in each part of a divided step.
const PART_OF_TURN: f64 = 0.025;
/// The same two angles for a figure with a free root: in the air it turns continuously, so that errors accumulate. Almost every
/// step of its flight uses the midpoint method, so that the methods do not alternate.
const FREE_TURNS: [f64; 2] = [0.001, 0.01];

/// The largest relative change of a joint's motion by its springs and dampers in an explicit step, for the fast rotation to be
/// the cause and not the springs.
const LARGEST_SPRING: f64 = 0.25;

/// Returns the longest part (s) of a step of `h` seconds from `y` in which a figure of several bodies in the air turns too far
/// for a first-order method. Where an `explicit` method is too coarse for springs, the springs may cause the rotation: then the
/// step is not divided, and the divergence is reported.
pub(super) fn longest_turn(
    corpus: &Corpus,
    (time, h): (f64, f64),
    y: &[f64],
    explicit: bool,
) -> Option<f64> {
    // The contacts of the previous step are still stored here.
    let events = &corpus.step.events;
    if corpus.model.joints() == 0 || (events.acted && !events.looped) || events.pushed {
        return None;
    }
    let layout = corpus.layout();
    let (q, qd) = (&y[layout.q()], &y[layout.qd()]);
    let rates = qd.iter().zip(&corpus.step.scales.weights);
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
    let laws = corpus.laws.forces[1..].iter().zip(q.iter().zip(qd));
    let mut changes =
        laws.zip(&corpus.laws.moved_inertias[1..])
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
    kinematics_once(&corpus.model, y, &mut corpus.step.workspace);
    let now = motion(&corpus.model, &corpus.step.workspace);

    // Quantities that do not depend on the root's pose, in its axes: the turning data for an angular momentum, and the arm from
    // the root to the centre of mass.
    let (at_omega, at_v) = (layout.omega().start, layout.v().start);
    let rotation = state::root_rotation(y);
    let (omega, v) = (vector(y, at_omega), vector(y, at_v));
    let turning = Turning::of(corpus, &now, &rotation, &omega);
    let arm = rotation.tr_mul(&(now.centre - vector(y, 0)));

    let momentum = &before.motion.angular;
    let found = match turn {
        Turn::Kept => {
            let speed = corpus.step.scales.speed() + now.velocity().norm();
            let least = LEAST_ANGULAR * now.mass * corpus.step.scales.extent * speed;
            set_right(root_orientation(y), &turning, momentum, least)
        }
        Turn::Symmetric => {
            let from = (root_orientation(start), vector(start, at_omega));
            turn_symmetrically(from, (before.turning, turning), h, momentum)
        }
    };
    // A figure without inertia, as of points in a row, keeps the rotation that the method found.
    let (pose, omega_then) = found.unwrap_or_else(|| (root_orientation(y), omega));

    let velocity = before.motion.velocity() + gravity * h;
    let centre = before.motion.centre + before.motion.velocity() * h + gravity * (h * h / 2.0);
    let rotation_then = self::rotation(&pose);
    let position = centre - rotation_then * arm;
    // Computed by differences, as the angular velocity is.
    let by_centre = rotation_then.tr_mul(&velocity) - rotation.tr_mul(&now.velocity());
    let v = v + (by_centre - (omega_then - omega).cross(&arm));
    y[layout.position()].copy_from_slice(position.as_slice());
    y[layout.orientation()].copy_from_slice(&[pose.w, pose.i, pose.j, pose.k]);
    y[layout.omega()].copy_from_slice(omega_then.as_slice());
    y[layout.v()].copy_from_slice(v.as_slice());
}

/// Corrects the velocity of the root in `y`, the result of a step of `h` seconds in which only weight and other free bodies
/// have acted on the figure: by the force and the moment about the world's origin in `push`. The total momentum of bodies that
/// push each other is conserved, because each receives exactly what the other loses.
pub(super) fn keep_pushed(
    corpus: &mut Corpus,
    before: &Before,
    gravity: &Vector3<f64>,
    h: f64,
    [force, moment]: [Vector3<f64>; 2],
    y: &mut [f64],
) {
    let layout = corpus.layout();
    kinematics_once(&corpus.model, y, &mut corpus.step.workspace);
    let (was, now) = (before.motion, motion(&corpus.model, &corpus.step.workspace));
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

/// The largest rotation (rad) that corrects a pose; an angular momentum near zero has no direction.
const LARGEST_CORRECTION: f64 = 0.05;

/// The least angular momentum whose direction is more than rounding, as a part of the sum of the contributions of root and
/// joints.
const LEAST_DIRECTED: f64 = 1e-3;

/// The same limit as a part of m L v, with the mass, the extent and the speed of the figure: at rest all contributions are
/// rounding.
const LEAST_ANGULAR: f64 = 1e-9;

/// Corrects a pose and an angular velocity that nearly match the angular momentum: changes the angular velocity to match its
/// length, and applies the smallest rotation to the pose to match its direction. A momentum below `least` has no direction.
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
    // Also if the momentum is zero and the sine is NaN; a small difference of large parts has only the direction of rounding.
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

/// Rotates a pose by a vector in its own axes (rad). The result has unit length to the last bit, because a rounding error in
/// the length would change the angular velocity by as much in each step.
fn turned(pose: &UnitQuaternion<f64>, by: Vector3<f64>) -> UnitQuaternion<f64> {
    let turn = UnitQuaternion::from_scaled_axis(by);
    UnitQuaternion::new_normalize((pose * turn).into_inner())
}

/// Returns the angular velocity that matches a pose and an angular momentum.
fn omega_for(
    turning: &Turning,
    pose: &UnitQuaternion<f64>,
    momentum: &Vector3<f64>,
) -> Option<Vector3<f64>> {
    let mobility = turning.inertia.try_inverse()?;
    let left = rotation(pose).tr_mul(momentum) - turning.momentum;
    Some(turning.omega + mobility * left)
}

/// Returns the pose and angular velocity `h` seconds after `from`, by symmetric turns that are short enough. Interpolates the
/// turning data linearly from the first to the second; without the first, uses the second throughout.
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
