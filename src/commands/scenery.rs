//! Scenery: bodies that never move and need no figure.

use super::access::figure_mistake;
use super::figure::take_object;
use super::objects::add_triangles;
use super::root::too_far;
use super::shapes::{self, CENTRE, FROM, RADIUS, SIZE, TO};
use crate::diagnostic::quote;
use crate::dynamics::Root;
use crate::figure::{Body, BodySpec, Object};
use crate::scene::{BodyNumber, Paint, colour};
use crate::session::bind::scenery_never_moves;
use crate::session::command::{
    Bound, Command, Example, Group, Kind, Outcome, Param, Thing, Value, may, need,
};
use crate::session::{Draft, Session, Stop};
use crate::world::Corpus;
use nalgebra::{Matrix3, Vector3};
use std::sync::Arc;

const NAME: Param = need("name", Kind::New(Thing::Corpus), "its name");
const COLOUR: Param = may("color", Kind::Colour, "its colour");

/// Returns the parameter for the word of a shape.
const fn shape(words: &'static [&'static str], doc: &'static str) -> Param {
    need("shape", Kind::Choice(words), doc)
}

const BOX: Param = shape(&["box"], "a box with sides along the axes");
const BALL: Param = shape(&["ball"], "a ball");
const CAPSULE: Param = shape(&["capsule"], "a rod with a hemisphere on each end");
const CYLINDER: Param = shape(&["cylinder"], "a rod with flat ends");

pub(super) const SCENERY: Command = Command {
    name: "scenery",
    summary: "Makes a body that never moves, such as a wall, a step or a post.",
    details: "Scenery needs no `addcorpus`, `addbody` and `corpusinit`, has no mass, and costs no time while nothing touches it. Its shape is a `box`, `ball`, `capsule` or `cylinder` with the arguments of the command of that name, \
              in the axes of the world, or an object where its transforms have put it: `scenery ramp plank`. The object itself stays as it is, so it can be moved on and used again.\n\
              Like all bodies, scenery lets others pass until `collide` selects them: `collide all`, or `collide trunk wall`. Its name is that of a figure with one body, so `wall.touches(trunk)` and `wall.touch` read its contacts. Friction and restitution there are those between bodies, `collisionfric` and `collisione`, unless a `surface` has its own. The current figure stays current. \
              No command moves scenery; for a wall that moves, make a figure and use `rootmotion`.",
    forms: &[
        &[
            NAME,
            need(
                "object",
                Kind::Old(Thing::Object),
                "an object, where it is now",
            ),
            COLOUR,
        ],
        &[
            NAME, BOX, SIZE[0], SIZE[1], SIZE[2], CENTRE[0], CENTRE[1], CENTRE[2], COLOUR,
        ],
        &[
            NAME, BOX, FROM[0], FROM[1], FROM[2], TO[0], TO[1], TO[2], COLOUR,
        ],
        &[NAME, BALL, RADIUS, CENTRE[0], CENTRE[1], CENTRE[2], COLOUR],
        &[
            NAME, CAPSULE, FROM[0], FROM[1], FROM[2], TO[0], TO[1], TO[2], RADIUS, COLOUR,
        ],
        &[
            NAME, CYLINDER, FROM[0], FROM[1], FROM[2], TO[0], TO[1], TO[2], RADIUS, COLOUR,
        ],
    ],
    example: "scenery wall box size=[10cm 1m 50cm] at=[2m 0 25cm]\naddcorpus c\nball o radius=10cm\naddbody b o 0 0 1 rotary 1000\nsetroot b\ncorpusinit\nmove o 1.5m 0 25cm\nsetrootpos\ncollide all\naddv b 2m/s 0 0 0 0 0\ngo 0.5s\nexpect b.vel.x < 0m/s",
    shows: "a ball bounces off a wall",
    more: &[Example {
        code: "box plank size=[2m 1m 5cm]\nrotate plank y 20\nscenery ramp plank color=peru\nmove plank 3m 0 0\nscenery ramp2 plank",
        shows: "two ramps of one tilted box",
    }],
    search: "wall, obstacle, static, fixed, terrain, post, step, ramp, stairs, environment",
    run: |session, bound| {
        let name = bound.text(0);
        let (object, colour) = match bound.form {
            0 => (take_object(session, bound, 1)?, 2),
            form => {
                let (made, colour) = match form {
                    1 => (shapes::sized_box(bound, 2)?, 8),
                    2 => (shapes::box_of_corners(bound, 2)?, 8),
                    3 => (shapes::ball(bound, 2)?, 6),
                    4 => (shapes::capsule(bound, 2)?, 9),
                    _ => (shapes::cylinder(bound, 2)?, 9),
                };
                add_triangles(session, bound, &made.0)?;
                let object = Object::new(name.to_owned(), Arc::new(made.0), made.1);
                (object, colour)
            }
        };
        let colour = colour_at(bound, colour);
        place(session, bound, object, colour)
    },
    ..Command::of(Group::Ground)
};

/// Returns the colour that argument `i` names, if it was given.
fn colour_at(bound: &Bound, i: usize) -> Option<[f32; 3]> {
    match bound.values.get(i) {
        // The binder has checked that it is a colour.
        Some(Value::Text(text)) => colour(text).ok(),
        _ => None,
    }
}

/// Adds an object to the world as scenery, where its transforms have put it.
fn place(
    session: &mut Session,
    bound: &Bound,
    mut object: Object,
    colour: Option<[f32; 3]>,
) -> Outcome {
    let name = bound.text(0);
    // The frame of the body is in its middle: a far origin would make it large for the search of contacts.
    let transform = object.transform;
    let mesh = object
        .mesh
        .transform(&transform.linear, &transform.translation);
    let middle = mesh
        .bounds()
        .map_or_else(Vector3::zeros, |(low, high)| (low + high) / 2.0);
    object.transform.translation -= middle;
    let spec = BodySpec {
        inertial: false,
        ..BodySpec::new(name)
    };
    let body = Body::new(spec, &object).map_err(|e| figure_mistake(&e, bound.at(1)))?;
    if body.solids().is_empty() {
        let message = format!("{} is flat, so nothing can touch it", quote(name));
        let help = "give it a thickness: `scenery NAME box size=[1m 1m 1cm]` makes a plate";
        return Err(Stop::mistake("E044", bound.at(1), message, help));
    }
    let mut draft = Draft::new(name.to_owned());
    draft.figure.bodies.push(body);
    draft.figure.root = Some(0);
    (draft.root, draft.scenery) = (Root::Fixed, true);
    draft.places.assembly = Some(bound.span);
    let built = draft.figure.build(draft.root, session.building.unit_axes);
    let built = built.map_err(|e| figure_mistake(&e, bound.at(1)))?;
    let mut corpus = Corpus::of(&draft.figure, built);
    if !corpus.attempt(|corpus| corpus.set_root_pose(&Matrix3::identity(), &middle)) {
        return Err(too_far(&corpus, bound));
    }
    (corpus.integrated, corpus.scenery) = (false, true);
    let stage = session.here_mut();
    draft.running = Some(stage.world.corpora.len());
    stage.world.corpora.push(corpus);
    stage.world.state_changed();
    let figure = stage.definitions.drafts.len();
    stage.definitions.drafts.push(draft);
    if let Some(colour) = colour {
        stage.look_mut().paint(Paint {
            on: BodyNumber { figure, body: 0 },
            part: None,
            colour: Some(colour),
            material: None,
        });
    }
    session.name(Thing::Corpus, name, figure, bound.at(0));
    // Its body has a name only within it.
    let current = session.here_mut().definitions.current.replace(figure);
    session.name(Thing::Body, name, 0, bound.at(0));
    session.here_mut().definitions.current = current;
    Ok(())
}

/// Refuses an object of the name of scenery, which a transform would not move.
pub(super) fn refuse_scenery(session: &Session, bound: &Bound, name: &str) -> Outcome {
    let mut drafts = session.here().definitions.drafts.iter();
    match drafts.any(|draft| draft.scenery && draft.figure.name == name) {
        true => Err(scenery_never_moves(name, bound.at(0)).into()),
        false => Ok(()),
    }
}

/// Refuses scenery as the figure that the first argument names.
pub(super) fn refuse_scenery_figure(session: &Session, bound: &Bound) -> Outcome {
    let draft = session.here().definitions.drafts.get(bound.index(0));
    match draft.filter(|draft| draft.scenery) {
        Some(draft) => Err(scenery_never_moves(&draft.figure.name, bound.at(0)).into()),
        None => Ok(()),
    }
}
