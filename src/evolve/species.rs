//! Species: creatures that are alike, which share their fitness (Stanley and Miikkulainen, *Evolving neural networks through
//! augmenting topologies*, Evolutionary Computation 10(2), 2002).
//!
//! Their compatibility distance is c1 E/N + c2 D/N + c3 W: genes that only one of two genotypes has, as a part of the genes of the
//! larger one, and the mean difference of those that both have. Our genes have no innovation numbers: nodes and neurons are matched
//! by their numbers, as crossover swaps them, and connections by the nodes that they join. c1, c2 and c3 are those of the article.
//!
//! A species is a creature of the generation before it, and all within a distance from it. Instead of the distance, the largest
//! number of species is given: the distance is the smallest of a ladder at which there are no more.

use super::dice::Dice;
use super::genotype::{Connection, Gene, Genotype, Input, Node, SIDES};
use super::population::{Individual, Settings, State};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Weight of the mean difference of matching genes.
const NUMBERS: f64 = 0.4;

/// Distance of the first rung of the ladder, and the ratio of one rung to the next.
const LADDER: [f64; 2] = [0.05, 1.1];

/// Rungs of the ladder: at the last one, everything is one species.
const RUNGS: i32 = 40;

/// Smallest species whose best creature goes on unchanged.
pub const CHAMPIONED: usize = 5;

/// A species.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Species {
    /// Its number; none is given twice.
    pub number: usize,
    /// The generation in which it arose.
    pub since: usize,
    /// The creature to which others are compared: one of its members in the generation before.
    pub representative: Genotype,
}

/// Genes of two genotypes, compared.
#[derive(Default)]
struct Compared {
    /// Genes that both have.
    matching: usize,
    /// Genes that only one has.
    unmatched: usize,
    /// Sum of the differences of those that both have, each from 0 to 1.
    differences: f64,
}

/// Mean difference of numbers as parts of their range, from 0 to 1.
fn mean(of: impl IntoIterator<Item = (f64, f64)>, range: f64) -> f64 {
    let (mut sum, mut count) = (0.0, 0_u32);
    for (a, b) in of {
        sum += ((a - b).abs() / range).min(1.0);
        count += 1;
    }
    sum / f64::from(count.max(1))
}

/// Difference of inputs, from 0 to 1: of their origins and weights.
fn inputs(of: &[Input], other: &[Input]) -> f64 {
    let one = |(a, b): (&Input, &Input)| match a.source == b.source {
        true => ((a.weight - b.weight).abs() / 4.0).min(1.0),
        false => 1.0,
    };
    let pairs = of.iter().zip(other);
    let count = of.len().max(other.len());
    let beyond = count - of.len().min(other.len());
    (pairs.map(one).sum::<f64>() + beyond as f64) / count.max(1) as f64
}

impl Compared {
    fn matched(&mut self, difference: f64) {
        self.matching += 1;
        self.differences += difference;
    }

    fn genes(&mut self, of: &[Gene], other: &[Gene]) {
        for (a, b) in of.iter().zip(other) {
            match a.function == b.function {
                true => self.matched(inputs(&a.inputs, &b.inputs)),
                false => self.unmatched += 2,
            }
        }
        self.unmatched += of.len().abs_diff(other.len());
    }

    fn nodes(&mut self, of: &[Node], other: &[Node]) {
        for (a, b) in of.iter().zip(other) {
            let flat = |node: &Node| node.limits.concat();
            let sides = mean(a.size.into_iter().zip(b.size), SIDES[1] - SIDES[0]);
            let limits = mean(flat(a).into_iter().zip(flat(b)), 1.5);
            let axes = mean(a.axes.concat().into_iter().zip(b.axes.concat()), 2.0);
            let choices = [a.degrees == b.degrees, a.replications == b.replications];
            let choices = choices.iter().filter(|same| !**same).count() as f64 / 2.0;
            let servos = inputs(&a.effectors, &b.effectors);
            self.matched((sides + limits + axes + choices + servos) / 5.0);
            self.genes(&a.neurons, &b.neurons);
        }
        let (shorter, longer) = match of.len() < other.len() {
            true => (of, other),
            false => (other, of),
        };
        let beyond = longer.get(shorter.len()..).unwrap_or_default();
        self.unmatched += beyond.len();
        self.unmatched += beyond.iter().map(|node| node.neurons.len()).sum::<usize>();
    }

    fn connections(&mut self, of: &[Connection], other: &[Connection]) {
        let mut left: Vec<&Connection> = other.iter().collect();
        for a in of {
            let joins =
                |b: &&Connection| (a.parent, a.child, a.reflect) == (b.parent, b.child, b.reflect);
            let Some(at) = left.iter().position(joins) else {
                self.unmatched += 1;
                continue;
            };
            let b = left.remove(at);
            let place = mean(a.place.into_iter().zip(b.place), 2.0);
            let turn = mean([(a.turn, b.turn)], std::f64::consts::PI);
            let scale = mean([(a.scale, b.scale)], 0.7);
            self.matched((place + turn + scale) / 3.0);
        }
        self.unmatched += left.len();
    }
}

impl Genotype {
    /// Returns the number of genes: nodes, connections and neurons.
    fn genes(&self) -> usize {
        let of_parts = self.nodes.iter().map(|node| node.neurons.len());
        self.nodes.len() + self.connections.len() + self.neurons.len() + of_parts.sum::<usize>()
    }

    /// Returns the compatibility distance to another genotype: 0 for an equal one.
    #[must_use]
    pub fn distance(&self, other: &Genotype) -> f64 {
        let mut all = Compared::default();
        all.nodes(&self.nodes, &other.nodes);
        all.connections(&self.connections, &other.connections);
        all.genes(&self.neurons, &other.neurons);
        let most = self.genes().max(other.genes()).max(1) as f64;
        all.unmatched as f64 / most + NUMBERS * all.differences / all.matching.max(1) as f64
    }
}

impl Settings {
    /// Returns the best creature of each species that is large enough, the first of equals.
    pub(super) fn champions(&self, all: &[Individual]) -> Vec<usize> {
        if self.species.is_none() {
            return vec![];
        }
        let mut best: BTreeMap<usize, (usize, usize)> = BTreeMap::new();
        for (number, one) in all.iter().enumerate() {
            if let Some(species) = one.species {
                let (champion, count) = best.entry(species).or_insert((number, 0));
                *count += 1;
                if one.fitness > all[*champion].fitness {
                    *champion = number;
                }
            }
        }
        let large = best.into_values().filter(|(_, count)| *count >= CHAMPIONED);
        large.map(|(champion, _)| champion).collect()
    }
}

impl State {
    /// Divides the last generation into species; those without members die out. Faulty creatures belong to none.
    pub(super) fn speciate(&mut self) {
        let Some(most) = self.settings.species else {
            return;
        };
        let generation = self.lines.len();
        for rung in 0..=RUNGS {
            let distance = match rung {
                RUNGS => f64::INFINITY,
                _ => LADDER[0] * libm::pow(LADDER[1], f64::from(rung)),
            };
            if let Some((kinds, members)) = self.divided(distance, most) {
                self.species = kinds;
                for (one, species) in self.individuals.iter_mut().zip(members) {
                    one.species = species;
                }
                break;
            }
        }
        // Others are compared to a random member from the next generation on.
        for kind in &mut self.species {
            let is_of = |one: &&Individual| one.species == Some(kind.number);
            let members: Vec<&Individual> = self.individuals.iter().filter(is_of).collect();
            let seed = [
                self.settings.seed ^ 0x5EC1,
                generation as u64,
                kind.number as u64,
            ];
            if let Some(one) = members.get(Dice::new(seed).below(members.len())) {
                kind.representative = one.genotype.clone();
            }
        }
    }

    /// Divides the last generation by a distance: each creature belongs to the oldest species that is near enough, or founds one.
    /// Returns the species that have members, and that of each creature; none if there are more than `most`.
    fn divided(&self, distance: f64, most: usize) -> Option<(Vec<Species>, Vec<Option<usize>>)> {
        let mut kinds = self.species.clone();
        let old = kinds.len();
        let mut next = self.lines.iter().map(|line| line.founded).sum();
        let mut members = vec![];
        let mut used = vec![0; old];
        for one in &self.individuals {
            if one.fitness.is_none() {
                members.push(None);
                continue;
            }
            let near = |kind: &Species| one.genotype.distance(&kind.representative) < distance;
            let at = kinds.iter().position(near).unwrap_or_else(|| {
                kinds.push(Species {
                    number: next,
                    since: self.lines.len(),
                    representative: one.genotype.clone(),
                });
                used.push(0);
                next += 1;
                kinds.len() - 1
            });
            used[at] += 1;
            members.push(Some(kinds[at].number));
            if used.iter().filter(|count| **count > 0).count() > most {
                return None;
            }
        }
        let mut used = used.into_iter();
        kinds.retain(|_| used.next().is_some_and(|count| count > 0));
        Some((kinds, members))
    }
}
