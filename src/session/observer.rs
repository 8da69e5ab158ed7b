//! Observer of a session: receives prints and frames, and may stop the run.

use super::scope::{Lookup, Reach};
use super::stage::Stage;
use super::{Film, Reel, Session, Snap};
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
    /// The observer that this one stands in front of: it does what this one does not do itself.
    fn inner(&mut self) -> Option<&mut dyn Observer> {
        None
    }

    /// A line for the user.
    fn print(&mut self, line: &str) {
        if let Some(inner) = self.inner() {
            inner.print(line);
        }
    }

    /// A `go` begins; it will last `seconds` of simulated time.
    fn going(&mut self, stage: &Stage, seconds: f64) {
        if let Some(inner) = self.inner() {
            inner.going(stage, seconds);
        }
    }

    /// The expressions whose values it wants to see of this frame; nothing where it wants none.
    fn wants(&mut self, stage: &Stage) -> Option<Arc<[Arc<Expression>]>> {
        self.inner()?.wants(stage)
    }

    /// The values that it wanted, as the clock shows `time` (s); nothing in place of one that cannot be read.
    fn values(&mut self, time: f64, values: Vec<Option<Datum>>) {
        if let Some(inner) = self.inner() {
            inner.values(time, values);
        }
    }

    /// A frame is done. `Break` ends the run here.
    fn frame(&mut self, stage: &Stage) -> ControlFlow<()> {
        match self.inner() {
            Some(inner) => inner.frame(stage),
            None => ControlFlow::Continue(()),
        }
    }

    /// Writes a picture of the stage to a file. Who shows no pictures does nothing.
    ///
    /// # Errors
    /// The file cannot be written.
    fn snap(&mut self, stage: &Stage, snap: Snap, file: &Path) -> io::Result<()> {
        match self.inner() {
            Some(inner) => inner.snap(stage, snap, file),
            None => Ok(()),
        }
    }

    /// Begins a film that goes to a file or folder. Who makes no films gives none.
    ///
    /// # Errors
    /// The file cannot be written, or what makes such films is missing.
    fn film(
        &mut self,
        stage: &Stage,
        film: &Film,
        file: &Path,
    ) -> io::Result<Option<Box<dyn Reel>>> {
        match self.inner() {
            Some(inner) => inner.film(stage, film, file),
            None => Ok(None),
        }
    }

    /// Whether [`Observer::film`] could begin a film; a check asks that.
    ///
    /// # Errors
    /// As [`Observer::film`].
    fn can_film(&mut self, film: &Film, file: &Path) -> io::Result<()> {
        match self.inner() {
            Some(inner) => inner.can_film(film, file),
            None => Ok(()),
        }
    }

    /// Lines of [`Observer::orders`] have run behind a frame. `Break` ends the run here.
    fn obeyed(&mut self, stage: &Stage) -> ControlFlow<()> {
        match self.inner() {
            Some(inner) => inner.obeyed(stage),
            None => ControlFlow::Continue(()),
        }
    }

    /// Lines of the language to run before the next frame, from who looks on.
    fn orders(&mut self) -> Vec<String> {
        match self.inner() {
            Some(inner) => inner.orders(),
            None => vec![],
        }
    }

    /// A line of [`Observer::orders`] has run as the clock showed `time` (s), or why it could not.
    fn ordered(&mut self, time: f64, line: &str, wrong: Option<&str>) {
        if let Some(inner) = self.inner() {
            inner.ordered(time, line, wrong);
        }
    }

    /// The script has been at work for a while without simulating. `Break` ends the run here.
    fn pulse(&mut self) -> ControlFlow<()> {
        match self.inner() {
            Some(inner) => inner.pulse(),
            None => ControlFlow::Continue(()),
        }
    }

    /// The simulation left reason; the stage is in its last good state. Gives back a sentence on where that is kept.
    /// `files` tells which files the run has read and writes.
    fn diverged(&mut self, stage: &Stage, files: &Ledger) -> Option<String> {
        self.inner()?.diverged(stage, files)
    }
}

impl Session {
    /// Gives the observer the values that it wants to see. It changes nothing that the simulation goes by.
    pub(super) fn show_values(&mut self) {
        let Some(wanted) = self.observer.wants(&self.stages[self.stage]) else {
            return;
        };
        self.observe();
        let values = self.values_of(&wanted);
        let time = self.here().world.time;
        self.observer.values(time, values);
    }

    /// Values of expressions with the script's names, as of the last [`Session::observe`]; none for an expression without a
    /// value.
    #[must_use]
    pub fn values_of(&mut self, expressions: &[Arc<Expression>]) -> Vec<Option<Datum>> {
        // The names of a call or loop that runs at the moment are not meant.
        self.own.scopes.enter(Reach::Event, vec![]);
        let reader = Lookup::new(self);
        let value = |expression: &Arc<Expression>| evaluate(expression, &reader).ok();
        let values = expressions.iter().map(value).collect();
        self.own.scopes.leave();
        values
    }
}

/// An observer that does nothing.
pub struct Quiet;

impl Observer for Quiet {}
