//! The parts of a figure's state that `loads`, `loadmotors` and `loadcontacts` restore, as sections and back.

use super::{Events, each_body, unit};
use crate::contact::Hold;
use crate::control::{Gait, JointParameters, Motor};
use crate::diagnostic::quote;
use crate::dynamics::Root;
use crate::record::dump::{Dump, Fault, Section};
use crate::session::state::saved_world::SavedTimer;
use crate::session::state::validate;
use crate::session::{Roach, Snapshot, Stage};
use crate::world::{Corpus, CorpusSnapshot, Flags, Pull, Push, SpeedLimit};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::sync::Arc;

/// Position and speed of a joint (rad or m, per s).
#[derive(Serialize, Deserialize)]
struct Moved {
    position: f64,
    velocity: f64,
}

/// Position where dry friction holds a joint (rad or m).
#[derive(Serialize, Deserialize)]
struct Anchored {
    anchor: f64,
}

/// Settings of a figure's simulation besides positions and velocities.
#[derive(Serialize, Deserialize)]
struct Moving {
    root: Root,
    integrated: bool,
    speed_limits: Vec<SpeedLimit>,
    pull: Option<Pull>,
    pushes: Vec<Push>,
    flags: Flags,
}

/// Whether a body sticks to the ground, and whether it belongs to a leg in its swing phase.
#[derive(Serialize, Deserialize)]
struct Foot {
    sticks: bool,
    steps: bool,
}

/// Names and units of the first seven and of the next six numbers of a state.
const POSE: [[&str; 2]; 7] = [
    ["x", "m"],
    ["y", "m"],
    ["z", "m"],
    ["orientation w", ""],
    ["orientation x", ""],
    ["orientation y", ""],
    ["orientation z", ""],
];
pub(super) const RATES: [[&str; 2]; 6] = [
    ["turning about its x", "rad/s"],
    ["turning about its y", "rad/s"],
    ["turning about its z", "rad/s"],
    ["velocity along its x", "m/s"],
    ["velocity along its y", "m/s"],
    ["velocity along its z", "m/s"],
];

/// Makes a table with a row for each body.
fn by_body<T: Serialize>(
    name: &str,
    corpus: &Corpus,
    items: impl IntoIterator<Item = (usize, T)>,
) -> Section {
    let rows = items.into_iter().filter_map(|(body, item)| {
        let unit = unit(corpus, body, ["rad", "m"]);
        Some((corpus.names.get(body)?, item, Some(unit)))
    });
    Section::table(name, "body", rows)
}

/// Reads a table with a row for each body, from number `from` on.
fn read_bodies<T: DeserializeOwned>(
    dump: &Dump,
    name: &str,
    corpus: &Corpus,
    from: usize,
) -> Result<Vec<T>, Fault> {
    let section = dump.section(name)?;
    each_body(section, corpus, from)?;
    section.rows.iter().map(|row| section.item(row)).collect()
}

fn read_value<T: DeserializeOwned>(dump: &Dump, name: &str) -> Result<T, Fault> {
    dump.section(name)?.value()
}

/// Returns the section of the anchors of dry friction. It is in files of state and of motors: friction that is not set yet when
/// `loads` runs cannot keep its anchor.
fn anchors(corpus: &Corpus, kept: &CorpusSnapshot) -> Section {
    let anchors = kept.anchors.iter().copied();
    let anchors = anchors.map(|(body, anchor)| (body as usize, Anchored { anchor }));
    by_body("anchors", corpus, anchors)
}

fn read_anchors(dump: &Dump, corpus: &Corpus) -> Result<Arc<[(u32, f64)]>, Fault> {
    let section = dump.section("anchors")?;
    let anchors = section.rows.iter().map(|row| {
        let name = row.text(0)?;
        let body = corpus.body(name).and_then(|body| u32::try_from(body).ok());
        let no_body = || Fault::new(row.line, format!("the figure has no body {}", quote(name)));
        let Anchored { anchor } = section.item(row)?;
        Ok((body.ok_or_else(no_body)?, anchor))
    });
    anchors.collect()
}

/// Returns the sections of `dumps`.
pub(super) fn state(corpus: &Corpus, kept: &CorpusSnapshot) -> Vec<Section> {
    let velocity = corpus.layout().velocity().start;
    let mut root = Section::new("root", "what value unit");
    let rates = RATES.iter().zip(kept.y.iter().skip(velocity));
    for ([what, unit], x) in POSE.iter().zip(kept.y.iter()).chain(rates) {
        root.row([json!(what), json!(x), json!(unit)]);
    }
    let joints = (1..corpus.names.len()).map(|body| {
        let (position, velocity) = (corpus.q(body), corpus.qd(body));
        (body, Moved { position, velocity })
    });
    let acting = &*kept.acting;
    let moving = Moving {
        root: acting.root,
        integrated: acting.integrated,
        speed_limits: acting.speed_limits.clone(),
        pull: acting.pull,
        pushes: acting.pushes.clone(),
        flags: kept.flags,
    };
    vec![
        root,
        by_body("joints", corpus, joints),
        anchors(corpus, kept),
        Section::tree("integrator", &kept.memory),
        Section::tree("moving", &moving),
        Section::tree("energy", &kept.account),
    ]
}

/// Reads the sections of `loads`.
pub(super) fn read_state(
    dump: &Dump,
    corpus: &Corpus,
    kept: &mut CorpusSnapshot,
) -> Result<(), Fault> {
    let root = dump.section("root")?;
    let numbers = root.rows.iter().map(|row| row.number(1));
    let numbers = numbers.collect::<Result<Vec<f64>, Fault>>()?;
    if numbers.len() != POSE.len() + RATES.len() {
        let message = "the section does not belong to a root";
        return Err(Fault::new(root.line, message));
    }
    let (pose, rates) = numbers.split_at(POSE.len());
    let joints: Vec<Moved> = read_bodies(dump, "joints", corpus, 1)?;
    let moving: Moving = read_value(dump, "moving")?;
    kept.memory = read_value(dump, "integrator")?;
    kept.account = read_value(dump, "energy")?;
    kept.anchors = read_anchors(dump, corpus)?;
    let pose = pose.iter().copied();
    let state = pose.chain(joints.iter().map(|joint| joint.position));
    let state = state.chain(rates.iter().copied());
    kept.y = state.chain(joints.iter().map(|j| j.velocity)).collect();
    kept.flags = moving.flags;
    let acting = Arc::make_mut(&mut kept.acting);
    acting.root = moving.root;
    acting.integrated = moving.integrated;
    acting.speed_limits = moving.speed_limits;
    acting.pull = moving.pull;
    acting.pushes = moving.pushes;
    Ok(())
}

/// Returns the sections of `dumpmotors`.
pub(super) fn motors(
    (stage, number): (&Stage, usize),
    corpus: &Corpus,
    kept: &CorpusSnapshot,
    (timers, watches): &Events,
) -> Vec<Section> {
    let acting = &*kept.acting;
    let gaits = gaits_of(stage, number).into_iter();
    let gaits: Vec<_> = gaits.map(|(_, roach)| (&roach.name, &roach.gait)).collect();
    vec![
        by_body("joints", corpus, acting.joints.iter().enumerate()),
        by_body("motors", corpus, acting.motors.iter().enumerate()),
        anchors(corpus, kept),
        Section::tree("gaits", &gaits),
        Section::tree("waiting", timers),
        Section::tree("watched", watches),
    ]
}

/// Returns the gaits of a figure, with their numbers in the stage.
fn gaits_of(stage: &Stage, corpus: usize) -> Vec<(usize, &Roach)> {
    let roaches = stage.definitions.roaches.iter().enumerate();
    let own = roaches.filter(|(_, roach)| {
        let draft = roach.draft.and_then(|d| stage.definitions.drafts.get(d));
        draft.is_some_and(|draft| draft.running == Some(corpus))
    });
    own.collect()
}

/// Reads the sections of `loadmotors`. Returns the pending events.
pub(super) fn read_motors(
    dump: &Dump,
    (stage, corpus): (&Stage, usize),
    snapshot: &mut Snapshot,
) -> Result<Events, Fault> {
    let (Some(running), Some(kept)) = (
        stage.world.corpora.get(corpus),
        snapshot.world.corpora.get_mut(corpus),
    ) else {
        return Ok(Default::default());
    };
    kept.anchors = read_anchors(dump, running)?;
    let acting = Arc::make_mut(&mut kept.acting);
    acting.joints = read_bodies::<JointParameters>(dump, "joints", running, 0)?;
    acting.motors = read_bodies::<Motor>(dump, "motors", running, 0)?;
    let line = dump.section("gaits")?.line;
    let gaits: Vec<(String, Gait)> = read_value(dump, "gaits")?;
    let roaches = gaits_of(stage, corpus);
    let here = roaches
        .iter()
        .map(|(_, roach)| (&roach.name, roach.gait.legs()));
    if !here.eq(gaits.iter().map(|(name, gait)| (name, gait.legs()))) {
        let message = "this figure has other gaits, or their numbers of legs differ";
        return Err(Fault::new(line, message));
    }
    for ((number, _), (name, gait)) in roaches.into_iter().zip(gaits) {
        if let Some(message) = validate::of_gait(&name, &gait) {
            return Err(Fault::new(line, message));
        }
        if let Some(own) = snapshot.gaits.get_mut(number) {
            *own = gait;
        }
    }
    let now = super::clock(dump)?;
    let timers: Vec<SavedTimer> = read_value(dump, "waiting")?;
    if !timers.iter().all(|timer| timer.is_sound(now)) {
        let line = dump.section("waiting")?.line;
        return Err(Fault::new(line, "the time of an event is invalid"));
    }
    Ok((timers, read_value(dump, "watched")?))
}

/// Returns the sections of `dumpcontacts`.
pub(super) fn contacts(corpus: &Corpus, kept: &CorpusSnapshot) -> Vec<Section> {
    let acting = &*kept.acting;
    let feet = acting.sticky.iter().zip(&acting.stepping);
    let feet = corpus
        .names
        .iter()
        .zip(feet)
        .map(|(name, (sticks, steps))| {
            let (sticks, steps) = (*sticks, *steps);
            (name, Foot { sticks, steps }, None)
        });
    let held = kept.holds.iter().map(|(point, hold)| (point, hold, None));
    vec![
        Section::table("feet", "body", feet),
        Section::table("held", "point", held),
    ]
}

/// Reads the sections of `loadcontacts`.
pub(super) fn read_contacts(
    dump: &Dump,
    corpus: &Corpus,
    kept: &mut CorpusSnapshot,
) -> Result<(), Fault> {
    let feet: Vec<Foot> = read_bodies(dump, "feet", corpus, 0)?;
    let held = dump.section("held")?;
    let holds = held.rows.iter().map(|row| {
        let point = row.number(0)?;
        let is_point = point >= 0.0 && point < corpus.touching_points() as f64;
        match is_point && point.fract() == 0.0 {
            true => Ok((point as u32, held.item::<Hold>(row)?)),
            false => Err(Fault::new(
                row.line,
                format!("the figure has no point {point}"),
            )),
        }
    });
    kept.holds = holds.collect::<Result<_, Fault>>()?;
    let acting = Arc::make_mut(&mut kept.acting);
    acting.sticky = feet.iter().map(|foot| foot.sticks).collect();
    acting.stepping = feet.iter().map(|foot| foot.steps).collect();
    Ok(())
}
