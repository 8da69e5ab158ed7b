//! Checks the accuracy of a script's results: runs it with smaller and smaller steps and with another method, and compares the
//! numbers that it expects, prints, records and reports.

mod advice;
mod compare;
mod order;
mod scale;
mod table;

pub use compare::{Comparison, Row};

use crate::integrate::Method;
use crate::session::{DIVERGED, Measurements, Mode, Observer, RunReport, Session, Stop};
use crate::world::Refinement;
use scale::Scale;
use std::path::Path;

/// Settings of a comparison.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plan {
    /// Allowed relative change of a number.
    pub within: f64,
    /// Tolerance of the second method.
    pub tolerance: f64,
}

impl Default for Plan {
    /// Returns the defaults: 2 %, compared with Fehlberg's method at 1e-6.
    fn default() -> Self {
        Plan {
            within: 0.02,
            tolerance: 1e-6,
        }
    }
}

/// One of the compared runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// The script's own settings.
    AsWritten,
    /// Half of each step, or a third of the tolerance.
    Finer,
    /// A quarter of each step, or a tenth of the tolerance.
    Finest,
    /// Fehlberg's method with a small tolerance.
    Second,
}

/// Divisors of steps and of tolerances: as written, finer and finest.
const PARTS: [(u32, f64); 3] = [(1, 1.0), (2, 3.0), (4, 10.0)];

impl Level {
    /// All levels, in display order.
    pub const ALL: [Level; 4] = [Level::AsWritten, Level::Finer, Level::Finest, Level::Second];

    fn parts(self) -> Option<(u32, f64)> {
        PARTS.get(self as usize).copied()
    }

    fn refinement(self, plan: &Plan) -> Refinement {
        match (self, self.parts()) {
            (Level::AsWritten, _) => Refinement::AsWritten,
            (_, Some((steps, tolerance))) => Refinement::Finer { steps, tolerance },
            (_, None) => Refinement::Other {
                method: Method::Rkf,
                tolerance: plan.tolerance,
            },
        }
    }
}

/// Result of one run.
#[derive(Clone, Debug)]
pub struct Run {
    /// The level of the run.
    pub level: Level,
    /// Numbers recorded from the script.
    pub noted: Measurements,
    /// The report at its end, if anything moved.
    pub report: Option<RunReport>,
    /// Reason why it failed, if it did.
    pub stopped: Option<String>,
    /// Tolerance used by the second method.
    pub tolerance: f64,
    scale: Scale,
}

/// Largest tolerance of the second method: stiff springs far from rest turn joints so fast that a rounding error of
/// a speed exceeds a small tolerance.
const LOOSEST: f64 = 1e-3;

/// Runs a script once. Writes its output below `folder`, whatever paths it names; `load` loads the script into the session, or
/// returns the reason why it cannot.
///
/// If the second method fails at its tolerance, tries ten times that tolerance, and so on.
///
/// # Errors
/// The message of `load`.
pub fn run(
    level: Level,
    plan: &Plan,
    folder: &Path,
    mut observer: impl FnMut() -> Box<dyn Observer>,
    load: impl Fn(&mut Session) -> Result<Result<(), Stop>, String>,
) -> Result<Run, String> {
    let mut plan = *plan;
    loop {
        let run = run_once(level, &plan, folder, observer(), &load)?;
        let diverged = run
            .stopped
            .as_ref()
            .is_some_and(|why| why.contains(DIVERGED));
        if !(diverged && level == Level::Second && 10.0 * plan.tolerance <= LOOSEST) {
            return Ok(run);
        }
        plan.tolerance *= 10.0;
    }
}

fn run_once(
    level: Level,
    plan: &Plan,
    folder: &Path,
    observer: Box<dyn Observer>,
    load: &impl Fn(&mut Session) -> Result<Result<(), Stop>, String>,
) -> Result<Run, String> {
    let mut session = crate::commands::session(Mode::Run, observer);
    session.files.scratch = Some(folder.to_owned());
    session.options.refinement = level.refinement(plan);
    session.measurements = Some(Measurements::default());
    let ended = load(&mut session)?;
    // A failed expectation does not stop a run.
    let mistake = session.diagnostics.iter().find(|d| d.is_fault());
    let stopped = match (mistake, ended) {
        (Some(mistake), _) => Some(format!("[{}] {}", mistake.code, mistake.message)),
        (None, Err(Stop::Interrupted)) => Some("interrupted".to_owned()),
        (None, _) => None,
    };
    let stage = session.here_mut();
    let report =
        (stage.frames > 0).then(|| RunReport::of(stage, stage.simulated, 0.0, stopped.is_some()));
    Ok(Run {
        level,
        tolerance: plan.tolerance,
        report,
        stopped,
        scale: Scale::of(&stage.world),
        noted: session.measurements.take().unwrap_or_default(),
    })
}
