//! Balls and wheels that roll without slipping.

use super::attach::{end, neither_moves, one_body};
use super::close::{across, direction, fasten, neither_moves_stop, pose, reduced_mass};
use super::shapes::PLACE;
use crate::contact::{Closure, ClosureKind};
use crate::lang::dimension::Dimension;
use crate::session::command::{
    Bare, Bound, Command, Example, Group, Kind, Outcome, Param, Range, may, need,
};
use crate::session::{Session, Stop};
use crate::world::End;
use nalgebra::Vector3;

const NUMBER: Kind = Kind::Number(Dimension::NONE, Bare::Si, Range::Any);

/// Returns the parameters for rolling on something.
const fn rolling(on: Param) -> [Param; 14] {
    [
        need("body1", Kind::AnyBody, "the ball or wheel"),
        need("on", Kind::Choice(&["on"]), "the word `on`"),
        on,
        may(
            "radius",
            Kind::Number(Dimension::LENGTH, Bare::Si, Range::Positive),
            "its radius (default, on the world: the height of its centre above the ground)",
        )
        .by_name(),
        may("x", PLACE, "its centre, in its own frame (default: the origin)").begins("at"),
        may("y", PLACE, "its centre"),
        may("z", PLACE, "its centre"),
        may("ax", NUMBER, "axis of a wheel, in its own frame (default: it is a ball)").begins("axis"),
        may("ay", NUMBER, "axis of a wheel"),
        may("az", NUMBER, "axis of a wheel"),
        may(
            "nx",
            NUMBER,
            "the normal of the plane on which it rolls, in the frame of the other body (default: z)",
        )
        .begins("normal"),
        may("ny", NUMBER, "the normal of the plane"),
        may("nz", NUMBER, "the normal of the plane"),
        may(
            "break",
            Kind::Number(Dimension::FORCE, Bare::Si, Range::Positive),
            "force beyond which it ends (default: never)",
        )
        .by_name(),
    ]
}

pub(super) const ROLL: Command = Command {
    name: "roll",
    summary: "Lets a ball or a wheel roll on a plane without slipping.",
    details: "The place at which it touches the plane of the other body, or of the world, has the velocity of the plane there: three rows of the equations, of which two are held in their speed only, so that it can go anywhere but only by rolling. The plane goes through the present place of contact; a wheel touches it with the circle about its centre, however wide it is. \
              It neither slips nor lifts off, whatever acts on it; its force is `world.attachmentN.force`, as it is numbered together with attachments and loops, so that `detach` ends it, and `break` too. For wheels that may slip, use friction: `contact rigid`. It acts with `integration auto` and `implicit`.",
    forms: &[
        &rolling(need(
            "body2",
            Kind::AnyBody,
            "the body on whose plane it rolls",
        )),
        &rolling(need(
            "world",
            Kind::Choice(&["world"]),
            "it rolls on a fixed plane",
        )),
    ],
    example: "addcorpus c\nball b radius=10cm\naddbody b b axis=[0 0 1] joint=rotary density=1g/cm3\nsetroot b\ncorpusinit\nmove b 0 0 10cm\nsetrootpos\nroll b on world radius=10cm\ngrav on\ngravdirection 1 0 -9.81\nsetgrav {sqrt(1 + 9.81 * 9.81)}\ngo 1s\nexpect abs(c.b.x - 5/14 * 1m) < 1mm",
    shows: "a ball on a slope, which rolls down with 5/7 of the acceleration of one that slides",
    more: &[Example {
        code: "addcorpus c\ncylinder wheel radius=10cm from=[0 -1cm 0] to=[0 1cm 0]\naddbody wheel wheel axis=[0 1 0] joint=rotary density=1g/cm3\nsetroot wheel\ncorpusinit\nmove wheel 0 0 10cm\nsetrootpos\nroll wheel on world radius=10cm axis=[0 1 0]\naddv wheel 1m/s -2cm/s 0 0.2 10 0\ngrav on\ngo 0.5s\nexpect wheel.speed > 0.9m/s",
        shows: "a wheel that leans a little, and rolls in a curve",
    }],
    search: "rolling, wheel, nonholonomic, no slip, constraint",
    in_lists: true,
    run,
    ..Command::of(Group::Figure)
};

fn run(session: &mut Session, bound: &Bound) -> Outcome {
    let centre = (bound.given(4).is_some()).then(|| bound.vector(4));
    let centre = centre.unwrap_or_default();
    let (axis, normal) = (direction(bound, 7)?, direction(bound, 10)?);
    let first = end(session, bound, 0, centre)?;
    let second = match bound.form {
        0 => end(session, bound, 2, Vector3::zeros())?,
        _ => End::World(Vector3::zeros()),
    };
    one_body(&first, &second, bound)?;
    neither_moves(session, &first, &second, bound)?;
    let world = &session.here().world;
    let (Some(one), Some(two)) = (pose(world, &first), pose(world, &second)) else {
        return Err(Stop::Reported);
    };
    let at = one.1 + one.0 * centre;
    let height = at.z - world.ground.height;
    let radius = match bound.given(3) {
        Some(radius) => radius,
        None if bound.form == 1 && height > 0.0 => height,
        None => {
            let message = "the radius with which it rolls is not known";
            let help = "add `radius=10cm`";
            return Err(Stop::mistake("E021", bound.at(0), message, help));
        }
    };
    let n = normal.unwrap_or(Vector3::z());
    let up = two.0 * n;
    // From the place of contact to the centre.
    let arm = match axis {
        None => up,
        Some(axis) => {
            let turned = one.0 * axis;
            let across = up - turned * up.dot(&turned);
            let Some(arm) = across.try_normalize(1e-9) else {
                let message = "the wheel lies flat on the plane, so it cannot roll";
                let help = "turn it, or give another `axis`";
                return Err(Stop::mistake("E027", bound.at(7), message, help));
            };
            arm
        }
    };
    let point = two.0.tr_mul(&(at - arm * radius - two.1));
    let second = second.at(point);
    let mass = reduced_mass(world, [&first, &second]);
    if !mass.is_finite() {
        return Err(neither_moves_stop(bound));
    }
    let a = axis.unwrap_or(Vector3::z());
    let frames = [[across(&a), a], [across(&n), n]];
    let closure = Closure {
        kind: ClosureKind::Roll {
            radius,
            wheel: axis.is_some(),
        },
        frames: frames.map(|frame| frame.map(Into::into)),
        mass,
        lever: radius,
        breaks_at: bound.given(13),
        loads: [[0.0; 3]; 3],
    };
    fasten(session, bound, [first, second], closure).map(drop)
}
