//! Position and motion of the root.

use super::figure::{object_transform, reset_object};
use super::{access, warnings};
use crate::diagnostic::{Diagnostic, quote};
use crate::dynamics::{Drive, Root};
use crate::figure::{FigureError, Transform};
use crate::lang::dimension::Dimension;
use crate::session::command::{
    Bare, Bound, Command, Example, Follows, Group, Kind, Outcome, Range, Thing, Value, may, need,
};
use crate::session::{Session, Stop};
use crate::world::{Corpus, FARTHEST, SpeedLimit};
use nalgebra::{Matrix3, Vector3};

/// Largest deviation of a hand-written matrix from a rotation.
const HAND_WRITTEN: f64 = 1e-5;

/// Refuses transforms of the root's object that scale, before any change.
pub(super) fn check_rigid(session: &mut Session, bound: &Bound, root: usize) -> Outcome {
    if object_transform(session, bound, root).is_rigid() {
        return Ok(());
    }
    let figure = &access::draft(session, bound)?.figure;
    let name = figure.bodies.get(root).map(|b| b.spec.name.clone());
    let error = FigureError::LinkScales(name.unwrap_or_default());
    Err(access::figure_mistake(&error, bound.span).into())
}

/// Moves the root by a rigid transform of the world, with its velocities.
pub(super) fn place_root(session: &mut Session, bound: &Bound, by: &Transform) -> Outcome {
    change(session, bound, |corpus| {
        let (rotation, position) = corpus.root_pose();
        corpus.set_root_pose(&(by.linear * rotation), &by.point(&position));
    })
}

/// Changes the state of the current figure. An invalid state is refused, and the figure stays unchanged.
pub(super) fn change(
    session: &mut Session,
    bound: &Bound,
    change: impl FnOnce(&mut Corpus),
) -> Outcome {
    let corpus = access::corpus(session, bound)?;
    if !corpus.attempt(change) {
        return Err(too_far(corpus, bound));
    }
    session.here_mut().world.state_changed();
    Ok(())
}

/// Returns the report of a change that [`Corpus::attempt`] has refused.
pub(super) fn too_far(corpus: &Corpus, bound: &Bound) -> Stop {
    let message = format!(
        "this would take `{}` beyond the largest supported value, {FARTHEST:.0e} m, m/s or rad",
        corpus.name
    );
    let report = Diagnostic::error("E027", bound.span, message);
    report.help("use smaller numbers").into()
}

pub(super) const ROOTMOTION: Command = Command {
    name: "rootmotion",
    summary: "Makes the root of the current figure free, fixed in space, or driven.",
    details: "By default, a figure's root is free. A fixed root does not move.\n\
              jointed, only before `corpusinit`: the root moves by its own joint, which `addbody`, `jointkind` or `addjoint` made, for example along a rail, in a plane, or about a point. The root is linked to \
              a massless base, ROOT_base, which is fixed in space and becomes the root.\n\
              moving: the root keeps this velocity, independent of the forces. accelerated: its velocity changes at this rate, from its current value. Velocity and acceleration are in world axes, for the origin of the root frame. Another `rootmotion` changes them at any time. No force affects a driven root, but its motion affects the rest of the figure. \
              The force and torque that hold or drive it are the quantities `FIGURE.root_force` and `FIGURE.root_torque`; `energy` counts their work as `work.outer`.",
    forms: &[
        &[need(
            "motion",
            Kind::Choice(&["fixed", "free", "jointed"]),
            "fixed, free, or by its own joint",
        )],
        &[
            need("motion", Kind::Choice(&["moving"]), "with a given velocity"),
            need("vx", SPEED, "velocity, along x"),
            need("vy", SPEED, "velocity, along y"),
            need("vz", SPEED, "velocity, along z"),
            may("wx", TURNING, "angular velocity, about x (default: 0)"),
            may("wy", TURNING, "angular velocity, about y (default: 0)"),
            may("wz", TURNING, "angular velocity, about z (default: 0)"),
        ],
        &[
            need(
                "motion",
                Kind::Choice(&["accelerated"]),
                "with a given acceleration",
            ),
            need("ax", RATE, "acceleration, along x"),
            need("ay", RATE, "acceleration, along y"),
            need("az", RATE, "acceleration, along z"),
            may(
                "alphax",
                TURNING_RATE,
                "angular acceleration, about x (default: 0)",
            ),
            may(
                "alphay",
                TURNING_RATE,
                "angular acceleration, about y (default: 0)",
            ),
            may(
                "alphaz",
                TURNING_RATE,
                "angular acceleration, about z (default: 0)",
            ),
        ],
    ],
    example: "addcorpus c\nget o from unit_cube\naddbody b o 0 0 1 rotary 1000\nsetroot b\ncorpusinit\nrootmotion fixed",
    shows: "the box does not move",
    more: &[
        Example {
            code: "addcorpus c\nget o from unit_cube\naddbody b o 0 0 1 rotary 1000\njointkind b planar axis=[0 1 0]\nsetroot b\nrootmotion jointed\n\
                   corpusinit\ngrav on\njoint b.turn dq 1\ngo 0.1s\nexpect abs(b.y) < 1e-12m",
            shows: "a box that moves in the plane of x and z",
        },
        Example {
            code: "addcorpus c\nget o from unit_cube\nscale o 0.1 0.1 0.1\naddbody b o 0 0 1 rotary 1000\nsetroot b\ncorpusinit\ngrav on\n\
                   rootmotion accelerated 0 0 2m/s2\ngo 0.5s\nexpect abs(c.root_force[2] - c.mass * (world.gravity + 2m/s2)) < 1e-9N\nexpect abs(b.z - 0.25m) < 1e-9m",
            shows: "a box is lifted, and `root_force` is the force that lifts it",
        },
    ],
    search: "anchor, pin, base, planar, rail, driven, moving, accelerated, conveyor",
    in_lists: true,
    run: |session, bound| {
        let kind = match bound.text(0) {
            "jointed" => {
                return hang(session, bound);
            }
            "fixed" => Root::Fixed,
            "free" => Root::Free,
            _ => return drive(session, bound),
        };
        let draft = access::draft(session, bound)?;
        if let (Root::Free, Some(base)) = (kind, draft.base) {
            let name = draft.figure.bodies.get(base).map(|b| b.spec.name.as_str());
            let message = format!(
                "the base {} of a jointed root has no mass, so it cannot be free",
                quote(name.unwrap_or_default())
            );
            let help = "remove `rootmotion jointed`; then the root is free";
            return Err(Stop::mistake("E047", bound.at(0), message, help));
        }
        // `corpusinit` checks a figure that is not assembled yet.
        let has_mass = draft.figure.bodies.iter().any(|b| b.inertia.mass > 0.0);
        if kind == Root::Free && draft.running.is_some() && !has_mass {
            let root = draft.figure.bodies.first();
            let name = root.map_or_else(String::new, |root| root.spec.name.clone());
            let error = FigureError::NoMass(name);
            return Err(access::figure_mistake(&error, bound.at(0)).into());
        }
        draft.root = kind;
        draft.jointed = false;
        if draft.running.is_some() {
            access::corpus(session, bound)?.set_root_kind(kind);
            session.here_mut().world.state_changed();
        }
        Ok(())
    },
    ..Command::of(Group::Figure)
};

/// Lets the root move by its own joint; refuses this for an assembled figure.
fn hang(session: &mut Session, bound: &Bound) -> Outcome {
    let draft = access::draft(session, bound)?;
    if draft.running.is_none() {
        draft.jointed = true;
        return Ok(());
    }
    let message = format!(
        "`rootmotion jointed` must come before the `corpusinit` of `{}`",
        draft.figure.name
    );
    let report = Diagnostic::error("E052", bound.at(0), message).help(
        "move this line before that `corpusinit`; `rootmotion fixed`, `free`, `moving` and `accelerated` may follow it",
    );
    Err(match draft.places.assembly {
        Some(first) => report.note(first, "assembled here"),
        None => report,
    }
    .into())
}

const SPEED: Kind = Kind::Number(Dimension::SPEED, Bare::Si, Range::Any);
const TURNING: Kind = Kind::Number(Dimension::ANGULAR_VELOCITY, Bare::Si, Range::Any);
const RATE: Kind = Kind::Number(Dimension::ACCELERATION, Bare::Si, Range::Any);
const TURNING_RATE: Kind = Kind::Number(Dimension::ANGULAR_ACCELERATION, Bare::Si, Range::Any);

/// Drives the root of an existing figure with a velocity or an acceleration.
fn drive(session: &mut Session, bound: &Bound) -> Outcome {
    let numbers = |first: usize| [first, first + 1, first + 2].map(|at| bound.number(at));
    let (linear, angular) = (numbers(1), numbers(4));
    let at_rest = Drive {
        linear: [0.0; 3],
        angular: [0.0; 3],
    };
    let kind = match bound.form {
        1 => Root::Driven(at_rest),
        _ => Root::Driven(Drive { linear, angular }),
    };
    if bound.form == 1 {
        change(session, bound, |corpus| {
            corpus.set_root_velocity(&Vector3::from(linear), &Vector3::from(angular));
        })?;
    }
    let corpus = access::corpus(session, bound)?;
    if linear.iter().chain(&angular).any(|x| x.abs() >= FARTHEST) {
        return Err(too_far(corpus, bound));
    }
    corpus.set_root_kind(kind);
    access::draft(session, bound)?.root = kind;
    session.here_mut().world.state_changed();
    Ok(())
}

pub(super) const SETROOTPOS: Command = Command {
    name: "setrootpos",
    summary: "Moves the figure by the transforms applied to the root's object since `corpusinit` or the last `setrootpos`.",
    details: "After `corpusinit`, `move`, `rotate` and the other transforms of the root's object have no effect by themselves; this command applies them to the whole figure. If the root is jointed, its base moves too, \
              and with it the directions of the joint.",
    example: "addcorpus c\nget o from unit_cube\naddbody b o 0 0 1 rotary 1000\nsetroot b\ncorpusinit\nmove o 0 0 2\nsetrootpos",
    shows: "moves the box up by 2 m",
    search: "place, raise, lift",
    run: |session, bound| {
        access::corpus(session, bound)?;
        let draft = access::draft(session, bound)?;
        let root = draft.placing_body().unwrap_or(usize::MAX);
        check_rigid(session, bound, root)?;
        let by = object_transform(session, bound, root);
        place_root(session, bound, &by)?;
        reset_object(session, bound, root);
        Ok(())
    },
    ..Command::of(Group::Figure)
};

pub(super) const SETROOTMATRIX: Command = Command {
    name: "setrootmatrix",
    summary: "Places the root by a matrix.",
    details: "The matrix transforms the root's frame to the world: its columns are the root's axes and its origin, the last row is 0 0 0 1.",
    forms: &[&[need("matrix", Kind::Matrix, "four rows of four numbers")]],
    example: "addcorpus c\nget o from unit_cube\naddbody b o 0 0 1 rotary 1000\nsetroot b\ncorpusinit\nsetrootmatrix\n1 0 0 0\n0 1 0 0\n0 0 1 0.5\n0 0 0 1",
    shows: "places the root half a metre above the origin",
    search: "place, pose",
    follows: Follows::Rows,
    run: |session, bound| {
        access::corpus(session, bound)?;
        let Some(Value::Matrix(m)) = bound.values.first() else {
            return Ok(());
        };
        let transform = Transform {
            linear: Matrix3::new(m[0], m[1], m[2], m[4], m[5], m[6], m[8], m[9], m[10]),
            translation: Vector3::new(m[3], m[7], m[11]),
        };
        if m[12..] != [0.0, 0.0, 0.0, 1.0] {
            let transposed = [m[3], m[7], m[11], m[15]] == [0.0, 0.0, 0.0, 1.0];
            let report = Diagnostic::error(
                "E027",
                bound.at(0),
                "the last row of a root matrix must be 0 0 0 1",
            );
            let help = if transposed {
                "the matrix is transposed: write the origin in the last column"
            } else {
                "the first three rows contain the root's axes and its origin"
            };
            return Err(report.help(help).into());
        }
        if !transform.is_rigid_within(HAND_WRITTEN) {
            let report = Diagnostic::error(
                "E046",
                bound.at(0),
                "the first three columns of a root matrix must be a rotation",
            );
            return Err(report
                .help("the columns must have length 1, be perpendicular, and be right-handed")
                .into());
        }
        change(session, bound, |corpus| {
            corpus.set_root_pose(&transform.linear, &transform.translation);
        })
    },
    ..Command::of(Group::Figure)
};

pub(super) const REST: Command = Command {
    name: "rest",
    summary: "Places the current figure with its lowest contact point at a height above the ground.",
    details: "The figure moves straight up or down in its current pose. Contact points are the corners of the bodies, the lowest points of round ones, and on terrain the edges that stand out below a polyhedron. A negative height puts it into the ground.",
    forms: &[&[may(
        "height",
        Kind::Number(Dimension::LENGTH, Bare::Si, Range::Any),
        "height above the ground (default: 0)",
    )]],
    example: "addcorpus c\nget o from unit_cube\naddbody b o 0 0 1 rotary 1000\nsetroot b\ncorpusinit\nrest 1mm",
    shows: "places the box a millimetre above the ground",
    search: "place, raise, above, stand",
    run: |session, bound| {
        let ground = session.here().world.ground.clone();
        let height = bound.number(0);
        change(session, bound, |corpus| {
            let (rotation, position) = corpus.root_pose();
            let by = corpus.lift_to(height, &ground);
            corpus.set_root_pose(&rotation, &(position + Vector3::z() * by));
        })?;
        if bound.number(0) < 0.0 {
            warnings::buried_by(session, bound.at(0));
        }
        Ok(())
    },
    ..Command::of(Group::Figure)
};

pub(super) const UPDATEV: Command = Command {
    name: "updatev",
    summary: "Updates the velocities of the current figure's bodies from its state.",
    details: "A command of McKenna's program of 1990, for use after a state has been read. Here, velocities are always computed from the state, so the command has no effect.",
    example: "addcorpus c\nget o from unit_cube\naddbody b o 0 0 1 rotary 1000\nsetroot b\ncorpusinit\naddv b 1 0 0 0 0 0\nupdatev\nexpect abs(b.speed - 1m/s) < 1e-12m/s",
    shows: "the speed of the body is already up to date",
    search: "velocity, refresh",
    in_lists: true,
    run: |session, bound| {
        access::corpus(session, bound)?;
        session.observe();
        Ok(())
    },
    ..Command::of(Group::Figure)
};

fn must_be_root(corpus: &Corpus, number: usize, bound: &Bound) -> Outcome {
    if number == 0 {
        return Ok(());
    }
    let message = format!(
        "`{}` is not the root, so `addv` cannot change its velocity",
        corpus.names[number]
    );
    let mut help = format!(
        "set the velocity of its joint, `joint {} dq VALUE`",
        corpus.names[number]
    );
    if corpus.trunk() == 0 {
        help = format!("{help}, or name the root, `{}`", corpus.names[0]);
    }
    Err(Stop::mistake("E053", bound.at(0), message, help))
}

pub(super) const ADDV: Command = Command {
    name: "addv",
    summary: "Adds to the velocity of the root.",
    details: "Both velocities are in world axes; the linear one is that of the origin of the root frame.",
    forms: &[&[
        need("body", Kind::Old(Thing::Body), "the root"),
        need("vx", SPEED, "linear, along x"),
        need("vy", SPEED, "linear, along y"),
        need("vz", SPEED, "linear, along z"),
        need("wx", TURNING, "angular, about x"),
        need("wy", TURNING, "angular, about y"),
        need("wz", TURNING, "angular, about z"),
    ]],
    example: "addcorpus c\nget o from unit_cube\naddbody b o 0 0 1 rotary 1000\nsetroot b\ncorpusinit\naddv b 0 0 3m/s 0 0 1rev/s",
    shows: "a box thrown up with a spin",
    search: "throw, velocity, kick, spin",
    in_lists: true,
    run: |session, bound| {
        let (corpus, number) = access::body(session, bound, 0)?;
        must_be_root(corpus, number, bound)?;
        if corpus.model.root() == Root::Fixed {
            let message = format!("the root of `{}` is fixed, so it cannot move", corpus.name);
            let help = match corpus.names.get(1) {
                Some(degree) if corpus.trunk() > 0 => {
                    format!(
                        "it is the fixed base of a jointed root; `joint {degree} dq VALUE` sets the velocity of its joint"
                    )
                }
                _ => "`rootmotion free` frees it".to_owned(),
            };
            return Err(Stop::mistake("E053", bound.at(0), message, help));
        }
        let (linear, angular) = (bound.vector(1), bound.vector(4));
        change(session, bound, |corpus| {
            corpus.add_root_velocity(&linear, &angular);
        })
    },
    ..Command::of(Group::Figure)
};

pub(super) const MAXV: Command = Command {
    name: "maxv",
    summary: "Stops the simulation if a body is faster than given limits.",
    details: "The speeds are checked after each frame. The linear velocity is that of the origin of the body frame.",
    forms: &[&[
        need("body", Kind::Old(Thing::Body), "the body"),
        need(
            "linear",
            Kind::Number(Dimension::SPEED, Bare::Si, Range::Positive),
            "the largest linear speed",
        ),
        need(
            "angular",
            Kind::Number(Dimension::ANGULAR_VELOCITY, Bare::Si, Range::Positive),
            "the largest angular speed",
        ),
    ]],
    example: "addcorpus c\nget o from unit_cube\naddbody b o 0 0 1 rotary 1000\nsetroot b\ncorpusinit\nmaxv b 10 100",
    shows: "the simulation stops above 10 m/s or 100 rad/s",
    search: "limit, fastest",
    in_lists: true,
    run: |session, bound| {
        let (corpus, body) = access::body(session, bound, 0)?;
        let limit = SpeedLimit {
            body,
            linear: bound.number(1),
            angular: bound.number(2),
        };
        corpus.imposed.speed_limits.retain(|l| l.body != body);
        corpus.imposed.speed_limits.push(limit);
        Ok(())
    },
    ..Command::of(Group::Figure)
};
