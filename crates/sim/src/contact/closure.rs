//! Closed loops: two bodies held together as by a joint. In a step the relative acceleration of their points is that of points that
//! stay together; after it, positions and velocities are projected (Ascher & Petzold, *Computer Methods for Ordinary Differential
//! Equations and Differential-Algebraic Equations*, 1998, 9.2 and 9.3: an index-1 form with projection).

use super::joined::{Constraint, Held, Placed};
use super::point::{PointForce, SpringDamper};
use crate::control::Trajectory;
use nalgebra::{Matrix3, Vector3};
use serde::{Deserialize, Serialize};

/// What a closure leaves free.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ClosureKind {
    /// Turning about a point.
    Pin,
    /// Turning about an axis.
    Hinge,
    /// Sliding along an axis.
    Slider,
    /// Nothing.
    Weld,
    /// All but the distance (m) of the two points.
    Rod(f64),
    /// All but larger distances of the two points than this (m).
    Rope(f64),
    /// All but the ratio of two joints; with the position (rad or m) of the first where the second is at zero.
    Gear(f64),
    /// All but the speed of a joint (rad/s or m/s).
    Drive(f64),
    /// Nothing of a joint whose position is a formula of time.
    Follow {
        /// The number of the formula.
        trajectory: usize,
        /// Its position, speed and acceleration at the time last set (rad or m, s).
        now: [f64; 3],
    },
    /// Rolling of the first body, a ball or a wheel of that radius (m), on a plane of the second: the axis of the wheel, and the normal of the
    /// plane, are those of the frames.
    Roll {
        /// The radius (m).
        radius: f64,
        /// Whether it is a wheel.
        wheel: bool,
    },
}

/// How closed loops are kept from drifting apart: a step holds the accelerations of their points only.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Stabilization {
    /// Positions and velocities are projected after each step.
    #[default]
    Projection,
    /// The accelerations pull back, h" = -2 a h' - a^2 h with this rate a (1/s), without the last term what is held in its speed only (Baumgarte,
    /// *Computer Methods in Applied Mechanics and Engineering* 1, 1972, 1).
    Baumgarte(f64),
    /// Not at all.
    None,
}

impl Stabilization {
    /// Whether every number is one that its command accepts.
    #[must_use]
    pub fn is_sound(&self, most: f64) -> bool {
        match self {
            Stabilization::Baumgarte(rate) => *rate > 0.0 && *rate < most,
            Stabilization::Projection | Stabilization::None => true,
        }
    }

    /// Adds what pulls back in a step of `h` seconds to a constraint, whose points move apart at `velocity` (m/s). With the gap and velocity
    /// at the end of the step, it is stable for any rate.
    pub fn stabilize(self, constraint: &mut Constraint, velocity: &Vector3<f64>, h: f64) {
        let Stabilization::Baumgarte(rate) = self else {
            return;
        };
        let pull = velocity * (2.0 * rate) + (constraint.gap + velocity * h) * (rate * rate);
        let after = 1.0 + h * rate;
        constraint.drift = (constraint.drift - pull) / (after * after);
    }
}

/// Two bodies held together at a point of each. Each body has a frame there, which coincide while a weld holds: x across, z along the
/// axis.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Closure {
    /// What it leaves free.
    pub kind: ClosureKind,
    /// The axes x and z of the frame on each body, in the body's own frame.
    pub frames: [[[f64; 3]; 2]; 2],
    /// Reduced mass of the two figures (kg).
    pub mass: f64,
    /// Distance (m) of the points that hold the direction of the axis.
    pub lever: f64,
    /// Force (N) beyond which it breaks; none if it never does.
    pub breaks_at: Option<f64>,
    /// Force on the first body at each of its points in the last step (N), in axes that turn with it.
    pub loads: [[f64; 3]; 3],
}

/// Mass with which a closure resists other accelerations, in parts of their mass. The rest is left to the loads that it bore in
/// the last step, and to the projection; a larger one would lose as many digits in the solution.
const RESISTANCE: f64 = 1e4;

/// Speed of a point (levers per second) that counts as rest.
const SLOW: f64 = 1e-3;

/// The points that hold each kind: their place in the frame, in levers, and the axes of the second body's frame along which they
/// are held there.
const fn points(kind: &ClosureKind) -> &'static [([f64; 3], [bool; 3])] {
    const ALL: [bool; 3] = [true; 3];
    const ACROSS: [bool; 3] = [true, true, false];
    const TURNING: [bool; 3] = [false, true, false];
    const HERE: [f64; 3] = [0.0; 3];
    const ALONG: [f64; 3] = [0.0, 0.0, 1.0];
    const ASIDE: [f64; 3] = [1.0, 0.0, 0.0];
    match kind {
        ClosureKind::Pin => &[(HERE, ALL)],
        ClosureKind::Hinge => &[(HERE, ALL), (ALONG, ACROSS)],
        ClosureKind::Slider => &[(HERE, ACROSS), (ALONG, ACROSS), (ASIDE, TURNING)],
        ClosureKind::Weld => &[(HERE, ALL), (ALONG, ACROSS), (ASIDE, TURNING)],
        ClosureKind::Rod(_)
        | ClosureKind::Rope(_)
        | ClosureKind::Gear(_)
        | ClosureKind::Drive(_)
        | ClosureKind::Follow { .. }
        | ClosureKind::Roll { .. } => &[],
    }
}

/// The place at which a ball or a wheel touches a plane.
struct Rolling {
    /// Vector (m) from its centre.
    arm: Vector3<f64>,
    /// Its rate (m/s).
    rate: Vector3<f64>,
}

impl Rolling {
    fn of(one: &Placed, two: &Placed, radius: f64, wheel: bool) -> Self {
        let normal = two.axes.column(2).into_owned();
        let turning = two.spin.cross(&normal);
        if !wheel {
            return Rolling {
                arm: normal * -radius,
                rate: turning * -radius,
            };
        }
        // The part of the normal across the axis of the wheel.
        let axis = one.axes.column(2).into_owned();
        let turned = one.spin.cross(&axis);
        let along = normal.dot(&axis);
        let across = normal - axis * along;
        let rate = turning - axis * (turning.dot(&axis) + normal.dot(&turned)) - turned * along;
        // A wheel that lies flat touches with its whole rim: any point of it.
        let length = across.norm();
        let up = across
            .try_normalize(0.0)
            .unwrap_or(one.axes.column(0).into_owned());
        let rate = match length > 0.0 {
            true => (rate - up * rate.dot(&up)) / length,
            false => Vector3::zeros(),
        };
        Rolling {
            arm: up * -radius,
            rate: rate * -radius,
        }
    }
}

impl Closure {
    /// Returns the axes of the frame on one of the bodies, in the body's own frame.
    #[must_use]
    pub fn frame(&self, side: usize) -> Matrix3<f64> {
        let [x, z] = self.frames[side].map(Vector3::from);
        Matrix3::from_columns(&[x, z.cross(&x), z])
    }

    /// Returns the number of its points.
    #[must_use]
    pub fn points(&self) -> usize {
        match &self.kind {
            // It is held by a cone.
            ClosureKind::Rope(_) => 0,
            kind => points(kind).len().max(1),
        }
    }

    /// Returns the direction (world) in which a rope pulls its first point, by how much it is slack, and its length (m); none of others.
    #[must_use]
    pub fn slack(&self, [one, two]: &[Placed; 2]) -> Option<(Vector3<f64>, f64, f64)> {
        let ClosureKind::Rope(length) = self.kind else {
            return None;
        };
        let apart = two.at - one.at;
        let direction = apart.try_normalize(0.0).unwrap_or(Vector3::z());
        Some((direction, length - apart.norm(), length))
    }

    /// Whether it gives a joint its motion.
    #[must_use]
    pub fn drives(&self) -> bool {
        matches!(
            self.kind,
            ClosureKind::Drive(_) | ClosureKind::Follow { .. }
        )
    }

    /// Returns the number of the formula that a joint follows; none of others.
    #[must_use]
    pub fn trajectory(&self) -> Option<usize> {
        match self.kind {
            ClosureKind::Follow { trajectory, .. } => Some(trajectory),
            _ => None,
        }
    }

    /// Takes what it asks of a joint at a time (s) from the formulas.
    pub fn follow(&mut self, trajectories: &[Trajectory], time: f64) {
        if let ClosureKind::Follow { trajectory, now } = &mut self.kind
            && let Some(trajectory) = trajectories.get(*trajectory)
        {
            *now = trajectory.at(time);
        }
    }

    /// Takes the mean acceleration of the next `h` seconds for that at a time (s), as a step of first order does.
    pub fn follow_mean(&mut self, trajectories: &[Trajectory], (time, h): (f64, f64)) {
        if let ClosureKind::Follow { trajectory, now } = &mut self.kind
            && let Some(trajectory) = trajectories.get(*trajectory)
        {
            now[2] = (trajectory.at(time + h)[1] - now[1]) / h;
        }
    }

    /// Calls `act` with what it asks of each of its points.
    pub fn each(&self, [one, two]: &[Placed; 2], mut act: impl FnMut(Held)) {
        let mut loads = self.loads.iter().map(|load| Vector3::from(*load));
        let mut load = || loads.next().unwrap_or_default();
        let resists = SpringDamper {
            k: 0.0,
            b: self.mass * RESISTANCE,
        };
        // The one row of joints: their motion is along x.
        let joints = match self.kind {
            ClosureKind::Rope(_) => return,
            ClosureKind::Gear(offset) => Some((two.velocity, one.at.x - two.at.x - offset, 0.0)),
            // It is held in its speed only.
            ClosureKind::Drive(speed) => Some((Vector3::x() * speed, 0.0, 0.0)),
            ClosureKind::Follow { now, .. } => {
                Some((Vector3::x() * now[1], one.at.x - now[0], now[2]))
            }
            _ => None,
        };
        if let Some((speed, gap, acceleration)) = joints {
            let x = Vector3::x();
            act(Held {
                offsets: [Vector3::zeros(); 2],
                velocities: [one.velocity, speed],
                force: PointForce::directed(x * load().x, &x, resists, SpringDamper::default()),
                constraint: Some(Constraint {
                    gap: x * gap,
                    drift: x * acceleration,
                    axes: Matrix3::from_columns(&[x, Vector3::zeros(), Vector3::zeros()]),
                }),
            });
            return;
        }
        if let ClosureKind::Roll { radius, wheel } = self.kind {
            let rolling = Rolling::of(one, two, radius, wheel);
            let at = one.at + rolling.arm;
            let velocities = [one.velocity_at(&at), two.velocity_at(&at)];
            let normal = two.axes.column(2).into_owned();
            let mut force = PointForce::none();
            force.force = two.axes * load();
            force.all_round = resists;
            // The velocities at the place of contact stay the same; it moves over the bodies.
            let over = velocities.map(|velocity| one.velocity + rolling.rate - velocity);
            act(Held {
                offsets: [rolling.arm, at - two.at],
                velocities,
                force,
                constraint: Some(Constraint {
                    gap: normal * (at - two.at).dot(&normal),
                    drift: two.spin.cross(&over[1]) - one.spin.cross(&over[0]),
                    axes: two.axes,
                }),
            });
            return;
        }
        if let ClosureKind::Rod(length) = self.kind {
            let apart = one.at - two.at;
            let distance = apart.norm();
            // A rod without length, at a bad start, has any direction.
            let direction = apart.try_normalize(0.0).unwrap_or(Vector3::z());
            let moving = one.velocity - two.velocity;
            let across = moving - direction * moving.dot(&direction);
            act(Held {
                offsets: [Vector3::zeros(); 2],
                velocities: [one.velocity, two.velocity],
                force: PointForce::directed(
                    direction * load().x,
                    &direction,
                    resists,
                    SpringDamper::default(),
                ),
                // The distance's acceleration is a along the rod and v across it, squared, by the length.
                constraint: Some(Constraint {
                    gap: direction * (distance - length),
                    drift: direction * (-across.norm_squared() / length),
                    axes: Matrix3::from_columns(&[direction, Vector3::zeros(), Vector3::zeros()]),
                }),
            });
            return;
        }
        for (place, held) in points(&self.kind) {
            let place = Vector3::from(*place) * self.lever;
            let offset = one.axes * place;
            let at = one.at + offset;
            let apart = at - (two.at + two.axes * place);
            // Both forces act at the place of the first body's point, so that they have no moment together.
            let velocities = [one.velocity_at(&at), two.velocity_at(&at)];
            let mut force = PointForce::none();
            force.force = two.axes * load();
            let mut gap = apart;
            if *held == [true; 3] {
                force.all_round = resists;
            } else {
                gap = Vector3::zeros();
                let axes = (0..3).filter(|i| held[*i]);
                for (axis, along) in axes.zip(&mut force.along) {
                    let axis = two.axes.column(axis).into_owned();
                    gap += axis * apart.dot(&axis);
                    *along = (axis, resists);
                }
            }
            act(Held {
                offsets: [offset, at - two.at],
                velocities,
                force,
                // In the turning frame of the second body, in which they move at v: a - 2 w x v.
                constraint: Some(Constraint {
                    gap,
                    drift: two.spin.cross(&(velocities[0] - velocities[1])) * 2.0,
                    axes: two.axes,
                }),
            });
        }
    }

    /// Calls `act` with the vector (m, world) by which each of its points is apart from where it is held.
    pub fn each_gap(&self, ends: &[Placed; 2], mut act: impl FnMut(&Vector3<f64>)) {
        self.each(ends, |held| {
            if let Some(constraint) = held.constraint {
                act(&constraint.gap);
            }
        });
    }

    /// Returns how far (m) it is from holding: the largest distance of its points from where they are held.
    #[must_use]
    pub fn gap(&self, ends: &[Placed; 2]) -> f64 {
        let mut widest: f64 = 0.0;
        self.each_gap(ends, |gap| widest = widest.max(gap.norm()));
        widest
    }

    /// Returns the largest speed (m/s) at which its points move apart in the directions in which they are held, as a part of their own;
    /// bodies whose points take more than a quarter of an hour for a lever are at rest.
    #[must_use]
    pub fn slip(&self, ends: &[Placed; 2]) -> f64 {
        let mut fastest: f64 = 0.0;
        self.each(ends, |held| {
            let along = held.force.resistance(1.0) / (self.mass * RESISTANCE);
            let apart = along * (held.velocities[0] - held.velocities[1]);
            fastest = fastest.max(apart.norm());
        });
        let own: f64 = ends.iter().map(|end| end.velocity.norm()).sum();
        fastest / (own + SLOW * self.lever)
    }

    /// Whether every number is one that `close` accepts.
    #[must_use]
    pub fn is_sound(&self, most: f64) -> bool {
        let is_frame = |of: &[[f64; 3]; 2]| {
            let [x, z] = of.map(Vector3::from);
            let is_unit = |v: &Vector3<f64>| (v.norm() - 1.0).abs() < 1e-9;
            is_unit(&x) && is_unit(&z) && x.dot(&z).abs() < 1e-9
        };
        let sizes = [self.mass, self.lever];
        sizes.iter().all(|x| *x > 0.0 && *x < most)
            && match self.kind {
                ClosureKind::Rod(length) | ClosureKind::Rope(length) => {
                    length > 0.0 && length < most
                }
                ClosureKind::Gear(x) | ClosureKind::Drive(x) => x.abs() < most,
                ClosureKind::Follow { now, .. } => now.iter().all(|x| x.abs() < most),
                ClosureKind::Roll { radius, .. } => radius > 0.0 && radius < most,
                _ => true,
            }
            && self.loads.iter().flatten().all(|x| x.abs() < most)
            && self.frames.iter().all(is_frame)
            && self.breaks_at.is_none_or(|f| f > 0.0 && f < most)
    }
}
