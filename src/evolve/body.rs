//! Evolution of brains alone, on a given body.

use super::dice::Dice;
use super::genotype::{Brain, Genotype, Node, neurons};
use super::grow::Creature;

impl Genotype {
    /// Draws a brain for a body.
    pub(super) fn random_on(body: &Genotype, dice: &mut Dice, brain: Brain) -> Self {
        let drawn = Genotype {
            nodes: (body.nodes.iter())
                .map(|_| Node::random(dice, brain))
                .collect(),
            neurons: neurons(dice, brain, true),
            brain,
            ..body.clone()
        };
        drawn.on(body)
    }

    /// Returns this brain on a body with as many nodes, or fewer: what is not neurons or their effectors is that of the body.
    pub(super) fn on(self, body: &Genotype) -> Self {
        let pairs = body.nodes.iter().zip(self.nodes);
        let nodes = pairs.map(|(node, own)| Node {
            neurons: own.neurons,
            effectors: own.effectors,
            ..node.clone()
        });
        Genotype {
            nodes: nodes.collect(),
            brain: self.brain,
            neurons: self.neurons,
            ..body.clone()
        }
    }

    /// Reads the genotype of a body on which brains evolve.
    ///
    /// # Errors
    /// A sentence on why there is none.
    pub fn read_body(text: &str) -> Result<Self, String> {
        let body = Genotype::read(text)?;
        match Creature::grow(&body).fault() {
            Some(fault) => Err(format!("its creature cannot be measured: {fault}")),
            None => Ok(body),
        }
    }
}
