//! Saves the current world to a file, and loads one.

use super::events::{read_events, warn_of_lost};
use super::restore;
use super::saved_world::{SavedWorld, saved_world};
use super::structure::{differences, of_others, warn_of_unlike};
use crate::diagnostic::{Diagnostic, quote};
use crate::files::{Input, Output, read};
use crate::session::check;
use crate::session::collisions;
use crate::session::{Session, Snapshot, Stop};
use crate::source::Span;
use std::sync::Arc;

/// Writes the changing state of the current world to a file.
///
/// # Errors
/// The file cannot be written.
pub(crate) fn save(session: &mut Session, path: &str, at: Span) -> Result<(), Stop> {
    let file = session.file_access().writes(path, Output::State, at)?;
    session.write_effect(|session| {
        let (saved, lost) = saved_world(session);
        let written = saved.write(&file);
        written.map_err(|why| session.files.unwritable(path, &why, at))?;
        note_rows(session, path);
        warn_of_lost(session, lost, &format!("`{path}`"), "load", at);
        Ok(())
    })
}

/// Notes the schedules of the tables at the state in a file, which is the current one: a `load` of the file continues them.
fn note_rows(session: &mut Session, path: &str) {
    let file = session.files.output_path(path);
    for stage in &mut session.stages {
        stage.outputs.saved_rows.remove(&file);
    }
    let outputs = &mut session.here_mut().outputs;
    let rows = outputs.rows().collect();
    outputs.saved_rows.insert(file, rows);
}

/// Returns the bytes of a state file; none if a check cannot know them yet.
///
/// # Errors
/// The script may not read it, or it cannot be read; `writer` names the command that writes one.
pub(super) fn state_bytes(
    session: &mut Session,
    path: &str,
    writer: &str,
    at: Span,
) -> Result<Option<Vec<u8>>, Stop> {
    let file = session.files.output_path(path);
    // In a check, a file that the script will save does not exist yet.
    session.file_access().reads(path, &file, Input::State, at)?;
    let will_be_there = session.files.ledger.has_saved(&file) || session.check.is_uncertain();
    if will_be_there && !session.mode.has_effects() {
        return Ok(None);
    }
    // A file saved by this session exists when the script runs again.
    if !session.files.ledger.has_saved(&file) {
        session.inputs.add(&file);
    }
    let from = match session.files.ledger.has_saved(&file) {
        true => session.files.written_to(file),
        false => file,
    };
    let bytes = read(&from, session.files.largest).map_err(|why| {
        let message = format!("cannot read {}: {why}", quote(path));
        let help = format!(
            "`{writer} FILE` writes such a file; its path, too, is relative to the working directory"
        );
        Stop::from(Diagnostic::error("E030", at, message).help(help))
    })?;
    Ok(Some(bytes))
}

/// Restores the state in a file to the current world.
///
/// # Errors
/// The file cannot be read, is not a state, or belongs to other figures; nothing has changed then.
pub(crate) fn load(session: &mut Session, path: &str, at: Span) -> Result<(), Stop> {
    session.mode.world_replaced(session);
    let Some(bytes) = state_bytes(session, path, "save", at)? else {
        session.check.suppose_any_time(true);
        return Ok(());
    };
    let saved = SavedWorld::read(&bytes).map_err(|why| {
        let is_json = bytes.trim_ascii_start().starts_with(b"{");
        let (why, help) = match is_json {
            true => (
                format!("is not a valid state of a world: {why}"),
                "`save FILE` writes such a file",
            ),
            false => (
                "is not a file of `save`: those are JSON".to_owned(),
                "`save FILE` writes such a file; `loads`, `loadmotors` and `loadcontacts` read the files of `dumps`, `dumpmotors` and `dumpcontacts`",
            ),
        };
        let message = format!("{} {why}", quote(path));
        Stop::from(Diagnostic::error("E068", at, message).help(help))
    })?;
    if check::doubts_world(session) {
        return Ok(());
    }
    let differ = differences(&saved, session.here());
    if !differ.is_empty() {
        return Err(of_others(path, "these figures", differ, at));
    }
    warn_of_unlike(session, path, &saved.figures, at);
    match session.mode.has_effects() {
        true => take_in_world(session, &saved, path, at),
        false => {
            let stage = session.here_mut();
            stage.world.time = saved.state.world.time;
            (stage.simulated, stage.past.gone_from) = (saved.state.simulated, None);
            Ok(())
        }
    }
}

/// Restores a matching state to the current world.
fn take_in_world(
    session: &mut Session,
    saved: &SavedWorld,
    path: &str,
    at: Span,
) -> Result<(), Stop> {
    let (timers, watches) = read_events(session, &saved.timers, &saved.watches, path, at)?;
    let file = session.files.output_path(path);
    let known = session.here().outputs.saved_rows.get(&file);
    let snapshot = Snapshot {
        timers: Arc::new(timers),
        watches: watches.into(),
        // The tables of another run start again.
        rows: known.cloned().unwrap_or_default(),
        ..saved.state.clone()
    };
    session.here_mut().past.forget();
    restore(session, &snapshot)?;
    note_rows(session, path);
    collisions::find_solids(session);
    Ok(())
}
