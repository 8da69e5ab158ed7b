//! Mutation, crossover and grafting of genotypes.

use super::dice::Dice;
use super::genotype::{
    Brain, Connection, Gene, Genotype, Input, MOST, Node, SIDES, Source, axes, direction, round,
};
use std::f64::consts::PI;

/// Probability that a number changes.
const NUMBER: f64 = 0.12;
/// Probability that a choice changes: a function, an origin, a flag.
const CHOICE: f64 = 0.06;
/// Probability that an element of a list is added or removed.
const ELEMENT: f64 = 0.12;

/// Random numbers of a mutation, and the factor of all probabilities: from 1/16 for a small change to 1 for a large one.
struct Mutation<'d> {
    dice: &'d mut Dice,
    rate: f64,
}

impl Mutation<'_> {
    fn chance(&mut self, probability: f64) -> bool {
        self.dice.chance(probability * self.rate)
    }

    fn shift(&mut self, x: &mut f64, by: f64, [low, high]: [f64; 2]) {
        if self.chance(NUMBER) {
            *x = round((*x + self.dice.normal() * by).clamp(low, high));
        }
    }

    fn input(&mut self, of: &mut Input, (brain, is_global): (Brain, bool)) {
        self.shift(&mut of.weight, 0.3, [-10.0, 10.0]);
        if brain == Brain::Neural && self.chance(CHOICE) {
            of.source = Source::random(self.dice, is_global);
        }
    }

    fn genes(&mut self, all: &mut Vec<Gene>, kind: (Brain, bool)) {
        for gene in all.iter_mut() {
            if self.chance(CHOICE) {
                *gene = Gene::random(self.dice, kind.0, kind.1);
            }
            for one in &mut gene.inputs {
                self.input(one, kind);
            }
        }
        if kind.0 != Brain::Neural {
            return;
        }
        if self.chance(ELEMENT) && all.len() < MOST[2] {
            all.push(Gene::random(self.dice, kind.0, kind.1));
        }
        if self.chance(ELEMENT) && all.len() > 1 {
            all.remove(self.dice.below(all.len()));
        }
    }

    fn node(&mut self, of: &mut Node, brain: Brain) {
        for side in &mut of.size {
            self.shift(side, 0.05, SIDES);
        }
        if self.chance(CHOICE) {
            of.degrees = 1 + self.dice.below(3);
        }
        if self.chance(CHOICE) {
            of.axes = axes(self.dice);
        }
        for [low, high] in &mut of.limits {
            self.shift(low, 0.2, [-1.5, -0.05]);
            self.shift(high, 0.2, [0.05, 1.5]);
        }
        self.genes(&mut of.neurons, (brain, false));
        for one in &mut of.effectors {
            self.input(one, (brain, false));
        }
        if self.chance(CHOICE) {
            of.replications = 1 + self.dice.below(4);
        }
    }

    fn connection(&mut self, of: &mut Connection, nodes: usize) {
        if self.chance(CHOICE) {
            of.place = direction(self.dice);
        }
        for x in &mut of.place {
            self.shift(x, 0.2, [-1.0, 1.0]);
        }
        if of.place == [0.0; 3] {
            of.place = direction(self.dice);
        }
        self.shift(&mut of.turn, 0.3, [-PI, PI]);
        self.shift(&mut of.scale, 0.1, [0.5, 1.2]);
        if self.chance(CHOICE / 2.0) {
            of.reflect = !of.reflect;
        }
        if self.chance(CHOICE / 2.0) {
            of.child = self.dice.below(nodes);
        }
        if self.chance(CHOICE / 2.0) {
            of.parent = self.dice.below(nodes);
        }
    }
}

impl Genotype {
    /// Changes each part of the genotype with its probability.
    #[must_use]
    pub fn mutated(mut self, dice: &mut Dice) -> Self {
        let brain = self.brain;
        let rate = libm::exp2(-4.0 * dice.uniform());
        let mut mutation = Mutation { dice, rate };
        for one in &mut self.nodes {
            mutation.node(one, brain);
        }
        if mutation.chance(ELEMENT) && self.nodes.len() < MOST[0] {
            self.nodes.push(Node::random(mutation.dice, brain));
        }
        let nodes = self.nodes.len();
        for one in &mut self.connections {
            mutation.connection(one, nodes);
        }
        if mutation.chance(ELEMENT) && self.connections.len() < MOST[1] {
            let dice = &mut *mutation.dice;
            let one = match dice.chance(0.5) {
                true if !self.connections.is_empty() => {
                    self.connections[dice.below(self.connections.len())].mirrored()
                }
                _ => Connection::random(dice, nodes),
            };
            self.connections.push(one);
        }
        if mutation.chance(ELEMENT) && self.connections.len() > 1 {
            let one = mutation.dice.below(self.connections.len());
            self.connections.remove(one);
        }
        mutation.genes(&mut self.neurons, (brain, true));
        self
    }

    /// Swaps a run of nodes, with the connections among them, for those of the same numbers of another genotype.
    #[must_use]
    pub fn crossed(mut self, other: &Genotype, dice: &mut Dice) -> Self {
        let most = self.nodes.len().min(other.nodes.len());
        let from = dice.below(most);
        let run = from..from + 1 + dice.below(most - from);
        let inside = |c: &Connection| run.contains(&c.parent) && run.contains(&c.child);
        self.nodes[run.clone()].clone_from_slice(&other.nodes[run.clone()]);
        self.connections.retain(|c| !inside(c));
        let taken = other.connections.iter().filter(|c| inside(c)).cloned();
        self.connections.extend(taken);
        self.connections.truncate(MOST[1]);
        self
    }

    /// Adds a run of nodes of another genotype, with the connections among them, and attaches the first of them.
    #[must_use]
    pub fn grafted(mut self, other: &Genotype, dice: &mut Dice) -> Self {
        let room = MOST[0].saturating_sub(self.nodes.len());
        if room == 0 {
            return self.crossed(other, dice);
        }
        let from = dice.below(other.nodes.len());
        let count = 1 + dice.below((other.nodes.len() - from).min(room));
        let (first, run) = (self.nodes.len(), from..from + count);
        self.nodes.extend_from_slice(&other.nodes[run.clone()]);
        let inside = |c: &&Connection| run.contains(&c.parent) && run.contains(&c.child);
        let taken = other.connections.iter().filter(inside).map(|c| Connection {
            parent: c.parent - from + first,
            child: c.child - from + first,
            ..c.clone()
        });
        self.connections.extend(taken);
        let stem = Connection {
            child: first,
            parent: dice.below(first),
            ..Connection::random(dice, first)
        };
        self.connections.truncate(MOST[1] - 1);
        self.connections.push(stem);
        self
    }
}
