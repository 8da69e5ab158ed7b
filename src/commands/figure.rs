//! Bodies and links.

use super::access::{self, figure_mistake};
use super::warnings;
use crate::diagnostic::Diagnostic;
use crate::dynamics::JointKind;
use crate::figure::{Body, BodySpec, FigureError, JointForm, PartSpec, Transform};
use crate::lang::dimension::Dimension;
use crate::session::command::{
    Bare, Bound, Command, Example, Group, Kind, Outcome, Param, Range, Thing, may, need,
};
use crate::session::{Session, Stop};

pub(super) const DIRECTION: Kind = Kind::Number(Dimension::NONE, Bare::Si, Range::Any);
const DENSITY: Kind = Kind::Number(Dimension::DENSITY, Bare::Si, Range::Positive);
pub(super) const MASS: Kind = Kind::Number(Dimension::MASS, Bare::Si, Range::Positive);
pub(super) const BODY: Kind = Kind::Old(Thing::Body);
pub(super) const JOINT_KINDS: &[&str] = &["rotary", "sliding"];

pub(super) fn joint_kind(word: &str) -> JointKind {
    if word == "sliding" {
        JointKind::Sliding
    } else {
        JointKind::Rotary
    }
}

/// Returns the figure under construction; refuses an assembled one.
pub(super) fn unfinished<'a>(
    session: &'a mut Session,
    bound: &Bound,
) -> Result<&'a mut crate::session::Draft, Stop> {
    let at = bound.head;
    let draft = access::draft(session, bound)?;
    if draft.running.is_some() {
        let message = format!(
            "`{}` cannot change `{}`, which is already assembled",
            bound.command.name, draft.figure.name
        );
        let help = "move this line before `corpusinit`";
        return Err(Stop::mistake("E052", at, message, help));
    }
    Ok(draft)
}

/// Returns the density given at an argument (kg/m3). If a mass is given, returns that of water, from which the mass is then
/// set.
fn density(bound: &Bound, i: usize) -> f64 {
    match bound.form {
        0 => bound.number(i),
        _ => 1000.0,
    }
}

/// Refuses a mass for a shape without mass.
fn mass_of_nothing(bound: &Bound, mass: usize, inertial: usize) -> Outcome {
    if bound.form != 1 || bound.switch(inertial) != Some(false) {
        return Ok(());
    }
    let message = "the shape has no mass, as `inertial` is 0, but a mass is given";
    let at = bound.at(mass).to(bound.at(inertial));
    let help = "for a shape with mass, omit `inertial`; for a body whose shape has none, write `density=1`, which has no effect, and give the mass with `inertia NAME 1 1 1 mass=2kg`";
    Err(Stop::mistake("E043", at, message, help))
}

/// Takes an object for a body or part: its transform goes to the body and is reset on the object.
pub(super) fn take_object(
    session: &mut Session,
    bound: &Bound,
    i: usize,
) -> Result<crate::figure::Object, Stop> {
    let stage = session.here();
    let taken = stage
        .definitions
        .objects
        .get(bound.index(i))
        .map(|s| s.object.clone());
    let Some(object) = taken else {
        return Err(Stop::Reported);
    };
    if let Some(body) = object.body {
        let body_name = stage
            .definitions
            .draft()
            .and_then(|d| d.figure.bodies.get(body))
            .map_or_else(String::new, |b| b.spec.name.clone());
        let error = FigureError::ObjectTaken {
            object: object.name.clone(),
            body: body_name.clone(),
        };
        let mut report = figure_mistake(&error, bound.at(i));
        if let Some(first) = session.first_named(Thing::Body, &body_name) {
            report = report.note(first, "used by this body");
        }
        return Err(report.into());
    }
    Ok(object)
}

fn give_object(session: &mut Session, object: usize, body: usize) {
    if let Some(scoped) = session.here_mut().definitions.objects.get_mut(object) {
        scoped.object.body = Some(body);
        scoped.object.transform = Transform::identity();
    }
}

const BY_DENSITY: Param = need("density", DENSITY, "density of the shape");
const BY_MASS: Param = need(
    "mass",
    MASS,
    "mass of the shape, given instead of its density",
);

const fn flag(name: &'static str, doc: &'static str) -> Param {
    may(name, Kind::Flag, doc)
}
const FLAGS: [Param; 4] = [
    flag("inertial", "whether the shape has mass (default: 1)"),
    flag("colliding", "whether the shape has contacts (default: 1)"),
    flag(
        "convex",
        "accepted so that scripts of 1990 run; has no effect",
    ),
    flag(
        "veltest",
        "accepted so that scripts of 1990 run; has no effect",
    ),
];

/// Returns the parameters of `addbody`, with that of the mass or the density.
const fn body_of(mass: Param) -> [Param; 11] {
    [
        need("name", Kind::New(Thing::Body), "name of the body"),
        need("object", Kind::Old(Thing::Object), "its shape"),
        need("x", DIRECTION, "joint axis").begins("axis"),
        need("y", DIRECTION, "joint axis"),
        need("z", DIRECTION, "joint axis"),
        need("joint", Kind::Choice(JOINT_KINDS), "rotary or sliding"),
        mass,
        FLAGS[0],
        FLAGS[1],
        FLAGS[2],
        FLAGS[3],
    ]
}

/// Returns the parameters of `addpart`, with that of the mass or the density.
const fn part_of(mass: Param) -> [Param; 8] {
    let name = need("name", Kind::New(Thing::Part), "name of the part");
    let object = need("object", Kind::Old(Thing::Object), "its shape");
    let body = need("body", BODY, "the body to which it is fixed");
    let [inertial, colliding, convex, veltest] = FLAGS;
    [
        name, object, body, mass, inertial, colliding, convex, veltest,
    ]
}

pub(super) const ADDBODY: Command = Command {
    name: "addbody",
    summary: "Makes a body from an object.",
    details: "The object's transforms so far place the shape in the body's own frame, whose origin is the joint that connects the body to its parent. `addbody` then resets the object's transforms. Later transforms of the object place the body in its parent's frame, for `linkbodies`.\n\
              The joint turns about, or slides along, the axis, which is given in the body's own frame. The length of the axis matters for rotary and sliding joints: the body turns or slides by the joint variable q times that length, unless `axisnorm on` is set.\n\
              Mass, centre and inertia are computed from shape and density, or from shape and mass: `mass=2kg`. A ball, capsule, cylinder, cone or frustum, also when scaled, has those of the exact round shape; another shape has those of its mesh. `inertia` sets all of them directly.",
    forms: &[&body_of(BY_DENSITY), &body_of(BY_MASS)],
    example: "addcorpus c\nget o from unit_cubeb\naddbody thorax o 0 1 0 rotary 1g/cm3",
    shows: "a body that turns about its y axis",
    more: &[Example {
        code: "addcorpus c\nget o from unit_cubeb\naddbody thorax o axis=[0 1 0] joint=rotary mass=2kg",
        shows: "a body of 2 kg",
    }],
    search: "link, segment, limb, bone, mass, weight",
    run: |session, bound| {
        unfinished(session, bound)?;
        mass_of_nothing(bound, 6, 7)?;
        let object = take_object(session, bound, 1)?;
        let spec = BodySpec {
            name: bound.text(0).to_owned(),
            axis: bound.vector(2),
            joint: joint_kind(bound.text(5)),
            form: JointForm::Single,
            density: density(bound, 6),
            mass: (bound.form == 1).then(|| bound.number(6)),
            inertial: bound.switch(7).unwrap_or(true),
            colliding: bound.switch(8).unwrap_or(true),
        };
        let body = Body::new(spec, &object).map_err(|e| {
            let at = match e {
                FigureError::ZeroAxis | FigureError::HugeAxis => bound.at(2).to(bound.at(4)),
                FigureError::Density(_) | FigureError::Mass(_) => bound.at(6),
                _ => bound.at(1),
            };
            figure_mistake(&e, at)
        })?;
        warnings::unused_flags(session, bound, 9);
        let draft = access::draft(session, bound)?;
        let number = draft.figure.bodies.len();
        draft.figure.bodies.push(body);
        session.name(Thing::Body, bound.text(0), number, bound.at(0));
        give_object(session, bound.index(1), number);
        Ok(())
    },
    ..Command::of(Group::Figure)
};

pub(super) const ADDPART: Command = Command {
    name: "addpart",
    summary: "Fixes another object to a body.",
    details: "The object's transforms place it in the body's frame. Its mass is added to that of the body.",
    forms: &[&part_of(BY_DENSITY), &part_of(BY_MASS)],
    example: "addcorpus c\nget o from unit_cube\naddbody head o 0 0 1 rotary 1000\nget horn from unit_cone\nmove horn 0 0 1\naddpart horn horn head 1000",
    shows: "a head with a horn",
    search: "attachment, decoration",
    run: |session, bound| {
        unfinished(session, bound)?;
        mass_of_nothing(bound, 3, 4)?;
        let object = take_object(session, bound, 1)?;
        let body = bound.index(2);
        let spec = PartSpec {
            name: bound.text(0).to_owned(),
            density: density(bound, 3),
            mass: (bound.form == 1).then(|| bound.number(3)),
            inertial: bound.switch(4).unwrap_or(true),
            colliding: bound.switch(5).unwrap_or(true),
        };
        let draft = access::draft(session, bound)?;
        if let Some(carrier) = draft.figure.bodies.get_mut(body) {
            carrier
                .add_part(spec, &object)
                .map_err(|e| figure_mistake(&e, bound.at(1)))?;
        }
        warnings::unused_flags(session, bound, 6);
        session.name(Thing::Part, bound.text(0), body, bound.at(0));
        give_object(session, bound.index(1), body);
        Ok(())
    },
    ..Command::of(Group::Figure)
};

pub(super) const LINKBODIES: Command = Command {
    name: "linkbodies",
    summary: "Links a body to its parent.",
    details: "The transforms of the child's object since its `addbody` place the child's frame in the parent's, with all joints at zero.",
    forms: &[&[
        need("parent", BODY, "the parent body"),
        need("child", BODY, "the child body"),
    ]],
    example: "addcorpus c\nget a from unit_cube\nget b from unit_cube\naddbody a a 0 0 1 rotary 1000\naddbody b b 0 0 1 rotary 1000\nmove b 1 0 0\nlinkbodies a b",
    shows: "body b turns about the point x = 1 m of body a",
    search: "connect, hang, parent, child, attachbody",
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
                && let Some(first) = draft.places.links.get(&child)
            {
                report = report.note(*first, "linked here first");
            }
            return Err(report.into());
        }
        draft.places.links.insert(child, bound.span);
        reset_object(session, bound, child);
        Ok(())
    },
    ..Command::of(Group::Figure)
};

/// Returns the object of a body. Parts of the body have objects of their own.
fn object_of(session: &Session, bound: &Bound, body: usize) -> Option<usize> {
    let stage = session.here();
    let draft = bound.corpus.and_then(|c| stage.definitions.drafts.get(c))?;
    let name = &draft.figure.bodies.get(body)?.shape.name;
    session.names.object(session.stage, bound.corpus, name)
}

/// Returns the transforms of a body's object since it became a body.
pub(super) fn object_transform(session: &Session, bound: &Bound, body: usize) -> Transform {
    object_of(session, bound, body)
        .and_then(|i| session.here().definitions.objects.get(i))
        .map_or_else(Transform::identity, |s| s.object.transform)
}

pub(super) fn reset_object(session: &mut Session, bound: &Bound, body: usize) {
    let object = object_of(session, bound, body);
    if let Some(scoped) = object.and_then(|i| session.here_mut().definitions.objects.get_mut(i)) {
        scoped.object.transform = Transform::identity();
    }
}

/// Takes the transforms applied to the root's object so far.
pub(super) fn take_root_transform(session: &mut Session, bound: &Bound, root: usize) -> Transform {
    let transform = object_transform(session, bound, root);
    reset_object(session, bound, root);
    transform
}

pub(super) const SETROOT: Command = Command {
    name: "setroot",
    summary: "Makes a body the root of the current figure.",
    details: "All other bodies must be linked to it with `linkbodies`, directly or through others.",
    forms: &[&[need("body", BODY, "the body")]],
    example: "addcorpus c\nget o from unit_cube\naddbody trunk o 0 0 1 rotary 1000\nsetroot trunk",
    shows: "a figure of one body",
    search: "base, trunk",
    run: |session, bound| {
        let draft = unfinished(session, bound)?;
        let before = draft.figure.root.replace(bound.index(0));
        let place = draft.places.root.replace(bound.span);
        if let (true, Some(place)) = (before.is_some_and(|b| b != bound.index(0)), place) {
            let message = "this root replaces another one";
            let report = Diagnostic::warning("W002", bound.span, message)
                .note(place, "the previous root")
                .help("a figure has one root: remove one of the two lines");
            session.diagnostics.push(report);
        }
        Ok(())
    },
    ..Command::of(Group::Figure)
};
