//! Rigid contact: the points at which bodies touch or may touch in a step, and the forces there in the last step.

use super::broad_phase::yields;
use super::ground::scale_for;
use super::ground_points::find_ground_contacts;
use super::manifold::PairBody;
use crate::contact::{Approach, Cone, ConeLaw, Ground, components};
use crate::world::account::GroundForce;
use crate::world::corpus::{Corpus, GroundTouch};
use nalgebra::Vector3;
use serde::{Deserialize, Serialize};

/// A point of rigid contact in the last step.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct RigidTouch {
    /// The body, by the model's number.
    pub body: usize,
    /// The body that it touches, by its corpus and the model's number; none for the ground.
    pub other: Option<(usize, usize)>,
    /// The point (m, axes of the body in the dynamics).
    #[serde(with = "components")]
    pub place: Vector3<f64>,
    /// Unit normal out of the other (world).
    #[serde(with = "components")]
    pub normal: Vector3<f64>,
    /// Depth (m); below zero a gap.
    pub depth: f64,
    /// Force on the body (N, world).
    #[serde(with = "components")]
    pub force: Vector3<f64>,
}

/// A point at which a body may touch another, or the ground, in a step.
#[derive(Clone, Copy, Debug)]
pub(in crate::world) struct RigidPoint {
    /// The corpus of the body that keeps its force, and its member of the island.
    pub corpus: usize,
    pub member: usize,
    /// What is kept: the normal is that of the bond until then.
    pub touch: RigidTouch,
    /// Whether the body that keeps it is the first side of the bond, 1, or the second, -1.
    pub sign: f64,
    /// Both bodies; none for the ground.
    pub spots: Option<[PairBody; 2]>,
    /// The point (m, world).
    pub at: Vector3<f64>,
    /// The law in the step.
    pub cone: Cone,
    /// Restitution in an impact, also where the bodies do not approach before it.
    pub restitution: f64,
    /// Velocity of each side there (m/s, world).
    pub velocities: [Vector3<f64>; 2],
    pub arrives: Option<Arrival>,
    /// The force (N) that draws it to the ground: it is a sticky foot.
    pub pull: f64,
}

/// Restitution at a contact: of the speed, and the speed (m/s) below which nothing bounces; and the speed that gravity adds in a step.
#[derive(Clone, Copy, Debug)]
pub(in crate::world) struct Bounce {
    pub restitution: f64,
    pub slow: f64,
    pub fall: f64,
    /// The bound of friction.
    pub law: ConeLaw,
}

impl Bounce {
    /// Returns that of a law in a step of `h` seconds in which gravity changes speeds by `fall` (m/s).
    pub fn of(law: &Ground, cone: ConeLaw, fall: f64) -> Self {
        Bounce {
            law: cone,
            restitution: law.e.max(0.0).sqrt(),
            slow: law.restitution_speed.max(2.0 * fall),
            fall,
        }
    }

    /// Whether a point of that depth (m) does not touch: what is soft acts only where bodies overlap.
    pub fn skips(&self, depth: f64) -> bool {
        self.law == ConeLaw::Todorov && depth < 0.0
    }

    /// Returns the cone of a contact in a step of `h` seconds, whose bodies turn with a centripetal acceleration of `turning` (m/s2) there.
    pub fn cone(
        &self,
        normal: Vector3<f64>,
        friction: f64,
        [depth, touching, speed]: [f64; 3],
        (h, turning): (f64, f64),
    ) -> Cone {
        let approach = Approach {
            depth,
            speed,
            restitution: self.restitution,
            slow: self.slow,
            touching,
            // Of a step and its halves it would differ, and their difference count as motion.
            change: match touching > 0.0 {
                true => 0.0,
                false => self.fall + turning * h,
            },
            law: self.law,
        };
        approach.cone(normal, friction, h)
    }
}

/// When bodies that approach begin to touch.
#[derive(Clone, Copy, Debug)]
pub(in crate::world) struct Arrival {
    /// Time (s) in which they touch: zero if they do, below it if they overlap.
    pub time: f64,
    /// The speed of their approach (m/s).
    pub speed: f64,
}

impl Arrival {
    /// Returns that of a gap (m) at a speed of separation (m/s); none where bodies do not approach.
    pub fn of([gap, touching]: [f64; 2], speed: f64) -> Option<Self> {
        (speed < 0.0).then(|| Arrival {
            time: match gap.abs() > touching {
                true => (gap - touching / 2.0) / -speed,
                false => 0.0,
            },
            speed: -speed,
        })
    }
}

/// How much faster than before a step a body may become in it, in parts of its own speed and in parts of the figure's fastest: what goes beyond
/// overlaps after the step, and parts in the next.
const HURRIED: f64 = 2.0;
const PUSHED: f64 = 0.25;

/// Depth at which a body rests in terrain, in parts of its figure's extent: what is above it is not searched.
const REST: f64 = 1e-7;

impl RigidPoint {
    /// Whether a force changes the motion of a body that it touches. Nothing keeps others apart.
    pub(in crate::world) fn yields(&self, corpora: &[Corpus]) -> bool {
        match &self.spots {
            Some(spots) => spots.iter().any(|spot| spot.yields(corpora)),
            None => yields(&corpora[self.corpus], self.touch.body),
        }
    }
}

impl Corpus {
    /// Returns the force that a contact had in the last step, next to a place on the same two bodies; zero if they did not touch.
    pub(in crate::world) fn last_force(&self, touch: &RigidTouch) -> Vector3<f64> {
        let all = self.contact.rigid.iter();
        let same = all.filter(|of| (of.body, of.other) == (touch.body, touch.other));
        let apart = |of: &&RigidTouch| (of.place - touch.place).norm_squared();
        let nearest = same.min_by(|a, b| apart(a).total_cmp(&apart(b)));
        nearest.map_or_else(Vector3::zeros, |of| of.force)
    }

    /// Finds the points near the ground that it may reach in a step of `h` seconds, with gravity (m/s2); the flag says whether the method finds when
    /// they meet.
    pub(in crate::world) fn near_ground(
        &mut self,
        [number, member]: [usize; 2],
        ground: &Ground,
        (h, gravity): (f64, f64),
        (law, meets): (ConeLaw, bool),
        points: &mut Vec<RigidPoint>,
    ) {
        let over_terrain = ground.surface.terrain().is_some();
        let rest = REST * self.step.scales.extent;
        let fastest = self.fastest();
        // A method that finds when bodies meet takes them as they move.
        let (hurried, pushed) = match meets {
            true => (0.0, 1.0),
            false => (HURRIED, PUSHED),
        };
        let reach = match over_terrain {
            true => 0.0,
            false => h * (hurried.max(1.0) * fastest + gravity * h) + rest,
        };
        self.contact.ground_contacts.forget();
        self.contact.ground_contacts.above = reach;
        find_ground_contacts(self, ground);
        self.contact.ground_contacts.above = 0.0;
        let found = std::mem::take(&mut self.contact.ground_contacts);
        for of in &found.bodies {
            let rotation = of.place.rotation;
            let ground = &*self.contact.under(of.body, ground);
            let bounce = Bounce::of(ground, law, gravity * h);
            let speed = hurried * self.fastest_of(of.body) + pushed * fastest;
            let own_reach = h * (speed + gravity * h) + rest;
            for near in &found.points[of.points.clone()] {
                let workspace = &self.step.workspace;
                let own = workspace.point_velocity(of.body, near.point);
                let velocity = rotation * own;
                let normal = rotation * near.up;
                let depth = match over_terrain {
                    true => near.depth - rest,
                    false => near.depth - reach,
                };
                if !over_terrain && -depth > own_reach {
                    continue;
                }
                let speed = velocity.dot(&normal);
                let angular = workspace.angular_velocity(of.body);
                let turning = angular.norm_squared() * near.point.norm();
                if bounce.skips(depth) {
                    continue;
                }
                let travel = near.travel.and_then(|index| found.travels.get(index));
                let rolling = travel.map_or_else(Vector3::zeros, |travel| {
                    rotation * angular.cross(&(travel * angular))
                });
                let touching = if meets { rest } else { 0.0 };
                let at = [depth, touching, speed];
                let sticks = -depth <= rest
                    && self.contact.sticks(of.body)
                    && !self.shapes.contacts[of.body].further.contains(&near.slot);
                let pull = match sticks {
                    true => scale_for(self, ground, of.body) * ground.sticky.strength(),
                    false => 0.0,
                };
                points.push(RigidPoint {
                    corpus: number,
                    member,
                    touch: RigidTouch {
                        body: of.body,
                        other: None,
                        place: near.point,
                        normal,
                        depth,
                        force: Vector3::zeros(),
                    },
                    sign: 1.0,
                    spots: None,
                    at: of.place.origin + rotation * near.point,
                    cone: Cone {
                        turning: meets.then_some(rolling),
                        ..bounce.cone(normal, ground.friction, at, (h, turning))
                    },
                    restitution: bounce.restitution,
                    velocities: [velocity, Vector3::zeros()],
                    arrives: Arrival::of([-depth, touching], speed),
                    pull,
                });
            }
        }
        self.contact.ground_contacts = found;
        self.contact.ground_contacts.forget();
    }

    /// Returns a speed (m/s) that no point of it exceeds.
    fn fastest(&self) -> f64 {
        let speeds = (0..self.model.bodies()).map(|body| self.fastest_of(body));
        speeds.fold(0.0, f64::max)
    }

    /// Returns a speed (m/s) that no point of a body exceeds.
    fn fastest_of(&self, body: usize) -> f64 {
        let workspace = &self.step.workspace;
        let radius = self.shapes.contacts[body].radius.max(0.0);
        workspace.linear_velocity(body).norm() + workspace.angular_velocity(body).norm() * radius
    }

    /// Whether rigid ground pushed a body in the last step.
    pub(in crate::world) fn rests_on_rigid_ground(&self, body: usize) -> bool {
        let mut touches = self.contact.rigid.iter();
        touches.any(|of| of.body == body && of.other.is_none() && of.force != Vector3::zeros())
            || self.contact.newly_met().any(|met| met == (body, None))
    }

    /// Reports the forces of a rigid ground in the last step, and applies them if they act.
    pub(in crate::world) fn visit_rigid_ground(&mut self, acts: bool) {
        let touches = std::mem::take(&mut self.contact.rigid);
        for touch in touches.iter().filter(|touch| touch.other.is_none()) {
            let body = touch.body;
            let workspace = &mut self.step.workspace;
            let rotation = workspace.world_rotation(body);
            if acts {
                let force = rotation.tr_mul(&touch.force);
                workspace.apply_force(body, touch.place, force);
                continue;
            }
            // It is only near.
            if touch.force == Vector3::zeros() {
                continue;
            }
            let force = GroundForce::of(&touch.force, &touch.normal);
            let shown = GroundTouch {
                body,
                point: workspace.world_position(body) + rotation * touch.place,
                normal: touch.normal,
                depth: touch.depth.max(0.0),
                force: touch.force,
            };
            self.measured.recorder.rests_on(force, shown);
        }
        self.contact.rigid = touches;
    }
}
