//! Reflexes of a gait: what asks for steps and puts them off, besides the oscillators.

use super::access;
use super::gait::{belongs_to_current, leg};
use super::joints::slides;
use crate::control::{LegReflexes, Reflexes, Side, Trigger};
use crate::lang::dimension::Dimension;
use crate::session::Session;
use crate::session::command::{
    Bare, Bound, Command, Example, Follows, Group, Kind, Outcome, Range, Value, may, need,
};

/// The angle of the joint of the body named second, or a length where it slides.
fn angle(session: &Session, values: &[Value]) -> Kind {
    measure(session, values, [Dimension::ANGLE, Dimension::LENGTH])
}

/// A torque of that joint, or a force where it slides.
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

/// What the reflexes of a leg are set to and have done, a line each.
pub(super) fn told(leg: &LegReflexes) -> Vec<String> {
    let mut lines = vec![];
    let mut tell = |trigger: &Option<Trigger>, what: &str, did: String| {
        if let Some(trigger) = trigger {
            let side = match trigger.side {
                Side::Above => "above",
                Side::Below => "below",
            };
            lines.push(format!("{what} {side} {}; {did}", trigger.value));
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
        format!("steps put off: {}", leg.bore.times),
    );
    lines
}

/// Switches one of the reflexes, or prints it.
fn switch(session: &mut Session, bound: &Bound, of: fn(&mut Reflexes) -> &mut bool) -> Outcome {
    let reflex = of(&mut access::roach(session, bound)?.gait.reflexes);
    match bound.switch(0) {
        Some(on) => *reflex = on,
        None => {
            let state = if *reflex { "on" } else { "off" };
            session.print(&format!("{} is {state}", bound.command.name));
        }
    }
    Ok(())
}

/// The number in the figure of the body that the second argument names, whose joint is watched.
fn watched(session: &mut Session, bound: &Bound) -> Result<usize, crate::session::Stop> {
    belongs_to_current(session, bound)?;
    // Reports what has no joint.
    access::jointed(session, bound, 1)?;
    Ok(bound.index(1))
}

const STATE: &[crate::session::command::Param] = &[may(
    "state",
    Kind::Switch,
    "on or off; left out, the state is printed",
)];

/// A figure of one leg with a gait.
macro_rules! one_leg {
    ($lines:literal) => {
        concat!(
            "addcorpus bug\nget a from unit_cube\nget b from unit_cube\naddbody a a 0 0 1 rotary 1000\naddbody b b 0 0 1 rotary 1000\n\
             linkbodies a b\nsetroot a\ncorpusinit\naddroach bug\n",
            $lines
        )
    };
}

pub(super) const STEPREFLEX: Command = Command {
    name: "stepreflex",
    group: Group::Gait,
    summary: "Switches the step reflex of the gait on or off.",
    details: "A leg whose joint is bent beyond its angle (`legstepreflex`) steps, before its oscillator asks for it: it has reached as far back as it can. \
              While this reflex or `loadreflex` is on, no leg begins a step while its neighbour in front, behind or across is in the air. \
              Off as a gait begins. What reflexes did stands in the report, and in `leg0.reflex_steps` and the like of a gait.",
    forms: &[STATE],
    examples: &[Example {
        code: one_leg!("legstepreflex 0 b 0.4 +\nstepreflex on"),
        shows: "the leg steps as soon as it is bent to 0.4 rad",
    }],
    search: &["reflexes", "overextended", "robust"],
    follows: Follows::Nothing,
    in_lists: true,
    run: |session, bound| switch(session, bound, |r| &mut r.step),
};

pub(super) const LOADREFLEX: Command = Command {
    name: "loadreflex",
    group: Group::Gait,
    summary: "Switches the load reflex of the gait on or off.",
    details: "A leg whose joint makes more than its force (`legloadreflex`) bears, and does not step: its step waits until it bears less. \
              While this reflex or `stepreflex` is on, no leg begins a step while its neighbour in front, behind or across is in the air. Off as a gait begins.",
    forms: &[STATE],
    examples: &[Example {
        code: one_leg!("legloadreflex 0 b 20uN*m\nloadreflex on"),
        shows: "the leg stays while its joint makes more than that",
    }],
    search: &["reflexes", "support", "inhibit"],
    follows: Follows::Nothing,
    in_lists: true,
    run: |session, bound| switch(session, bound, |r| &mut r.load),
};

pub(super) const LEGSTEPREFLEX: Command = Command {
    name: "legstepreflex",
    group: Group::Gait,
    summary: "Sets at which angle of which joint the step reflex makes a leg step.",
    details: "Usually that of the coxa, a little beyond where it goes in undisturbed walking. `stepreflex on` lets it act.",
    forms: &[&[
        need("leg", Kind::Leg, "which leg"),
        need("body", Kind::Jointed, "the body whose joint is watched"),
        need(
            "angle",
            Kind::Of(
                angle,
                "an angle (rad), or a length (m) where the joint slides",
            ),
            "the position of the joint at which it acts",
        ),
        need(
            "direction",
            Kind::Choice(&["+", "-"]),
            "on which side of it: + above, - below",
        ),
    ]],
    examples: &[Example {
        code: one_leg!("legstepreflex 0 b -0.4 -"),
        shows: "below -0.4 rad",
    }],
    search: &["reflexes", "trigger", "calibrate"],
    follows: Follows::Nothing,
    in_lists: false,
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
            });
        }
        Ok(())
    },
};

pub(super) const LEGLOADREFLEX: Command = Command {
    name: "legloadreflex",
    group: Group::Gait,
    summary: "Sets at which force of which joint the load reflex keeps a leg on the ground.",
    details: "Usually that of the femur, the second joint from the body, a little beyond what it makes as a leg steps in undisturbed walking. \
              The force is that of the joint's own springs and damper, the quantity `Q`: a value above zero is exceeded from above, one below zero from below. \
              `loadreflex on` lets it act.",
    forms: &[&[
        need("leg", Kind::Leg, "which leg"),
        need("body", Kind::Jointed, "the body whose joint is watched"),
        need(
            "force",
            Kind::Of(
                force,
                "a torque (N m), or a force (N) where the joint slides",
            ),
            "the force of the joint at which it acts",
        ),
    ]],
    examples: &[Example {
        code: one_leg!("legloadreflex 0 b -20uN*m"),
        shows: "when it pushes down with more than 20 micro newton metres, by the signs of this leg",
    }],
    search: &["reflexes", "trigger", "calibrate"],
    follows: Follows::Nothing,
    in_lists: false,
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
            own.load = Some(Trigger { body, value, side });
        }
        Ok(())
    },
};
