//! Joints with several degrees of freedom, and with none.

use super::access::{self, figure_mistake};
use super::figure::{DIRECTION, JOINT_KINDS, joint_kind, unfinished};
use crate::diagnostic::Diagnostic;
use crate::dynamics::JointKind;
use crate::figure::{BodySpec, FigureError, JointForm, body_of};
use crate::lang::dimension::Dimension;
use crate::session::command::{
    Bare, Bound, Command, Example, Group, Kind, Outcome, Range, Thing, Value, may, need,
};
use crate::session::{Session, Stop};
use crate::source::Span;
use nalgebra::Vector3;
use std::f64::consts::TAU;

const KINDS: &[&str] = &[
    "rotary",
    "sliding",
    "screw",
    "cylindrical",
    "universal",
    "planar",
    "ball",
    "free",
    "weld",
];

const BODY: Kind = Kind::Old(Thing::Body);
/// Kind of a component of a second axis: a separate kind, so that `axis=[...]` does not continue into it.
const ACROSS: Kind = Kind::Of(|_, _| DIRECTION, "a number, part of a direction");
const PITCH: Kind = Kind::Number(Dimension::LENGTH, Bare::Si, Range::Any);
/// Indices of the arguments of `jointkind`.
const AXIS: usize = 2;
const SECOND: usize = 5;
const PITCH_AT: usize = 8;

pub(super) const JOINTKIND: Command = Command {
    name: "jointkind",
    summary: "Changes the kind of a body's joint, for example to one with several degrees of freedom, or with none.",
    details: "Use it between `addbody` and `corpusinit`. The axis is that of `addbody`, unless another is given here. If a joint has several degrees of freedom, each has a name \
              that starts with that of the body and is used like a body with a joint: `joint arm.q2 k 5`, `{arm.q2}`, `{arm.q2.dq}`.\n\
              rotary, sliding: as in `addbody`. screw: turns about the axis and moves along it by `pitch` per full turn. cylindrical: NAME.slide along the axis and \
              NAME.turn about it. universal: NAME.q1 about the axis and NAME.q2 about the second axis, which turns with q1. planar: NAME.slide1 and NAME.slide2 in the plane perpendicular to the axis, \
              NAME.turn about it. weld: no motion.\n\
              ball: turns in every direction, without gimbal lock. NAME.rx, NAME.ry and NAME.rz are the rotation vector of its orientation relative to its parent: the direction is the axis of rotation and the length is the angle, at most half a turn (the next `go` replaces a larger angle set by `joint` by the equivalent one: 250 degrees become -110). `{NAME.rx.dq}`, `{NAME.ry.dq}` and `{NAME.rz.dq}` are the angular velocity relative to the parent, in the body's axes; they are not the derivatives of the rotation vector. `{NAME.joint_qw}` to `{NAME.joint_qz}` are its unit \
              quaternion, `{NAME.twist}` is the angle of rotation about the axis of `addbody`, and `{NAME.swing}` the angle by which this axis is tilted. free: three slides, NAME.sx, NAME.sy and NAME.sz, then a ball joint. The slides are along the axes that the body's frame has with all joints at zero; these axes turn with the parent.",
    forms: &[&[
        need("body", BODY, "the body moved by the joint"),
        need("kind", Kind::Choice(KINDS), "kind of joint"),
        may(
            "x",
            DIRECTION,
            "joint axis in the body's frame (default: that of `addbody`)",
        )
        .begins("axis"),
        may("y", DIRECTION, "joint axis"),
        may("z", DIRECTION, "joint axis"),
        may("x2", ACROSS, "second axis of a universal joint").begins("second"),
        may("y2", ACROSS, "second axis"),
        may("z2", ACROSS, "second axis"),
        may("pitch", PITCH, "translation of a screw per full turn"),
    ]],
    example: "addcorpus c\nget a from unit_cube\nget b from unit_cube\naddbody trunk a 0 0 1 rotary 1000\naddbody arm b 0 0 1 rotary 1000\njointkind arm ball\nlinkbodies trunk arm\nsetroot trunk\ncorpusinit\njoint arm.rx q 30deg\njoint arm.rx spring linear+damper\njoint arm.rx k 5",
    shows: "a shoulder that turns in every direction, with a spring about its x axis",
    more: &[
        Example {
            code: "addcorpus c\nget a from unit_cube\nget b from unit_cube\naddbody post a 0 0 1 rotary 1000\naddbody nut b 0 0 1 rotary 1000\njointkind nut screw pitch=5mm\nlinkbodies post nut\nsetroot post\ncorpusinit\nrootmotion fixed\nprint \"{nut.q}\"",
            shows: "a nut that moves by 5 mm per turn",
        },
        Example {
            code: "addcorpus c\nget a from unit_cube\nget b from unit_cube\naddbody shaft a 0 0 1 rotary 1000\naddbody fork b 1 0 0 rotary 1000\njointkind fork universal second=[0 1 0]\nlinkbodies shaft fork\nsetroot shaft\ncorpusinit\njoint fork.q2 q 20deg",
            shows: "a joint with two perpendicular axes",
        },
    ],
    search: "spherical, socket, universal, cardan, cylindrical, screw, planar, weld, fixed, free, quaternion, degrees of freedom",
    run: |session, bound| {
        let draft = unfinished(session, bound)?;
        let before = draft.figure.bodies.get(bound.index(0));
        let Some(before) = before.map(|body| body.spec.clone()) else {
            return Err(Stop::Reported);
        };
        let spec = changed(bound, &before)?;
        let names = |spec: &BodySpec| -> Vec<String> {
            spec.degrees()
                .into_iter()
                .map(|degree| degree.name)
                .collect()
        };
        if names(&spec) != names(&before) {
            no_program_moves_it(session, bound)?;
        }
        let draft = unfinished(session, bound)?;
        if let Some(body) = draft.figure.bodies.get_mut(bound.index(0)) {
            body.spec = spec;
        }
        Ok(())
    },
    ..Command::of(Group::Figure)
};

/// Refuses a joint whose present degrees of freedom a motor program or a timer uses already: their commands are bound.
fn no_program_moves_it(session: &mut Session, bound: &Bound) -> Outcome {
    let name = unfinished(session, bound)?.figure.label(bound.index(0));
    let stage = session.here();
    let roaches = stage.definitions.roaches.iter();
    let programs = roaches.flat_map(|roach| &roach.programs);
    let programs = programs.flat_map(|programs| programs.closures());
    let timers = stage
        .timers
        .numbered()
        .into_iter()
        .map(|(_, timer)| &timer.closure);
    let mut commands = programs.chain(timers).flat_map(|code| code.commands());
    match commands.find_map(|command| line_of_joint(command, bound)) {
        None => Ok(()),
        Some(line) => {
            let message = format!("a motor program or timer already uses the joint of `{name}`");
            let report = Diagnostic::error("E091", bound.at(0), message);
            let report = report.note(line, "by the names that its degrees of freedom have so far");
            Err(report.help("put this line above").into())
        }
    }
}

/// Returns the place of a command, or of one in it, that names a degree of freedom of the joint which `changes` changes.
fn line_of_joint(command: &Bound, changes: &Bound) -> Option<Span> {
    let mut values = command.values_with_kinds();
    let names_it = values.any(|(value, kind)| {
        let is_joint = matches!(kind, Kind::Jointed) && command.corpus == changes.corpus;
        matches!(value, Value::Index(number) if is_joint && body_of(*number) == changes.index(0))
    });
    let mut inner = command.each.iter().chain(command.deferred());
    names_it
        .then_some(command.span)
        .or_else(|| inner.find_map(|inner| line_of_joint(inner, changes)))
}

/// Returns three numbers starting at an argument, if the first of them was given.
fn vector(bound: &Bound, i: usize) -> Option<Vector3<f64>> {
    bound.given(i).map(|_| bound.vector(i))
}

fn refused(bound: &Bound, i: usize, message: String, help: String) -> Stop {
    let at = match i {
        AXIS | SECOND => bound.at(i).to(bound.at(i + 2)),
        _ => bound.at(i),
    };
    Stop::mistake("E091", at, message, help)
}

/// Refuses an argument that the kind does not use.
fn unused(bound: &Bound, i: usize, what: &str) -> Outcome {
    if bound.given(i).is_none() {
        return Ok(());
    }
    let kind = bound.text(1);
    let message = format!("a joint of kind {kind} has no {what}");
    let help = match (kind, i) {
        ("ball", AXIS) => "omit the axis: a ball turns about every axis; `universal` has two axes, `rotary` has one".to_owned(),
        ("weld", AXIS) => "leave it out: a weld does not move".to_owned(),
        ("free", AXIS) => "leave it out: a free joint moves along and about every axis".to_owned(),
        (_, PITCH_AT) => "leave it out; a screw has one: `jointkind NAME screw pitch=5mm`".to_owned(),
        (_, SECOND) => "leave it out; a universal joint has one: `jointkind NAME universal second=[0 1 0]`".to_owned(),
        _ => "leave it out".to_owned(),
    };
    Err(refused(bound, i, message, help))
}

/// Returns the new joint of a body.
fn changed(bound: &Bound, before: &BodySpec) -> Result<BodySpec, Stop> {
    let kind = bound.text(1);
    let name = &before.name;
    if kind != "screw" {
        unused(bound, PITCH_AT, "pitch")?;
    }
    if kind != "universal" {
        unused(bound, SECOND, "second axis")?;
    }
    if matches!(kind, "ball" | "free" | "weld") {
        unused(bound, AXIS, "axis")?;
    }
    let axis = vector(bound, AXIS).unwrap_or(before.axis);
    direction(bound, AXIS, &axis)?;
    let form = match kind {
        "screw" => match bound.given(PITCH_AT) {
            Some(pitch) => JointForm::Screw { pitch: pitch / TAU },
            None => {
                let message = format!("the screw of `{name}` has no pitch");
                let help = format!(
                    "give its translation per full turn: `jointkind {name} screw pitch=5mm`"
                );
                return Err(refused(bound, 1, message, help));
            }
        },
        "cylindrical" => JointForm::Cylindrical,
        "universal" => JointForm::Universal {
            second: second_axis(bound, name, &axis)?,
        },
        "planar" => JointForm::Planar,
        "ball" => JointForm::Ball,
        "free" => JointForm::Free,
        "weld" => JointForm::Weld,
        _ => JointForm::Single,
    };
    Ok(BodySpec {
        axis,
        joint: match kind {
            "sliding" => JointKind::Sliding,
            _ => JointKind::Rotary,
        },
        form,
        ..before.clone()
    })
}

fn direction(bound: &Bound, i: usize, axis: &Vector3<f64>) -> Outcome {
    let squared = axis.norm_squared();
    let wrong = match () {
        () if squared == 0.0 => FigureError::ZeroAxis,
        () if !squared.is_finite() => FigureError::HugeAxis,
        () => return Ok(()),
    };
    Err(figure_mistake(&wrong, bound.at(i).to(bound.at(i + 2))).into())
}

/// Returns an axis of the frame that is at a large angle to another axis.
fn across(axis: &Vector3<f64>) -> &'static str {
    match axis.iamin() {
        0 => "1 0 0",
        1 => "0 1 0",
        _ => "0 0 1",
    }
}

/// Sine of the smallest angle between two distinct axes.
const SAME_DIRECTION: f64 = 1e-6;

fn second_axis(bound: &Bound, name: &str, axis: &Vector3<f64>) -> Result<Vector3<f64>, Stop> {
    let Some(second) = vector(bound, SECOND) else {
        let message = format!("the universal joint of `{name}` has only one axis");
        let other = across(axis);
        let help = format!("give the second axis: `jointkind {name} universal second=[{other}]`");
        return Err(refused(bound, 1, message, help));
    };
    direction(bound, SECOND, &second)?;
    let sine = axis.normalize().cross(&second.normalize()).norm();
    if sine < SAME_DIRECTION {
        let message = format!("the two axes of the universal joint of `{name}` are parallel");
        let help = format!(
            "give a second axis at an angle to the first: `second=[{}]`",
            across(axis)
        );
        return Err(refused(bound, SECOND, message, help));
    }
    Ok(second)
}

pub(super) const ADDJOINT: Command = Command {
    name: "addjoint",
    summary: "Adds a further degree of freedom to a body's joint.",
    details: "Use it between `addbody` and `corpusinit`. The joints go through the origin of the body's frame, in series: first that of `addbody`, which is then called NAME.q1, \
              then one for each `addjoint`, NAME.q2, NAME.q3 and so on. Axes are in the body's frame with all joints at zero; their lengths, also that of the axis of `addbody`, do not matter.\n\
              Three hinges in series lose a degree of freedom where the first axis and the third become parallel (gimbal lock). `jointkind NAME ball` makes a joint without this lock.",
    forms: &[&[
        need("body", BODY, "the body"),
        need("x", DIRECTION, "joint axis").begins("axis"),
        need("y", DIRECTION, "joint axis"),
        need("z", DIRECTION, "joint axis"),
        need("joint", Kind::Choice(JOINT_KINDS), "rotary or sliding"),
    ]],
    example: "addcorpus c\nget a from unit_cube\nget b from unit_cube\naddbody trunk a 0 0 1 rotary 1000\naddbody leg b 0 1 0 rotary 1000\naddjoint leg 1 0 0 rotary\naddjoint leg 0 0 1 sliding\nlinkbodies trunk leg\nsetroot trunk\ncorpusinit\njoint leg.q2 q 10deg\njoint leg.q3 q 1cm",
    shows: "a leg that swings forwards and sideways, and stretches",
    search: "several, compound, degrees of freedom, hinge",
    run: |session, bound| {
        let axis = bound.vector(1);
        direction(bound, 1, &axis)?;
        no_program_moves_it(session, bound)?;
        let draft = unfinished(session, bound)?;
        let Some(body) = draft.figure.bodies.get_mut(bound.index(0)) else {
            return Err(Stop::Reported);
        };
        let own = (body.spec.joint, body.spec.axis);
        match &mut body.spec.form {
            form @ JointForm::Single => *form = JointForm::Several { inner: vec![own] },
            JointForm::Several { inner } => inner.push(own),
            other => {
                let (name, kind) = (&body.spec.name, other.word(own.0));
                let message = format!(
                    "the joint of `{name}` is of kind {kind}, which `addjoint` cannot extend"
                );
                let help = "`addjoint` extends rotary and sliding joints; for more, put another body between the two";
                return Err(Stop::mistake("E091", bound.at(0), message, help));
            }
        }
        body.spec.joint = joint_kind(bound.text(4));
        body.spec.axis = axis;
        Ok(())
    },
    ..Command::of(Group::Figure)
};

/// Refuses a joint with several degrees of freedom where only a single one is allowed.
pub(super) fn plain_only(session: &mut Session, bound: &Bound) -> Outcome {
    let draft = access::draft(session, bound)?;
    let number = bound.index(0);
    let Some((body, _)) = draft.figure.degree(number) else {
        return Ok(());
    };
    if body.spec.form == JointForm::Single {
        return Ok(());
    }
    let (name, kind) = (&body.spec.name, body.spec.form.word(body.spec.joint));
    let message = format!("the joint of `{name}` is of kind {kind}, whose axes cannot change");
    let help = "set its axes before `corpusinit`, with `addbody` and `jointkind`";
    Err(Stop::mistake("E091", bound.at(0), message, help))
}
