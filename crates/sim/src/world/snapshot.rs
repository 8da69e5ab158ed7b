//! Takes and restores the changing state of a world, which `save` also writes to files.
//!
//! Figures are not included: for each, its state and everything that acts on it are stored. Parts that seldom change are shared
//! between snapshots, so that one can be taken each frame. Numbers that are read from a file must be validated before they are
//! restored.

use super::World;
use super::account::Account;
use super::attachment::Attachment;
use super::contact::{
    Colliding, CollisionRules, CollisionSettings, Meeting, PairFriction, RigidTouch, Search,
};
use super::corpus::{Corpus, Pull, Push, SpeedLimit};
use super::gravity::Gravity;
use super::interactions::Interactions;
use crate::contact::components;
use crate::contact::{Finish, Ground, Hold, Parting, Stabilization, Sunk};
use crate::control::{JointParameters, Motor, Trajectory};
use corpus_dynamics::integrate::{Counters, Memory, Settings};
use corpus_dynamics::{JointKind, Root};
use nalgebra::Vector3;
use serde::{Deserialize, Serialize};
use std::mem::{size_of, take};
use std::sync::Arc;

/// A world at one moment.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct WorldSnapshot {
    /// Clock (s).
    #[serde(rename = "time_s")]
    pub time: f64,
    /// Frames, gravity, ground, integration.
    pub settings: Arc<WorldSettings>,
    /// Counters of the integrator.
    pub counters: Counters,
    /// The corpora.
    pub corpora: Vec<CorpusSnapshot>,
    /// The attachments, with their states.
    pub attachments: Arc<[Attachment]>,
    /// The formulas that joints follow.
    #[serde(default)]
    pub trajectories: Arc<Vec<Trajectory>>,
    /// The pairs of bodies that may collide, in order.
    pub rules: Arc<CollisionRules>,
    /// Friction states of touching pairs, by their numbers.
    pub grips: Arc<[(Colliding, PairFriction)]>,
    /// What the searches of overlapping bodies have left for the next ones, in order.
    pub searches: Arc<[Search]>,
    /// Bodies that started deep in each other, in order.
    pub partings: Arc<[(Colliding, Parting)]>,
}

/// Settings of a world.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WorldSettings {
    /// Duration of a frame (s).
    pub dt: f64,
    /// Frames simulated for each frame that `go` counts.
    pub frames_per_count: u32,
    /// Acceleration of gravity (m/s2).
    pub gravity: f64,
    /// Unit direction of gravity.
    #[serde(with = "components")]
    pub gravity_direction: Vector3<f64>,
    /// Whether gravity acts.
    pub gravity_on: bool,
    /// The ground.
    pub ground: Ground,
    /// Whether there is ground.
    pub ground_on: bool,
    /// Settings of collisions.
    pub collision: CollisionSettings,
    /// How closed loops are kept from drifting apart.
    #[serde(default)]
    pub stabilization: Stabilization,
    /// Settings of the integration.
    pub integration: Settings,
}

/// A corpus at one moment.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CorpusSnapshot {
    /// Its state, laid out by [`corpus_dynamics::Layout`]: position of the root's frame (m), its orientation as a quaternion
    /// w x y z, the joint positions (rad or m) of the other bodies; then the root's angular and linear velocity in its own axes
    /// (rad/s, m/s) and the joint velocities.
    #[serde(rename = "state")]
    pub y: Box<[f64]>,
    /// Next step size of an adaptive integrator.
    pub memory: Option<Memory>,
    /// Held contact points, with their stick points.
    pub holds: Arc<[(u32, Hold)]>,
    /// Anchors of dry friction, by the numbers of their bodies (rad or m).
    pub anchors: Arc<[(u32, f64)]>,
    /// Points of rigid contact in its last step.
    #[serde(default)]
    pub rigid: Arc<[RigidTouch]>,
    /// What its bodies have touched by rigid contact since that was last forgotten, and whether they did not touch it then.
    #[serde(default)]
    pub met: Arc<[(Meeting, bool)]>,
    /// Forces of hard ends of joint ranges in its last step, by the numbers of their bodies (N m or N).
    #[serde(default)]
    pub stops: Arc<[(usize, f64)]>,
    /// Forces on it.
    pub acting: Arc<Acting>,
    /// Energy account up to that time.
    pub account: Account,
    /// What its next step depends on besides.
    pub flags: Flags,
    /// Number of changes of joint settings up to that time.
    #[serde(skip)]
    pub joint_changes: u64,
}

/// What happened to a corpus just before a moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Flags {
    /// Whether the script had changed the corpus since it last moved.
    pub unsettled: bool,
    /// Whether something outside acted on it in its last step: a step of `implicit` or `euler` in the air depends on it.
    pub acted: bool,
    /// Whether it or the ground was placed since it last moved.
    pub placed: bool,
    /// Whether it was placed among other bodies since it last moved.
    pub placed_among: bool,
    /// Whether it is at rest.
    pub rests: bool,
}

/// Forces on a corpus; lists are by the model's numbers of bodies.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Acting {
    /// Whether its root is free, fixed or driven.
    pub root: Root,
    /// Whether `go` moves it.
    pub integrated: bool,
    /// Joint parameters.
    pub joints: Vec<JointParameters>,
    /// Rest positions of the exponential springs.
    pub motors: Vec<Motor>,
    /// Whether a body's points stick.
    pub sticky: Vec<bool>,
    /// Whether a body belongs to a leg in its swing phase.
    pub stepping: Vec<bool>,
    /// Friction and restitution of bodies' own.
    #[serde(default)]
    pub finishes: Vec<Finish>,
    /// Speed limits of bodies.
    pub speed_limits: Vec<SpeedLimit>,
    /// External pull.
    pub pull: Option<Pull>,
    /// Pushes.
    pub pushes: Vec<Push>,
    /// The surface below points that started deep in the ground.
    pub sunk: Option<Sunk>,
}

/// Structure of a figure: a snapshot belongs to figures of the same structure.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Structure {
    /// Its name.
    pub name: String,
    /// Names of its bodies by the numbers of the model, the root first.
    pub bodies: Vec<String>,
    /// For each of them its number in the figure.
    pub order: Vec<usize>,
    /// Kind of the joint of each of them, as a word. The last degree of freedom of a joint with several has the name of the body
    /// and the kind of the whole joint.
    pub kinds: Vec<String>,
    /// Number of points that may touch the ground.
    pub points: usize,
    /// Whether it is scenery, one body that never moves.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub scenery: bool,
    /// Mass of each body (kg).
    pub masses: Vec<f64>,
    /// Axis and place of the joint of each body but the root, as [`hinge`](corpus_dynamics::Model::hinge) returns them.
    pub hinges: Vec<[[f64; 3]; 2]>,
}

/// Returns values as they were `before`, if they have not changed.
fn share<T: Copy + PartialEq, I: Iterator<Item = T>>(
    before: Option<&Arc<[T]>>,
    now: impl Fn() -> I,
) -> Arc<[T]> {
    match before {
        Some(before) if before.iter().copied().eq(now()) => Arc::clone(before),
        _ => now().collect(),
    }
}

/// Returns the number of bytes of a value, 0 if it is shared with the one `before`.
fn own<T: ?Sized>(before: Option<&Arc<T>>, now: &Arc<T>) -> usize {
    match before {
        Some(before) if Arc::ptr_eq(before, now) => 0,
        _ => size_of_val(&**now),
    }
}

impl WorldSettings {
    /// Whether both are the same; the sign of a zero height or gravity counts.
    pub(super) fn is(&self, other: &WorldSettings) -> bool {
        let signs = |s: &WorldSettings| [s.gravity, s.ground.height].map(f64::is_sign_negative);
        self == other && signs(self) == signs(other)
    }
}

impl WorldSnapshot {
    /// Returns the number of bytes that it does not share with the snapshot `before` it.
    #[must_use]
    pub fn bytes(&self, before: Option<&WorldSnapshot>) -> usize {
        let corpora = self.corpora.iter().enumerate().map(|(i, corpus)| {
            let before = before.and_then(|before| before.corpora.get(i));
            size_of::<CorpusSnapshot>() + corpus.bytes(before)
        });
        corpora.sum::<usize>()
            + own(before.map(|b| &b.settings), &self.settings)
            + own(before.map(|b| &b.attachments), &self.attachments)
            + own(before.map(|b| &b.rules), &self.rules)
            + own(before.map(|b| &b.grips), &self.grips)
            + own(before.map(|b| &b.searches), &self.searches)
            + own(before.map(|b| &b.partings), &self.partings)
    }
}

impl CorpusSnapshot {
    fn bytes(&self, before: Option<&CorpusSnapshot>) -> usize {
        let acting = match own(before.map(|b| &b.acting), &self.acting) {
            0 => 0,
            bytes => {
                let a = &*self.acting;
                let sunk = a.sunk.iter().map(|sunk| size_of_val(&*sunk.points));
                bytes
                    + size_of_val(&*a.joints)
                    + size_of_val(&*a.motors)
                    + a.sticky.len()
                    + a.stepping.len()
                    + size_of_val(&*a.finishes)
                    + size_of_val(&*a.speed_limits)
                    + size_of_val(&*a.pushes)
                    + sunk.sum::<usize>()
            }
        };
        size_of_val(&*self.y)
            + size_of_val(&*self.account.impulses)
            + own(before.map(|b| &b.holds), &self.holds)
            + own(before.map(|b| &b.rigid), &self.rigid)
            + own(before.map(|b| &b.met), &self.met)
            + own(before.map(|b| &b.stops), &self.stops)
            + own(before.map(|b| &b.anchors), &self.anchors)
            + acting
    }
}

impl Interactions {
    /// Restores the attachments of a snapshot; later ones are removed.
    fn restore_attachments(
        &mut self,
        attachments: &[Attachment],
        trajectories: &Arc<Vec<Trajectory>>,
    ) {
        self.trajectories = Arc::clone(trajectories);
        self.attachments.clear();
        self.attachments.extend_from_slice(attachments);
        self.islands.broken.clear();
    }

    /// Restores which bodies collide in a snapshot, with the states of those that touch.
    fn restore_collisions(&mut self, snapshot: &WorldSnapshot) {
        self.rules = Arc::clone(&snapshot.rules);
        self.grips.clear();
        self.grips.extend_from_slice(&snapshot.grips);
        self.searches.clear();
        self.searches.extend_from_slice(&snapshot.searches);
        self.partings.clear();
        self.partings.extend_from_slice(&snapshot.partings);
    }
}

impl World {
    /// Takes a snapshot of the current state; shares unchanged parts with the snapshot `before`.
    #[must_use]
    pub fn snapshot(&self, before: Option<&WorldSnapshot>) -> WorldSnapshot {
        self.snapshot_in(before, vec![])
    }

    /// Takes a snapshot as [`World::snapshot`] does, in the memory of `spare` ones of corpora.
    pub fn snapshot_in(
        &self,
        before: Option<&WorldSnapshot>,
        mut spare: Vec<CorpusSnapshot>,
    ) -> WorldSnapshot {
        let counters = self.counters;
        spare.truncate(self.corpora.len());
        for (i, corpus) in self.corpora.iter().enumerate() {
            let before = before.and_then(|before| before.corpora.get(i));
            match spare.get_mut(i) {
                Some(spare) => {
                    let memory = (take(&mut spare.y), take(&mut spare.account));
                    *spare = corpus.snapshot(before, memory);
                }
                None => spare.push(corpus.snapshot(before, Default::default())),
            }
        }
        let settings = self.settings_now();
        WorldSnapshot {
            time: self.time,
            settings: match before {
                Some(before) if before.settings.is(&settings) => Arc::clone(&before.settings),
                _ => Arc::new(settings),
            },
            counters,
            corpora: spare,
            attachments: share(before.map(|b| &b.attachments), || {
                self.interactions.attachments.iter().copied()
            }),
            trajectories: Arc::clone(&self.interactions.trajectories),
            rules: Arc::clone(&self.interactions.rules),
            grips: share(before.map(|b| &b.grips), || {
                self.interactions.grips.iter().copied()
            }),
            searches: share(before.map(|b| &b.searches), || {
                self.interactions.searches.iter().copied()
            }),
            partings: share(before.map(|b| &b.partings), || {
                self.interactions.partings.iter().copied()
            }),
        }
    }

    pub(super) fn settings_now(&self) -> WorldSettings {
        WorldSettings {
            dt: self.dt,
            frames_per_count: self.frames_per_count,
            gravity: self.gravity.strength,
            gravity_direction: self.gravity.direction,
            gravity_on: self.gravity.on,
            ground: self.ground.clone(),
            ground_on: self.ground_on,
            collision: self.interactions.collision,
            stabilization: self.interactions.stabilization,
            integration: self.settings.clone(),
        }
    }

    /// Restores a snapshot. Corpora that were added later are unchanged.
    pub fn restore(&mut self, snapshot: &WorldSnapshot) {
        let WorldSettings {
            dt,
            frames_per_count,
            gravity,
            gravity_direction,
            gravity_on,
            ref ground,
            ground_on,
            collision,
            stabilization,
            ref integration,
        } = *snapshot.settings;
        self.time = snapshot.time;
        self.remembers_steps = true;
        (self.dt, self.frames_per_count) = (dt, frames_per_count);
        self.gravity = Gravity {
            strength: gravity,
            direction: gravity_direction,
            on: gravity_on,
        };
        // A file has no terrain.
        let terrain = self.ground.surface.terrain.take();
        self.ground.clone_from(ground);
        self.ground_on = ground_on;
        self.interactions.collision = collision;
        self.interactions.stabilization = stabilization;
        if self.ground.surface.terrain.is_none() {
            self.ground.surface.terrain = terrain;
        }
        self.settings.clone_from(integration);
        for (corpus, kept) in self.corpora.iter_mut().zip(&snapshot.corpora) {
            corpus.restore(kept);
        }
        (self.interactions).restore_attachments(&snapshot.attachments, &snapshot.trajectories);
        self.interactions.restore_collisions(snapshot);
        self.counters = snapshot.counters;
        self.look_around();
        self.observe();
    }
}

impl Corpus {
    /// Returns the structure of its figure.
    #[must_use]
    pub fn structure(&self) -> Structure {
        let kind = |(body, name): (usize, &String)| {
            let plain = self.model.joint_kind(body).unwrap_or(JointKind::Rotary);
            let whole = self.joint_kinds().get(name).cloned();
            whole.unwrap_or_else(|| format!("{plain:?}").to_lowercase())
        };
        Structure {
            name: self.name.clone(),
            bodies: self.names.clone(),
            order: self.numbering.order.clone(),
            kinds: self.names.iter().enumerate().map(kind).collect(),
            points: self.touching_points(),
            scenery: self.scenery,
            masses: { 0..self.model.bodies() }
                .map(|body| self.model.inertia(body).mass)
                .collect(),
            hinges: (1..self.model.bodies())
                .filter_map(|body| self.model.hinge(body))
                .collect(),
        }
    }

    /// Takes a snapshot in the memory of a state and an account.
    fn snapshot(
        &self,
        before: Option<&CorpusSnapshot>,
        (mut y, mut account): (Box<[f64]>, Account),
    ) -> CorpusSnapshot {
        if y.len() == self.y.len() {
            y.copy_from_slice(&self.y);
        } else {
            y = self.y.as_slice().into();
        }
        account.clone_from(&self.measured.account);
        let acting = match before {
            Some(before) if self.is_acted_on_as(before) => Arc::clone(&before.acting),
            _ => Arc::new(self.acting()),
        };
        CorpusSnapshot {
            y,
            memory: self.step.memory,
            holds: share(before.map(|b| &b.holds), || self.held_points()),
            anchors: share(before.map(|b| &b.anchors), || self.anchors()),
            rigid: share(before.map(|b| &b.rigid), || {
                self.contact.rigid.iter().copied()
            }),
            met: share(before.map(|b| &b.met), || self.contact.met.iter().copied()),
            stops: share(before.map(|b| &b.stops), || {
                self.contact.stops.iter().copied()
            }),
            acting,
            account,
            flags: Flags {
                unsettled: self.is_unsettled(),
                acted: self.step.events.acted || self.step.events.pushed,
                placed: self.contact.placed,
                placed_among: self.contact.placed_among,
                rests: self.step.rests,
            },
            joint_changes: self.laws.changes,
        }
    }

    fn acting(&self) -> Acting {
        Acting {
            root: self.model.root(),
            integrated: self.integrated,
            joints: self.joints.clone(),
            motors: self.laws.forces.iter().map(|force| force.motor).collect(),
            sticky: self.contact.sticky.clone(),
            stepping: self.contact.stepping.clone(),
            finishes: self.contact.finishes.clone(),
            speed_limits: self.imposed.speed_limits.clone(),
            pull: self.imposed.pull,
            pushes: self.imposed.pushes.clone(),
            sunk: self.contact.sunk.clone(),
        }
    }

    /// Whether the forces on it are the same, to the last bit.
    pub(super) fn is_acted_on_as(&self, before: &CorpusSnapshot) -> bool {
        let acting = &*before.acting;
        self.laws.changes == before.joint_changes
            && self.contact.stepping == acting.stepping
            && self.contact.sticky == acting.sticky
            && self.contact.finishes == acting.finishes
            && self.integrated == acting.integrated
            && self.model.root() == acting.root
            && self.imposed.speed_limits == acting.speed_limits
            && self.imposed.pull == acting.pull
            && self.imposed.pushes == acting.pushes
            && self.contact.sunk == acting.sunk
    }

    /// Restores a snapshot of the same bodies.
    fn restore(&mut self, kept: &CorpusSnapshot) {
        if self.y.len() != kept.y.len() {
            return;
        }
        let acting = &*kept.acting;
        self.y.copy_from_slice(&kept.y);
        self.step.memory = kept.memory;
        self.model.set_root(acting.root);
        self.integrated = acting.integrated;
        self.joints.clone_from(&acting.joints);
        for (force, motor) in self.laws.forces.iter_mut().zip(&acting.motors) {
            force.motor = *motor;
        }
        for body in 0..self.model.bodies() {
            self.joint_changed(body);
        }
        self.set_anchors(kept.anchors.iter().copied());
        self.contact.sticky.clone_from(&acting.sticky);
        self.contact.stepping.clone_from(&acting.stepping);
        self.contact.finishes.clone_from(&acting.finishes);
        self.contact.rigid.clear();
        self.contact.rigid.extend_from_slice(&kept.rigid);
        self.contact.met.clear();
        self.contact.met.extend_from_slice(&kept.met);
        self.contact.stops.clear();
        self.contact.stops.extend_from_slice(&kept.stops);
        self.imposed.speed_limits.clone_from(&acting.speed_limits);
        self.imposed.pull = acting.pull;
        self.imposed.pushes.clone_from(&acting.pushes);
        self.restore_account(&kept.account, kept.flags.unsettled);
        let holds = kept.holds.iter();
        self.hold_again(holds.map(|(slot, hold)| (*slot as usize, *hold)));
        self.contact.sunk.clone_from(&acting.sunk);
        self.contact.placed = kept.flags.placed;
        self.contact.placed_among = kept.flags.placed_among;
        // A file may say anything.
        let velocities = &self.y[self.layout().velocity()];
        self.step.rests = kept.flags.rests && velocities.iter().all(|v| *v == 0.0);
        (self.step.events.acted, self.step.events.pushed) = (kept.flags.acted, false);
    }
}
