//! Observer of a session: receives prints and frames, and may stop the run.

use super::scope::{Lookup, Reach};
use super::stage::Stage;
use super::{Film, FilmRecorder, Session, Snap};
use crate::files::Ledger;
use crate::lang::evaluate::evaluate;
use crate::lang::syntax::Expression;
use crate::lang::value::Datum;
use std::io;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

/// Interface between a session and its front end.
pub trait Observer {
    /// Returns the wrapped observer, which handles everything that this one does not.
    fn inner(&mut self) -> Option<&mut dyn Observer> {
        None
    }

    /// Receives a line for the user.
    fn print(&mut self, line: &str) {
        if let Some(inner) = self.inner() {
            inner.print(line);
        }
    }

    /// Prepares for a `go` of `seconds` of simulated time.
    fn going(&mut self, stage: &Stage, seconds: f64) {
        if let Some(inner) = self.inner() {
            inner.going(stage, seconds);
        }
    }

    /// Returns the expressions whose values it needs for this frame; none if it needs none.
    fn wants(&mut self, stage: &Stage) -> Option<Arc<[Arc<Expression>]>> {
        self.inner()?.wants(stage)
    }

    /// Receives the requested values at clock `time` (s); none for a value that cannot be read.
    fn values(&mut self, time: f64, values: Vec<Option<Datum>>) {
        if let Some(inner) = self.inner() {
            inner.values(time, values);
        }
    }

    /// Receives a simulated frame. `Break` ends the run here.
    fn frame(&mut self, stage: &Stage) -> ControlFlow<()> {
        let inner = self.inner();
        inner.map_or(ControlFlow::Continue(()), |inner| inner.frame(stage))
    }

    /// Writes a picture of the stage to a file. An observer without pictures does nothing.
    ///
    /// # Errors
    /// The file cannot be written.
    fn snap(&mut self, stage: &Stage, snap: Snap, file: &Path) -> io::Result<()> {
        let inner = self.inner();
        inner.map_or(Ok(()), |inner| inner.snap(stage, snap, file))
    }

    /// Starts a film that goes to a file or folder. An observer without films returns none.
    ///
    /// # Errors
    /// The file cannot be written, or a required program is missing.
    fn film(
        &mut self,
        stage: &Stage,
        film: &Film,
        file: &Path,
    ) -> io::Result<Option<Box<dyn FilmRecorder>>> {
        let inner = self.inner();
        inner.map_or(Ok(None), |inner| inner.film(stage, film, file))
    }

    /// Tests for a check whether [`Observer::film`] could start a film.
    ///
    /// # Errors
    /// As [`Observer::film`].
    fn can_film(&mut self, film: &Film, file: &Path) -> io::Result<()> {
        let inner = self.inner();
        inner.map_or(Ok(()), |inner| inner.can_film(film, file))
    }

    /// Receives the stage after lines of [`Observer::orders`] have run. `Break` ends the run here.
    fn obeyed(&mut self, stage: &Stage) -> ControlFlow<()> {
        let inner = self.inner();
        inner.map_or(ControlFlow::Continue(()), |inner| inner.obeyed(stage))
    }

    /// Returns lines of the language to run before the next frame.
    fn orders(&mut self) -> Vec<String> {
        let inner = self.inner();
        inner.map_or(vec![], |inner| inner.orders())
    }

    /// Receives the result of a line of [`Observer::orders`] that ran at clock `time` (s): none, or why it failed.
    fn ordered(&mut self, time: f64, line: &str, wrong: Option<&str>) {
        if let Some(inner) = self.inner() {
            inner.ordered(time, line, wrong);
        }
    }

    /// Receives a periodic call while the script runs without simulating. `Break` ends the run here.
    fn pulse(&mut self) -> ControlFlow<()> {
        let inner = self.inner();
        inner.map_or(ControlFlow::Continue(()), |inner| inner.pulse())
    }

    /// Receives a diverged simulation; the stage is in its last valid state. Returns a sentence on where that is saved. `files`
    /// lists the files that the run has read and writes.
    fn diverged(&mut self, stage: &Stage, files: &Ledger) -> Option<String> {
        self.inner()?.diverged(stage, files)
    }
}

impl Session {
    /// Passes the requested values to the observer. This does not affect the simulation.
    pub(super) fn show_values(&mut self) {
        let Some(wanted) = self.observer.wants(&self.stages[self.stage]) else {
            return;
        };
        self.observe();
        let values = self.values_of(&wanted);
        let time = self.here().world.time;
        self.observer.values(time, values);
    }

    /// Evaluates expressions with the script's names, as of the last [`Session::observe`]; none for an expression without a
    /// value.
    #[must_use]
    pub fn values_of(&mut self, expressions: &[Arc<Expression>]) -> Vec<Option<Datum>> {
        // Local names of a running call or loop are not visible.
        self.own.scopes.enter(Reach::Event, vec![]);
        // The display must not affect where a run can stop.
        let lines = self.progress.steps.get();
        let reader = Lookup::new(self);
        let value = |expression: &Arc<Expression>| evaluate(expression, &reader).ok();
        let values = expressions.iter().map(value).collect();
        self.progress.steps.set(lines);
        self.own.scopes.leave();
        values
    }
}

/// An observer that does nothing.
pub struct Quiet;

impl Observer for Quiet {}
