//! Pushes and impulses on a figure.

use super::access;
use super::pull::length;
use super::root::too_far;
use crate::diagnostic::Diagnostic;
use crate::lang::dimension::Dimension;
use crate::session::command::{
    Bare, Bound, Command, Example, Group, Kind, Outcome, Param, Range, Thing, may, need,
};
use crate::session::{Session, Stop};
use crate::world::{MOST_PUSHES, Push};
use nalgebra::Vector3;

const fn force(name: &'static str, doc: &'static str) -> Param {
    let kind = Kind::Number(Dimension::FORCE, Bare::Si, Range::Any);
    need(name, kind, doc)
}

/// Unit of impulse, N s.
const IMPULSE_UNIT: Dimension = Dimension {
    length: 1,
    mass: 1,
    time: -1,
    ..Dimension::NONE
};

const fn impulse(name: &'static str, doc: &'static str) -> Param {
    let kind = Kind::Number(IMPULSE_UNIT, Bare::In("N*s"), Range::Any);
    need(name, kind, doc)
}

const BODY: Param = need("body", Kind::Old(Thing::Body), "the body");
const FX: Param = force("fx", "the force, along x");
const FY: Param = force("fy", "the force, along y");
const FZ: Param = force("fz", "the force, along z");
const STRIKES: Param = need(
    "impulse",
    Kind::Choice(&["impulse"]),
    "gives an impulse instead of a force",
);
const JX: Param = impulse("jx", "the impulse, along x");
const JY: Param = impulse("jy", "the impulse, along y");
const JZ: Param = impulse("jz", "the impulse, along z");
const AT: Param = need("at", Kind::Choice(&["at"]), "keyword before the point");
const PX: Param = length("px", "the point, along the body's x axis");
const PY: Param = length("py", "the point, along the body's y axis");
const PZ: Param = length("pz", "the point, along the body's z axis");
const FOR: Param = need("for", Kind::Choice(&["for"]), "keyword before the time");
const TIME: Param = need(
    "time",
    Kind::Number(Dimension::TIME, Bare::Si, Range::Positive),
    "its duration",
);
const AXES: Param = may(
    "axes",
    Kind::Choice(&["world", "body"]),
    "axes of the force: of the world (default), or of the body, with which it then turns",
);

/// Numbers of the first form of an impulse, and of the form that ends all pushes; those of a force come first.
const IMPULSES: usize = 4;
const OFF: usize = 8;

pub(super) const PUSH: Command = Command {
    name: "push",
    summary: "Pushes a point of a body with a force or an impulse.",
    details: "The force acts at the body's origin, or at the point in the body's own frame given after `at`. It acts for the time given after `for`, otherwise until `push BODY off`. \
              Its components are along the axes of the world, or with `axes=body` along those of the body, so that the force turns with the body. Several pushes on one figure add up. \
              `impulse` gives force times time instead: with `for` it is spread evenly over that time; without `for` it changes all velocities of the \
              figure at once, those of its joints included. `push BODY off` ends all pushes on a body. If `mirror` copies a motor program that contains a push, it replaces the body, but none of the numbers. An integration step ends at the moment when a push ends. `energy` counts the work of pushes as `work.outer`.",
    forms: &[
        &[BODY, FX, FY, FZ, AXES],
        &[BODY, FX, FY, FZ, FOR, TIME, AXES],
        &[BODY, FX, FY, FZ, AT, PX, PY, PZ, AXES],
        &[BODY, FX, FY, FZ, AT, PX, PY, PZ, FOR, TIME, AXES],
        &[BODY, STRIKES, JX, JY, JZ, AXES],
        &[BODY, STRIKES, JX, JY, JZ, FOR, TIME, AXES],
        &[BODY, STRIKES, JX, JY, JZ, AT, PX, PY, PZ, AXES],
        &[BODY, STRIKES, JX, JY, JZ, AT, PX, PY, PZ, FOR, TIME, AXES],
        &[
            BODY,
            need("off", Kind::Choice(&["off"]), "ends all pushes on the body"),
        ],
    ],
    example: "addcorpus c\nget o from unit_cube\naddbody b o 0 0 1 rotary 1000\nsetroot b\ncorpusinit\npush b 2kN 0 0 for 0.5s\ngo 1s\nexpect abs(b.vel.x - 1m/s) < 1um/s\nexpect abs(c.work.outer - 500J) < 1mJ",
    shows: "a tonne is pushed for half a second, and continues at 1 m/s",
    more: &[
        Example {
            code: "addcorpus c\nget o from unit_cube\naddbody b o 0 0 1 rotary 1000\nsetroot b\ncorpusinit\npush b impulse 0 600N*s 0 at 0.5 0 0\ngo 0.1s\nexpect abs(b.vel.y - 0.6m/s) < 1mm/s",
            shows: "an impulse beside the centre: the box moves and turns",
        },
        Example {
            code: "addcorpus c\nget o from unit_cube\naddbody b o 0 0 1 rotary 1000\nsetroot b\ncorpusinit\npush b 0 0 2kN at 0.5 0 0 axes=body\ngo 0.2s\npush b off",
            shows: "a force that turns with the box, like that of a nozzle",
        },
    ],
    search: "force, impulse, kick, blow, strike, hit, shove, thrust, wind, apply",
    in_lists: true,
    run,
    ..Command::of(Group::Figure)
};

fn run(session: &mut Session, bound: &Bound) -> Outcome {
    let world = &session.here().world;
    let (now, gravity) = (world.time, world.gravity.vector());
    if bound.form == OFF {
        let (corpus, body) = access::body(session, bound, 0)?;
        corpus.end_pushes(body);
        return Ok(());
    }
    let (corpus, _) = access::moved(session, bound, 0, "push")?;
    let is_impulse = bound.form >= IMPULSES;
    let mut next = 1 + usize::from(is_impulse);
    let mut force = bound.vector(next);
    next += 3;
    let form = bound.form % IMPULSES;
    let point = match form {
        2 | 3 => {
            next += 4;
            bound.vector(next - 3)
        }
        _ => Vector3::zeros(),
    };
    let lasts = match form {
        1 | 3 => {
            next += 2;
            Some((bound.number(next - 1), bound.at(next - 1)))
        }
        _ => None,
    };
    let turns = bound.text(next) == "body";
    if let (true, Some((seconds, _))) = (is_impulse, lasts) {
        force /= seconds;
    }
    let sizes = force.iter().chain(&point);
    if !sizes.into_iter().all(|x| x.is_finite()) {
        return Err(too_far(corpus, bound));
    }
    if let Some((seconds, at)) = lasts
        && !Push::can_last(seconds, now)
    {
        let message = format!(
            "{seconds:e} s are shorter than the rounding of the clock, which is at {now:e} s"
        );
        let report = Diagnostic::error("E027", at, message);
        return Err(report
            .help("`push BODY impulse ...` without `for` acts at once")
            .into());
    }
    session.effect(|session| {
        let (corpus, body) = access::body(session, bound, 0)?;
        if is_impulse && lasts.is_none() {
            let along = match (turns, corpus.poses().get(body)) {
                (true, Some((rotation, _))) => rotation * force,
                _ => force,
            };
            return match corpus.blow((body, &point), &along, (now, gravity)) {
                true => Ok(()),
                false => Err(too_far(corpus, bound)),
            };
        }
        if corpus.pushes().len() >= MOST_PUSHES {
            let message = format!("{MOST_PUSHES} pushes act on `{}` already", corpus.name);
            let help = "`push BODY off` ends those on a body; `for` limits the duration of a push";
            return Err(Stop::mistake("E027", bound.span, message, help));
        }
        corpus.push(Push {
            body,
            point,
            force,
            turns,
            until: lasts.map(|(seconds, _)| now + seconds),
        });
        Ok(())
    })
}
