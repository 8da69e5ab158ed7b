//! Saves the current world to a file.

use super::lines::Unsaved;
use crate::diagnostic::Diagnostic;
use crate::files::Output;
use crate::record::SavedWorld;
use crate::record::saved_world::{FORMAT, SavedAction, SavedGait, SavedTimer, SavedWatch};
use crate::run::{saved_attachments, saved_colliding};
use crate::session::{Closure, Code, Session, Stop};
use crate::source::Span;
use std::path::Path;

impl Session {
    /// Writes the changing state of the current world to a file.
    ///
    /// # Errors
    /// The file cannot be written.
    pub(crate) fn save(&mut self, path: &str, at: Span) -> Result<(), Stop> {
        let file = self.writes(path, Output::State, at)?;
        self.in_a_run(|session| session.write_state(path, &file, at))
    }

    fn write_state(&mut self, path: &str, file: &Path, at: Span) -> Result<(), Stop> {
        let (saved, lost) = self.saved_world();
        let written = saved.write(file);
        written.map_err(|why| self.unwritable(path, &why, at))?;
        self.note_rows(path);
        self.warn_of_lost(lost, &format!("`{path}`"), "load", at);
        Ok(())
    }

    /// Notes the schedules of the tables at the state in a file, which is the current one: a `load` of the file continues them.
    pub(super) fn note_rows(&mut self, path: &str) {
        let file = self.output_file(path);
        for stage in &mut self.stages {
            stage.outputs.saved_rows.remove(&file);
        }
        let outputs = &mut self.here_mut().outputs;
        let rows = outputs.rows().collect();
        outputs.saved_rows.insert(file, rows);
    }

    /// Warns of pending events that are not in a file; `reader` is the command that reads the file.
    pub(in crate::session) fn warn_of_lost(
        &mut self,
        lost: Vec<Unsaved>,
        file: &str,
        reader: &str,
        at: Span,
    ) {
        let message = match lost.len() {
            0 => return,
            1 => format!("1 pending event is not in {file}"),
            n => format!("{n} pending events are not in {file}"),
        };
        let help = format!("set the events again after the `{reader}`");
        let mut report = Diagnostic::warning("W010", at, message).help(help);
        for Unsaved { head, why } in lost {
            report = report.note(
                head,
                format!("set by this line, and not saved because {why}"),
            );
        }
        self.report(report);
    }

    /// The present world as it is written, and what waits but could not be put into words.
    fn saved_world(&self) -> (SavedWorld, Vec<Unsaved>) {
        let (timers, watches, lost) = self.saved_waiting();
        let stage = self.here();
        let world = stage.world.snapshot(None);
        let corpora = world.corpora.iter().enumerate();
        let corpora = corpora.filter_map(|(i, kept)| stage.saved_corpus(i, kept));
        let gaits = stage.definitions.roaches.iter().map(|roach| SavedGait {
            name: roach.name.clone(),
            gait: roach.gait.clone(),
        });
        let saved = SavedWorld {
            corpus_world: FORMAT,
            time_s: world.time,
            simulated_s: stage.simulated,
            frames: stage.frames,
            settings: (*world.settings).clone(),
            remembered_step: None,
            counters: world.counters,
            corpora: corpora.collect(),
            attachments: saved_attachments(&stage.world),
            colliding: saved_colliding(&stage.world),
            gaits: gaits.collect(),
            timers,
            watches,
        };
        (saved, lost)
    }

    /// Returns the pending timers and conditions as source text, and those that cannot be written so.
    pub(in crate::session) fn saved_waiting(
        &self,
    ) -> (Vec<SavedTimer>, Vec<SavedWatch>, Vec<Unsaved>) {
        let stage = self.here();
        let mut lost = vec![];
        let mut lines = |closure: &Closure| {
            let saved = self.saved_lines(closure);
            saved.map_err(|unsaved| lost.push(unsaved)).ok()
        };
        let timers = stage.timers.in_order().into_iter().filter_map(|timer| {
            Some(SavedTimer {
                due_s: timer.due,
                phase_s: timer.phase,
                action: match (timer.every, &timer.closure.code) {
                    (Some(every), _) => SavedAction::Every {
                        start_s: every.start,
                        period_s: every.period,
                        passes: every.passes,
                    },
                    (None, Code::Commands(_)) => SavedAction::Command,
                    (None, Code::Lines(_)) => SavedAction::Block,
                },
                lines: lines(&timer.closure)?,
            })
        });
        let timers = timers.collect();
        let watches = stage.watches.iter().filter_map(|watch| {
            Some(SavedWatch {
                held: watch.held,
                lines: lines(&watch.closure)?,
            })
        });
        (timers, watches.collect(), lost)
    }
}
