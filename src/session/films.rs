//! Films and pictures made by a script: the session keeps them in step with the clock.

use super::{Film, FilmRecorder, RunningFilm, Session, Snap, Stage, Stop};
use crate::diagnostic::{Diagnostic, quote};
use crate::files::{Output, same_file};
use crate::scene::FilmKind;
use crate::source::Span;
use std::io;

/// Starts a film.
///
/// # Errors
/// The script may not write there, the file cannot be written, or a program that makes such films is missing.
pub(crate) fn start(session: &mut Session, path: &str, film: &Film, at: Span) -> Result<(), Stop> {
    let named = session.files.output_path(path);
    let takes = session.stages.iter().flat_map(|stage| &stage.outputs.films);
    let mut takes = takes.filter(|take| same_file(&take.file, &named));
    if let (Some(running), false) = (takes.next(), session.check.is_uncertain()) {
        let message = format!("a film is already being written to {}", quote(path));
        let help = "`film stop` ends that film; another one needs a different name";
        let report = Diagnostic::error("E086", at, message).note(running.place, "started here");
        return Err(report.help(help).into());
    }
    let file = match film.kind {
        FilmKind::Folder => session.file_access().writes_frames(path, at)?,
        _ => session.file_access().writes(path, Output::Film, at)?,
    };
    if session.check.is_uncertain() {
        // This line may not run.
        session.check.suppose_filming();
        return Ok(());
    }
    let begun = session.mode.film(session, film, &file);
    let recorder = begun.map_err(|why| unfilmable(session, path, &why, at))?;
    let take = RunningFilm {
        recorder,
        path: path.to_owned(),
        file: named,
        place: at,
        has_gone: session.activity.going,
    };
    let stage = session.here_mut();
    stage.outputs.films.push(take);
    if !session.activity.going {
        return Ok(());
    }
    // The current `go` has started without it.
    observe(session);
    let stage = &mut session.stages[session.stage];
    let mut films = std::mem::take(&mut stage.outputs.films);
    let begun = match films.last_mut().and_then(|take| take.recorder.as_mut()) {
        Some(recorder) => recorder.start_go(stage),
        None => Ok(()),
    };
    stage.outputs.films = films;
    begun.map_err(|why| {
        session.here_mut().outputs.films.pop();
        session.files.unwritable(path, &why, at).into()
    })
}

/// Makes the report of a film that cannot be started.
fn unfilmable(session: &mut Session, path: &str, why: &io::Error, at: Span) -> Stop {
    if why.kind() != io::ErrorKind::Unsupported {
        return session.files.unwritable(path, why, at).into();
    }
    // A program is missing, or the format does not support it.
    session.files.failed = true;
    let text = why.to_string();
    let (what, help) = text.split_once("; ").unwrap_or((&text, ""));
    let message = format!("cannot write {}: {what}", quote(path));
    let report = Diagnostic::error("E086", at, message);
    match help {
        "" => report.into(),
        help => report.help(help).into(),
    }
}

/// Prepares the films for a `go`.
pub(super) fn prepare(session: &mut Session) -> Result<(), Stop> {
    for take in &mut session.here_mut().outputs.films {
        take.has_gone = true;
    }
    for_each_film(session, |recorder, stage| recorder.start_go(stage))
}

/// Passes a simulated frame to the films.
pub(super) fn add_frame(session: &mut Session) -> Result<(), Stop> {
    for_each_film(session, |recorder, stage| recorder.frame(stage))
}

/// Calls a function for each film of this world. A film that fails ends; the others continue.
fn for_each_film(
    session: &mut Session,
    mut act: impl FnMut(&mut dyn FilmRecorder, &Stage) -> io::Result<()>,
) -> Result<(), Stop> {
    let stage = &mut session.stages[session.stage];
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
        Some((path, place, why)) => Err(session.files.unwritable(&path, &why, place).into()),
        None => Ok(()),
    }
}

/// Ends the films of this world, or the one of a path. At the prompt, prints their descriptions.
///
/// # Errors
/// There is no film, one has no frames, or it cannot be written.
pub(crate) fn stop(
    session: &mut Session,
    path: Option<(&str, Span)>,
    at: Span,
) -> Result<(), Stop> {
    let meant = path.map(|(path, _)| session.files.output_path(path));
    let is_meant = |take: &RunningFilm| {
        meant
            .as_ref()
            .is_none_or(|file| same_file(file, &take.file))
    };
    let films = std::mem::take(&mut session.here_mut().outputs.films);
    let (ends, stay): (Vec<_>, Vec<_>) = films.into_iter().partition(is_meant);
    session.here_mut().outputs.films = stay;
    if ends.is_empty() {
        if session.check.is_uncertain() || session.check.is_maybe_filming() {
            return Ok(());
        }
        let (message, at) = match path {
            Some((path, at)) => (format!("no film is being written to {}", quote(path)), at),
            None => ("there is no film to end".to_owned(), at),
        };
        let report = Diagnostic::error("E086", at, message);
        let running: Vec<String> = session
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
    let typed = session.sources.is_typed(at.source);
    let mut result = Ok(());
    for take in ends {
        match finish_film(session, take) {
            Ok(Some(line)) if typed => session.print(&line),
            Ok(_) => {}
            Err(stop) => result = result.and(Err(stop)),
        }
    }
    result
}

/// Ends all films at the end of a script, with or without an error.
pub(super) fn end_all(session: &mut Session, result: Result<(), Stop>) -> Result<(), Stop> {
    let mut result = result;
    for take in take_films(session) {
        // After an error, a missing `go` is not reported.
        if !take.has_gone && (result.is_err() || session.has_errors()) {
            continue;
        }
        let finished = finish_film(session, take).map(|_| ());
        result = session.diagnostics.with_end(result, finished);
    }
    result
}

/// Removes and returns the films of all worlds.
fn take_films(session: &mut Session) -> Vec<RunningFilm> {
    let stages = session.stages.iter_mut();
    stages
        .flat_map(|stage| std::mem::take(&mut stage.outputs.films))
        .collect()
}

/// Ends all films at the end of the session. Returns a line for each: its description, or why it could not be written.
pub fn end_films(session: &mut Session) -> Vec<String> {
    let mut lines = vec![];
    for take in take_films(session).into_iter().filter(|take| take.has_gone) {
        match finish_film(session, take) {
            Ok(line) => lines.extend(line),
            Err(Stop::Mistake(report)) => lines.push(report.message),
            Err(_) => {}
        }
    }
    lines
}

fn finish_film(session: &mut Session, take: RunningFilm) -> Result<Option<String>, Stop> {
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
        Err(why) => Err(session.files.unwritable(&path, &why, place).into()),
    }
}

/// Requests a picture of the current moment in a file.
///
/// # Errors
/// The script may not write there, or it could not be written.
pub(crate) fn snap(session: &mut Session, path: &str, snap: Snap, at: Span) -> Result<(), Stop> {
    let file = session.file_access().writes(path, Output::Picture, at)?;
    session.write_effect(|session| {
        observe(session);
        let stage = &session.stages[session.stage];
        let taken = session.observer.snap(stage, snap, &file);
        taken.map_err(|why| session.files.unwritable(path, &why, at).into())
    })
}

/// Updates forces and contacts if pictures show them. This does not affect the simulation.
pub(super) fn observe(session: &mut Session) {
    let shown = session.here().look.shown;
    if shown.forces || shown.contacts {
        session.here_mut().world.observe();
    }
}
