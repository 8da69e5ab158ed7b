//! The force laws of the joints of a corpus, and quantities of its model that they depend on.

use super::gripped::Gripped;
use crate::control::{JointForce, Stretch};
use corpus_dynamics::{Workspace, exponentials};
use nalgebra::Vector3;
use std::collections::BTreeMap;

/// The force laws of the joints of a corpus, and quantities of its model that they depend on.
#[derive(Clone, Debug, Default)]
pub struct JointLaws {
    /// The force law of each joint, made from its parameters.
    pub(in crate::world) forces: Vec<JointForce>,
    /// Their exponential springs at the last evaluation; scratch memory.
    pub(in crate::world) springs: Springs,
    /// Joints with dry friction in a fixed step; scratch memory.
    pub(in crate::world) gripped: Vec<Gripped>,
    /// Number of changes of joint parameters or motors: while it is the same, they are unchanged.
    pub(in crate::world) changes: u64,
    /// Whether a joint has a hard range.
    pub(in crate::world) has_hard_ends: bool,
    /// Largest distances of joints from rest at which their springs are not too strong.
    pub(in crate::world) bounds: Bounds,
    /// For each body, its mass with that of all bodies that it carries (kg).
    pub distal_masses: Vec<f64>,
    /// Inertia or mass that each joint moves (kg m2, or kg for a slide), as a magnitude.
    pub(in crate::world) moved_inertias: Vec<f64>,
    /// Axis of each body's joint as given, of length 1 in the body's frame; it separates twist from swing.
    pub(in crate::world) axes: Vec<Vector3<f64>>,
    /// Names of the degrees of freedom.
    pub(in crate::world) degree_names: Vec<String>,
    /// Kinds of joints with several degrees of freedom, by the names of their bodies.
    pub(in crate::world) kinds: BTreeMap<String, String>,
}

/// The exponential springs of all joints at one moment. Scratch memory: their powers of e are found side by side.
#[derive(Clone, Debug, Default)]
pub(in crate::world) struct Springs {
    /// How far each is from its rest position (rad or m).
    x: Vec<f64>,
    /// exp(eB |x|).
    powers: Vec<f64>,
}

impl Springs {
    /// Stretches those of the joints `laws` to the positions `q`.
    pub fn stretch(&mut self, ws: &Workspace, laws: &[JointForce], time: f64, q: &[f64]) {
        self.x.clear();
        self.powers.clear();
        for (law, &q) in laws.iter().zip(q) {
            let (x, exponent) = law.exponent(time, q);
            self.x.push(x);
            self.powers.push(exponent);
        }
        exponentials(ws, &mut self.powers);
    }

    /// All of them, by joints.
    pub fn iter(&self) -> impl Iterator<Item = Stretch> {
        let all = self.x.iter().zip(&self.powers);
        all.map(|(&x, &power)| Stretch { x, power })
    }
}

/// Largest distances of joints from the rest positions of their springs without being too strong: computed in advance, so that
/// a frame need not evaluate their laws.
#[derive(Clone, Debug, Default)]
pub(in crate::world) struct Bounds {
    /// The inputs of the computation: number of joint changes, and dt (s).
    pub of: Option<(u64, f64)>,
    /// Largest distance for each joint.
    pub furthest: Vec<f64>,
}

impl JointLaws {
    /// Creates the laws of a model of that many bodies; their parameters and masses are not known yet.
    pub(in crate::world) fn new(bodies: usize) -> Self {
        JointLaws {
            forces: vec![JointForce::default(); bodies],
            distal_masses: vec![0.0; bodies],
            ..JointLaws::default()
        }
    }
}
