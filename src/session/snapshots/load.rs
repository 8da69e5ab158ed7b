//! Loads a saved world.

use super::Snapshot;
use crate::diagnostic::{Diagnostic, quote};
use crate::files::{Input, read};
use crate::lang::syntax::ArgumentKind;
use crate::record::SavedWorld;
use crate::record::saved_world::{SavedAction, SavedLines, SavedTimer, SavedWatch};
use crate::run::{Fit, fit, read_attachments, read_colliding};
use crate::session::{Every, Session, Stop, Timer, Timers, Watch};
use crate::source::Span;
use crate::world::WorldSnapshot;
use std::sync::Arc;

impl Session {
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
            self.checker.clock.any_time = true;
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
        let fit = fit(&saved, self.here()).map_err(|differences| {
            let mut told = differences.into_iter();
            let first = told.next().unwrap_or_default();
            let message = format!("{} does not belong to these figures: {first}", quote(path));
            let mut help: Vec<String> = told.collect();
            help.push("load a state into figures built by the same script".to_owned());
            Stop::from(Diagnostic::error("E069", at, message).help(help.join("\n")))
        })?;
        self.checked_or_run(
            |session| {
                let stage = session.here_mut();
                stage.world.time = saved.time_s;
                (stage.simulated, stage.past.gone_from) = (saved.simulated_s, None);
                Ok(())
            },
            |session| session.take_in_world(&saved, &fit, path, at),
        )
    }

    /// Restores a matching state to the current world.
    fn take_in_world(
        &mut self,
        saved: &SavedWorld,
        fit: &Fit,
        path: &str,
        at: Span,
    ) -> Result<(), Stop> {
        let timers = self.read_timers(&saved.timers, path, at)?;
        let watches = self.read_watches(&saved.watches, path, at)?;
        let file = self.output_file(path);
        let stage = self.here();
        let known = stage.outputs.saved_rows.get(&file);
        let of = |i: &usize| saved.corpora.get(*i);
        let corpora = fit.corpora.iter().filter_map(of);
        let running = stage.world.corpora.iter();
        let snapshots = corpora.clone().zip(running);
        let (colliding, grips) = read_colliding(saved, &stage.world);
        let travels: Option<Vec<_>> = corpora.clone().map(|c| c.travel.clone()).collect();
        let gaits = fit.gaits.iter().filter_map(|i| saved.gaits.get(*i));
        let snapshot = Snapshot {
            world: WorldSnapshot {
                time: saved.time_s,
                settings: Arc::new(saved.settings.clone()),
                counters: saved.counters,
                corpora: snapshots
                    .map(|(saved_corpus, of)| saved_corpus.snapshot(of, saved.remembered_step))
                    .collect(),
                attachments: read_attachments(saved, &stage.world),
                colliding,
                grips,
            },
            gaits: gaits.map(|saved| saved.gait.clone()).collect(),
            timers: Arc::new(timers),
            watches: watches.into(),
            // Before its first `go` a world has none.
            travels: travels.unwrap_or_default(),
            // A state of another run has none: the tables start again.
            rows: known.cloned().unwrap_or_default(),
            frames: saved.frames,
            simulated: saved.simulated_s,
            starts_run: false,
        };
        debug_assert_eq!(stage.world.corpora.len(), snapshot.world.corpora.len());
        let stage = self.here_mut();
        stage.past.history.clear();
        stage.past.marks.went_back(f64::NEG_INFINITY);
        self.restore(&snapshot)?;
        self.note_rows(path);
        self.find_solids();
        Ok(())
    }

    pub(in crate::session) fn read_timers(
        &mut self,
        saved: &[SavedTimer],
        path: &str,
        at: Span,
    ) -> Result<Timers, Stop> {
        let mut timers = Timers::default();
        for timer in saved {
            let read = self.read_timer(timer, path, at);
            timers.set(read.map_err(|why| unreadable(&timer.lines, path, at, why))?);
        }
        Ok(timers)
    }

    fn read_timer(
        &mut self,
        timer: &SavedTimer,
        path: &str,
        at: Span,
    ) -> Result<Timer, Option<Diagnostic>> {
        let lines = &timer.lines;
        let heads: &[&str] = match timer.action {
            SavedAction::Command => {
                let name = format!("{path}: a timer");
                return Ok(Timer {
                    due: timer.due_s,
                    closure: self.read_command(lines, &name, timer.phase_s, at)?,
                    name: Arc::default(),
                    phase: timer.phase_s,
                    every: None,
                });
            }
            SavedAction::Block => &["after", "at"],
            SavedAction::Every { .. } => &["every"],
        };
        let (closure, event) = self.read_event(lines, heads, &format!("{path}: an event"), at)?;
        Ok(Timer {
            due: timer.due_s,
            closure,
            name: self.name_of_event(&event),
            phase: timer.phase_s,
            every: match timer.action {
                SavedAction::Every {
                    start_s,
                    period_s,
                    passes,
                } => Some(Every {
                    start: start_s,
                    period: period_s,
                    passes,
                }),
                _ => None,
            },
        })
    }

    pub(in crate::session) fn read_watches(
        &mut self,
        saved: &[SavedWatch],
        path: &str,
        at: Span,
    ) -> Result<Vec<Watch>, Stop> {
        let mut watches = vec![];
        for watch in saved {
            let read = self.read_watch(watch, path, at);
            watches.push(read.map_err(|why| unreadable(&watch.lines, path, at, why))?);
        }
        Ok(watches)
    }

    fn read_watch(
        &mut self,
        watch: &SavedWatch,
        path: &str,
        at: Span,
    ) -> Result<Watch, Option<Diagnostic>> {
        let name = format!("{path}: an event");
        let (closure, event) = self.read_event(&watch.lines, &["when"], &name, at)?;
        match event.arguments.first().map(|argument| &argument.kind) {
            Some(ArgumentKind::Computed(condition)) => Ok(Watch {
                condition: Arc::clone(condition),
                name: self.name_of_event(&event),
                closure,
                held: watch.held,
            }),
            _ => Err(None),
        }
    }
}

/// Makes the report of pending lines that are not valid here.
fn unreadable(lines: &SavedLines, path: &str, at: Span, why: Option<Diagnostic>) -> Stop {
    let text = quote(lines.text.lines().next().unwrap_or_default());
    let message = match why {
        Some(why) => format!(
            "{} does not belong to this script: its pending event {text} is not valid here: {}",
            quote(path),
            why.message
        ),
        None => format!(
            "{} does not belong to this script: its pending event {text} is not valid here",
            quote(path)
        ),
    };
    let help = "load a state into figures built by the same script";
    Stop::mistake("E069", at, message, help)
}
