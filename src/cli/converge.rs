//! `corpus converge`: checks the accuracy of a script's results.

use super::arguments::Converge;
use super::failure::{Exit, scratch, usage};
use super::play::{Outputs, Script, load};
use crate::converge::{Comparison, Level, Plan, Run, run};
use crate::session::{Observer, Stage};
use crate::stop::StopSignal;
use crate::terminal::{Interrupt, Progress, SCRIPT_FAULT, give, say};
use indicatif::{MultiProgress, ProgressDrawTarget};
use std::ops::ControlFlow;
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

/// Makes all runs at once.
fn all_runs(
    job: &Converge,
    plan: &Plan,
    folder: &TempDir,
    interrupt: &Interrupt,
) -> Result<Vec<Run>, String> {
    let bars = MultiProgress::with_draw_target(if job.quiet {
        ProgressDrawTarget::hidden()
    } else {
        ProgressDrawTarget::stderr()
    });
    let bars = &bars;
    let one = |level: Level| {
        let folder = folder.path().join(format!("{level:?}"));
        std::fs::create_dir_all(&folder)
            .map_err(|why| format!("cannot create a temporary folder: {why}"))?;
        let watch =
            || -> Box<dyn Observer> { Box::new(Watch::new(bars, level, interrupt.clone())) };
        run(level, plan, &folder, watch, |session| {
            give(session, &job.given);
            load(session, &job.script)
        })
    };
    let runs: Vec<_> = std::thread::scope(|scope| {
        let threads = Level::ALL.map(|level| scope.spawn(move || one(level)));
        threads.into_iter().map(|thread| thread.join()).collect()
    });
    let _ = bars.clear();
    let failed = |_| Err("a run failed".to_owned());
    runs.into_iter()
        .map(|run| run.unwrap_or_else(failed))
        .collect()
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

    fn stop_signal(&mut self) -> StopSignal {
        self.interrupt.stop_signal()
    }

    fn pulse(&mut self) -> ControlFlow<()> {
        self.interrupt.flow()
    }

    fn frame(&mut self, stage: &Stage) -> ControlFlow<()> {
        self.progress.at(stage.world.time);
        self.pulse()
    }
}
