//! Facts of a figure as numbers: masses, poses, springs, motor programs.

use corpus::geometry::ContactFeature;
use corpus::session::command::{Bound, Value};
use corpus::session::{Mode, Programs, Quiet, Session};
use corpus::world::Corpus;
use serde_json::{Map, json};
use std::path::Path;

pub type Json = serde_json::Value;

/// Builds a script's figure; checks that there are no errors.
pub fn build(script: &Path) -> Session {
    let mut session = corpus::commands::session(Mode::Run, Box::new(Quiet));
    session.run_file(script).unwrap().unwrap();
    assert!(session.diagnostics.is_empty());
    session
}

/// Returns everything that the motion of the only figure of a session depends on, by the names of its bodies. SI units; poses
/// are the final ones of the script.
pub fn facts(session: &Session) -> Json {
    let stage = session.here();
    let corpus = &stage.world.corpora[0];
    let bodies: Map<String, Json> = (0..corpus.names.len())
        .map(|b| (corpus.names[b].clone(), body(session, corpus, b)))
        .collect();
    let roach = &stage.definitions.roaches[0];
    let programs: Vec<Json> = roach
        .programs
        .iter()
        .map(
            |p| json!({ "step": motors(session, p.step()), "stance": motors(session, p.stance()) }),
        )
        .collect();
    let ground = &stage.world.ground;
    json!({
        "bodies": bodies,
        "programs": programs,
        "gait_s": [roach.gait.protraction, roach.gait.leg_delay, roach.gait.shortest_cycle],
        "ground": [ground.k, ground.b, ground.ea, ground.eb, ground.e, ground.friction, ground.largest_depth],
    })
}

fn body(session: &Session, corpus: &Corpus, b: usize) -> Json {
    let (rotation, origin) = corpus.poses()[b];
    let in_figure = &session.here().definitions.drafts[0].figure.bodies[corpus.numbering.order[b]];
    let inertia = &in_figure.inertia;
    let i = inertia.about_centre;
    let joint = &corpus.joints[b];
    let points: Vec<f64> = in_figure
        .contacts
        .iter()
        .filter_map(ContactFeature::corner)
        .flat_map(<[f64; 3]>::from)
        .collect();
    json!({
        "parent": corpus.model.parent(b).map(|p| corpus.names[p].clone()),
        "origin_m": origin.as_slice(),
        "rotation_columns": rotation.as_slice(),
        "mass_kg": inertia.mass,
        "centre_m": inertia.centre.as_slice(),
        "inertia_kg_m2": [i.m11, i.m22, i.m33, i.m12, i.m23, i.m31],
        "axis": in_figure.spec.axis.as_slice(),
        "q_type": joint.q_type,
        "spring_scale": format!("{:?}", joint.spring_scale),
        "springs": [joint.b, joint.k, joint.kq, joint.ea, joint.eb],
        "rest": corpus.motor(b).rest_position(0.0),
        "contact_points_m": points,
    })
}

/// Returns the motors that a list sets: body, target, delay and duration, in parts of the phase.
fn motors(session: &Session, list: &[Bound]) -> Json {
    let figure = &session.here().definitions.drafts[0].figure;
    let mut found: Vec<Json> = vec![];
    for bound in list {
        let (after, motor) = match (bound.command.name, bound.values.as_slice()) {
            ("motor", _) => (0.0, bound),
            ("timer", [Value::Relative(after), Value::Command(then)]) => match then.commands() {
                [motor] if motor.command.name == "motor" => (*after, motor),
                _ => continue,
            },
            _ => continue,
        };
        let Value::Relative(within) = motor.values[3] else {
            panic!("{motor:?} is not relative");
        };
        let name = &figure.bodies[motor.index(0)].spec.name;
        found.push(json!([name, motor.number(2), after, within]));
    }
    found.sort_by_key(|m| (m[0].to_string(), m[2].to_string()));
    Json::Array(found)
}

/// Whether a leg has programs at all.
pub fn is_programmed(programs: &Programs) -> bool {
    !programs.step().is_empty() && !programs.stance().is_empty()
}

/// The size of a box (m): the scale of zeros in a list of lengths.
const SIZE: f64 = 1e-3;

/// Panics where two trees of facts differ: in texts, in shape, or in a number by more than `tolerance`, relative to the largest
/// number of its list (for lengths, to a millimetre at least).
pub fn assert_same(found: &Json, expected: &Json, tolerance: f64, place: &str) {
    match (found, expected) {
        (Json::Object(a), Json::Object(b)) => {
            assert!(a.keys().eq(b.keys()), "{place}: other names");
            for (key, value) in a {
                assert_same(value, &b[key], tolerance, &format!("{place} {key}"));
            }
        }
        (Json::Array(a), Json::Array(b)) => {
            assert_eq!(a.len(), b.len(), "{place}: another length");
            let least = if place.ends_with("_m") { SIZE } else { 0.0 };
            let numbers = b.iter().filter_map(Json::as_f64);
            let largest = numbers.map(f64::abs).fold(least, f64::max);
            for (i, (x, y)) in a.iter().zip(b).enumerate() {
                match (x.as_f64(), y.as_f64()) {
                    (Some(x), Some(y)) => assert!(
                        (x - y).abs() <= tolerance * largest,
                        "{place} {i}: {x:e}, not {y:e}"
                    ),
                    _ => assert_same(x, y, tolerance, &format!("{place} {i}")),
                }
            }
        }
        _ => match (found.as_f64(), expected.as_f64()) {
            (Some(x), Some(y)) => assert!(
                (x - y).abs() <= tolerance * y.abs(),
                "{place}: {x:e}, not {y:e}"
            ),
            _ => assert_eq!(found, expected, "{place}"),
        },
    }
}
