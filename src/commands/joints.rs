//! Joint parameters and motors.

use super::constants::{
    ARMATURE, BIAS, Constant, DAMPING, FRICTION, RISE, STIFFNESS, STRENGTH, is_scaled,
};
use super::idle_motors::idle_motor;
use super::{access, joint_line, warnings};
use crate::control::{JointParameters, Motor, SpringScale, terms};
use crate::diagnostic::Diagnostic;
use crate::dynamics::JointKind;
use crate::lang::dimension::Dimension;
use crate::lang::value::show::significant;
use crate::session::bind::readable;
use crate::session::command::{
    Bare, Bound, Command, Example, Group, Kind, Outcome, Range, Value, may, need,
};
use crate::session::{Session, rounded, scale_word, si};
use crate::world::Corpus;
use std::f64::consts::TAU;

/// Unit of a joint parameter.
#[derive(Clone, Copy, PartialEq)]
enum Measure {
    /// An angle or a length.
    Position,
    /// An angle or a length per second.
    Velocity,
    /// Constant of a spring or damper.
    Constant(Constant),
    /// Bits of `Q_type`.
    Bits,
    /// A value of `springtype`.
    Scale,
}

/// Parameter of a joint: the list that `joint`, `jointstatus` and help use.
struct Parameter {
    word: &'static str,
    measure: Measure,
    get: fn(&Corpus, usize, f64) -> f64,
    set: fn(&mut Corpus, usize, f64),
}

macro_rules! field {
    ($word:literal, $measure:expr, $field:ident) => {
        Parameter {
            word: $word,
            measure: $measure,
            get: |c, b, _| c.joints[b].$field,
            set: |c, b, x| {
                c.joints[b].$field = x;
                c.joint_changed(b);
            },
        }
    };
}

const fn bits(word: &'static str) -> Parameter {
    Parameter {
        word,
        measure: Measure::Bits,
        get: |c, b, _| f64::from(c.joints[b].q_type),
        set: |c, b, x| {
            c.joints[b].q_type = x as u32;
            c.joint_changed(b);
        },
    }
}

const PARAMETERS: &[Parameter] = &[
    Parameter {
        word: "q",
        measure: Measure::Position,
        get: |c, b, _| c.q(b),
        set: |c, b, x| c.set_q(b, x),
    },
    Parameter {
        word: "dq",
        measure: Measure::Velocity,
        get: |c, b, _| c.qd(b),
        set: |c, b, x| c.set_qd(b, x),
    },
    bits("Q_type"),
    // Plain name of the same parameter.
    bits("spring"),
    field!("b", Measure::Constant(DAMPING), b),
    field!("k", Measure::Constant(STIFFNESS), k),
    field!("kq", Measure::Position, kq),
    field!("ea", Measure::Constant(STRENGTH), ea),
    field!("eB", Measure::Constant(RISE), eb),
    Parameter {
        word: "e_q",
        measure: Measure::Position,
        get: |c, b, t| c.motor(b).rest_position(t),
        set: |c, b, x| c.set_motor(b, Motor::Still { rest: x }),
    },
    field!("qmin", Measure::Position, qmin),
    field!("qmax", Measure::Position, qmax),
    field!("lk", Measure::Constant(STIFFNESS), lk),
    field!("lb", Measure::Constant(DAMPING), lb),
    field!("bias", Measure::Constant(BIAS), bias),
    field!("armature", Measure::Constant(ARMATURE), armature),
    field!("dry", Measure::Constant(FRICTION), friction),
    Parameter {
        word: "springtype",
        measure: Measure::Scale,
        get: |_, _, _| 0.0,
        set: |_, _, _| {},
    },
];

pub(super) const WORDS: [&str; PARAMETERS.len()] = {
    let mut words = [""; PARAMETERS.len()];
    let mut i = 0;
    while i < words.len() {
        words[i] = PARAMETERS[i].word;
        i += 1;
    }
    words
};
const SCALES: &[&str] = &["none", "mass", "distalmass"];

fn parameter(word: &str) -> Option<&'static Parameter> {
    PARAMETERS.iter().find(|p| p.word == word)
}

pub(super) fn slides(session: &Session, values: &[Value]) -> bool {
    let Some(Value::Index(body)) = values.first() else {
        return false;
    };
    session
        .here()
        .definitions
        .draft()
        .is_some_and(|d| d.figure.slides(*body))
}

/// Position of the joint of the body named first.
pub(super) const POSITION: Kind = Kind::Of(
    position,
    "an angle (rad), or a length (m) if the joint slides",
);

/// Returns the kind of a position of the joint of the body named first: an angle, or a length for a sliding joint.
fn position(session: &Session, values: &[Value]) -> Kind {
    let dimension = if slides(session, values) {
        Dimension::LENGTH
    } else {
        Dimension::ANGLE
    };
    Kind::Number(dimension, Bare::Si, Range::Any)
}

/// Returns the indices of a command's arguments that are joint angles, in radians unless they have a unit.
pub(super) fn angle_arguments(session: &Session, bound: &Bound) -> &'static [usize] {
    let is_position = || parameter(bound.text(1)).is_some_and(|p| p.measure == Measure::Position);
    let places: &[usize] = match bound.command.name {
        "joint" if bound.form == 1 => joint_line::POSITIONS,
        "joint" if is_position() => &[2],
        "motor" => &[2],
        "servo" => &[1],
        "range" => &[1, 2],
        "jointspring" => &[3],
        _ => return &[],
    };
    match slides(session, &bound.values) {
        true => &[],
        false => places,
    }
}

/// Returns the kind of a value of the parameter named second.
fn value_kind(session: &Session, values: &[Value]) -> Kind {
    match values.get(1) {
        Some(Value::Word(word)) => kind_of(word, session, values),
        _ => kind_of("", session, values),
    }
}

/// Returns the kind of a value of a parameter of the joint of the body named first.
pub(super) fn kind_of(word: &str, session: &Session, values: &[Value]) -> Kind {
    match parameter(word).map(|p| p.measure) {
        Some(Measure::Position) => position(session, values),
        Some(Measure::Velocity) => {
            let dimension = if slides(session, values) {
                Dimension::SPEED
            } else {
                Dimension::ANGULAR_VELOCITY
            };
            Kind::Number(dimension, Bare::Si, Range::Any)
        }
        Some(Measure::Constant(constant)) => {
            let unit = constant.unit(slides(session, values), is_scaled(session, values));
            Kind::in_unit(unit, constant.range)
        }
        Some(Measure::Scale) => Kind::Choice(SCALES),
        Some(Measure::Bits) => Kind::Terms(terms::ALL),
        _ => Kind::Number(Dimension::NONE, Bare::Si, Range::Any),
    }
}

/// Describes a parameter: `leg_fl1.e_q = -0.3 rad (moving to 0.2 by 0.412 s)`.
fn line(corpus: &Corpus, body: usize, parameter: &Parameter, time: f64, sliding: bool) -> String {
    let name = corpus.degree_name(body);
    if parameter.measure == Measure::Scale {
        return format!(
            "{name}.springtype = {}",
            scale_word(corpus.joints[body].spring_scale)
        );
    }
    if parameter.word == "spring" {
        let words = terms::in_words(corpus.joints[body].q_type);
        return format!("{name}.spring = {words}");
    }
    let scaled = corpus.joints[body].spring_scale != SpringScale::None;
    let unit = match (parameter.measure, sliding) {
        (Measure::Constant(constant), _) => constant.unit(sliding, scaled),
        (Measure::Position, false) => "rad",
        (Measure::Position, true) => "m",
        (Measure::Velocity, false) => "rad/s",
        (Measure::Velocity, true) => "m/s",
        _ => "",
    };
    let mut text = format!(
        "{name}.{} = {}",
        parameter.word,
        si((parameter.get)(corpus, body, time), unit)
    );
    if parameter.word == "e_q"
        && let Some((target, arrives)) = corpus.motor(body).heading(time)
    {
        text += &format!(" (moving to {} until {})", si(target, ""), si(arrives, "s"));
    }
    text
}

pub(super) fn is_sliding(corpus: &Corpus, body: usize) -> bool {
    corpus.model.joint_kind(body) == Some(JointKind::Sliding)
}

pub(super) const JOINT: Command = Command {
    name: "joint",
    summary: "Sets parameters of a joint, or prints them.",
    details: "The damper and the springs of a joint exert the force S * (-b dq - k (q - kq) - sgn(x) ea (exp(eB |x|) - 1)) with x = q - e_q and the factor S that `springtype` chooses: from a damper, a linear spring and an exponential spring. q is the position of the joint, dq its velocity, and e_q the rest position of the exponential spring, which `motor` moves. S multiplies the limit springs too, but not `bias`, dry friction, `servo` and `torque`. The quantity `Q` is the sum of all these forces.\n\
              `Q_type` chooses the terms that act, as a sum of numbers: 1 damper, 2 linear spring, 4 limit springs (lk and lb beyond qmin and qmax), 8 the constant force `bias`, 16 exponential spring. `spring` sets the same by the words `damper`, `linear`, `limits`, `bias` and `exponential`, joined by `+`, as in `linear+damper`.\n\
              springtype chooses the factor S: none (S = 1), mass (the mass of the body in kg), distalmass (the mass of the body and all bodies that it carries, in kg).\n\
              q, e_q, kq, qmin, qmax are angles (rad), or lengths (m) if the joint slides; dq is per second. If the joint turns, k and lk are in N*m/rad, b and lb in \
              N*m*s/rad, ea and bias in N*m, eB in rad^-1; if it slides, in N/m, N*s/m, N and m^-1. With springtype mass or distalmass k, lk, b, lb and ea are \
              per kg: N*m/rad/kg. These are also the units of numbers without a unit.\n\
              The second form sets several parameters in a line, each by a name; spring, damper, range, strength and bias switch on their terms.\n\
              armature (kg*m2, or kg) is the inertia of the joint itself, such as that of a motor's rotor times the square of its gear ratio: it resists the joint's acceleration and has no weight. \
              dry (N*m, or N) is dry friction: a force of that size against the motion, independent of Q_type. If dry friction is large enough, the joint stays at rest: a stiff spring holds it, which stretches by up to 1e-5 rad (or m). On the axes of a ball joint, dry friction decreases to zero at speeds below about 1e-4 rad/s, so a loaded axis creeps slowly instead of resting. Viscous friction is b.",
    forms: &[
        &[
            need("body", Kind::Jointed, "the body moved by the joint"),
            need("parameter", Kind::Choice(&WORDS), "name of the parameter"),
            may(
                "value",
                Kind::Of(value_kind, "value of the parameter"),
                "the new value; if omitted, the current value is printed",
            ),
        ],
        joint_line::NAMED,
    ],
    example: "addcorpus c\nget a from unit_cube\nget b from unit_cube\naddbody a a 0 0 1 rotary 1000\naddbody b b 0 0 1 rotary 1000\nlinkbodies a b\nsetroot a\ncorpusinit\njoint b q 30deg\njoint b Q_type 17\njoint b ea 0.2\njoint b eB 8\njoint b b 0.03",
    shows: "an exponential spring with a damper",
    more: &[Example {
        code: "addcorpus c\nget a from unit_cube\nget b from unit_cube\naddbody a a 0 0 1 rotary 1000\naddbody b b 0 0 1 rotary 1000\nlinkbodies a b\nsetroot a\ncorpusinit\njoint b spring=20N*m/rad damper=2N*m*s/rad rest=10deg range=[-30deg 30deg]",
        shows: "a linear spring with a damper and a rest position, and stops on both sides",
    }],
    search: "spring, damper, damping, stiffness, angle, limit, muscle, armature, rotor, dry friction, viscous, gear",
    in_lists: true,
    run: |session, bound| {
        if bound.form == 1 {
            return joint_line::run(session, bound);
        }
        if !bound.has(2) {
            let time = session.here().world.time;
            let (corpus, body) = access::jointed(session, bound, 0)?;
            if let Some(parameter) = parameter(bound.text(1)) {
                let text = line(corpus, body, parameter, time, is_sliding(corpus, body));
                session.print(&text);
            }
            return Ok(());
        }
        set(session, bound, (bound.text(1), 0), 2)?;
        many_turns(session, bound);
        Ok(())
    },
    ..Command::of(Group::Joints)
};

/// Sets a parameter of a joint to the value at an index of the arguments, and switches on terms of its force.
pub(super) fn set(
    session: &mut Session,
    bound: &Bound,
    (word, terms): (&str, u32),
    at: usize,
) -> Outcome {
    let (corpus, body) = access::jointed(session, bound, 0)?;
    let Some(parameter) = parameter(word) else {
        return Ok(());
    };
    match parameter.measure {
        Measure::Scale => {
            corpus.joints[body].spring_scale = match bound.text(at) {
                "mass" => SpringScale::Mass,
                "distalmass" => SpringScale::DistalMass,
                _ => SpringScale::None,
            };
            corpus.joint_changed(body);
        }
        _ => {
            let x = bound.number(at);
            if !corpus.attempt(|corpus| (parameter.set)(corpus, body, x)) {
                return Err(super::root::too_far(corpus, bound));
            }
        }
    }
    if terms != 0 {
        corpus.joints[body].q_type |= terms;
        corpus.joint_changed(body);
    }
    if matches!(parameter.measure, Measure::Constant(_)) {
        let set = &mut access::draft(session, bound)?.constants_set;
        set.insert((body, parameter.word));
    }
    // Parameters change the forces, not the state: the current step size remains a good first try.
    if matches!(parameter.word, "q" | "dq") {
        session.here_mut().world.state_changed();
    }
    Ok(())
}

pub(super) const JOINTSTATUS: Command = Command {
    name: "jointstatus",
    summary: "Prints the parameters of a joint and its current force.",
    details: "`armature` and `dry` are omitted if they are zero.",
    forms: &[&[need("body", Kind::Jointed, "the body moved by the joint")]],
    example: "addcorpus c\nget a from unit_cube\nget b from unit_cube\naddbody a a 0 0 1 rotary 1000\naddbody b b 0 0 1 rotary 1000\nlinkbodies a b\nsetroot a\ncorpusinit\njointstatus b",
    shows: "prints the parameters of a joint without springs",
    search: "inspect",
    in_lists: true,
    run: |session, bound| {
        let time = session.here().world.time;
        let (corpus, body) = access::jointed(session, bound, 0)?;
        let sliding = is_sliding(corpus, body);
        let mut lines: Vec<String> = PARAMETERS
            .iter()
            // It repeats `Q_type`.
            .filter(|p| p.word != "spring")
            // Few joints have one.
            .filter(|p| p.word != "armature" || corpus.joints[body].armature != 0.0)
            .filter(|p| p.word != "dry" || corpus.joints[body].friction != 0.0)
            .map(|p| line(corpus, body, p, time, sliding))
            .collect();
        let unit = if sliding { "N" } else { "N*m" };
        lines.push(format!(
            "{}: the joint's force is {}",
            corpus.degree_name(body),
            si(corpus.joint_force(body, time), unit)
        ));
        let actuator = corpus.joints[body].actuator;
        if !actuator.is_idle() {
            let name = corpus.degree_name(body);
            let (q, qd) = (corpus.q(body), corpus.qd(body));
            let driven = si(actuator.respond(q, qd).force, unit);
            lines.push(format!("{name}.torque = {driven}"));
            let target = actuator.servo.map_or(q, |servo| servo.target);
            let position = if sliding { "m" } else { "rad" };
            lines.push(format!("{name}.target = {}", si(target, position)));
            let driven = super::actuators::lines(&actuator, sliding).into_iter();
            lines.extend(driven.map(|line| format!("{}: {line}", corpus.degree_name(body))));
        }
        if corpus.joints[body] == JointParameters::default() {
            lines.push(format!(
                "{}: no springs and no damper",
                corpus.degree_name(body)
            ));
        }
        for text in lines {
            session.print(&text);
        }
        Ok(())
    },
    ..Command::of(Group::Joints)
};

pub(super) const JOINTMATCHEXP: Command = Command {
    name: "jointmatchexp",
    summary: "Sets the rest position of a joint's exponential spring to the joint's current position.",
    details: "If a `motor` command is still moving the rest position, it ends.",
    forms: &[&[need("body", Kind::Jointed, "the body moved by the joint")]],
    example: "addcorpus c\nget a from unit_cube\nget b from unit_cube\naddbody a a 0 0 1 rotary 1000\naddbody b b 0 0 1 rotary 1000\nlinkbodies a b\nsetroot a\ncorpusinit\njoint b q 0.4\njointmatchexp b",
    shows: "the spring rests at 0.4 rad",
    search: "relax, match",
    in_lists: true,
    run: |session, bound| {
        let (corpus, body) = access::jointed(session, bound, 0)?;
        corpus.set_motor(
            body,
            Motor::Still {
                rest: corpus.q(body),
            },
        );
        Ok(())
    },
    ..Command::of(Group::Joints)
};

/// Smallest angle in radians that may be meant in degrees: one turn, with rounding.
const TURN: f64 = 1.001 * TAU;

/// Reports angles of many turns in a command or in the commands that it contains. While the clock runs, commands come from
/// lists and timers, which were checked when they were set.
pub(super) fn many_turns(session: &mut Session, bound: &Bound) {
    if session.activity.going {
        return;
    }
    let mut found = vec![];
    warnings::each(bound, &mut |command| {
        let angles = angle_arguments(session, command).iter();
        let given = angles.filter_map(|&i| Some((command.at(i), command.given(i)?)));
        found.extend(given.filter(|(_, angle)| angle.abs() > TURN));
    });
    for (at, angle) in found {
        let text = session.sources.text(at);
        // An angle with a unit is intended.
        if text.parse::<f64>().is_err() {
            continue;
        }
        let turns = significant(rounded(angle.abs() / TAU, 3));
        let text = readable(text);
        let message = format!("`{text}` is in radians, which is {turns} turns");
        let help = format!("write `{text}deg` for degrees, or `{text}rad` for radians");
        let report = Diagnostic::warning("W005", at, message).help(help);
        warnings::once_there(session, report);
    }
}

pub(super) const MOTOR: Command = Command {
    name: "motor",
    summary: "Moves the rest position of a joint's exponential spring to a target, at constant speed.",
    details: "The rest position starts from its current value and takes the given time; the spring pulls the limb along.",
    forms: &[&[
        need("body", Kind::Jointed, "the body moved by the joint"),
        need(
            "what",
            Kind::Choice(&["etarget"]),
            "the quantity that moves: the rest position of the exponential spring",
        ),
        need("target", POSITION, "target position"),
        need("time", Kind::Duration, "duration"),
    ]],
    example: "addcorpus c\nget a from unit_cube\nget b from unit_cube\naddbody a a 0 0 1 rotary 1000\naddbody b b 0 0 1 rotary 1000\nlinkbodies a b\nsetroot a\ncorpusinit\njoint b Q_type 16\nmotor b etarget -0.7 50ms",
    shows: "moves the rest position to -0.7 rad within 50 ms",
    search: "muscle, actuator, target, lift",
    in_lists: true,
    run: |session, bound| {
        let time = session.here().world.time;
        let duration = bound.seconds(3, session.activity.phase);
        let (corpus, body) = access::jointed(session, bound, 0)?;
        let motor = corpus.motor(body).towards(time, bound.number(2), duration);
        corpus.set_motor(body, motor);
        idle_motor(session, bound);
        many_turns(session, bound);
        Ok(())
    },
    ..Command::of(Group::Joints)
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_of_the_command_are_those_of_the_parameters() {
        assert_eq!(PARAMETERS.iter().map(|p| p.word).collect::<Vec<_>>(), WORDS);
    }
}
