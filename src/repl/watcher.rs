//! What the prompt sees of a running entry: prints, progress, Ctrl-C, the end of a `go`.

use super::highlight::ink;
use super::status::status;
use crate::cli::progress::Progress;
use crate::cli::watch::Interrupt;
use crate::session::{Observer, Stage};
use std::cell::RefCell;
use std::io::IsTerminal;
use std::ops::ControlFlow;
use std::rc::Rc;
use std::time::Instant;

/// Watches what entries do.
pub(super) struct Watcher {
    /// The bar of the running `go`; the prompt takes it away when an entry ends before its time.
    pub progress: Rc<RefCell<Progress>>,
    /// Ctrl-C.
    pub interrupt: Interrupt,
    /// Whether the terminal shows colours.
    pub colour: bool,
    /// The running `go`.
    pub going: Option<Going>,
}

/// A `go` at work.
pub(super) struct Going {
    begun: Instant,
    /// The clock at its begin (s).
    from: f64,
    frames_left: u64,
}

impl Observer for Watcher {
    fn print(&mut self, line: &str) {
        self.progress.borrow().around(|| println!("{line}"));
    }

    fn going(&mut self, stage: &Stage, seconds: f64) {
        self.progress.borrow_mut().begin(stage.world.time, seconds);
        self.going = Some(Going {
            begun: Instant::now(),
            from: stage.world.time,
            frames_left: (seconds / stage.world.dt).round() as u64,
        });
    }

    fn frame(&mut self, stage: &Stage) -> ControlFlow<()> {
        let stopped = self.interrupt.is_set();
        self.progress.borrow_mut().at(stage.world.time);
        if let Some(going) = &mut self.going {
            going.frames_left = going.frames_left.saturating_sub(1);
            if going.frames_left == 0 || stopped {
                let wall = going.begun.elapsed().as_secs_f64();
                let line = status(stage, stage.world.time - going.from, wall);
                let shown = self.progress.borrow().is_shown();
                self.progress.borrow_mut().finish();
                if stopped && std::io::stderr().is_terminal() {
                    // The terminal wrote `^C`: behind the bar, which fills its line, or at the begin of an empty line.
                    let up = if shown { "\x1b[A" } else { "" };
                    eprint!("\r\x1b[K{up}\r\x1b[K");
                }
                println!("{}", if self.colour { ink("2", &line) } else { line });
                self.going = None;
            }
        }
        if stopped {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }

    fn diverged(&mut self, stage: &Stage) -> Option<String> {
        let time = stage.world.time;
        Some(format!("the figures stand as they were at {time:.6} s"))
    }
}
