//! The archive of an evolution: the best creature of each cell (Mouret and Clune 2015).

use super::dice::Dice;
use super::genotype::Genotype;
use super::grow::Creature;
use super::population::{Individual, Settings};
use super::selection::champion;
use crate::runs::{Column, Grid, Script};
use std::collections::BTreeMap;

impl Settings {
    /// Returns the numbers by which an archive may tell creatures apart: the results of the task, and figures of the body.
    #[must_use]
    pub fn columns(&self) -> Vec<Column> {
        let sample = Genotype::random(&mut Dice::new([self.seed, 0, 0]), self.brain);
        let mut script = Script::of_text("creature", &self.script(&sample));
        // A mistake of the task is told by the first generation.
        let _ = script.check(&[]);
        let of_body = |(name, unit): (&str, &str)| Column {
            name: name.to_owned(),
            unit: unit.to_owned(),
            is_number: true,
        };
        let results = { script.results.into_iter() }.filter(|one| one.name != "fitness");
        results.chain(Creature::FIGURES.map(of_body)).collect()
    }

    /// Reads the features of an archive, each `NAME=A..B:N`.
    ///
    /// # Errors
    /// A sentence on what is wrong.
    pub fn archive_of(&self, features: &[String]) -> Result<Option<Grid>, String> {
        if features.is_empty() {
            return Ok(None);
        }
        let grid = Grid::read(features, &self.columns())?;
        for (number, feature) in grid.0.iter().enumerate() {
            if grid.0[..number]
                .iter()
                .any(|other| other.name == feature.name)
            {
                return Err(format!("--archive has `{}` twice", feature.name));
            }
        }
        match (grid.count(), self.population) {
            (cells, population) if cells <= population / 2 => Ok(Some(grid)),
            (cells, population) => Err(format!(
                "an archive of {cells} cells needs a --population of at least {}, and not {population}: what is kept is measured again with each generation, of which half should be new",
                2 * cells
            )),
        }
    }

    /// Returns the cells of an archive with the numbers of their creatures: the best of each cell.
    pub(super) fn elites(&self, all: &[Individual]) -> BTreeMap<usize, usize> {
        let mut elites = BTreeMap::new();
        let Some(grid) = &self.archive else {
            return elites;
        };
        for (number, one) in all.iter().enumerate() {
            let cell = grid.cell(&one.features).filter(|_| one.fitness.is_some());
            let is_better = |other: &usize| one.fitness > all[*other].fitness;
            if let Some(cell) = cell
                && elites.get(&cell).is_none_or(is_better)
            {
                elites.insert(cell, number);
            }
        }
        elites
    }

    /// Returns the numbers of the creatures that go on unchanged: the best first, then those of the archive or of the species.
    pub(super) fn kept(&self, all: &[Individual]) -> Vec<usize> {
        let best = champion(all);
        let others = self.elites(all).into_values().chain(self.champions(all));
        let others = others.filter(|number| Some(*number) != best);
        best.into_iter().chain(others).collect()
    }
}
