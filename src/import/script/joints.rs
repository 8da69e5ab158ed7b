//! The lines that set joints: springs, dampers, stops, armatures.

use super::spell::{Measure, spell};
use crate::dynamics::JointKind;
use crate::robot::{Joint, Robot};

/// Time constant (s) of joint stops, as MuJoCo's default: with critical damping and a stiffness of 0.95.
const STOP_TIME: f64 = 0.02;
const STOP_SHARE: f64 = 0.95;

/// Writes the lines of all joints of a robot.
pub(super) fn lines(robot: &Robot) -> Vec<String> {
    let links = robot.links.iter().enumerate().skip(1);
    let all = links.map(|(number, link)| {
        let driven = robot.motors.iter().any(|m| m.link == number);
        (robot.spoken(number), settings(&link.joint, driven))
    });
    gathered("joint", all)
}

/// Writes the lines of all servos of a robot.
pub(super) fn servos(robot: &Robot) -> Vec<String> {
    let all = robot.servos.iter().map(|servo| {
        let kind = robot.links.get(servo.link).map(|link| link.joint.kind);
        let measure = measure(kind.unwrap_or(JointKind::Rotary));
        let [kp, kd] = servo.gains.map(|x| spell(x, Measure::Bare));
        let target = spell(servo.target_for(0.0), measure);
        let mut line = format!("target={target} kp={kp} kd={kd}");
        if let Some(limit) = servo.limit {
            line += &format!(" limit={}", spell(limit, Measure::Bare));
        }
        (robot.spoken(servo.link), vec![line])
    });
    gathered("servo", all)
}

/// Writes the lines of a command for joints; those with the same arguments in one loop.
fn gathered(command: &str, all: impl Iterator<Item = (String, Vec<String>)>) -> Vec<String> {
    let mut lines = vec![];
    let mut kinds: Vec<(Vec<String>, Vec<String>)> = vec![];
    for (name, own) in all {
        match kinds.iter_mut().find(|(known, _)| *known == own) {
            Some((_, names)) => names.push(name),
            None => kinds.push((own, vec![name])),
        }
    }
    for (settings, names) in kinds.iter().filter(|(s, _)| !s.is_empty()) {
        match names.as_slice() {
            [name] => lines.extend(settings.iter().map(|s| format!("{command} {name} {s}"))),
            names => {
                lines.push(format!("for body in {}", names.join(" ")));
                lines.extend(settings.iter().map(|s| format!("  {command} {{body}} {s}")));
                lines.push("end".to_owned());
            }
        }
    }
    lines
}

/// Returns the arguments of `joint BODY`, except for stops.
fn settings(joint: &Joint, driven: bool) -> Vec<String> {
    let mut lines = vec![];
    let terms = [
        ("damper", joint.damping != 0.0),
        ("linear", joint.stiffness != 0.0),
        ("limits", joint.range.is_some()),
        ("bias", driven || joint.bias != 0.0),
    ];
    let terms: Vec<&str> = terms.iter().filter(|(_, on)| *on).map(|t| t.0).collect();
    if !terms.is_empty() {
        lines.push(format!("spring {}", terms.join("+")));
    }
    let bare = |x: f64| spell(x, Measure::Bare);
    for (word, value) in [
        ("b", joint.damping),
        ("k", joint.stiffness),
        ("bias", joint.bias),
        ("armature", joint.armature),
        ("dry", joint.friction),
    ] {
        if value != 0.0 {
            lines.push(format!("{word} {}", bare(value)));
        }
    }
    if joint.stiffness != 0.0 && joint.rest != 0.0 {
        lines.push(format!("kq {}", spell(joint.rest, measure(joint.kind))));
    }
    lines
}

pub(super) fn measure(kind: JointKind) -> Measure {
    match kind {
        JointKind::Rotary => Measure::Angle,
        JointKind::Sliding => Measure::Length,
    }
}

/// Returns the user-defined command for stops and the lines that use it; none if no joint has stops.
pub(super) fn stops(robot: &Robot) -> Vec<String> {
    let links = robot.links.iter().zip(robot.moved_inertias());
    let mut lines = vec![];
    for (number, (link, inertia)) in links.enumerate().skip(1) {
        let Some([low, high]) = link.joint.range else {
            continue;
        };
        let stiffness = inertia / (STOP_TIME * STOP_SHARE).powi(2);
        let damping = inertia * 2.0 / (STOP_TIME * STOP_SHARE);
        let measure = measure(link.joint.kind);
        lines.push(format!(
            "stops {} {} {} {} {}",
            robot.spoken(number),
            spell(low, measure),
            spell(high, measure),
            rounded(stiffness),
            rounded(damping)
        ));
    }
    lines
}

/// The definition of `stops`.
pub(super) const STOPS: [&str; 6] = [
    "define stops body low high stiffness damping",
    "  joint {body} qmin {low}",
    "  joint {body} qmax {high}",
    "  joint {body} lk {stiffness}",
    "  joint {body} lb {damping}",
    "end",
];

/// Formats a number with three digits.
fn rounded(x: f64) -> String {
    let text = format!("{x:.2e}");
    text.parse().map_or(text, |x: f64| spell(x, Measure::Bare))
}
