//! How far the numbers of a script can be believed: it runs with ever smaller steps and by another method, and what it
//! expects, prints, records and reports is compared.

mod advice;
mod compare;
mod order;
mod scale;
mod table;

pub use compare::{Comparison, Row};

use crate::integrate::Method;
use crate::session::RunReport;
use crate::session::{Mode, Noted, Observer, Session, Stop};
use crate::world::Refinement;
use scale::Scale;
use std::path::Path;

/// What is held against what.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plan {
    /// The part of itself by which a number may move.
    pub within: f64,
    /// The tolerance of the second method.
    pub tolerance: f64,
}

impl Default for Plan {
    /// 2 %, against Fehlberg's method to 1e-6.
    fn default() -> Self {
        Plan {
            within: 0.02,
            tolerance: 1e-6,
        }
    }
}

/// One of the runs that are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// As the script says.
    AsWritten,
    /// Half of each step, or a third of the tolerance.
    Finer,
    /// A quarter of each step, or a tenth of the tolerance.
    Finest,
    /// By Fehlberg's method to a tight tolerance.
    Second,
}

/// By how much steps are cut, and by how much tolerances are, as written, finer and finest.
const PARTS: [(u32, f64); 3] = [(1, 1.0), (2, 3.0), (4, 10.0)];

impl Level {
    /// All, in the order in which they are shown.
    pub const ALL: [Level; 4] = [Level::AsWritten, Level::Finer, Level::Finest, Level::Second];

    fn parts(self) -> Option<(u32, f64)> {
        match self {
            Level::AsWritten => Some(PARTS[0]),
            Level::Finer => Some(PARTS[1]),
            Level::Finest => Some(PARTS[2]),
            Level::Second => None,
        }
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

/// What a run came to.
#[derive(Clone, Debug)]
pub struct Run {
    /// Which run it was.
    pub level: Level,
    /// What the script said in numbers.
    pub noted: Noted,
    /// The report on its end, if anything moved.
    pub report: Option<RunReport>,
    /// Why it did not come to its end.
    pub stopped: Option<String>,
    /// The tolerance that the second method was given.
    pub tolerance: f64,
    scale: Scale,
}

/// The second method is tried with tolerances up to this: steep springs far from rest turn joints so fast that the last bit of
/// a speed is more than a tight one.
const LOOSEST: f64 = 1e-3;

/// What a script that the integrator cannot follow reports.
const DIVERGED: &str = "E060";

/// Runs a script once. What it writes goes below `folder`, whatever paths it names; `load` gives it to the session, and says why if it cannot.
///
/// Where the second method cannot follow to its tolerance, ten times that is tried, and so on.
///
/// # Errors
/// What `load` says.
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
    session.options.scratch = Some(folder.to_owned());
    session.options.refinement = level.refinement(plan);
    session.gathered.noted = Some(Noted::default());
    let ended = load(&mut session)?;
    // What was expected and does not hold stops nothing.
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
        noted: session.gathered.noted.take().unwrap_or_default(),
    })
}
