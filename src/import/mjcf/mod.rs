//! MJCF, the format of MuJoCo: `corpus import robot.xml`.

mod bodies;
mod equality;
mod includes;
mod joints;
mod motors;
mod pose;
mod replicate;
mod rows;
mod settings;
mod shapes;
mod surroundings;

use super::context::Context;
use super::xml::Element;
use crate::robot::{Description, Pose, Robot, denser};
use bodies::{Bodies, Slot};
pub(super) use includes::with_includes;
use motors::Control;
use nalgebra::{Quaternion, UnitQuaternion, Vector3};
use settings::{Compiler, Defaults};
use shapes::Assets;

/// Reads the elements of an MJCF file, with includes replaced; replaces each `replicate` too.
pub(super) fn read(root: &mut Element, ctx: &mut Context) -> Description {
    root.see();
    let compiler = Compiler::of(root, ctx);
    replicate::expand(root, &compiler, ctx);
    let root = &*root;
    let defaults = Defaults::of(root);
    let mut assets = Assets::of(root, &defaults, &compiler, ctx);
    let mut bodies = Bodies::new(ctx, &compiler, &defaults, &mut assets);
    for world in root.all("worldbody") {
        bodies.world(world);
    }
    bodies.rank_friction();
    if let Some(total) = compiler.total_mass {
        let links = || bodies.robots.iter().flat_map(|r| &r.links);
        let factor = total / links().map(|l| l.inertia.mass).sum::<f64>();
        if factor.is_finite() {
            for link in bodies.robots.iter_mut().flat_map(|r| &mut r.links) {
                link.inertia = denser(&link.inertia, factor);
            }
        }
    }
    bodies.actuators(root);
    let (loops, gears) = bodies.equalities(root);
    let Bodies {
        robots,
        spans,
        ground,
        slots,
        controls,
        ..
    } = bodies;
    let name = root.text_of("model").unwrap_or("robot").to_owned();
    let gravity = gravity(root, ctx);
    let poses = poses(root, (&slots, &controls), &robots, ctx);
    super::sound::check(&robots, &spans, ctx);
    Description {
        name,
        robots,
        gravity: Some(gravity),
        ground,
        loops,
        gears,
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

/// Reads keyframes: the positions and rates of joints, the targets of servos and the forces of motors.
fn poses(
    root: &Element,
    (slots, controls): (&[Slot], &[Control]),
    robots: &[Robot],
    ctx: &mut Context,
) -> Vec<Pose> {
    let mut poses = vec![];
    let moving = moving(slots);
    for (number, key) in root.all("keyframe").flat_map(|k| k.all("key")).enumerate() {
        let mut numbers = |name: &str, count: usize| match key.get(name) {
            Some(a) => ctx.numbers(a, count, count),
            None => Some(vec![]),
        };
        let read = (
            numbers("qpos", slots.len()),
            numbers("qvel", moving.len()),
            numbers("ctrl", controls.len()),
        );
        let (Some(qpos), Some(qvel), Some(ctrl)) = read else {
            continue;
        };
        if qpos.is_empty() && qvel.is_empty() && ctrl.is_empty() {
            continue;
        }
        if slots.contains(&Slot::Other) {
            for (all, what) in [(&qpos, "position"), (&qvel, "velocity")] {
                if !all.is_empty() {
                    ctx.leave_out(format!("key: {what} of the free body"), key.span);
                }
            }
        }
        let rates = moving.iter().zip(qvel);
        let rates =
            rates.filter_map(|(joint, rate)| joint.map(|(robot, link)| (robot, link, rate)));
        let name = match key.text_of("name") {
            Some(name) => name.to_owned(),
            None => format!("key{number}"),
        };
        let mut pose = Pose {
            name,
            joints: positions(&qpos, slots, robots),
            rates: rates.collect(),
            targets: vec![],
            forces: vec![],
        };
        for (control, value) in controls.iter().zip(ctrl) {
            match *control {
                Control::Servo(robot, servo) => {
                    let found = robots.get(robot).and_then(|r| r.servos.get(servo));
                    let target = found.map(|servo| (robot, servo.link, servo.target_for(value)));
                    pose.targets.extend(target);
                }
                Control::Motor(robot, motor) => {
                    let found = robots.get(robot).and_then(|r| r.motors.get(motor));
                    let force = found.map(|motor| (robot, motor.link, motor.gear * value));
                    pose.forces.extend(force);
                }
                Control::Missing => {}
            }
        }
        poses.push(pose);
    }
    poses
}

/// Returns the positions of joints in a keyframe.
fn positions(values: &[f64], slots: &[Slot], robots: &[Robot]) -> Vec<(usize, usize, f64)> {
    if values.is_empty() {
        return vec![];
    }
    let all = slots.iter().enumerate().flat_map(|(at, slot)| match *slot {
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
    all.collect()
}

/// Returns the robot and link of each number of `qvel`; none for those of free bodies.
fn moving(slots: &[Slot]) -> Vec<Option<(usize, usize)>> {
    let mut others = 0;
    let all = slots.iter().flat_map(|slot| match *slot {
        Slot::Joint(robot, link) => vec![Some((robot, link))],
        Slot::Ball(robot, link) => (0..3).map(|i| Some((robot, link + i))).collect(),
        Slot::Behind => vec![],
        // A free body has seven numbers of position and six of velocity.
        Slot::Other => {
            others += 1;
            vec![None; usize::from(others % 7 != 0)]
        }
    });
    all.collect()
}
