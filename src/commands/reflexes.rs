//! Reflexes of a gait: they start and delay steps, in addition to the oscillators.

use super::gait::{belongs_to_current, leg};
use super::joints::slides;
use super::setting::{STATE, setting};
use super::{access, setting};
use crate::control::{LegReflexes, Reflexes, Side, Trigger};
use crate::lang::dimension::Dimension;
use crate::session::Session;
use crate::session::command::{
    Bare, Bound, Command, Example, Group, Kind, Outcome, Range, Value, may, need,
};

/// Returns the kind of a position of the joint of the body named second: an angle, or a length for a sliding joint.
fn angle(session: &Session, values: &[Value]) -> Kind {
    measure(session, values, [Dimension::ANGLE, Dimension::LENGTH])
}

/// Returns the kind of a force in that joint: a torque, or a force for a sliding joint.
fn force(session: &Session, values: &[Value]) -> Kind {
    measure(session, values, [Dimension::TORQUE, Dimension::FORCE])
}

fn measure(session: &Session, values: &[Value], [turning, sliding]: [Dimension; 2]) -> Kind {
    let joint = values.get(1..).unwrap_or_default();
    let dimension = if slides(session, joint) {
        sliding
    } else {
        turning
    };
    Kind::Number(dimension, Bare::Si, Range::Any)
}

/// Describes the settings and actions of a leg's reflexes, one line each.
pub(super) fn settings_of(leg: &LegReflexes) -> Vec<String> {
    let mut lines = vec![];
    let mut tell = |trigger: &Option<Trigger>, what: &str, did: String| {
        if let Some(trigger) = trigger {
            let side = match trigger.side {
                Side::Above => "above",
                Side::Below => "below",
            };
            let until = trigger.longest;
            let until = until.map_or_else(String::new, |time| format!(" for {time} s at most"));
            lines.push(format!("{what} {side} {}{until}; {did}", trigger.value));
        }
    };
    tell(
        &leg.step,
        "the step reflex acts",
        format!("steps begun: {}", leg.stepped.times),
    );
    tell(
        &leg.load,
        "the load reflex acts",
        format!("steps delayed: {}", leg.bore.times),
    );
    lines
}

/// Switches one of the reflexes, or prints it.
fn switch(session: &mut Session, bound: &Bound, of: fn(&mut Reflexes) -> &mut bool) -> Outcome {
    let reflex = of(&mut access::roach(session, bound)?.gait.reflexes);
    match bound.switch(0) {
        Some(on) => *reflex = on,
        None => {
            let on = *reflex;
            setting::print_state(session, bound, on);
        }
    }
    Ok(())
}

/// Returns the number in the figure of the body that the second argument names, whose joint is monitored.
fn watched(session: &mut Session, bound: &Bound) -> Result<usize, crate::session::Stop> {
    belongs_to_current(session, bound)?;
    // This reports a body without a joint.
    access::jointed(session, bound, 1)?;
    Ok(bound.index(1))
}

/// Lines of a figure of one leg with a gait.
macro_rules! one_leg {
    ($lines:literal) => {
        concat!(
            "addcorpus bug\nget a from unit_cube\nget b from unit_cube\naddbody a a 0 0 1 rotary 1000\naddbody b b 0 0 1 rotary 1000\n\
             linkbodies a b\nsetroot a\ncorpusinit\naddroach bug\n",
            $lines
        )
    };
}

setting!(STEPREFLEX, "stepreflex", Group::Gait, "Switches the step reflex of the gait on or off.",
    "A leg that has moved far back steps early: it steps when its joint passes the angle set by `legstepreflex`, without waiting for its oscillator. \
              While this reflex or `loadreflex` is on, no leg starts a step while its neighbour in front, behind or on the other side is in the air. \
              Default: off. The report at the end of a run lists the actions of reflexes, and quantities such as `roach.leg0.reflex_steps` count them (`roach` is the name of the gait).",
    STATE, |session, bound| switch(session, bound, |r| &mut r.step),
    example one_leg!("legstepreflex 0 b 0.4 +\nstepreflex on"), "the leg steps as soon as it is bent to 0.4 rad", search "reflexes, overextended, robust");

setting!(LOADREFLEX, "loadreflex", Group::Gait, "Switches the load reflex of the gait on or off.",
    "A leg that carries much weight does not step yet: the reflex delays its step while the joint exerts more than the force set by `legloadreflex`. \
              While this reflex or `stepreflex` is on, no leg starts a step while its neighbour in front, behind or on the other side is in the air. Default: off.",
    STATE, |session, bound| switch(session, bound, |r| &mut r.load),
    example one_leg!("legloadreflex 0 b 20uN*m\nloadreflex on"), "the leg stays on the ground while its joint exerts more than 20 uN*m", search "reflexes, support, inhibit");

pub(super) const LEGSTEPREFLEX: Command = Command {
    name: "legstepreflex",
    summary: "Sets the joint and the angle at which the step reflex makes a leg step.",
    details: "The leg starts a step when the joint position is above (+) or below (-) ANGLE. Choose the coxa, the first joint from the trunk, and an angle slightly outside the range in which it moves in undisturbed walking. `stepreflex on` enables the reflex.",
    forms: &[&[
        need("leg", Kind::Leg, "number of the leg"),
        need("body", Kind::Jointed, "the body whose joint is monitored"),
        need(
            "angle",
            Kind::Of(angle, "an angle (rad), or a length (m) if the joint slides"),
            "the joint position at which it acts",
        ),
        need(
            "direction",
            Kind::Choice(&["+", "-"]),
            "the side on which it acts: + above, - below",
        ),
    ]],
    example: one_leg!("legstepreflex 0 b -0.4 -"),
    shows: "the leg steps when the joint is below -0.4 rad",
    search: "reflexes, trigger, calibrate",
    run: |session, bound| {
        let body = watched(session, bound)?;
        let side = match bound.text(3) {
            "-" => Side::Below,
            _ => Side::Above,
        };
        let (roach, leg) = leg(session, bound)?;
        if let Some(own) = roach.gait.reflexes_of(leg) {
            own.step = Some(Trigger {
                body,
                value: bound.number(2),
                side,
                longest: None,
            });
        }
        Ok(())
    },
    ..Command::of(Group::Gait)
};

pub(super) const LEGLOADREFLEX: Command = Command {
    name: "legloadreflex",
    summary: "Sets the joint and the force at which the load reflex keeps a leg on the ground.",
    details: "The reflex delays the steps of the leg while the joint force is above THRESHOLD if THRESHOLD is above zero, or below THRESHOLD if it is negative. The joint force is the quantity `Q`: that of the joint's springs, damper, `bias`, dry friction, `servo` and `torque`. \
              Choose the femur, the second joint from the trunk. Choose a force of the same sign as the joint force at which the leg starts a step in undisturbed walking, and slightly larger in size. `loadreflex on` enables the reflex.\n\
              Without LONGEST a step is delayed for as long as the reflex acts. A figure then stops for good if its legs exert more than their thresholds while all of them stand, because none of them is relieved. So give LONGEST, such as the duration of a step, in which the legs that are in the air land.",
    forms: &[&[
        need("leg", Kind::Leg, "number of the leg"),
        need("body", Kind::Jointed, "the body whose joint is monitored"),
        need(
            "threshold",
            Kind::Of(force, "a torque (N*m), or a force (N) if the joint slides"),
            "the joint force at which it acts",
        ),
        may(
            "longest",
            Kind::Number(Dimension::TIME, Bare::Si, Range::Positive),
            "longest delay of a step (default: without end)",
        ),
    ]],
    example: one_leg!("legloadreflex 0 b -20uN*m"),
    shows: "the reflex acts while the joint force is below -20 uN*m: in this leg, a negative force pushes the foot down",
    more: &[Example {
        code: one_leg!("legloadreflex 0 b -20uN*m 50ms"),
        shows: "the same, but a step is delayed by 50 ms at most",
    }],
    search: "reflexes, trigger, calibrate",
    run: |session, bound| {
        let body = watched(session, bound)?;
        let value = bound.number(2);
        let side = if value < 0.0 {
            Side::Below
        } else {
            Side::Above
        };
        let (roach, leg) = leg(session, bound)?;
        if let Some(own) = roach.gait.reflexes_of(leg) {
            own.load = Some(Trigger {
                body,
                value,
                side,
                longest: bound.given(3),
            });
        }
        Ok(())
    },
    ..Command::of(Group::Gait)
};
