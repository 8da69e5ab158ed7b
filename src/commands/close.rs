//! Closing loops of bodies.

use super::attach::{end, neither_moves, one_body};
use super::gear::{GEAR, close_gear};
use super::shapes::PLACE;
use super::warnings;
use crate::contact::{Closure, ClosureKind, Joined};
use crate::diagnostic::{Diagnostic, quote};
use crate::dynamics::Root;
use crate::integrate::Method;
use crate::lang::dimension::Dimension;
use crate::record::prefixed;
use crate::session::command::{
    Bare, Bound, Command, Example, Group, Kind, Outcome, Param, Range, may, need,
};
use crate::session::loops::{SLIP, has_loops, names, refuse_open, told_gap};
use crate::session::{Session, Stop, limits};
use crate::source::Span;
use crate::world::{ContactMethod, End, World};
use nalgebra::{Matrix3, Vector3};

/// Each kind of closure by its word, with what it leaves free; the lengths of rod and rope are given in the line.
const KINDS: [(&str, ClosureKind); 6] = [
    ("pin", ClosureKind::Pin),
    ("hinge", ClosureKind::Hinge),
    ("slider", ClosureKind::Slider),
    ("weld", ClosureKind::Weld),
    ("rod", ClosureKind::Rod(0.0)),
    ("rope", ClosureKind::Rope(0.0)),
];

const WORDS: [&str; 6] = {
    let [a, b, c, d, e, f] = KINDS;
    [a.0, b.0, c.0, d.0, e.0, f.0]
};

const LENGTH: Kind = Kind::Number(Dimension::LENGTH, Bare::Si, Range::Positive);
const NUMBER: Kind = Kind::Number(Dimension::NONE, Bare::Si, Range::Any);

/// By how much a rope may be stretched at the start of a `go`, as a part of its length.
const STRETCHED: f64 = 0.01;

/// Returns the parameters of a closure to a second body.
const fn between(second: Param) -> [Param; 14] {
    [
        need("body1", Kind::AnyBody, "the first body"),
        second,
        need("kind", Kind::Choice(&WORDS), "how it holds them"),
        need("x1", PLACE, "the point of the first body, in its own frame").begins("at"),
        need("y1", PLACE, "the point of the first body"),
        need("z1", PLACE, "the point of the first body"),
        may(
            "x2",
            PLACE,
            "the point of the second body, in its own frame (default: the one that is there now)",
        )
        .begins("to"),
        may("y2", PLACE, "the point of the second body"),
        may("z2", PLACE, "the point of the second body"),
        may("ax", NUMBER, "axis in the frame of the first body").begins("axis"),
        may("ay", NUMBER, "axis in the frame of the first body"),
        may("az", NUMBER, "axis in the frame of the first body"),
        may(
            "length",
            LENGTH,
            "length of a rod or rope (default: the distance of the points now)",
        )
        .by_name(),
        may(
            "break",
            Kind::Number(Dimension::FORCE, Bare::Si, Range::Positive),
            "force beyond which it breaks (default: never)",
        )
        .by_name(),
    ]
}

pub(super) const CLOSE: Command = Command {
    name: "close",
    summary: "Closes a loop: holds two bodies together as a joint does, by a rod, a rope or a gear.",
    details: "`linkbodies` builds a tree; `close` joins two of its bodies, bodies of two figures, or a body and the world. A `pin` leaves them to turn about a point, a `hinge` about an axis, \
              a `slider` lets them slide along it, a `weld` leaves nothing; a `rod` keeps the distance of two points, and a `rope` lets it be smaller. A `gear` keeps the ratio of two joints of the current figure, turning or sliding: the first one is at `ratio` times the position of the second plus `offset`. \
              The point `at` and the `axis` are given in the frame of the first body, `to` in that of the second; without `to` it is the point that is there now. A hinge, a slider and a weld keep the present directions of both bodies. \
              The points must meet when `go` starts: `assemble` moves joints until they do. \
              Closures are numbered together with attachments: `world.attachment0.force` (of a gear whose joints turn, `.torque`), `.gap` and `.broken` can be read, and `detach` opens them. \
              `break` is compared with the force after each step; impulses and moments break nothing. Partners of a loop collide like other bodies: switch them off by `collide A B off` where they overlap. \
              Each step moves so that the points stay together, and is then corrected by the smallest motion (`stabilization` compares other ways); loops that bear each other's load twice share it. All integrators but `euler` hold them.",
    forms: &[
        &between(need("body2", Kind::AnyBody, "the second body")),
        &between(need(
            "world",
            Kind::Choice(&["world"]),
            "holds it in the world, whose frame is then the second one",
        )),
        &GEAR,
    ],
    example: "addcorpus bar\nbox crank from=[-5mm -5mm -20cm] to=[5mm 5mm 0]\nbox rocker from=[-5mm -5mm -20cm] to=[5mm 5mm 0]\nbox base size=[30cm 2cm 2cm]\nbox coupler from=[0 -5mm -5mm] to=[30cm 5mm 5mm]\nfor name in base crank rocker coupler\n  addbody {name} {name} axis=[0 1 0] joint=rotary density=1g/cm3\nend\nmove crank -15cm 0 0\nmove rocker 15cm 0 0\nmove coupler 0 0 -20cm\nlinkbodies base crank\nlinkbodies base rocker\nlinkbodies crank coupler\nsetroot base\nrootmotion fixed\ncorpusinit\nclose coupler rocker hinge at=[30cm 0 0] axis=[0 1 0]\njoint crank q 20deg\nassemble\ngrav on\ngo 0.1s\nexpect abs(crank.q - rocker.q) < 1e-9rad",
    shows: "a four-bar linkage",
    more: &[
        Example {
            code: "addcorpus c\nball bob radius=5cm\naddbody bob bob axis=[0 0 1] joint=rotary density=1g/cm3\nsetroot bob\ncorpusinit\nmove bob 1m 0 1m\nsetrootpos\nclose bob world rod at=[0 0 0] to=[0 0 1m]\ngrav on\ngo 1s\nexpect abs(norm(bob.pos - [0m 0m 1m]) - 1m) < 1nm",
            shows: "a pendulum on a rod",
        },
        Example {
            code: "addcorpus c\nbox door from=[0 -1cm 0] to=[80cm 1cm 2m]\naddbody door door axis=[0 0 1] joint=rotary mass=20kg\nsetroot door\ncorpusinit\nclose door world hinge at=[0 0 1m] axis=[0 0 1] break=5kN\naddv door 0 0 0 0 0 1\ngo 0.5s\nexpect norm(world.attachment0.force) < 1kN",
            shows: "a free body becomes a door",
        },
        Example {
            code: "addcorpus c\nbox base size=[20cm 2cm 2cm]\ncylinder wheel radius=6cm from=[0 -1cm 0] to=[0 1cm 0]\ncylinder pinion radius=3cm from=[0 -1cm 0] to=[0 1cm 0]\nfor n in base wheel pinion\n  addbody {n} {n} axis=[0 1 0] joint=rotary density=1g/cm3\nend\nmove wheel -3cm 0 0\nmove pinion 6cm 0 0\nlinkbodies base wheel\nlinkbodies base pinion\nsetroot base\nrootmotion fixed\ncorpusinit\nclose pinion wheel gear ratio=-2\ntorque wheel 1mN*m\ngo 0.5s\nexpect abs(pinion.q + 2 * wheel.q) < 1e-12rad",
            shows: "two gear wheels: a motor turns one, which turns the other twice as fast the other way",
        },
    ],
    search: "gear, mimic, loop, closed, linkage, four-bar, constraint, equality, connect, weld, rod, slider, crank, mechanism, parallel",
    in_lists: true,
    run,
    ..Command::of(Group::Figure)
};

/// Returns a unit vector across another.
pub(super) fn across(z: &Vector3<f64>) -> Vector3<f64> {
    let least = z.iamin();
    let mut x = Vector3::zeros();
    x[least] = 1.0;
    (x - z * z[least]).normalize()
}

/// Returns a direction that is given, as a unit vector, or none.
pub(super) fn direction(bound: &Bound, i: usize) -> Result<Option<Vector3<f64>>, Stop> {
    if bound.given(i).is_none() {
        return Ok(None);
    }
    let given = bound.vector(i);
    if given.norm() > 0.0 {
        return Ok(Some(given.normalize()));
    }
    let message = "the direction has a length of 0";
    let help = "give it as `[0 1 0]`";
    Err(Stop::mistake("E027", bound.at(i), message, help))
}

/// Fastens two ends by a closure, and returns its number.
pub(super) fn fasten(
    session: &mut Session,
    bound: &Bound,
    ends: [End; 2],
    closure: Closure,
) -> Result<usize, Stop> {
    let world = &mut session.here_mut().world;
    limits::ATTACHMENTS.one_more(world.attachments().len(), bound.head)?;
    Ok(world.attach(ends, Joined::Closure(closure)))
}

/// Returns the place of a body's own frame at the present state: rotation, and position (m).
pub(super) fn pose(world: &World, end: &End) -> Option<(Matrix3<f64>, Vector3<f64>)> {
    match *end {
        End::World(_) | End::Joint { .. } => Some((Matrix3::identity(), Vector3::zeros())),
        End::Body { corpus, body, .. } => {
            let corpus = world.corpora.get(corpus)?;
            corpus.poses().get(corpus.number_of(body)?).copied()
        }
    }
}

/// Returns the mass of the figure at an end that can move (kg), and the radius of gyration of the body there (m).
fn heft(world: &World, end: &End) -> Option<[f64; 2]> {
    let End::Body { corpus, body, .. } = *end else {
        return None;
    };
    let corpus = world.corpora.get(corpus)?;
    let body = corpus.number_of(body)?;
    let moves = body > 0 || corpus.model.root() == Root::Free;
    let own = corpus.model.inertia(body);
    let gyration = match own.mass > 0.0 {
        true => (own.about_centre.trace() / (3.0 * own.mass)).sqrt(),
        false => 0.0,
    };
    let lever = if gyration > 0.0 {
        gyration
    } else {
        corpus.extent()
    };
    let mass = corpus.model.total_mass();
    (moves && mass > 0.0).then_some([mass, lever])
}

/// Returns the reduced mass (kg) of the figures at two ends; not finite if neither can move.
pub(super) fn reduced_mass(world: &World, ends: [&End; 2]) -> f64 {
    let hefts = ends.map(|end| heft(world, end));
    let masses = hefts.iter().flatten().map(|[mass, _]| 1.0 / mass);
    1.0 / masses.sum::<f64>()
}

fn run(session: &mut Session, bound: &Bound) -> Outcome {
    if bound.form == 2 {
        return close_gear(session, bound);
    }
    let kind = KINDS.iter().find(|(word, _)| *word == bound.text(2));
    let Some(&(word, kind)) = kind else {
        return Err(Stop::Reported);
    };
    let at = bound.vector(3);
    let first = end(session, bound, 0, at)?;
    let to = (bound.given(6).is_some()).then(|| bound.vector(6));
    let second = match bound.form {
        0 => end(session, bound, 1, to.unwrap_or_default())?,
        _ => End::World(to.unwrap_or_default()),
    };
    one_body(&first, &second, bound)?;
    neither_moves(session, &first, &second, bound)?;
    let axis = direction(bound, 9)?;
    let turns = matches!(kind, ClosureKind::Hinge | ClosureKind::Slider);
    let z = match axis {
        Some(axis) => axis,
        None if turns => {
            let message = format!("a {word} needs an axis");
            let help = "add `axis=[0 1 0]`, in the frame of the first body";
            return Err(Stop::mistake("E021", bound.at(2), message, help));
        }
        None => Vector3::z(),
    };
    let world = &session.here().world;
    let (Some(one), Some(two)) = (pose(world, &first), pose(world, &second)) else {
        return Err(Stop::Reported);
    };
    let place = one.1 + one.0 * at;
    let point = to.unwrap_or_else(|| two.0.tr_mul(&(place - two.1)));
    let second = second.at(point);
    let distance = (place - (two.1 + two.0 * point)).norm();
    let length = || match bound.given(12) {
        Some(length) => Ok(length),
        None if distance > 0.0 => Ok(distance),
        None => {
            let message = format!("the two points of the {word} are the same, so it has no length");
            let help = "give another point `to`, or a `pin`, which holds the points together";
            Err(Stop::mistake("E021", bound.at(2), message, help))
        }
    };
    let kind = match kind {
        ClosureKind::Rod(_) => ClosureKind::Rod(length()?),
        ClosureKind::Rope(_) => ClosureKind::Rope(long_enough(length()?, distance, bound)?),
        _ if bound.given(12).is_some() => {
            let message = format!("a {word} has no length");
            let help = "only a `rod` and a `rope` have one: leave out `length`";
            return Err(Stop::mistake("E091", bound.at(12), message, help));
        }
        kind => kind,
    };
    if axis.is_some()
        && matches!(
            kind,
            ClosureKind::Rod(_) | ClosureKind::Rope(_) | ClosureKind::Pin
        )
    {
        let message = format!("a {word} has no axis");
        let help = "only a `hinge`, a `slider` and a `weld` have one: leave out `axis`";
        return Err(Stop::mistake("E091", bound.at(9), message, help));
    }
    let mass = reduced_mass(world, [&first, &second]);
    let hefts = [&first, &second].map(|end| heft(world, end));
    let lever = hefts
        .iter()
        .flatten()
        .map(|[_, lever]| *lever)
        .fold(0.0, f64::max);
    if !mass.is_finite() || lever <= 0.0 {
        return Err(neither_moves_stop(bound));
    }
    let x = across(&z);
    let both = [x, z].map(|axis| one.0 * axis);
    let of = |pose: &(Matrix3<f64>, Vector3<f64>)| both.map(|axis| pose.0.tr_mul(&axis).into());
    let closure = Closure {
        kind,
        frames: [of(&one), of(&two)],
        mass,
        lever,
        breaks_at: bound.given(13),
        loads: [[0.0; 3]; 3],
    };
    let number = fasten(session, bound, [first, second], closure)?;
    // What an event closes has no `assemble` before the next frame.
    if session.activity.going && session.mode.has_effects() {
        let help = "place the bodies so that they meet before the event";
        if let Err(stop) = refuse_open(session, bound.head, help) {
            session.here_mut().world.detach(number);
            return Err(stop);
        }
    }
    Ok(())
}

/// Returns the length of a rope, unless its points are farther apart.
fn long_enough(length: f64, distance: f64, bound: &Bound) -> Result<f64, Stop> {
    if length >= distance {
        return Ok(length);
    }
    let (length, distance) = (prefixed(length, "m", 4), prefixed(distance, "m", 4));
    let message =
        format!("the rope of {length} is shorter than the distance of its points, {distance}");
    let help = "give a greater `length`, or place the bodies nearer to each other";
    Err(Stop::mistake("E096", bound.at(12), message, help))
}

pub(super) fn neither_moves_stop(bound: &Bound) -> Stop {
    let message = "neither end has a mass that can move";
    let help = "give the bodies a density, or free a root with `rootmotion free`";
    Stop::mistake("E053", bound.at(0), message, help)
}

pub(super) const ASSEMBLE: Command = Command {
    name: "assemble",
    summary: "Moves joints until all closed loops meet, and prints what moved.",
    details: "Roots stay where they are, and so do joints that no loop needs: of all ways to close the loops it takes the smallest motion (Newton's method with the pseudoinverse). \
              Loops that cannot meet are told with the gap that remains, and nothing moves.",
    example: "addcorpus c\nbox a from=[-1cm -1cm 0] to=[1cm 1cm 20cm]\nbox b from=[-1cm -1cm 0] to=[1cm 1cm 20cm]\nbox base size=[10cm 10cm 1cm]\nfor name in base a b\n  addbody {name} {name} axis=[0 1 0] joint=rotary density=1g/cm3\nend\nmove b 0 0 20cm\nlinkbodies base a\nlinkbodies a b\nsetroot base\nrootmotion fixed\ncorpusinit\njoint b q 30deg\nclose b world pin at=[0 0 20cm] to=[25cm 0 20cm]\nassemble",
    shows: "an arm of two limbs reaches a point",
    search: "inverse kinematics, reach, linkage, configuration, loops",
    run: |session, bound| {
        if !session.mode.knows_world(session) {
            return Ok(());
        }
        let before: Vec<_> = (session.here().world.corpora.iter())
            .map(|c| c.y.clone())
            .collect();
        session.here_mut().world.stop = session.observer.stop_signal();
        match session.here_mut().world.assemble() {
            Ok(()) => {
                print_moved(session, &before);
                Ok(())
            }
            Err(_) if session.here().world.stop.is_set() => Err(Stop::Interrupted),
            Err((number, gap)) => {
                let whose = names(&session.here().world, number);
                let gap = told_gap(&session.here().world, number, gap);
                let message =
                    format!("the loop of {whose} cannot be closed: a gap of {gap} remains");
                let help = "check its points and lengths; joints must be able to reach them from where they are";
                Err(Stop::mistake("E096", bound.head, message, help))
            }
        }
    },
    ..Command::of(Group::Figure)
};

/// Prints by how much each joint has moved.
fn print_moved(session: &mut Session, before: &[Vec<f64>]) {
    let mut lines = vec![];
    for (corpus, before) in session.here().world.corpora.iter().zip(before) {
        let layout = corpus.layout();
        for (i, q) in layout.q().enumerate() {
            let by = corpus.y[q] - before[q];
            if by.abs() > 1e-9 {
                let name = corpus.degree_name(i + 1);
                let by = match corpus.model.joint_kind(i + 1) {
                    Some(crate::dynamics::JointKind::Sliding) => prefixed(by, "m", 4),
                    _ => format!("{:.4} deg", by.to_degrees()),
                };
                lines.push(format!("{}.{name} moved by {by}", corpus.name));
            }
        }
    }
    if lines.is_empty() {
        lines.push("nothing moved: all loops are closed".to_owned());
    }
    lines.iter().for_each(|line| session.print(line));
}

/// Whether a loop gives a joint its speed: then the joint may be at another one before.
fn is_drive(world: &World, number: usize) -> bool {
    let of = world.attachments().get(number);
    of.is_some_and(|of| matches!(&of.law, Joined::Closure(closure) if closure.drives()))
}

/// Refuses a rope that is stretched, as bodies that were placed too far apart stretch it.
fn refuse_stretched(session: &mut Session, at: Span) -> Outcome {
    if !session.mode.has_effects() {
        return Ok(());
    }
    session.here_mut().world.observe();
    let world = &session.here().world;
    let Some((number, by, length)) = world.longest_stretch() else {
        return Ok(());
    };
    if by <= STRETCHED * length {
        return Ok(());
    }
    let whose = names(world, number);
    let (by, length) = (prefixed(by, "m", 3), prefixed(length, "m", 4));
    let message =
        format!("the rope of {whose} is {length} long, and its points are {by} farther apart");
    let help =
        "place the bodies nearer to each other, or `detach` it and `close` them by a longer one";
    Err(Stop::mistake("E096", at, message, help))
}

/// Refuses to go on with loops that do not meet, or by a method that cannot hold them.
pub(super) fn check_loops(session: &mut Session, at: Span) -> Outcome {
    refuse_stretched(session, at)?;
    let world = &session.here().world;
    if !has_loops(world) {
        return Ok(());
    }
    // `corpus converge` tries another one.
    let method = world.method(session.options.refinement);
    if method == Method::Euler {
        let message = format!("{} cannot hold closed loops", quote(method.name()));
        let help = "use another one, such as `integration auto`";
        return Err(Stop::mistake("E096", at, message, help));
    }
    if world.interactions.collision.method == ContactMethod::Impulses
        && world.interactions.collision.on
    {
        let message = "impulses of collisions do not act on closed loops";
        let help =
            "use springs: `contact springs bodies`; or switch collisions off: `collision off`";
        return Err(Stop::mistake("E096", at, message, help));
    }
    // A check has run the commands of events already, at the states of now.
    if !session.mode.has_effects() {
        return Ok(());
    }
    refuse_open(
        session,
        at,
        "write `assemble` before this line: it moves joints until all loops meet; or place the bodies so that they do",
    )?;
    let world = &session.here().world;
    if let Some((number, slip)) = world.widest_slip()
        && slip > SLIP
        && !is_drive(world, number)
    {
        let whose = names(world, number);
        let message =
            format!("the velocities contradict the loop of {whose}: its points move apart");
        let help = "they are made to fit, as by a plastic impact; set the velocities of all joints of the loop, or start at rest and drive one by `servo` or `torque`";
        let report = Diagnostic::warning("W050", at, message).help(help);
        warnings::once_at_all(session, report);
    }
    Ok(())
}
