//! Work terms, forces of the ground, and the remainder of their balance.

use super::super::scales::FARTHEST;
use super::tally::Tally;
use crate::contact::components;
use nalgebra::Vector3;
use serde::{Deserialize, Serialize};

/// Number of powers in the account.
pub(in crate::world) const POWERS: usize = 8;
/// Indices of the powers of friction on the ground, of external forces, and of touching bodies.
pub(in crate::world) const FRICTION: usize = 3;
pub(in crate::world) const OUTER: usize = 6;
pub(in crate::world) const COLLISIONS: usize = 7;

/// Powers of the forces on a figure (W), or their integrals (J).
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Works {
    /// Energy that motors add to springs by moving their rest positions.
    pub motors: f64,
    /// Energy that the dampers of joints remove.
    pub dampers: f64,
    /// Energy that the ground removes along its normal, including the energy now in its springs.
    pub ground: f64,
    /// Energy that the ground removes along its surface: friction, and the pull of sticky feet.
    pub friction: f64,
    /// Positive work of the joint forces on their bodies.
    pub positive: f64,
    /// Negative work of the joint forces on their bodies.
    pub negative: f64,
    /// Energy that a `pull`, pushes and attachments add.
    pub outer: f64,
    /// Energy that touching bodies add, or below zero remove, including the energy now in the springs between them.
    pub collisions: f64,
}

impl Works {
    pub(in crate::world) fn array(&self) -> [f64; POWERS] {
        let w = self;
        [
            w.motors,
            w.dampers,
            w.ground,
            w.friction,
            w.positive,
            w.negative,
            w.outer,
            w.collisions,
        ]
    }

    pub(super) fn from_array(
        [
            motors,
            dampers,
            ground,
            friction,
            positive,
            negative,
            outer,
            collisions,
        ]: [f64; POWERS],
    ) -> Self {
        Works {
            motors,
            dampers,
            ground,
            friction,
            positive,
            negative,
            outer,
            collisions,
        }
    }

    /// Adds work that joints transfer to the figure (J), or their power (W).
    pub(super) fn add_transferred(&mut self, work: f64) {
        self.positive += work.max(0.0);
        self.negative += work.min(0.0);
    }

    pub(super) fn add(&mut self, other: &Works, by: f64) {
        let mut sum = self.array();
        for (sum, other) in sum.iter_mut().zip(other.array()) {
            *sum += by * other;
        }
        *self = Works::from_array(sum);
    }
}

/// Force of the ground on a body at one moment (N), or its integral over time (N s), in the axes of the world.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct GroundForce {
    /// Component along the normal of the ground: positive upwards, negative where a sticky foot is held down.
    pub normal: f64,
    /// Component along the surface.
    #[serde(with = "components")]
    pub friction: Vector3<f64>,
    /// Horizontal part of the normal force, on ground that is not level.
    #[serde(with = "components")]
    pub tilt: Vector3<f64>,
}

impl GroundForce {
    /// Returns a force on ground with the unit normal `up`, by components.
    pub(in crate::world) fn of(force: &Vector3<f64>, up: &Vector3<f64>) -> Self {
        let normal = force.dot(up);
        GroundForce {
            normal,
            friction: force - up * normal,
            tilt: (up - Vector3::z()) * normal,
        }
    }

    /// Returns the sum of both components.
    #[must_use]
    pub fn whole(&self) -> Vector3<f64> {
        self.friction + Vector3::z() * self.normal + self.tilt
    }

    pub(super) fn add(&mut self, other: &GroundForce, by: f64) {
        self.normal += by * other.normal;
        self.friction += other.friction * by;
        self.tilt += other.tilt * by;
    }
}

/// Energy account of a figure since it began to move.
#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Account {
    /// Integrals of the powers (J).
    pub works: Works,
    /// Energy that the script adds by setting states, joints and gravity (J).
    pub set: f64,
    /// Kinetic, weight and spring energy at the end of the last frame (J); none before the first.
    pub energy: Option<f64>,
    /// The same energy at the start of the account.
    pub first: f64,
    /// Gravity used for the energies (m/s2, world).
    #[serde(with = "components")]
    pub gravity: Vector3<f64>,
    /// The largest kinetic energy at the end of a frame (J).
    pub most_kinetic: f64,
    /// The largest change of [`Account::numbers`] in a frame (J), and its time (s).
    pub worst: (f64, f64),
    /// The body with the largest power at that time.
    pub worst_body: usize,
    /// Uncertainty of the sums of works (J): half the difference of two ways to sum those of the ground, and the uncertainty
    /// from powers that jump within a step. None if works are integrated with the state.
    pub doubt: f64,
    /// The least energy (J) that the ground can have removed from now on: what it had removed, less what its springs may have held of it. None
    /// before it is known.
    #[serde(default)]
    pub ground_kept: Option<f64>,
    /// The most energy (J) that the ground has given back beyond that: no ground of springs and friction can.
    #[serde(default)]
    pub ground_made: f64,
    /// Integrals of the ground's forces (N s), for each body that has touched it.
    pub impulses: Vec<(u32, GroundForce)>,
}

impl Clone for Account {
    fn clone(&self) -> Self {
        let mut copy = Account::default();
        copy.clone_from(self);
        copy
    }

    /// Allocates nothing where the capacity suffices: each frame stores the account at its start.
    fn clone_from(&mut self, source: &Self) {
        let mut impulses = std::mem::take(&mut self.impulses);
        impulses.clone_from(&source.impulses);
        *self = Account {
            impulses,
            ..*source
        };
    }
}

impl Account {
    /// Whether it is valid for a figure with this number of bodies: numbers within bounds, non-negative where required, and
    /// impulses only on existing bodies.
    #[must_use]
    pub fn is_sound(&self, bodies: usize) -> bool {
        let energies = [
            self.set,
            self.first,
            self.energy.unwrap_or(0.0),
            self.ground_kept.unwrap_or(0.0),
            self.worst.0,
        ];
        let vectors = self.impulses.iter().flat_map(|(_, impulse)| {
            let [x, y, z] = impulse.friction.into();
            [impulse.normal, x, y, z, impulse.tilt.norm()]
        });
        let numbers = energies.into_iter().chain(self.works.array());
        let mut numbers = numbers.chain(vectors).chain(self.gravity.iter().copied());
        let bounded = |x: f64| x.abs() < FARTHEST;
        let positive = |x: f64| (0.0..FARTHEST).contains(&x);
        numbers.all(bounded)
            && bounded(self.worst.1)
            && positive(self.doubt)
            && positive(self.ground_made)
            && positive(self.most_kinetic)
            && self.worst_body < bodies
            && self.impulses.iter().all(|(of, _)| (*of as usize) < bodies)
    }

    /// Returns the energy that the integration creates, or below zero loses: the remainder of the balance (J).
    #[must_use]
    pub fn numbers(&self) -> f64 {
        let w = &self.works;
        let known =
            self.set + w.motors + w.outer + w.collisions - w.dampers - w.ground - w.friction;
        self.energy
            .map_or(0.0, |energy| energy - self.first - known)
    }

    /// Returns the energy scale (J) that errors are compared with: the largest kinetic energy, the largest energy added or
    /// removed, or the change of the figure's energy: what the integration loses of a spring's energy before it moves anything. The energy that a spring stores and returns is not summed over its oscillations: otherwise an oscillator that
    /// has lost all its energy would seem correct after enough of them.
    #[must_use]
    pub fn moved(&self) -> f64 {
        let w = &self.works;
        let flows = [
            w.motors,
            w.dampers,
            w.ground,
            w.friction,
            w.outer,
            w.collisions,
        ];
        let change = self.energy.map_or(0.0, |e| e - self.first - self.set);
        let least = self.most_kinetic.max(change.abs());
        flows.iter().fold(least, |m, flow| m.max(flow.abs()))
    }

    /// Compares the energy that the ground has removed (J) with what it must have kept; its springs may hold `held` of it (J), none if that is
    /// not known.
    pub(super) fn compare_ground(&mut self, held: Option<f64>) {
        let removed = self.works.ground + self.works.friction;
        if let Some(kept) = self.ground_kept {
            self.ground_made = self.ground_made.max(kept - removed);
        }
        if let Some(held) = held {
            let kept = removed - held;
            self.ground_kept = Some(self.ground_kept.map_or(kept, |before| before.max(kept)));
        }
    }

    /// Returns the impulse of the ground on a body (N s).
    #[must_use]
    pub fn impulse(&self, body: usize) -> GroundForce {
        let mut all = self.impulses.iter();
        let own = all.find(|(of, _)| *of as usize == body);
        own.map_or_else(GroundForce::default, |(_, impulse)| *impulse)
    }

    pub(super) fn push(&mut self, tally: &Tally, by: f64) {
        for &body in &tally.touched {
            if let Some(force) = tally.contact.get(body) {
                self.add_impulse(body, force, by);
            }
        }
    }

    /// Adds a multiple of a force to the impulse on a body.
    pub(in crate::world) fn add_impulse(&mut self, body: usize, force: &GroundForce, by: f64) {
        let own = |(of, _): &(u32, GroundForce)| *of as usize == body;
        match self.impulses.iter_mut().find(|entry| own(entry)) {
            Some((_, impulse)) => impulse.add(force, by),
            None => {
                let mut impulse = GroundForce::default();
                impulse.add(force, by);
                self.impulses.push((body as u32, impulse));
            }
        }
    }
}
