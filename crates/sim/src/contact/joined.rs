//! What joins two points: a spring of `attach`, or a closed loop of `close`.

use super::closure::{Closure, ClosureKind};
use super::coupling::Coupling;
use super::point::PointForce;
use nalgebra::{Matrix3, Vector3};
use serde::{Deserialize, Serialize};

/// The law of what joins two points.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Joined {
    /// A spring.
    Spring(Coupling),
    /// A closed loop.
    Closure(Closure),
}

/// A point of a body at one moment, world axes.
#[derive(Clone, Copy, Debug)]
pub struct Placed {
    /// The point (m).
    pub at: Vector3<f64>,
    /// Its velocity (m/s).
    pub velocity: Vector3<f64>,
    /// Angular velocity of the body (rad/s).
    pub spin: Vector3<f64>,
    /// Axes of the closure's frame on the body.
    pub axes: Matrix3<f64>,
}

impl Placed {
    /// Returns the velocity (m/s) of the body at a point of the world (m).
    #[must_use]
    pub fn velocity_at(&self, at: &Vector3<f64>) -> Vector3<f64> {
        self.velocity + self.spin.cross(&(at - self.at))
    }
}

/// The constraint of a closed loop on two points, in the directions in which it holds them (world).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Constraint {
    /// Vector (m) by which they are apart.
    pub gap: Vector3<f64>,
    /// Their relative acceleration (m/s2) while they stay together: the directions turn.
    pub drift: Vector3<f64>,
    /// Axes of the load, which turn with these directions.
    pub axes: Matrix3<f64>,
}

/// A force between two bodies, world axes. That of a closed loop has no stiffness: its damping is the mass (kg) with which it
/// resists another acceleration than [`Constraint::drift`].
#[derive(Clone, Copy, Debug)]
pub struct Held {
    /// Vector from the joined point of each body to that on which the force acts (m).
    pub offsets: [Vector3<f64>; 2],
    /// Velocity of each body there (m/s).
    pub velocities: [Vector3<f64>; 2],
    /// Force on the first body; the opposite force acts on the second.
    pub force: PointForce,
    /// The constraint of a closed loop; none of a spring.
    pub constraint: Option<Constraint>,
}

impl Joined {
    /// Calls `act` with each force between two points; `ramp` as in [`Coupling::pull`].
    pub fn each(&self, ends: &[Placed; 2], ramp: f64, mut act: impl FnMut(Held)) {
        let [one, two] = ends;
        match self {
            Joined::Spring(spring) => act(Held {
                offsets: [Vector3::zeros(); 2],
                velocities: [one.velocity, two.velocity],
                force: spring.pull(&(one.at - two.at), &(one.velocity - two.velocity), ramp),
                constraint: None,
            }),
            Joined::Closure(closure) => closure.each(ends, act),
        }
    }

    /// Whether it is a closed loop: it holds at all times.
    #[must_use]
    pub fn is_loop(&self) -> bool {
        matches!(self, Joined::Closure(_)) && !self.is_rope()
    }

    /// Whether it connects two points: a gear and a drive act in joints, and what rolls touches another point at each time.
    #[must_use]
    pub fn joins_points(&self) -> bool {
        use ClosureKind::{Drive, Follow, Gear, Roll};
        !matches!(self, Joined::Closure(of) if matches!(of.kind, Gear(_) | Drive(_) | Follow { .. } | Roll { .. }))
    }

    /// Whether it is a rope.
    #[must_use]
    pub fn is_rope(&self) -> bool {
        matches!(self, Joined::Closure(closure) if matches!(closure.kind, ClosureKind::Rope(_)))
    }

    /// Calls `act` with each force on the first body (N, world), and the vectors from the joined point of each body to that on which it
    /// acts (m).
    pub fn each_force(
        &self,
        ends: &[Placed; 2],
        ramp: f64,
        mut act: impl FnMut([Vector3<f64>; 2], Vector3<f64>),
    ) {
        if let Joined::Closure(closure) = self
            && let Some((direction, ..)) = closure.slack(ends)
        {
            act([Vector3::zeros(); 2], direction * closure.loads[0][0]);
            return;
        }
        self.each(ends, ramp, |held| act(held.offsets, held.force.force));
    }

    /// Returns the whole force on the first body (N, world).
    #[must_use]
    pub fn force(&self, ends: &[Placed; 2], ramp: f64) -> Vector3<f64> {
        let mut sum = Vector3::zeros();
        self.each_force(ends, ramp, |_, force| sum += force);
        sum
    }

    /// Returns the axes of the frame on one of the bodies, in the body's own frame.
    #[must_use]
    pub fn frame(&self, side: usize) -> Matrix3<f64> {
        match self {
            Joined::Spring(_) => Matrix3::identity(),
            Joined::Closure(closure) => closure.frame(side),
        }
    }

    /// Whether it may break.
    #[must_use]
    pub fn may_break(&self) -> bool {
        match self {
            Joined::Spring(spring) => spring.breaks_at.is_some(),
            Joined::Closure(closure) => closure.breaks_at.is_some(),
        }
    }

    /// Returns the load (N, or N m in a turning joint) by which it may break; none of a spring, which breaks by its length.
    #[must_use]
    pub fn load(&self, ends: &[Placed; 2], ramp: f64) -> Option<f64> {
        match self {
            Joined::Spring(_) => None,
            Joined::Closure(_) => Some(self.force(ends, ramp).norm()),
        }
    }

    /// Whether it breaks at these places of its points.
    #[must_use]
    pub fn breaks(&self, ends: &[Placed; 2], ramp: f64) -> bool {
        let (now, most) = match self {
            Joined::Spring(spring) => ((ends[0].at - ends[1].at).norm(), spring.breaks_at),
            Joined::Closure(closure) => (self.force(ends, ramp).norm(), closure.breaks_at),
        };
        most.is_some_and(|most| now > most)
    }

    /// Returns the energy of its springs (J) at a distance of the points (m).
    #[must_use]
    pub fn energy(&self, length: f64) -> f64 {
        match self {
            Joined::Spring(spring) => spring.energy(length),
            Joined::Closure(_) => 0.0,
        }
    }

    /// Whether every number is one that its command accepts.
    #[must_use]
    pub fn is_sound(&self, most: f64) -> bool {
        match self {
            Joined::Spring(spring) => spring.is_sound(most),
            Joined::Closure(closure) => closure.is_sound(most),
        }
    }
}
