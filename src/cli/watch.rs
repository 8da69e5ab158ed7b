//! What a run on the command line watches: prints, progress, Ctrl-C, divergence.

use super::progress::Progress;
use super::say::{reason, say_line};
use crate::files::{Ledger, Output};
use crate::record::SavedState;
use crate::session::{Observer, Stage};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

/// Counts Ctrl-C: a run ends at the next frame after the first, and the program after too many.
#[derive(Clone, Default)]
pub(crate) struct Interrupt(Arc<AtomicU32>);

impl Interrupt {
    /// Listens for Ctrl-C from here on. More than `patience` of them end the program, as a frame may be endless.
    pub fn listen(patience: u32) -> Self {
        let interrupt = Interrupt::default();
        let count = Arc::clone(&interrupt.0);
        // Without a handler Ctrl-C simply ends the program, which is no reason not to run.
        let _ = ctrlc::set_handler(move || {
            if count.fetch_add(1, Ordering::Relaxed) >= patience {
                std::process::exit(130);
            }
        });
        interrupt
    }

    /// Whether there was a Ctrl-C.
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed) > 0
    }

    /// Counts anew.
    #[cfg(feature = "repl")]
    pub fn reset(&self) {
        self.0.store(0, Ordering::Relaxed);
    }
}

/// Watches a run for the command line.
pub(super) struct Watch {
    pub progress: Progress,
    pub interrupt: Interrupt,
    pub quiet: bool,
    pub last_good: LastGood,
}

impl Observer for Watch {
    fn print(&mut self, line: &str) {
        if !self.quiet {
            self.progress.around(|| say_line!("{line}"));
        }
    }

    fn going(&mut self, stage: &Stage, seconds: f64) {
        self.progress.begin(stage.world.time, seconds);
    }

    fn pulse(&mut self) -> ControlFlow<()> {
        if self.interrupt.is_set() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }

    fn frame(&mut self, stage: &Stage) -> ControlFlow<()> {
        self.progress.at(stage.world.time);
        if self.interrupt.is_set() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }

    fn diverged(&mut self, stage: &Stage, files: &Ledger) -> Option<String> {
        self.progress.finish();
        let path = self.last_good.free(files);
        Some(match SavedState::of(stage).write(&path) {
            Ok(()) => format!(
                "the last good state, of {:.6} s, is in {}",
                stage.world.time,
                path.display()
            ),
            Err(why) => format!(
                "the last good state could not be written to {}: {}",
                path.display(),
                reason(&why)
            ),
        })
    }
}

/// Where the last good state goes if the simulation diverges.
pub(super) enum LastGood {
    /// As the command line says; the run has nothing else to do with it.
    Named(PathBuf),
    /// `walk.corpus` leaves `walk.last-good.json` in the working folder; the stem is `walk`.
    Beside(String),
}

impl LastGood {
    /// A file that the run neither reads nor writes: a script that has loaded the last good state of an earlier run must not
    /// lose it.
    fn free(&self, files: &Ledger) -> PathBuf {
        let stem = match self {
            LastGood::Named(path) => return path.clone(),
            LastGood::Beside(stem) => stem,
        };
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
