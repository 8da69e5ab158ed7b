//! A second run of a world from a slightly different start, which shows whether small differences grow.
//!
//! Two runs whose starts differ slightly stay together if small errors decay, and separate if the motion amplifies them: the
//! two-trajectory method of Benettin, Galgani & Strelcyn (*Physical Review A* 14, 1976, 2338), without their rescaling, because the
//! distance at the end is wanted, not its rate of growth. Errors of the integration grow as this distance does.

use super::{Corpus, CorpusSnapshot, World, WorldSnapshot};
use corpus_dynamics::state::{root_orientation, vector};
use corpus_dynamics::{JointKind, Layout, Root};
use nalgebra::{UnitQuaternion, Vector3};
use std::sync::Arc;

/// Difference of the starts: angles in rad, lengths as a part of the figure's size.
pub const PERTURBATION: f64 = 1e-4;

/// Number of evaluations, each of one body, that the second run may need per simulated second, and besides at its start: some
/// hundredths of a second of computing time. A run that needs more is given up.
const ALLOWED_PER_SECOND: f64 = 200_000.0;
const ALLOWED_AT_START: f64 = 20_000.0;

/// Number of bodies whose evaluation takes as long as that of a point at which two bodies touch.
const BODIES_FOR_A_TOUCH: usize = 10;

/// Number of times that a script may change the world while the clock stands still. One that changes it more often is taken for a
/// controller, which acts by the state of the first run.
const MOST_CHANGES: u32 = 10;

/// The second run.
#[derive(Clone, Debug)]
pub struct PerturbedRun {
    world: World,
    /// The first run when both were last at the same time.
    first: WorldSnapshot,
    /// The start of an advance, if a script has changed the world since then.
    changed: Option<WorldSnapshot>,
    /// The clock at the start of an advance (s).
    begun: f64,
    /// Memory for the next snapshot.
    spare: Vec<CorpusSnapshot>,
    /// How far the root of each figure has gone in the first run (m).
    ways: Vec<f64>,
    /// Number of evaluations, each of one body, that it may still need.
    left: f64,
    /// Whether changes since the last common time may be feedback: caused by the state of the first run.
    feedback: bool,
    /// Number of times that the script has changed the world while the clock stood still.
    changes: u32,
}

/// Distance of the two runs.
#[derive(Clone, Copy, Debug)]
pub struct Separation {
    /// Number of the figure.
    pub corpus: usize,
    /// The largest distance of a point, as a part of the figure's size or of how far it has gone, whichever is longer.
    pub part: f64,
    /// Whether it is a part of how far the figure has gone.
    pub of_way: bool,
}

/// Returns the size of a figure (m): twice its extent from its centre of mass.
fn size(corpus: &Corpus) -> f64 {
    2.0 * corpus.extent()
}

impl PerturbedRun {
    /// Starts a second run of `world`.
    #[must_use]
    pub fn of(world: &World) -> Self {
        let mut run = PerturbedRun {
            world: world.clone(),
            first: world.snapshot(None),
            changed: None,
            begun: world.time,
            spare: vec![],
            ways: vec![0.0; world.corpora.len()],
            left: ALLOWED_AT_START,
            feedback: false,
            changes: 0,
        };
        for corpus in run.world.corpora.iter_mut().filter(|c| c.integrated) {
            let (layout, size) = (corpus.layout(), size(corpus));
            if corpus.model.root() == Root::Free {
                let at = layout.orientation();
                let apart = Vector3::new(PERTURBATION, -PERTURBATION, PERTURBATION);
                let turned = root_orientation(&corpus.y) * UnitQuaternion::from_scaled_axis(apart);
                corpus.y[at].copy_from_slice(&[turned.w, turned.i, turned.j, turned.k]);
                // Upwards: not into the ground.
                corpus.y[2] += PERTURBATION * size;
            }
            for (i, q) in layout.q().enumerate() {
                let sign = if i % 2 == 0 { 1.0 } else { -1.0 };
                let unit = match corpus.model.joint_kind(i + 1) {
                    Some(JointKind::Sliding) => size,
                    _ => 1.0,
                };
                corpus.y[q] += sign * PERTURBATION * unit;
            }
            corpus.model.normalise(&mut corpus.y);
        }
        run
    }

    /// Whether it can continue with `world`: the clock and the figures are those of the last common time.
    #[must_use]
    pub fn fits(&self, world: &World) -> bool {
        let states = world.corpora.iter().map(|corpus| corpus.y.len());
        self.first.time.to_bits() == world.time.to_bits()
            && states.eq(self.first.corpora.iter().map(|corpus| corpus.y.len()))
    }

    /// Takes over all that a script has changed in `world` since the last common time, and keeps the difference of the states. The run
    /// is given up if a script does this too often.
    pub fn take_over(&mut self, world: &World) {
        self.changes += u32::from(!world.is_unchanged_since(&self.first));
        if self.changes > MOST_CHANGES {
            self.left = 0.0;
            return;
        }
        let start = world.snapshot(Some(&self.first));
        // A snapshot does not contain masses, shapes and joint axes.
        let mut own = world.clone();
        own.restore(&self.perturbed(&start));
        self.world = own;
        self.first = start;
    }

    /// Whether it was given up, for the figures of `world`.
    #[must_use]
    pub fn was_given_up(&self, world: &World) -> bool {
        self.left <= 0.0 && world.corpora.len() == self.first.corpora.len()
    }

    /// Notes the present state of `world`, from which [`PerturbedRun::follow`] will start.
    pub fn begin(&mut self, world: &World) {
        if self.left > 0.0 {
            let is_unchanged = world.is_unchanged_since(&self.first);
            self.changed = (!is_unchanged).then(|| world.snapshot(Some(&self.first)));
            self.begun = world.time;
        }
    }

    /// Notes that a script may have changed the first run by feedback: such a controller does not act on the second run.
    pub fn note_feedback(&mut self) {
        self.feedback = true;
    }

    /// Follows `world` from where it [began](PerturbedRun::begin), its state at the last common time with later changes by a script, to the
    /// present. The run is given up if it needs too many evaluations, if it diverges, or if the script has changed the world by feedback.
    pub fn follow(&mut self, world: &World) {
        if self.left <= 0.0 {
            return;
        }
        let feedback = std::mem::take(&mut self.feedback);
        if let Some(start) = self.changed.take() {
            if feedback {
                self.left = 0.0;
                return;
            }
            let perturbed = self.perturbed(&start);
            self.world.restore(&perturbed);
            self.first = start;
        }
        let before = self.world.counters.evaluations;
        if self.world.advance(world.time).is_err() {
            self.left = 0.0;
            return;
        }
        let bodies: usize = world.corpora.iter().map(|c| c.model.bodies()).sum();
        let touches = self.world.interactions.islands.touches();
        let each = (bodies + BODIES_FOR_A_TOUCH * touches) as u64;
        let evaluations = (self.world.counters.evaluations - before) * each;
        self.left += ALLOWED_PER_SECOND * (world.time - self.begun) - evaluations as f64;
        let corpora = world.corpora.iter().zip(&self.first.corpora);
        for (way, (corpus, before)) in self.ways.iter_mut().zip(corpora) {
            *way += (vector(&corpus.y, 0) - vector(&before.y, 0)).norm();
        }
        let spare = std::mem::take(&mut self.spare);
        let now = world.snapshot_in(Some(&self.first), spare);
        self.spare = std::mem::replace(&mut self.first, now).corpora;
    }

    /// Returns a snapshot of the first run with the states of the second.
    fn perturbed(&self, start: &WorldSnapshot) -> WorldSnapshot {
        let mut perturbed = start.clone();
        let own = self.world.snapshot(Some(start));
        let runs = (own.corpora.iter().zip(&self.first.corpora)).zip(&self.world.corpora);
        for (corpus, ((own, first), figure)) in perturbed.corpora.iter_mut().zip(runs) {
            corpus.take_difference(own, &first.y, figure.layout());
            corpus.flags.rests = false;
        }
        perturbed.grips = own.grips;
        perturbed
    }

    /// Returns the figure whose two runs are farthest apart.
    #[must_use]
    pub fn separation(&self, world: &World) -> Option<Separation> {
        if self.left <= 0.0 {
            return None;
        }
        let both = world.corpora.iter().zip(&self.world.corpora).enumerate();
        let parts = both.filter(|(_, (c, _))| c.integrated).map(|(i, (a, b))| {
            let size = size(a);
            let points = a.poses().into_iter().zip(b.poses()).map(|(p, q)| {
                let axes = p.0 - q.0;
                let turned = axes.column_iter().map(|axis| axis.norm());
                (p.1 - q.1)
                    .norm()
                    .max(0.5 * size * turned.fold(0.0, f64::max))
            });
            let way = self.ways.get(i).copied().unwrap_or_default();
            Separation {
                corpus: i,
                part: points.fold(0.0, f64::max) / size.max(way),
                of_way: way > size,
            }
        });
        parts.max_by(|a, b| a.part.total_cmp(&b.part))
    }
}

impl World {
    /// Whether a script has changed nothing since a snapshot: settings, attachments, states and what acts on them are the same.
    fn is_unchanged_since(&self, before: &WorldSnapshot) -> bool {
        let mut corpora = self.corpora.iter().zip(&before.corpora);
        before.settings.is(&self.settings_now())
            && *before.attachments == *self.interactions.attachments
            && before.trajectories == self.interactions.trajectories
            && Arc::ptr_eq(&before.rules, &self.interactions.rules)
            && corpora.all(|(corpus, before)| {
                corpus.is_acted_on_as(before)
                    && *corpus.y == *before.y
                    && corpus.step.memory.is_some() == before.memory.is_some()
            })
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
