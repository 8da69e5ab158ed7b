//! What a search tells: its best parameters, the points that it keeps, and the script that has the best parameters.

use super::elites::Member;
use super::search::value_at;
use super::{Elites, Found, Search};
use crate::files::{Kind, sealed};
use crate::record::counted;
use crate::runs::Column;
use crate::session::columns::{cell, guarded, row};

/// The writer of scripts with the best parameters.
const OPTIMISE: &str = "`corpus optimise`";

/// Number of candidates that a search for one best point needs for each parameter.
const RUNS_OF_A_PARAMETER: usize = 100;

/// The kind of these scripts.
pub const WINNER: Kind = Kind::Sealed(OPTIMISE);

impl Search {
    /// Returns the columns of the results of the goal.
    fn columns(&self) -> impl Iterator<Item = &Column> {
        let named = |(name, _)| Column::named(&self.script.results, name).ok();
        self.state.goal.aims().filter_map(named)
    }

    /// Formats the first result of some parameters with its unit.
    #[must_use]
    pub fn told(&self, found: &Found) -> String {
        let both = self.columns().next().zip(found.value);
        both.map_or_else(|| "none".to_owned(), |(column, value)| column.told(value))
    }

    /// Returns the results of a kept point (SI), each with its column.
    fn results<'s>(&'s self, one: &'s Member) -> impl Iterator<Item = (&'s Column, f64)> {
        let aims = self.state.goal.aims().zip(&one.judged.amounts);
        let values = aims.map(|((_, is_least), amount)| if is_least { *amount } else { -amount });
        self.columns().zip(values)
    }

    /// Returns the table of the points that the search keeps: that of the cells of its archive, or of its Pareto set. None if it keeps
    /// the best point only.
    #[must_use]
    pub fn table(&self) -> Option<String> {
        let elites = self.elites()?;
        let head = |name: &str, unit: &str| {
            let unit = if unit.is_empty() { "1" } else { unit };
            (name.to_owned(), unit.to_owned())
        };
        let mut heads = vec![head("kept", "#")];
        heads.extend(
            self.columns()
                .map(|column| head(&column.name, &column.unit)),
        );
        heads.extend(self.axes.iter().map(|axis| head(&axis.name, &axis.unit)));
        let line = |one: &Member| {
            let each = self.others.count();
            let results = self
                .results(one)
                .map(|(column, value)| column.in_unit(value));
            let axes = self.axes.iter().zip(&one.point);
            let axes = axes.map(|(axis, part)| value_at(axis, *part));
            let run = ((one.number + 1) * each + 1).to_string();
            let numbers = results.chain(axes).map(cell);
            [run].into_iter().chain(numbers).collect::<Vec<String>>()
        };
        if let Some(grid) = elites.grid() {
            let lines = elites.found().map(|one| (one.place, line(one)));
            return Some(grid.table(&heads, &lines.collect()));
        }
        let names: Vec<String> = heads.iter().map(|(name, _)| guarded(name)).collect();
        let mut table = row(names.iter().map(String::as_str));
        table += &row(heads.iter().map(|(_, unit)| unit.as_str()));
        for one in self.in_order(elites) {
            table += &row(line(one).iter().map(String::as_str));
        }
        Some(table)
    }

    /// Returns the points of a Pareto set by their first result, the best first.
    fn in_order<'e>(&self, elites: &'e Elites) -> Vec<&'e Member> {
        let mut all: Vec<&Member> = elites.found().collect();
        all.sort_by(|a, b| {
            a.judged
                .cost
                .order(&b.judged.cost)
                .then(a.number.cmp(&b.number))
        });
        all
    }

    /// Returns lines that tell the points of a Pareto set.
    fn set(&self, elites: &Elites) -> String {
        let all = self.in_order(elites);
        let names: Vec<&str> = self.columns().map(|column| column.name.as_str()).collect();
        let mut lines = format!(
            "{}: no run is better in one of {} and as good in the others\n",
            counted(all.len() as u64, "point"),
            names.join(", ")
        );
        for one in all {
            let results = self.results(one);
            let results: Vec<String> = results
                .map(|(column, value)| format!("{} = {}", column.name, column.told(value)))
                .collect();
            let parameters = self.parameters(&one.point);
            let parameters: Vec<String> = { parameters.iter() }
                .map(|(name, value)| format!("{name}={value}"))
                .collect();
            lines += &format!("  {}: {}\n", results.join(", "), parameters.join(" "));
        }
        lines
    }

    /// Returns lines that tell the best parameters of a search that has ended. `broken` is the reason of the first run that
    /// failed, or empty.
    ///
    /// # Errors
    /// A sentence on why there are none; and whether the number of runs, and not the script, is at fault.
    pub fn summary(&self, runs: usize, broken: &str) -> Result<String, (String, bool)> {
        let state = &self.state;
        let (Some(best), Some(first)) = (&state.best, &state.first) else {
            let each = counted(self.others.count() as u64, "run");
            let why = format!("each candidate takes {each}: `--runs` must be at least that");
            return Err((why, true));
        };
        let runs = counted(runs as u64, "run");
        match best.cost.tier {
            0 => {}
            1 => {
                let why = format!(
                    "none of {runs} met the expectations of --keep; choose wider ranges, or more --runs"
                );
                return Err((why, false));
            }
            _ => {
                let names: Vec<String> = { self.columns() }
                    .map(|column| format!("`{}`", column.name))
                    .collect();
                let mut why = format!(
                    "none of {runs} reached the end of the script with the result {}",
                    names.join(" and ")
                );
                if !broken.is_empty() {
                    why += &format!("; the first: {broken}");
                }
                return Err((why, false));
            }
        }
        if let Some(elites) = self.elites()
            && elites.grid().is_none()
        {
            return Ok(self.set(elites));
        }
        let mut defaults = self.told(first);
        if first.cost.tier == 1 {
            defaults += ", which does not meet the expectations";
        }
        let goal = self.columns().next().map_or("", |column| &column.name);
        let value = self.told(best);
        let mut lines = format!("{goal} = {value} (with the default values: {defaults})\n");
        for (name, value) in &best.parameters {
            lines += &format!("  {name} = {value}\n");
        }
        if best.parameters.is_empty() {
            lines += &format!("the default values are the best of {runs}{}\n", self.hint());
        }
        if let Some(elites) = self.elites()
            && let Some(grid) = elites.grid()
        {
            let (filled, all) = (elites.found().count(), grid.count());
            lines += &format!("{filled} of {all} cells of the archive are filled\n");
        }
        Ok(lines)
    }

    /// Says how many runs a search needs, if it had fewer and looks for one best point.
    fn hint(&self) -> String {
        let (axes, each) = (self.axes.len(), self.others.count());
        let usual = RUNS_OF_A_PARAMETER * axes * each;
        match self.elites() {
            None if self.state.runs < usual => format!(
                "; a search over {} usually needs some {usual}: `--resume --runs {usual}` continues it",
                counted(axes as u64, "parameter")
            ),
            _ => String::new(),
        }
    }

    /// Returns the text of the script with the best parameters as default values, and those that it cannot have, because other
    /// files declare the parameters, as arguments of the command line.
    #[must_use]
    pub fn winner(&self, text: &str) -> (String, Vec<String>) {
        let mut replaced = text.to_owned();
        let mut left = vec![];
        let mut places = vec![];
        for (name, value) in self.state.best.iter().flat_map(|best| &best.parameters) {
            match self.axes.iter().find(|axis| *axis.name == **name) {
                Some(axis) if axis.place.source == 0 => places.push((axis.place.range(), value)),
                _ => left.push(format!("-D {name}={value}")),
            }
        }
        places.sort_by_key(|(range, _)| std::cmp::Reverse(range.start));
        for (range, value) in places {
            replaced.replace_range(range, value);
        }
        (sealed(&replaced, OPTIMISE), left)
    }
}
