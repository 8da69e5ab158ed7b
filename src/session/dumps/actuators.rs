//! Armatures, dry friction and actuators of joints in files of `dumpmotors`, and the anchors of dry friction, which are in files
//! of `dumps` too: friction that is not set yet when `loads` runs cannot keep its anchor.

use super::{each_body, number, unit};
use crate::control::{Actuator, JointParameters, Servo};
use crate::diagnostic::quote;
use crate::record::dump::{Dump, Fault, Row, Section};
use crate::world::Corpus;
use serde_json::{Value, json};

/// Anchors of dry friction, by the numbers of their bodies (rad or m).
type Anchors = Vec<(u32, f64)>;

/// Returns the sections of armatures, dry friction and actuators.
pub(super) fn actuator_sections(running: &Corpus) -> Vec<Section> {
    let mut friction = Section::new("friction", "body armature dry anchor unit");
    let mut actuators = Section::new("actuators", "body torque gear limit kp kd target unit");
    for (body, name) in running.names.iter().enumerate() {
        let Some(joint) = running.joints.get(body) else {
            continue;
        };
        let anchor = running.force_law(body).dry.anchor();
        friction.row([
            json!(name),
            number(joint.armature),
            number(joint.friction),
            json!(anchor),
            unit(running, body, ["rad", "m"]),
        ]);
        let Actuator {
            torque,
            servo,
            gear,
            limit,
        } = joint.actuator;
        let [kp, kd, target] = match servo {
            Some(servo) => [servo.kp, servo.kd, servo.target].map(number),
            None => [Value::Null, Value::Null, Value::Null],
        };
        actuators.row([
            json!(name),
            number(torque),
            number(gear),
            number(limit),
            kp,
            kd,
            target,
            unit(running, body, ["rad", "m"]),
        ]);
    }
    vec![friction, actuators]
}

/// Reads the sections of armatures, dry friction and actuators into the parameters of all joints. Returns the anchors; none if
/// the file has no such sections.
pub(super) fn read_actuators(
    dump: &Dump,
    running: &Corpus,
    joints: &mut [JointParameters],
) -> Result<Option<Anchors>, Fault> {
    let (Ok(friction), Ok(actuators)) = (dump.section("friction"), dump.section("actuators"))
    else {
        return Ok(None);
    };
    each_body(friction, running, 0)?;
    each_body(actuators, running, 0)?;
    let mut anchors = vec![];
    let rows = friction.rows.iter().zip(&actuators.rows);
    for (body, (joint, (friction, driven))) in (0..).zip(joints.iter_mut().zip(rows)) {
        joint.armature = friction.number(1)?;
        joint.friction = friction.number(2)?;
        joint.actuator = actuator(driven)?;
        if let Some(anchor) = friction.number_or_nothing(3)? {
            anchors.push((body, anchor));
        }
    }
    Ok(Some(anchors))
}

fn actuator(row: &Row) -> Result<Actuator, Fault> {
    let servo = match row.number_or_nothing(4)? {
        Some(kp) => Some(Servo {
            kp,
            kd: row.number(5)?,
            target: row.number(6)?,
        }),
        None => None,
    };
    Ok(Actuator {
        torque: row.number(1)?,
        servo,
        gear: row.number(2)?,
        limit: row.number_or_nothing(3)?.unwrap_or(f64::INFINITY),
    })
}

/// Returns the section of anchors in files of `dumps`: one row for each joint that has an anchor.
pub(super) fn anchor_section(running: &Corpus, anchors: &[(u32, f64)]) -> Section {
    let mut section = Section::new("anchors", "body anchor unit");
    for &(body, anchor) in anchors {
        let body = body as usize;
        section.row([
            json!(running.names.get(body)),
            number(anchor),
            unit(running, body, ["rad", "m"]),
        ]);
    }
    section
}

/// Reads a section of anchors; none if the file has no section of this name.
pub(super) fn read_anchors(
    dump: &Dump,
    section: &str,
    running: &Corpus,
) -> Result<Option<Anchors>, Fault> {
    let Ok(section) = dump.section(section) else {
        return Ok(None);
    };
    let anchors = section.rows.iter().map(|row| {
        let name = row.text(0)?;
        let body = running.body(name).and_then(|body| u32::try_from(body).ok());
        let no_body = || Fault::new(row.line, format!("the figure has no body {}", quote(name)));
        Ok((body.ok_or_else(no_body)?, row.number(1)?))
    });
    anchors.collect::<Result<_, _>>().map(Some)
}
