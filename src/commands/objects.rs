//! Objects: shapes from files and built-in ones, and what becomes of them.

use crate::diagnostic::Diagnostic;
use crate::diagnostic::suggest::nearest;
use crate::figure::{Object, Transform};
use crate::files::Input;
use crate::geometry::{
    ContactFeature, LoadError, Mesh, Shape, capsule_contacts, capsule_mesh, contact_points, load,
};
use crate::lang::dimension::Dimension;
use crate::session::command::{
    Bare, Bound, Command, Example, Follows, Group, Kind, Outcome, Range, Thing, may, need,
};
use crate::session::{Session, Stop};
use std::sync::Arc;

const OBJECT: Kind = Kind::Old(Thing::Object);
const SIZE: Kind = Kind::Number(Dimension::LENGTH, Bare::Si, Range::Positive);

/// The object that an argument names.
pub(super) fn object<'a>(
    session: &'a mut Session,
    bound: &Bound,
    i: usize,
) -> Result<&'a mut Object, Stop> {
    let at = bound.at(i);
    match session.here_mut().objects.get_mut(bound.index(i)) {
        Some(scoped) => Ok(&mut scoped.object),
        None => Err(Diagnostic::error("E025", at, "this object is gone").into()),
    }
}

/// The object that the first argument names, to be moved, turned or scaled. That of a part is fixed to its body for good.
pub(super) fn movable<'a>(session: &'a mut Session, bound: &Bound) -> Result<&'a mut Object, Stop> {
    let stage = session.here();
    if let Some(scoped) = stage.objects.get(bound.index(0))
        && let Some(body) = scoped.object.body
    {
        let draft = scoped.scope.and_then(|corpus| stage.drafts.get(corpus));
        let body = draft.and_then(|draft| draft.figure.bodies.get(body));
        if let Some(body) = body.filter(|body| body.shape.name != scoped.object.name) {
            let message = format!(
                "`{}` is fixed to the body `{}` as a part of it",
                scoped.object.name, body.spec.name
            );
            return Err(Diagnostic::error("E048", bound.at(0), message)
                .help("place an object before `addpart`")
                .into());
        }
    }
    object(session, bound, 0)
}

pub(super) const GET: Command = Command {
    name: "get",
    group: Group::Objects,
    summary: "Makes an object of a shape.",
    details: "The shape is an OBJ or STL file, whose path is relative to the script, or where there is no such file a built-in shape of that name:\n\
              unit_cube, unit_cubeb (with bevelled edges), unit_sphere, unit_cylinder, unit_cone, all of size 1 about the origin; unit_capsule, a cylinder of size 1 with half a ball on either end, so that it is 2 long. \
              `scale` by different factors makes its ends egg-shaped: `capsule` has the size it is given, and round ends.",
    forms: &[
        &[
            need(
                "name",
                Kind::New(Thing::Object),
                "what the object will be called",
            ),
            may("from", Kind::Filler("from"), "reads well"),
            need("shape", Kind::Path, "a file or a built-in shape"),
        ],
        &[
            need(
                "name",
                Kind::New(Thing::Object),
                "what the object will be called",
            ),
            may("from", Kind::Filler("from"), "reads well"),
            need(
                "shape",
                Kind::Choice(&["capsule"]),
                "a rod along z with half a ball on either end, centred at the origin",
            ),
            need("length", SIZE, "how long it is, with its ends"),
            need("width", SIZE, "how thick it is"),
        ],
    ],
    examples: &[
        Example {
            code: "get thorax from unit_cubeb",
            shows: "a box of size 1",
        },
        Example {
            code: "get shin from capsule 4cm 8mm",
            shows: "a rod 4 cm long and 8 mm thick, with round ends",
        },
    ],
    search: &["mesh", "shape", "object", "obj", "stl"],
    follows: Follows::Nothing,
    in_lists: false,
    run: |session, bound| {
        if bound.form == 1 {
            return capsule(session, bound);
        }
        let path = bound.text(2).to_owned();
        let file = session.resolve(&path, bound.at(2).source);
        // The name of a built-in shape is no file, unless there is one.
        if Shape::by_name(&path).is_none() || file.exists() {
            session.reads(&path, &file, Input::Mesh, bound.at(2))?;
        }
        let (mesh, contacts) = match load(&file, session.files.largest) {
            Ok(loaded) => {
                session.remember_input(&file);
                if loaded.turned {
                    let message =
                        format!("the surface of `{path}` was inside out and has been turned");
                    session.diagnostics.push(
                        Diagnostic::warning("W001", bound.at(2), message).help(
                            "list the corners of each face counter-clockwise as seen from outside",
                        ),
                    );
                }
                let points = contact_points(&loaded.mesh).into_iter();
                let contacts = points.map(ContactFeature::Point).collect();
                (loaded.mesh, contacts)
            }
            Err(why) => match (Shape::by_name(&path), &why) {
                (Some(shape), LoadError::Missing(_)) => (shape.mesh(), shape.contact_features()),
                _ => return Err(no_shape(&path, &why, bound).into()),
            },
        };
        keep(session, bound, mesh, contacts)
    },
};

/// Gives an object its name.
fn keep(
    session: &mut Session,
    bound: &Bound,
    mesh: Mesh,
    contacts: Vec<ContactFeature>,
) -> Outcome {
    session.take_triangles(mesh.triangles.len(), bound.at(2))?;
    let name = bound.text(0);
    let scope = session.here().current;
    let object = Object::new(name.to_owned(), Arc::new(mesh), contacts);
    let index = session.here().objects.len();
    session.name(Thing::Object, name, index, bound.at(0));
    session
        .here_mut()
        .objects
        .push(crate::session::Scoped { scope, object });
    Ok(())
}

/// A capsule of the size that is given.
fn capsule(session: &mut Session, bound: &Bound) -> Outcome {
    let (mut length, mut width) = (bound.number(3), bound.number(4));
    if length <= width {
        if !bound.is_unknown(3) && !bound.is_unknown(4) {
            let message = "a capsule is longer than it is thick";
            return Err(Diagnostic::error("E027", bound.at(3), message)
                .help("the length counts both round ends; `unit_sphere` is a ball")
                .into());
        }
        (length, width) = (2.0, 1.0);
    }
    let mesh = capsule_mesh(length, width);
    keep(session, bound, mesh, capsule_contacts(length, width))
}

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
        LoadError::Missing(_) if path == "capsule" => {
            "give its length and its width: `get NAME from capsule 4cm 8mm`".to_owned()
        }
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
        let triangles = object.mesh.triangles.len();
        session.give_triangles_back(triangles);
        session.here_mut().objects.remove(bound.index(0));
        session.forget_object(&name, bound.index(0));
        Ok(())
    },
};

pub(super) const PUSHOBJ: Command = Command {
    name: "pushobj",
    group: Group::Objects,
    summary: "Pushes the transform of an object on its stack.",
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
        Session::one_more_transform(object.stack.len(), bound.at(0))?;
        object.stack.push(object.transform);
        Ok(())
    },
};

pub(super) const POPOBJ: Command = Command {
    name: "popobj",
    group: Group::Objects,
    summary: "Pops the transform of an object from its stack.",
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
        let object = movable(session, bound)?;
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
    summary: "Resets the transform of an object.",
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
        movable(session, bound)?.transform = Transform::identity();
        Ok(())
    },
};
