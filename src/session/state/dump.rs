//! The `dump` and `load` commands of the listing of 1990: the changing state of one figure, in parts, as JSON.
//!
//! The state, the motors with the gait and pending events, and the contacts are three files; together they restore a figure.
//! Each file contains the clock, and those with times set it; everything that is not in the file continues unchanged. So the
//! order of loading them does not matter.

mod parts;

use super::events::{read_events, saved_events, warn_of_lost};
use super::files::state_bytes;
use super::saved_world::{SavedTimer, SavedWatch};
use super::structure::{of_corpus, of_others, of_structures, warn_of_unlike};
use super::validate::{self, FARTHEST};
use super::{FORMAT, restore};
use crate::diagnostic::quote;
use crate::files::{Output, inert_json, json_fault};
use crate::session::check;
use crate::session::{Session, Snapshot, Stage, Stop};
use crate::source::Span;
use crate::world::Structure;
use parts::{
    Accelerations, ByBody, ContactForces, Contacts, Measured, Motors, State, accelerations,
    anchors, by_body, contact_forces, gaits_of, in_order, put_gaits, read_anchors, unit,
};
use serde::{Deserialize, Serialize};
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

    /// Whether a `load` of the file sets the clock.
    fn has_times(self) -> bool {
        matches!(self, Held::State | Held::Motors)
    }
}

/// A file of a `dump` command.
#[derive(Serialize, Deserialize)]
struct Dump {
    /// Version of the format, that of saved worlds.
    corpus_dump: u32,
    time_s: f64,
    figure: Structure,
    part: Part,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Part {
    State(Box<State>),
    Motors(Motors),
    Contacts(Contacts),
    JointForces(ByBody<Measured>),
    Accelerations(Accelerations),
    ContactForces(ContactForces),
}

impl Part {
    fn held(&self) -> Held {
        match self {
            Part::State(_) => Held::State,
            Part::Motors(_) => Held::Motors,
            Part::Contacts(_) => Held::Contacts,
            Part::JointForces(_) => Held::Forces,
            Part::Accelerations(_) => Held::Accelerations,
            Part::ContactForces(_) => Held::ContactForces,
        }
    }
}

/// Writes a part of the changing state of a corpus to a file.
///
/// # Errors
/// The file cannot be written.
pub(crate) fn dump(
    session: &mut Session,
    held: Held,
    corpus: usize,
    path: &str,
    at: Span,
) -> Result<(), Stop> {
    session.write_file(path, Output::Dump, at, |session| {
        let text = dump_of(session, held, corpus, path, at)
            .and_then(|dump| serde_json::to_string_pretty(&dump).ok());
        let text = text.ok_or(Stop::Reported)?;
        Ok(inert_json(&text) + "\n")
    })
}

fn dump_of(session: &mut Session, held: Held, corpus: usize, path: &str, at: Span) -> Option<Dump> {
    let stage = session.here_mut();
    let snapshot = Snapshot::of(stage, None);
    let kept = snapshot.world.corpora.get(corpus)?;
    let (time_s, running) = (stage.world.time, stage.world.corpora.get(corpus)?);
    let figure = running.structure();
    let part = match held {
        Held::State => Part::State(Box::new(State::of(running, kept))),
        Held::Contacts => Part::Contacts(Contacts::of(running, kept)),
        Held::Motors => {
            let acting = &*kept.acting;
            let gaits = gaits_of(stage, corpus).into_iter();
            let gaits = gaits.map(|(_, roach)| (roach.name.clone(), roach.gait.clone()));
            let mut motors = Motors {
                joints: by_body(running, 0, |body| acting.joints.get(body).copied()),
                motors: by_body(running, 0, |body| acting.motors.get(body).copied()),
                anchors: anchors(running, kept),
                gaits: gaits.collect(),
                timers: vec![],
                watches: vec![],
            };
            let lost;
            (motors.timers, motors.watches, lost) = saved_events(session);
            warn_of_lost(session, lost, &quote(path), "loadmotors", at);
            Part::Motors(motors)
        }
        Held::Forces => Part::JointForces(by_body(running, 1, |body| {
            let value = running.joint_force(body, time_s);
            let unit = unit(running, body, ["N m", "N"]);
            Some(Measured { value, unit })
        })),
        Held::Accelerations => Part::Accelerations(accelerations(stage, corpus)?),
        Held::ContactForces => Part::ContactForces(contact_forces(stage, corpus)?),
    };
    Some(Dump {
        corpus_dump: FORMAT,
        time_s,
        figure,
        part,
    })
}

/// Restores the contents of a file into a corpus.
///
/// # Errors
/// The file cannot be read, is not valid, or belongs to another figure; nothing has changed then.
pub(crate) fn load_dump(
    session: &mut Session,
    held: Held,
    corpus: usize,
    path: &str,
    at: Span,
) -> Result<(), Stop> {
    if held.has_times() {
        session.mode.world_replaced(session);
    }
    let Some(bytes) = state_bytes(session, path, held.writer(), at)? else {
        session.check.suppose_any_time(held.has_times());
        return Ok(());
    };
    let refuse = |why: String| refused(path, held, &why, at);
    let dump = read(&bytes, held).map_err(refuse)?;
    if check::doubts_world(session) {
        return Ok(());
    }
    let Some(running) = session.here().world.corpora.get(corpus) else {
        return Err(Stop::Reported);
    };
    let (there, here) = (&dump.figure, running.structure());
    let differ = match there.name == here.name {
        true => of_structures(there, &here),
        false => vec![format!(
            "the file belongs to {}, but the current figure is {}",
            quote(&there.name),
            quote(&here.name)
        )],
    };
    if !differ.is_empty() {
        return Err(of_others(path, "this figure", differ, at));
    }
    if held == Held::State {
        warn_of_unlike(session, path, std::slice::from_ref(there), at);
    }
    match session.mode.has_effects() {
        true => match &dump.part {
            Part::Accelerations(there) => compare(session, corpus, there, path, at),
            _ => put_in(session, corpus, &bytes, held, path, at),
        },
        false => {
            if held.has_times() {
                session.here_mut().world.time = dump.time_s;
            }
            Ok(())
        }
    }
}

/// Reads a file with these contents.
fn read(bytes: &[u8], held: Held) -> Result<Dump, String> {
    let dump: Dump = serde_json::from_slice(bytes).map_err(|why| json_fault(&why))?;
    if dump.corpus_dump != FORMAT {
        let format = dump.corpus_dump;
        return Err(format!(
            "it has format {format}, but this program reads format {FORMAT}"
        ));
    }
    if dump.part.held() != held {
        return Err(format!("it is a file of `{}`", dump.part.held().writer()));
    }
    match dump.time_s.abs() < FARTHEST {
        true => Ok(dump),
        false => Err("its time is invalid".to_owned()),
    }
}

/// Pending events of a file.
type Events = (Vec<SavedTimer>, Vec<SavedWatch>);

/// Puts the contents of a file into a snapshot. Returns the pending events, if the file has them.
fn take_in(
    (stage, corpus): (&Stage, usize),
    bytes: &[u8],
    held: Held,
    snapshot: &mut Snapshot,
) -> Result<Option<Events>, String> {
    let Dump { time_s, part, .. } = read(bytes, held)?;
    let running = stage.world.corpora.get(corpus);
    let Some((running, kept)) = running.zip(snapshot.world.corpora.get_mut(corpus)) else {
        return Ok(None);
    };
    match part {
        Part::State(state) => state.put(running, kept)?,
        Part::Contacts(contacts) => contacts.put(running, kept)?,
        Part::Motors(motors) => {
            kept.anchors = read_anchors(running, motors.anchors)?;
            let acting = Arc::make_mut(&mut kept.acting);
            acting.joints = in_order(running, 0, motors.joints)?;
            acting.motors = in_order(running, 0, motors.motors)?;
            put_gaits(motors.gaits, (stage, corpus), &mut snapshot.gaits)?;
            if !motors.timers.iter().all(|timer| timer.is_sound(time_s)) {
                return Err("the time of an event is invalid".to_owned());
            }
            return Ok(Some((motors.timers, motors.watches)));
        }
        Part::JointForces(_) | Part::Accelerations(_) | Part::ContactForces(_) => {}
    }
    Ok(None)
}

/// Restores the contents of a file of this figure into the current state.
fn put_in(
    session: &mut Session,
    corpus: usize,
    bytes: &[u8],
    held: Held,
    path: &str,
    at: Span,
) -> Result<(), Stop> {
    let refuse = |why: String| refused(path, held, &why, at);
    // The whole file is read before anything is changed.
    let stage = session.here();
    let mut snapshot = Snapshot::of(stage, None);
    let events = take_in((stage, corpus), bytes, held, &mut snapshot).map_err(refuse)?;
    let time = read(bytes, held).map_err(refuse)?.time_s;
    let running = stage.world.corpora.get(corpus);
    if let Some((running, kept)) = running.zip(snapshot.world.corpora.get(corpus)) {
        let structure = running.structure();
        if let Some(fault) = validate::of_corpus(&structure, kept) {
            return Err(refuse(fault));
        }
        let differ = of_corpus(&structure, kept, running);
        if !differ.is_empty() {
            return Err(of_others(path, "this figure", differ, at));
        }
    }
    let waiting = match &events {
        Some((timers, watches)) => Some(read_events(session, timers, watches, path, at)?),
        None => None,
    };
    if held.has_times() {
        let stage = session.here_mut();
        if stage.world.time.to_bits() != time.to_bits() {
            // Everything that is not in the file continues unchanged, on the file's clock.
            stage.set_clock(time);
            snapshot = Snapshot::of(stage, None);
            take_in((stage, corpus), bytes, held, &mut snapshot).map_err(refuse)?;
        }
        stage.past.forget();
    }
    if let Some((timers, watches)) = waiting {
        snapshot.timers = Arc::new(timers);
        snapshot.watches = watches.into();
    }
    restore(session, &snapshot)
}

/// Compares the accelerations of a file with those of the current state.
fn compare(
    session: &mut Session,
    corpus: usize,
    there: &Accelerations,
    path: &str,
    at: Span,
) -> Result<(), Stop> {
    let own = accelerations(session.here_mut(), corpus).ok_or(Stop::Reported)?;
    let mut differ = vec![];
    for (own, there) in [(&own.root, &there.root), (&own.joints, &there.joints)] {
        if !own.keys().eq(there.keys()) {
            let why = "it has values of other bodies than the figure's";
            return Err(refused(path, Held::Accelerations, why, at));
        }
        for ((name, Measured { value, unit }), there) in own.iter().zip(there.values()) {
            if value.to_bits() != there.value.to_bits() {
                let (name, there) = (quote(name), there.value);
                differ.push(format!(
                    "for {name} the file has {there:e} {unit}, but the current value is {value:e} {unit}"
                ));
            }
        }
    }
    let (count, path) = (differ.len(), quote(path));
    let message = match count {
        0 => return Ok(()),
        1 => format!("one acceleration of {path} differs from that of the current state"),
        _ => format!("{count} accelerations of {path} differ from those of the current state"),
    };
    differ.truncate(3);
    differ.push(
        "accelerations follow from state, motors and contacts: use `loads`, `loadmotors` and `loadcontacts` first"
            .to_owned(),
    );
    Err(Stop::mistake("E069", at, message, differ.join("\n")))
}

/// Makes the report of a file that is not valid.
fn refused(path: &str, held: Held, why: &str, at: Span) -> Stop {
    let writer = held.writer();
    let message = format!("{} is not a valid file of `{writer}`: {why}", quote(path));
    let help = format!("`{writer} FILE` writes such a file");
    Stop::mistake("E068", at, message, help)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_of_another_part_or_format_is_refused() {
        let text = |format| {
            format!(
                r#"{{"corpus_dump": {format}, "time_s": 0, "part": {{"joint_forces": {{}}}},
                "figure": {{"name": "c", "bodies": [], "order": [], "kinds": [], "points": 0, "masses": [], "hinges": []}}}}"#
            )
        };
        assert!(read(text(FORMAT).as_bytes(), Held::Forces).is_ok());
        let why = read(text(FORMAT).as_bytes(), Held::State).err();
        assert_eq!(why.as_deref(), Some("it is a file of `dumpQs`"));
        let why = read(text(1).as_bytes(), Held::Forces).err();
        assert!(why.is_some_and(|why| why.starts_with("it has format 1, but")));
    }
}
