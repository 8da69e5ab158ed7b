//! Links and joints of a URDF file.

use crate::dynamics::{JointKind, RigidInertia};
use crate::figure::JointForm;
use crate::import::context::{Context, near};
use crate::import::xml::{Attribute, Element};
use crate::robot::{Form, Joint, Placement, Solid, Turn, placed};
use crate::source::Span;
use nalgebra::{Matrix3, Vector3};
use std::path::{Path, PathBuf};

/// A link as given in the file.
pub(super) struct RawLink {
    pub name: String,
    pub span: Span,
    /// Mass properties in the link's frame.
    pub inertia: Option<RigidInertia>,
    pub solids: Vec<Solid>,
}

/// A joint as given in the file.
pub(super) struct RawJoint {
    pub name: String,
    pub span: Span,
    /// Form of the joint; a weld for a fixed one.
    pub form: JointForm,
    pub parent: usize,
    pub child: usize,
    pub placement: Placement,
    pub joint: Joint,
    /// The joint that it follows.
    pub mimic: Option<Mimic>,
}

/// What a joint follows.
pub(super) struct Mimic {
    /// Name of the other joint.
    pub joint: String,
    pub span: Span,
    pub multiplier: f64,
    pub offset: f64,
}

/// Reads what a joint follows.
fn mimic(element: &Element, ctx: &mut Context) -> Option<Mimic> {
    let mimic = element.first("mimic")?;
    let Some(joint) = mimic.get("joint") else {
        let help = "add `joint=\"NAME\"`, the joint that it follows";
        return ctx.invalid(mimic.span, "`mimic` names no joint", help);
    };
    Some(Mimic {
        joint: joint.value.clone(),
        span: mimic.span,
        multiplier: ctx.number(mimic.get("multiplier")).unwrap_or(1.0),
        offset: ctx.number(mimic.get("offset")).unwrap_or(0.0),
    })
}

/// Reads the placement of an `origin`.
fn origin(element: &Element, ctx: &mut Context) -> Placement {
    let Some(origin) = element.first("origin") else {
        return Placement::default();
    };
    let translation = ctx.vector(origin.get("xyz")).unwrap_or_default();
    let angles = ctx.vector(origin.get("rpy")).unwrap_or_default();
    // Roll, pitch, yaw about the fixed axes, in this order.
    let axes = [Vector3::x(), Vector3::y(), Vector3::z()];
    let turns = axes.into_iter().zip(angles.iter());
    Placement {
        turns: turns
            .filter(|(_, angle)| **angle != 0.0)
            .map(|(axis, &angle)| Turn { axis, angle })
            .collect(),
        translation,
    }
}

fn named<'e>(element: &'e Element, ctx: &mut Context) -> Option<&'e Attribute> {
    let name = element.get("name").filter(|a| !a.value.is_empty());
    name.or_else(|| {
        let message = format!("a {} needs a `name`", element.tag);
        ctx.invalid(element.span, message, "give it a name")
    })
}

pub(super) fn read_link(
    element: &Element,
    packages: &[PathBuf],
    ctx: &mut Context,
) -> Option<RawLink> {
    let name = named(element, ctx)?.value.clone();
    let inertia = element.first("inertial").and_then(|i| inertial(i, ctx));
    // Collision shapes are also shown; a visual shape without one does not collide.
    let mut solids = vec![];
    let shows_collision = element.first("collision").is_some();
    let visuals = element.all("visual").map(|e| (e, false));
    let collisions = element.all("collision").map(|e| (e, true));
    for (element, touches) in collisions.chain(visuals) {
        if let Some(solid) = solid(element, touches, packages, ctx) {
            solids.push(solid);
        }
    }
    let looks_alike = |a: &Solid, b: &Solid| a.form == b.form && a.placement == b.placement;
    if shows_collision {
        let collisions: Vec<Solid> = solids.iter().filter(|s| s.touches).cloned().collect();
        solids.retain(|s| s.touches || !collisions.iter().any(|c| looks_alike(c, s)));
    }
    Some(RawLink {
        name,
        span: element.span,
        inertia,
        solids,
    })
}

fn inertial(element: &Element, ctx: &mut Context) -> Option<RigidInertia> {
    let place = origin(element, ctx);
    let Some(mass) = element.first("mass").and_then(|m| m.get("value")) else {
        let message = "`inertial` needs a `mass` with a `value`";
        return ctx.invalid(element.span, message, "give the mass in kg");
    };
    let n = ctx.numbers(mass, 1, 1)?;
    ctx.size(mass, &n, true).then_some(())?;
    let moments = element.first("inertia");
    let mut of = |name: &str| ctx.number(moments?.get(name)).or(Some(0.0));
    let [xx, yy, zz] = ["ixx", "iyy", "izz"].map(|n| of(n).unwrap_or(0.0));
    let [xy, xz, yz] = ["ixy", "ixz", "iyz"].map(|n| of(n).unwrap_or(0.0));
    let own = RigidInertia {
        mass: n.first().copied()?,
        centre: Vector3::zeros(),
        about_centre: Matrix3::new(xx, xy, xz, xy, yy, yz, xz, yz, zz),
    };
    if own.mass == 0.0 && own.about_centre.amax() > 0.0 {
        let message = "moments of inertia without a mass are ignored";
        let help = "give the link a mass, or remove its moments of inertia";
        ctx.warn(mass.span, message, help);
    }
    (own.mass > 0.0).then(|| placed(&own, &place))
}

fn solid(
    element: &Element,
    touches: bool,
    packages: &[PathBuf],
    ctx: &mut Context,
) -> Option<Solid> {
    let placement = origin(element, ctx);
    let geometry = element.first("geometry")?;
    let shape = geometry.children.first()?;
    shape.see();
    let form = match shape.tag.as_str() {
        "box" => {
            let size = ctx.vector(shape.get("size"))?;
            Form::Box(size.into())
        }
        "sphere" => Form::Ellipsoid([2.0 * ctx.number(shape.get("radius"))?; 3]),
        "cylinder" | "capsule" => {
            let diameter = 2.0 * ctx.number(shape.get("radius"))?;
            let length = ctx.number(shape.get("length"))?;
            match shape.tag.as_str() {
                "capsule" => Form::Capsule(diameter, length + diameter),
                _ => Form::Cylinder(diameter, length),
            }
        }
        "mesh" => mesh(shape, packages, ctx)?,
        other => {
            let message = format!("`{other}` is not a shape");
            let known = ["box", "sphere", "cylinder", "capsule", "mesh"];
            let help = near(
                other,
                known,
                "the shapes are box, sphere, cylinder and mesh",
            );
            return ctx.invalid(shape.span, message, &help);
        }
    };
    let sizes: Vec<f64> = match &form {
        Form::Box(s) | Form::Ellipsoid(s) => s.to_vec(),
        Form::Cylinder(d, l) | Form::Capsule(d, l) => vec![*d, *l],
        Form::Mesh(..) => vec![],
    };
    if let Some(first) = shape.attributes.first() {
        ctx.size(first, &sizes, true).then_some(())?;
        if sizes.contains(&0.0) {
            let message = format!("a {} with a size of zero is omitted", shape.tag);
            let help = "it encloses nothing; the mass of its link is unchanged";
            ctx.warn(first.span, message, help);
            return None;
        }
    }
    Some(Solid {
        name: String::new(),
        form,
        placement,
        touches,
        friction: None,
    })
}

/// Returns the scale of a mesh: three numbers; further ones are ignored, as other readers do.
fn scale(shape: &Element, ctx: &mut Context) -> [f64; 3] {
    let given = shape
        .get("scale")
        .and_then(|a| Some((a, ctx.numbers(a, 3, 100)?)));
    let Some((a, numbers)) = given else {
        return [1.0; 3];
    };
    if numbers.len() > 3 {
        let message = format!("`scale` takes 3 numbers, found {}", numbers.len());
        ctx.warn(
            a.span,
            message,
            "the first three are used; remove the others",
        );
    }
    [0, 1, 2].map(|i| numbers.get(i).copied().unwrap_or(1.0))
}

fn mesh(shape: &Element, packages: &[PathBuf], ctx: &mut Context) -> Option<Form> {
    let Some(name) = shape.get("filename") else {
        return ctx.invalid(shape.span, "a mesh needs a `filename`", "name the file");
    };
    let scale = scale(shape, ctx);
    let places = candidates(&name.value, packages, &ctx.folder);
    let Some(file) = places.iter().find(|file| ctx.is_there(file)) else {
        let message = format!("there is no mesh file `{}`", name.value);
        let help = match name.value.strip_prefix("package://") {
            Some(_) => {
                "`--packages DIR` gives the folder that contains the package; without it the shape is omitted"
            }
            None => {
                "put the file into the folder of the robot's file; without it the shape is omitted"
            }
        };
        ctx.warn(name.span, message, help);
        return None;
    };
    let file = file.clone();
    if let Err(why) = ctx.mesh(&file) {
        let message = format!("cannot read the mesh `{}`: {why}", name.value);
        let help = "convert it to OBJ, STL, PLY, DAE or glTF; without it the shape is omitted";
        ctx.warn(name.span, message, help);
        return None;
    }
    Some(Form::Mesh(file.to_string_lossy().into_owned(), scale))
}

/// Returns the possible paths of a file: as named, and for `package://NAME/PATH` below the folders around.
fn candidates(name: &str, packages: &[PathBuf], folder: &Path) -> Vec<PathBuf> {
    let Some(path) = name
        .strip_prefix("package://")
        .or_else(|| name.strip_prefix("model://"))
    else {
        let plain = name.strip_prefix("file://").unwrap_or(name);
        return vec![folder.join(plain)];
    };
    let inner = path.split_once('/').map_or(path, |(_, inner)| inner);
    let folder = std::path::absolute(folder).unwrap_or_else(|_| folder.to_path_buf());
    let around: Vec<PathBuf> = folder.ancestors().map(Path::to_path_buf).collect();
    let given = packages.iter().chain(&around);
    given
        .flat_map(|base| [base.join(path), base.join(inner)])
        .collect()
}

pub(super) fn read_joint(
    element: &Element,
    links: &[RawLink],
    ctx: &mut Context,
) -> Option<RawJoint> {
    let name = named(element, ctx)?.value.clone();
    let mut end = |tag: &str| {
        let Some(at) = element.first(tag).and_then(|e| e.get("link")) else {
            let message = format!("the joint `{name}` has no {tag} link");
            let help = format!("add `<{tag} link=\"...\"/>`");
            return ctx.invalid(element.span, message, &help);
        };
        let found = links.iter().position(|l| l.name == at.value);
        if found.is_none() {
            let message = format!(
                "the joint `{name}` refers to the link `{}`, which does not exist",
                at.value
            );
            let names = links.iter().map(|l| l.name.as_str());
            let help = near(&at.value, names, "define the link");
            ctx.error("E035", at.span, message, &help);
        }
        found
    };
    let (parent, child) = (end("parent"), end("child"));
    let (form, kind) = match element.get("type") {
        Some(a) => match a.value.as_str() {
            "revolute" | "continuous" => (JointForm::Single, JointKind::Rotary),
            "prismatic" => (JointForm::Single, JointKind::Sliding),
            "fixed" => (JointForm::Weld, JointKind::Rotary),
            "floating" => (JointForm::Free, JointKind::Rotary),
            // Two translations perpendicular to the axis and a rotation about it.
            "planar" => (JointForm::Planar, JointKind::Rotary),
            "spherical" => (JointForm::Ball, JointKind::Rotary),
            other => {
                let known = [
                    "revolute",
                    "continuous",
                    "prismatic",
                    "fixed",
                    "floating",
                    "planar",
                ];
                let message = format!("`{other}` is not a type of joint");
                let help = near(other, known, &format!("the types are {}", known.join(", ")));
                return ctx.invalid(a.span, message, &help);
            }
        },
        None => {
            let message = format!("the joint `{name}` has no `type`");
            return ctx.invalid(element.span, message, "for example type=\"revolute\"");
        }
    };
    let axis = element.first("axis").and_then(|a| a.get("xyz"));
    let axis = match form {
        JointForm::Single | JointForm::Planar => ctx.direction(axis).unwrap_or(Vector3::x()),
        _ => Vector3::z(),
    };
    let continuous = element.text_of("type") == Some("continuous");
    let limit = element.first("limit");
    let range = limit
        .filter(|_| !continuous && form == JointForm::Single)
        .and_then(|limit| {
            let low = ctx.number(limit.get("lower")).unwrap_or(0.0);
            let high = ctx.number(limit.get("upper")).unwrap_or(0.0);
            if low > high {
                let message = format!("the range is reversed: {low} is above {high}");
                let at = limit.get("lower").map_or(limit.span, |a| a.span);
                ctx.error("E034", at, message, "`lower` must be below `upper`");
            }
            (low < high).then_some([low, high])
        });
    let dynamics = element.first("dynamics");
    let given = ["damping", "friction", "armature"].map(|word| dynamics.and_then(|d| d.get(word)));
    let numbers = given.map(|a| ctx.number(a).unwrap_or(0.0));
    for (a, value) in given.iter().zip(numbers) {
        if let Some(a) = a {
            ctx.size(a, &[value], true);
        }
    }
    let [damping, friction, armature] = numbers;
    Some(RawJoint {
        span: element.span,
        form,
        parent: parent?,
        child: child?,
        placement: origin(element, ctx),
        joint: Joint {
            name: name.clone(),
            kind,
            axis,
            range,
            damping,
            friction,
            armature,
            ..Joint::default()
        },
        mimic: mimic(element, ctx),
        name,
    })
}
