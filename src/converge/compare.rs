//! Compares the numbers of several runs.

use super::order::{limit, observed};
use super::{Level, PARTS, Plan, Run};
use crate::lang::dimension::Dimension;
use crate::lang::value::Shown;
use crate::session::{CorpusReport, Purpose, Series, Setting};
use serde::Serialize;
use std::sync::Arc;

/// A number, or a column of numbers, in all runs.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Row {
    /// File and line, or another description of the place.
    pub place: String,
    /// Use in the script: `expect`, `print`, `record`, `report`.
    pub used: &'static str,
    /// The expression as the script has it.
    pub name: String,
    /// The last value of each run (SI), in the order of [`Comparison::levels`].
    pub values: Vec<Option<f64>>,
    /// Scale of the error of the last value (SI).
    pub scale: f64,
    /// Distance of the last value and of the mean from the best known value, relative to its size, in each run.
    pub errors: Vec<Option<f64>>,
    /// Largest relative difference between the run as written and another.
    pub moved: f64,
    /// Largest difference at any time, relative to the largest value, if there are several times.
    pub largest: Option<f64>,
    /// Observed order of convergence.
    pub order: Option<f64>,
    /// Any other difference, in words.
    pub remark: Option<String>,
    #[serde(skip)]
    pub(super) dimension: Dimension,
    #[serde(skip)]
    pub(super) shown: Option<Arc<Shown>>,
}

/// Result of a comparison.
#[derive(Clone, Debug, Serialize)]
pub struct Comparison {
    /// Largest allowed relative change of a number.
    pub within: f64,
    /// Description of the integration of each run.
    pub levels: Vec<String>,
    /// The numbers.
    pub rows: Vec<Row>,
    /// Expectations that fail in all runs, with their places.
    pub failed: Vec<String>,
    /// Runs that stopped early, and the reasons.
    pub stopped: Vec<(String, String)>,
    /// Recommendation.
    pub advice: String,
    #[serde(skip)]
    pub(super) kinds: Vec<Level>,
    #[serde(skip)]
    pub(super) settings: Vec<Setting>,
    #[serde(skip)]
    pub(super) tolerance: f64,
}

/// Statistics of a quantity in one run.
struct Of {
    times: Vec<f64>,
    values: Vec<f64>,
    scales: Vec<f64>,
}

fn mean_of(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

impl Comparison {
    /// Compares runs of one script with the one as written, which comes first.
    #[must_use]
    pub fn of(runs: &[Run], plan: &Plan) -> Self {
        let mut comparison = Comparison {
            within: plan.within,
            tolerance: runs
                .iter()
                .find(|run| run.level == Level::Second)
                .map_or(plan.tolerance, |run| run.tolerance),
            levels: vec![],
            kinds: runs.iter().map(|run| run.level).collect(),
            settings: runs.first().map_or(vec![], |r| r.noted.settings.clone()),
            rows: vec![],
            failed: vec![],
            stopped: vec![],
            advice: String::new(),
        };
        comparison.levels = runs.iter().map(|r| comparison.label(r.level)).collect();
        for (run, label) in runs.iter().zip(&comparison.levels) {
            if let Some(why) = &run.stopped {
                comparison.stopped.push((label.clone(), why.clone()));
            }
        }
        // A run that stopped early has numbers of other times.
        let whole: Vec<Option<&Run>> = runs
            .iter()
            .map(|run| Some(run).filter(|run| run.stopped.is_none()))
            .collect();
        if let Some(Some(first)) = whole.first() {
            comparison.noted(first, &whole);
            comparison.reported(first, &whole);
        }
        comparison.advice = comparison.advise();
        comparison
    }

    /// Whether all runs completed, all numbers agree within the threshold, and all expectations hold.
    #[must_use]
    pub fn is_converged(&self) -> bool {
        self.stopped.is_empty() && self.failed.is_empty() && self.moving().next().is_none()
    }

    /// Returns the numbers that change by more than the threshold.
    pub fn moving(&self) -> impl Iterator<Item = &Row> {
        let within = self.within;
        let moves = move |row: &&Row| row.moved.is_nan() || row.moved > within;
        self.rows.iter().filter(moves)
    }

    /// Compares the recorded numbers, conditions and columns of all runs, in the order of the script.
    fn noted(&mut self, first: &Run, runs: &[Option<&Run>]) {
        for (number, series) in first.noted.series.iter().enumerate() {
            let all: Vec<Option<Of>> = runs
                .iter()
                .map(|run| Some(of_series(same_series((*run)?, number, series)?)))
                .collect();
            let used = match series.purpose {
                Purpose::Expected => "expect",
                Purpose::Given => "result",
                Purpose::Printed => "print",
                Purpose::Recorded => "record",
            };
            let place = series.place.clone();
            let names = (place, used, series.name.clone());
            let row = self.row(first, names, series.dimension, &all);
            let shown = series.shown.clone();
            self.rows.push(Row { shown, ..row });
        }
        for condition in &first.noted.conditions {
            let held: Vec<Option<&Vec<bool>>> = runs
                .iter()
                .flatten()
                .map(|run| {
                    let mut all = run.noted.conditions.iter();
                    let same =
                        all.find(|c| (&c.place, &c.text) == (&condition.place, &condition.text))?;
                    Some(&same.held)
                })
                .collect();
            if !held.iter().flatten().any(|held| held.contains(&true)) {
                let failed = format!("{} expect {}", condition.place, condition.text);
                self.failed.push(failed);
            }
            if held.iter().any(|held| *held != Some(&condition.held)) {
                self.rows.push(Row {
                    place: condition.place.clone(),
                    used: "expect",
                    name: condition.text.clone(),
                    moved: f64::INFINITY,
                    remark: Some("true in some runs only".to_owned()),
                    ..Row::default()
                });
            }
        }
    }

    /// Compares the numbers of the report at the end of a run.
    fn reported(&mut self, first: &Run, runs: &[Option<&Run>]) {
        let Some(report) = &first.report else { return };
        for (number, corpus) in report.corpora.iter().enumerate() {
            let [from, to] = corpus.window_s;
            if to <= from {
                continue;
            }
            for (name, dimension, unit, read) in REPORTED {
                let all: Vec<Option<Of>> = runs
                    .iter()
                    .map(|run| {
                        let corpus = (*run)?.report.as_ref()?.corpora.get(number)?;
                        let value = read(corpus)?;
                        Some(Of {
                            times: vec![to],
                            values: vec![value],
                            // A walk that turns by 1 degree instead of none is not an error of 100 %.
                            scales: vec![value.abs().max(match *dimension == Dimension::ANGLE {
                                true => 1.0,
                                false => 0.0,
                            })],
                        })
                    })
                    .collect();
                // A root that rolls has no forward speed.
                if all.iter().all(Option::is_none) {
                    continue;
                }
                let place = corpus.name.clone();
                let name = match corpus.clearance_above_z_m {
                    Some(z) => name.replace("the ground", &format!("z = {z} m")),
                    None => (*name).to_owned(),
                };
                let names = (place, "report", name);
                let row = self.row(first, names, *dimension, &all);
                let shown = Shown::new(unit).ok();
                self.rows.push(Row { shown, ..row });
            }
        }
    }

    fn row(
        &self,
        first: &Run,
        (place, used, name): (String, &'static str, String),
        dimension: Dimension,
        all: &[Option<Of>],
    ) -> Row {
        let least = first.scale.least(dimension);
        let scale_of = |part: fn(&[f64]) -> f64| {
            let scales = all.iter().flatten().map(|of| part(&of.scales));
            scales.fold(least, f64::max).max(f64::MIN_POSITIVE)
        };
        let largest = scale_of(|scales| scales.iter().copied().fold(0.0, f64::max));
        // Values printed at different times may be of different quantities: each is judged separately. A column is one
        // quantity.
        let [scale, of_mean] = if used == "record" {
            [largest; 2]
        } else {
            let last = scale_of(|scales| scales.last().copied().unwrap_or(0.0));
            [last, scale_of(mean_of)]
        };
        let last = |of: &Option<Of>| of.as_ref().and_then(|of| of.values.last().copied());
        let mean = |of: &Option<Of>| of.as_ref().map(|of| mean_of(&of.values));
        let ends: Vec<Option<f64>> = all.iter().map(last).collect();
        let means: Vec<Option<f64>> = all.iter().map(mean).collect();
        let (end_order, end_errors) = self.errors(&ends, scale);
        let (_, mean_errors) = self.errors(&means, of_mean);
        let worse = |(a, b): (&Option<f64>, &Option<f64>)| Some(larger((*a)?, (*b)?));
        let errors = end_errors.iter().zip(&mean_errors).map(worse).collect();
        let judged = [(&ends, scale), (&means, of_mean)];
        let moved = judged.into_iter().flat_map(|(values, scale)| {
            let own = values.first().copied().flatten();
            let others = values.iter().skip(1).flatten();
            others.map(move |other| own.map_or(f64::NAN, |own| (other - own).abs() / scale))
        });
        let mut moved = moved.fold(0.0, larger);
        let mut remark = None;
        let counts = || all.iter().flatten().map(|of| of.values.len());
        let (fewest, most) = (counts().min(), counts().max());
        if let (false, Some(fewest), Some(most)) = (fewest == most, fewest, most) {
            remark = Some(format!("occurs {fewest} to {most} times"));
            moved = f64::INFINITY;
        }
        Row {
            place,
            used,
            name,
            values: ends,
            scale,
            errors,
            moved,
            largest: largest_difference(all, largest),
            order: end_order,
            remark,
            dimension,
            shown: None,
        }
    }

    /// Returns the observed order, and the distance of each run's value from the best known value.
    fn errors(&self, values: &[Option<f64>], scale: f64) -> (Option<f64>, Vec<Option<f64>>) {
        let at = |level: Level| {
            let number = self.kinds.iter().position(|kind| *kind == level)?;
            values.get(number).copied().flatten()
        };
        let own = [Level::AsWritten, Level::Finer, Level::Finest].map(at);
        let parts = self.parts();
        let (mut order, mut best) = (None, own[2].or(own[1]));
        if let ([Some(a), Some(b), Some(c)], Some(parts)) = (own, parts) {
            order = observed([a, b, c], parts, 1e-12 * scale);
            if let Some(order) = order.filter(|order| *order > 0.5) {
                best = Some(limit([a, b, c], parts, order));
            }
        }
        let best = at(Level::Second).or(best);
        let error = |value: &Option<f64>| Some((value.as_ref()? - best?).abs() / scale);
        (order, values.iter().map(error).collect())
    }

    /// Returns the divisors of the steps or tolerances of the three runs by the script's own method; none if it has both steps
    /// and tolerances.
    pub(super) fn parts(&self) -> Option<[f64; 3]> {
        let adaptive = |s: &Setting| s.method.is_adaptive();
        if self.settings.iter().all(adaptive) {
            Some(PARTS.map(|(_, tolerance)| tolerance))
        } else if !self.settings.iter().any(adaptive) {
            Some(PARTS.map(|(steps, _)| f64::from(steps)))
        } else {
            None
        }
    }
}

/// Returns the larger of two numbers; NaN if one is NaN.
fn larger(a: f64, b: f64) -> f64 {
    if a.is_nan() || b.is_nan() {
        f64::NAN
    } else {
        a.max(b)
    }
}

/// Returns the largest difference between the run as written and another at the same row.
fn largest_difference(all: &[Option<Of>], scale: f64) -> Option<f64> {
    let first = all.first()?.as_ref()?;
    if first.values.len() < 2 {
        return None;
    }
    let others = all.iter().skip(1).flatten();
    let differences = others.flat_map(|of| {
        let rows = first.values.iter().zip(&of.values);
        let rows = rows.zip(first.times.iter().zip(&of.times));
        // Rows of different times, as those of a `when`, are not comparable.
        let together = rows.filter(|(_, (a, b))| (**a - **b).abs() <= 1e-9 * a.abs().max(1e-3));
        together.map(|((a, b), _)| (a - b).abs() / scale)
    });
    differences.reduce(larger)
}

/// Returns the series of another run from the same place in the script.
fn same_series<'a>(run: &'a Run, number: usize, series: &Series) -> Option<&'a Series> {
    let same = |other: &&Series| {
        (&other.place, &other.name, other.purpose) == (&series.place, &series.name, series.purpose)
    };
    let all = &run.noted.series;
    all.get(number)
        .filter(same)
        .or_else(|| all.iter().find(same))
}

fn of_series(series: &Series) -> Of {
    let points = || series.points.iter();
    Of {
        times: points().map(|p| p.time).collect(),
        values: points().map(|p| p.value).collect(),
        scales: points().map(|p| p.scale).collect(),
    }
}

type Reported = (
    &'static str,
    Dimension,
    &'static str,
    fn(&CorpusReport) -> Option<f64>,
);

/// Numbers of the report on a figure: name, dimension, unit.
const REPORTED: &[Reported] = &[
    ("horizontal distance", Dimension::LENGTH, "cm", |c| {
        Some(c.distance_m)
    }),
    ("net speed", Dimension::SPEED, "cm/s", |c| {
        Some(c.net_speed_m_s)
    }),
    ("forward speed", Dimension::SPEED, "cm/s", |c| {
        c.forward_speed_m_s
    }),
    ("angle turned", Dimension::ANGLE, "deg", |c| {
        Some(c.yaw_rate_rad_s * (c.window_s[1] - c.window_s[0]))
    }),
    (
        "mean height of the centre of mass",
        Dimension::LENGTH,
        "mm",
        |c| Some(c.height_m),
    ),
    (
        "smallest height of the root above the ground",
        Dimension::LENGTH,
        "mm",
        |c| Some(c.least_root_clearance_m),
    ),
];
