//! Takes and restores the changing state of a world.
//!
//! Figures are not included: for each, its state and everything that acts on it are stored. Parts that seldom change are shared
//! between snapshots, so that one can be taken each frame.

use super::World;
use super::account::Account;
use super::attachment::Attachment;
use super::contact::{Colliding, CollisionSettings, PairFriction};
use super::corpus::{Corpus, SpeedLimit};
use super::gravity::Gravity;
use super::pull::Pull;
use super::push::Push;
use crate::contact::{Ground, Hold, Sunk, components};
use crate::control::{JointParameters, Motor};
use corpus_dynamics::Root;
use corpus_dynamics::integrate::{Counters, Memory, Settings};
use nalgebra::Vector3;
use serde::{Deserialize, Serialize};
use std::mem::size_of;
use std::sync::Arc;

/// A world at one moment.
#[derive(Clone, Debug)]
pub struct WorldSnapshot {
    /// Clock (s).
    pub time: f64,
    /// Frames, gravity, ground, integration.
    pub settings: Arc<WorldSettings>,
    /// Counters of the integrator.
    pub counters: Counters,
    /// The corpora.
    pub corpora: Vec<CorpusSnapshot>,
    /// The attachments, with their states.
    pub attachments: Arc<[Attachment]>,
    /// The pairs of bodies that may collide.
    pub colliding: Arc<[Colliding]>,
    /// Friction states of touching pairs, by their numbers.
    pub grips: Arc<[(u32, PairFriction)]>,
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
    #[serde(with = "components", default = "down")]
    pub gravity_direction: Vector3<f64>,
    /// Whether gravity acts.
    pub gravity_on: bool,
    /// The ground.
    pub ground: Ground,
    /// Whether there is ground.
    pub ground_on: bool,
    /// Settings of collisions.
    #[serde(default)]
    pub collision: CollisionSettings,
    /// Settings of the integration.
    pub integration: Settings,
}

/// A corpus at one moment.
#[derive(Clone, Debug)]
pub struct CorpusSnapshot {
    /// Its state, laid out by [`corpus_dynamics::Layout`].
    pub y: Box<[f64]>,
    /// Next step size of an adaptive integrator.
    pub memory: Option<Memory>,
    /// Held contact points, with their stick points.
    pub holds: Arc<[(u32, Hold)]>,
    /// Anchors of dry friction, by the numbers of their bodies (rad or m).
    pub anchors: Arc<[(u32, f64)]>,
    /// Forces on it.
    pub acting: Arc<Acting>,
    /// Energy account up to that time.
    pub account: Account,
    /// What its next step depends on besides.
    pub flags: Flags,
    /// Number of changes of joint settings up to that time.
    pub joint_changes: u64,
}

/// What happened to a corpus just before a moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Flags {
    /// Whether the script had changed the corpus since it last moved.
    #[serde(default)]
    pub unsettled: bool,
    /// Whether something outside acted on it in its last step: a step of `implicit` or `euler` in the air depends on it.
    #[serde(default)]
    pub acted: bool,
    /// Whether it or the ground was placed since it last moved.
    #[serde(default, skip_serializing_if = "is_false")]
    pub placed: bool,
}

fn is_false(flag: &bool) -> bool {
    !*flag
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
    /// Speed limits of bodies.
    pub speed_limits: Vec<SpeedLimit>,
    /// External pull.
    #[serde(default)]
    pub pull: Option<Pull>,
    /// Pushes.
    #[serde(default)]
    pub pushes: Vec<Push>,
    /// The surface below points that started deep in the ground.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sunk: Option<Sunk>,
}

/// Returns straight down, the direction in files that do not store one.
fn down() -> Vector3<f64> {
    Vector3::new(0.0, 0.0, -1.0)
}

impl WorldSettings {
    /// Whether both are the same; the sign of a zero height or gravity counts.
    fn is(&self, other: &WorldSettings) -> bool {
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
        let mut bytes = corpora.sum();
        if !before.is_some_and(|before| Arc::ptr_eq(&before.settings, &self.settings)) {
            bytes += size_of::<WorldSettings>();
        }
        if !before.is_some_and(|before| Arc::ptr_eq(&before.attachments, &self.attachments)) {
            bytes += size_of_val(&*self.attachments);
        }
        if !before.is_some_and(|before| Arc::ptr_eq(&before.colliding, &self.colliding)) {
            bytes += size_of_val(&*self.colliding);
        }
        if !before.is_some_and(|before| Arc::ptr_eq(&before.grips, &self.grips)) {
            bytes += size_of_val(&*self.grips);
        }
        bytes
    }
}

impl CorpusSnapshot {
    fn bytes(&self, before: Option<&CorpusSnapshot>) -> usize {
        let mut bytes = size_of_val(&*self.y) + size_of_val(&*self.account.impulses);
        if !before.is_some_and(|before| Arc::ptr_eq(&before.holds, &self.holds)) {
            bytes += size_of_val(&*self.holds);
        }
        if !before.is_some_and(|before| Arc::ptr_eq(&before.anchors, &self.anchors)) {
            bytes += size_of_val(&*self.anchors);
        }
        if !before.is_some_and(|before| Arc::ptr_eq(&before.acting, &self.acting)) {
            let a = &*self.acting;
            bytes += size_of::<Acting>()
                + size_of_val(&*a.joints)
                + size_of_val(&*a.motors)
                + a.sticky.len()
                + a.stepping.len()
                + size_of_val(&*a.speed_limits)
                + size_of_val(&*a.pushes)
                + a.sunk
                    .iter()
                    .map(|s| size_of_val(&*s.points))
                    .sum::<usize>();
        }
        bytes
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
        let (_, counters) = self.integrator.memory();
        spare.truncate(self.corpora.len());
        for (i, corpus) in self.corpora.iter().enumerate() {
            let before = before.and_then(|before| before.corpora.get(i));
            match spare.get_mut(i) {
                Some(spare) => corpus.snapshot_into(before, spare),
                None => spare.push(corpus.snapshot(before)),
            }
        }
        let settings = WorldSettings {
            dt: self.dt,
            frames_per_count: self.frames_per_count,
            gravity: self.gravity.strength,
            gravity_direction: self.gravity.direction,
            gravity_on: self.gravity.on,
            ground: self.ground.clone(),
            ground_on: self.ground_on,
            collision: self.interactions.collision,
            integration: self.settings.clone(),
        };
        WorldSnapshot {
            time: self.time,
            settings: match before {
                Some(before) if before.settings.is(&settings) => Arc::clone(&before.settings),
                _ => Arc::new(settings),
            },
            counters,
            corpora: spare,
            attachments: match before {
                Some(before) if *before.attachments == *self.interactions.attachments => {
                    Arc::clone(&before.attachments)
                }
                _ => self.interactions.attachments.as_slice().into(),
            },
            colliding: match before {
                Some(before) if *before.colliding == *self.interactions.colliding => {
                    Arc::clone(&before.colliding)
                }
                _ => self.interactions.colliding.as_slice().into(),
            },
            grips: match before {
                Some(before) if *before.grips == *self.interactions.grips => {
                    Arc::clone(&before.grips)
                }
                _ => self.interactions.grips.as_slice().into(),
            },
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
        // A saved world records whether there is terrain, but not which.
        let terrain = self.ground.surface.terrain.take();
        self.ground.clone_from(ground);
        self.ground_on = ground_on;
        self.interactions.collision = collision;
        if self.ground.surface.terrain.is_none() {
            self.ground.surface.terrain = terrain;
        }
        self.settings.clone_from(integration);
        for (corpus, kept) in self.corpora.iter_mut().zip(&snapshot.corpora) {
            corpus.restore(kept);
        }
        (self.interactions).restore_attachments(&snapshot.attachments);
        (self.interactions).restore_collisions(&snapshot.colliding, &snapshot.grips);
        self.integrator.remember(None, snapshot.counters);
        self.observe();
    }
}

impl Corpus {
    fn snapshot(&self, before: Option<&CorpusSnapshot>) -> CorpusSnapshot {
        self.snapshot_with(
            before,
            self.y.as_slice().into(),
            self.measured.account.clone(),
        )
    }

    /// Takes a snapshot in the memory of another one.
    fn snapshot_into(&self, before: Option<&CorpusSnapshot>, spare: &mut CorpusSnapshot) {
        let mut y = std::mem::take(&mut spare.y);
        if y.len() == self.y.len() {
            y.copy_from_slice(&self.y);
        } else {
            y = self.y.as_slice().into();
        }
        let mut account = std::mem::take(&mut spare.account);
        account.clone_from(&self.measured.account);
        *spare = self.snapshot_with(before, y, account);
    }

    /// Takes a snapshot, given copies of the state and of the account.
    fn snapshot_with(
        &self,
        before: Option<&CorpusSnapshot>,
        y: Box<[f64]>,
        account: Account,
    ) -> CorpusSnapshot {
        let holds = match before {
            Some(before) if before.holds.iter().copied().eq(self.held_points()) => {
                Arc::clone(&before.holds)
            }
            _ => self.held_points().collect(),
        };
        let anchors = match before {
            Some(before) if before.anchors.iter().copied().eq(self.anchors()) => {
                Arc::clone(&before.anchors)
            }
            _ => self.anchors().collect(),
        };
        let acting = match before {
            Some(before) if self.is_acted_on_as(before) => Arc::clone(&before.acting),
            _ => Arc::new(self.acting()),
        };
        CorpusSnapshot {
            y,
            memory: self.step.memory,
            holds,
            anchors,
            acting,
            account,
            flags: Flags {
                unsettled: self.is_unsettled(),
                acted: self.step.events.acted || self.step.events.pushed,
                placed: self.contact.placed,
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
            speed_limits: self.imposed.speed_limits.clone(),
            pull: self.imposed.pull,
            pushes: self.imposed.pushes.clone(),
            sunk: self.contact.sunk.clone(),
        }
    }

    /// Whether the forces on it are the same, to the last bit.
    fn is_acted_on_as(&self, before: &CorpusSnapshot) -> bool {
        let acting = &*before.acting;
        self.laws.changes == before.joint_changes
            && self.contact.stepping == acting.stepping
            && self.contact.sticky == acting.sticky
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
        self.imposed.speed_limits.clone_from(&acting.speed_limits);
        self.imposed.pull = acting.pull;
        self.imposed.pushes.clone_from(&acting.pushes);
        self.restore_account(&kept.account, kept.flags.unsettled);
        let holds = kept.holds.iter();
        self.hold_again(holds.map(|(slot, hold)| (*slot as usize, *hold)));
        self.contact.sunk.clone_from(&acting.sunk);
        self.contact.placed = kept.flags.placed;
        (self.step.events.acted, self.step.events.pushed) = (kept.flags.acted, false);
    }
}
