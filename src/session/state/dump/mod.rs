//! The `dump` and `load` commands of the listing of 1990: the changing state of one figure, in parts, as text files.
//!
//! The state, the motors with the gait and pending events, and the contacts are three files; together they restore a figure.
//! Files that contain times also contain the clock and set it; everything that is not in the file continues unchanged. So the
//! order of loading them does not matter.

mod forces;
mod parts;
mod scene;

use super::saved_world::{SavedTimer, SavedWatch};
use super::structure::{of_corpus, of_others, of_structures};
use super::validate::{self, FARTHEST};
use crate::diagnostic::quote;
use crate::dynamics::JointKind;
use crate::files::Output;
use crate::record::dump::{Dump, Fault, Section};
use crate::session::{Session, Snapshot, Stop};
use crate::source::Span;
use crate::world::{Corpus, Structure};
pub(in crate::session) use scene::SCENE;
use serde_json::json;
use std::sync::Arc;

/// Pending events of a file.
type Events = (Vec<SavedTimer>, Vec<SavedWatch>);

/// Contents of a file of a `dump` command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Held {
    /// Clock, positions and velocities, and the state of the integrator.
    State,
    /// Joint parameters, motors, actuators, gaits, and pending events.
    Motors,
    /// Sticky feet, and the state of contact points.
    Contacts,
    /// Forces of the joints.
    Forces,
    /// Accelerations.
    Accelerations,
    /// Forces of the ground.
    ContactForces,
}

impl Held {
    /// Returns the word for these contents in the file, and the command that writes such a file.
    fn words(self) -> [&'static str; 2] {
        match self {
            Held::State => ["state", "dumps"],
            Held::Motors => ["motors", "dumpmotors"],
            Held::Contacts => ["contacts", "dumpcontacts"],
            Held::Forces => ["joint-forces", "dumpQs"],
            Held::Accelerations => ["accelerations", "dumpas"],
            Held::ContactForces => ["contact-forces", "dumpcontactforces"],
        }
    }

    /// Whether the file contains times, so that a `load` sets the clock.
    fn has_times(self) -> bool {
        matches!(self, Held::State | Held::Motors)
    }
}

/// Returns the unit for a joint: the first for a rotary, the second for a sliding one.
fn unit(corpus: &Corpus, body: usize, [turning, sliding]: [&'static str; 2]) -> &'static str {
    match corpus.model.joint_kind(body) {
        Some(JointKind::Rotary) => turning,
        _ => sliding,
    }
}

/// Reads the clock of a file (s).
fn clock(dump: &Dump) -> Result<f64, Fault> {
    let section = dump.section("clock")?;
    let time = section.rows.first().and_then(|row| row.number(0).ok());
    let invalid = || Fault::new(section.line, "the section has no valid time");
    time.filter(|time| time.abs() < FARTHEST)
        .ok_or_else(invalid)
}

/// Checks that a section has a row for each body of a corpus, from number `from` on.
fn each_body(section: &Section, corpus: &Corpus, from: usize) -> Result<(), Fault> {
    let names = section
        .rows
        .iter()
        .map(|row| row.text(0).unwrap_or_default());
    let here = corpus.names.iter().skip(from).map(String::as_str);
    let other = || {
        Fault::new(
            section.line,
            "the rows are not those of the figure's bodies",
        )
    };
    names.eq(here).then_some(()).ok_or_else(other)
}

impl Session {
    /// Writes a part of the changing state of a corpus to a file.
    ///
    /// # Errors
    /// The file cannot be written.
    pub(crate) fn dump(
        &mut self,
        held: Held,
        corpus: usize,
        path: &str,
        at: Span,
    ) -> Result<(), Stop> {
        self.write_file(path, Output::Dump, at, |session| {
            Ok(session.dump_text(held, corpus, path, at))
        })
    }

    fn dump_text(&mut self, held: Held, corpus: usize, path: &str, at: Span) -> String {
        let snapshot = Snapshot::of(self.here(), None);
        let world = &self.here().world;
        let clock = Section::new("clock", "time(s)").with([json!(world.time)]);
        let (Some(running), Some(kept)) = (
            world.corpora.get(corpus),
            snapshot.world.corpora.get(corpus),
        ) else {
            return String::new();
        };
        let mut sections = vec![clock, Section::tree("figure", &running.structure())];
        sections.extend(match held {
            Held::State => parts::state(running, kept),
            Held::Contacts => parts::contacts(running, kept),
            Held::Motors => {
                let (timers, watches, lost) = self.saved_events();
                let (stage, events) = (self.here(), (timers, watches));
                let sections = parts::motors((stage, corpus), running, kept, &events);
                self.warn_of_lost(lost, &quote(path), "loadmotors", at);
                sections
            }
            Held::Forces => self.force_sections(corpus),
            Held::Accelerations => self.acceleration_sections(corpus),
            Held::ContactForces => self.contact_force_sections(corpus),
        });
        Dump { sections }.text(held.words()[0])
    }

    /// Restores the contents of a file into a corpus.
    ///
    /// # Errors
    /// The file cannot be read, was changed, or belongs to another figure; nothing has changed then.
    pub(crate) fn load_dump(
        &mut self,
        held: Held,
        corpus: usize,
        path: &str,
        at: Span,
    ) -> Result<(), Stop> {
        if held.has_times() {
            self.in_a_check(Session::world_goes_on);
        }
        let Some(bytes) = self.state_bytes(path, held.words()[1], at)? else {
            self.checks().suppose_any_time(held.has_times());
            return Ok(());
        };
        let refuse = |fault: Fault| refused(path, held, &fault, at);
        let dump = Dump::read(&bytes, held.words()[0]).map_err(refuse)?;
        if self.doubts_world() {
            return Ok(());
        }
        let Some(running) = self.here().world.corpora.get(corpus) else {
            return Err(Stop::Reported);
        };
        let differ = differences(&dump, running).map_err(refuse)?;
        if !differ.is_empty() {
            return Err(of_others(path, "this figure", differ, at));
        }
        let time = clock(&dump).map_err(refuse)?;
        self.checked_or_run(
            |session| {
                if held.has_times() {
                    session.here_mut().world.time = time;
                }
                Ok(())
            },
            |session| match held {
                Held::Accelerations => session.compare_accelerations(corpus, &dump, path, at),
                _ => session.put_dump_in(held, corpus, &dump, time, path, at),
            },
        )
    }

    /// Restores the contents of a dump of this figure into the current state.
    fn put_dump_in(
        &mut self,
        held: Held,
        corpus: usize,
        dump: &Dump,
        time: f64,
        path: &str,
        at: Span,
    ) -> Result<(), Stop> {
        let refuse = |fault: Fault| refused(path, held, &fault, at);
        // The whole file is read before anything is changed.
        let mut snapshot = Snapshot::of(self.here(), None);
        let events = self.take_in(held, corpus, dump, &mut snapshot);
        let events = events.map_err(refuse)?;
        let running = self.here().world.corpora.get(corpus);
        if let Some((running, kept)) = running.zip(snapshot.world.corpora.get(corpus)) {
            let structure = running.structure();
            if let Some(fault) = validate::of_corpus(&structure, kept) {
                return Err(refuse(Fault::new(1, fault)));
            }
            let differ = of_corpus(&structure, kept, running);
            if !differ.is_empty() {
                return Err(of_others(path, "this figure", differ, at));
            }
        }
        let waiting = match &events {
            Some((timers, watches)) => Some(self.read_events(timers, watches, path, at)?),
            None => None,
        };
        if held.has_times() {
            let stage = self.here_mut();
            if stage.world.time.to_bits() != time.to_bits() {
                // Everything that is not in the file continues unchanged, on the file's clock.
                stage.set_clock(time);
                snapshot = Snapshot::of(stage, None);
                self.take_in(held, corpus, dump, &mut snapshot)
                    .map_err(refuse)?;
            }
            self.here_mut().past.forget();
        }
        if let Some((timers, watches)) = waiting {
            snapshot.timers = Arc::new(timers);
            snapshot.watches = watches.into();
        }
        self.restore(&snapshot)
    }

    /// Reads the contents of a file into a snapshot. Returns the pending events, if the file has them.
    fn take_in(
        &self,
        held: Held,
        corpus: usize,
        dump: &Dump,
        snapshot: &mut Snapshot,
    ) -> Result<Option<Events>, Fault> {
        let stage = self.here();
        let running = stage.world.corpora.get(corpus);
        let kept = snapshot.world.corpora.get_mut(corpus);
        match (held, running.zip(kept)) {
            (Held::Motors, _) => {
                return parts::read_motors(dump, (stage, corpus), snapshot).map(Some);
            }
            (Held::State, Some((running, kept))) => parts::read_state(dump, running, kept)?,
            (_, Some((running, kept))) => parts::read_contacts(dump, running, kept)?,
            (_, None) => {}
        }
        Ok(None)
    }
}

/// Returns the differences between the figure of a file and a corpus.
fn differences(dump: &Dump, corpus: &Corpus) -> Result<Vec<String>, Fault> {
    let there: Structure = dump.section("figure")?.value()?;
    if there.name != corpus.name {
        let (there, here) = (quote(&there.name), quote(&corpus.name));
        let message = format!("the file belongs to {there}, but the current figure is {here}");
        return Ok(vec![message]);
    }
    Ok(of_structures(&there, &corpus.structure()))
}

/// Makes the report of a damaged file.
fn refused(path: &str, held: Held, fault: &Fault, at: Span) -> Stop {
    let message = format!("{}, line {}: {}", quote(path), fault.line, fault.message);
    let help = format!(
        "`{} FILE` writes a file for this command; a changed file is not read",
        held.words()[1]
    );
    Stop::mistake("E068", at, message, help)
}
