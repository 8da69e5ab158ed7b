//! Films made by a script: the front end draws them, and the session keeps them in step with the clock.

use super::{Session, Stage, Stop};
use crate::diagnostic::{Diagnostic, quote};
use crate::files::{Output, same_file};
use crate::scene::FilmKind;
use crate::source::Span;
use std::io;
use std::path::PathBuf;

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
pub trait FilmRecorder {
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
    recorder: Option<Box<dyn FilmRecorder>>,
    /// Its path in the script, and the actual path.
    path: String,
    file: PathBuf,
    /// Source position of its command.
    place: Span,
    /// Whether there was a `go`, also in a check.
    has_gone: bool,
}

impl Session {
    /// Starts a film.
    ///
    /// # Errors
    /// The script may not write there, the file cannot be written, or a program that makes such films is missing.
    pub(crate) fn film(&mut self, path: &str, film: &Film, at: Span) -> Result<(), Stop> {
        let named = self.output_file(path);
        let takes = self.stages.iter().flat_map(|stage| &stage.outputs.films);
        let mut takes = takes.filter(|take| same_file(&take.file, &named));
        if let (Some(running), false) = (takes.next(), self.check.is_uncertain()) {
            let message = format!("a film is already being written to {}", quote(path));
            let help = "`film stop` ends that film; another one needs a different name";
            let report = Diagnostic::error("E086", at, message).note(running.place, "started here");
            return Err(report.help(help).into());
        }
        let file = match film.kind {
            FilmKind::Folder => self.writes_frames(path, at)?,
            _ => self.writes(path, Output::Film, at)?,
        };
        if self.check.is_uncertain() {
            // This line may not run.
            self.check.suppose_filming();
            return Ok(());
        }
        let begun = self.mode.film(self, film, &file);
        let recorder = begun.map_err(|why| self.unfilmable(path, &why, at))?;
        let take = RunningFilm {
            recorder,
            path: path.to_owned(),
            file: named,
            place: at,
            has_gone: self.activity.going,
        };
        let stage = self.here_mut();
        stage.outputs.films.push(take);
        if !self.activity.going {
            return Ok(());
        }
        // The current `go` has started without it.
        self.observe_for_pictures();
        let stage = &mut self.stages[self.stage];
        let mut films = std::mem::take(&mut stage.outputs.films);
        let begun = match films.last_mut().and_then(|take| take.recorder.as_mut()) {
            Some(recorder) => recorder.start_go(stage),
            None => Ok(()),
        };
        stage.outputs.films = films;
        begun.map_err(|why| {
            self.here_mut().outputs.films.pop();
            self.unwritable(path, &why, at).into()
        })
    }

    /// Makes the report of a film that cannot be started.
    fn unfilmable(&mut self, path: &str, why: &io::Error, at: Span) -> Stop {
        if why.kind() != io::ErrorKind::Unsupported {
            return self.unwritable(path, why, at).into();
        }
        // A program is missing, or the format does not support it.
        self.files.failed = true;
        let told = why.to_string();
        let (what, help) = told.split_once("; ").unwrap_or((&told, ""));
        let message = format!("cannot write {}: {what}", quote(path));
        let report = Diagnostic::error("E086", at, message);
        match help {
            "" => report.into(),
            help => report.help(help).into(),
        }
    }

    /// Prepares the films for a `go`.
    pub(super) fn films_go(&mut self) -> Result<(), Stop> {
        for take in &mut self.here_mut().outputs.films {
            take.has_gone = true;
        }
        self.for_each_film(|recorder, stage| recorder.start_go(stage))
    }

    /// Passes a simulated frame to the films.
    pub(super) fn see_films(&mut self) -> Result<(), Stop> {
        self.for_each_film(|recorder, stage| recorder.frame(stage))
    }

    /// Calls a function for each film of this world. A film that fails ends; the others continue.
    fn for_each_film(
        &mut self,
        mut act: impl FnMut(&mut dyn FilmRecorder, &Stage) -> io::Result<()>,
    ) -> Result<(), Stop> {
        let stage = &mut self.stages[self.stage];
        let mut films = std::mem::take(&mut stage.outputs.films);
        let mut failed = None;
        films.retain_mut(|take| {
            let Some(recorder) = &mut take.recorder else {
                return true;
            };
            match act(recorder.as_mut(), stage) {
                Ok(()) => true,
                Err(why) => {
                    failed.get_or_insert((take.path.clone(), take.place, why));
                    false
                }
            }
        });
        // Keeps films that lines of a timer have started meanwhile.
        films.append(&mut stage.outputs.films);
        stage.outputs.films = films;
        match failed {
            Some((path, place, why)) => Err(self.unwritable(&path, &why, place).into()),
            None => Ok(()),
        }
    }

    /// Ends the films of this world, or the one of a path. At the prompt, prints their descriptions.
    ///
    /// # Errors
    /// There is no film, one has no frames, or it cannot be written.
    pub(crate) fn stop_filming(
        &mut self,
        path: Option<(&str, Span)>,
        at: Span,
    ) -> Result<(), Stop> {
        let meant = path.map(|(path, _)| self.output_file(path));
        let is_meant = |take: &RunningFilm| {
            meant
                .as_ref()
                .is_none_or(|file| same_file(file, &take.file))
        };
        let films = std::mem::take(&mut self.here_mut().outputs.films);
        let (ends, stay): (Vec<_>, Vec<_>) = films.into_iter().partition(is_meant);
        self.here_mut().outputs.films = stay;
        if ends.is_empty() {
            if self.check.is_uncertain() || self.check.is_maybe_filming() {
                return Ok(());
            }
            let (message, at) = match path {
                Some((path, at)) => (format!("no film is being written to {}", quote(path)), at),
                None => ("there is no film to end".to_owned(), at),
            };
            let report = Diagnostic::error("E086", at, message);
            let running: Vec<String> = self
                .here()
                .outputs
                .films
                .iter()
                .map(|t| quote(&t.path))
                .collect();
            return Err(match running.as_slice() {
                [] => report.help("`film walk.gif` starts one"),
                _ => report.help(format!("running films: {}", running.join(", "))),
            }
            .into());
        }
        let typed = self.sources.is_typed(at.source);
        let mut result = Ok(());
        for take in ends {
            match self.finish_film(take) {
                Ok(Some(line)) if typed => self.print(&line),
                Ok(_) => {}
                Err(stop) => result = result.and(Err(stop)),
            }
        }
        result
    }

    /// Ends all films at the end of a script, with or without an error.
    pub(super) fn with_films_ended(&mut self, result: Result<(), Stop>) -> Result<(), Stop> {
        let mut result = result;
        for take in self.take_films() {
            // After an error, a missing `go` is not reported.
            if !take.has_gone && (result.is_err() || self.has_errors()) {
                continue;
            }
            let finished = self.finish_film(take).map(|_| ());
            result = self.with_end(result, finished);
        }
        result
    }

    /// Removes and returns the films of all worlds.
    fn take_films(&mut self) -> Vec<RunningFilm> {
        let stages = self.stages.iter_mut();
        stages
            .flat_map(|stage| std::mem::take(&mut stage.outputs.films))
            .collect()
    }

    /// Ends all films at the end of the session. Returns a line for each: its description, or why it could not be written.
    pub fn end_films(&mut self) -> Vec<String> {
        let mut lines = vec![];
        for take in self.take_films().into_iter().filter(|take| take.has_gone) {
            match self.finish_film(take) {
                Ok(line) => lines.extend(line),
                Err(Stop::Mistake(report)) => lines.push(report.message),
                Err(_) => {}
            }
        }
        lines
    }

    fn finish_film(&mut self, take: RunningFilm) -> Result<Option<String>, Stop> {
        let RunningFilm {
            recorder,
            path,
            place,
            ..
        } = take;
        if !take.has_gone {
            let message = "this film is empty: no `go` comes after it";
            let help =
                "write this line before the `go` that it should film, and `film stop` after that";
            return Err(Stop::mistake("E086", place, message, help));
        }
        let Some(recorder) = recorder else {
            return Ok(None);
        };
        match recorder.finish() {
            Ok(what) => Ok(Some(format!("{path}: {what}"))),
            Err(why) => Err(self.unwritable(&path, &why, place).into()),
        }
    }
}
