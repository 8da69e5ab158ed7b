//! A search for the parameters with which a script gives the largest, or the least, results.

use super::elites::Choice;
use super::{Cost, Elites, Goal, Judged, Optimiser, Restarts};
use crate::files::{inert_json, json_fault};
use crate::lang::units::parse_unit;
use crate::lang::value::Datum;
use crate::runs::{self, Ended, Limits, Points, Row, Script, Tested, in_order, run};
use crate::session::{Declared, digits, rounded};
use serde::{Deserialize, Serialize};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Parameters with what they gave.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Found {
    /// The searched parameters, as the command line writes them.
    pub parameters: Vec<(String, String)>,
    /// How bad it is.
    pub cost: Cost,
    /// Mean of the first result over all runs with these parameters (SI); none if a run gave none.
    pub value: Option<f64>,
    /// Number of the first of these runs, from 1.
    pub run: usize,
}

/// How a search chooses its points.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) enum Method {
    /// It wants the best point.
    One(Restarts),
    /// It keeps many points.
    Many(Elites),
}

/// The state of a search, which is saved after each generation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct State {
    /// Fingerprint of the script.
    script: String,
    pub(super) goal: Goal,
    /// Names of the searched parameters, with their ranges.
    axes: Vec<(String, [f64; 2])>,
    /// The other given parameters.
    given: Vec<(String, String)>,
    seed: u64,
    pub(super) optimiser: Method,
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
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// The results of the goal, and then the features of its archive (SI; NaN for a feature that the run did not give); none if the
    /// run lacks a result of the goal, or did not reach the end of the script.
    pub values: Option<Vec<f64>>,
    /// By how much the expectations that must be met failed.
    pub missed: f64,
}

/// A search over the parameters of a script that have a range.
pub struct Search {
    pub(super) script: Arc<Script>,
    pub(super) axes: Vec<Declared>,
    /// Values of the other parameters: with each point of the search, all of these are run.
    pub(super) others: Points,
    /// The state, to save and to show.
    pub state: State,
    /// The points that are kept if the last generation was not whole: it is made again when the search goes on.
    spent: Option<Elites>,
}

/// Returns the value of a parameter at a part of its range, with eight digits, in its unit.
pub(super) fn value_at(axis: &Declared, part: f64) -> f64 {
    let [lowest, highest] = axis.range.unwrap_or_default();
    let exact = axis.in_unit(lowest + (highest - lowest) * part);
    let short = rounded(exact, 8);
    // At an end of the range, the rounded value may lie outside.
    let is_within = axis.holds(parse_unit(&axis.unit).map_or(short, |unit| unit.to_si(short)));
    if is_within { short } else { exact }
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
        let others = Points::read(given, &script.parameters, runs::Choice::Grid)?;
        let choice = match goal.checked(script)? {
            Some(grid) => Some(Choice::Cells(grid)),
            None => (goal.aims().count() > 1).then_some(Choice::Pareto),
        };
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
            optimiser: match choice {
                None => Method::One(Restarts::new(&start, seed)),
                Some(choice) => Method::Many(Elites::new(&start, seed, choice)),
            },
            runs: 0,
            first: None,
            best: None,
        };
        Ok(Search {
            script: Arc::clone(script),
            axes,
            others,
            state,
            spent: None,
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
            saved if saved.goal != own.goal => {
                "for other results, with other expectations or another archive"
            }
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
    pub(super) fn parameters(&self, point: &[f64]) -> Vec<(String, String)> {
        let written = |(axis, part): (&Declared, &f64)| {
            let number = digits(value_at(axis, *part));
            (axis.name.to_string(), format!("{number}{}", axis.unit))
        };
        self.axes.iter().zip(point).map(written).collect()
    }

    /// Returns the points of the next generation, as far as there are at most `most` runs in all, and how many it would have. The
    /// first one is the default values alone.
    fn points(&self, most: usize) -> (Vec<Vec<(String, String)>>, usize) {
        let mut points: Vec<Vec<(String, String)>> = match self.state.first {
            None => vec![vec![]],
            Some(_) => {
                let asked = match &self.state.optimiser {
                    Method::One(one) => one.ask(),
                    Method::Many(many) => many.ask(),
                };
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

    /// Returns the points that the search keeps, of all runs so far; none if it keeps the best point only.
    pub(super) fn elites(&self) -> Option<&Elites> {
        match &self.state.optimiser {
            Method::Many(many) => Some(self.spent.as_ref().unwrap_or(many)),
            Method::One(_) => None,
        }
    }

    /// Returns what a run gave.
    #[must_use]
    pub fn outcome(&self, row: &Row) -> Outcome {
        let goal = &self.state.goal;
        let is_kept = |tested: &&Tested| goal.keep.iter().any(|keep| tested.is_meant_by(keep));
        let mut values = None;
        if matches!(row.ended, Ended::Done | Ended::Failed) {
            let aims = goal.aims().map(|(name, _)| row.number(name));
            values = aims.collect::<Option<Vec<f64>>>();
        }
        if let Some(values) = &mut values {
            let features = goal.features();
            values.extend(features.map(|name| row.number(name).unwrap_or(f64::NAN)));
        }
        Outcome {
            values,
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
        let mut all = vec![];
        for (number, (outcomes, parameters)) in outcomes.chunks(each).zip(points).enumerate() {
            let judged = judged(outcomes, &self.state.goal);
            all.push(judged.clone());
            let best = self.state.best.as_ref();
            if !is_first && best.is_some_and(|best| judged.cost.order(&best.cost).is_ge()) {
                continue;
            }
            let found = Found {
                parameters,
                cost: judged.cost,
                value: mean(outcomes, 0),
                run: self.state.runs + number * each + 1,
            };
            if is_first {
                self.state.first = Some(found.clone());
            }
            self.state.best = Some(found);
        }
        if let Method::Many(many) = &self.state.optimiser
            && (is_first || all.len() < asked && !all.is_empty())
        {
            // The default values are also the first point of the first generation.
            let mut spent = many.clone();
            spent.tell(&all);
            self.spent = Some(spent);
        }
        if all.len() < asked {
            return Step::Spent;
        }
        self.state.runs += outcomes.len();
        match &mut self.state.optimiser {
            _ if is_first => {}
            Method::One(one) => {
                let costs: Vec<Cost> = all.iter().map(|judged| judged.cost).collect();
                one.tell(&costs);
            }
            Method::Many(many) => {
                many.tell(&all);
                self.spent = None;
            }
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
}

/// Returns the mean of a value of the runs of one point; none if a run gave none.
fn mean(outcomes: &[Outcome], number: usize) -> Option<f64> {
    let value = |one: &Outcome| one.values.as_ref()?.get(number).copied();
    let values: Option<Vec<f64>> = outcomes.iter().map(value).collect();
    values.map(|values| values.iter().sum::<f64>() / values.len() as f64)
}

/// Returns what the runs of one point gave.
fn judged(outcomes: &[Outcome], goal: &Goal) -> Judged {
    let lost = outcomes.iter().filter(|one| one.values.is_none()).count();
    let mut amounts = vec![];
    for (number, (_, is_least)) in goal.aims().enumerate() {
        let signed = |mean: f64| if is_least { mean } else { -mean };
        amounts.extend(mean(outcomes, number).map(signed));
    }
    let Some(first) = amounts.first().filter(|_| lost == 0) else {
        let cost = Cost {
            tier: 2,
            amount: lost as f64,
        };
        return Judged::of(cost);
    };
    let missed: f64 = outcomes.iter().map(|one| one.missed).sum();
    let cost = match missed > 0.0 {
        true => Cost {
            tier: 1,
            amount: missed,
        },
        false => Cost::of(*first),
    };
    let features = goal.features().enumerate();
    let features = features.filter_map(|(number, _)| mean(outcomes, amounts.len() + number));
    Judged {
        cost,
        features: features.collect(),
        amounts,
    }
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
