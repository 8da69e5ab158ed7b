//! `corpus converge`: checks the accuracy of a script's results.

use super::arguments::Converge;
use super::failure::{Exit, scratch, usage};
use super::play::{Outputs, Script, load};
use crate::converge::{Comparison, Level, Plan, Run, run};
use crate::session::{Observer, Stage};
use crate::terminal::{Interrupt, Progress, SCRIPT_FAULT, give, say};
use indicatif::{MultiProgress, ProgressDrawTarget};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use tempfile::TempDir;

pub(super) fn converge(job: &Converge) -> Exit {
    let outputs = Outputs::default();
    let interrupt = Script::checked(&job.script, &job.given, &outputs, true)?.interrupt;
    let plan = Plan {
        within: job.within,
        tolerance: job.eps,
    };
    // The folder must be removed after the runs.
    interrupt.be_patient(1);
    let folder = scratch("converge")?;
    let runs = all_runs(job, &plan, &folder, &interrupt);
    if interrupt.is_set() {
        return Ok(interrupt.status());
    }
    let comparison = Comparison::of(&runs.map_err(usage)?, &plan);
    if job.json {
        let text = serde_json::to_string_pretty(&comparison)
            .map_err(|why| usage(format!("cannot write the comparison: {why}")))?;
        say!("{text}\n");
    } else {
        say!("{comparison}");
    }
    Ok(match comparison.is_converged() {
        true => 0,
        false => SCRIPT_FAULT,
    })
}

/// Makes all runs, as many at once as there are cores, long ones first.
fn all_runs(
    job: &Converge,
    plan: &Plan,
    folder: &TempDir,
    interrupt: &Interrupt,
) -> Result<Vec<Run>, String> {
    const LONGEST_FIRST: [Level; 4] =
        [Level::Second, Level::Finest, Level::Finer, Level::AsWritten];
    for level in Level::ALL {
        let folder = of(folder, level);
        std::fs::create_dir_all(folder)
            .map_err(|why| format!("cannot create a temporary folder: {why}"))?;
    }
    let bars = MultiProgress::with_draw_target(if job.quiet {
        ProgressDrawTarget::hidden()
    } else {
        ProgressDrawTarget::stderr()
    });
    let made: Mutex<Vec<Result<Run, String>>> = Mutex::new(vec![]);
    let next = AtomicUsize::new(0);
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..cores.min(LONGEST_FIRST.len()) {
            scope.spawn(|| {
                while let Some(level) = LONGEST_FIRST.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let watch = || -> Box<dyn Observer> {
                        Box::new(Watch::new(&bars, *level, interrupt.clone()))
                    };
                    let done = run(*level, plan, &of(folder, *level), watch, |session| {
                        give(session, &job.given);
                        load(session, &job.script)
                    });
                    if let Ok(mut made) = made.lock() {
                        made.push(done);
                    }
                }
            });
        }
    });
    let _ = bars.clear();
    let made = made
        .into_inner()
        .unwrap_or_else(|poisoned| poisoned.into_inner());
    let mut runs = made.into_iter().collect::<Result<Vec<Run>, String>>()?;
    runs.sort_by_key(|run| Level::ALL.iter().position(|level| *level == run.level));
    Ok(runs)
}

/// Returns the folder of one run.
fn of(folder: &TempDir, level: Level) -> PathBuf {
    folder.path().join(format!("{level:?}"))
}

/// Observer of one of the runs: progress, Ctrl-C.
struct Watch {
    progress: Progress,
    interrupt: Interrupt,
}

impl Watch {
    fn new(bars: &MultiProgress, level: Level, interrupt: Interrupt) -> Self {
        let name = match level {
            Level::AsWritten => "as written",
            Level::Finer => "finer",
            Level::Finest => "finest",
            Level::Second => "rkf",
        };
        Watch {
            progress: Progress::among(bars, name),
            interrupt,
        }
    }
}

impl Observer for Watch {
    fn print(&mut self, _: &str) {}

    fn going(&mut self, stage: &Stage, seconds: f64) {
        self.progress.begin(stage.world.time, seconds);
    }

    fn pulse(&mut self) -> ControlFlow<()> {
        self.interrupt.flow()
    }

    fn frame(&mut self, stage: &Stage) -> ControlFlow<()> {
        self.progress.at(stage.world.time);
        self.pulse()
    }
}
