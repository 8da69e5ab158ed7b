//! A script as an environment of a controller: `observe`, `action`, `reward`, `terminate`, `decide`.

use super::constants::BIAS;
use super::run::WITH_UNIT;
use super::{access, joints};
use crate::lang::dimension::Dimension;
use crate::lang::value::{Datum, Unknown};
use crate::session::command::{
    Bare, Bound, Command, Group, Kind, Outcome, Param, Range, Value, may, need,
};
use crate::session::task::{Action, Acts, Term, refused};
use crate::session::{Session, Stop};
use std::sync::Arc;

/// Description of a part of the reward or of an end.
const WHY: Param = may("why", Kind::Reason, "its description");

/// Returns the kind of an end of an action's range: with a unit, or zero.
fn limit(session: &Session, values: &[Value]) -> Kind {
    let body = values.get(1..).unwrap_or_default();
    let slides = joints::slides(session, body);
    let is_torque = matches!(values.get(2), Some(Value::Word("torque")));
    match is_torque {
        true => Kind::in_unit(BIAS.unit(slides, false), Range::Any),
        false if slides => Kind::Number(Dimension::LENGTH, Bare::Required, Range::Any),
        false => Kind::Number(Dimension::ANGLE, Bare::Required, Range::Any),
    }
}

/// An end of the range.
const LIMIT: Kind = Kind::Of(limit, "an angle, a length, or a torque or force");

fn act(session: &mut Session, bound: &Bound) -> Outcome {
    let Some(acts) = Acts::of(bound.text(2)) else {
        return Ok(());
    };
    if [0, 1, 4, 6].iter().any(|i| bound.is_unknown(*i)) {
        return Ok(());
    }
    let range = [bound.number(4), bound.number(6)];
    let name: Arc<str> = bound.text(0).into();
    if range[0] >= range[1] {
        let message =
            format!("the range of `{name}` is empty: its least value is not below its largest");
        let at = bound.at(4).to(bound.at(6));
        return Err(refused(at, message, "write the smaller value first"));
    }
    let world = session.stage;
    let figure = access::running(session, bound)?;
    let (corpus, body) = access::jointed(session, bound, 1)?;
    let slides = corpus.model.joint_kind(body) == Some(crate::dynamics::JointKind::Sliding);
    if acts == Acts::Target && corpus.joints[body].actuator.servo.is_none() {
        let joint = corpus.degree_name(body);
        let message =
            format!("the joint of `{joint}` has no servo, whose target the action would set");
        let help = format!(
            "write `servo {joint} kp=STIFFNESS` before this line, or let the action set its torque"
        );
        return Err(refused(bound.at(1), message, &help));
    }
    session.declare_action(Action {
        name,
        place: bound.at(0),
        joint: [world, figure, body],
        acts,
        range,
        unit: match (acts, slides) {
            (Acts::Torque, _) => BIAS.unit(slides, false),
            (_, true) => "m",
            (_, false) => "rad",
        },
    })
}

/// Returns a part of the reward, or an end, of the expression that comes first.
fn term(session: &Session, bound: &Bound) -> Option<Term> {
    let expression = bound.expression(0)?;
    Some(Term {
        why: bound.text(1).to_owned(),
        place: expression.span,
        formula: session.formula(expression),
    })
}

/// A hanging bar with a servo.
macro_rules! bar {
    ($lines:literal) => {
        concat!(
            "addcorpus c\nget post from unit_cube\nscale post 2cm 2cm 2cm\naddbody post post 0 0 1 rotary 1g/cm3\n",
            "get bar from unit_cube\nmove bar 0 0 -0.5\nscale bar 1cm 1cm 10cm\naddbody bar bar 0 1 0 rotary 1g/cm3\nlinkbodies post bar\n",
            "setroot post\ncorpusinit\nrootmotion fixed\ngrav on\n",
            $lines
        )
    };
}

pub(super) const OBSERVE: Command = Command {
    name: "observe",
    summary: "Declares a value that a controller sees.",
    details: "A script that declares observations, actions, rewards and ends is an environment, which `corpus.Env` of the Python module and `runs::Environment` of the library step. \
              Observations are numbers in units of SI, in the order of the script; `true` is 1 and `false` is 0. In a run, the line only looks whether the value is a number.",
    forms: &[&[
        need("name", Kind::Variable, "its name"),
        need("value", Kind::Assigned, "an expression"),
    ]],
    example: bar!("observe angle = bar.q\nobserve rate = bar.dq"),
    shows: "the angle of a bar and its rate",
    search: "observation, sensor, gym, gymnasium, environment, input",
    run: |session, bound| {
        let Some(expression) = bound.expression(1).cloned() else {
            return Ok(());
        };
        let name = match bound.expression(0) {
            None => Arc::from(bound.text(0)),
            Some(target) => match super::variables::target_of(session, target)? {
                Some((name, path)) if path.is_empty() => name,
                Some(_) => {
                    let message =
                        "an observation has a name of its own, which is no part of a variable";
                    let help = "for example `observe knee = ...` or `observe knee_{i} = ...`";
                    return Err(refused(bound.at(0), message, help));
                }
                None => return Ok(()),
            },
        };
        session.declare_observation(&name, &expression, bound.at(0))
    },
    ..Command::of(Group::Task)
};

pub(super) const ACTION: Command = Command {
    name: "action",
    summary: "Declares a number that a controller sets.",
    details: "At each decision the controller gives a number within the range: `target` is the target of the joint's servo, `torque` the torque of its motor (a force if the joint slides), `rest` the rest position of its exponential spring. \
              In a run and at the prompt the line changes nothing: the joint keeps what the script says.",
    forms: &[&[
        need("name", Kind::Label, "its name"),
        need("body", Kind::Jointed, "the body moved by the joint"),
        need("what", Kind::Choice(Acts::WORDS), "what it sets"),
        need("from", Kind::Filler("from"), "a word"),
        need("least", LIMIT, "least value"),
        need("to", Kind::Filler("to"), "a word"),
        need("largest", LIMIT, "largest value"),
    ]],
    example: bar!(
        "servo bar kp=0.1 target=0deg\naction swing_to bar target from -40deg to 40deg\naction push bar torque from -2mN*m to 2mN*m"
    ),
    shows: "a controller that turns a bar by its servo and by a torque",
    search: "control, command, gym, gymnasium, policy, output",
    run: act,
    ..Command::of(Group::Task)
};

pub(super) const REWARD: Command = Command {
    name: "reward",
    summary: "Declares a part of the reward of a controller.",
    details: "After each decision interval the reward is the sum of all these lines, as numbers in units of SI; `true` is 1 and `false` is 0. No line replaces another: one that is entered twice counts twice.",
    forms: &[&[
        need("value", Kind::Expression("a number"), "its value"),
        WHY,
    ]],
    example: bar!("reward cos(bar.q) \"upright\"\nreward -0.01 * (bar.dq * 1s)^2"),
    shows: "a reward for a bar that hangs still",
    search: "cost, gym, gymnasium, learn, rl, reinforcement",
    run: |session, bound| {
        let Some(expression) = bound.expression(0).cloned() else {
            return Ok(());
        };
        let value = session.value_of(&expression)?;
        let is_number = matches!(
            value,
            Datum::Number(_)
                | Datum::Flag(_)
                | Datum::Unknown(Unknown::Number(_) | Unknown::Flag | Unknown::Any)
        );
        if !is_number {
            let message = format!("a reward is a number, found {}", value.kind());
            return Err(refused(
                expression.span,
                message,
                "for example `reward walker.forward_speed`",
            ));
        }
        let term = term(session, bound);
        session.task.rewards.extend(term);
        Ok(())
    },
    ..Command::of(Group::Task)
};

pub(super) const TERMINATE: Command = Command {
    name: "terminate",
    summary: "Declares a condition that ends an episode of a controller.",
    details: "It is looked at after each decision interval. In a run the line ends nothing.",
    forms: &[&[
        need(
            "condition",
            Kind::Expression("a condition, such as `trunk.z < 1cm`"),
            "the condition",
        ),
        WHY,
    ]],
    example: bar!("terminate abs(bar.q) > 80deg \"it swings too far\""),
    shows: "an episode that ends when a bar is nearly level",
    search: "done, episode, end, fall, gym, gymnasium",
    run: |session, bound| {
        let Some(expression) = bound.expression(0).cloned() else {
            return Ok(());
        };
        session.holds(&expression)?;
        let term = term(session, bound);
        session.task.ends.extend(term);
        Ok(())
    },
    ..Command::of(Group::Task)
};

pub(super) const DECIDE: Command = Command {
    name: "decide",
    summary: "Sets the time between two decisions of a controller.",
    details: "Each step of an environment simulates this time as a `go` does, with gaits, timers and events. Whole frames (`dt`) make it fastest.",
    forms: &[&[
        need("every", Kind::Filler("every"), "a word"),
        need("time", WITH_UNIT, "the time, such as 20ms"),
    ]],
    example: "decide every 20ms",
    shows: "fifty decisions in a second",
    search: "interval, rate, step, control, gym, gymnasium",
    run: |session, bound| {
        if bound.is_unknown(1) {
            return Ok(());
        }
        match session.task.interval {
            Some((_, before))
                if before != bound.span
                    && !session.sources.is_entry(bound.span.source)
                    && !session.check.is_uncertain() =>
            {
                let report = crate::diagnostic::Diagnostic::error(
                    "E088",
                    bound.span,
                    "the time between decisions is set twice",
                );
                Err(Stop::from(
                    report
                        .note(before, "set here first")
                        .help("remove one of the two lines"),
                ))
            }
            _ => {
                session.task.interval = Some((bound.number(1), bound.span));
                Ok(())
            }
        }
    },
    ..Command::of(Group::Task)
};
