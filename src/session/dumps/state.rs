//! `dumps` and `loads`: positions and velocities of a figure.

use super::actuators::{anchor_section, read_anchors};
use super::{each_body, number, unit, with_snapshot};
use crate::dynamics::Root;
use crate::record::dump::{Dump, Fault, Section, flat, whole};
use crate::session::{Session, Snapshot};
use crate::world::{Flags, Pull, Push, SpeedLimit};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::sync::Arc;

/// State of a figure's simulation besides positions and velocities.
#[derive(Debug, Serialize, Deserialize)]
struct Moving {
    root: Root,
    integrated: bool,
    speed_limits: Vec<SpeedLimit>,
    pull: Option<Pull>,
    #[serde(default)]
    pushes: Vec<Push>,
    #[serde(flatten)]
    flags: Flags,
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

impl Session {
    /// Returns the sections of `dumps`.
    pub(super) fn state_sections(&self, corpus: usize) -> Vec<Section> {
        let mut snapshot = Snapshot::of(self.here(), None);
        let Some((running, kept)) = with_snapshot(self.here(), corpus, &mut snapshot) else {
            return vec![];
        };
        let layout = running.layout();
        let (velocity, y) = (layout.velocity().start, &kept.y);
        let mut root = Section::new("root", "what value unit");
        let rates = RATES.iter().zip(y.iter().skip(velocity));
        for ([what, unit], x) in POSE.iter().zip(y.iter()).chain(rates) {
            root.row([json!(what), number(*x), json!(unit)]);
        }
        let mut joints = Section::new("joints", "body position velocity unit");
        for (body, name) in running.names.iter().enumerate().skip(1) {
            joints.row([
                json!(name),
                number(running.q(body)),
                number(running.qd(body)),
                unit(running, body, ["rad", "m"]),
            ]);
        }
        let moving = Moving {
            root: kept.acting.root,
            integrated: kept.acting.integrated,
            speed_limits: kept.acting.speed_limits.clone(),
            pull: kept.acting.pull,
            pushes: kept.acting.pushes.clone(),
            flags: kept.flags,
        };
        vec![
            root,
            joints,
            anchor_section(running, &kept.anchors),
            rows("integrator", flat(&kept.memory)),
            rows("moving", flat(&moving)),
            rows("energy", flat(&kept.account)),
        ]
    }

    /// Reads the sections of `loads` into a snapshot.
    pub(super) fn read_state(
        &self,
        corpus: usize,
        dump: &Dump,
        snapshot: &mut Snapshot,
    ) -> Result<(), Fault> {
        let Some((running, kept)) = with_snapshot(self.here(), corpus, snapshot) else {
            return Ok(());
        };
        let root = dump.section("root")?;
        let numbers = root.rows.iter().map(|row| row.number(1));
        let numbers = numbers.collect::<Result<Vec<f64>, Fault>>()?;
        if numbers.len() != POSE.len() + RATES.len() {
            return Err(Fault::new(
                root.line,
                "the section does not belong to a root",
            ));
        }
        let (pose, rates) = numbers.split_at(POSE.len());
        let joints = dump.section("joints")?;
        each_body(joints, running, 1)?;
        let column = |column: usize| joints.rows.iter().map(move |row| row.number(column));
        let mut y = pose.to_vec();
        y.extend(column(1).collect::<Result<Vec<f64>, Fault>>()?);
        y.extend_from_slice(rates);
        y.extend(column(2).collect::<Result<Vec<f64>, Fault>>()?);
        let memory = dump.section("integrator")?;
        let memory = whole(&memory.rows, 0, memory.line)?;
        let energy = dump.section("energy")?;
        let account = whole(&energy.rows, 0, energy.line)?;
        let moving = dump.section("moving")?;
        let moving: Moving = whole(&moving.rows, 0, moving.line)?;
        let anchors = read_anchors(dump, "anchors", running)?.unwrap_or_default();
        kept.y = y.into();
        // Without anchors, dry friction holds the joints at their current positions. In files of older versions, anchors are in
        // the file of contacts.
        kept.anchors = anchors.into();
        kept.memory = memory;
        kept.account = account;
        kept.flags = moving.flags;
        let acting = Arc::make_mut(&mut kept.acting);
        acting.root = moving.root;
        acting.integrated = moving.integrated;
        acting.speed_limits = moving.speed_limits;
        acting.pull = moving.pull;
        acting.pushes = moving.pushes;
        Ok(())
    }
}

/// Makes a section of paths and their values.
fn rows(name: &str, flat: Vec<(String, Value)>) -> Section {
    let mut section = Section::new(name, "path value");
    for (path, value) in flat {
        section.row([json!(path), value]);
    }
    section
}
