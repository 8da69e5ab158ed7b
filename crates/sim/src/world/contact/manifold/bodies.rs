//! The bodies of the candidates of an island, each once: where they are, how they move, and the boxes about them.

use super::{Candidate, Manifolds, Moving, PairBody};
use crate::geometry::Pose;
use crate::world::contact::pairs::BodyOf;
use crate::world::corpus::Corpus;
use nalgebra::Vector3;

/// Part by which a box is enlarged, more than rounding takes from it.
const ENLARGED: f64 = 1.0 + 1e-9;

/// A body at the state in its workspace.
#[derive(Clone, Debug)]
pub(super) struct Placed {
    of: BodyOf,
    pub spot: PairBody,
    /// The generation of that state; none if it was not placed yet.
    generation: Option<u64>,
    pub pose: Pose,
    pub motion: Moving,
    /// Middle and half extents of its bounding box (m, world).
    middle: Vector3<f64>,
    half: Vector3<f64>,
    /// Largest speed of any of its points (m/s): by its turning, and in all.
    pub turning: f64,
    pub speed: f64,
}

impl Placed {
    fn new(of: BodyOf, spot: PairBody) -> Self {
        Placed {
            of,
            spot,
            generation: None,
            pose: Pose {
                rotation: nalgebra::Matrix3::identity(),
                position: Vector3::zeros(),
            },
            motion: Moving::default(),
            middle: Vector3::zeros(),
            half: Vector3::zeros(),
            turning: 0.0,
            speed: 0.0,
        }
    }

    /// Places it at the state in its workspace. Returns whether that is another one than before.
    fn place(&mut self, corpora: &[Corpus]) -> bool {
        let corpus = &corpora[self.spot.corpus];
        let generation = Some(corpus.step.workspace.generation());
        if self.generation == generation {
            return false;
        }
        self.generation = generation;
        self.pose = self.spot.pose(corpora);
        self.motion = self.spot.motion(corpora);
        let [middle, half] = corpus.shapes.solids[self.spot.figure].parts.bounds();
        self.middle = self.pose.position + self.pose.rotation * middle;
        self.half = self.pose.rotation.abs() * half * ENLARGED;
        self.turning = self.motion.angular.norm() * self.spot.radius;
        self.speed = self.motion.velocity.norm() + self.turning;
        true
    }

    /// Returns a distance that two bodies are apart at least (m); not positive if their boxes overlap.
    pub fn apart(&self, other: &Self) -> f64 {
        ((self.middle - other.middle).abs() - (self.half + other.half)).max()
    }
}

impl Manifolds {
    /// Lists the bodies of the active candidates.
    pub(super) fn list_bodies(&mut self) {
        let active = &mut self.candidates[self.active.clone()];
        self.bodies.clear();
        let sides = |of: &Candidate| [0, 1].map(|i| Placed::new(of.pair[i], of.spots[i]));
        self.bodies.extend(active.iter().flat_map(sides));
        self.bodies.sort_unstable_by_key(|placed| placed.of);
        self.bodies.dedup_by_key(|placed| placed.of);
        for candidate in active {
            for (place, of) in candidate.bodies.iter_mut().zip(&candidate.pair) {
                *place = self.bodies.partition_point(|placed| placed.of < *of);
            }
        }
        self.looked = None;
    }

    /// Places the bodies at the states in the workspaces. Returns whether any of them has moved.
    pub(super) fn place_bodies(&mut self, corpora: &[Corpus]) -> bool {
        let bodies = self.bodies.iter_mut();
        bodies.fold(false, |moved, body| body.place(corpora) | moved)
    }
}
