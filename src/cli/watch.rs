//! Observer of a run on the command line: prints, progress, signals, divergence.

use super::play::stem;
use crate::files::{Ledger, Output};
use crate::session::{Common, Observer, SavedWorld, Stage};
use crate::terminal::{Interrupt, Progress, reason, say_line};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Observer of a run on the command line.
pub(super) struct Watch {
    pub progress: Progress,
    pub interrupt: Interrupt,
    pub quiet: bool,
    last_good: Option<PathBuf>,
    /// Name of the script without its extension.
    stem: String,
}

impl Observer for Watch {
    fn inner(&mut self) -> Option<&mut dyn Observer> {
        Some(&mut self.interrupt)
    }

    fn print(&mut self, line: &str) {
        if !self.quiet {
            self.progress.around(|| say_line!("{line}"));
        }
    }

    fn going(&mut self, stage: &Stage, seconds: f64) {
        self.progress.begin(stage.world.time, seconds);
    }

    fn frame(&mut self, stage: &Stage) -> ControlFlow<()> {
        self.progress.at(stage.world.time);
        self.interrupt.flow()
    }

    fn diverged(&mut self, stage: &Stage, files: &Ledger) -> Option<String> {
        self.progress.finish();
        let path = self.file_for_last_good(files);
        Some(match SavedWorld::of(stage).write(&path) {
            Ok(()) => format!(
                "the last valid state, at {:.6} s, is in {}",
                stage.world.time,
                path.display()
            ),
            Err(why) => format!(
                "cannot write the last valid state to {}: {}",
                path.display(),
                reason(&why)
            ),
        })
    }
}

impl Watch {
    /// Creates the observer of a run of a script; `last_good` is the file for the last valid state.
    pub fn new(
        quiet: bool,
        interrupt: Interrupt,
        last_good: Option<PathBuf>,
        script: &Path,
    ) -> Self {
        Watch {
            progress: Progress::new(quiet),
            interrupt,
            quiet,
            last_good,
            stem: stem(script),
        }
    }
}

/// Part of a subcommand that receives the frames of a run.
pub(super) trait FrameSink {
    /// Receives the start of a `go` of `seconds`.
    fn start_go(&mut self, watch: &Watch, stage: &Stage, seconds: f64);

    /// Receives a frame; `Break` ends the run.
    fn frame(&mut self, watch: &mut Watch, stage: &Stage) -> ControlFlow<()>;
}

/// Observer of a run that passes its frames to a part of a subcommand.
pub(super) struct WithSink<T> {
    pub watch: Watch,
    pub sink: Common<T>,
    /// Whether a `go` has started.
    pub begun: Arc<AtomicBool>,
}

impl<T: FrameSink + Send> Observer for WithSink<T> {
    fn inner(&mut self) -> Option<&mut dyn Observer> {
        Some(&mut self.watch)
    }

    fn going(&mut self, stage: &Stage, seconds: f64) {
        self.watch.going(stage, seconds);
        self.begun.store(true, Ordering::Relaxed);
        self.sink.lock().start_go(&self.watch, stage, seconds);
    }

    fn frame(&mut self, stage: &Stage) -> ControlFlow<()> {
        self.sink.lock().frame(&mut self.watch, stage)
    }
}

impl Watch {
    /// Returns the file for the last valid state: the one of the command line, or `walk.last-good.json` in the working folder
    /// for `walk.corpus`. The run neither reads nor writes that: a script that has loaded the last valid state of an earlier
    /// run must not lose it.
    fn file_for_last_good(&self, files: &Ledger) -> PathBuf {
        if let Some(path) = &self.last_good {
            return path.clone();
        }
        let stem = &self.stem;
        let numbered = |number: u32| match number {
            1 => PathBuf::from(format!("{stem}.last-good.json")),
            n => PathBuf::from(format!("{stem}.last-good-{n}.json")),
        };
        let is_free = |path: &PathBuf| files.may_write(path, Output::Option("last good")).is_ok();
        (1..)
            .map(numbered)
            .find(is_free)
            .unwrap_or_else(|| numbered(1))
    }
}
