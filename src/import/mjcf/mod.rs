//! MJCF, the format of MuJoCo: `corpus import robot.xml`.

mod bodies;
mod includes;
mod joints;
mod motors;
mod pose;
mod rows;
mod settings;
mod shapes;

use super::context::Context;
use super::xml::Element;
use crate::robot::{Description, Pose, denser};
use bodies::{Bodies, Slot};
pub(super) use includes::with_includes;
use nalgebra::{Quaternion, UnitQuaternion, Vector3};
use settings::{Compiler, Defaults};
use shapes::Assets;

/// Reads the elements of an MJCF file, with includes replaced.
pub(super) fn read(root: &Element, ctx: &mut Context) -> Description {
    root.see();
    let compiler = Compiler::of(root, ctx);
    let defaults = Defaults::of(root);
    let mut assets = Assets::of(root, &defaults, &compiler, ctx);
    let mut bodies = Bodies::new(ctx, &compiler, &defaults, &mut assets);
    for world in root.all("worldbody") {
        bodies.world(world);
    }
    bodies.actuators(root);
    let Bodies {
        mut robots,
        spans,
        ground,
        slots,
        ..
    } = bodies;
    if let Some(total) = compiler.total_mass {
        let links = || robots.iter().flat_map(|r| &r.links);
        let factor = total / links().map(|l| l.inertia.mass).sum::<f64>();
        if factor.is_finite() {
            for link in robots.iter_mut().flat_map(|r| &mut r.links) {
                link.inertia = denser(&link.inertia, factor);
            }
        }
    }
    let name = root.text_of("model").unwrap_or("robot").to_owned();
    let gravity = gravity(root, ctx);
    let poses = poses(root, &slots, &robots, ctx);
    super::sound::check(&robots, &spans, ctx);
    Description {
        name,
        robots,
        gravity: Some(gravity),
        ground,
        poses,
    }
}

fn gravity(root: &Element, ctx: &mut Context) -> Vector3<f64> {
    let mut gravity = Vector3::new(0.0, 0.0, -9.81);
    for option in root.all("option") {
        if let Some(given) = ctx.vector(option.get("gravity")) {
            gravity = given;
        }
        for flags in option.all("flag") {
            if flags.text_of("gravity") == Some("disable") {
                gravity = Vector3::zeros();
            }
        }
    }
    gravity
}

/// Reads keyframes: the positions of joints.
fn poses(
    root: &Element,
    slots: &[Slot],
    robots: &[crate::robot::Robot],
    ctx: &mut Context,
) -> Vec<Pose> {
    let mut poses = vec![];
    for (number, key) in root.all("keyframe").flat_map(|k| k.all("key")).enumerate() {
        let Some(qpos) = key.get("qpos") else {
            continue;
        };
        let Some(values) = ctx.numbers(qpos, slots.len(), slots.len()) else {
            continue;
        };
        if slots.contains(&Slot::Other) {
            ctx.leave_out("key: position of the free body", qpos.span);
        }
        let joints = slots.iter().enumerate().flat_map(|(at, slot)| match *slot {
            Slot::Joint(robot, link) => {
                let found = robots.get(robot).and_then(|r| r.links.get(link));
                let zero = found.map_or(0.0, |link| link.joint.zero);
                let value = values.get(at).copied().unwrap_or(0.0);
                vec![(robot, link, value - zero)]
            }
            Slot::Ball(robot, link) => {
                let part = |i: usize| values.get(at + i).copied().unwrap_or(0.0);
                let turn = Quaternion::new(part(0), part(1), part(2), part(3));
                let turn = UnitQuaternion::new_normalize(turn).scaled_axis();
                (0..3).map(|i| (robot, link + i, turn[i])).collect()
            }
            Slot::Behind | Slot::Other => vec![],
        });
        let name = match key.text_of("name") {
            Some(name) => name.to_owned(),
            None => format!("key{number}"),
        };
        poses.push(Pose {
            name,
            joints: joints.collect(),
        });
    }
    poses
}
