//! Genotypes: directed graphs of body parts with their neurons.
//!
//! The graph is that of Sims (1994): nodes describe body parts, connections say where a part is attached to another. What a
//! creature does not use stays in its genotype and varies with the rest.

use super::dice::Dice;
use crate::control::NEURON_FUNCTIONS;
use crate::files::{inert_json, json_fault};
use nalgebra::Vector3;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::f64::consts::{FRAC_PI_6, PI};

/// Version of the format of stored genotypes.
pub const VERSION: u32 = 1;

/// Shortest and longest side of a part (m).
pub const SIDES: [f64; 2] = [0.06, 0.4];

/// Most nodes, connections, and neurons of a list.
pub const MOST: [usize; 3] = [8, 16, 6];

/// Least angle between two axes of a joint (rad).
const APART: f64 = FRAC_PI_6;

/// What the brains of a population consist of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
#[serde(rename_all = "lowercase")]
pub enum Brain {
    /// Networks of neurons with sensors.
    Neural,
    /// Wilson's oscillators: a pacemaker for each degree of freedom.
    Oscillators,
    /// A sum of three sines for each degree of freedom: a brain of our own design.
    Fourier,
}

impl Brain {
    /// The kinds with their words.
    pub const WORDS: [(&'static str, Brain); 3] = [
        ("neural", Brain::Neural),
        ("oscillators", Brain::Oscillators),
        ("fourier", Brain::Fourier),
    ];
}

/// Shape of the parts of a creature.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
#[serde(rename_all = "lowercase")]
pub enum Limbs {
    /// Boxes.
    #[default]
    Box,
    /// Frustums, as those of Arnold (1997): round limbs that taper.
    Frustum,
}

impl Limbs {
    /// The shapes with their words.
    pub const WORDS: [(&'static str, Limbs); 2] =
        [("box", Limbs::Box), ("frustum", Limbs::Frustum)];
}

/// Origin of an input of a neuron or an effector. Numbers beyond the end of a list start again at its beginning.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Source {
    /// The number 1.
    One,
    /// A neuron of the same part.
    Local(usize),
    /// A neuron of the part that carries this one.
    Parent(usize),
    /// A neuron of a part that this one carries: number of the part, and of the neuron.
    Child(usize, usize),
    /// A neuron of the whole creature.
    Global(usize),
    /// The angle of a degree of freedom of the own joint.
    Angle(usize),
    /// Whether the part touches the ground or another body.
    Touch,
    /// A sensor of the task, such as the direction to a ball.
    World(usize),
}

/// A weighted input.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Input {
    /// Its origin.
    pub source: Source,
    /// The factor.
    pub weight: f64,
}

/// A neuron. Inputs that its function does not take are kept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Gene {
    /// Word for its function.
    pub function: String,
    /// Inputs.
    pub inputs: Vec<Input>,
}

/// A kind of body part.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Node {
    /// Sides of the box, or diameters of the lower and the upper face of a frustum and its length (m); the joint is in the middle of
    /// the lower face.
    pub size: [f64; 3],
    /// Number of degrees of freedom of its joint.
    pub degrees: usize,
    /// Axes of the joint.
    pub axes: [[f64; 3]; 3],
    /// Ends of the range of each degree of freedom (rad).
    pub limits: [[f64; 2]; 3],
    /// Neurons of the part.
    pub neurons: Vec<Gene>,
    /// Inputs of the servos of the joint.
    pub effectors: [Input; 3],
    /// Most parts that are made of this node.
    pub replications: usize,
}

/// An attachment of a part to another.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Connection {
    /// Number of the carrying node.
    pub parent: usize,
    /// Number of the carried node.
    pub child: usize,
    /// Direction from the middle of the carrying part to the place.
    pub place: [f64; 3],
    /// Turn of the carried part about the normal of the surface (rad).
    pub turn: f64,
    /// Whether the part, and all that it carries, are mirrored.
    pub reflect: bool,
    /// Factor of its size, and of that of all that it carries.
    pub scale: f64,
}

/// The genotype of a creature. Growth begins at the first node.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Genotype {
    /// Version of the format.
    pub version: u32,
    /// Kind of its neurons.
    pub brain: Brain,
    /// Shape of its parts.
    #[serde(default)]
    pub limbs: Limbs,
    /// Kinds of parts; never empty.
    pub nodes: Vec<Node>,
    /// Attachments.
    pub connections: Vec<Connection>,
    /// Neurons of the whole creature.
    pub neurons: Vec<Gene>,
}

pub(super) fn direction(dice: &mut Dice) -> [f64; 3] {
    let drawn = Vector3::new(dice.normal(), dice.normal(), dice.normal());
    let unit = drawn.try_normalize(1e-6).unwrap_or_else(Vector3::z);
    rounded(unit.into())
}

/// Rounds numbers to three decimals, which the script shows.
pub(super) fn rounded<const N: usize>(all: [f64; N]) -> [f64; N] {
    all.map(round)
}

pub(super) fn round(x: f64) -> f64 {
    libm::round(x * 1000.0) / 1000.0
}

/// Draws the axes of a joint, at least 30 degrees apart.
pub(super) fn axes(dice: &mut Dice) -> [[f64; 3]; 3] {
    loop {
        let drawn = [direction(dice), direction(dice), direction(dice)];
        let all = drawn.map(Vector3::from);
        let apart = |a: Vector3<f64>, b: Vector3<f64>| a.dot(&b).abs() < libm::cos(APART);
        // The third may lie in the plane of the others: a joint with a gimbal lock, but not one without inertia.
        if apart(all[0], all[1]) && apart(all[1], all[2]) && apart(all[0], all[2]) {
            return drawn;
        }
    }
}

impl Source {
    /// Draws an origin for a neuron: a global one has no part.
    pub(super) fn random(dice: &mut Dice, is_global: bool) -> Self {
        let number = dice.below(6);
        match (dice.below(8), is_global) {
            (0, _) => Source::One,
            (1 | 2, true) | (3, _) => Source::Global(number),
            (4, _) => Source::World(number),
            (_, true) => Source::One,
            (1, _) => Source::Local(number),
            (2, _) => Source::Parent(number),
            (5, _) => Source::Child(dice.below(4), number),
            (6, _) => Source::Angle(number),
            _ => Source::Touch,
        }
    }
}

impl Input {
    fn random(dice: &mut Dice, is_global: bool) -> Self {
        Input {
            source: Source::random(dice, is_global),
            weight: round(dice.normal() * 1.5),
        }
    }

    fn constant(weight: f64) -> Self {
        Input {
            source: Source::One,
            weight: round(weight),
        }
    }
}

impl Gene {
    /// Draws a neuron.
    pub(super) fn random(dice: &mut Dice, brain: Brain, is_global: bool) -> Self {
        let of = Input::constant;
        let (function, inputs) = match brain {
            Brain::Oscillators => {
                let cycle = dice.between(0.3, 1.5);
                let parts = [
                    cycle,
                    cycle * dice.between(0.2, 0.8),
                    cycle * dice.uniform(),
                ];
                ("pacemaker", parts.map(of).to_vec())
            }
            Brain::Fourier => {
                let mut all = vec![of(dice.between(0.6, 2.0))];
                for k in 1..4 {
                    all.push(of(dice.normal() / f64::from(k)));
                    all.push(of(dice.uniform()));
                }
                ("fourier", all)
            }
            Brain::Neural => {
                let known: Vec<&str> = { NEURON_FUNCTIONS.iter().map(|f| f.name) }
                    .filter(|name| !matches!(*name, "pacemaker" | "fourier"))
                    .collect();
                // Half of the neurons oscillate: without one, nothing moves.
                let name = match dice.chance(0.5) {
                    true => ["wave", "wave", "saw", "square"][dice.below(4)],
                    false => known[dice.below(known.len())],
                };
                let mut inputs: Vec<Input> =
                    (0..3).map(|_| Input::random(dice, is_global)).collect();
                if matches!(name, "wave" | "saw" | "square") {
                    inputs[0] = of(dice.between(0.5, 2.5));
                    inputs[1] = of(dice.uniform());
                }
                (name, inputs)
            }
        };
        Gene {
            function: function.to_owned(),
            inputs,
        }
    }
}

/// Draws neurons of a part, or of the whole creature.
pub(super) fn neurons(dice: &mut Dice, brain: Brain, is_global: bool) -> Vec<Gene> {
    let count = match (brain, is_global) {
        (Brain::Neural, _) => 1 + dice.below(3),
        (_, true) => 0,
        (_, false) => 3,
    };
    (0..count)
        .map(|_| Gene::random(dice, brain, is_global))
        .collect()
}

impl Node {
    /// Draws a kind of part.
    pub(super) fn random(dice: &mut Dice, brain: Brain) -> Self {
        let mut side = || round(dice.between(SIDES[0], SIDES[1]));
        let size = [side(), side(), side()];
        let limits = [(); 3].map(|()| {
            let half = dice.between(0.2, 1.2);
            let middle = dice.between(-0.3, 0.3);
            // Joints start at zero.
            rounded([(middle - half).min(-0.05), (middle + half).max(0.05)])
        });
        Node {
            size,
            degrees: 1 + dice.below(4) / 2,
            axes: axes(dice),
            limits,
            neurons: neurons(dice, brain, false),
            effectors: [0, 1, 2].map(|i| Input {
                source: match brain {
                    Brain::Neural if dice.chance(0.4) => Source::random(dice, false),
                    _ => Source::Local(i),
                },
                weight: match brain {
                    Brain::Neural => round(dice.normal()),
                    _ => 1.0,
                },
            }),
            replications: 1 + dice.below(4),
        }
    }
}

impl Connection {
    /// Draws an attachment between some of a number of nodes.
    pub(super) fn random(dice: &mut Dice, nodes: usize) -> Self {
        Connection {
            parent: dice.below(nodes),
            child: dice.below(nodes),
            place: direction(dice),
            turn: round(dice.between(-PI, PI)),
            reflect: false,
            scale: round(dice.between(0.6, 1.1)),
        }
    }

    /// Returns the attachment on the other side.
    pub(super) fn mirrored(&self) -> Self {
        Connection {
            reflect: !self.reflect,
            ..self.clone()
        }
    }
}

/// Reads stored genotypes, or what has them, if their version is that of this program.
pub(super) fn of_version<T: DeserializeOwned>(text: &str, what: &str) -> Result<T, String> {
    #[derive(Deserialize)]
    struct Versioned {
        version: u32,
    }
    let fault = |why: serde_json::Error| format!("it is no {what}: {}", json_fault(&why));
    let Versioned { version } = serde_json::from_str(text).map_err(fault)?;
    if version != VERSION {
        return Err(format!(
            "it has genotypes of version {version}, but this program reads version {VERSION}"
        ));
    }
    serde_json::from_str(text).map_err(fault)
}

impl Genotype {
    /// Draws a genotype.
    #[must_use]
    pub fn random(dice: &mut Dice, brain: Brain) -> Self {
        let count = 2 + dice.below(3);
        let nodes: Vec<Node> = (0..count).map(|_| Node::random(dice, brain)).collect();
        let mut connections = vec![];
        for _ in 0..1 + dice.below(4) {
            let one = Connection::random(dice, count);
            // Half of the limbs come in pairs.
            if dice.chance(0.5) {
                connections.push(one.mirrored());
            }
            connections.push(one);
        }
        // The first node carries something.
        connections[0].parent = 0;
        Genotype {
            version: VERSION,
            brain,
            limbs: Limbs::Box,
            nodes,
            connections,
            neurons: neurons(dice, brain, true),
        }
    }

    /// Reads a stored genotype.
    ///
    /// # Errors
    /// A sentence on why it is none.
    pub fn read(text: &str) -> Result<Self, String> {
        let read: Genotype = of_version(text, "genotype")?;
        read.fault().map_or(Ok(read), Err)
    }

    /// Returns the text by which it is stored.
    ///
    /// # Errors
    /// A sentence on why there is none.
    pub fn stored(&self) -> Result<String, String> {
        let text = serde_json::to_string_pretty(self);
        let text = text.map_err(|why| format!("the genotype has no text: {why}"))?;
        Ok(inert_json(&text) + "\n")
    }

    /// Returns why it cannot be grown, if it cannot.
    #[must_use]
    pub fn fault(&self) -> Option<String> {
        let nodes = self.nodes.len();
        let is_known = |gene: &Gene| NEURON_FUNCTIONS.iter().any(|f| f.name == gene.function);
        let parts = self.nodes.iter().flat_map(|node| &node.neurons);
        let fault = if nodes == 0 {
            "it has no nodes"
        } else if (self.connections.iter()).any(|c| c.parent >= nodes || c.child >= nodes) {
            "a connection belongs to a node that it does not have"
        } else if !(self.nodes.iter()).all(|n| {
            (1..=3).contains(&n.degrees) && n.size.iter().all(|side| (0.01..10.0).contains(side))
        }) {
            "a part has an impossible size or joint"
        } else if !self.neurons.iter().chain(parts).all(is_known) {
            "a neuron has an unknown function"
        } else {
            return None;
        };
        Some(fault.to_owned())
    }
}
