//! The `dump` and `load` commands of the listing of 1990: the changing state of one figure, in parts, as text files.
//!
//! The state, the motors with the gait and pending events, and the contacts are three files; together they restore a figure.
//! Files that contain times also contain the clock and set it; everything that is not in the file continues unchanged. So the
//! order of loading them does not matter.

mod actuators;
mod contacts;
mod forces;
mod motors;
mod scene;
mod state;

use super::{Session, Snapshot, Stage, Stop};
use crate::diagnostic::{Diagnostic, quote};
use crate::files::Output;
use crate::record::dump::{Dump, Fault, Section};
use crate::record::saved_world::SavedCorpus;
use crate::run::of_corpus;
use crate::source::Span;
use crate::world::{Corpus, CorpusSnapshot};
use motors::Waits;
pub(super) use scene::SCENE;
use serde_json::{Value, json};
use std::sync::Arc;

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
    /// Returns the word for these contents in the file.
    fn word(self) -> &'static str {
        match self {
            Held::State => "state",
            Held::Motors => "motors",
            Held::Contacts => "contacts",
            Held::Forces => "joint-forces",
            Held::Accelerations => "accelerations",
            Held::ContactForces => "contact-forces",
        }
    }

    /// Returns the command that writes such a file.
    fn writer(self) -> &'static str {
        match self {
            Held::State => "dumps",
            Held::Motors => "dumpmotors",
            Held::Contacts => "dumpcontacts",
            Held::Forces => "dumpQs",
            Held::Accelerations => "dumpas",
            Held::ContactForces => "dumpcontactforces",
        }
    }

    /// Whether the file contains times, so that a `load` sets the clock.
    fn has_times(self) -> bool {
        matches!(self, Held::State | Held::Motors)
    }
}

/// Makes a cell of a number; an empty one if it is infinite.
fn number(x: f64) -> Value {
    json!(x)
}

/// Returns the unit for a joint: the first for a rotary, the second for a sliding one.
fn unit(corpus: &Corpus, body: usize, [turning, sliding]: [&str; 2]) -> Value {
    let turns = corpus.model.joint_kind(body) == Some(crate::dynamics::JointKind::Rotary);
    json!(if turns { turning } else { sliding })
}

/// Returns the sections that identify the figure of a file.
fn figure(corpus: &Corpus) -> Vec<Section> {
    let mut bodies = Section::new("bodies", "body joint");
    for (body, name) in corpus.names.iter().enumerate() {
        let joint = corpus.model.joint_kind(body).filter(|_| body > 0);
        bodies.row([json!(name), json!(joint)]);
    }
    let figure = Section::new("figure", "name points")
        .with([json!(corpus.name), json!(corpus.touching_points())]);
    let mut sections = vec![figure, bodies];
    if !corpus.joint_kinds().is_empty() {
        let mut kinds = Section::new("kinds", "body kind");
        for (body, kind) in corpus.joint_kinds() {
            kinds.row([json!(body), json!(kind)]);
        }
        sections.push(kinds);
    }
    sections
}

/// Returns the differences between the figure of a file and a corpus.
fn differences(dump: &Dump, corpus: &Corpus, like: &SavedCorpus) -> Result<Vec<String>, Fault> {
    let figure = dump.section("figure")?;
    let Some(row) = figure.rows.first() else {
        return Err(Fault::new(figure.line, "the section is empty"));
    };
    let (name, points) = (row.text(0)?, row.count(1)?);
    if name != corpus.name {
        let (there, here) = (quote(name), quote(&corpus.name));
        return Ok(vec![format!(
            "the file belongs to {there}, but the current figure is {here}"
        )]);
    }
    let rows = &dump.section("bodies")?.rows;
    let bodies = rows.iter().map(|row| Ok(row.text(0)?.to_owned()));
    let joints = rows.iter().skip(1).map(|row| {
        let kind = row.cells.get(1).cloned().unwrap_or_default();
        serde_json::from_value(kind).map_err(|_| {
            Fault::new(
                row.line,
                "the second value of the line is not a kind of joint",
            )
        })
    });
    let kinds = dump.section("kinds").into_iter().flat_map(|s| &s.rows);
    let kinds = kinds.map(|row| Ok((row.text(0)?.to_owned(), row.text(1)?.to_owned())));
    let there = SavedCorpus {
        kinds: kinds.collect::<Result<_, Fault>>()?,
        bodies: bodies.collect::<Result<_, Fault>>()?,
        joints: joints.collect::<Result<_, Fault>>()?,
        points: points as usize,
        ..like.clone()
    };
    Ok(of_corpus(&there, corpus))
}

/// Reads the clock of a file (s).
fn clock(dump: &Dump) -> Result<f64, Fault> {
    let section = dump.section("clock")?;
    match section.rows.first() {
        Some(row) => row.number(0),
        None => Err(Fault::new(section.line, "the section is empty")),
    }
}

/// Pairs a corpus with its part of a snapshot.
fn with_snapshot<'a>(
    stage: &'a Stage,
    corpus: usize,
    snapshot: &'a mut Snapshot,
) -> Option<(&'a Corpus, &'a mut CorpusSnapshot)> {
    let running = stage.world.corpora.get(corpus)?;
    Some((running, snapshot.world.corpora.get_mut(corpus)?))
}

/// Matches the rows of a section with the bodies of a corpus, from number `from` on.
fn each_body(section: &Section, corpus: &Corpus, from: usize) -> Result<(), Fault> {
    let mut names = corpus.names.iter().skip(from);
    for row in &section.rows {
        let name = row.text(0)?;
        if names.next().map(String::as_str) != Some(name) {
            let message = format!("{} is not the next body of the figure", quote(name));
            return Err(Fault::new(row.line, message));
        }
    }
    match names.next() {
        Some(name) => {
            let message = format!("the section ends before {}", quote(name));
            Err(Fault::new(section.line, message))
        }
        None => Ok(()),
    }
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
        let mut sections =
            vec![Section::new("clock", "time(s)").with([number(self.here().world.time)])];
        if let Some(corpus) = self.here().world.corpora.get(corpus) {
            sections.extend(figure(corpus));
        }
        sections.extend(match held {
            Held::State => self.state_sections(corpus),
            Held::Motors => self.motor_sections(corpus, path, at),
            Held::Contacts => self.contact_sections(corpus),
            Held::Forces => self.force_sections(corpus),
            Held::Accelerations => self.acceleration_sections(corpus),
            Held::ContactForces => self.contact_force_sections(corpus),
        });
        Dump { sections }.text(held.word())
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
        let Some(bytes) = self.state_bytes(path, held.writer(), at)? else {
            self.checker.clock.any_time |= held.has_times();
            return Ok(());
        };
        let refuse = |fault: Fault| refused(path, held, &fault, at);
        let dump = Dump::read(&bytes, held.word()).map_err(refuse)?;
        if self.doubts_world() {
            return Ok(());
        }
        let snapshot = Snapshot::of(self.here(), None);
        let stage = self.here();
        let (Some(running), Some(kept)) = (
            stage.world.corpora.get(corpus),
            snapshot.world.corpora.get(corpus),
        ) else {
            return Err(Stop::Reported);
        };
        let like = stage.saved_corpus(corpus, kept).ok_or(Stop::Reported)?;
        let differ = differences(&dump, running, &like).map_err(refuse)?;
        if !differ.is_empty() {
            return Err(of_another(path, differ, at));
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
                _ => session.put_dump_in(held, corpus, &dump, (snapshot, time), path, at),
            },
        )
    }

    /// Restores the contents of a dump of this figure into the current state, which is that of the snapshot.
    fn put_dump_in(
        &mut self,
        held: Held,
        corpus: usize,
        dump: &Dump,
        (mut snapshot, time): (Snapshot, f64),
        path: &str,
        at: Span,
    ) -> Result<(), Stop> {
        let refuse = |fault: Fault| refused(path, held, &fault, at);
        // The whole file is read before anything is changed.
        let waits = self
            .take_in(held, corpus, dump, &mut snapshot)
            .map_err(refuse)?;
        let changed = snapshot.world.corpora.get(corpus);
        let changed = changed.and_then(|kept| self.here().saved_corpus(corpus, kept));
        if let Some(fault) = changed.as_ref().and_then(|corpus| corpus.fault()) {
            return Err(refuse(Fault::new(1, fault)));
        }
        let running = self.here().world.corpora.get(corpus);
        let differ = changed
            .zip(running)
            .map(|(saved, of)| of_corpus(&saved, of));
        if let Some(differ) = differ.filter(|differ| !differ.is_empty()) {
            return Err(of_another(path, differ, at));
        }
        let waiting = match waits {
            Some(waits) => Some((
                self.read_timers(&waits.timers, path, at)?,
                self.read_watches(&waits.watches, path, at)?,
            )),
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
            let stage = self.here_mut();
            stage.past.history.clear();
            stage.past.marks.went_back(f64::NEG_INFINITY);
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
    ) -> Result<Option<Waits>, Fault> {
        match held {
            Held::State => self.read_state(corpus, dump, snapshot).map(|()| None),
            Held::Motors => self.read_motors(corpus, dump, snapshot).map(Some),
            _ => self.read_contacts(corpus, dump, snapshot).map(|()| None),
        }
    }
}

/// Makes the report of a damaged file.
fn refused(path: &str, held: Held, fault: &Fault, at: Span) -> Stop {
    let message = format!("{}, line {}: {}", quote(path), fault.line, fault.message);
    let help = format!(
        "`{} FILE` writes a file for this command; a changed file is not read",
        held.writer()
    );
    Stop::mistake("E068", at, message, help)
}

/// Makes the report of a file of other bodies.
fn of_another(path: &str, differences: Vec<String>, at: Span) -> Stop {
    let mut told = differences.into_iter();
    let first = told.next().unwrap_or_default();
    let message = format!("{} does not belong to this figure: {first}", quote(path));
    let mut help: Vec<String> = told.take(5).collect();
    help.push("load it into a figure built by the same script".to_owned());
    let report = Diagnostic::error("E069", at, message);
    report.help(help.join("\n")).into()
}
