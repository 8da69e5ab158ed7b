//! Transforms: position, rotation and size of objects.

use super::figure::DIRECTION;
use super::objects::{self, object};
use super::warnings;
use crate::figure::{Object, Order, Pivot, Placing, Transform};
use crate::lang::dimension::Dimension;
use crate::session::command::{
    Bare, Bound, Command, Example, Group, Kind, Outcome, Range, Thing, need,
};
use crate::session::{Session, Stop};
use nalgebra::Vector3;

const LENGTH: Kind = Kind::Number(Dimension::LENGTH, Bare::Si, Range::Any);
const ANGLE: Kind = Kind::Number(Dimension::ANGLE, Bare::Degrees, Range::Any);
const OBJECT: Kind = Kind::Old(Thing::Object);

/// Returns the object to transform. In a line without effect it is a word.
fn movable<'a>(session: &'a mut Session, bound: &Bound) -> Result<&'a mut Object, Stop> {
    warnings::moved_too_late(session, bound);
    objects::movable(session, bound)
}

/// Changes the transform of the object that the first argument names. Refuses a transform that is not finite; the object is
/// then unchanged.
fn transform(session: &mut Session, bound: &Bound, change: impl FnOnce(&mut Object)) -> Outcome {
    let object = movable(session, bound)?;
    let before = object.transform;
    change(object);
    if object.transform.is_finite() {
        return Ok(());
    }
    object.transform = before;
    let message = format!(
        "`{}` would be moved, turned or scaled beyond the largest supported number",
        object.name
    );
    let help = "use smaller numbers";
    Err(Stop::mistake("E027", bound.span, message, help))
}

pub(super) const SCALE: Command = Command {
    name: "scale",
    summary: "Scales an object along the axes.",
    details: "The built-in shapes have size 1, so a length scales them to that length. Only `unit_capsule` is 2 long: along its own z axis it becomes twice the given length. The origin stays where it is, unless `premult`, `xformcenter` or `localxforms` chooses another point.",
    forms: &[
        &[
            need("object", OBJECT, "the object"),
            need(
                "x",
                LENGTH,
                "factor along x, or the new length if the shape has size 1",
            ),
            need("y", LENGTH, "factor along y"),
            need("z", LENGTH, "factor along z"),
        ],
        &[
            need("object", OBJECT, "the object"),
            need(
                "factor",
                LENGTH,
                "factor along all three axes, or the new length if the shape has size 1",
            ),
        ],
    ],
    example: "get coxa from unit_cubeb\nscale coxa 2.1mm 4.9mm 2.1mm",
    shows: "a box of 2.1 by 4.9 by 2.1 mm",
    more: &[Example {
        code: "get head from unit_sphere\nscale head 1cm",
        shows: "a ball of 1 cm",
    }],
    search: "size, stretch, resize",
    run: |session, bound| {
        let placing = session.building.placing;
        let factors = match bound.form {
            0 => bound.vector(1),
            _ => Vector3::repeat(bound.number(1)),
        };
        if let Some(i) = (0..3).find(|i| factors[*i] == 0.0) {
            let message = "a factor of zero would make the object flat";
            let help = "use 1 to leave an axis unchanged";
            let at = bound.at(if bound.form == 0 { i + 1 } else { 1 });
            return Err(Stop::mistake("E027", at, message, help));
        }
        transform(session, bound, |object| {
            object.turn_or_scale(&Transform::scaling(factors), &placing);
        })
    },
    ..Command::of(Group::Objects)
};

pub(super) const CENTER: Command = Command {
    name: "center",
    summary: "Moves an object so that the mean of its vertices is at the origin.",
    forms: &[&[need("object", OBJECT, "the object")]],
    example: "get box from unit_cube\nmove box 1 2 3\ncenter box",
    shows: "the box is centred at the origin again",
    search: "centre, centroid",
    run: |session, bound| {
        transform(session, bound, |object| {
            let back = -object.centroid();
            object.translate(back, &Placing::default());
        })
    },
    ..Command::of(Group::Objects)
};

pub(super) const MOVE: Command = Command {
    name: "move",
    summary: "Moves an object by a vector, or to the position of another object.",
    forms: &[
        &[
            need("object", OBJECT, "the object"),
            need("x", LENGTH, "distance along x"),
            need("y", LENGTH, "distance along y"),
            need("z", LENGTH, "distance along z"),
        ],
        &[
            need("object", OBJECT, "the object"),
            need("other", OBJECT, "the object to whose origin it moves"),
        ],
    ],
    example: "get box from unit_cube\nmove box 0 0 2cm",
    shows: "moves the box up by 2 cm",
    more: &[Example {
        code: "get a from unit_cube\nget b from unit_cube\nmove a 1 0 0\nmove b a",
        shows: "both boxes are at the same place",
    }],
    search: "translate, shift, position",
    run: |session, bound| {
        let placing = session.building.placing;
        if bound.form == 1 {
            let goal = object(session, bound, 1)?.transform.translation;
            return transform(session, bound, |object| {
                let way = goal - object.transform.translation;
                object.translate(way, &Placing::default());
            });
        }
        let by = bound.vector(1);
        transform(session, bound, |object| object.translate(by, &placing))
    },
    ..Command::of(Group::Objects)
};

pub(super) const ROTATE: Command = Command {
    name: "rotate",
    summary: "Turns an object about x, y or z.",
    details: "Rotation is right-handed; an angle without a unit is in degrees. The object turns about the origin, unless `premult`, `xformcenter` or `localxforms` chooses another point.",
    forms: &[&[
        need("object", OBJECT, "the object"),
        need("axis", Kind::Choice(&["x", "y", "z"]), "axis of rotation"),
        need("angle", ANGLE, "angle of rotation"),
    ]],
    example: "get box from unit_cube\nrotate box x -45",
    shows: "tilts the box by 45 degrees",
    search: "turn, pitch, yaw",
    run: |session, bound| {
        let axis = match bound.text(1) {
            "x" => Vector3::x(),
            "y" => Vector3::y(),
            _ => Vector3::z(),
        };
        let placing = session.building.placing;
        transform(session, bound, |object| {
            object.turn_or_scale(&Transform::rotation(axis, bound.number(2)), &placing);
        })
    },
    ..Command::of(Group::Objects)
};

pub(super) const ROTATEAXIS: Command = Command {
    name: "rotateaxis",
    summary: "Turns an object about any axis.",
    details: "Rotation is right-handed; an angle without a unit is in degrees.",
    forms: &[&[
        need("object", OBJECT, "the object"),
        need("x", DIRECTION, "direction of the axis").begins("axis"),
        need("y", DIRECTION, "direction of the axis"),
        need("z", DIRECTION, "direction of the axis"),
        need("angle", ANGLE, "angle of rotation"),
    ]],
    example: "get box from unit_cube\nrotateaxis box 1 1 1 120",
    shows: "turns x to y, y to z, and z to x",
    search: "turn, axis",
    run: |session, bound| {
        let axis = bound.vector(1);
        if !(axis.norm() > 0.0 && axis.norm().is_finite()) {
            let at = bound.at(1).to(bound.at(3));
            let help = "for example 0 0 1 for the z axis";
            return Err(Stop::mistake("E045", at, "the axis has no direction", help));
        }
        let placing = session.building.placing;
        transform(session, bound, |object| {
            object.turn_or_scale(&Transform::rotation(axis, bound.number(4)), &placing);
        })
    },
    ..Command::of(Group::Objects)
};

pub(super) const POSTMULT: Command = Command {
    name: "postmult",
    summary: "Makes each transform apply after the object's earlier ones, about the origin.",
    details: "This is the default. It ends `premult`, `localxforms` and `xformcenter`.",
    example: "postmult\nget box from unit_cube\nmove box 0 0.5 0\nscale box 1 2 1",
    shows: "the scale moves the box too, to y = 1",
    search: "order",
    run: |session, _| {
        session.building.placing = Placing::default();
        Ok(())
    },
    ..Command::of(Group::Objects)
};

pub(super) const PREMULT: Command = Command {
    name: "premult",
    summary: "Makes each transform apply before the earlier ones, in the object's own coordinates.",
    details: "It acts on all objects from this line on, until `postmult`. It ends `localxforms` and `xformcenter`; either of them may follow it and acts in addition.",
    example: "get box from unit_cube\nscale box 2 2 2\npremult\nmove box 1 0 0\npostmult",
    shows: "the move is scaled too, to x = 2",
    search: "before, order",
    run: |session, _| {
        session.building.placing = Placing {
            order: Order::Before,
            ..Placing::default()
        };
        Ok(())
    },
    ..Command::of(Group::Objects)
};

pub(super) const LOCALXFORMS: Command = Command {
    name: "localxforms",
    summary: "Makes objects turn and scale about their own origins.",
    details: "It acts on all objects from this line on, until `postmult`, `premult` or `xformcenter`. `move` still moves along the axes of the frame in which the object is placed, not along the object's own axes.",
    example: "get box from unit_cube\nmove box 1 0 0\nlocalxforms\nrotate box z 90",
    shows: "the box turns about its own origin",
    search: "local, pivot",
    run: |session, _| {
        session.building.placing.pivot = Pivot::OwnOrigin;
        Ok(())
    },
    ..Command::of(Group::Objects)
};

pub(super) const XFORMCENTER: Command = Command {
    name: "xformcenter",
    summary: "Makes objects turn and scale about a given point.",
    details: "It acts on all objects from this line on, until `postmult`, `premult` or `localxforms`.",
    forms: &[&[
        need("x", LENGTH, "the point"),
        need("y", LENGTH, "the point"),
        need("z", LENGTH, "the point"),
    ]],
    example: "get box from unit_cube\nxformcenter 0 0.5 0\nrotate box x 30",
    shows: "the box turns about a line in one of its faces",
    search: "pivot, centre",
    run: |session, bound| {
        session.building.placing.pivot = Pivot::Point(bound.vector(0));
        Ok(())
    },
    ..Command::of(Group::Objects)
};
