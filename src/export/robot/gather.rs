//! Collects the figures of a stage as robots.

use super::LeftOut;
use super::simple::simple;
use crate::contact::{Closure, ClosureKind, Joined};
use crate::control::{Actuator, JointParameters, Servo, SpringScale, terms};
use crate::dynamics::{Freedom, JointKind, Root};
use crate::figure::{JointForm, Object, Transform};
use crate::geometry::Mesh;
use crate::robot::{
    Description, Form, Gear, Ground, Joint, Link, Loop, Placement, Robot, Solid, massless,
};
use crate::session::Stage;
use crate::world::{Corpus, End, World};
use nalgebra::Vector3;
use std::collections::BTreeMap;

/// The figures of a stage as robots, with their state.
#[derive(Clone, Debug, Default)]
pub struct Model {
    /// The figures and their world.
    pub description: Description,
    /// Meshes of shapes that are not simple, by the names that [`Form::Mesh`] has for them.
    pub meshes: Vec<(String, Mesh)>,
    /// The position of each link's joint (rad or m), robot by robot.
    pub positions: Vec<Vec<f64>>,
    /// Robot by robot, the velocity of the root's origin (m/s, world), its angular velocity (rad/s, its axes), and the rates of all other links'
    /// joints (rad/s or m/s).
    pub velocities: Vec<Vec<f64>>,
    /// The actuators that exert a force, by the number of the robot and the name of the joint.
    pub actuators: BTreeMap<(usize, String), Actuator>,
    /// Everything that no format can represent.
    pub left_out: Vec<LeftOut>,
}

/// Gathers the figures of a stage as they are now.
#[must_use]
pub fn robot(stage: &Stage, name: &str) -> Model {
    let world = &stage.world;
    let mut model = Model::default();
    model.description.name = name.to_owned();
    model.description.gravity = Some(match world.gravity.on {
        true => world.gravity.vector(),
        false => Vector3::zeros(),
    });
    model.description.ground = world.ground_on.then_some(Ground {
        normal: world.ground.surface.normal,
        height: world.ground.height,
        friction: Some(world.ground.friction),
    });
    if world.ground_on && world.ground.surface.terrain.is_some() {
        let told = "terrain; only the plane around it is exported";
        model.left_out.push(LeftOut::whole(told));
    }
    // The numbers of the corpora of the robots.
    let mut running = vec![];
    for draft in &stage.definitions.drafts {
        let corpus = draft.running.and_then(|c| Some((c, world.corpora.get(c)?)));
        if let Some((number, corpus)) = corpus {
            model.figure(&draft.figure, corpus);
            running.push(number);
        }
    }
    for (what, is_there) in [
        (
            "gaits and motor programs",
            !stage.definitions.roaches.is_empty(),
        ),
        (
            "springs of `attach`, and sliders, rods, ropes, drives and what rolls",
            !model.closures(world, &running),
        ),
        (
            "bodies that collide with each other",
            !world.collision_rules().is_empty(),
        ),
        (
            "timers and events",
            !stage.timers.is_empty() || !stage.watches.is_empty(),
        ),
    ] {
        if is_there {
            model.left_out.push(LeftOut::whole(what));
        }
    }
    model
}

impl Model {
    /// Gathers the closures of bodies and the gears, for robots of these corpora. Returns whether all that joins bodies or joints is among
    /// them.
    fn closures(&mut self, world: &World, running: &[usize]) -> bool {
        let mut all = true;
        for of in world.attachments().iter().filter(|of| of.holds()) {
            let Joined::Closure(closure) = &of.law else {
                all = false;
                continue;
            };
            let gathered = match closure.kind {
                ClosureKind::Gear(offset) => self.gear(world, running, &of.ends, offset),
                ClosureKind::Pin | ClosureKind::Hinge | ClosureKind::Weld => {
                    self.held(world, running, &of.ends, closure)
                }
                _ => None,
            };
            all &= gathered.is_some();
        }
        all
    }

    /// Gathers a gear.
    fn gear(
        &mut self,
        world: &World,
        running: &[usize],
        ends: &[End; 2],
        offset: f64,
    ) -> Option<()> {
        let [
            End::Joint { corpus, body, .. },
            End::Joint {
                body: second,
                factor,
                ..
            },
        ] = *ends
        else {
            return None;
        };
        let figure = world.corpora.get(corpus)?;
        let links = [figure.number_of(body)?, figure.number_of(second)?];
        let [one, two] = links.map(|link| figure.model.axis_length(link));
        self.description.gears.push(Gear {
            robot: running.iter().position(|of| *of == corpus)?,
            links,
            ratio: factor * one / two,
            offset: offset * one,
        });
        Some(())
    }

    /// Gathers what holds two bodies together: a hinge is two points of its axis.
    fn held(
        &mut self,
        world: &World,
        running: &[usize],
        ends: &[End; 2],
        closure: &Closure,
    ) -> Option<()> {
        let side = |number: usize| {
            let (link, point) = match ends[number] {
                End::World(point) => (None, point),
                End::Body {
                    corpus,
                    body,
                    point,
                } => {
                    let robot = running.iter().position(|of| *of == corpus)?;
                    let link = world.corpora.get(corpus)?.number_of(body)?;
                    (Some((robot, link)), point)
                }
                End::Joint { .. } => return None,
            };
            let frame = Transform {
                linear: closure.frame(number),
                translation: point,
            };
            Some((link, frame))
        };
        let mut sides = [side(0)?, side(1)?];
        if sides[0].0.is_none() {
            sides.reverse();
        }
        let [(first, at), (second, to)] = sides;
        let along = Transform::translation(Vector3::z() * closure.lever);
        let points = match closure.kind {
            ClosureKind::Hinge => &[Transform::identity(), along][..],
            _ => &[Transform::identity()],
        };
        for point in points {
            self.description.loops.push(Loop {
                first: first?,
                second,
                at: Placement::of(&point.then(&at)),
                to: Some(Placement::of(&point.then(&to))),
                welded: closure.kind == ClosureKind::Weld,
            });
        }
        Some(())
    }

    fn figure(&mut self, figure: &crate::figure::Figure, corpus: &Corpus) {
        let mut robot = Robot {
            name: corpus.name.clone(),
            free: corpus.model.root() == Root::Free,
            ..Robot::default()
        };
        if matches!(corpus.model.root(), Root::Driven(_)) {
            self.leave_out(&corpus.name, "its root is driven; it is exported as fixed");
        }
        let mut positions = vec![];
        let [omega, v] = [corpus.layout().omega(), corpus.layout().v()]
            .map(|range| Vector3::from_iterator(corpus.y[range].iter().copied()));
        let mut velocities: Vec<f64> = (corpus.root_pose().0 * v).iter().copied().collect();
        velocities.extend(omega.iter());
        for (number, &of) in corpus.numbering.order.iter().enumerate() {
            let Some((body, degree)) = figure.degree(of) else {
                continue;
            };
            let further = corpus.is_further(number);
            let parent = corpus.model.parent(number);
            let placement = match parent {
                Some(parent) if corpus.is_further(parent) => Placement::default(),
                Some(_) => Placement::of(&body.placement),
                None => {
                    let (linear, translation) = corpus.root_pose();
                    Placement::of(&Transform {
                        linear,
                        translation,
                    })
                }
            };
            let mut solids = vec![];
            if !further {
                let (spec, parts) = (&body.spec, body.parts.iter());
                solids.push(self.solid(&spec.name, &body.shape, &body.mesh, spec.colliding));
                solids.extend(parts.map(|part| {
                    let (name, touches) = (&part.spec.name, part.spec.colliding);
                    self.solid(name, &part.shape, &part.mesh, touches)
                }));
                let finish = corpus.contact.finish(number);
                if finish.e.is_some() {
                    self.leave_out(&spec.name, "the restitution of its surface");
                }
                for solid in solids.iter_mut().filter(|solid| solid.touches) {
                    solid.friction = finish.friction;
                }
            }
            let inertia = match body.inertia.mass > 0.0 && !further {
                true => body.inertia,
                false => massless(),
            };
            let length = corpus.model.axis_length(number);
            robot.links.push(Link {
                name: match further {
                    true => figure.label(of),
                    false => body.spec.name.clone(),
                },
                parent,
                placement,
                joint: match parent {
                    Some(_) => Joint {
                        freedom: degree.freedom,
                        ..self.joint(corpus, number, &degree.axis, length)
                    },
                    None => Joint::default(),
                },
                form: match parent {
                    Some(_) if !further => body.spec.form.clone(),
                    _ => JointForm::Single,
                },
                further,
                inertia,
                solids,
                remarks: vec![],
            });
            positions.push(match parent {
                Some(_) => corpus.q(number) * length,
                None => 0.0,
            });
            velocities.extend(parent.map(|_| corpus.qd(number) * length));
        }
        self.description.robots.push(robot);
        self.positions.push(positions);
        self.velocities.push(velocities);
    }

    /// Returns the velocities of a robot for a format that has none.
    pub(super) fn lost_velocities(&self, number: usize) -> Option<LeftOut> {
        let robot = self.description.robots.get(number)?;
        let moves = self.velocities.get(number)?.iter().any(|v| *v != 0.0);
        moves.then(|| LeftOut::of(&robot.name, "velocities"))
    }

    fn leave_out(&mut self, of: &str, what: &str) {
        self.left_out.push(LeftOut::of(of, what));
    }

    /// Converts a joint: forces on the joint variable become forces on the angle or displacement, which differ by the length of
    /// the axis.
    fn joint(&mut self, corpus: &Corpus, body: usize, axis: &Vector3<f64>, length: f64) -> Joint {
        let name = corpus.names.get(body).cloned().unwrap_or_default();
        let default = JointParameters::default();
        let given = corpus.joints.get(body).unwrap_or(&default);
        let own = corpus.model.inertia(body).mass;
        let scale = match given.spring_scale {
            SpringScale::None => 1.0,
            SpringScale::Mass => own,
            SpringScale::DistalMass => distal(corpus, body),
        } / (length * length);
        let acts = |term: u32| given.q_type & term != 0;
        if length != 1.0 {
            self.leave_out(
                &name,
                &format!("the length {length} of the joint's axis: the file has an axis of length 1, so positions in the file are {length} times those of the script"),
            );
        }
        if acts(terms::EXPONENTIAL) && given.ea != 0.0 {
            self.leave_out(&name, "the exponential spring of the joint, and its motor");
        }
        let range = [given.qmin * length, given.qmax * length];
        let has_limits = acts(terms::LIMITS) || given.hard;
        let limited = has_limits && range.iter().all(|x| x.is_finite());
        if has_limits && !limited && (given.qmin.is_finite() || given.qmax.is_finite()) {
            self.leave_out(&name, "a joint range with only one end");
        }
        if limited && !given.hard {
            self.leave_out(&name, "stiffness and damping of its joint's limits");
        }
        let bias = match acts(terms::BIAS) {
            true => given.bias / length,
            false => 0.0,
        };
        if bias != 0.0 {
            self.leave_out(&name, "the constant force of its joint");
        }
        if !given.actuator.is_idle() {
            let place = (self.description.robots.len(), format!("{name}_joint"));
            let own = given.actuator;
            let servo = own.servo.map(|servo| Servo {
                kp: servo.kp / (length * length),
                kd: servo.kd / (length * length),
                target: servo.target * length,
            });
            let actuator = Actuator {
                torque: own.torque / length,
                limit: own.limit / length,
                servo,
                ..own
            };
            self.actuators.insert(place, actuator);
        }
        let when = |term, x: f64| if acts(term) { x } else { 0.0 };
        Joint {
            name: format!("{name}_joint"),
            kind: corpus.model.joint_kind(body).unwrap_or(JointKind::Rotary),
            freedom: Freedom::Axis,
            axis: axis.normalize(),
            range: limited.then_some(range),
            damping: when(terms::DAMPER, given.b * scale),
            friction: given.friction / length,
            stiffness: when(terms::LINEAR, given.k * scale),
            rest: when(terms::LINEAR, given.kq * length),
            armature: given.armature / (length * length),
            bias,
            zero: 0.0,
        }
    }

    fn solid(&mut self, name: &str, shape: &Object, mesh: &Mesh, touches: bool) -> Solid {
        if !shape.pieces.is_empty() && touches {
            self.leave_out(name, "its convex parts: others take the hull of its mesh");
        }
        let (form, placement) = simple(shape).unwrap_or_else(|| {
            let known =
                |name: &str, meshes: &[(String, Mesh)]| meshes.iter().any(|(n, _)| n == name);
            let mut file = name.to_owned();
            while known(&file, &self.meshes) {
                file.push('_');
            }
            self.meshes.push((file.clone(), mesh.clone()));
            (Form::Mesh(file, [1.0; 3]), Placement::default())
        });
        Solid {
            name: name.to_owned(),
            form,
            placement,
            touches,
            friction: None,
        }
    }
}

/// Returns the mass of a body and of all its distal bodies (kg).
fn distal(corpus: &Corpus, body: usize) -> f64 {
    let model = &corpus.model;
    let carried = |mut b: usize| loop {
        if b == body {
            return true;
        }
        match model.parent(b) {
            Some(parent) => b = parent,
            None => return false,
        }
    };
    let bodies = (0..model.bodies()).filter(|b| carried(*b));
    bodies.map(|b| model.inertia(b).mass).sum()
}
