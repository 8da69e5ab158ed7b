//! URDF, the Unified Robot Description Format of ROS: `corpus import robot.urdf`.

mod links;
mod mimic;
mod tree;

use super::Paths;
use super::context::{Context, near};
use super::xml::Element;
use crate::robot::{Description, Robot};
use links::{RawJoint, RawLink, read_joint, read_link};
use tree::Tree;

/// Reads the elements of a URDF file.
pub(super) fn read(root: &Element, paths: &Paths, ctx: &mut Context) -> Description {
    root.see();
    let name = root.text_of("name").unwrap_or("robot").to_owned();
    let mut links: Vec<RawLink> = vec![];
    for element in root.all("link") {
        if let Some(link) = read_link(element, &paths.packages, ctx) {
            if let Some(first) = links.iter().find(|l| l.name == link.name) {
                ctx.second("link", &link.name, link.span, Some(first.span));
                continue;
            }
            links.push(link);
        }
    }
    let mut joints: Vec<RawJoint> = vec![];
    for element in root.all("joint") {
        if let Some(joint) = read_joint(element, &links, ctx) {
            if let Some(first) = joints.iter().find(|j| j.name == joint.name) {
                ctx.second("joint", &joint.name, joint.span, Some(first.span));
            }
            joints.push(joint);
        }
    }
    transmissions(root, &joints, ctx);
    let mut robots: Vec<Robot> = vec![];
    let mut spans = vec![];
    let mut gears = vec![];
    if let Some(top) = tree::top(&links, &joints, ctx) {
        let mut tree = Tree::new(&links, &joints, ctx);
        tree.grow(top, paths.free_base);
        spans.push(tree.spans);
        robots.push(tree.robot);
        let places = tree.places;
        gears = mimic::gears(&joints, &places, ctx);
    }
    super::sound::check(&robots, &spans, ctx);
    Description {
        name,
        robots,
        gears,
        ..Description::default()
    }
}

/// Reads transmissions: the joints with motors. Reports a joint that does not exist without failing, because a file may
/// describe part of a robot.
fn transmissions(root: &Element, joints: &[RawJoint], ctx: &mut Context) {
    for transmission in root.all("transmission") {
        for joint in transmission.all("joint") {
            let Some(name) = joint.get("name") else {
                continue;
            };
            if joints.iter().all(|j| j.name != name.value) {
                let message = format!(
                    "a transmission drives the joint `{}`, which does not exist",
                    name.value
                );
                let names = joints.iter().map(|j| j.name.as_str());
                let help = near(&name.value, names, "name a joint of the file");
                ctx.warn(name.span, message, &help);
            }
        }
        transmission.see_all();
        ctx.leave_out(
            "transmission: it is not needed, because `joint NAME bias VALUE` sets the torque of any joint",
            transmission.span,
        );
    }
}
