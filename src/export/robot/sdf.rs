//! SDF, the format of Gazebo (version 1.9).

use super::xml::{Writer, number, numbers, open_joint, pose};
use super::{Files, Model, stl};
use crate::robot::{Form, Link, Placement, Robot, Solid};
use nalgebra::Vector3;

/// Writes the model.
pub(super) fn write(model: &Model, folder: &str) -> Files {
    let mut files = Files::default();
    let mut xml = Writer::default();
    xml.text.push_str("<?xml version=\"1.0\"?>\n");
    let d = &model.description;
    xml.open("sdf", &[("version", "1.9".to_owned())]);
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
        files.left_out.push(told.to_owned());
    }
    for (robot, positions) in d.robots.iter().zip(&model.positions) {
        write_robot(robot, folder, &mut xml, &mut files.left_out);
        if positions.iter().any(|q| *q != 0.0) {
            let told = format!(
                "{}: joint positions; it is exported in the pose in which it was built",
                robot.name
            );
            files.left_out.push(told);
        }
    }
    xml.close();
    xml.close();
    files.text = xml.text;
    files.shapes = stl::files(model, folder);
    files
}

fn pose_of(placement: &Placement) -> String {
    let to = placement.transform();
    pose(&to.linear, &to.translation)
}

fn write_robot(robot: &Robot, folder: &str, xml: &mut Writer, left_out: &mut Vec<String>) {
    xml.open("model", &[("name", robot.name.clone())]);
    for link in &robot.links {
        let parent = link.parent.and_then(|p| robot.links.get(p));
        xml.open("link", &[("name", link.name.clone())]);
        let frame = match parent {
            Some(parent) => vec![("relative_to", parent.name.clone())],
            None => vec![],
        };
        xml.value("pose", &frame, &pose_of(&link.placement));
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
    for link in &robot.links {
        if let Some(parent) = link.parent.and_then(|p| robot.links.get(p)) {
            joint(parent, link, xml);
            if link.joint.armature != 0.0 {
                left_out.push(format!("{}: the armature of its joint", link.name));
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

fn joint(parent: &Link, link: &Link, xml: &mut Writer) {
    let joint = &link.joint;
    open_joint(joint, xml);
    xml.value("parent", &[], &parent.name);
    xml.value("child", &[], &link.name);
    xml.open("axis", &[]);
    xml.value("xyz", &[], &numbers(joint.axis.iter()));
    if let Some([low, high]) = joint.range {
        xml.open("limit", &[]);
        xml.value("lower", &[], &number(low));
        xml.value("upper", &[], &number(high));
        xml.close();
    }
    if joint.damping != 0.0 || joint.stiffness != 0.0 {
        xml.open("dynamics", &[]);
        xml.value("damping", &[], &number(joint.damping));
        xml.value("spring_reference", &[], &number(joint.rest));
        xml.value("spring_stiffness", &[], &number(joint.stiffness));
        xml.close();
    }
    xml.close();
    xml.close();
}
