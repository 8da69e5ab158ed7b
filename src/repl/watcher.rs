//! Observer of a running entry at the prompt: prints, progress, watched quantities, Ctrl-C, the end of a `go`.

use super::Shared;
use super::live::coloured;
use super::status::status;
use super::watched::fit;
use crate::diagnostic::{Diagnostic, draw, escaped};
use crate::files::Ledger;
use crate::ide::highlight::ink;
use crate::lang::syntax::Expression;
use crate::lang::value::Datum;
use crate::session::{Observer, Stage, Stretch};
use crate::source::Sources;
use crate::terminal::{Interrupt, say_drawn, say_line, tell_drawn};
use std::io::IsTerminal;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Instant;

/// Divisor of the terminal's lines that gives the largest part for live curves.
const SHARE: usize = 2;

/// Time span of live curves (s): a few steps of an insect.
pub(super) const WINDOW: f64 = 2.0;

/// Observer of entries.
pub(super) struct Watcher {
    pub shared: Arc<Shared>,
    pub interrupt: Interrupt,
    /// Whether the terminal shows colours.
    pub colour: bool,
    /// Whether there is a terminal to draw on.
    pub draws: bool,
    /// The running `go`.
    pub going: Option<Going>,
}

/// A running `go`.
pub(super) struct Going {
    begun: Instant,
    /// Clock at its start (s).
    from: f64,
    /// Requested duration (s).
    seconds: f64,
    frames_left: u64,
}

impl Watcher {
    /// Whether curves replace the bar.
    fn draws_curves(&self) -> bool {
        self.draws && !self.shared.watched.lock().is_empty()
    }

    /// Draws the curves of the running `go`, with a line on its progress.
    fn draw(&self, going: &Going, time: f64, at_end: bool) {
        let (columns, rows) = *self.shared.size.lock();
        // The last column is left empty, because some terminals wrap after it.
        let columns = columns.saturating_sub(1).min(120);
        let watched = self.shared.watched.lock();
        let from = going.from.max(time - WINDOW);
        let lines = watched.draw(from, columns, (rows / SHARE).max(5));
        let mut lines = coloured(lines, self.colour);
        if !at_end {
            let wall = going.begun.elapsed().as_secs_f64();
            let factor = (time - going.from) / wall.max(1e-9);
            let done = 100.0 * (time - going.from) / going.seconds;
            let line = format!("{time:.3} s | {factor:.3}x real time | {done:.0} %");
            lines.push(fit(&line, columns));
        }
        self.shared.live.lock().show(lines);
    }
}

impl Observer for Watcher {
    fn inner(&mut self) -> Option<&mut dyn Observer> {
        Some(&mut self.interrupt)
    }

    fn print(&mut self, line: &str) {
        let progress = self.shared.progress.lock();
        let mut live = self.shared.live.lock();
        live.around(|| progress.around(|| say_line!("{line}")));
    }

    fn warned(&mut self, warnings: &[Diagnostic], sources: &Sources) -> bool {
        let colour = self.colour && std::io::stderr().is_terminal();
        let progress = self.shared.progress.lock();
        let mut live = self.shared.live.lock();
        live.around(|| progress.around(|| tell_drawn(&draw(warnings, sources, colour))));
        true
    }

    fn going(&mut self, stage: &Stage, seconds: f64) {
        if !self.draws_curves() {
            self.shared.progress.lock().begin(stage.world.time, seconds);
        }
        self.shared.live.lock().begin();
        self.going = Some(Going {
            begun: Instant::now(),
            from: stage.world.time,
            seconds,
            frames_left: Stretch::of_time(seconds, stage.world.dt).count(),
        });
    }

    fn wants(&mut self, _: &Stage) -> Option<Arc<[Arc<Expression>]>> {
        self.shared.watched.lock().expressions()
    }

    fn values(&mut self, time: f64, values: Vec<Option<Datum>>) {
        self.shared.watched.lock().take(time, &values);
    }

    fn frame(&mut self, stage: &Stage) -> ControlFlow<()> {
        let stopped = self.interrupt.is_set();
        let curves = self.draws_curves();
        if !curves {
            self.shared.progress.lock().at(stage.world.time);
        }
        if let Some(mut going) = self.going.take() {
            going.frames_left = going.frames_left.saturating_sub(1);
            let ends = going.frames_left == 0 || stopped;
            if curves && (ends || self.shared.live.lock().is_due()) {
                self.draw(&going, stage.world.time, ends);
            }
            if ends {
                let wall = going.begun.elapsed().as_secs_f64();
                let line = status(stage, stage.world.time - going.from, wall);
                let shown = self.shared.progress.lock().is_shown();
                self.shared.progress.lock().finish();
                self.shared.live.lock().settle();
                if stopped && !curves && std::io::stderr().is_terminal() {
                    // The terminal wrote `^C`: after the bar, which fills its line, or at the start of an empty line.
                    let up = if shown { "\x1b[A" } else { "" };
                    tell_drawn(&format!("\r\x1b[K{up}\r\x1b[K"));
                }
                let line = escaped(&line);
                match self.colour {
                    true => say_drawn(&(ink("2", &line) + "\n")),
                    false => say_line!("{line}"),
                }
            } else {
                self.going = Some(going);
            }
        }
        if stopped {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }

    fn diverged(&mut self, stage: &Stage, _: &Ledger) -> Option<String> {
        let time = stage.world.time;
        Some(format!("the figures are in their state at {time:.6} s"))
    }
}
