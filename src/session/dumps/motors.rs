//! `dumpmotors` and `loadmotors`: joint springs, motors, gaits, and pending events.

use super::actuators::{actuator_sections, read_actuators};
use super::{each_body, number, unit, with_snapshot};
use crate::control::{Gait, JointParameters, Motion, Motor};
use crate::diagnostic::quote;
use crate::record::dump::{Dump, Fault, Row, Section, flat, whole};
use crate::record::saved_world::{SavedAction, SavedLines, SavedTimer, SavedWatch};
use crate::session::{Session, Snapshot};
use crate::source::Span;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::sync::Arc;

/// Pending events as stored in a file.
pub(super) struct Waits {
    pub timers: Vec<SavedTimer>,
    pub watches: Vec<SavedWatch>,
}

/// Largest step count of a gait.
const MOST_COUNTED: u64 = 1 << 53;

const JOINTS: &str = "body Q_type springtype b k kq ea eB qmin qmax lk lb bias unit";
const MOTORS: &str = "body moves rest from target start(s) duration(s) unit";
const LINES: &str = "text corpus gait locals mirrored captured";

impl Session {
    /// Returns the sections of `dumpmotors`; reports pending events that cannot be saved as source text.
    pub(super) fn motor_sections(&mut self, corpus: usize, path: &str, at: Span) -> Vec<Section> {
        let (timers, watches, lost) = self.saved_waiting();
        self.warn_of_lost(lost, &quote(path), "loadmotors", at);
        let stage = self.here();
        let Some(running) = stage.world.corpora.get(corpus) else {
            return vec![];
        };
        let mut joints = Section::new("joints", JOINTS);
        let mut motors = Section::new("motors", MOTORS);
        for (body, name) in running.names.iter().enumerate() {
            let p = &running.joints[body];
            let limit = |x: f64| Some(x).filter(|x| x.is_finite());
            joints.row([
                json!(name),
                json!(p.q_type),
                json!(p.spring_scale),
                number(p.b),
                number(p.k),
                number(p.kq),
                number(p.ea),
                number(p.eb),
                json!(limit(p.qmin)),
                json!(limit(p.qmax)),
                number(p.lk),
                number(p.lb),
                number(p.bias),
                unit(running, body, ["rad", "m"]),
            ]);
            let cells = match running.motor(body) {
                Motor::Still { rest } => {
                    let nothing = Value::Null;
                    let no = || nothing.clone();
                    [json!(false), number(rest), no(), no(), no(), no()]
                }
                Motor::Moving(m) => [
                    json!(true),
                    Value::Null,
                    number(m.from),
                    number(m.target),
                    number(m.start),
                    number(m.duration),
                ],
            };
            let unit = unit(running, body, ["rad", "m"]);
            motors.row([json!(name)].into_iter().chain(cells).chain([unit]));
        }
        let mut gaits = Section::new("gaits", "gait path value");
        for roach in &stage.definitions.roaches {
            let own = roach
                .draft
                .and_then(|d| stage.definitions.drafts.get(d)?.running);
            if own == Some(corpus) {
                for (path, value) in flat(&roach.gait) {
                    gaits.row([json!(roach.name), json!(path), value]);
                }
            }
        }
        let timed = format!("due(s) phase(s) action start(s) period(s) passes {LINES}");
        let mut waiting = Section::new("waiting", &timed);
        for timer in &timers {
            let action = match timer.action {
                SavedAction::Command => [json!("command"), Value::Null, Value::Null, Value::Null],
                SavedAction::Block => [json!("block"), Value::Null, Value::Null, Value::Null],
                SavedAction::Every {
                    start_s,
                    period_s,
                    passes,
                } => [
                    json!("every"),
                    number(start_s),
                    number(period_s),
                    json!(passes),
                ],
            };
            let when = [number(timer.due_s), json!(timer.phase_s)];
            waiting.row(when.into_iter().chain(action).chain(words(&timer.lines)));
        }
        let mut watched = Section::new("watched", &format!("held {LINES}"));
        for watch in &watches {
            watched.row([json!(watch.held)].into_iter().chain(words(&watch.lines)));
        }
        let mut sections = vec![joints, motors];
        sections.extend(actuator_sections(running));
        sections.extend([gaits, waiting, watched]);
        sections
    }

    /// Reads the sections of `loadmotors` into a snapshot, and the pending events.
    pub(super) fn read_motors(
        &self,
        corpus: usize,
        dump: &Dump,
        snapshot: &mut Snapshot,
    ) -> Result<Waits, Fault> {
        let stage = self.here();
        let waits = Waits {
            timers: timers(dump.section("waiting")?, super::clock(dump)?)?,
            watches: dump
                .section("watched")?
                .rows
                .iter()
                .map(watch)
                .collect::<Result<_, _>>()?,
        };
        let Some((running, kept)) = with_snapshot(stage, corpus, snapshot) else {
            return Ok(waits);
        };
        let (joints, motors) = (dump.section("joints")?, dump.section("motors")?);
        each_body(joints, running, 0)?;
        each_body(motors, running, 0)?;
        let acting = Arc::make_mut(&mut kept.acting);
        acting.joints = joints.rows.iter().map(joint).collect::<Result<_, _>>()?;
        // Files of older versions have no sections of armatures, dry friction and actuators: these stay as they are.
        for (read, own) in acting.joints.iter_mut().zip(&running.joints) {
            read.armature = own.armature;
            read.actuator = own.actuator;
            read.friction = own.friction;
        }
        if let Some(anchors) = read_actuators(dump, running, &mut acting.joints)? {
            kept.anchors = anchors.into();
        }
        acting.motors = motors.rows.iter().map(motor).collect::<Result<_, _>>()?;
        let section = dump.section("gaits")?;
        let mut known = vec![];
        for (number, roach) in stage.definitions.roaches.iter().enumerate() {
            let own = roach
                .draft
                .and_then(|d| stage.definitions.drafts.get(d)?.running);
            if own != Some(corpus) {
                continue;
            }
            known.push(roach.name.as_str());
            let of = |row: &&Row| row.text(0) == Ok(roach.name.as_str());
            let rows: Vec<&Row> = section.rows.iter().filter(of).collect();
            let name = quote(&roach.name);
            let Some(first) = rows.first() else {
                let message = format!("there is a gait {name}, which is not in the file");
                return Err(Fault::new(section.line, message));
            };
            let line = first.line;
            let gait: Gait = whole(rows, 1, line)?;
            let (there, here) = (gait.legs(), roach.gait.legs());
            if there != here {
                let message = format!("the gait {name} has {here} legs, but {there} in the file");
                return Err(Fault::new(line, message));
            }
            if !gait.is_sound(MOST_COUNTED) {
                let message = format!("the gait {name} has invalid times");
                return Err(Fault::new(line, message));
            }
            if let Some(own) = snapshot.gaits.get_mut(number) {
                *own = gait;
            }
        }
        for row in &section.rows {
            let name = row.text(0)?;
            if !known.contains(&name) {
                let message = format!("this figure has no gait {}", quote(name));
                return Err(Fault::new(row.line, message));
            }
        }
        Ok(waits)
    }
}

fn joint(row: &Row) -> Result<JointParameters, Fault> {
    let scale = row.cells.get(2).cloned().unwrap_or_default();
    let scale = serde_json::from_value(scale).map_err(|_| {
        Fault::new(
            row.line,
            "the third value of the line is not none, mass or distalmass",
        )
    })?;
    let q_type = row.count(1)?;
    Ok(JointParameters {
        q_type: u32::try_from(q_type).map_err(|_| {
            Fault::new(
                row.line,
                "the second value of the line, Q_type, is not a sum of 1, 2, 4, 8 and 16",
            )
        })?,
        spring_scale: scale,
        b: row.number(3)?,
        k: row.number(4)?,
        kq: row.number(5)?,
        ea: row.number(6)?,
        eb: row.number(7)?,
        qmin: row.number_or_nothing(8)?.unwrap_or(f64::NEG_INFINITY),
        qmax: row.number_or_nothing(9)?.unwrap_or(f64::INFINITY),
        lk: row.number(10)?,
        lb: row.number(11)?,
        bias: row.number(12)?,
        ..JointParameters::default()
    })
}

fn motor(row: &Row) -> Result<Motor, Fault> {
    Ok(if row.switch(1)? {
        Motor::Moving(Motion {
            from: row.number(3)?,
            target: row.number(4)?,
            start: row.number(5)?,
            duration: row.number(6)?,
        })
    } else {
        Motor::Still {
            rest: row.number(2)?,
        }
    })
}

fn timers(section: &Section, now: f64) -> Result<Vec<SavedTimer>, Fault> {
    let timers = section.rows.iter().map(|row| {
        let action = match row.text(2)? {
            "command" => SavedAction::Command,
            "block" => SavedAction::Block,
            "every" => SavedAction::Every {
                start_s: row.number(3)?,
                period_s: row.number(4)?,
                passes: row.count(5)?,
            },
            _ => {
                return Err(Fault::new(
                    row.line,
                    "the third value of the line is not a kind of event",
                ));
            }
        };
        let timer = SavedTimer {
            due_s: row.number(0)?,
            phase_s: row.number_or_nothing(1)?,
            action,
            lines: lines(row, 6)?,
        };
        match timer.is_sound(now) {
            true => Ok(timer),
            false => Err(Fault::new(row.line, "the time of the event is invalid")),
        }
    });
    timers.collect()
}

fn watch(row: &Row) -> Result<SavedWatch, Fault> {
    Ok(SavedWatch {
        held: row.switch(0)?,
        lines: lines(row, 1)?,
    })
}

/// Converts the saved lines of a pending event to cells.
fn words(lines: &SavedLines) -> [Value; 6] {
    [
        json!(lines.text),
        json!(lines.corpus),
        json!(lines.gait),
        parts(&lines.locals),
        parts(&lines.mirrored),
        parts(&lines.captured),
    ]
}

/// Converts cells to the saved lines of a pending event.
fn lines(row: &Row, from: usize) -> Result<SavedLines, Fault> {
    Ok(SavedLines {
        text: row.text(from)?.to_owned(),
        corpus: row.text_or_nothing(from + 1)?,
        gait: row.text_or_nothing(from + 2)?,
        locals: read_parts(row, from + 3)?,
        mirrored: read_parts(row, from + 4)?,
        // Files of older versions end here.
        captured: match row.cells.len() > from + 5 {
            true => read_parts(row, from + 5)?,
            false => vec![],
        },
    })
}

/// Makes one cell of a list: its JSON as text, empty for an empty list.
fn parts<T: Serialize>(list: &[T]) -> Value {
    if list.is_empty() {
        return Value::Null;
    }
    json!(serde_json::to_string(list).unwrap_or_default())
}

fn read_parts<T: DeserializeOwned>(row: &Row, column: usize) -> Result<Vec<T>, Fault> {
    let Some(text) = row.text_or_nothing(column)? else {
        return Ok(vec![]);
    };
    serde_json::from_str(&text).map_err(|_| {
        Fault::new(
            row.line,
            format!("value number {} of the line is not a list", column + 1),
        )
    })
}
