//! Forces between the members of an island, for the duration of an advance.

use super::super::account::Works;
use super::super::contact::{Manifolds, Meeting, Pinched, RigidPoint, RigidTouch};
use super::bonds::Bonds;
use super::held::{Active, Bracket};
use super::impulses::Impulses;
use super::pipeline::Tie;
use super::stops::{Stop, Which};
use corpus_dynamics::Motions;
use nalgebra::Vector3;

/// Forces between the members of an island, for the duration of an advance.
#[derive(Clone, Debug, Default)]
pub(in crate::world) struct IslandForces {
    /// Attachments that act on the members.
    pub ties: Vec<Tie>,
    /// Bodies that may touch each other.
    pub manifolds: Manifolds,
    /// The forces of both at the last evaluation.
    pub bonds: Bonds,
    /// Impulses of collisions, where bodies collide by them.
    pub impulses: Impulses,
    /// Force (N) and moment (N m) of the bonds on each member.
    pub pushes: Vec<[Vector3<f64>; 2]>,
    /// Scratch memory for powers (W), one for each member.
    pub exchanged: Vec<f64>,
    /// Loads of closed loops in the last step (N, in their axes), in the order of the ties and their points.
    pub loads: Vec<[f64; 3]>,
    /// Their power (W) on each member, and how fast it changes by the accelerations of their points (W/s).
    pub loads_power: Vec<[f64; 2]>,
    /// Points of rigid contact in the present step, and their works on each member (J).
    pub rigid: Vec<RigidPoint>,
    /// Where their bonds begin: those of bodies that push each other by springs come after them.
    pub rigid_from: usize,
    /// Ends of joint ranges and ropes in the present step; their bonds come before those of the points.
    pub stops: Vec<Stop>,
    pub rigid_works: Vec<Works>,
    /// The largest velocity (m/s) by which the forces of rigid contact have missed their law in the attempted step, and the energy (J) that the law of
    /// impact would have added.
    pub told: [f64; 2],
    /// What is pinched at a state of the present step.
    pub pinched: Option<Pinched>,
    /// The results of an attempted step in one part, and in two.
    pub whole: Vec<f64>,
    pub halves: Vec<f64>,
    /// Scratch memory: points of rigid contact with their forces, and the corpus of each.
    pub kept: Vec<(usize, RigidTouch)>,
    /// What has touched in the step that is tried, with the corpora that keep it.
    pub met: Vec<(usize, Meeting)>,
    /// Scratch memory: motions of the members' bodies, and which of these are wanted.
    pub motions: Vec<Motions>,
    pub wanted: Vec<bool>,
    /// What acts on one side and holds in the present step of a method of Runge and Kutta, and when one of it begins to pull.
    pub active: Vec<Active>,
    pub bracket: Option<Bracket>,
    /// What touches but is not stopped.
    pub passing: Vec<Which>,
    /// Powers (W) of what holds on each member: of loops and ropes, the ground, other bodies.
    pub powers: Vec<[f64; 3]>,
    /// Whether bonds are found without closed loops.
    pub is_free: bool,
    /// Scratch memory: a state that is corrected from rest.
    pub still: Vec<f64>,
}
