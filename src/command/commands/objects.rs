//! Objects and transforms.

use crate::command::{
    Bare, Bound, Command, Example, Follows, Group, Kind, Outcome, Range, Thing, may, need,
};
use crate::diagnostic::Diagnostic;
use crate::diagnostic::suggest::nearest;
use crate::figure::{Object, Order, Pivot, Placing, Transform};
use crate::geometry::{LoadError, Shape, box_corners, contact_points, load};
use crate::lang::dimension::Dimension;
use crate::session::{Session, Stop};
use nalgebra::Vector3;
use std::sync::Arc;

const LENGTH: Kind = Kind::Number(Dimension::LENGTH, Bare::Si, Range::Any);
const DIRECTION: Kind = Kind::Number(Dimension::NONE, Bare::Si, Range::Any);
const OBJECT: Kind = Kind::Old(Thing::Object);

fn vector(bound: &Bound, first: usize) -> Vector3<f64> {
    Vector3::new(
        bound.number(first),
        bound.number(first + 1),
        bound.number(first + 2),
    )
}

/// The object that an argument names.
fn object<'a>(session: &'a mut Session, bound: &Bound, i: usize) -> Result<&'a mut Object, Stop> {
    let at = bound.at(i);
    match session.here_mut().objects.get_mut(bound.index(i)) {
        Some(scoped) => Ok(&mut scoped.object),
        None => Err(Diagnostic::error("E025", at, "this object is gone").into()),
    }
}

/// Refuses a transform that has left the finite numbers.
fn finite(object: &Object, bound: &Bound) -> Outcome {
    if object.transform.is_finite() {
        return Ok(());
    }
    let message = format!(
        "`{}` is moved, turned or scaled beyond all numbers",
        object.name
    );
    Err(Diagnostic::error("E027", bound.span, message)
        .help("use smaller numbers")
        .into())
}

pub(super) const GET: Command = Command {
    name: "get",
    group: Group::Objects,
    summary: "Makes an object of a shape.",
    details: "The shape is an OBJ or STL file, whose path is relative to the script, or where there is no such file a built-in shape of that name:\n\
              unit_cube, unit_cubeb (with bevelled edges), unit_sphere, unit_cylinder, unit_cone, unit_capsule, all of size 1 about the origin.",
    forms: &[&[
        need(
            "name",
            Kind::New(Thing::Object),
            "what the object will be called",
        ),
        may("from", Kind::Filler("from"), "reads well"),
        need("shape", Kind::Path, "a file or a built-in shape"),
    ]],
    examples: &[Example {
        code: "get thorax from unit_cubeb",
        shows: "a box of size 1",
    }],
    search: &["load", "mesh", "shape", "object", "obj", "stl"],
    follows: Follows::Nothing,
    in_lists: false,
    run: |session, bound| {
        let path = bound.text(2).to_owned();
        let file = session.resolve(&path, bound.at(2).source);
        let (mesh, contact_points) = match load(&file) {
            Ok(loaded) => {
                if loaded.turned {
                    let message =
                        format!("the surface of `{path}` was inside out and has been turned");
                    session.diagnostics.push(
                        Diagnostic::warning("W001", bound.at(2), message).help(
                            "list the corners of each face counter-clockwise as seen from outside",
                        ),
                    );
                }
                let points = contact_points(&loaded.mesh);
                (loaded.mesh, points)
            }
            Err(why) => match (Shape::by_name(&path), &why) {
                (Some(shape), LoadError::Missing(_)) => {
                    let mesh = shape.mesh();
                    let points = if shape.is_box() {
                        box_corners(&mesh)
                    } else {
                        contact_points(&mesh)
                    };
                    (mesh, points)
                }
                _ => return Err(no_shape(&path, &why, bound).into()),
            },
        };
        let name = bound.text(0);
        let scope = session.here().current;
        let object = Object::new(name.to_owned(), Arc::new(mesh), contact_points);
        let index = session.here().objects.len();
        session.name(Thing::Object, name, index, bound.at(0));
        session
            .here_mut()
            .objects
            .push(crate::session::Scoped { scope, object });
        Ok(())
    },
};

fn no_shape(path: &str, why: &LoadError, bound: &Bound) -> Diagnostic {
    let built_in = Shape::ALL.map(Shape::name);
    let message = match why {
        LoadError::Missing(file) => format!(
            "there is no file `{}` and no built-in shape `{path}`",
            file.display()
        ),
        _ => format!("cannot get `{path}`: {why}"),
    };
    let near = || nearest(path, built_in).or_else(|| nearest(&format!("unit_{path}"), built_in));
    let help = match why {
        LoadError::Missing(_) => match near() {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("the built-in shapes are {}", built_in.join(", ")),
        },
        LoadError::NoSolid(_) => "mend the mesh so that it is the surface of one solid, with exactly two faces at each edge".to_owned(),
        LoadError::UnknownFormat => "OBJ files end in `.obj` and STL files in `.stl`".to_owned(),
        _ => "look at the file in a mesh viewer, or write it anew".to_owned(),
    };
    Diagnostic::error("E032", bound.at(2), message).help(help)
}

pub(super) const CLOSEOBJ: Command = Command {
    name: "closeobj",
    group: Group::Objects,
    summary: "Removes an object.",
    details: "An object that is the shape of a body stays.",
    forms: &[&[need("object", OBJECT, "which one")]],
    examples: &[Example {
        code: "get box from unit_cube\ncloseobj box",
        shows: "the name is free again",
    }],
    search: &["delete", "remove", "kill"],
    follows: Follows::Nothing,
    in_lists: false,
    run: |session, bound| {
        let object = object(session, bound, 0)?;
        let name = object.name.clone();
        if object.body.is_some() {
            let message = format!("`{name}` is the shape of a body");
            return Err(Diagnostic::error("E048", bound.at(0), message)
                .help("bodies keep their shapes")
                .into());
        }
        session.here_mut().objects.remove(bound.index(0));
        session.forget_object(&name, bound.index(0));
        Ok(())
    },
};

pub(super) const PUSHOBJ: Command = Command {
    name: "pushobj",
    group: Group::Objects,
    summary: "Keeps the transform of an object, to come back to.",
    details: "",
    forms: &[&[need("object", OBJECT, "which one")]],
    examples: &[Example {
        code: "get box from unit_cube\npushobj box\nmove box 1 0 0\npopobj box",
        shows: "there and back",
    }],
    search: &["push", "stack"],
    follows: Follows::Nothing,
    in_lists: false,
    run: |session, bound| {
        let object = object(session, bound, 0)?;
        object.stack.push(object.transform);
        Ok(())
    },
};

pub(super) const POPOBJ: Command = Command {
    name: "popobj",
    group: Group::Objects,
    summary: "Returns an object to the transform kept last.",
    details: "",
    forms: &[&[need("object", OBJECT, "which one")]],
    examples: &[Example {
        code: "get box from unit_cube\npushobj box\nscale box 2 2 2\npopobj box",
        shows: "size 1 again",
    }],
    search: &["pop", "stack"],
    follows: Follows::Nothing,
    in_lists: false,
    run: |session, bound| {
        let object = object(session, bound, 0)?;
        match object.stack.pop() {
            Some(kept) => object.transform = kept,
            None => {
                let message = format!("no transform of `{}` is kept", object.name);
                return Err(Diagnostic::error("E055", bound.span, message)
                    .help("`pushobj` keeps one")
                    .into());
            }
        }
        Ok(())
    },
};

pub(super) const INIT: Command = Command {
    name: "init",
    group: Group::Objects,
    summary: "Takes back all transforms of an object.",
    details: "",
    forms: &[&[need("object", OBJECT, "which one")]],
    examples: &[Example {
        code: "get box from unit_cube\nmove box 1 2 3\ninit box",
        shows: "back at the origin",
    }],
    search: &["reset", "identity"],
    follows: Follows::Nothing,
    in_lists: false,
    run: |session, bound| {
        object(session, bound, 0)?.transform = Transform::identity();
        Ok(())
    },
};

pub(super) const SCALE: Command = Command {
    name: "scale",
    group: Group::Objects,
    summary: "Scales an object along the axes.",
    details: "The built-in shapes have size 1, so a length scales them to that length. The pivot is that of `xformcenter` or `localxforms`.",
    forms: &[&[
        need("object", OBJECT, "which one"),
        need("x", LENGTH, "factor along x"),
        need("y", LENGTH, "factor along y"),
        need("z", LENGTH, "factor along z"),
    ]],
    examples: &[Example {
        code: "get coxa from unit_cubeb\nscale coxa 2.1mm 4.9mm 2.1mm",
        shows: "a box of 2.1 by 4.9 by 2.1 mm",
    }],
    search: &["size", "stretch", "resize"],
    follows: Follows::Nothing,
    in_lists: false,
    run: |session, bound| {
        let placing = session.placing;
        let factors = vector(bound, 1);
        if let Some(i) = (0..3).find(|i| factors[*i] == 0.0) {
            let message = "a factor of zero would make the object flat";
            return Err(Diagnostic::error("E027", bound.at(i + 1), message)
                .help("use 1 to leave an axis as it is")
                .into());
        }
        let object = object(session, bound, 0)?;
        object.turn_or_scale(&Transform::scaling(factors), &placing);
        finite(object, bound)
    },
};

pub(super) const CENTER: Command = Command {
    name: "center",
    group: Group::Objects,
    summary: "Moves an object so that its centroid lies at the origin.",
    details: "The centroid is the mean of the vertices.",
    forms: &[&[need("object", OBJECT, "which one")]],
    examples: &[Example {
        code: "get box from unit_cube\nmove box 1 2 3\ncenter box",
        shows: "back about the origin",
    }],
    search: &["centre", "centroid"],
    follows: Follows::Nothing,
    in_lists: false,
    run: |session, bound| {
        let object = object(session, bound, 0)?;
        let back = -object.centroid();
        object.translate(back, &Placing::default());
        Ok(())
    },
};

pub(super) const MOVE: Command = Command {
    name: "move",
    group: Group::Objects,
    summary: "Moves an object by a vector, or to where another object is.",
    details: "",
    forms: &[
        &[
            need("object", OBJECT, "which one"),
            need("x", LENGTH, "how far along x"),
            need("y", LENGTH, "how far along y"),
            need("z", LENGTH, "how far along z"),
        ],
        &[
            need("object", OBJECT, "which one"),
            need("to", OBJECT, "the object to whose origin it goes"),
        ],
    ],
    examples: &[
        Example {
            code: "get box from unit_cube\nmove box 0 0 2cm",
            shows: "two centimetres up",
        },
        Example {
            code: "get a from unit_cube\nget b from unit_cube\nmove a 1 0 0\nmove b a",
            shows: "both at the same place",
        },
    ],
    search: &["translate", "shift", "position"],
    follows: Follows::Nothing,
    in_lists: false,
    run: |session, bound| {
        let placing = session.placing;
        if bound.form == 1 {
            let goal = object(session, bound, 1)?.transform.translation;
            let object = object(session, bound, 0)?;
            let way = goal - object.transform.translation;
            object.translate(way, &Placing::default());
            return finite(object, bound);
        }
        let by = vector(bound, 1);
        let object = object(session, bound, 0)?;
        object.translate(by, &placing);
        finite(object, bound)
    },
};

pub(super) const ROTATE: Command = Command {
    name: "rotate",
    group: Group::Objects,
    summary: "Turns an object about x, y or z.",
    details: "Right-handed; a bare angle is in degrees. The pivot is that of `xformcenter` or `localxforms`.",
    forms: &[&[
        need("object", OBJECT, "which one"),
        need("axis", Kind::Choice(&["x", "y", "z"]), "about which axis"),
        need(
            "angle",
            Kind::Number(Dimension::ANGLE, Bare::Degrees, Range::Any),
            "how far",
        ),
    ]],
    examples: &[Example {
        code: "get box from unit_cube\nrotate box x -45",
        shows: "tilted by 45 degrees",
    }],
    search: &["turn", "roll", "pitch", "yaw"],
    follows: Follows::Nothing,
    in_lists: false,
    run: |session, bound| {
        let axis = match bound.text(1) {
            "x" => Vector3::x(),
            "y" => Vector3::y(),
            _ => Vector3::z(),
        };
        let placing = session.placing;
        object(session, bound, 0)?
            .turn_or_scale(&Transform::rotation(axis, bound.number(2)), &placing);
        Ok(())
    },
};

pub(super) const ROTATEAXIS: Command = Command {
    name: "rotateaxis",
    group: Group::Objects,
    summary: "Turns an object about any axis.",
    details: "Right-handed; a bare angle is in degrees.",
    forms: &[&[
        need("object", OBJECT, "which one"),
        need("x", DIRECTION, "direction of the axis"),
        need("y", DIRECTION, "direction of the axis"),
        need("z", DIRECTION, "direction of the axis"),
        need(
            "angle",
            Kind::Number(Dimension::ANGLE, Bare::Degrees, Range::Any),
            "how far",
        ),
    ]],
    examples: &[Example {
        code: "get box from unit_cube\nrotateaxis box 1 1 1 120",
        shows: "the axes change places",
    }],
    search: &["turn", "axis"],
    follows: Follows::Nothing,
    in_lists: false,
    run: |session, bound| {
        let axis = vector(bound, 1);
        if !(axis.norm() > 0.0 && axis.norm().is_finite()) {
            let span = bound.at(1).to(bound.at(3));
            return Err(Diagnostic::error("E045", span, "the axis has no direction")
                .help("such as 0 0 1 for z")
                .into());
        }
        let placing = session.placing;
        object(session, bound, 0)?
            .turn_or_scale(&Transform::rotation(axis, bound.number(4)), &placing);
        Ok(())
    },
};

pub(super) const POSTMULT: Command = Command {
    name: "postmult",
    group: Group::Objects,
    summary: "From here on, transforms apply after the earlier ones, about the origin.",
    details: "This is how a session begins.",
    forms: &[&[]],
    examples: &[Example {
        code: "postmult\nget box from unit_cube\nmove box 0 0.5 0\nscale box 1 2 1",
        shows: "the scale moves the box too: it lies at y = 1",
    }],
    search: &["after", "order"],
    follows: Follows::Nothing,
    in_lists: false,
    run: |session, _| {
        session.placing = Placing::default();
        Ok(())
    },
};

pub(super) const PREMULT: Command = Command {
    name: "premult",
    group: Group::Objects,
    summary: "From here on, transforms apply before the earlier ones, in modelling space.",
    details: "",
    forms: &[&[]],
    examples: &[Example {
        code: "get box from unit_cube\nscale box 2 2 2\npremult\nmove box 1 0 0\npostmult",
        shows: "the move is scaled: it lies at x = 2",
    }],
    search: &["before", "order"],
    follows: Follows::Nothing,
    in_lists: false,
    run: |session, _| {
        session.placing = Placing {
            order: Order::Before,
            ..Placing::default()
        };
        Ok(())
    },
};

pub(super) const LOCALXFORMS: Command = Command {
    name: "localxforms",
    group: Group::Objects,
    summary: "From here on, objects turn and scale about their own origins.",
    details: "Moves stay moves in the frame that the object stands in.",
    forms: &[&[]],
    examples: &[Example {
        code: "get box from unit_cube\nmove box 1 0 0\nlocalxforms\nrotate box z 90",
        shows: "turned on the spot",
    }],
    search: &["local", "pivot"],
    follows: Follows::Nothing,
    in_lists: false,
    run: |session, _| {
        session.placing.pivot = Pivot::OwnOrigin;
        Ok(())
    },
};

pub(super) const XFORMCENTER: Command = Command {
    name: "xformcenter",
    group: Group::Objects,
    summary: "From here on, objects turn and scale about this point.",
    details: "",
    forms: &[&[
        need("x", LENGTH, "the point"),
        need("y", LENGTH, "the point"),
        need("z", LENGTH, "the point"),
    ]],
    examples: &[Example {
        code: "get box from unit_cube\nxformcenter 0 0.5 0\nrotate box x 30",
        shows: "hinged at its face",
    }],
    search: &["pivot", "centre"],
    follows: Follows::Nothing,
    in_lists: false,
    run: |session, bound| {
        session.placing.pivot = Pivot::Point(vector(bound, 0));
        Ok(())
    },
};
