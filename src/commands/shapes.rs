//! Shapes given by their end points: capsules, cylinders, boxes, balls.

use super::objects::keep;
use crate::geometry::{
    ContactFeature, Mesh, Shape, axes_along, capsule_contacts, capsule_mesh, frustum_contacts,
    frustum_mesh,
};
use crate::lang::dimension::Dimension;
use crate::session::command::{
    Bare, Bound, Command, Example, Group, Kind, Outcome, Param, Range, Thing, may, need,
};
use crate::session::{Session, Stop};
use nalgebra::{Matrix3, Vector3};

const NAME: Param = need("name", Kind::New(Thing::Object), "name of the object");
pub(super) const PLACE: Kind = Kind::Number(Dimension::LENGTH, Bare::Si, Range::Any);
pub(super) const LENGTH: Kind = Kind::Number(Dimension::LENGTH, Bare::Si, Range::Positive);

pub(super) const FROM: [Param; 3] = [
    need("x1", PLACE, "the point `from`").begins("from"),
    need("y1", PLACE, "the point `from`"),
    need("z1", PLACE, "the point `from`"),
];
pub(super) const SIZE: [Param; 3] = [
    need("width", LENGTH, "along x").begins("size"),
    need("depth", LENGTH, "along y"),
    need("height", LENGTH, "along z"),
];
pub(super) const TO: [Param; 3] = [
    need("x2", PLACE, "the point `to`").begins("to"),
    need("y2", PLACE, "the point `to`"),
    need("z2", PLACE, "the point `to`"),
];
pub(super) const CENTRE: [Param; 3] = [
    may("x", PLACE, "its centre (default: the origin)").begins("at"),
    may("y", PLACE, "its centre"),
    may("z", PLACE, "its centre"),
];
pub(super) const RADIUS: Param = need("radius", LENGTH, "its radius");
const END: Param = need("end", LENGTH, "its radius at `to`");

/// A shape, and where it touches.
pub(super) type Made = (Mesh, Vec<ContactFeature>);

/// Computes a rod between the two ends given by the arguments from `first` on: its length, axes whose z points along it, and its
/// centre.
///
/// # Errors
/// The two ends are the same point.
fn rod(bound: &Bound, first: usize, kind: &str) -> Result<(f64, Matrix3<f64>, Vector3<f64>), Stop> {
    let (from, to) = (bound.vector(first), bound.vector(first + 3));
    let length = (to - from).norm();
    if !length.is_normal() || !(1.0 / length).is_finite() {
        let message = format!("both ends of this {kind} are the same point");
        let help = "give two different ends: `from=[0 0 0] to=[0 0 -4cm]`; for a ball, use `ball`";
        let at = bound.at(first).to(bound.at(first + 5));
        return Err(Stop::mistake("E027", at, message, help));
    }
    Ok((length, axes_along(&(to - from)), (from + to) / 2.0))
}

/// Returns the centre that the arguments from `first` on give; the origin without them.
///
/// # Errors
/// Some of its coordinates are missing.
fn centre(bound: &Bound, first: usize) -> Result<Vector3<f64>, Stop> {
    let count = (first..first + 3)
        .filter(|i| bound.given(*i).is_some())
        .count();
    if let 1 | 2 = count {
        let message = format!("the centre needs three coordinates, found {count}");
        let at = bound.at(first).to(bound.at(first + count - 1));
        return Err(Stop::mistake(
            "E021",
            at,
            message,
            "give it as `at=[x y z]`",
        ));
    }
    Ok(bound.vector(first))
}

/// Returns a shape transformed by a matrix and a shift.
fn placed(
    (mesh, contacts): (&Mesh, &[ContactFeature]),
    (matrix, shift): (&Matrix3<f64>, &Vector3<f64>),
) -> Made {
    let mesh = mesh.transform(matrix, shift);
    let contacts = contacts.iter();
    let contacts = contacts.map(|feature| feature.transform(matrix, shift));
    (mesh, contacts.collect())
}

fn placed_unit(shape: Shape, matrix: &Matrix3<f64>, shift: &Vector3<f64>) -> Made {
    let (mesh, contacts) = (shape.mesh(), shape.contact_features());
    placed((&mesh, &contacts), (matrix, shift))
}

/// Makes a capsule of two centres and a radius, given by the arguments from `first` on.
///
/// # Errors
/// Both centres are the same point.
pub(super) fn capsule(bound: &Bound, first: usize) -> Result<Made, Stop> {
    let (length, axes, middle) = rod(bound, first, "capsule")?;
    let width = 2.0 * bound.number(first + 6);
    let (mesh, contacts) = (
        capsule_mesh(length + width, width),
        capsule_contacts(length + width, width),
    );
    Ok(placed((&mesh, &contacts), (&axes, &middle)))
}

/// Makes a cylinder of two centres and a radius, given by the arguments from `first` on.
///
/// # Errors
/// Both centres are the same point.
pub(super) fn cylinder(bound: &Bound, first: usize) -> Result<Made, Stop> {
    let (length, axes, middle) = rod(bound, first, "cylinder")?;
    let width = 2.0 * bound.number(first + 6);
    let matrix = axes * Matrix3::from_diagonal(&Vector3::new(width, width, length));
    Ok(placed_unit(Shape::Cylinder, &matrix, &middle))
}

/// Makes a frustum of two centres and the radii there, given by the arguments from `first` on.
///
/// # Errors
/// Both centres are the same point.
fn frustum(bound: &Bound, first: usize) -> Result<Made, Stop> {
    let (length, axes, middle) = rod(bound, first, "frustum")?;
    let radii = [bound.number(first + 6), bound.number(first + 7)];
    let (mesh, contacts) = (frustum_mesh(length, radii), frustum_contacts(length, radii));
    Ok(placed((&mesh, &contacts), (&axes, &middle)))
}

/// Makes a box of two corners, given by the arguments from `first` on.
///
/// # Errors
/// It has no volume.
pub(super) fn box_of_corners(bound: &Bound, first: usize) -> Result<Made, Stop> {
    let (from, to) = (bound.vector(first), bound.vector(first + 3));
    let size = (to - from).abs();
    if !size.iter().all(|side| side.is_normal()) {
        let message = "the two corners of this box share a coordinate, so it has no volume";
        let help = "a box needs a size along x, y and z: `from=[0 0 0] to=[3cm 2cm 1cm]`";
        let at = bound.at(first).to(bound.at(first + 5));
        return Err(Stop::mistake("E027", at, message, help));
    }
    let matrix = Matrix3::from_diagonal(&size);
    Ok(placed_unit(Shape::Cube, &matrix, &((from + to) / 2.0)))
}

/// Makes a box of a size and a centre, given by the arguments from `first` on.
///
/// # Errors
/// Some coordinates of the centre are missing.
pub(super) fn sized_box(bound: &Bound, first: usize) -> Result<Made, Stop> {
    let matrix = Matrix3::from_diagonal(&bound.vector(first));
    let middle = centre(bound, first + 3)?;
    Ok(placed_unit(Shape::Cube, &matrix, &middle))
}

/// Makes a ball of a radius and a centre, given by the arguments from `first` on.
///
/// # Errors
/// Some coordinates of the centre are missing.
pub(super) fn ball(bound: &Bound, first: usize) -> Result<Made, Stop> {
    let matrix = Matrix3::from_diagonal_element(2.0 * bound.number(first));
    let middle = centre(bound, first + 1)?;
    Ok(placed_unit(Shape::Sphere, &matrix, &middle))
}

/// Stores a shape as the object that the first argument names.
fn store(session: &mut Session, bound: &Bound, made: Result<Made, Stop>) -> Outcome {
    let (mesh, contacts) = made?;
    keep(session, bound, mesh, contacts)
}

/// Joins a sentence about a shape with the sentences that apply to all shapes.
macro_rules! about {
    ($own:literal) => {
        concat!(
            $own,
            "Points are in the object's own frame. If `addbody` makes a body from the object, the joint of the body is at the origin of this frame. So if the object is a limb, put its upper end (the end with its own joint) at [0 0 0]."
        )
    };
}

pub(super) const CAPSULE: Command = Command {
    name: "capsule",
    summary: "Makes an object: a rod with a hemisphere on each end.",
    details: about!("`from` and `to` are the centres of the hemispheres. "),
    forms: &[&[NAME, FROM[0], FROM[1], FROM[2], TO[0], TO[1], TO[2], RADIUS]],
    example: "addcorpus c\ncapsule thigh from=[0 0 0] to=[0 0 -40cm] radius=6cm\naddbody thigh thigh axis=[0 1 0] joint=rotary density=1g/cm3",
    shows: "a thigh that turns about its upper end",
    search: "rod, limb, round, shape, fromto",
    run: |session, bound| store(session, bound, capsule(bound, 1)),
    ..Command::of(Group::Objects)
};

pub(super) const CYLINDER: Command = Command {
    name: "cylinder",
    summary: "Makes an object: a rod with flat ends.",
    details: about!("`from` and `to` are the centres of the end faces. "),
    forms: &[&[NAME, FROM[0], FROM[1], FROM[2], TO[0], TO[1], TO[2], RADIUS]],
    example: "addcorpus c\ncylinder wheel from=[0 -1cm 0] to=[0 1cm 0] radius=8cm\naddbody wheel wheel axis=[0 1 0] joint=rotary density=1g/cm3",
    shows: "a wheel on its axle",
    search: "rod, disc, wheel, shape, fromto",
    run: |session, bound| store(session, bound, cylinder(bound, 1)),
    ..Command::of(Group::Objects)
};

pub(super) const FRUSTUM: Command = Command {
    name: "frustum",
    summary: "Makes an object: a round rod that tapers, with flat ends.",
    details: about!(
        "`from` and `to` are the centres of the end faces, `radius` and `end` their radii. Such limbs are cones without their tips; for a cone with its tip, use `unit_cone`. "
    ),
    forms: &[&[
        NAME, FROM[0], FROM[1], FROM[2], TO[0], TO[1], TO[2], RADIUS, END,
    ]],
    example: "addcorpus c\nfrustum shin from=[0 0 0] to=[0 0 -30cm] radius=5cm end=3cm\naddbody shin shin axis=[0 1 0] joint=rotary density=1g/cm3",
    shows: "a shin that is thinner at the ankle",
    search: "cone, taper, truncated, limb, rod, shape, fromto",
    run: |session, bound| store(session, bound, frustum(bound, 1)),
    ..Command::of(Group::Objects)
};

pub(super) const BOX: Command = Command {
    name: "box",
    summary: "Makes an object: a box with sides along the axes.",
    details: about!(
        "Give two opposite corners, `from` and `to`, or its size and its centre. Six numbers in a row are always two corners, so give a centre as `at=[x y z]`. "
    ),
    forms: &[
        &[NAME, FROM[0], FROM[1], FROM[2], TO[0], TO[1], TO[2]],
        &[
            NAME, SIZE[0], SIZE[1], SIZE[2], CENTRE[0], CENTRE[1], CENTRE[2],
        ],
    ],
    example: "box trunk size=[30cm 12cm 10cm] at=[0 0 5cm]",
    shows: "a trunk whose lower face is centred at the origin",
    more: &[Example {
        code: "box step from=[0 -1 0] to=[30cm 1 15cm]",
        shows: "a step given by two corners",
    }],
    search: "cube, cuboid, block, brick, shape",
    run: |session, bound| {
        let made = match bound.form {
            0 => box_of_corners(bound, 1),
            _ => sized_box(bound, 1),
        };
        store(session, bound, made)
    },
    ..Command::of(Group::Objects)
};

pub(super) const BALL: Command = Command {
    name: "ball",
    summary: "Makes an object: a ball.",
    details: about!(""),
    forms: &[&[NAME, RADIUS, CENTRE[0], CENTRE[1], CENTRE[2]]],
    example: "ball head radius=9cm at=[0 0 12cm]",
    shows: "a head above its neck",
    search: "sphere, round, shape",
    run: |session, bound| store(session, bound, ball(bound, 1)),
    ..Command::of(Group::Objects)
};

#[cfg(test)]
mod tests {
    use crate::session::{Mode, Quiet, Session};
    use nalgebra::Vector3;

    fn run(lines: &str) -> Session {
        let mut session = crate::commands::session(Mode::Run, Box::new(Quiet));
        let _ = session.run_text("shapes", lines);
        session
    }

    /// Returns the bounds of the first object.
    #[track_caller]
    fn bounds(lines: &str) -> (Vector3<f64>, Vector3<f64>) {
        let session = run(lines);
        assert!(session.diagnostics.is_empty(), "{:?}", session.diagnostics);
        session.here().definitions.objects[0]
            .object
            .mesh
            .bounds()
            .unwrap()
    }

    #[track_caller]
    fn spans(lines: &str, low: [f64; 3], high: [f64; 3]) {
        let (a, b) = bounds(lines);
        let far = (a - Vector3::from(low))
            .norm()
            .max((b - Vector3::from(high)).norm());
        assert!(far < 2e-3, "{lines}: {a} {b}");
    }

    #[test]
    fn shapes_lie_where_they_are_put() {
        spans(
            "capsule a from=[0 0 0] to=[0 0 -0.4] radius=0.1",
            [-0.1, -0.1, -0.5],
            [0.1, 0.1, 0.1],
        );
        spans(
            "capsule a from=[0 1 0] to=[0 3 0] radius=0.1",
            [-0.1, 0.9, -0.1],
            [0.1, 3.1, 0.1],
        );
        spans(
            "cylinder a from=[1 0 0] to=[3 0 0] radius=0.5",
            [1.0, -0.5, -0.5],
            [3.0, 0.5, 0.5],
        );
        spans(
            "frustum a from=[1 0 0] to=[3 0 0] radius=0.5 end=0.25",
            [1.0, -0.5, -0.5],
            [3.0, 0.5, 0.5],
        );
        spans(
            "box a from=[1 2 3] to=[0 4 -1]",
            [0.0, 2.0, -1.0],
            [1.0, 4.0, 3.0],
        );
        spans(
            "box a size=[1 2 3] at=[0 0 1]",
            [-0.5, -1.0, -0.5],
            [0.5, 1.0, 2.5],
        );
        spans(
            "ball a radius=2 at=[1 0 0]",
            [-1.0, -2.0, -2.0],
            [3.0, 2.0, 2.0],
        );
        // Without names, and with units.
        spans("box a 0 0 0 10cm 20cm 30cm", [0.0; 3], [0.1, 0.2, 0.3]);
    }

    /// Round objects weigh what they do without facets, as they are and scaled, mirrored or fixed to others, and keep the mass they are given.
    #[test]
    fn round_objects_have_the_mass_and_inertia_of_their_closed_forms() {
        let session = run("define one name
              addbody {name} o{name} 0 1 0 rotary 1000
              setroot {name}
              corpusinit
            end
            let water = 1000kg/m3
            addcorpus a
            ball oball radius=10cm at=[3cm 0 0]
            one ball
            expect a.mass ~ water * 4/3 * pi * (10cm)^3 within 1e-10%
            addcorpus b
            cylinder orod radius=10cm from=[0 0 0] to=[3cm 0 1m]
            one rod
            expect b.mass ~ water * pi * (10cm)^2 * hypot(3cm, 1m) within 1e-10%
            addcorpus c
            get opill from unit_capsule size=1m
            scale opill 0.4 0.2 0.1
            one pill
            expect c.mass ~ water * (0.4*0.2*0.1) * (pi/4 + pi/6)/8 * 1m3 within 1e-10%
            addcorpus d
            get oegg from unit_sphere
            scale oegg 40cm 20cm 10cm
            rotate oegg x 30
            get ocone from unit_cone
            addbody egg oegg 0 1 0 rotary 1000
            addpart tip ocone egg 1000
            setroot egg
            corpusinit
            expect d.mass ~ water * (pi/6 * 8e-3m3 + pi/12 * 1m3) within 1e-10%
            addcorpus e
            cylinder odrum radius=10cm from=[0 0 0] to=[0 0 1m]
            addbody drum odrum 0 1 0 rotary mass=3kg
            setroot drum
            corpusinit
            expect e.mass ~ 3kg within 1e-10%");
        assert!(session.diagnostics.is_empty(), "{:?}", session.diagnostics);
    }

    /// A ball rolls down at 5/7, a drum at 2/3 of what it would slide at.
    #[test]
    fn round_bodies_roll_as_fast_as_their_inertia_says() {
        for (shape, part) in [
            ("ball o radius=10cm", "5/7"),
            ("cylinder o from=[0 -5cm 0] to=[0 5cm 0] radius=10cm", "2/3"),
        ] {
            let session = run(&format!(
                "addcorpus c
                {shape}
                addbody b o 0 1 0 rotary mass=1kg
                setroot b
                corpusinit
                move o 0 0 10cm
                setrootpos
                ground on friction=0.5
                contact rigid
                integration implicit
                grav on
                gravdirection {{sin(10deg)}} 0 {{-cos(10deg)}}
                go 1s
                expect b.vel.x ~ {part} * world.gravity * sin(10deg) * 1s within 0.01%"
            ));
            assert!(session.diagnostics.is_empty(), "{:?}", session.diagnostics);
        }
    }

    /// A frustum that rolls on the ground turns about the tip of its cone.
    #[test]
    fn a_frustum_has_the_mass_of_one_and_rolls_in_a_circle() {
        let session = run("addcorpus c
            frustum o from=[0 0 0] to=[0 40cm 0] radius=20cm end=10cm
            addbody b o 0 0 1 rotary 1000
            setroot b
            corpusinit
            expect c.mass ~ 1000kg/m3 * pi * 40cm * 0.07m2 / 3 within 1e-10% \"its mass is exact\"
            let half = atan(0.25)
            rotate o x {-half / 1deg}
            setrootpos
            rest 0
            ground on
            grav on
            groundfriction stick 0.9
            let tip = 80cm * cos(half)
            let spin = 2rad/s
            addv b {spin * 20cm * cos(half)} 0 0 0 {spin} 0
            go 1s
            let way = b.pos - [0m tip 0m]
            expect norm([way[0] way[1]]) ~ tip within 1% \"it stays at its distance from the tip\"
            expect atan2(way[0], -way[1]) ~ spin * tan(half) * 1s within 2% \"it turns as its rolling demands\"");
        assert!(session.diagnostics.is_empty(), "{:?}", session.diagnostics);
    }

    #[test]
    fn wrong_uses_are_told() {
        for (line, told) in [
            (
                "capsule a from=[0 0 0] to=[0 0 0] radius=1",
                "E027 both ends of this capsule are the same point",
            ),
            (
                "box a from=[0 0 0] to=[1 1 0]",
                "E027 the two corners of this box share a coordinate",
            ),
            ("ball a radius=0", "E027"),
            (
                "frustum a from=[0 0 0] to=[0 0 0] radius=1 end=2",
                "E027 both ends of this frustum are the same point",
            ),
            ("frustum a from=[0 0 0] to=[0 0 1] radius=1 end=0", "E027"),
            ("cylinder a from=[0 0] to=[0 0 1] radius=1", "E023"),
            (
                "capsule a from=[0 0 0] to=[0 0 1]",
                "E021 `radius` is missing",
            ),
        ] {
            let session = run(line);
            let found = session
                .diagnostics
                .first()
                .map(|d| format!("{} {}", d.code, d.message));
            assert!(
                found.as_deref().is_some_and(|f| f.starts_with(told)),
                "{line}: {found:?}"
            );
        }
    }
}
