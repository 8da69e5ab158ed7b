//! MJCF, the format of MuJoCo.

use super::xml::{Writer, number, numbers, quaternion};
use super::{Files, LeftOut, Model};
use crate::control::Actuator;
use crate::dynamics::{Freedom, JointKind};
use crate::robot::{Form, Joint, Link, Placement, Robot, Solid};
use nalgebra::{UnitQuaternion, Vector3};
use std::collections::{BTreeMap, BTreeSet};

/// Writes the model.
pub(super) fn write(model: &Model) -> Files {
    let mut out = Mjcf {
        xml: Writer::default(),
        model,
        left_out: vec![],
        names: BTreeSet::new(),
        robot: 0,
        driven: vec![],
        joints: BTreeMap::new(),
    };
    let d = &model.description;
    out.xml.open("mujoco", &[("model", d.name.clone())]);
    out.xml.empty(
        "compiler",
        &[
            ("angle", "radian".to_owned()),
            ("autolimits", "true".to_owned()),
        ],
    );
    let gravity = d.gravity.unwrap_or_default();
    out.xml
        .empty("option", &[("gravity", numbers(gravity.iter()))]);
    if !model.meshes.is_empty() {
        out.xml.open("asset", &[]);
        for (name, mesh) in &model.meshes {
            let vertices = mesh.vertices.iter().flat_map(|v| v.iter());
            let faces = mesh.triangles.iter().flatten();
            let faces: Vec<String> = faces.map(u32::to_string).collect();
            out.xml.empty(
                "mesh",
                &[
                    ("name", name.clone()),
                    ("vertex", numbers(vertices)),
                    ("face", faces.join(" ")),
                ],
            );
        }
        out.xml.close();
    }
    out.xml.open("worldbody", &[]);
    if let Some(ground) = &d.ground {
        let place = ground.normal * (ground.height * ground.normal.z);
        let mut attributes = vec![
            ("name", "ground".to_owned()),
            ("type", "plane".to_owned()),
            ("size", "10 10 0.1".to_owned()),
            ("pos", numbers(place.iter())),
            ("contype", "0".to_owned()),
            ("conaffinity", "1".to_owned()),
        ];
        if ground.normal != Vector3::z() {
            attributes.push(("zaxis", numbers(ground.normal.iter())));
        }
        if let Some(friction) = ground.friction {
            attributes.push(("friction", number(friction)));
        }
        out.xml.empty("geom", &attributes);
        out.left_out.push(LeftOut::whole(
            "springs, dampers and the friction law of the ground, except the coefficient",
        ));
    }
    for (number, robot) in d.robots.iter().enumerate() {
        out.robot = number;
        out.robot(robot);
    }
    out.sites(None);
    out.xml.close();
    out.equalities();
    let controls = out.actuators();
    out.key(&controls);
    out.xml.close();
    Files {
        text: out.xml.text,
        shapes: vec![],
        left_out: out.left_out,
    }
}

struct Mjcf<'a> {
    xml: Writer,
    model: &'a Model,
    left_out: Vec<LeftOut>,
    names: BTreeSet<String>,
    /// Number of the robot that is being written.
    robot: usize,
    /// The names of driven joints in the file, with their actuators.
    driven: Vec<(String, Actuator)>,
    /// The names of joints in the file, by their robot and their name in the script.
    joints: BTreeMap<(usize, String), String>,
}

/// Remaining work: a body with its placement and with the joints of massless bodies before it; or the end of a body.
enum Task {
    Body(usize, Placement, Vec<(Joint, Vector3<f64>)>),
    End,
}

impl Mjcf<'_> {
    fn robot(&mut self, robot: &Robot) {
        let mut children = vec![vec![]; robot.links.len()];
        for (number, link) in robot.links.iter().enumerate() {
            if let Some(of) = link.parent.and_then(|p| children.get_mut(p)) {
                of.push(number);
            }
        }
        let mut tasks = vec![Task::Body(0, Placement::default(), vec![])];
        while let Some(task) = tasks.pop() {
            let Task::Body(number, outer, mut joints) = task else {
                self.xml.close();
                continue;
            };
            let Some(link) = robot.links.get(number) else {
                continue;
            };
            let below = children.get(number).map_or(&[][..], Vec::as_slice);
            let placement = link.placement.within(&outer);
            let mut tied = self.model.description.loops.iter();
            let here = Some((self.robot, number));
            let tied = tied.any(|of| Some(of.first) == here || of.second == here);
            let nothing =
                link.inertia.mass == 0.0 && link.solids.iter().all(|s| !s.touches) && !tied;
            if nothing && link.parent.is_none() && !robot.free {
                // The children of an empty root are attached to the world itself.
                let bodies = below.iter().rev();
                tasks.extend(bodies.map(|b| Task::Body(*b, placement.clone(), vec![])));
                continue;
            }
            if link.parent.is_some() {
                joints.push((link.joint.clone(), Vector3::zeros()));
            }
            if let (true, &[only]) = (nothing && link.parent.is_some(), below)
                && let Some(next) = robot.links.get(only)
                && next.placement.is_straight()
            {
                let by = next.placement.translation;
                let joints = joints.into_iter().map(|(j, at)| (j, at - by)).collect();
                tasks.push(Task::Body(only, placement, joints));
                continue;
            }
            if nothing && link.parent.is_some() {
                let told = "the motion of a body without mass, which MuJoCo refuses";
                self.left_out.push(LeftOut::of(&link.name, told));
            }
            self.begin(robot, link, &placement, &joints);
            self.sites(Some((self.robot, number)));
            tasks.push(Task::End);
            let bodies = below.iter().rev();
            tasks.extend(bodies.map(|b| Task::Body(*b, Placement::default(), vec![])));
        }
    }

    /// Makes a name that no element of its kind has yet: here names are unique in a figure, there in the whole file.
    fn name(&mut self, wanted: &str, kind: &str) -> String {
        let mut name = wanted.to_owned();
        let mut count = 2;
        while !self.names.insert(format!("{kind} {name}")) {
            name = format!("{wanted}_{count}");
            count += 1;
        }
        name
    }

    fn begin(
        &mut self,
        robot: &Robot,
        link: &Link,
        placement: &Placement,
        joints: &[(Joint, Vector3<f64>)],
    ) {
        let name = self.name(&link.name, "body");
        let mut attributes = vec![("name", name)];
        placed(placement, &mut attributes);
        self.xml.open("body", &attributes);
        if link.parent.is_none() && robot.free {
            self.xml.empty("freejoint", &[]);
        }
        let mut rest = joints;
        while let Some(((joint, at), after)) = rest.split_first() {
            rest = match (joint.freedom, after) {
                (Freedom::Ball(0), [(y, _), (z, _), after @ ..]) => {
                    self.ball(&link.name, [joint, y, z], at);
                    after
                }
                (Freedom::Weld, _) => after,
                _ => {
                    self.joint(joint, at);
                    after
                }
            };
        }
        if link.inertia.mass > 0.0 {
            let i = &link.inertia.about_centre;
            let full = [(0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2)].map(|at| i[at]);
            self.xml.empty(
                "inertial",
                &[
                    ("pos", numbers(link.inertia.centre.iter())),
                    ("mass", number(link.inertia.mass)),
                    ("fullinertia", numbers(&full)),
                ],
            );
        }
        for solid in &link.solids {
            self.solid(solid);
        }
    }

    fn joint(&mut self, joint: &Joint, at: &Vector3<f64>) {
        let name = self.name(&joint.name, "joint");
        let place = (self.robot, joint.name.clone());
        self.joints.insert(place, name.clone());
        let actuator = self.actuator(joint);
        self.driven
            .extend(actuator.map(|actuator| (name.clone(), actuator)));
        let mut attributes = vec![("name", name)];
        if joint.kind == JointKind::Sliding {
            attributes.push(("type", "slide".to_owned()));
        }
        if *at != Vector3::zeros() {
            attributes.push(("pos", numbers(at.iter())));
        }
        attributes.push(("axis", numbers(joint.axis.iter())));
        if let Some(range) = joint.range {
            attributes.push(("range", numbers(&range)));
        }
        // The limit applies to the sum of all actuators of the joint.
        if let Some(most) = actuator.map(|a| a.most()).filter(|most| most.is_finite()) {
            attributes.push(("actuatorfrcrange", numbers(&[-most, most])));
        }
        for (name, value) in [
            ("damping", joint.damping),
            ("stiffness", joint.stiffness),
            ("springref", joint.rest),
            ("armature", joint.armature),
            ("frictionloss", joint.friction),
        ] {
            if value != 0.0 {
                attributes.push((name, number(value)));
            }
        }
        self.xml.empty("joint", &attributes);
    }

    /// Returns the actuator of a joint, if it has one.
    fn actuator(&self, joint: &Joint) -> Option<Actuator> {
        let place = (self.robot, joint.name.clone());
        self.model.actuators.get(&place).copied()
    }

    /// Writes the sites of a link, or of the world, at which bodies are held together.
    fn sites(&mut self, link: Option<(usize, usize)>) {
        for (number, of) in self.model.description.loops.iter().enumerate() {
            let sides = [(Some(of.first), Some(&of.at)), (of.second, of.to.as_ref())];
            for (side, (carrier, place)) in sides.into_iter().enumerate() {
                if let Some(place) = place.filter(|_| carrier == link) {
                    let mut attributes = vec![("name", site(number, side))];
                    placed(place, &mut attributes);
                    self.xml.empty("site", &attributes);
                }
            }
        }
    }

    /// Writes the bodies that are held together, and the joints that follow others.
    fn equalities(&mut self) {
        let (loops, gears) = (&self.model.description.loops, &self.model.description.gears);
        if loops.is_empty() && gears.is_empty() {
            return;
        }
        self.xml.open("equality", &[]);
        for (number, of) in loops.iter().enumerate() {
            let kind = if of.welded { "weld" } else { "connect" };
            let attributes = [("site1", site(number, 0)), ("site2", site(number, 1))];
            self.xml.empty(kind, &attributes);
        }
        for gear in gears {
            let robot = self.model.description.robots.get(gear.robot);
            let name = |link: usize| {
                let joint = &robot?.links.get(link)?.joint;
                self.joints.get(&(gear.robot, joint.name.clone())).cloned()
            };
            let [Some(one), Some(two)] = gear.links.map(name) else {
                let told = "a gear of a joint with several degrees of freedom";
                self.left_out.push(LeftOut::whole(told));
                continue;
            };
            let line = numbers(&[gear.offset, gear.ratio, 0.0, 0.0, 0.0]);
            let attributes = [("joint1", one), ("joint2", two), ("polycoef", line)];
            self.xml.empty("joint", &attributes);
        }
        self.xml.close();
    }

    /// Writes the servos and the torques of the joints, and returns their controls: targets (rad or m) and forces (N m or N).
    fn actuators(&mut self) -> Vec<f64> {
        let driven = std::mem::take(&mut self.driven);
        let mut controls = vec![];
        if driven.is_empty() {
            return controls;
        }
        self.xml.open("actuator", &[]);
        for (joint, actuator) in driven {
            if let Some(servo) = actuator.servo {
                let attributes = [
                    ("name", format!("{joint}_servo")),
                    ("joint", joint.clone()),
                    ("kp", number(servo.kp)),
                    ("kv", number(servo.kd)),
                ];
                self.xml.empty("position", &attributes);
                controls.push(servo.target);
            }
            if actuator.torque != 0.0 {
                let attributes = [("name", format!("{joint}_motor")), ("joint", joint)];
                self.xml.empty("motor", &attributes);
                controls.push(actuator.gear * actuator.torque);
            }
        }
        self.xml.close();
        controls
    }

    /// Writes a ball joint, whose three axes have one spring, damper, armature and friction.
    fn ball(&mut self, body: &str, joints: [&Joint; 3], at: &Vector3<f64>) {
        let name = self.name(&format!("{body}_joint"), "joint");
        let mut attributes = vec![("name", name), ("type", "ball".to_owned())];
        if *at != Vector3::zeros() {
            attributes.push(("pos", numbers(at.iter())));
        }
        let all = [
            ("damping", "damping", joints.map(|joint| joint.damping)),
            ("stiffness", "spring", joints.map(|joint| joint.stiffness)),
            ("armature", "armature", joints.map(|joint| joint.armature)),
            (
                "frictionloss",
                "dry friction",
                joints.map(|joint| joint.friction),
            ),
        ];
        for (attribute, word, [x, y, z]) in all {
            if x != y || y != z {
                let told = format!(
                    "the {word} of the ball joint about y and z, since that about x is used for all axes"
                );
                self.left_out.push(LeftOut::of(body, told));
            }
            if x != 0.0 {
                attributes.push((attribute, number(x)));
            }
        }
        if joints.iter().any(|joint| self.actuator(joint).is_some()) {
            let told = "the torque or servo of an axis of the ball joint";
            self.left_out.push(LeftOut::of(body, told));
        }
        if joints.iter().any(|joint| joint.rest != 0.0) {
            let told = "the rest position of the spring of the ball joint";
            self.left_out.push(LeftOut::of(body, told));
        }
        if joints.iter().any(|joint| joint.range.is_some()) {
            let told = "the ranges of the ball joint";
            self.left_out.push(LeftOut::of(body, told));
        }
        self.xml.empty("joint", &attributes);
    }

    fn solid(&mut self, solid: &Solid) {
        let (kind, size) = match &solid.form {
            Form::Box(e) => ("box", e.map(|x| x / 2.0).to_vec()),
            Form::Ellipsoid([x, y, z]) if x == y && y == z => ("sphere", vec![x / 2.0]),
            Form::Ellipsoid(d) => ("ellipsoid", d.map(|x| x / 2.0).to_vec()),
            Form::Cylinder(d, l) => ("cylinder", vec![d / 2.0, l / 2.0]),
            Form::Capsule(d, l) => ("capsule", vec![d / 2.0, (l - d) / 2.0]),
            Form::Mesh(..) => ("mesh", vec![]),
        };
        let name = self.name(&solid.name, "geom");
        let mut attributes = vec![("name", name), ("type", kind.to_owned())];
        match &solid.form {
            Form::Mesh(mesh, _) => attributes.push(("mesh", mesh.clone())),
            _ => attributes.push(("size", numbers(&size))),
        }
        placed(&solid.placement, &mut attributes);
        // Masses are given explicitly. Bodies collide with the ground and not with each other.
        attributes.push(("mass", "0".to_owned()));
        attributes.push(("contype", u8::from(solid.touches).to_string()));
        attributes.push(("conaffinity", "0".to_owned()));
        if let Some(friction) = solid.friction {
            // With a priority it replaces that of the ground, as `surface` does.
            attributes.push(("friction", number(friction)));
            attributes.push(("priority", "1".to_owned()));
        }
        self.xml.empty("geom", &attributes);
    }

    /// Writes the positions of the joints, if they differ from those in which the bodies were built, their velocities, and the controls.
    fn key(&mut self, controls: &[f64]) {
        let (mut qpos, mut qvel) = (vec![], vec![]);
        let robots = self.model.description.robots.iter();
        let states = self.model.positions.iter().zip(&self.model.velocities);
        for (robot, (positions, velocities)) in robots.zip(states) {
            let (root, rates) = velocities.split_at(6.min(velocities.len()));
            if robot.free {
                qvel.extend(root);
            }
            let moving = robot.links.iter().skip(1).zip(rates);
            let moving = moving.filter(|(link, _)| link.joint.freedom != Freedom::Weld);
            qvel.extend(moving.map(|(_, rate)| rate));
            if let Some(root) = robot.links.first().filter(|_| robot.free) {
                let to = root.placement.transform();
                qpos.extend(to.translation.iter());
                qpos.extend(quaternion(&to.linear));
            }
            let all = robot.links.iter().zip(positions).enumerate().skip(1);
            for (i, (link, q)) in all {
                match link.joint.freedom {
                    Freedom::Weld | Freedom::Ball(1 | 2) => {}
                    Freedom::Ball(_) => {
                        let turn =
                            Vector3::from_fn(|k, _| positions.get(i + k).copied().unwrap_or(0.0));
                        let turn = UnitQuaternion::from_scaled_axis(turn);
                        qpos.extend([turn.w, turn.i, turn.j, turn.k]);
                    }
                    _ => qpos.push(*q),
                }
            }
        }
        let is_moving = qvel.iter().any(|v| *v != 0.0);
        let moved = self.model.positions.iter().flatten().any(|q| *q != 0.0);
        if is_moving || moved || !controls.is_empty() {
            self.xml.open("keyframe", &[]);
            let mut attributes = vec![("name", "start".to_owned()), ("qpos", numbers(&qpos))];
            if is_moving {
                attributes.push(("qvel", numbers(&qvel)));
            }
            if !controls.is_empty() {
                attributes.push(("ctrl", numbers(controls)));
            }
            self.xml.empty("key", &attributes);
            self.xml.close();
        }
    }
}

/// Returns the name of a site: of a loop by its number, on its first or second body.
fn site(number: usize, side: usize) -> String {
    format!("loop{number}_{}", side + 1)
}

fn placed(placement: &Placement, attributes: &mut Vec<(&str, String)>) {
    if placement.translation != Vector3::zeros() {
        attributes.push(("pos", numbers(placement.translation.iter())));
    }
    if !placement.is_straight() {
        let q = quaternion(&placement.transform().linear);
        attributes.push(("quat", numbers(&q)));
    }
}
