//! Objects: shapes from files, built-in shapes, and operations on them.

use super::scenery::refuse_scenery;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::suggest::nearest;
use crate::figure::{Object, Transform};
use crate::files::Input;
use crate::geometry::{
    Closing, ContactFeature, LoadError, Loaded, Mesh, MeshError, Shape, capsule_contacts,
    capsule_mesh, contact_points, load,
};
use crate::lang::dimension::Dimension;
use crate::session::advice::shape_command;
use crate::session::command::{
    Bare, Bound, Command, Example, Group, Kind, Outcome, Range, Thing, may, need,
};
use crate::session::limits;
use crate::session::{Session, Stop};
use std::sync::Arc;

const OBJECT: Kind = Kind::Old(Thing::Object);
const SIZE: Kind = Kind::Number(Dimension::LENGTH, Bare::Si, Range::Positive);

/// Returns the object that an argument names.
pub(super) fn object<'a>(
    session: &'a mut Session,
    bound: &Bound,
    i: usize,
) -> Result<&'a mut Object, Stop> {
    let at = bound.at(i);
    match session
        .here_mut()
        .definitions
        .objects
        .get_mut(bound.index(i))
    {
        Some(scoped) => Ok(&mut scoped.object),
        None => Err(Diagnostic::error("E025", at, "this object was removed").into()),
    }
}

/// Returns the object that the first argument names, for a transform. The object of a part is fixed to its body permanently.
pub(super) fn movable<'a>(session: &'a mut Session, bound: &Bound) -> Result<&'a mut Object, Stop> {
    let name = session.here().definitions.objects.get(bound.index(0));
    if let Some(name) = name.map(|scoped| scoped.object.name.clone()) {
        refuse_scenery(session, bound, &name)?;
    }
    let stage = session.here();
    if let Some(scoped) = stage.definitions.objects.get(bound.index(0))
        && let Some(body) = scoped.object.body
    {
        let draft = scoped
            .scope
            .and_then(|corpus| stage.definitions.drafts.get(corpus));
        let body = draft.and_then(|draft| draft.figure.bodies.get(body));
        if let Some(body) = body.filter(|body| body.shape.name != scoped.object.name) {
            let message = format!(
                "`{}` is fixed to the body `{}` as a part of it",
                scoped.object.name, body.spec.name
            );
            let help = "transform an object before its `addpart`";
            return Err(Stop::mistake("E048", bound.at(0), message, help));
        }
    }
    object(session, bound, 0)
}

pub(super) const GET: Command = Command {
    name: "get",
    summary: "Makes an object from a shape.",
    details: "The shape is an OBJ, STL, PLY, DAE (COLLADA), glTF or MSH (MuJoCo) file, with a path relative to the script. If there is no such file, it is the built-in shape of that name:\n\
              unit_cube, unit_cubeb (with bevelled edges), unit_sphere, unit_cylinder, unit_cone, all of size 1 and centred at the origin; unit_capsule, a cylinder of size 1 with a hemisphere on each end, so that its length is 2. `scale` by different factors makes the ends of a unit_capsule egg-shaped. `get NAME from capsule LENGTH WIDTH` makes a rod of the given size, whose ends are round.\n\
              The surface in a file must be closed: each edge belongs to two faces (or to several pairs of faces), and the two faces of a pair list the two ends of the edge in opposite orders. If the surface is not closed, vertices that are closer to each other than a millionth of the mesh's size are merged first. \
              If the surface is still open, the word after the file decides. `closed` closes each hole by a cone to the centroid of the hole's edge, and prints what share of the volume depends on these cones. `hull` takes the convex hull. `open` keeps the surface unchanged, for a shape without mass that is only displayed. Separate pieces of the surface whose faces point inwards are reversed, and overlapping pieces are reported (W001, W031).",
    forms: &[
        &[
            need("name", Kind::New(Thing::Object), "name of the object"),
            may("from", Kind::Filler("from"), "reads well"),
            need("shape", Kind::Path, "a file or a built-in shape"),
            may(
                "surface",
                Kind::Choice(&["closed", "hull", "open"]),
                "how to treat a surface that is not closed (default: it is refused)",
            ),
            may(
                "size",
                SIZE,
                "length of the longest side of its bounding box (default: as in the file)",
            ),
        ],
        &[
            need("name", Kind::New(Thing::Object), "name of the object"),
            may("from", Kind::Filler("from"), "reads well"),
            need(
                "shape",
                Kind::Choice(&["capsule"]),
                "a rod along z with a hemisphere on each end, centred at the origin",
            ),
            need("length", SIZE, "its length, including the ends"),
            need("width", SIZE, "its diameter"),
        ],
    ],
    example: "get thorax from unit_cubeb",
    shows: "a box of size 1",
    more: &[
        Example {
            code: "get shin from capsule 4cm 8mm",
            shows: "a rod 4 cm long and 8 mm thick, with round ends",
        },
        Example {
            code: "get head from unit_sphere size=3cm",
            shows: "a ball of 3 cm",
        },
    ],
    search: "mesh, shape, object, obj, stl, ply, collada, dae, gltf, glb, msh, hull, hole, watertight",
    run: |session, bound| {
        if bound.form == 1 {
            return capsule(session, bound);
        }
        let path = bound.text(2).to_owned();
        let file = session.resolve(&path, bound.at(2).source);
        // A built-in shape's name is not a file name, unless such a file exists.
        if Shape::by_name(&path).is_none() || file.exists() {
            session
                .file_access()
                .reads(&path, &file, Input::Mesh, bound.at(2))?;
        }
        let closing = match bound.text(3) {
            "closed" => Closing::Cap,
            "hull" => Closing::Hull,
            "open" => Closing::Leave,
            _ => Closing::Refuse,
        };
        let (mut mesh, mut contacts) = match load(&file, session.files.largest, closing) {
            Ok(loaded) => {
                session.inputs.add(&file);
                tell_of_surface(session, bound, &loaded);
                let points = contact_points(&loaded.mesh).into_iter();
                let contacts = points.map(ContactFeature::Point).collect();
                (loaded.mesh, contacts)
            }
            Err(why) => match (Shape::by_name(&path), &why) {
                (Some(shape), LoadError::Missing(_)) => (shape.mesh(), shape.contact_features()),
                _ => return Err(no_shape(&path, &why, bound).into()),
            },
        };
        if let Some(size) = bound.given(4) {
            bring_to_size(&mut mesh, &mut contacts, size);
        }
        keep(session, bound, mesh, contacts)
    },
    ..Command::of(Group::Objects)
};

/// Largest part of the volume between the closing cones of an open surface and its middle without a warning (2 %).
const LARGE_SHARE: f64 = 0.02;

/// Reports the repairs of a file's surface, and possible errors in it.
fn tell_of_surface(session: &mut Session, bound: &Bound, loaded: &Loaded) {
    let path = bound.text(2);
    let at = bound.at(2);
    let parts = loaded.parts;
    let turned = match loaded.turned_parts {
        _ if loaded.turned => Some(format!(
            "the surface of `{path}` was inside out and has been reversed"
        )),
        0 => None,
        1 => Some(format!(
            "one of the {parts} parts of `{path}` was inside out and has been reversed"
        )),
        many => Some(format!(
            "{many} of the {parts} parts of `{path}` were inside out and have been reversed"
        )),
    };
    if let Some(message) = turned {
        let help = "list the corners of each face counter-clockwise as seen from outside";
        session.diagnostics.warn("W001", at, message, help);
    }
    if let Some(caps) = &loaded.caps {
        let count = caps.holes;
        let (holes, closed, shapes) = match count {
            1 => ("hole", "was closed by a cone", "the shape of this cone"),
            _ => ("holes", "were closed by cones", "the shapes of these cones"),
        };
        let share = percent(caps.share);
        if caps.share > LARGE_SHARE {
            let message = format!(
                "{count} {holes} of `{path}` {closed}; {share} of the volume depends on {shapes}"
            );
            let help = "mass and inertia may be wrong: close the mesh in a modeller, or set the mass with `mass=` in `addbody`";
            session.diagnostics.warn("W030", at, message, help);
        } else {
            session.print(&format!(
                "{}: {count} {holes} {closed}; {share} of the volume depends on {shapes}",
                bound.text(0)
            ));
        }
    }
    if let Some(overlap) = &loaded.overlap {
        let point = |p: &nalgebra::Vector3<f64>| format!("({:.4} {:.4} {:.4})", p.x, p.y, p.z);
        let message = format!(
            "parts of `{path}` overlap: of {} faces examined, {} lie inside another part, the first at {}",
            overlap.of,
            overlap.inside,
            point(&overlap.place)
        );
        let help = "the common volume counts twice: unite the parts in a modeller, take the `hull`, or set the mass with `mass=` in `addbody`";
        session.diagnostics.warn("W031", at, message, help);
    }
}

/// Formats a fraction: `12 %`, `0.034 %`.
fn percent(part: f64) -> String {
    let percent = 100.0 * part;
    if percent >= 10.0 {
        format!("{percent:.0} %")
    } else {
        format!("{percent:.2} %")
    }
}

/// Scales a shape so that the longest side of its bounding box has the given length (m).
fn bring_to_size(mesh: &mut Mesh, contacts: &mut [ContactFeature], size: f64) {
    let longest = mesh.bounds().map_or(0.0, |(low, high)| (high - low).max());
    let factor = size / longest;
    if factor.is_normal() {
        let matrix = nalgebra::Matrix3::from_diagonal_element(factor);
        let still = nalgebra::Vector3::zeros();
        *mesh = mesh.transform(&matrix, &still);
        for feature in contacts {
            *feature = feature.transform(&matrix, &still);
        }
    }
}

/// Counts the triangles of another shape, which are limited.
pub(super) fn add_triangles(session: &mut Session, bound: &Bound, mesh: &Mesh) -> Outcome {
    let count = mesh.triangles.len();
    session.building.triangles.add(count, bound.at(1))
}

/// Stores an object under its name.
pub(super) fn keep(
    session: &mut Session,
    bound: &Bound,
    mesh: Mesh,
    contacts: Vec<ContactFeature>,
) -> Outcome {
    add_triangles(session, bound, &mesh)?;
    let name = bound.text(0);
    let scope = session.here().definitions.current;
    let object = Object::new(name.to_owned(), Arc::new(mesh), contacts);
    let index = session.here().definitions.objects.len();
    session.name(Thing::Object, name, index, bound.at(0));
    session
        .here_mut()
        .definitions
        .objects
        .push(crate::session::Scoped { scope, object });
    Ok(())
}

/// Makes a capsule of the given size.
fn capsule(session: &mut Session, bound: &Bound) -> Outcome {
    let (mut length, mut width) = (bound.number(3), bound.number(4));
    if length <= width {
        if !bound.is_unknown(3) && !bound.is_unknown(4) {
            let message = "a capsule must be longer than it is thick";
            let help = "the length includes both round ends; for a ball, use `unit_sphere`";
            return Err(Stop::mistake("E027", bound.at(3), message, help));
        }
        (length, width) = (2.0, 1.0);
    }
    let mesh = capsule_mesh(length, width);
    keep(session, bound, mesh, capsule_contacts(length, width))
}

fn no_shape(path: &str, why: &LoadError, bound: &Bound) -> Diagnostic {
    let built_in = Shape::ALL.map(Shape::name);
    // A name with an ending or a folder is that of a file.
    let is_file = path.contains(['.', '/', '\\']);
    let message = match why {
        LoadError::Missing(_) if path == "capsule" => {
            "a `capsule` needs a length and a width".to_owned()
        }
        LoadError::Missing(_) if is_file => format!("cannot read `{path}`: there is no such file"),
        LoadError::Missing(file) => format!(
            "there is no file `{}` and no built-in shape `{path}`",
            file.display()
        ),
        _ => format!("cannot get `{path}`: {why}"),
    };
    let made = shape_command(path);
    let near = || nearest(path, built_in).or_else(|| nearest(&format!("unit_{path}"), built_in));
    let help = match why {
        LoadError::Missing(_) if path == "capsule" => {
            "give its length and its width: `get NAME from capsule 4cm 8mm`".to_owned()
        }
        LoadError::Missing(file) if is_file => format!(
            "paths are relative to the script that contains them; searched for {}",
            file.display()
        ),
        LoadError::Missing(_) if built_in.contains(&bound.text(0)) => format!(
            "the name comes first: write `get {path} from {}`",
            bound.text(0)
        ),
        LoadError::Missing(_) if made.is_some() => {
            format!("write `{}`", made.unwrap_or_default())
        }
        LoadError::Missing(_) => match near() {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("the built-in shapes are {}", built_in.join(", ")),
        },
        LoadError::NoSolid(error) if error.is_open() => format!(
            "`get {} from {path} closed` closes the holes; `hull` instead takes the convex hull, and `open` keeps the surface unchanged, for a shape without mass",
            bound.text(0)
        ),
        LoadError::NoSolid(MeshError::NoVolume) => format!(
            "`get {} from {path} open` keeps the surface unchanged, for a shape without mass: write `inertial=0` in its `addbody`, and give the body its mass with `inertia`",
            bound.text(0)
        ),
        LoadError::NoSolid(_) => {
            "every vertex needs three numbers, none of them beyond 1e30".to_owned()
        }
        LoadError::UnknownFormat => {
            "files end in `.obj`, `.stl`, `.ply`, `.dae`, `.gltf`, `.glb` or `.msh`".to_owned()
        }
        _ => "open the file in a mesh viewer, or export it again".to_owned(),
    };
    Diagnostic::error("E032", bound.at(2), message).help(help)
}

pub(super) const CLOSEOBJ: Command = Command {
    name: "closeobj",
    summary: "Removes an object.",
    details: "An object that is the shape of a body cannot be removed.",
    forms: &[&[need("object", OBJECT, "the object")]],
    example: "get box from unit_cube\ncloseobj box",
    shows: "the name `box` can then be used again",
    search: "delete, remove, kill",
    run: |session, bound| {
        let object = object(session, bound, 0)?;
        let name = object.name.clone();
        if object.body.is_some() {
            let message = format!("`{name}` is the shape of a body");
            let help = "the shape of a body cannot be removed";
            return Err(Stop::mistake("E048", bound.at(0), message, help));
        }
        let triangles = object.mesh.triangles.len();
        session.building.triangles.remove(triangles);
        session
            .here_mut()
            .definitions
            .objects
            .remove(bound.index(0));
        let place = session.place();
        session.names.remove_object(place, &name, bound.index(0));
        Ok(())
    },
    ..Command::of(Group::Objects)
};

pub(super) const PUSHOBJ: Command = Command {
    name: "pushobj",
    summary: "Saves the transform of an object on a stack, for `popobj`.",
    forms: &[&[need("object", OBJECT, "the object")]],
    example: "get box from unit_cube\npushobj box\nmove box 1 0 0\npopobj box",
    shows: "moves the box, and restores its old position",
    search: "stack, keep",
    run: |session, bound| {
        let object = object(session, bound, 0)?;
        limits::TRANSFORMS.one_more(object.stack.len(), bound.at(0))?;
        object.stack.push(object.transform);
        Ok(())
    },
    ..Command::of(Group::Objects)
};

pub(super) const POPOBJ: Command = Command {
    name: "popobj",
    summary: "Restores the transform of an object that `pushobj` saved last.",
    forms: &[&[need("object", OBJECT, "the object")]],
    example: "get box from unit_cube\npushobj box\nscale box 2 2 2\npopobj box",
    shows: "the box has size 1 again",
    search: "pop, stack",
    run: |session, bound| {
        let object = movable(session, bound)?;
        match object.stack.pop() {
            Some(kept) => object.transform = kept,
            None => {
                let message = format!("the transform stack of `{}` is empty", object.name);
                let help = "save a transform with `pushobj` first";
                return Err(Stop::mistake("E055", bound.span, message, help));
            }
        }
        Ok(())
    },
    ..Command::of(Group::Objects)
};

pub(super) const INIT: Command = Command {
    name: "init",
    summary: "Resets the transform of an object.",
    forms: &[&[need("object", OBJECT, "the object")]],
    example: "get box from unit_cube\nmove box 1 2 3\ninit box",
    shows: "the box is back at the origin",
    search: "reset, identity",
    run: |session, bound| {
        movable(session, bound)?.transform = Transform::identity();
        Ok(())
    },
    ..Command::of(Group::Objects)
};
