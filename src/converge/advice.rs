//! Advice that follows from a comparison.

use super::{Comparison, Level, Row};
use crate::integrate::Method;
use crate::lang::value::show::significant;
use crate::session::Setting;

impl Comparison {
    /// Describes the integration settings of a run.
    pub(super) fn label(&self, level: Level) -> String {
        match (level, level.parts(), self.settings.as_slice()) {
            (Level::Second, ..) => format!("rkf, eps {}", significant(self.tolerance_of_second())),
            (_, Some(parts), [setting]) => command_for(setting, parts),
            (_, Some((1, _)), _) => "as written".to_owned(),
            (_, Some((steps, _)), _) => format!("{steps} times finer"),
            (_, None, _) => String::new(),
        }
    }

    fn tolerance_of_second(&self) -> f64 {
        let adaptive = self.settings.iter().filter(|s| s.method.is_adaptive());
        let own = adaptive.map(|s| s.tolerance / 100.0);
        own.fold(self.tolerance, f64::min)
    }

    /// Returns the largest error of a run, and the number that has it.
    fn worst(&self, number: usize) -> Option<(f64, &Row)> {
        let mut worst: Option<(f64, &Row)> = None;
        for row in &self.rows {
            let error = match row.errors.get(number) {
                Some(error) => error.unwrap_or(f64::NAN),
                // Conditions that become true only in some runs have no error.
                None => continue,
            };
            if worst.is_none_or(|(largest, _)| error.is_nan() || error > largest) {
                worst = Some((error, row));
            }
        }
        worst
    }

    /// Recommends a setting, in a sentence or two.
    pub(super) fn advise(&self) -> String {
        let percent = |part: f64| format!("{} %", short(100.0 * part));
        let within = percent(self.within);
        if self
            .stopped
            .iter()
            .any(|(label, _)| Some(label) == self.levels.first())
        {
            return "The script does not run to its end, so its numbers cannot be compared."
                .to_owned();
        }
        if self.rows.is_empty() {
            return "No results to compare: nothing moves, and nothing is tested, printed or recorded.".to_owned();
        }
        let own = self.levels.first().map_or("", String::as_str);
        let moving = self.moving().count();
        let Some((error, row)) = self.worst(0) else {
            return String::new();
        };
        if moving == 0 {
            let mut told = format!(
                "No number changes by more than {within}; the largest error is {} ({}).",
                percent(error),
                row.name
            );
            if let (Some(longer), [setting]) = (self.longer(error), self.settings.as_slice()) {
                told += &format!(
                    " The coarser setting `{}` would be accurate enough: {}.",
                    command_with(setting, longer),
                    faster(setting, longer)
                );
            }
            return told;
        }
        let all = self.rows.len();
        let numbers = if all == 1 { "number" } else { "numbers" };
        let mut told =
            format!("Between the runs, {moving} of {all} {numbers} change by more than {within}.");
        // The first of the finer runs that is near enough to the best known value.
        let enough = (1..self.levels.len()).find(|number| {
            let own = self.kinds.get(*number) != Some(&Level::Second);
            own && self.worst(*number).is_some_and(|(e, _)| e <= self.within)
        });
        if let Some(label) = enough.and_then(|number| self.levels.get(number)) {
            told += &format!(" Use `{label}`, which is accurate to {within}.");
            return told;
        }
        if let (Some(part), [setting]) = (self.shorter(), self.settings.as_slice()) {
            told += &format!(
                " According to the order of convergence, `{}` should be accurate to {within}; try it.",
                command_with(setting, part)
            );
            return told;
        }
        let second = self.kinds.iter().position(|kind| *kind == Level::Second);
        let has_second = second.and_then(|n| self.levels.get(n));
        let stopped = |label: &String| self.stopped.iter().any(|(other, _)| other == label);
        match has_second {
            Some(label) if !stopped(label) => {
                told += &format!(
                    " The runs show no order of convergence, so the results of the first run ({own}) are not \
                     reliable. Use `integration rkf` with `eps {}`, and check \
                 whether a smaller `eps` changes the results. If results change, the motion is chaotic or \
                 discontinuous, and only averages of such numbers over many runs are reliable.",
                    significant(self.tolerance_of_second())
                )
            }
            _ => {
                told += " The runs show no order of convergence, and the run with `integration rkf` failed: the \
                motion is chaotic or \
                 discontinuous. Try smaller steps."
            }
        }
        told
    }

    /// Returns the divisor of the step or tolerance with which every number is within the threshold, by the observed orders.
    fn shorter(&self) -> Option<f64> {
        let parts = self.parts()?;
        let mut most: f64 = 1.0;
        for row in self.moving() {
            let order = row.order.filter(|order| *order > 0.3)?;
            let error = (*row.errors.get(2)?)?;
            most = most.max(parts[2] * libm::pow(error / self.within, 1.0 / order));
        }
        (most.is_finite() && most < 1e4).then_some(1.2 * most)
    }

    /// Returns the divisor of the step or tolerance (less than 1: it may grow) with which the error is still a third of the
    /// allowed one.
    fn longer(&self, error: f64) -> Option<f64> {
        let orders = self.rows.iter().filter_map(|row| row.order);
        let lowest = orders.fold(f64::INFINITY, f64::min);
        let part = libm::pow(error / (self.within / 3.0), 1.0 / lowest);
        // Small gains are not reported, nor settings that no run has tested.
        (lowest.is_finite() && part < 0.7).then(|| part.max(0.25))
    }
}

/// Returns the lines that set this, with the step or tolerance divided.
fn command_for(setting: &Setting, (steps, tolerance): (u32, f64)) -> String {
    let part = if setting.method.is_adaptive() {
        tolerance
    } else {
        f64::from(steps)
    };
    command_with(setting, part)
}

fn command_with(setting: &Setting, part: f64) -> String {
    if setting.method.is_adaptive() {
        let word = match setting.method {
            Method::Rkf | Method::Rkvar => "eps",
            _ => "tolerance",
        };
        format!("{word} {}", short(setting.tolerance / part))
    } else {
        let step = setting.step / part;
        match step {
            s if s < 1e-3 => format!("h {}us", short(1e6 * s)),
            s => format!("h {}ms", short(1e3 * s)),
        }
    }
}

fn faster(setting: &Setting, part: f64) -> String {
    if setting.method.is_adaptive() {
        "fewer steps".to_owned()
    } else {
        format!("{} times fewer steps", short(1.0 / part))
    }
}

/// Formats a number with three significant digits.
pub(super) fn short(x: f64) -> String {
    if !x.is_finite() {
        return x.to_string();
    }
    let rounded: f64 = format!("{x:.2e}").parse().unwrap_or(x);
    significant(rounded)
}
