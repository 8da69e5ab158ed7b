//! The genetic algorithm: generations of creatures that are measured, selected and varied.
//!
//! The best creature of a generation goes on unchanged; with an archive (Mouret and Clune 2015) the best of each of its cells, and
//! these are the parents. They are measured again, because the trials change. Without an archive the others come from parents
//! that are selected in proportion to
//! their fitness plus s times the mean fitness, where s falls from 0.5 to 0 over the generations. The shares of mutation,
//! crossover and grafting in the thesis (30, 40 and 40 %) add up to 110 %; the default here divides them by 1.1.

use super::dice::Dice;
use super::genotype::{Brain, Genotype, Limbs, VERSION};
use super::grow::Creature;
use super::script::written;
use super::selection::{champion, selected};
use super::species::Species;
use super::task::{INCLUDED, Task};
use super::trials::trials;
use crate::runs::{Column, Ended, Grid, Limits, Row, Script, Unfit, in_order, run};
use crate::session::Session;
use crate::stop::StopSignal;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Limits of one trial.
const LIMITS: Limits = Limits {
    evaluations: Some(400_000),
    seconds: None,
    stop: StopSignal::NEVER,
};

/// How often a creature that cannot be measured is drawn again.
const DRAWS: usize = 10;

/// Warnings by which a creature does not count, with the fault that they tell.
const WARNED: [(&str, &str); 3] = [
    ("W027", "overlap at the start"),
    ("W038", "parts pass through each other"),
    ("W039", "energy from collisions"),
];

/// Largest error of the energy by the integration, and largest energy from collisions, as parts of the energy that moved.
const ERROR: f64 = 0.01;

/// What an evolution is asked for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Settings {
    /// The task.
    pub task: Task,
    /// Kind of the brains.
    pub brain: Brain,
    /// Shape of the parts.
    #[serde(default)]
    pub limbs: Limbs,
    /// Body of all creatures, whose brains alone evolve; none if bodies evolve too.
    #[serde(default)]
    pub body: Option<Genotype>,
    /// Number of creatures in a generation.
    pub population: usize,
    /// Seed of all random numbers.
    pub seed: u64,
    /// Shares of mutation, crossover and grafting.
    pub shares: [f64; 3],
    /// Trials of each creature, of which the worst counts.
    pub trials: usize,
    /// Whether the parts of a creature collide with each other.
    #[serde(default)]
    pub collides: bool,
    /// Cells of an archive, in each of which the best creature goes on; none for the best of all alone.
    #[serde(default)]
    pub archive: Option<Grid>,
    /// Largest number of species, which share their fitness; none without species.
    #[serde(default)]
    pub species: Option<usize>,
    /// Generations over which the selection becomes stricter and the task harder.
    pub schedule: usize,
}

/// How an individual came about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Origin {
    /// Drawn at random.
    Random,
    /// The best of the generation before.
    Kept,
    /// A mutation of one parent.
    Mutated,
    /// Nodes of two parents, swapped.
    Crossed,
    /// Nodes of one parent, added to another.
    Grafted,
}

/// A creature of a generation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Individual {
    /// Its genotype.
    pub genotype: Genotype,
    /// How it came about.
    pub origin: Origin,
    /// Numbers of its parents in the generation before.
    pub parents: Vec<usize>,
    /// Fitness in its worst trial; none if it is faulty.
    pub fitness: Option<f64>,
    /// Why it is faulty; empty if it is not.
    pub fault: String,
    /// Features of the archive in that trial (SI).
    #[serde(default)]
    pub features: Vec<f64>,
    /// Number of its species; none if it is faulty, or without species.
    #[serde(default)]
    pub species: Option<usize>,
}

/// What was measured of a creature.
#[derive(Clone, Debug, PartialEq)]
pub struct Measured {
    /// Fitness in its worst trial.
    pub fitness: f64,
    /// Features of the archive in that trial (SI); NaN for one that the trial did not give.
    pub features: Vec<f64>,
}

impl Individual {
    /// An individual that is not measured yet.
    fn of(genotype: Genotype, origin: Origin, parents: Vec<usize>) -> Self {
        Individual {
            genotype,
            origin,
            parents,
            fitness: None,
            fault: String::new(),
            features: vec![],
            species: None,
        }
    }
}

/// The outcome of a generation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Line {
    /// Fitness of the best.
    pub best: f64,
    /// Mean of those without faults.
    pub mean: f64,
    /// Number of the best.
    pub champion: usize,
    /// Number of creatures with each fault.
    pub faults: BTreeMap<String, usize>,
    /// Number of species that arose.
    #[serde(default)]
    pub founded: usize,
    /// Origin and parents of each individual, for the family tree.
    pub born: Vec<(Origin, Vec<usize>)>,
}

/// The state of an evolution, which is saved after each generation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct State {
    /// Version of the genotypes.
    pub version: u32,
    /// What is asked for.
    pub settings: Settings,
    /// The last generation that was measured.
    pub individuals: Vec<Individual>,
    /// Outcomes of all generations.
    pub lines: Vec<Line>,
    /// The species, the oldest first.
    #[serde(default)]
    pub species: Vec<Species>,
}

/// Returns the fitness of a run, or the fault by which it does not count.
///
/// # Errors
/// The fault.
pub fn judged(row: &Row) -> Result<f64, String> {
    match row.ended {
        Ended::Done | Ended::Failed => {}
        Ended::OutOfEvaluations => return Err("beyond its budget".to_owned()),
        Ended::Mistake => {
            let (place, why) = row.reason.split_once(": ").unwrap_or(("", &row.reason));
            let line = place.strip_prefix("task:");
            // A place in the creature is in this one only.
            return Err(match line {
                Some(line) => format!("mistake in line {line} of the task: {why}"),
                None => format!("mistake: {why}"),
            });
        }
        other => return Err(other.word().to_owned()),
    }
    let energies = row.report.corpora.iter().map(|corpus| &corpus.energy);
    for energy in energies.clone() {
        // What it may have gained counts against it; what it may have lost is no profit.
        let lost = -energy.numbers_j - energy.doubt_j;
        if energy.numbers_j.max(lost) > ERROR * energy.moved_j {
            return Err("energy error of the integration".to_owned());
        }
    }
    // What one figure gains in a collision, another loses.
    let gained: f64 = energies.clone().map(|energy| energy.collisions_j).sum();
    let moved: f64 = energies.map(|energy| energy.moved_j).sum();
    if gained > ERROR * moved {
        return Err("energy from collisions".to_owned());
    }
    for (code, fault) in WARNED {
        if row.warnings.contains_key(code) {
            return Err(fault.to_owned());
        }
    }
    let fitness = row.number("fitness").filter(|x| x.is_finite());
    let given = row.results.iter().any(|(name, _)| **name == *"fitness");
    let fitness = fitness.ok_or(match given {
        true => "a `fitness` that is no finite number",
        false => "no result `fitness`",
    })?;
    // Selection in proportion knows nothing below zero.
    Ok(fitness.max(0.0))
}

/// The generation before, of which another one is made.
struct Before<'a> {
    /// Number of the one that is made.
    generation: usize,
    all: &'a [Individual],
    /// Numbers of those that go on unchanged.
    kept: Vec<usize>,
}

impl Settings {
    /// Returns the script by which a genotype is measured.
    #[must_use]
    pub fn script(&self, genotype: &Genotype) -> String {
        let creature = Creature::grow(genotype);
        let text = written(&creature, self.task.sensors(), self.collides);
        self.task.script(&text, creature.parts.len())
    }

    /// Returns the script of the trials of a creature, with a name for reports.
    fn trial(&self, name: &Path, creature: &Creature) -> Script {
        let text = written(creature, self.task.sensors(), self.collides);
        self.task.trial(name, &text, creature.parts.len())
    }

    /// Checks the task with a creature, before any is measured; reports have its name. Returns the session of the check.
    ///
    /// # Errors
    /// Its mistakes, or what it lacks.
    pub fn check(&self, name: &Path) -> Result<Box<Session>, Unfit> {
        let drawn = (0..).map(|number| {
            let drawn = Genotype::random(&mut Dice::new([number, 0, 0]), self.brain);
            let limbs = self.limbs;
            Genotype { limbs, ..drawn }
        });
        let mut all = self.body.clone().into_iter().chain(drawn);
        let sample = all.find(|one| Creature::grow(one).fault().is_none());
        let sample = sample.ok_or_else(|| Unfit::Values("no creature can be drawn".to_owned()))?;
        let creature = Creature::grow(&sample);
        let mut script = self.trial(name, &creature);
        let session = script.prepare(&[], &LIMITS)?;
        Column::named(&script.results, "fitness").map_err(Unfit::Values)?;
        let own = [name, &name.with_file_name(INCLUDED)];
        let other = session.inputs.paths().find(|path| !own.contains(path));
        if let Some(other) = other {
            let shown = other.display();
            return Err(Unfit::Values(format!(
                "the task reads {shown}: put its lines into the task, as the script of each creature stands alone in another folder"
            )));
        }
        Ok(session)
    }

    /// Measures a genotype in the trials of a generation; `stop` ends them, and what they have found does not count then.
    ///
    /// # Errors
    /// Its fault.
    pub fn measure(
        &self,
        genotype: &Genotype,
        trials: &[Vec<(String, String)>],
        stop: Option<&Arc<AtomicBool>>,
    ) -> Result<Measured, String> {
        let creature = Creature::grow(genotype);
        if let Some(fault) = creature.fault() {
            return Err(fault.to_owned());
        }
        let script = self.trial(Path::new("task"), &creature);
        let stop = stop
            .cloned()
            .map(|stop| StopSignal::new(move || stop.load(Ordering::Relaxed)));
        let limits = Limits {
            stop: stop.unwrap_or_default(),
            ..LIMITS
        };
        let mut worst: Option<Measured> = None;
        for given in trials {
            let row = run(&script, given, &limits);
            let fitness = judged(&row)?;
            if worst.as_ref().is_none_or(|worst| fitness < worst.fitness) {
                let features = self.archive.iter().flat_map(|grid| &grid.0);
                let value = |name: &str| row.number(name).or_else(|| creature.figure(name));
                let features = features.map(|one| value(&one.name).unwrap_or(f64::NAN));
                let features = features.collect();
                worst = Some(Measured { fitness, features });
            }
            if fitness == 0.0 {
                break;
            }
        }
        worst.ok_or_else(|| "no trial".to_owned())
    }

    /// Makes an individual of the next generation.
    fn child(&self, number: usize, before: &Before) -> Individual {
        let generation = before.generation;
        let mut dice = Dice::new([self.seed, generation as u64, number as u64]);
        if let Some(kept) = before.kept.get(number) {
            return Individual {
                origin: Origin::Kept,
                parents: vec![*kept],
                ..before.all[*kept].clone()
            };
        }
        let mut drawn = || match before.kept.first() {
            None => {
                let drawn = match &self.body {
                    Some(body) => Genotype::random_on(body, &mut dice, self.brain),
                    None => Genotype {
                        limbs: self.limbs,
                        ..Genotype::random(&mut dice, self.brain)
                    },
                };
                Individual::of(drawn, Origin::Random, vec![])
            }
            Some(_) => self.varied(before, &mut dice),
        };
        let mut one = drawn();
        for _ in 0..DRAWS {
            if Creature::grow(&one.genotype).fault().is_none() {
                break;
            }
            one = drawn();
        }
        one
    }

    /// Varies selected parents.
    fn varied(&self, before: &Before, dice: &mut Dice) -> Individual {
        let done = (before.generation as f64 / self.schedule.max(1) as f64).min(1.0);
        let pressure = 0.5 * (1.0 - done);
        // Any creature of an archive is as good a parent as any other. The second parent is of the species of the first.
        let mut select = |species: Option<usize>| match self.archive {
            Some(_) => before.kept[dice.below(before.kept.len())],
            None => selected(before.all, pressure, species, dice),
        };
        let first = select(None);
        let second = select(before.all[first].species);
        let (one, other) = (&before.all[first].genotype, &before.all[second].genotype);
        let [mutation, crossover, _] = self.shares;
        let total: f64 = self.shares.iter().sum();
        let draw = dice.uniform() * total;
        let one = one.clone();
        // To a given body no nodes are added.
        let (child, origin, parents) = if draw < mutation {
            (one.mutated(dice), Origin::Mutated, vec![first])
        } else if draw < mutation + crossover || self.body.is_some() {
            let crossed = one.crossed(other, dice);
            (crossed, Origin::Crossed, vec![first, second])
        } else {
            let grafted = one.grafted(other, dice);
            (grafted, Origin::Grafted, vec![first, second])
        };
        let child = match &self.body {
            Some(body) => child.on(body),
            None => child,
        };
        Individual::of(child, origin, parents)
    }
}

impl State {
    /// Starts an evolution.
    #[must_use]
    pub fn new(settings: Settings) -> Self {
        State {
            version: VERSION,
            settings,
            individuals: vec![],
            lines: vec![],
            species: vec![],
        }
    }

    /// Makes the next generation, which is not measured yet.
    #[must_use]
    pub fn born(&self) -> Vec<Individual> {
        let before = Before {
            generation: self.lines.len(),
            all: &self.individuals,
            kept: self.settings.kept(&self.individuals),
        };
        let numbers = 0..self.settings.population;
        let child = |number| self.settings.child(number, &before);
        numbers.map(child).collect()
    }

    /// Receives what was measured of the generation of [`State::born`], in its order.
    pub fn measured(&mut self, all: Vec<Result<Measured, String>>) {
        let mut generation = self.born();
        for (one, measured) in generation.iter_mut().zip(all) {
            (one.fitness, one.features, one.fault) = match measured {
                Ok(found) => (Some(found.fitness), found.features, String::new()),
                Err(fault) => (None, vec![], fault),
            };
        }
        let line = line_of(&generation);
        self.individuals = generation;
        self.speciate();
        let is_new = |species: &&Species| species.since == self.lines.len();
        let founded = self.species.iter().filter(is_new).count();
        self.lines.push(Line { founded, ..line });
    }

    /// Makes and measures the next generation; `told` is called after each creature. Returns whether it is whole: not if it was
    /// stopped, which leaves the state as it was.
    pub fn step(&mut self, threads: usize, stop: &Arc<AtomicBool>, mut told: impl FnMut()) -> bool {
        let settings = &self.settings;
        let given = trials(settings, self.lines.len());
        let generation = self.born();
        let work =
            |number: usize| settings.measure(&generation[number].genotype, &given, Some(stop));
        let mut all = vec![];
        let whole = in_order(0..settings.population, threads, stop, work, |_, one| {
            all.push(one);
            told();
            ControlFlow::Continue(())
        });
        if whole {
            self.measured(all);
        }
        whole
    }

    /// Whether creatures were measured, and none of them has a fitness above zero: then all are as good parents.
    #[must_use]
    pub fn is_blind(&self) -> bool {
        let mut fit = self.individuals.iter().filter_map(|one| one.fitness);
        fit.clone().next().is_some() && fit.all(|x| x == 0.0)
    }

    /// Returns the best of the last generation; none if all are faulty.
    #[must_use]
    pub fn champion(&self) -> Option<&Individual> {
        self.individuals.get(champion(&self.individuals)?)
    }
}

fn line_of(all: &[Individual]) -> Line {
    let fit: Vec<f64> = all.iter().filter_map(|one| one.fitness).collect();
    let best = champion(all);
    let mut faults = BTreeMap::new();
    for one in all.iter().filter(|one| one.fitness.is_none()) {
        *faults.entry(one.fault.clone()).or_default() += 1;
    }
    Line {
        best: best.and_then(|i| all[i].fitness).unwrap_or(0.0),
        mean: fit.iter().fold(0.0, |sum, x| sum + x) / fit.len().max(1) as f64,
        champion: best.unwrap_or(0),
        faults,
        founded: 0,
        born: all
            .iter()
            .map(|one| (one.origin, one.parents.clone()))
            .collect(),
    }
}
