//! Assembling figures, and changing joints of running ones.

use super::access::{self, figure_mistake};
use super::figure::{DIRECTION, JOINT_KINDS, joint_kind, take_root_transform, unfinished};
use super::setting::{self, STATE};
use crate::diagnostic::Diagnostic;
use crate::dynamics::Root;
use crate::figure::{Body, BodySpec, FigureError, Object, Transform};
use crate::geometry::Shape;
use crate::lang::pattern::rename;
use crate::session::command::{Bound, Command, Group, Kind, Outcome, Thing, may, need};
use crate::session::{Session, Stop};
use crate::source::Span;
use crate::world::Corpus;

pub(super) const CORPUSINIT: Command = Command {
    name: "corpusinit",
    summary: "Assembles the current figure, so that it can move.",
    details: "Every body must be linked to the root, directly or through others. The root is placed where the transforms of its object have put it; all joints are at zero.",
    example: "addcorpus c\nget o from unit_cube\naddbody trunk o 0 0 1 rotary 1000\nsetroot trunk\ncorpusinit",
    shows: "a box that can fall",
    search: "finish, build, complete",
    run: |session, bound| {
        let unit_axes = session.building.unit_axes;
        twice(session, bound)?;
        let base = hang_root(session, bound)?;
        let draft = unfinished(session, bound)?;
        let (kind, doubtful) = (draft.root, draft.doubtful);
        let built = match draft.figure.build(kind, unit_axes) {
            Ok(built) => built,
            // What is missing here is already reported.
            Err(_) if doubtful => return Err(Stop::Reported),
            Err(error) => return Err(mistake_in_figure(session, bound, &error)),
        };
        let root = built.order.first().copied().unwrap_or(0);
        let corpus = Corpus::of(&draft.figure, built);
        super::root::check_rigid(session, bound, root)?;
        let stage = session.here_mut();
        stage.world.corpora.push(corpus);
        let running = stage.world.corpora.len() - 1;
        stage.world.state_changed();
        let draft = access::draft(session, bound)?;
        (draft.running, draft.places.assembly) = (Some(running), Some(bound.span));
        super::warnings::joints_in_the_air(session, bound);
        let placed = match base {
            Some(placed) => placed,
            None => take_root_transform(session, bound, root),
        };
        super::root::place_root(session, bound, &placed)
    },
    ..Command::of(Group::Figure)
};

/// Size of the drawn base, relative to that of its root.
const BASE: f64 = 0.1;

/// If the root moves as its own joint allows, attaches it to a base that is fixed in space. Returns the root's placement by the
/// script, which becomes that of the base.
fn hang_root(session: &mut Session, bound: &Bound) -> Result<Option<Transform>, Stop> {
    let draft = unfinished(session, bound)?;
    let (Some(root), None, true) = (draft.figure.root, draft.base, draft.jointed) else {
        return Ok(None);
    };
    let Some(body) = draft.figure.bodies.get(root).filter(|b| b.parent.is_none()) else {
        // A root without a parent is reported where it is built.
        return Ok(None);
    };
    let of = body.spec.name.clone();
    let size = BASE * libm::cbrt(body.inertia.mass / body.spec.density.max(1.0));
    super::root::check_rigid(session, bound, root)?;
    let draft = unfinished(session, bound)?;
    let bodies = &draft.figure.bodies;
    let mut name = format!("{of}_base");
    while bodies.iter().any(|body| body.spec.name == name) {
        name.push('_');
    }
    let mut mark = Object::of(Shape::Cube);
    mark.transform.linear *= size;
    let spec = BodySpec {
        inertial: false,
        colliding: false,
        ..BodySpec::new(&name)
    };
    let base = Body::new(spec, &mark).map_err(|e| figure_mistake(&e, bound.span))?;
    draft.figure.bodies.push(base);
    let base = draft.figure.bodies.len() - 1;
    session.name(Thing::Body, &name, base, bound.head);
    let placed = take_root_transform(session, bound, root);
    let draft = unfinished(session, bound)?;
    let linked = draft.figure.link(base, root, Transform::identity());
    linked.map_err(|e| figure_mistake(&e, bound.span))?;
    draft.figure.root = Some(base);
    draft.base = Some(base);
    draft.root = Root::Fixed;
    Ok(Some(placed))
}

/// Refuses to assemble a figure twice.
fn twice(session: &mut Session, bound: &Bound) -> Outcome {
    let draft = access::draft(session, bound)?;
    let (name, is_running) = (draft.figure.name.clone(), draft.running.is_some());
    match draft.places.assembly {
        Some(first) if is_running => {
            let message = format!("`{name}` is already assembled");
            let report = Diagnostic::error("E052", bound.head, message);
            Err(report
                .note(first, "assembled here first")
                .help("remove this line")
                .into())
        }
        _ => Ok(()),
    }
}

/// Finds a body made by `mirror` from a body that was linked only afterwards. Returns the source position of `mirror`, and the
/// names of both bodies.
fn mirrored_too_early(
    session: &Session,
    bound: &Bound,
    error: &FigureError,
) -> Option<(Span, String, String)> {
    let FigureError::Unlinked(bodies) = error else {
        return None;
    };
    let stage = session.here();
    let figure = &stage.definitions.drafts.get(bound.corpus?)?.figure;
    bodies.iter().find_map(|twin| {
        let at = session.first_named(Thing::Body, twin)?;
        let mut words = session.sources.text(at).split_whitespace();
        let is_mirror = words.next() == Some("mirror");
        let [from, to] = [words.next()?, words.next()?];
        let of = is_mirror.then(|| rename(to, from, twin))??;
        let body = figure.bodies.iter().find(|body| body.spec.name == of)?;
        body.parent.is_some().then(|| (at, of, twin.clone()))
    })
}

fn mistake_in_figure(session: &Session, bound: &Bound, error: &FigureError) -> Stop {
    if let Some((mirror, of, twin)) = mirrored_too_early(session, bound, error) {
        let message = format!("`mirror` comes before the `linkbodies` of `{of}`");
        let report = figure_mistake(error, bound.span);
        let note = format!("this copied `{of}` to `{twin}` before it was linked");
        let report = Diagnostic { message, ..report };
        let help = "move `mirror` after `linkbodies`, so that it copies the link too";
        return report.note(mirror, note).help(help).into();
    }
    let mut report = figure_mistake(error, bound.span);
    let (named, note): (&[String], &str) = match error {
        FigureError::Unlinked(bodies) => (bodies, "not linked to a parent"),
        FigureError::NoMass(body) => (std::slice::from_ref(body), "no mass"),
        FigureError::RootHasParent { root, .. } => (std::slice::from_ref(root), "the root"),
        _ => (&[], ""),
    };
    for name in named.iter().take(3) {
        if let Some(first) = session.first_named(Thing::Body, name) {
            report = report.note(first, note);
        }
    }
    report.into()
}

/// Rebuilds the running model from its figure; keeps the state and everything else.
pub(super) fn rebuild(session: &mut Session, bound: &Bound) -> Outcome {
    let unit_axes = session.building.unit_axes;
    let draft = access::draft(session, bound)?;
    if draft.running.is_none() {
        return Ok(());
    }
    let built = draft
        .figure
        .build(draft.root, unit_axes)
        .map_err(|e| figure_mistake(&e, bound.span))?;
    let points = draft.figure.contacts(&built);
    access::corpus(session, bound)?.replace_model(built, &points);
    session.here_mut().world.state_changed();
    Ok(())
}

pub(super) const SETJOINTP: Command = Command {
    name: "setjointp",
    summary: "Sets a joint axis, given in the parent's frame.",
    details: "The joint keeps its position q, now about the new axis, so a body whose q is not 0 changes its pose.",
    forms: &[&[
        need("body", Kind::Jointed, "the body moved by the joint"),
        need("x", DIRECTION, "axis in the parent's frame").begins("axis"),
        need("y", DIRECTION, "axis in the parent's frame"),
        need("z", DIRECTION, "axis in the parent's frame"),
        may(
            "joint",
            Kind::Choice(JOINT_KINDS),
            "rotary or sliding; unchanged if omitted",
        ),
    ]],
    example: "addcorpus c\nget a from unit_cube\nget b from unit_cube\naddbody a a 0 0 1 rotary 1000\naddbody b b 0 0 1 rotary 1000\nrotate b x 45\nlinkbodies a b\nsetroot a\ncorpusinit\nsetjointp b 0 0 1 rotary",
    shows: "body b turns about the vertical although it is tilted",
    search: "axis, hinge",
    run: |session, bound| {
        super::joint_kinds::plain_only(session, bound)?;
        let axis = bound.vector(1);
        let draft = access::draft(session, bound)?;
        let doubtful = draft.doubtful;
        let figure = &mut draft.figure;
        let linked = |b: &Body| b.parent.is_some();
        if !figure.bodies.get(bound.index(0)).is_some_and(linked) {
            // An error in its `linkbodies` has been reported.
            if doubtful {
                return Err(Stop::Reported);
            }
            let message = "this body has no parent yet, so there is no parent's frame";
            let help = "link it first: `linkbodies PARENT CHILD`";
            return Err(Stop::mistake("E042", bound.at(0), message, help));
        }
        let before = figure.bodies.get(bound.index(0)).map(|b| b.spec.clone());
        figure
            .set_axis_in_parent(bound.index(0), axis)
            .map_err(|e| figure_mistake(&e, bound.at(1).to(bound.at(3))))?;
        if let (false, Some(b)) = (
            bound.text(4).is_empty(),
            figure.bodies.get_mut(bound.index(0)),
        ) {
            b.spec.joint = joint_kind(bound.text(4));
        }
        rebuild(session, bound).inspect_err(|_| {
            // The assembled figure keeps its joint, and so does its construction record.
            let draft = bound
                .corpus
                .and_then(|c| session.here_mut().definitions.drafts.get_mut(c));
            let body = draft.and_then(|d| d.figure.bodies.get_mut(bound.index(0)));
            if let (Some(body), Some(before)) = (body, before) {
                body.spec = before;
            }
        })
    },
    ..Command::of(Group::Joints)
};

pub(super) const AXISNORM: Command = Command {
    name: "axisnorm",
    summary: "Chooses whether a joint variable is multiplied by the length of its axis.",
    details: "off (default): a body turns or slides by the joint variable times the length of its axis, in position and speed, as in McKenna's program \
              of 1990, whose roach has foot axes `1 0 1`. on: every axis is normalised to length 1, also those of existing joints: a body whose joint is not at 0 changes its pose.",
    forms: &[&[STATE]],
    example: "axisnorm on",
    shows: "a joint with the axis 1 0 1 then turns by the joint variable, not by 1.41 times as much",
    search: "normalise, axis",
    run: |session, bound| match bound.switch(0) {
        Some(on) => {
            session.building.unit_axes = on;
            let here = session.stage;
            let mut result = Ok(());
            for stage in 0..session.stages.len() {
                session.stage = stage;
                for draft in 0..session.here().definitions.drafts.len() {
                    let mut of_this = bound.clone();
                    of_this.corpus = Some(draft);
                    result = result.and(rebuild(session, &of_this));
                }
            }
            session.stage = here;
            result
        }
        None => {
            let on = session.building.unit_axes;
            setting::print_state(session, bound, on);
            Ok(())
        }
    },
    ..Command::of(Group::Joints)
};
