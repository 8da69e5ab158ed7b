//! Saves the current world to a file, and loads one.

use super::saved_world::SavedWorld;
use super::structure::{differences, of_others};
use crate::diagnostic::{Diagnostic, quote};
use crate::files::{Input, Output, read};
use crate::session::{Session, Snapshot, Stop};
use crate::source::Span;
use std::sync::Arc;

impl Session {
    /// Writes the changing state of the current world to a file.
    ///
    /// # Errors
    /// The file cannot be written.
    pub(crate) fn save(&mut self, path: &str, at: Span) -> Result<(), Stop> {
        let file = self.writes(path, Output::State, at)?;
        self.in_a_run(|session| {
            let (saved, lost) = session.saved_world();
            let written = saved.write(&file);
            written.map_err(|why| session.unwritable(path, &why, at))?;
            session.note_rows(path);
            session.warn_of_lost(lost, &format!("`{path}`"), "load", at);
            Ok(())
        })
    }

    /// Notes the schedules of the tables at the state in a file, which is the current one: a `load` of the file continues them.
    fn note_rows(&mut self, path: &str) {
        let file = self.output_file(path);
        for stage in &mut self.stages {
            stage.outputs.saved_rows.remove(&file);
        }
        let outputs = &mut self.here_mut().outputs;
        let rows = outputs.rows().collect();
        outputs.saved_rows.insert(file, rows);
    }

    /// Returns the bytes of a state file; none if a check cannot know them yet.
    ///
    /// # Errors
    /// The script may not read it, or it cannot be read; `writer` names the command that writes one.
    pub(in crate::session) fn state_bytes(
        &mut self,
        path: &str,
        writer: &str,
        at: Span,
    ) -> Result<Option<Vec<u8>>, Stop> {
        let file = self.output_file(path);
        // In a check, a file that the script will save does not exist yet.
        self.reads(path, &file, Input::State, at)?;
        let will_be_there = self.files.ledger.has_saved(&file) || self.is_uncertain();
        if will_be_there && self.writes_nothing() {
            return Ok(None);
        }
        // A file saved by this session exists when the script runs again.
        if !self.files.ledger.has_saved(&file) {
            self.remember_input(&file);
        }
        let from = match self.files.ledger.has_saved(&file) {
            true => self.written_to(file),
            false => file,
        };
        let bytes = read(&from, self.files.largest).map_err(|why| {
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
    pub(crate) fn load(&mut self, path: &str, at: Span) -> Result<(), Stop> {
        self.in_a_check(Session::world_goes_on);
        let Some(bytes) = self.state_bytes(path, "save", at)? else {
            self.checks().suppose_any_time(true);
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
        if self.doubts_world() {
            return Ok(());
        }
        let differ = differences(&saved, self.here());
        if !differ.is_empty() {
            return Err(of_others(path, "these figures", differ, at));
        }
        self.checked_or_run(
            |session| {
                let stage = session.here_mut();
                stage.world.time = saved.state.world.time;
                (stage.simulated, stage.past.gone_from) = (saved.state.simulated, None);
                Ok(())
            },
            |session| session.take_in_world(&saved, path, at),
        )
    }

    /// Restores a matching state to the current world.
    fn take_in_world(&mut self, saved: &SavedWorld, path: &str, at: Span) -> Result<(), Stop> {
        let (timers, watches) = self.read_events(&saved.timers, &saved.watches, path, at)?;
        let file = self.output_file(path);
        let known = self.here().outputs.saved_rows.get(&file);
        let snapshot = Snapshot {
            timers: Arc::new(timers),
            watches: watches.into(),
            // The tables of another run start again.
            rows: known.cloned().unwrap_or_default(),
            ..saved.state.clone()
        };
        self.here_mut().past.forget();
        self.restore(&snapshot)?;
        self.note_rows(path);
        self.find_solids();
        Ok(())
    }
}
