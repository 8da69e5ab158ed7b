//! A search for the parameters with which a script gives the largest, or the least, result.

use super::{Cost, Optimiser, Restarts};
use crate::diagnostic::suggest::did_you_mean;
use crate::files::{inert_json, json_fault};
use crate::lang::units::parse_unit;
use crate::lang::value::Datum;
use crate::record::counted;
use crate::runs::{Choice, Ended, Limits, Points, Row, Script, Tested, in_order, run};
use crate::session::{Declared, digits, rounded};
use serde::{Deserialize, Serialize};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// What a search wants.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Goal {
    /// Name of the result.
    pub result: String,
    /// Whether it should be as small as possible, and not as large.
    pub least: bool,
    /// Parts of the descriptions or conditions of expectations that must be met.
    pub keep: Vec<String>,
}

/// Parameters with what they gave.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Found {
    /// The searched parameters, as the command line writes them.
    pub parameters: Vec<(String, String)>,
    /// How bad it is.
    pub cost: Cost,
    /// Mean of the result over all runs with these parameters (SI); none if a run gave none.
    pub value: Option<f64>,
    /// Number of the first of these runs, from 1.
    pub run: usize,
}

/// The state of a search, which is saved after each generation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct State {
    /// Fingerprint of the script.
    script: String,
    goal: Goal,
    /// Names of the searched parameters, with their ranges.
    axes: Vec<(String, [f64; 2])>,
    /// The other given parameters.
    given: Vec<(String, String)>,
    seed: u64,
    optimiser: Restarts,
    /// Number of runs so far.
    pub runs: usize,
    /// The default values.
    pub first: Option<Found>,
    /// The best parameters so far.
    pub best: Option<Found>,
}

/// How a generation ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// All of its points were run.
    Whole,
    /// There were no more runs.
    Spent,
    /// It was stopped.
    Stopped,
}

/// What a run gave, as far as a search needs it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outcome {
    /// The result (SI); none if the run gave none, or did not reach the end of the script.
    pub value: Option<f64>,
    /// By how much the expectations that must be met failed.
    pub missed: f64,
}

/// A search over the parameters of a script that have a range.
pub struct Search {
    script: Arc<Script>,
    axes: Vec<Declared>,
    /// Values of the other parameters: with each point of the search, all of these are run.
    others: Points,
    /// The state, to save and to show.
    pub state: State,
}

/// Returns the value of a parameter at a part of its range, with eight digits, as the command line writes it.
fn written(axis: &Declared, part: f64) -> String {
    let [lowest, highest] = axis.range.unwrap_or_default();
    let exact = axis.in_unit(lowest + (highest - lowest) * part);
    let short = rounded(exact, 8);
    // At an end of the range, the rounded value may lie outside.
    let is_within = axis.holds(parse_unit(&axis.unit).map_or(short, |unit| unit.to_si(short)));
    let number = if is_within { short } else { exact };
    format!("{}{}", digits(number), axis.unit)
}

impl Search {
    /// Starts a search for a checked script. `given` are values of parameters that are not searched.
    ///
    /// # Errors
    /// A sentence on what is missing.
    pub fn new(
        script: &Arc<Script>,
        goal: Goal,
        given: &[(String, String)],
        seed: u64,
    ) -> Result<Self, String> {
        let others = Points::read(given, &script.parameters, Choice::Grid)?;
        let names: Vec<&str> = script.results.iter().map(|result| &*result.name).collect();
        let mut results = script.results.iter();
        let Some(result) = results.find(|result| result.name == goal.result) else {
            let help = did_you_mean(&goal.result, names.iter().copied());
            let help = help.unwrap_or_else(|| match names.is_empty() {
                true => "`result NAME = VALUE` gives one".to_owned(),
                false => format!("it gives {}", names.join(", ")),
            });
            return Err(format!(
                "the script gives no result `{}`; {help}",
                goal.result
            ));
        };
        if !result.is_number {
            return Err(format!(
                "the result `{}` is a text, which is not large or small",
                goal.result
            ));
        }
        for keep in &goal.keep {
            let mut all = script.expectations.iter();
            if !all.any(|tested| tested.is_meant_by(keep)) {
                let all = script.expectations.iter();
                let all: Vec<String> = all.map(|one| format!("`{}`", one.name())).collect();
                let help = match all.as_slice() {
                    [] => "it has no `expect`".to_owned(),
                    some => format!("it expects {}", some.join(", ")),
                };
                return Err(format!(
                    "the script has no expectation with `{keep}`; {help}"
                ));
            }
        }
        let is_searched = |declared: &&Declared| {
            declared.range.is_some()
                && matches!(declared.default, Datum::Number(_))
                && given.iter().all(|(name, _)| **name != *declared.name)
        };
        let declared = script.parameters.iter();
        let axes: Vec<Declared> = declared.filter(is_searched).cloned().collect();
        if axes.is_empty() {
            return Err("the script has no parameter with a range to search; for example `param stride = 20deg from 5deg to 40deg`".to_owned());
        }
        let start: Vec<f64> = axes
            .iter()
            .map(|axis| {
                let [lowest, highest] = axis.range.unwrap_or([0.0, 1.0]);
                let default = match &axis.default {
                    Datum::Number(number) => number.value,
                    _ => lowest,
                };
                ((default - lowest) / (highest - lowest)).clamp(0.0, 1.0)
            })
            .collect();
        let ranges = axes
            .iter()
            .map(|axis| (axis.name.to_string(), axis.range.unwrap_or_default()));
        let state = State {
            script: script.fingerprint.clone(),
            goal,
            axes: ranges.collect(),
            given: given.to_vec(),
            seed,
            optimiser: Restarts::new(&start, seed),
            runs: 0,
            first: None,
            best: None,
        };
        Ok(Search {
            script: Arc::clone(script),
            axes,
            others,
            state,
        })
    }

    /// Continues from a saved state.
    ///
    /// # Errors
    /// It is that of another search.
    pub fn resume(&mut self, saved: State) -> Result<(), String> {
        let own = &self.state;
        let what = match &saved {
            saved if saved.script != own.script => {
                "of another script, or the script was changed since"
            }
            saved if saved.goal != own.goal => "for another result or with other expectations",
            saved if (&saved.axes, &saved.given) != (&own.axes, &own.given) => {
                "over other parameters"
            }
            saved if saved.seed != own.seed => "with another seed",
            _ => {
                self.state = saved;
                return Ok(());
            }
        };
        Err(format!("it is that of a search {what}"))
    }

    /// Returns the searched parameters at a point of the unit cube.
    fn parameters(&self, point: &[f64]) -> Vec<(String, String)> {
        let both = self.axes.iter().zip(point);
        let given = both.map(|(axis, part)| (axis.name.to_string(), written(axis, *part)));
        given.collect()
    }

    /// Returns the points of the next generation, as far as there are at most `most` runs in all, and how many it would have. The
    /// first one is the default values alone.
    fn points(&self, most: usize) -> (Vec<Vec<(String, String)>>, usize) {
        let mut points: Vec<Vec<(String, String)>> = match self.state.first {
            None => vec![vec![]],
            Some(_) => {
                let asked = self.state.optimiser.ask();
                asked.iter().map(|point| self.parameters(point)).collect()
            }
        };
        let asked = points.len();
        points.truncate(most.saturating_sub(self.state.runs) / self.others.count());
        (points, asked)
    }

    /// Returns the parameters of the runs of the next generation, as far as there are at most `most` runs in all.
    #[must_use]
    pub fn ask(&self, most: usize) -> Vec<Vec<(String, String)>> {
        let (points, _) = self.points(most);
        let numbers = 0..self.others.count();
        let of_point = |point: &Vec<(String, String)>| {
            let others = numbers.clone().map(|number| self.others.point(number));
            let all = others.map(|others| [&point[..], &others].concat());
            all.collect::<Vec<_>>()
        };
        points.iter().flat_map(of_point).collect()
    }

    /// Returns what a run gave.
    #[must_use]
    pub fn outcome(&self, row: &Row) -> Outcome {
        let goal = &self.state.goal;
        let is_kept = |tested: &&Tested| goal.keep.iter().any(|keep| tested.is_meant_by(keep));
        Outcome {
            value: matches!(row.ended, Ended::Done | Ended::Failed)
                .then(|| row.number(&goal.result))
                .flatten(),
            missed: row.failed().filter(is_kept).map(gap).sum(),
        }
    }

    /// Receives what the runs of [`Search::ask`] gave, in their order.
    pub fn tell(&mut self, most: usize, outcomes: &[Outcome]) -> Step {
        let (points, asked) = self.points(most);
        let each = self.others.count();
        if outcomes.len() < points.len() * each {
            return Step::Stopped;
        }
        let is_first = self.state.first.is_none();
        let mut costs = vec![];
        for (number, (outcomes, parameters)) in outcomes.chunks(each).zip(points).enumerate() {
            let (cost, value) = judged(outcomes, self.state.goal.least);
            costs.push(cost);
            let best = self.state.best.as_ref();
            if !is_first && best.is_some_and(|best| cost.order(&best.cost).is_ge()) {
                continue;
            }
            let found = Found {
                parameters,
                cost,
                value,
                run: self.state.runs + number * each + 1,
            };
            if is_first {
                self.state.first = Some(found.clone());
            }
            self.state.best = Some(found);
        }
        if costs.len() < asked {
            // A generation that is not whole is made again when the search goes on.
            return Step::Spent;
        }
        self.state.runs += outcomes.len();
        if !is_first {
            self.state.optimiser.tell(&costs);
        }
        Step::Whole
    }

    /// Makes the runs of the next generation, as far as there are at most `most` runs in all. The results are the same for any number of
    /// threads. `ran` is called after each run.
    pub fn step(
        &mut self,
        most: usize,
        threads: usize,
        limits: &Limits,
        stop: &AtomicBool,
        mut ran: impl FnMut(&Row),
    ) -> Step {
        let runs = self.ask(most);
        let mut outcomes = vec![];
        let work = |number: usize| run(&self.script, &runs[number], limits);
        in_order(0..runs.len(), threads, stop, work, |_, row| {
            if row.ended == Ended::Stopped {
                return ControlFlow::Break(());
            }
            ran(&row);
            outcomes.push(self.outcome(&row));
            ControlFlow::Continue(())
        });
        self.tell(most, &outcomes)
    }

    /// Returns the text of a file that holds the state.
    ///
    /// # Errors
    /// A sentence on why there is none.
    pub fn saved(&self) -> Result<String, String> {
        let text = serde_json::to_string_pretty(&self.state);
        let text = text.map_err(|why| format!("the state of the search has no text: {why}"))?;
        Ok(inert_json(&text) + "\n")
    }

    /// Continues from the text of such a file.
    ///
    /// # Errors
    /// It is no state, or that of another search.
    pub fn resume_text(&mut self, text: &str) -> Result<(), String> {
        let saved: State = serde_json::from_str(text)
            .map_err(|why| format!("it is no state of a search: {}", json_fault(&why)))?;
        self.resume(saved)
    }

    /// Formats the result of some parameters with its unit.
    #[must_use]
    pub fn told(&self, found: &Found) -> String {
        let goal = &self.state.goal.result;
        let column = (self.script.results.iter()).find(|result| result.name == *goal);
        let unit = column.map_or("", |column| column.unit.as_str());
        let unit = if unit == "1" { "" } else { unit };
        match found.value {
            Some(value) => {
                let value = parse_unit(unit).map_or(value, |unit| unit.from_si(value));
                let blank = if unit.is_empty() { "" } else { " " };
                format!("{}{blank}{unit}", digits(rounded(value, 5)))
            }
            None => "none".to_owned(),
        }
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
                let result = &state.goal.result;
                let mut why = format!(
                    "none of {runs} reached the end of the script with the result `{result}`"
                );
                if !broken.is_empty() {
                    why += &format!("; the first: {broken}");
                }
                return Err((why, false));
            }
        }
        let mut defaults = self.told(first);
        if first.cost.tier == 1 {
            defaults += ", which does not meet the expectations";
        }
        let (goal, value) = (&state.goal.result, self.told(best));
        let mut lines = format!("{goal} = {value} (with the default values: {defaults})\n");
        for (name, value) in &best.parameters {
            lines += &format!("  {name} = {value}\n");
        }
        if best.parameters.is_empty() {
            lines += &format!("the default values are the best of {runs}\n");
        }
        Ok(lines)
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
        (replaced, left)
    }
}

/// Returns how bad the runs of one point are, and the mean of their results.
fn judged(outcomes: &[Outcome], least: bool) -> (Cost, Option<f64>) {
    let values: Vec<f64> = outcomes.iter().filter_map(|one| one.value).collect();
    let lost = outcomes.len() - values.len();
    if lost > 0 {
        let amount = lost as f64;
        return (Cost { tier: 2, amount }, None);
    }
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    let amount: f64 = outcomes.iter().map(|one| one.missed).sum();
    let cost = match (amount > 0.0, least) {
        (true, _) => Cost { tier: 1, amount },
        (_, true) => Cost::of(mean),
        (_, false) => Cost::of(-mean),
    };
    (cost, Some(mean))
}

/// Returns by how much an expectation failed, relative to the larger side of its first comparison of numbers; 1 without one.
fn gap(tested: &Tested) -> f64 {
    let numbers = tested.sides.iter().filter_map(|(_, value, _)| match value {
        Datum::Number(number) => Some(number.value),
        _ => None,
    });
    let sides: Vec<f64> = numbers.take(2).collect();
    match sides.as_slice() {
        // Equal sides fail by next to nothing.
        [a, b] => ((a - b).abs() / a.abs().max(b.abs())).max(f64::MIN_POSITIVE),
        _ => 1.0,
    }
}
