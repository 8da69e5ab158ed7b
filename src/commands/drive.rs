//! Joints whose speed is given.

use super::access;
use super::close::fasten;
use super::joints::slides;
use super::trajectory::trajectory;
use crate::contact::{Closure, ClosureKind, Joined};
use crate::session::command::{
    Bound, Command, Example, Group, Kind, Outcome, Param, Range, Value, may, need,
};
use crate::session::{Session, Stop};
use crate::world::{Attachment, End, World};
use nalgebra::Vector3;

/// Returns the kind of a speed of the joint named first.
fn speed(session: &Session, values: &[Value]) -> Kind {
    let unit = if slides(session, values) {
        "m/s"
    } else {
        "rad/s"
    };
    Kind::in_unit(unit, Range::Any)
}

/// Returns the kind of a force in the joint named first.
fn force(session: &Session, values: &[Value]) -> Kind {
    let unit = if slides(session, values) { "N" } else { "N*m" };
    Kind::in_unit(unit, Range::Positive)
}

const BREAK: Param = may(
    "break",
    Kind::Of(force, "a torque (N*m), or a force (N) if the joint slides"),
    "load beyond which it ends (default: never)",
)
.by_name();

pub(super) const DRIVE: Command = Command {
    name: "drive",
    summary: "Gives a joint its speed, or its position as a formula of time, or ends that.",
    details: "The joint turns, or slides, at this speed whatever acts on it, from the next step on: it is a row of the equations, not a controller. With `position` it follows a formula of `time`, the clock of the world (s): exactly at the end of each step, with the rate and the acceleration of the formula within it. All other names in the formula have their values of this line. \
              The joint must start where the formula is: place it there by `joint`, or write `assemble`. A kink of the formula is an impact; where the formula jumps, the joint jumps, which is told. The torque that it needs can be read as `world.attachmentN.torque`, or as `.force` where the joint slides, as drives are numbered together with attachments and loops; so `detach` ends it too, and with `break` it ends where it needs more. \
              A change of speed is an impact, whose energy is in `work.set`. It acts with all integrators but `euler`. For motors of limited strength use `servo` and `torque`.",
    forms: &[
        &[
            need("body", Kind::Jointed, "the body moved by the joint"),
            need(
                "speed",
                Kind::Of(
                    speed,
                    "an angular speed (rad/s), or a speed (m/s) if the joint slides",
                ),
                "its speed",
            ),
            BREAK,
        ],
        &[
            need("body", Kind::Jointed, "the body moved by the joint"),
            need(
                "position",
                Kind::Expression(
                    "a position in braces, such as `{30deg * sin(2 * pi * 1Hz * time)}`",
                ),
                "its position at `time`",
            )
            .by_name(),
            BREAK,
        ],
        &[
            need("body", Kind::Jointed, "the body moved by the joint"),
            need(
                "off",
                Kind::Choice(&["off"]),
                "the joint moves freely again",
            ),
        ],
    ],
    example: "addcorpus c\nbox base size=[4cm 4cm 4cm]\nbox crank from=[-1cm -1cm 0] to=[1cm 1cm 10cm]\naddbody base base axis=[0 1 0] joint=rotary density=1g/cm3\naddbody crank crank axis=[0 1 0] joint=rotary density=1g/cm3\nlinkbodies base crank\nsetroot base\nrootmotion fixed\ncorpusinit\ndrive crank speed=2rev/s\ngrav on\ngo 1s\nexpect abs(crank.q - 2rev) < 1e-6rad",
    shows: "a crank that turns twice a second, however heavy it is",
    more: &[
        Example {
            code: "addcorpus c\nbox base size=[4cm 4cm 4cm]\nbox crank from=[-1cm -1cm 0] to=[1cm 1cm 10cm]\naddbody base base axis=[0 1 0] joint=rotary density=1g/cm3\naddbody crank crank axis=[0 1 0] joint=rotary density=1g/cm3\nlinkbodies base crank\nsetroot base\nrootmotion fixed\ncorpusinit\ngrav on\ndrive crank position={30deg * sin(2 * pi * 1Hz * time)}\ngo 0.25s\nexpect abs(crank.q - 30deg) < 1e-9rad",
            shows: "one that swings to and fro as a sine",
        },
        Example {
            code: "addcorpus c\nbox base size=[4cm 4cm 4cm]\nbox crank from=[-1cm -1cm 0] to=[1cm 1cm 10cm]\naddbody base base axis=[0 1 0] joint=rotary density=1g/cm3\naddbody crank crank axis=[0 1 0] joint=rotary density=1g/cm3\nlinkbodies base crank\nsetroot base\nrootmotion fixed\ncorpusinit\ndrive crank 1rad/s\ngo 0.1s\ndrive crank off",
            shows: "and one that is let go",
        },
    ],
    search: "prescribed, constant speed, kinematic, crank",
    in_lists: true,
    run,
    ..Command::of(Group::Joints)
};

/// Returns the number of what drives a joint, if anything does.
fn driving(world: &World, joint: (usize, usize)) -> Option<usize> {
    let drives = |of: &Attachment| {
        matches!(&of.law, Joined::Closure(closure) if closure.drives())
            && of.ends[0].holder() == Some(joint)
            && of.holds()
    };
    world.attachments().iter().position(drives)
}

fn run(session: &mut Session, bound: &Bound) -> Outcome {
    let (corpus, joint) = access::of_one_axis(session, bound, 0)?;
    let mobility = corpus.joint_mobility(joint).unwrap_or(0.0);
    let lever = corpus.extent();
    let joint = (access::running(session, bound)?, bound.index(0));
    let before = driving(&session.here().world, joint);
    if bound.form == 2 {
        if let Some(number) = before {
            session.here_mut().world.detach(number);
        }
        return Ok(());
    }
    if !(mobility > 0.0 && mobility.is_finite()) {
        let message = "the joint carries no mass";
        let help = "give the bodies a density";
        return Err(Stop::mistake("E053", bound.at(0), message, help));
    }
    let follows = match bound.expression(1).cloned() {
        Some(formula) if bound.form == 1 => {
            let slides = slides(session, &bound.values);
            Some(trajectory(session, &formula, slides)?)
        }
        _ => None,
    };
    let axes = [[1.0, 0.0, 0.0], [0.0, 0.0, 1.0]];
    let world = &mut session.here_mut().world;
    let kind = match follows {
        None => ClosureKind::Drive(bound.number(1)),
        Some(follows) => {
            let own = before.and_then(|number| match &world.attachments().get(number)?.law {
                Joined::Closure(closure) => closure.trajectory(),
                Joined::Spring(_) => None,
            });
            let now = follows.at(world.time);
            let trajectory = world.set_trajectory(own, follows);
            ClosureKind::Follow { trajectory, now }
        }
    };
    let closure = Closure {
        kind,
        frames: [axes; 2],
        mass: 1.0 / mobility,
        lever,
        breaks_at: bound.given(2),
        loads: [[0.0; 3]; 3],
    };
    // Another speed of what is driven already keeps its number.
    if let Some(number) = before {
        let law = Joined::Closure(closure);
        session.here_mut().world.replace_law(number, law);
        return Ok(());
    }
    let (corpus, body) = joint;
    let driven = End::Joint {
        corpus,
        body,
        factor: 1.0,
    };
    let ends = [driven, End::World(Vector3::zeros())];
    fasten(session, bound, ends, closure).map(drop)
}
