//! Rows that hold in the acceleration of a moment, as the methods of Runge and Kutta need them: all of them in one dense system, to rounding.

use super::*;
use crate::stop::StopSignal;
use nalgebra::{DMatrix, DVector};

/// Singular value, as a part of the largest, below which rows say the same: they share their load.
const REDUNDANT: f64 = 1e-11;

/// Most changes of the lines that push before the last choice is taken.
const MOST_CHOICES: usize = 100;

/// Acceleration of a line, as a part of the largest, that is none.
const NONE: f64 = 1e-11;

/// A direction along which the two sides of a bond do not move otherwise than wanted.
#[derive(Clone, Copy, Debug)]
pub(in crate::world) struct Line {
    /// The number of the bond.
    pub bond: usize,
    /// The direction of the row, and of the force of a unit load.
    pub along: Vector3<f64>,
    pub push: Vector3<f64>,
    /// The acceleration wanted along it (m/s2).
    pub wanted: f64,
    /// The load (N) near which it is, where lines are redundant.
    pub near: f64,
}

/// The system of some lines: their accelerations are `mobility` times the loads, and what they miss without loads is to be given by these.
#[derive(Clone, Debug)]
pub(in crate::world) struct Lines {
    mobility: DMatrix<f64>,
    misses: DVector<f64>,
    near: DVector<f64>,
}

impl Lines {
    /// Returns the loads of all lines; of those that are redundant, the ones that differ least from those that are near.
    pub fn loads(&self) -> Option<DVector<f64>> {
        self.loads_of(&vec![true; self.misses.len()])
    }

    /// Returns the loads of the lines that are `on`, the others without load; of those that are redundant, the ones that differ least from those that are near.
    fn loads_of(&self, on: &[bool]) -> Option<DVector<f64>> {
        let mut all = DVector::zeros(on.len());
        let chosen: Vec<usize> = (0..on.len()).filter(|i| on[*i]).collect();
        if chosen.is_empty() {
            return Some(all);
        }
        let rows = self.mobility.select_rows(&chosen);
        let own = rows.select_columns(&chosen);
        let misses = self.misses.select_rows(&chosen);
        let factors = own.clone().svd(true, true);
        let least = REDUNDANT * factors.singular_values.max();
        let mut loads = self.near.select_rows(&chosen);
        // Once more for what rounding has left.
        for _ in 0..2 {
            loads += factors.solve(&(&misses - &own * &loads), least).ok()?;
        }
        for (&i, load) in chosen.iter().zip(loads.iter()) {
            all[i] = *load;
        }
        all.iter().all(|load| load.is_finite()).then_some(all)
    }

    /// Returns the loads at which the lines before `from` hold, and each of the others pushes or opens: by adding and taking away one
    /// after another.
    pub fn choose(&self, from: usize) -> Option<DVector<f64>> {
        let count = self.misses.len();
        let mut on = vec![true; count];
        let least = -NONE * self.misses.amax();
        let mut loads = self.loads_of(&on)?;
        for _ in 0..MOST_CHOICES {
            let lowest = |of: &DVector<f64>, is_on: bool, below: f64, on: &[bool]| {
                let all = (from..count).filter(|i| on[*i] == is_on && of[*i] < below);
                all.min_by(|a, b| of[*a].total_cmp(&of[*b]))
            };
            let change = lowest(&loads, true, 0.0, &on)
                .or_else(|| lowest(&self.opening(&loads), false, least, &on));
            let Some(change) = change else { break };
            on[change] = !on[change];
            loads = self.loads_of(&on)?;
        }
        Some(loads)
    }

    /// Returns by how much each line moves more than wanted by some loads (m/s2).
    fn opening(&self, loads: &DVector<f64>) -> DVector<f64> {
        &self.mobility * loads - &self.misses
    }
}

/// How bonds move each other: their relative accelerations without forces (m/s2), and by a unit force at each (1/kg).
#[derive(Clone, Debug)]
pub(in crate::world) struct Moved {
    free: Vec<Vector3<f64>>,
    blocks: Vec<Matrix3<f64>>,
}

impl Moved {
    /// Makes the system of lines.
    pub fn lines(&self, lines: &[Line]) -> Lines {
        let count = self.free.len();
        let misses = lines
            .iter()
            .map(|line| line.wanted - line.along.dot(&self.free[line.bond]));
        Lines {
            mobility: DMatrix::from_fn(lines.len(), lines.len(), |i, j| {
                let (one, two) = (&lines[i], &lines[j]);
                let block = &self.blocks[one.bond * count + two.bond];
                one.along.dot(&(block * two.push))
            }),
            misses: DVector::from_iterator(lines.len(), misses),
            near: DVector::from_iterator(lines.len(), lines.iter().map(|line| line.near)),
        }
    }

    /// Returns the relative acceleration of a bond by the forces of all (m/s2).
    pub fn acceleration(&self, bond: usize, forces: &[Vector3<f64>]) -> Vector3<f64> {
        let blocks = self.blocks[bond * self.free.len()..].iter();
        let by_forces = blocks.zip(forces).map(|(block, force)| block * force);
        self.free[bond] + by_forces.sum::<Vector3<f64>>()
    }

    /// Returns an acceleration (m/s2) that is rounding.
    pub fn rounding(&self) -> f64 {
        let sizes = self.free.iter().map(|free| free.norm());
        NONE * sizes.fold(0.0, f64::max)
    }
}

/// Returns the forces of bonds by the loads of lines.
pub(in crate::world) fn forces_of(
    lines: &[Line],
    loads: &DVector<f64>,
    bonds: usize,
) -> Vec<Vector3<f64>> {
    let mut forces = vec![Vector3::zeros(); bonds];
    for (line, load) in lines.iter().zip(loads.iter()) {
        forces[line.bond] += line.push * *load;
    }
    forces
}

impl Bonds {
    /// Finds how the bonds move each other, from the accelerations of the members, which were found without them. None if a figure
    /// cannot be factored, or work should stop.
    pub fn moved(
        &mut self,
        corpora: &[Corpus],
        members: &[usize],
        stop: &StopSignal,
    ) -> Option<Moved> {
        let mut blocks = vec![];
        if !self.mobilities(corpora, members, &mut blocks, stop) {
            return None;
        }
        let bonds = self.coupled.iter();
        let free = bonds.map(|bond| self.free_acceleration(corpora, members, bond));
        let free = free.collect();
        Some(Moved { free, blocks })
    }

    /// Adds the effect of forces of the bonds to the accelerations of the members.
    pub fn push_forces(
        &mut self,
        corpora: &mut [Corpus],
        members: &[usize],
        forces: &[Vector3<f64>],
    ) {
        let mut all = std::mem::take(&mut self.forces);
        all.clear();
        all.extend(forces.iter().flat_map(|force| force.iter().copied()));
        self.push_all(corpora, members, &all);
        self.forces = all;
    }
}
