//! A second run of a world from a slightly different start, which shows whether small differences grow.
//!
//! Two runs whose starts differ slightly stay together if small errors decay, and separate if the motion amplifies them: the
//! two-trajectory method of Benettin, Galgani & Strelcyn (*Physical Review A* 14, 1976, 2338), without their rescaling, because the
//! distance at the end is wanted, not its rate of growth. Errors of the integration grow as this distance does.

use super::{CorpusSnapshot, World, WorldSnapshot};
use crate::dynamics::state::{root_orientation, vector};
use crate::dynamics::{JointKind, Layout, Root};
use nalgebra::{UnitQuaternion, Vector3};
use std::sync::Arc;

/// Difference of the starts: angles in rad, lengths as a part of the figure's extent.
pub const START_APART: f64 = 1e-4;

/// Accelerations of single bodies that the second run may compute for each simulated second, and once at its start. It takes a few
/// hundredths of a second for them. Figures that need more are not followed.
const AFFORDED: f64 = 200_000.0;
const AT_ONCE: f64 = 20_000.0;

/// The second run.
#[derive(Clone, Debug)]
pub struct Nearby {
    world: World,
    /// The first run when both were last at the same time.
    first: WorldSnapshot,
    /// How far the root of each figure has gone in the first run (m).
    ways: Vec<f64>,
    /// Accelerations of single bodies that may still be computed.
    left: f64,
    /// Whether changes since the last common time may be answers to the state of the first run.
    answered: bool,
}

/// Distance of the two runs.
#[derive(Clone, Copy, Debug)]
pub struct Separation {
    /// Number of the figure.
    pub corpus: usize,
    /// The largest distance of a point, as a part of the figure's extent or of how far it has gone, whichever is longer.
    pub part: f64,
    /// Whether it is a part of how far the figure has gone.
    pub of_way: bool,
}

impl Nearby {
    /// Starts a second run beside `world`.
    #[must_use]
    pub fn beside(world: &World) -> Self {
        let mut nearby = Nearby {
            world: world.clone(),
            first: world.snapshot(None),
            ways: vec![0.0; world.corpora.len()],
            left: AT_ONCE,
            answered: false,
        };
        for corpus in nearby.world.corpora.iter_mut().filter(|c| c.integrated) {
            let (layout, extent) = (corpus.layout(), corpus.extent());
            if corpus.model.root() == Root::Free {
                let at = layout.orientation();
                let apart = Vector3::new(START_APART, -START_APART, START_APART);
                let turned = root_orientation(&corpus.y) * UnitQuaternion::from_scaled_axis(apart);
                corpus.y[at].copy_from_slice(&[turned.w, turned.i, turned.j, turned.k]);
                // Upwards: not into the ground.
                corpus.y[2] += START_APART * extent;
            }
            for (i, q) in layout.q().enumerate() {
                let sign = if i % 2 == 0 { 1.0 } else { -1.0 };
                let size = match corpus.model.joint_kind(i + 1) {
                    Some(JointKind::Sliding) => extent,
                    _ => 1.0,
                };
                corpus.y[q] += sign * START_APART * size;
            }
            corpus.model.normalise(&mut corpus.y);
        }
        nearby
    }

    /// Whether it can go on beside `world`: the clock and the figures are those of the last common time.
    #[must_use]
    pub fn fits(&self, world: &World) -> bool {
        let states = world.corpora.iter().map(|corpus| corpus.y.len());
        self.first.time.to_bits() == world.time.to_bits()
            && states.eq(self.first.corpora.iter().map(|corpus| corpus.y.len()))
    }

    /// Takes over all that a script has changed in `world` since the last common time, and keeps the difference of the states.
    pub fn take_over(&mut self, world: &World) {
        let mut start = world.snapshot(Some(&self.first));
        let mut own = world.clone();
        self.differ(&mut start);
        own.restore(&start);
        self.world = own;
        self.remember(world);
    }

    /// Whether it cost too much, beside the same figures.
    #[must_use]
    pub fn has_given_up(&self, world: &World) -> bool {
        self.left <= 0.0 && world.corpora.len() == self.first.corpora.len()
    }

    /// Returns the state of `world` from which it will follow.
    #[must_use]
    pub fn begin(&self, world: &World) -> Option<WorldSnapshot> {
        (self.left > 0.0).then(|| world.snapshot(Some(&self.first)))
    }

    /// Notes that a script may have changed the first run because of its state: such a controller does not act on the second.
    pub fn may_have_answered(&mut self) {
        self.answered = true;
    }

    /// Follows `world` from `begin`, its state at the last common time with later changes by a script, to the present. Gives up
    /// if this has cost too much, if the second run diverges, or if a change was an answer to the state of the first run.
    pub fn follow(&mut self, begin: &WorldSnapshot, world: &World) {
        let answered = std::mem::take(&mut self.answered);
        if !self.is_unchanged(begin) {
            if answered {
                self.left = 0.0;
                return;
            }
            let mut start = begin.clone();
            self.differ(&mut start);
            self.world.restore(&start);
        }
        let before = self.world.counters().evaluations;
        if self.world.advance(world.time).is_err() {
            self.left = 0.0;
            return;
        }
        let bodies: usize = world.corpora.iter().map(|c| c.model.bodies()).sum();
        let evaluations = self.world.counters().evaluations - before;
        self.left += AFFORDED * (world.time - begin.time) - (evaluations * bodies as u64) as f64;
        let corpora = world.corpora.iter().zip(&begin.corpora);
        for (way, (corpus, before)) in self.ways.iter_mut().zip(corpora) {
            *way += (vector(&corpus.y, 0) - vector(&before.y, 0)).norm();
        }
        self.remember(world);
    }

    /// Stores the present state of the first run.
    fn remember(&mut self, world: &World) {
        self.first = world.snapshot(Some(&self.first));
    }

    /// Whether a script has changed nothing since the last common time.
    fn is_unchanged(&self, begin: &WorldSnapshot) -> bool {
        let now = &self.first;
        let corpora = begin.corpora.iter().zip(&now.corpora);
        Arc::ptr_eq(&begin.settings, &now.settings)
            && Arc::ptr_eq(&begin.attachments, &now.attachments)
            && Arc::ptr_eq(&begin.colliding, &now.colliding)
            && corpora.into_iter().all(|(begin, now)| {
                Arc::ptr_eq(&begin.acting, &now.acting)
                    && begin.y == now.y
                    && begin.memory.is_some() == now.memory.is_some()
            })
    }

    /// Changes a snapshot of the first run to the state of the second.
    fn differ(&self, start: &mut WorldSnapshot) {
        let own = self.world.snapshot(Some(start));
        for (i, corpus) in start.corpora.iter_mut().enumerate() {
            let (Some(own), Some(first)) = (own.corpora.get(i), self.first.corpora.get(i)) else {
                continue;
            };
            let Some(layout) = self.world.corpora.get(i).map(|c| c.layout()) else {
                continue;
            };
            corpus.take_difference(own, &first.y, layout);
        }
        start.grips = own.grips;
    }

    /// Returns the figure whose two runs are farthest apart.
    #[must_use]
    pub fn separation(&self, world: &World) -> Option<Separation> {
        if self.left <= 0.0 {
            return None;
        }
        let both = world.corpora.iter().zip(&self.world.corpora).enumerate();
        let parts = both.filter(|(_, (c, _))| c.integrated).map(|(i, (a, b))| {
            let half = a.extent();
            let points = a.poses().into_iter().zip(b.poses()).map(|(p, q)| {
                let axes = p.0 - q.0;
                let turned = axes.column_iter().map(|axis| axis.norm());
                (p.1 - q.1).norm().max(half * turned.fold(0.0, f64::max))
            });
            let way = self.ways.get(i).copied().unwrap_or_default();
            Separation {
                corpus: i,
                part: points.fold(0.0, f64::max) / (2.0 * half).max(way),
                of_way: way > 2.0 * half,
            }
        });
        parts.max_by(|a, b| a.part.total_cmp(&b.part))
    }
}

impl CorpusSnapshot {
    /// Moves the state by the difference of `own` from `first`; where it is `first` itself, it becomes `own`.
    fn take_difference(&mut self, own: &CorpusSnapshot, first: &[f64], layout: Layout) {
        if *self.y == *first {
            self.y.clone_from(&own.y);
            self.holds = Arc::clone(&own.holds);
            self.anchors = Arc::clone(&own.anchors);
            self.memory = self.memory.and(own.memory);
            return;
        }
        let orientation = layout.orientation();
        let turned = root_orientation(first).inverse() * root_orientation(&own.y);
        let turned = root_orientation(&self.y) * turned;
        for (y, (own, first)) in self.y.iter_mut().zip(own.y.iter().zip(first)) {
            *y += own - first;
        }
        self.y[orientation].copy_from_slice(&[turned.w, turned.i, turned.j, turned.k]);
    }
}
