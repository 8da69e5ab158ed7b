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

    /// Adds the ends of ranges and the ropes that may act in a step of `h` seconds to the bonds, at the states in the workspaces.
    pub fn find_stops(&mut self, h: f64) {
        self.forces.stops.clear();
        let meets = self.around.is_auto;
        let bonds = &mut self.forces.bonds.all;
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
                    let range = joint.qmax - joint.qmin;
                    let (cone, arrives) = cone(x, [gap, speed, range], joint.bounce, (h, meets));
                    bonds.push(Bond {
                        sides: [
                            Side::Joint {
                                member,
                                body,
                                factor,
                            },
                            Side::Fixed(Vector3::zeros()),
                        ],
                        force: PointForce::none(),
                        velocities: [x * speed, Vector3::zeros()],
                        arms: [Vector3::zeros(); 2],
                        hold: Holding::Cone(cone, Vector3::zeros()),
                        is_collision: false,
                    });
                    let rope = None;
                    self.forces.stops.push(Stop { rope, arrives });
                }
            }
        }
        for tie in &self.forces.ties {
            let Joined::Closure(closure) = &self.attachments[tie.number].law else {
                continue;
            };
            let ends = tie.ends(self.corpora, self.members);
            let Some((direction, gap, length)) = closure.slack(&ends) else {
                continue;
            };
            let velocities = ends.map(|end| end.velocity);
            let speed = (velocities[0] - velocities[1]).dot(&direction);
            if gap > NEAR * length + 2.0 * h * speed.abs() {
                continue;
            }
            let last = direction * closure.loads[0][0];
            let (mut cone, arrives) = cone(direction, [gap, speed, length], 0.0, (h, meets));
            let across = velocities[0] - velocities[1] - direction * speed;
            let apart = (length - gap).max(f64::MIN_POSITIVE);
            cone.turning = meets.then(|| direction * (-across.norm_squared() / apart));
            bonds.push(Bond {
                sides: tie.sides,
                force: PointForce::none(),
                velocities,
                arms: [Vector3::zeros(); 2],
                hold: Holding::Cone(cone, last),
                is_collision: false,
            });
            let rope = Some(tie.number);
            self.forces.stops.push(Stop { rope, arrives });
        }
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
