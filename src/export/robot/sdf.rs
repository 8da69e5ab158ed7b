//! SDF, the format of Gazebo (version 1.9, or 1.10 where there are screws).

use super::xml::{Writer, number, numbers, pose};
use super::{Files, LeftOut, Model, stl};
use crate::dynamics::JointKind;
use crate::figure::JointForm;
use crate::robot::{Form, Joint, Link, Placement, Robot, Solid};
use nalgebra::Vector3;
use std::f64::consts::TAU;

/// Writes the model.
pub(super) fn write(model: &Model, folder: &str) -> Files {
    let mut files = Files::default();
    let mut xml = Writer::default();
    xml.text.push_str("<?xml version=\"1.0\"?>\n");
    let d = &model.description;
    // Screws with a thread in metres per turn were added in 1.10.
    let screw = |link: &Link| matches!(link.form, JointForm::Screw { .. });
    let version = match d.robots.iter().flat_map(|r| &r.links).any(screw) {
        true => "1.10",
        false => "1.9",
    };
    xml.open("sdf", &[("version", version.to_owned())]);
    xml.open("world", &[("name", d.name.clone())]);
    let gravity = d.gravity.unwrap_or_default();
    xml.value("gravity", &[], &numbers(gravity.iter()));
    if let Some(ground) = &d.ground {
        let place = ground.normal * (ground.height * ground.normal.z);
        xml.open("model", &[("name", "ground".to_owned())]);
        xml.value("static", &[], "true");
        xml.value("pose", &[], &format!("{} 0 0 0", numbers(place.iter())));
        xml.open("link", &[("name", "ground".to_owned())]);
        xml.open("collision", &[("name", "ground".to_owned())]);
        xml.open("geometry", &[]);
        xml.open("plane", &[]);
        xml.value("normal", &[], &numbers(ground.normal.iter()));
        (0..5).for_each(|_| xml.close());
        let told = "springs, dampers and friction of the ground";
        files.left_out.push(LeftOut::whole(told));
    }
    for (number, (robot, positions)) in d.robots.iter().zip(&model.positions).enumerate() {
        write_robot(robot, folder, &mut xml, &mut files.left_out);
        if positions.iter().any(|q| *q != 0.0) {
            let told =
                "joint positions, since the figure is exported in the pose in which it was built";
            files.left_out.push(LeftOut::of(&robot.name, told));
        }
        files.left_out.extend(model.lost_velocities(number));
    }
    xml.close();
    xml.close();
    if !(d.loops.is_empty() && d.gears.is_empty()) {
        files.left_out.push(LeftOut::whole("loops of `close`"));
    }
    files.text = xml.text;
    files.shapes = stl::files(model, folder);
    files
}

fn pose_of(placement: &Placement) -> String {
    let to = placement.transform();
    pose(&to.linear, &to.translation)
}

fn write_robot(robot: &Robot, folder: &str, xml: &mut Writer, left_out: &mut Vec<LeftOut>) {
    xml.open("model", &[("name", robot.name.clone())]);
    for (number, link) in robot.links.iter().enumerate() {
        if link.further {
            continue;
        }
        let row = robot.row_of(number);
        let first = row
            .first()
            .and_then(|first| robot.links.get(*first))
            .unwrap_or(link);
        let parent = first.parent.and_then(|p| robot.links.get(p));
        xml.open("link", &[("name", link.name.clone())]);
        let frame = match parent {
            Some(parent) => vec![("relative_to", parent.name.clone())],
            None => vec![],
        };
        xml.value("pose", &frame, &pose_of(&first.placement));
        inertial(link, xml);
        for solid in &link.solids {
            write_solid(solid, folder, xml);
        }
        xml.close();
    }
    if let Some(root) = robot.links.first().filter(|_| !robot.free) {
        let name = format!("{}_joint", root.name);
        xml.open("joint", &[("name", name), ("type", "fixed".to_owned())]);
        xml.value("parent", &[], "world");
        xml.value("child", &[], &root.name);
        xml.close();
    }
    for (number, link) in robot.links.iter().enumerate() {
        if link.further {
            continue;
        }
        let row: Vec<&Link> = robot
            .row_of(number)
            .into_iter()
            .filter_map(|at| robot.links.get(at))
            .collect();
        let parent = row.first().and_then(|first| robot.links.get(first.parent?));
        if let Some(parent) = parent {
            joint(parent, &row, xml, left_out);
        }
        for at in robot.row_of(number) {
            if robot
                .links
                .get(at)
                .is_some_and(|link| link.joint.armature != 0.0)
            {
                left_out.push(LeftOut::of(&robot.spoken(at), "the armature of the joint"));
            }
        }
    }
    xml.close();
}

fn inertial(link: &Link, xml: &mut Writer) {
    if link.inertia.mass == 0.0 {
        return;
    }
    xml.open("inertial", &[]);
    let centre: Vector3<f64> = link.inertia.centre;
    xml.value("pose", &[], &format!("{} 0 0 0", numbers(centre.iter())));
    xml.value("mass", &[], &number(link.inertia.mass));
    xml.open("inertia", &[]);
    let names = ["ixx", "ixy", "ixz", "iyy", "iyz", "izz"];
    let places = [(0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2)];
    for (name, place) in names.into_iter().zip(places) {
        xml.value(name, &[], &number(link.inertia.about_centre[place]));
    }
    xml.close();
    xml.close();
}

fn write_solid(solid: &Solid, folder: &str, xml: &mut Writer) {
    let kinds: &[&'static str] = match solid.touches {
        true => &["visual", "collision"],
        false => &["visual"],
    };
    for kind in kinds {
        xml.open(kind, &[("name", format!("{}_{kind}", solid.name))]);
        xml.value("pose", &[], &pose_of(&solid.placement));
        xml.open("geometry", &[]);
        match &solid.form {
            Form::Box(edges) => {
                xml.open("box", &[]);
                xml.value("size", &[], &numbers(edges));
            }
            Form::Ellipsoid([x, y, z]) if x == y && y == z => {
                xml.open("sphere", &[]);
                xml.value("radius", &[], &number(x / 2.0));
            }
            Form::Ellipsoid(d) => {
                xml.open("ellipsoid", &[]);
                xml.value("radii", &[], &numbers(&d.map(|x| x / 2.0)));
            }
            Form::Cylinder(d, l) => {
                xml.open("cylinder", &[]);
                xml.value("radius", &[], &number(d / 2.0));
                xml.value("length", &[], &number(*l));
            }
            Form::Capsule(d, l) => {
                xml.open("capsule", &[]);
                xml.value("radius", &[], &number(d / 2.0));
                xml.value("length", &[], &number(l - d));
            }
            Form::Mesh(name, scale) => {
                xml.open("mesh", &[]);
                xml.value("uri", &[], &format!("{folder}/{name}.stl"));
                xml.value("scale", &[], &numbers(scale));
            }
        }
        (0..3).for_each(|_| xml.close());
    }
}

fn joint(parent: &Link, row: &[&Link], xml: &mut Writer, left_out: &mut Vec<LeftOut>) {
    let Some(link) = row.last() else {
        return;
    };
    let joint = &link.joint;
    let kind = match (&link.form, joint.kind, joint.range) {
        (JointForm::Ball, ..) => "ball",
        (JointForm::Universal { .. }, ..) => "universal",
        (JointForm::Screw { .. }, ..) => "screw",
        (JointForm::Weld, ..) => "fixed",
        (_, JointKind::Rotary, Some(_)) => "revolute",
        (_, JointKind::Rotary, None) => "continuous",
        (_, JointKind::Sliding, _) => "prismatic",
    };
    xml.open(
        "joint",
        &[("name", joint.name.clone()), ("type", kind.to_owned())],
    );
    xml.value("parent", &[], &parent.name);
    xml.value("child", &[], &link.name);
    if let JointForm::Screw { pitch } = link.form {
        xml.value("screw_thread_pitch", &[], &number(pitch * TAU));
    }
    match link.form {
        JointForm::Weld => {}
        // The format has no springs and dampers for it.
        JointForm::Ball => {
            let own = |j: &Joint| {
                j.damping != 0.0 || j.stiffness != 0.0 || j.friction != 0.0 || j.range.is_some()
            };
            if row.iter().any(|link| own(&link.joint)) {
                left_out.push(LeftOut::of(
                    &link.name,
                    "springs, dampers, friction and ranges of the ball joint",
                ));
            }
        }
        _ => {
            for (tag, link) in ["axis", "axis2"].into_iter().zip(row) {
                axis(tag, &link.joint, xml);
            }
        }
    }
    xml.close();
}

fn axis(tag: &'static str, joint: &Joint, xml: &mut Writer) {
    xml.open(tag, &[]);
    xml.value("xyz", &[], &numbers(joint.axis.iter()));
    if let Some([low, high]) = joint.range {
        xml.open("limit", &[]);
        xml.value("lower", &[], &number(low));
        xml.value("upper", &[], &number(high));
        xml.close();
    }
    if joint.damping != 0.0 || joint.stiffness != 0.0 || joint.friction != 0.0 {
        xml.open("dynamics", &[]);
        xml.value("damping", &[], &number(joint.damping));
        if joint.friction != 0.0 {
            xml.value("friction", &[], &number(joint.friction));
        }
        xml.value("spring_reference", &[], &number(joint.rest));
        xml.value("spring_stiffness", &[], &number(joint.stiffness));
        xml.close();
    }
    xml.close();
}
