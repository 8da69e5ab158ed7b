//! URDF, the format of ROS.

use super::xml::{Writer, angles, number, numbers};
use super::{Files, LeftOut, Model, stl};
use crate::dynamics::JointKind;
use crate::figure::JointForm;
use crate::robot::{Form, Gear, Link, Placement, Robot, Solid};
use nalgebra::{Matrix3, Vector3};

/// Largest force and speed of joints: URDF requires them, figures have none.
const UNLIMITED: &str = "1e6";

/// Range of a slide without one (m).
const FAR: [f64; 2] = [-1e3, 1e3];

/// Writes the largest figure of the model.
pub(super) fn write(model: &Model, folder: &str) -> Files {
    let mut files = Files::default();
    let robots = &model.description.robots;
    let Some(at) = (0..robots.len())
        .rev()
        .max_by_key(|i| robots.get(*i).map(|r| r.links.len()))
    else {
        return files;
    };
    let (Some(robot), positions) = (robots.get(at), model.positions.get(at)) else {
        return files;
    };
    for other in robots.iter().filter(|r| r.name != robot.name) {
        let told = format!(
            "the figure `{}`, since a URDF file contains one robot",
            other.name
        );
        files.left_out.push(LeftOut::whole(told));
    }
    let free = match robot.free {
        true => "moves freely",
        false => "is fixed in space",
    };
    files.left_out.push(LeftOut::whole(format!(
        "the position of the root, and that it {free}: use `corpus import --base {}`",
        if robot.free { "free" } else { "fixed" }
    )));
    if positions.is_some_and(|q| q.iter().any(|q| *q != 0.0)) {
        let told = "joint positions, since the robot is exported in the pose in which it was built";
        files.left_out.push(LeftOut::whole(told));
    }
    files.left_out.extend(model.lost_velocities(at));
    files.left_out.push(LeftOut::whole("ground and gravity"));
    let mut xml = Writer::default();
    xml.text.push_str("<?xml version=\"1.0\"?>\n");
    xml.open("robot", &[("name", robot.name.clone())]);
    for link in robot.links.iter().filter(|link| !link.further) {
        write_link(link, folder, &mut xml);
    }
    for (number, link) in robot
        .links
        .iter()
        .enumerate()
        .filter(|(_, link)| !link.further)
    {
        let mut gears = model.description.gears.iter();
        let gear = gears.find(|gear| gear.robot == at && gear.links[0] == number);
        write_joint(robot, (number, gear), link, &mut xml, &mut files.left_out);
    }
    xml.close();
    if !model.description.loops.is_empty() {
        files.left_out.push(LeftOut::whole("loops of `close`"));
    }
    files.text = xml.text;
    files.shapes = stl::files(model, folder);
    files
}

fn origin(placement: &Placement, xml: &mut Writer) {
    if *placement == Placement::default() {
        return;
    }
    let rotation = placement.transform().linear;
    let mut attributes = vec![("xyz", numbers(placement.translation.iter()))];
    if !placement.is_straight() {
        attributes.push(("rpy", numbers(&angles(&rotation))));
    }
    xml.empty("origin", &attributes);
}

fn write_link(link: &Link, folder: &str, xml: &mut Writer) {
    let name = [("name", link.name.clone())];
    if link.inertia.mass == 0.0 && link.solids.is_empty() {
        return xml.empty("link", &name);
    }
    xml.open("link", &name);
    if link.inertia.mass > 0.0 {
        xml.open("inertial", &[]);
        origin(&Placement::at(link.inertia.centre), xml);
        xml.empty("mass", &[("value", number(link.inertia.mass))]);
        let i: &Matrix3<f64> = &link.inertia.about_centre;
        xml.empty(
            "inertia",
            &[
                ("ixx", number(i[(0, 0)])),
                ("ixy", number(i[(0, 1)])),
                ("ixz", number(i[(0, 2)])),
                ("iyy", number(i[(1, 1)])),
                ("iyz", number(i[(1, 2)])),
                ("izz", number(i[(2, 2)])),
            ],
        );
        xml.close();
    }
    for solid in link.solids.iter().flat_map(plain) {
        let kinds: &[&'static str] = match solid.touches {
            true => &["visual", "collision"],
            false => &["visual"],
        };
        for kind in kinds {
            xml.open(kind, &[]);
            origin(&solid.placement, xml);
            xml.open("geometry", &[]);
            match &solid.form {
                Form::Box(edges) => xml.empty("box", &[("size", numbers(edges))]),
                Form::Ellipsoid([d, ..]) => xml.empty("sphere", &[("radius", number(d / 2.0))]),
                Form::Cylinder(d, l) | Form::Capsule(d, l) => xml.empty(
                    "cylinder",
                    &[("radius", number(d / 2.0)), ("length", number(*l))],
                ),
                Form::Mesh(name, scale) => {
                    let mut attributes = vec![("filename", format!("{folder}/{name}.stl"))];
                    if *scale != [1.0; 3] {
                        attributes.push(("scale", numbers(scale)));
                    }
                    xml.empty("mesh", &attributes);
                }
            }
            xml.close();
            xml.close();
        }
    }
    xml.close();
}

/// Converts a shape to those of URDF: a capsule becomes a cylinder between two balls, an ellipsoid the ball of its volume.
fn plain(solid: &Solid) -> Vec<Solid> {
    let with = |form, placement| Solid {
        form,
        placement,
        ..solid.clone()
    };
    match solid.form {
        Form::Capsule(d, l) => {
            let end = |z: f64| Placement::at(Vector3::new(0.0, 0.0, z)).within(&solid.placement);
            let (up, down) = (end((l - d) / 2.0), end((d - l) / 2.0));
            vec![
                with(Form::Cylinder(d, l - d), solid.placement.clone()),
                with(Form::Ellipsoid([d; 3]), Placement::at(up.translation)),
                with(Form::Ellipsoid([d; 3]), Placement::at(down.translation)),
            ]
        }
        Form::Ellipsoid([x, y, z]) if x != y || y != z => {
            let d = libm::cbrt(x * y * z);
            vec![with(Form::Ellipsoid([d; 3]), solid.placement.clone())]
        }
        _ => vec![solid.clone()],
    }
}

fn write_joint(
    robot: &Robot,
    (at, gear): (usize, Option<&Gear>),
    link: &Link,
    xml: &mut Writer,
    left_out: &mut Vec<LeftOut>,
) {
    for solid in &link.solids {
        if matches!(solid.form, Form::Ellipsoid([x, y, z]) if x != y || y != z) {
            left_out.push(LeftOut::of(&link.name, "an ellipsoid, exported as a ball"));
        }
    }
    let row = robot.row_of(at);
    let first = row.first().and_then(|first| robot.links.get(*first));
    let Some(first) = first.filter(|first| first.parent.is_some()) else {
        return;
    };
    let Some(parent) = first.parent.and_then(|p| robot.links.get(p)) else {
        return;
    };
    let joint = &link.joint;
    let several = matches!(link.form, JointForm::Planar | JointForm::Free);
    let kind = match (&link.form, joint.kind, joint.range) {
        (JointForm::Planar, ..) => "planar",
        (JointForm::Free, ..) => "floating",
        (JointForm::Weld, ..) => "fixed",
        (_, JointKind::Rotary, Some(_)) => "revolute",
        (_, JointKind::Rotary, None) => "continuous",
        (_, JointKind::Sliding, _) => "prismatic",
    };
    xml.open(
        "joint",
        &[("name", joint.name.clone()), ("type", kind.to_owned())],
    );
    origin(&first.placement, xml);
    xml.empty("parent", &[("link", parent.name.clone())]);
    xml.empty("child", &[("link", link.name.clone())]);
    xml.empty("axis", &[("xyz", numbers(joint.axis.iter()))]);
    let free = (joint.kind == JointKind::Sliding).then_some(FAR);
    if let Some([low, high]) = joint.range.or(free).filter(|_| !several) {
        xml.empty(
            "limit",
            &[
                ("lower", number(low)),
                ("upper", number(high)),
                ("effort", UNLIMITED.to_owned()),
                ("velocity", UNLIMITED.to_owned()),
            ],
        );
    }
    if (joint.damping != 0.0 || joint.friction != 0.0) && !several {
        let mut attributes = vec![("damping", number(joint.damping))];
        if joint.friction != 0.0 {
            attributes.push(("friction", number(joint.friction)));
        }
        xml.empty("dynamics", &attributes);
    }
    let followed = gear.and_then(|gear| Some((gear, robot.links.get(gear.links[1])?)));
    match followed {
        Some((gear, other)) if !several && robot.row_of(gear.links[1]).len() == 1 => {
            let attributes = [
                ("joint", other.joint.name.clone()),
                ("multiplier", number(gear.ratio)),
                ("offset", number(gear.offset)),
            ];
            xml.empty("mimic", &attributes);
        }
        Some(_) => {
            let told = "a gear of a joint with several degrees of freedom";
            left_out.push(LeftOut::of(&link.name, told));
        }
        None => {}
    }
    xml.close();
    for at in row {
        let Some(joint) = robot.links.get(at).map(|link| &link.joint) else {
            continue;
        };
        let kept = |x: f64| if several { x } else { 0.0 };
        for (what, value) in [
            ("linear spring", joint.stiffness),
            ("armature", joint.armature),
            ("damping", kept(joint.damping)),
            ("dry friction", kept(joint.friction)),
            ("range", kept(f64::from(u8::from(joint.range.is_some())))),
        ] {
            if value != 0.0 {
                left_out.push(LeftOut::of(
                    &robot.spoken(at),
                    format!("the {what} of the joint"),
                ));
            }
        }
    }
}
