//! Searches that keep many points: the best of each cell of an archive, or those that no other point betters in all goals.
//!
//! Archive: Mouret and Clune 2015, *Illuminating search spaces by mapping elites*. Several goals: Deb, Pratap, Agarwal and
//! Meyarivan 2002, *A fast and elitist multiobjective genetic algorithm: NSGA-II*. Both vary what they keep in the same way:
//! simulated binary crossover and polynomial mutation (Deb and Agrawal 1995).

use super::{Judged, Optimiser};
use crate::lang::value::functions::uniform_of;
use crate::runs::Grid;
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;

/// Points of a generation, and most points of a Pareto set.
const SIZE: usize = 40;

/// Probability that a point has two parents.
const CROSSED: f64 = 0.9;

/// Distribution index of crossover and mutation: the larger, the nearer are children to their parents.
const ETA: f64 = 20.0;

/// Which points are kept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Choice {
    /// The best of each cell.
    Cells(Grid),
    /// Those that fewest others better in all goals, and among these the most lonely ones.
    Pareto,
}

/// A point that is kept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Member {
    /// Its number among all points so far, from 0.
    pub number: usize,
    /// The point.
    pub point: Vec<f64>,
    /// What it gave.
    pub judged: Judged,
    /// Its cell; or its front, where 0 is the Pareto set.
    pub place: usize,
}

/// The state of a search that keeps many points.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Elites {
    seed: u64,
    generation: u64,
    start: Vec<f64>,
    choice: Choice,
    /// The kept points: by their cells, or by fronts.
    pub members: Vec<Member>,
}

/// A sequence of random numbers of one point.
struct Draws {
    keys: [u64; 3],
    count: u64,
}

impl Draws {
    fn next(&mut self) -> f64 {
        self.count += 1;
        let [seed, generation, point] = self.keys;
        uniform_of(&[seed, generation, point, self.count])
    }

    fn below(&mut self, count: usize) -> usize {
        ((self.next() * count as f64) as usize).min(count.saturating_sub(1))
    }
}

impl Elites {
    /// Starts a search from a point of the unit cube.
    #[must_use]
    pub fn new(start: &[f64], seed: u64, choice: Choice) -> Self {
        Elites {
            seed,
            generation: 0,
            start: start.to_vec(),
            choice,
            members: vec![],
        }
    }

    /// Returns the kept points that count: of a Pareto set those that none betters.
    pub fn found(&self) -> impl Iterator<Item = &Member> {
        let is_archive = matches!(self.choice, Choice::Cells(_));
        let counts =
            move |one: &&Member| one.judged.cost.tier == 0 && (is_archive || one.place == 0);
        self.members.iter().filter(counts)
    }

    /// Returns the cells of the archive, if it is one.
    #[must_use]
    pub fn grid(&self) -> Option<&Grid> {
        match &self.choice {
            Choice::Cells(grid) => Some(grid),
            Choice::Pareto => None,
        }
    }

    /// Selects a parent: any of an archive; otherwise the better of two, which are sorted.
    fn parent(&self, draws: &mut Draws) -> &[f64] {
        let mut draw = || draws.below(self.members.len());
        let number = match self.choice {
            Choice::Cells(_) => draw(),
            Choice::Pareto => draw().min(draw()),
        };
        &self.members[number].point
    }

    fn child(&self, number: usize) -> Vec<f64> {
        let mut draws = Draws {
            keys: [self.seed, self.generation, number as u64],
            count: 0,
        };
        if (self.generation, number) == (0, 0) {
            return self.start.clone();
        }
        if self.members.is_empty() {
            return self.start.iter().map(|_| draws.next()).collect();
        }
        let mut child = self.parent(&mut draws).to_vec();
        let other = self.parent(&mut draws);
        if draws.next() < CROSSED {
            for (x, y) in child.iter_mut().zip(other) {
                if draws.next() < 0.5 {
                    let spread = spread(draws.next());
                    *x = ((1.0 + spread) * *x + (1.0 - spread) * y) / 2.0;
                }
            }
        }
        let share = 1.0 / child.len() as f64;
        for x in &mut child {
            if draws.next() < share {
                *x += step(draws.next());
            }
            *x = x.clamp(0.0, 1.0);
        }
        child
    }
}

/// Returns how far apart two children are, relative to their parents, for a uniform number.
fn spread(u: f64) -> f64 {
    let part = if u <= 0.5 { 2.0 * u } else { 0.5 / (1.0 - u) };
    libm::pow(part, 1.0 / (ETA + 1.0))
}

/// Returns the step of a mutation for a uniform number.
fn step(u: f64) -> f64 {
    match u < 0.5 {
        true => libm::pow(2.0 * u, 1.0 / (ETA + 1.0)) - 1.0,
        false => 1.0 - libm::pow(2.0 * (1.0 - u), 1.0 / (ETA + 1.0)),
    }
}

impl Optimiser for Elites {
    type Told = Judged;

    fn ask(&self) -> Vec<Vec<f64>> {
        (0..SIZE).map(|number| self.child(number)).collect()
    }

    fn tell(&mut self, judged: &[Judged]) {
        let first = self.generation as usize * SIZE;
        let asked = self.ask().into_iter().zip(judged).enumerate();
        let told = asked.map(|(number, (point, judged))| Member {
            number: first + number,
            point,
            judged: judged.clone(),
            place: 0,
        });
        let all: Vec<Member> = std::mem::take(&mut self.members)
            .into_iter()
            .chain(told)
            .collect();
        self.members = match &self.choice {
            Choice::Cells(grid) => best_of_cells(all, grid),
            Choice::Pareto => survivors(all),
        };
        self.generation += 1;
    }
}

/// Returns the best of each cell, in the order of the cells; of equals the first.
fn best_of_cells(all: Vec<Member>, grid: &Grid) -> Vec<Member> {
    let mut kept: std::collections::BTreeMap<usize, Member> = std::collections::BTreeMap::new();
    for mut one in all {
        let Some(cell) = grid.cell(&one.judged.features) else {
            continue;
        };
        one.place = cell;
        let is_better = |other: &Member| one.judged.cost.order(&other.judged.cost).is_lt();
        if kept.get(&cell).is_none_or(is_better) {
            kept.insert(cell, one);
        }
    }
    kept.into_values().collect()
}

/// Whether a point is as good as another in all goals, and better in one. One that is not valid is bettered by all that are.
fn betters(one: &Judged, other: &Judged) -> bool {
    if one.cost.tier > 0 || other.cost.tier > 0 {
        return one.cost.order(&other.cost).is_lt();
    }
    let both = || one.amounts.iter().zip(&other.amounts);
    both().all(|(a, b)| a <= b) && both().any(|(a, b)| a < b)
}

/// Returns the points that are kept, by fronts without equal points; in a front the lonely ones come first.
fn survivors(all: Vec<Member>) -> Vec<Member> {
    let mut left = all;
    let mut kept: Vec<Member> = vec![];
    let mut front = 0;
    while kept.len() < SIZE && !left.is_empty() {
        let is_bettered = |one: &Member| {
            // Of equal points only the first is kept.
            let repeats = |other: &Member| {
                other.number < one.number && other.judged.amounts == one.judged.amounts
            };
            let worse = |other: &Member| betters(&other.judged, &one.judged) || repeats(other);
            left.iter().any(worse)
        };
        let bettered: Vec<bool> = left.iter().map(is_bettered).collect();
        let (mut best, mut rest) = (vec![], vec![]);
        for (one, bettered) in left.into_iter().zip(bettered) {
            if bettered {
                rest.push(one)
            } else {
                best.push(one)
            }
        }
        let mut sorted = by_crowding(best);
        sorted.truncate(SIZE - kept.len());
        kept.extend(sorted.into_iter().map(|one| Member {
            place: front,
            ..one
        }));
        left = rest;
        front += 1;
    }
    kept
}

/// Sorts the points of a front by their crowding distance, the largest first: those at the ends come first of all.
fn by_crowding(front: Vec<Member>) -> Vec<Member> {
    let mut distances = vec![0.0_f64; front.len()];
    let goals = front.first().map_or(0, |one| one.judged.amounts.len());
    for goal in 0..goals {
        let amount = |i: usize| {
            front[i]
                .judged
                .amounts
                .get(goal)
                .copied()
                .unwrap_or(f64::NAN)
        };
        let mut order: Vec<usize> = (0..front.len()).collect();
        order.sort_by(|a, b| amount(*a).total_cmp(&amount(*b)));
        let [Some(&first), Some(&last)] = [order.first(), order.last()] else {
            continue;
        };
        let width = amount(last) - amount(first);
        for end in [first, last] {
            distances[end] = f64::INFINITY;
        }
        for three in order.windows(3) {
            if width > 0.0 {
                distances[three[1]] += (amount(three[2]) - amount(three[0])) / width;
            }
        }
    }
    let mut all: Vec<(f64, Member)> = distances.into_iter().zip(front).collect();
    let order = |a: &f64, b: &f64| -> Ordering { b.total_cmp(a) };
    all.sort_by(|(a, _), (b, _)| order(a, b));
    all.into_iter().map(|(_, one)| one).collect()
}
