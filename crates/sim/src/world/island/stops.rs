//! What only pulls or only pushes without a contact: hard ends of joint ranges, and ropes, as cones without friction (see [`Cone`]).

use super::bonds::{Bond, Holding, Side};
use super::pipeline::Island;
use crate::contact::{Approach, Cone, ConeLaw, Joined, PointForce};
use crate::world::account::Works;
use crate::world::contact::Arrival;
use nalgebra::Vector3;

/// Distance at which an end is looked at, in parts of the range or of the rope: more than a joint covers in a step by its acceleration.
const NEAR: f64 = 0.01;

/// A cone of a step that is no contact.
#[derive(Clone, Copy, Debug)]
pub(in crate::world) struct Stop {
    /// The number of the attachment of a rope; none for the end of a joint's range.
    rope: Option<usize>,
    pub arrives: Option<Arrival>,
}

/// What acts on one side only: the end of a hard range, or a rope.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::world) enum Which {
    /// An end of the range of the joint of a member's body.
    End {
        member: usize,
        body: usize,
        upper: bool,
    },
    /// A rope, by the number of its attachment.
    Rope(usize),
    /// A point of rigid contact: the corpus and the body that keep its force, what they touch, and the place on the body (m, its axes).
    Point {
        corpus: usize,
        body: usize,
        other: Option<(usize, usize)>,
        place: Vector3<f64>,
    },
}

impl Which {
    /// Whether both are the same, or contacts of the same bodies.
    pub fn is_same(&self, other: &Which) -> bool {
        use Which::Point;
        match (self, other) {
            (
                Point {
                    corpus,
                    body,
                    other: touched,
                    ..
                },
                Point {
                    corpus: corpus2,
                    body: body2,
                    other: touched2,
                    ..
                },
            ) => (corpus, body, touched) == (corpus2, body2, touched2),
            (one, two) => one == two,
        }
    }
}

/// How it stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Unilateral {
    pub of: Which,
    pub sides: [Side; 2],
    /// The direction in which it opens.
    pub normal: Vector3<f64>,
    /// Its gap (m or rad), the speed at which that opens, and the length of the range or of the rope, or the extent of the figure.
    pub gap: f64,
    pub speed: f64,
    pub length: f64,
    /// Its restitution, and the speed below which nothing bounces.
    pub restitution: f64,
    pub slow: f64,
    /// The coefficient of friction.
    pub friction: f64,
    /// Velocity of each side.
    pub velocities: [Vector3<f64>; 2],
    /// The acceleration of the first side relative to the second because the direction turns.
    pub turning: Vector3<f64>,
}

impl Unilateral {
    /// Returns its bond, without a force.
    pub fn bond(&self, hold: Holding) -> Bond {
        Bond {
            sides: self.sides,
            force: PointForce::none(),
            velocities: self.velocities,
            arms: [Vector3::zeros(); 2],
            hold,
            is_collision: matches!(self.of, Which::Point { other: Some(_), .. }),
        }
    }
}

/// Distance at which an end acts, in parts of the range or of the rope.
const TOUCHING: f64 = 1e-7;

/// Speed below which nothing bounces off an end, in parts of the range in a second.
const SLOW: f64 = 0.02;

/// Returns the cone of a step of `h` seconds along a direction, with a gap (m or rad), the speed at which it opens, and its restitution, for
/// an end of a `length`; and when it begins to act. The flag says whether the method finds that.
fn cone(
    normal: Vector3<f64>,
    [gap, speed, length]: [f64; 3],
    restitution: f64,
    (h, meets): (f64, bool),
) -> (Cone, Option<Arrival>) {
    let touching = if meets { TOUCHING * length } else { 0.0 };
    let slow = SLOW * length;
    let approach = Approach {
        depth: -gap,
        speed,
        restitution,
        slow,
        touching,
        change: 0.0,
        law: ConeLaw::Coulomb,
    };
    let arrives = Arrival::of([gap, touching], speed);
    (approach.cone(normal, 0.0, h), arrives)
}

impl Island<'_> {
    /// Whether a member has a hard joint range, or a rope.
    pub fn has_stops(&self) -> bool {
        let mut ropes = self.forces.ties.iter();
        let mut members = self.members.iter();
        members.any(|&i| self.corpora[i].laws.has_hard_ends)
            || ropes.any(|tie| self.attachments[tie.number].law.is_rope())
    }

    /// Finds the ends of ranges and the ropes that may act in a step of `h` seconds, at the states in the workspaces.
    pub(super) fn each_end(&self, h: f64, mut act: impl FnMut(Unilateral)) {
        for (member, &i) in self.members.iter().enumerate() {
            let corpus = &self.corpora[i];
            if !corpus.laws.has_hard_ends {
                continue;
            }
            let joints = corpus.joints.iter().enumerate();
            for (body, joint) in joints.filter(|(_, joint)| joint.hard) {
                let [q, rate] = corpus.step.workspace.joint(&corpus.model, body);
                let near = NEAR * (joint.qmax - joint.qmin) + 2.0 * h * rate.abs();
                for (factor, gap) in [(1.0, q - joint.qmin), (-1.0, joint.qmax - q)] {
                    // An infinite range has no such end.
                    if !(gap <= near && gap.is_finite()) {
                        continue;
                    }
                    let x = Vector3::x();
                    let speed = factor * rate;
                    act(Unilateral {
                        of: Which::End {
                            member,
                            body,
                            upper: factor < 0.0,
                        },
                        sides: [
                            Side::Joint {
                                member,
                                body,
                                factor,
                            },
                            Side::Fixed(Vector3::zeros()),
                        ],
                        normal: x,
                        gap,
                        speed,
                        length: joint.qmax - joint.qmin,
                        restitution: joint.bounce,
                        slow: SLOW * (joint.qmax - joint.qmin),
                        friction: 0.0,
                        velocities: [x * speed, Vector3::zeros()],
                        turning: Vector3::zeros(),
                    });
                }
            }
        }
        for tie in &self.forces.ties {
            let Joined::Closure(closure) = &self.attachments[tie.number].law else {
                continue;
            };
            let ends = tie.ends(self.corpora, self.members);
            let Some((normal, gap, length)) = closure.slack(&ends) else {
                continue;
            };
            let velocities = ends.map(|end| end.velocity);
            let speed = (velocities[0] - velocities[1]).dot(&normal);
            if gap > NEAR * length + 2.0 * h * speed.abs() {
                continue;
            }
            let across = velocities[0] - velocities[1] - normal * speed;
            let apart = (length - gap).max(f64::MIN_POSITIVE);
            act(Unilateral {
                of: Which::Rope(tie.number),
                sides: tie.sides,
                normal,
                gap,
                speed,
                length,
                restitution: 0.0,
                slow: SLOW * length,
                friction: 0.0,
                velocities,
                turning: normal * (-across.norm_squared() / apart),
            });
        }
    }

    /// Adds the ends of ranges and the ropes that may act in a step of `h` seconds to the bonds, at the states in the workspaces.
    pub fn find_stops(&mut self, h: f64) {
        let mut stops = std::mem::take(&mut self.forces.stops);
        let mut bonds = std::mem::take(&mut self.forces.bonds.all);
        stops.clear();
        let meets = self.around.is_auto;
        self.each_end(h, |end| {
            let sizes = [end.gap, end.speed, end.length];
            let (mut cone, arrives) = cone(end.normal, sizes, end.restitution, (h, meets));
            let mut last = Vector3::zeros();
            let mut rope = None;
            if let Which::Rope(number) = end.of {
                cone.turning = meets.then_some(end.turning);
                rope = Some(number);
                if let Joined::Closure(closure) = &self.attachments[number].law {
                    last = end.normal * closure.loads[0][0];
                }
            }
            bonds.push(end.bond(Holding::Cone(cone, last)));
            stops.push(Stop { rope, arrives });
        });
        self.forces.stops = stops;
        self.forces.bonds.all = bonds;
    }

    /// Forgets the loads of ropes and hard ends.
    pub fn loosen_stops(&mut self) {
        for &i in self.members {
            self.corpora[i].contact.stops.clear();
        }
        for tie in &self.forces.ties {
            let law = &mut self.attachments[tie.number].law;
            if law.is_rope()
                && let Joined::Closure(closure) = law
            {
                closure.loads[0] = [0.0; 3];
            }
        }
    }

    /// Keeps the loads of ropes and hard ends that a step of `h` seconds has found, and adds the works of stops to those of the members.
    pub fn keep_stops(&mut self, h: f64, works: &mut [Works]) {
        self.loosen_stops();
        let bonds = &self.forces.bonds;
        let changes = bonds.changes_of_cones(self.corpora, self.members);
        let cones = bonds.all.iter().filter(|bond| bond.is_conical());
        let found = bonds.forces_of_cones().zip(changes).zip(cones);
        for (stop, ((force, change), bond)) in self.forces.stops.iter().zip(found) {
            if let Some(number) = stop.rope
                && let Joined::Closure(closure) = &mut self.attachments[number].law
            {
                closure.loads[0][0] = force.norm();
            }
            let sides = bond.sides.iter().zip(bond.velocities).zip([1.0, -1.0]);
            for (((side, velocity), sign), change) in sides.zip(change) {
                let Some((member, _)) = side.mover() else {
                    continue;
                };
                let work = sign * force.dot(&((velocity + change * (h / 2.0)) * h));
                match stop.rope {
                    None => works[member].dampers -= work,
                    Some(_) => works[member].outer += work,
                }
            }
        }
        let cones = bonds.all.iter().filter(|bond| bond.is_conical());
        for (bond, force) in cones.zip(bonds.forces_of_cones()) {
            if let Side::Joint {
                member,
                body,
                factor,
            } = bond.sides[0]
                && force.x != 0.0
            {
                let stops = &mut self.corpora[self.members[member]].contact.stops;
                stops.push((body, factor * force.x));
            }
        }
    }
}
