//! The front end of a session: the observer that receives prints and frames and may stop the run, and its films and pictures.

use super::Stage;
use crate::diagnostic::Diagnostic;
use crate::files::Ledger;
use crate::lang::syntax::Expression;
use crate::lang::value::Datum;
use crate::scene::FilmKind;
use crate::source::{Sources, Span};
use crate::stop::StopSignal;
use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Interface between a session and its front end.
pub trait Observer: Send {
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

    /// Receives the warnings since its last call, before a `go` that may take long. Returns whether it has shown that.
    fn warned(&mut self, warnings: &[Diagnostic], sources: &Sources) -> bool {
        let inner = self.inner();
        inner.is_some_and(|inner| inner.warned(warnings, sources))
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

    /// Receives the work of lines that have run since its last call, in steps: one for each line of a block, eight for each command, and one for each
    /// 64 elements that an expression went through.
    fn worked(&mut self, steps: u64) {
        if let Some(inner) = self.inner() {
            inner.worked(steps);
        }
    }

    /// Receives a periodic call while the script runs without simulating, after [`Observer::worked`]. `Break` ends the run here.
    fn pulse(&mut self) -> ControlFlow<()> {
        let inner = self.inner();
        inner.map_or(ControlFlow::Continue(()), |inner| inner.pulse())
    }

    /// Whether a frame may be simulated on several threads: not where many runs share them.
    fn uses_threads(&mut self) -> bool {
        self.inner().is_some_and(|inner| inner.uses_threads())
    }

    /// Returns the signal at which a frame that is being simulated is given up.
    fn stop_signal(&mut self) -> StopSignal {
        let inner = self.inner();
        inner.map_or_else(StopSignal::default, |inner| inner.stop_signal())
    }

    /// Receives a diverged simulation; the stage is in its last valid state. Returns a sentence on where that is saved. `files`
    /// lists the files that the run has read and writes.
    fn diverged(&mut self, stage: &Stage, files: &Ledger) -> Option<String> {
        self.inner()?.diverged(stage, files)
    }
}

/// An observer that does nothing.
pub struct Quiet;

impl Observer for Quiet {}

/// Settings of a film.
#[derive(Clone, Debug, PartialEq)]
pub struct Film {
    /// Format.
    pub kind: FilmKind,
    /// Camera of the whole film; by default the current one at each moment.
    pub camera: Option<String>,
    /// Simulated time between frames (s); none for the default of the kind: real time, or six pictures of a strip.
    pub every: Option<f64>,
    /// Frames per second of the film.
    pub fps: f64,
    /// Columns of pixels of a frame.
    pub width: usize,
    /// Rows of pixels of a frame.
    pub height: usize,
}

impl Film {
    /// Returns the simulated time between frames (s).
    #[must_use]
    pub fn interval(&self) -> f64 {
        self.every.unwrap_or(1.0 / self.fps)
    }

    /// Returns the slow-motion factor.
    #[must_use]
    pub fn slow(&self) -> f64 {
        1.0 / (self.fps * self.interval())
    }
}

/// A film in progress, drawn by the front end.
pub trait FilmRecorder: Send {
    /// Prepares for a `go`: the figures may have changed, and the clock may have jumped.
    ///
    /// # Errors
    /// As [`FilmRecorder::frame`].
    fn start_go(&mut self, stage: &Stage) -> io::Result<()>;

    /// Draws the pictures that are due after a simulated frame.
    ///
    /// # Errors
    /// They cannot be written.
    fn frame(&mut self, stage: &Stage) -> io::Result<()>;

    /// Completes the film and moves it to its target. Returns a short description.
    ///
    /// # Errors
    /// It cannot be written; the target is unchanged.
    fn finish(self: Box<Self>) -> io::Result<String>;
}

/// A film started by a script.
pub struct RunningFilm {
    /// The film; none in a check, or if the front end makes no films.
    pub(super) recorder: Option<Box<dyn FilmRecorder>>,
    /// Its path in the script, and the actual path.
    pub(super) path: String,
    pub(super) file: PathBuf,
    /// Source position of its command.
    pub(super) place: Span,
    /// Whether there was a `go`, also in a check.
    pub(super) has_gone: bool,
}

/// A picture of one moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Snap {
    /// Number of the camera in the look of the world; none for the default one.
    pub camera: Option<usize>,
    /// Columns of pixels.
    pub width: usize,
    /// Rows of pixels.
    pub height: usize,
}
