//! Bodies, links, figures.

use super::access::{self, figure_mistake};
use crate::command::{
    Bare, Bound, Command, Example, Follows, Group, Kind, Outcome, Range, Thing, may, need,
};
use crate::diagnostic::Diagnostic;
use crate::dynamics::JointKind;
use crate::figure::{Body, BodySpec, Built, Figure, FigureError, Transform};
use crate::lang::dimension::Dimension;
use crate::session::{Session, Stop};
use crate::world::Corpus;
use nalgebra::Vector3;

const DIRECTION: Kind = Kind::Number(Dimension::NONE, Bare::Si, Range::Any);
const DENSITY: Kind = Kind::Number(Dimension::DENSITY, Bare::Si, Range::Positive);
const BODY: Kind = Kind::Old(Thing::Body);
const JOINT_KINDS: &[&str] = &["rotary", "sliding"];

fn joint_kind(word: &str) -> JointKind {
    if word == "sliding" {
        JointKind::Sliding
    } else {
        JointKind::Rotary
    }
}

/// A figure that runs takes no more bodies or links.
fn unfinished<'a>(
    session: &'a mut Session,
    bound: &Bound,
) -> Result<&'a mut crate::session::Draft, Stop> {
    let at = bound.head;
    let draft = access::draft(session, bound)?;
    if draft.running.is_some() {
        let message = format!(
            "`{}` is put together already, so `{}` comes too late",
            draft.figure.name, bound.command.name
        );
        return Err(Diagnostic::error("E052", at, message)
            .help("build a figure before its `corpusinit`")
            .into());
    }
    Ok(draft)
}

/// Takes an object to make a body or part of it: its transform goes to the body and is taken back on the object.
fn take_object(
    session: &mut Session,
    bound: &Bound,
    i: usize,
) -> Result<crate::figure::Object, Stop> {
    let stage = session.here();
    let taken = stage.objects.get(bound.index(i)).map(|s| s.object.clone());
    let Some(object) = taken else {
        return Err(Stop::Reported);
    };
    if let Some(body) = object.body {
        let body_name = stage
            .draft()
            .and_then(|d| d.figure.bodies.get(body))
            .map_or_else(String::new, |b| b.spec.name.clone());
        let error = FigureError::ObjectTaken {
            object: object.name.clone(),
            body: body_name.clone(),
        };
        let mut report = figure_mistake(&error, bound.at(i));
        if let Some(first) = session.first_named(Thing::Body, &body_name) {
            report = report.note(first, "this body has it");
        }
        return Err(report.into());
    }
    Ok(object)
}

fn give_object(session: &mut Session, object: usize, body: usize) {
    if let Some(scoped) = session.here_mut().objects.get_mut(object) {
        scoped.object.body = Some(body);
        scoped.object.transform = Transform::identity();
    }
}

pub(super) const ADDBODY: Command = Command {
    name: "addbody",
    group: Group::Figure,
    summary: "Makes a body of an object.",
    details: "The transforms that the object has so far place the shape in the body's own frame, whose origin is the joint by which the body \
              hangs on its parent; then they are taken back, and what follows places the body in its parent's frame, for `linkbodies`.\n\
              The joint turns about, or slides along, the axis, which is given in the body's own frame. The axis' length counts: \
              the body turns by the joint variable times that length (`axisnorm on` takes it as a direction only).\n\
              Mass, centre and inertia follow from shape and density.",
    forms: &[&[
        need(
            "name",
            Kind::New(Thing::Body),
            "what the body will be called",
        ),
        need("object", Kind::Old(Thing::Object), "its shape"),
        need("x", DIRECTION, "joint axis"),
        need("y", DIRECTION, "joint axis"),
        need("z", DIRECTION, "joint axis"),
        need("joint", Kind::Choice(JOINT_KINDS), "how it moves"),
        need("density", DENSITY, "of its shape"),
        may(
            "inertial",
            Kind::Flag,
            "whether the shape has mass; 1 unless given",
        ),
        may(
            "colliding",
            Kind::Flag,
            "whether the shape touches things; 1 unless given",
        ),
        may("convex", Kind::Flag, "whether the shape is convex"),
        may(
            "veltest",
            Kind::Flag,
            "whether collisions test the normal velocity",
        ),
    ]],
    examples: &[Example {
        code: "addcorpus c\nget o from unit_cubeb\naddbody thorax o 0 1 0 rotary 1g/cm3",
        shows: "a body that turns about its y axis",
    }],
    search: &["link", "segment", "limb", "bone"],
    follows: Follows::Nothing,
    in_lists: false,
    run: |session, bound| {
        unfinished(session, bound)?;
        let object = take_object(session, bound, 1)?;
        let spec = BodySpec {
            name: bound.text(0).to_owned(),
            axis: Vector3::new(bound.number(2), bound.number(3), bound.number(4)),
            joint: joint_kind(bound.text(5)),
            density: bound.number(6),
            inertial: bound.switch(7).unwrap_or(true),
            colliding: bound.switch(8).unwrap_or(true),
        };
        let body = Body::new(spec, &object).map_err(|e| {
            let at = match e {
                FigureError::ZeroAxis | FigureError::HugeAxis => bound.at(2).to(bound.at(4)),
                FigureError::Density(_) => bound.at(6),
                _ => bound.at(1),
            };
            figure_mistake(&e, at)
        })?;
        let draft = access::draft(session, bound)?;
        let number = draft.figure.bodies.len();
        draft.figure.bodies.push(body);
        session.name(Thing::Body, bound.text(0), number, bound.at(0));
        give_object(session, bound.index(1), number);
        Ok(())
    },
};

pub(super) const ADDPART: Command = Command {
    name: "addpart",
    group: Group::Figure,
    summary: "Fixes another object to a body.",
    details: "The object's transforms place it in the body's frame; its mass is added to the body's.",
    forms: &[&[
        need(
            "name",
            Kind::New(Thing::Part),
            "what the part will be called",
        ),
        need("object", Kind::Old(Thing::Object), "its shape"),
        need("body", BODY, "what it is fixed to"),
        need("density", DENSITY, "of its shape"),
        may(
            "inertial",
            Kind::Flag,
            "whether it has mass; 1 unless given",
        ),
        may(
            "colliding",
            Kind::Flag,
            "whether it touches things; 1 unless given",
        ),
        may("convex", Kind::Flag, "whether it is convex"),
        may(
            "veltest",
            Kind::Flag,
            "whether collisions test the normal velocity",
        ),
    ]],
    examples: &[Example {
        code: "addcorpus c\nget o from unit_cube\naddbody head o 0 0 1 rotary 1000\nget horn from unit_cone\nmove horn 0 0 1\naddpart horn horn head 1000",
        shows: "a head with a horn",
    }],
    search: &["attachment", "decoration"],
    follows: Follows::Nothing,
    in_lists: false,
    run: |session, bound| {
        unfinished(session, bound)?;
        let mut object = take_object(session, bound, 1)?;
        object.name = bound.text(0).to_owned();
        let body = bound.index(2);
        let (inertial, colliding) = (
            bound.switch(4).unwrap_or(true),
            bound.switch(5).unwrap_or(true),
        );
        let density = bound.number(3);
        let draft = access::draft(session, bound)?;
        if let Some(carrier) = draft.figure.bodies.get_mut(body) {
            carrier
                .add_part(&object, density, inertial, colliding)
                .map_err(|e| figure_mistake(&e, bound.at(1)))?;
        }
        session.name(Thing::Part, bound.text(0), body, bound.at(0));
        give_object(session, bound.index(1), body);
        Ok(())
    },
};

pub(super) const LINKBODIES: Command = Command {
    name: "linkbodies",
    group: Group::Figure,
    summary: "Hangs a body on another.",
    details: "The transforms collected on the child's object since its `addbody` take the child's frame to the parent's, where all joints are zero.",
    forms: &[&[
        need("parent", BODY, "the body that carries"),
        need("child", BODY, "the body that hangs"),
    ]],
    examples: &[Example {
        code: "addcorpus c\nget a from unit_cube\nget b from unit_cube\naddbody a a 0 0 1 rotary 1000\naddbody b b 0 0 1 rotary 1000\nmove b 1 0 0\nlinkbodies a b",
        shows: "b turns about a point at x = 1 of a",
    }],
    search: &["connect", "hang", "parent", "child", "attachbody"],
    follows: Follows::Nothing,
    in_lists: false,
    run: |session, bound| {
        unfinished(session, bound)?;
        let (parent, child) = (bound.index(0), bound.index(1));
        let placement = object_transform(session, bound, child);
        let draft = access::draft(session, bound)?;
        if let Err(error) = draft.figure.link(parent, child, placement) {
            let at = match error {
                FigureError::Cycle { .. } => bound.at(0).to(bound.at(1)),
                _ => bound.at(1),
            };
            let mut report = figure_mistake(&error, at);
            if let FigureError::SecondParent { .. } = error
                && let Some(first) = session.first_link(bound)
            {
                report = report.note(first, "linked here first");
            }
            return Err(report.into());
        }
        session.remember_link(bound);
        reset_object(session, bound, child);
        Ok(())
    },
};

/// The object that a body was made of. Parts of the body have objects of their own.
fn object_of(session: &Session, bound: &Bound, body: usize) -> Option<usize> {
    let stage = session.here();
    let draft = bound.corpus.and_then(|c| stage.drafts.get(c))?;
    let name = &draft.figure.bodies.get(body)?.object;
    let mut objects = stage.objects.iter();
    objects.position(|s| s.scope == bound.corpus && s.object.name == *name)
}

/// What the script has done to a body's object since it became a body.
fn object_transform(session: &Session, bound: &Bound, body: usize) -> Transform {
    object_of(session, bound, body)
        .and_then(|i| session.here().objects.get(i))
        .map_or_else(Transform::identity, |s| s.object.transform)
}

fn reset_object(session: &mut Session, bound: &Bound, body: usize) {
    let object = object_of(session, bound, body);
    if let Some(scoped) = object.and_then(|i| session.here_mut().objects.get_mut(i)) {
        scoped.object.transform = Transform::identity();
    }
}

/// Takes the transform that the script has collected on the root's object.
pub(super) fn take_root_transform(session: &mut Session, bound: &Bound, root: usize) -> Transform {
    let transform = object_transform(session, bound, root);
    reset_object(session, bound, root);
    transform
}

pub(super) const SETROOT: Command = Command {
    name: "setroot",
    group: Group::Figure,
    summary: "Makes a body the root of the current figure.",
    details: "All other bodies hang on it, directly or by others.",
    forms: &[&[need("body", BODY, "which one")]],
    examples: &[Example {
        code: "addcorpus c\nget o from unit_cube\naddbody trunk o 0 0 1 rotary 1000\nsetroot trunk",
        shows: "a figure of one body",
    }],
    search: &["base", "trunk"],
    follows: Follows::Nothing,
    in_lists: false,
    run: |session, bound| {
        let draft = unfinished(session, bound)?;
        let before = draft.figure.root.replace(bound.index(0));
        let place = session.remember_root(bound);
        if let (true, Some(place)) = (before.is_some_and(|b| b != bound.index(0)), place) {
            let message = "this root takes the place of another";
            let report = Diagnostic::warning("W002", bound.span, message)
                .note(place, "the root until here")
                .help("a figure has one root: remove one of the two lines");
            session.diagnostics.push(report);
        }
        Ok(())
    },
};

pub(super) const CORPUSINIT: Command = Command {
    name: "corpusinit",
    group: Group::Figure,
    summary: "Puts the current figure together, so that it can move.",
    details: "Every body must hang on the root, directly or by others. The root stands where the transforms of its object have put it; all joints are at zero.",
    forms: &[&[]],
    examples: &[Example {
        code: "addcorpus c\nget o from unit_cube\naddbody trunk o 0 0 1 rotary 1000\nsetroot trunk\ncorpusinit",
        shows: "a box that can fall",
    }],
    search: &["assemble", "finish", "build"],
    follows: Follows::Nothing,
    in_lists: false,
    run: |session, bound| {
        let unit_axes = session.unit_axes;
        let draft = unfinished(session, bound)?;
        let (kind, doubtful) = (draft.root, draft.doubtful);
        let built = match draft.figure.build(kind, unit_axes) {
            Ok(built) => built,
            // What is missing is missing because of a mistake that is reported already.
            Err(_) if doubtful => return Err(Stop::Reported),
            Err(error) => return Err(mistake_in_figure(session, bound, &error)),
        };
        let name = draft.figure.name.clone();
        let names = built
            .order
            .iter()
            .map(|b| draft.figure.bodies[*b].spec.name.clone())
            .collect();
        let points = points_in_order(&draft.figure, &built);
        let root = built.order.first().copied().unwrap_or(0);
        let corpus = Corpus::new(name, names, built, &points);
        let stage = session.here_mut();
        stage.world.corpora.push(corpus);
        let running = stage.world.corpora.len() - 1;
        stage.world.state_changed();
        access::draft(session, bound)?.running = Some(running);
        let placed = take_root_transform(session, bound, root);
        super::root::place_root(session, bound, &placed)
    },
};

fn mistake_in_figure(session: &Session, bound: &Bound, error: &FigureError) -> Stop {
    let mut report = figure_mistake(error, bound.span);
    let (named, note): (&[String], &str) = match error {
        FigureError::Unlinked(bodies) => (bodies, "this one"),
        FigureError::NoMass(body) => (std::slice::from_ref(body), "this one"),
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

/// Contact points of each body by the model's numbers.
fn points_in_order(figure: &Figure, built: &Built) -> Vec<Vec<Vector3<f64>>> {
    built
        .order
        .iter()
        .map(|b| figure.bodies[*b].contact_points.clone())
        .collect()
}

/// Makes the running model anew from its figure, state and all else kept.
pub(super) fn rebuild(session: &mut Session, bound: &Bound) -> Outcome {
    let unit_axes = session.unit_axes;
    let draft = access::draft(session, bound)?;
    if draft.running.is_none() {
        return Ok(());
    }
    let built = draft
        .figure
        .build(draft.root, unit_axes)
        .map_err(|e| figure_mistake(&e, bound.span))?;
    let points = points_in_order(&draft.figure, &built);
    access::corpus(session, bound)?.replace_model(built, &points);
    session.here_mut().world.state_changed();
    Ok(())
}

pub(super) const SETJOINTP: Command = Command {
    name: "setjointp",
    group: Group::Joints,
    summary: "Sets a joint axis that is given in the parent's frame.",
    details: "The axis is taken at joint variable zero.",
    forms: &[&[
        need("body", Kind::Jointed, "whose joint"),
        need("x", DIRECTION, "axis in the parent's frame"),
        need("y", DIRECTION, "axis in the parent's frame"),
        need("z", DIRECTION, "axis in the parent's frame"),
        may(
            "joint",
            Kind::Choice(JOINT_KINDS),
            "how it moves; as before unless given",
        ),
    ]],
    examples: &[Example {
        code: "addcorpus c\nget a from unit_cube\nget b from unit_cube\naddbody a a 0 0 1 rotary 1000\naddbody b b 0 0 1 rotary 1000\nrotate b x 45\nlinkbodies a b\nsetroot a\ncorpusinit\nsetjointp b 0 0 1 rotary",
        shows: "b turns about the vertical although it hangs at a slant",
    }],
    search: &["axis", "hinge"],
    follows: Follows::Nothing,
    in_lists: false,
    run: |session, bound| {
        let axis = Vector3::new(bound.number(1), bound.number(2), bound.number(3));
        let draft = access::draft(session, bound)?;
        let doubtful = draft.doubtful;
        let figure = &mut draft.figure;
        let linked = |b: &Body| b.parent.is_some();
        if !figure.bodies.get(bound.index(0)).is_some_and(linked) {
            // A mistake in its `linkbodies` is reported already.
            if doubtful {
                return Err(Stop::Reported);
            }
            let message = "this body hangs on nothing yet, so it has no parent's frame";
            let help = "hang it on another with `linkbodies PARENT CHILD` first";
            return Err(Diagnostic::error("E042", bound.at(0), message)
                .help(help)
                .into());
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
            // The running figure has kept its joint, and so does the record of how it was built.
            let draft = bound
                .corpus
                .and_then(|c| session.here_mut().drafts.get_mut(c));
            let body = draft.and_then(|d| d.figure.bodies.get_mut(bound.index(0)));
            if let (Some(body), Some(before)) = (body, before) {
                body.spec = before;
            }
        })
    },
};

pub(super) const AXISNORM: Command = Command {
    name: "axisnorm",
    group: Group::Joints,
    summary: "Takes joint axes as directions only, or lets their lengths count.",
    details: "off, as a session begins: a body turns by the joint variable times the length of its axis, in position and speed alike, as the roach of \
              1990 with its foot axes `1 0 1` seems to have done. on: every axis has length 1.",
    forms: &[&[may(
        "state",
        Kind::Switch,
        "on or off; left out, the state is printed",
    )]],
    examples: &[Example {
        code: "axisnorm on",
        shows: "an axis 1 0 1 turns by the joint variable itself",
    }],
    search: &["normalise", "axis"],
    follows: Follows::Nothing,
    in_lists: false,
    run: |session, bound| match bound.switch(0) {
        Some(on) => {
            session.unit_axes = on;
            let drafts = session.here().drafts.len();
            for draft in 0..drafts {
                let mut of_this = bound.clone();
                of_this.corpus = Some(draft);
                rebuild(session, &of_this)?;
            }
            Ok(())
        }
        None => {
            let line = if session.unit_axes {
                "axisnorm is on"
            } else {
                "axisnorm is off"
            };
            session.print(line);
            Ok(())
        }
    },
};
