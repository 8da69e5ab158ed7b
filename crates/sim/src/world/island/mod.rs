//! Islands: corpora that interact are integrated together, as one state, so that forces between two figures are equal and
//! opposite at every stage of every method. Every other corpus is an island of its own.

mod bonds;
mod breaking;
mod closing;
mod forces;
mod impulses;
mod pipeline;
mod sparse;
mod system;

use super::World;
use super::account::POWERS;
use super::attachment::{Attachment, End};
use super::contact::{
    BodyOf, BroadPhase, Colliding, CollisionFaults, CollisionRules, Manifolds, PairFriction,
    Search, can_move,
};
use super::corpus::Corpus;
use super::divergence::{Divergence, Scene, find_runaway};
use super::flight::Before;
use super::forces::Surroundings;
use super::rest::Around;
use super::step_events::Stage;
use crate::contact::{Ground, GroundScale};
use bonds::Side;
use corpus_dynamics::integrate::{Failure, Settings, System};
use forces::IslandForces;
use nalgebra::Vector3;
use pipeline::{Island, Tie};

/// Islands of corpora that are integrated together, and their memory.
#[derive(Clone, Debug, Default)]
pub struct Islands {
    /// For each corpus the first member of its island; none if it interacts with nothing.
    of: Vec<Option<usize>>,
    /// Members of all islands, each with the first member of its island; in order.
    all: Vec<(usize, usize)>,
    /// Number of each corpus in its island.
    numbers: Vec<usize>,
    /// Attachments that hold, each with the first member of its island; in order.
    attached: Vec<(usize, usize)>,
    /// Pairs of bodies that may touch, each with the first member of its island; in order.
    near: Vec<(usize, Colliding)>,
    broad_phase: BroadPhase,
    members: Vec<usize>,
    offsets: Vec<usize>,
    y: Vec<f64>,
    forces: IslandForces,
    before: Vec<Option<Before>>,
    outer: Vec<[f64; 2]>,
    /// What acted on all bodies in the last advance.
    pub(super) around: Option<Around>,
    /// The worst collisions that were not yet reported.
    pub(super) faults: CollisionFaults,
    /// Attachments that broke and were not yet reported.
    pub(super) broken: Vec<usize>,
    /// Attachments, and the list of broken ones, at the start of the advance.
    pub(super) good: Vec<Attachment>,
    pub(super) good_broken: usize,
}

impl Islands {
    /// Returns the first corpus of the island of a corpus, if it interacts with others or is attached to anything.
    pub(super) fn of(&self, corpus: usize) -> Option<usize> {
        self.of.get(corpus).copied().flatten()
    }

    /// Returns the members of the island of a corpus.
    pub(super) fn members_of(&self, first: usize) -> impl Iterator<Item = usize> + '_ {
        let alone = self.of(first).is_none().then_some(first);
        let island = part_of(&self.all, first).iter().map(|(_, i)| *i);
        alone.into_iter().chain(island)
    }

    /// Whether an attachment acts on the island of a corpus.
    pub(super) fn is_attached(&self, first: usize) -> bool {
        !part_of(&self.attached, first).is_empty()
    }

    /// Returns the pairs of bodies that may touch.
    pub(super) fn manifolds(&mut self) -> &mut Manifolds {
        &mut self.forces.manifolds
    }

    /// Returns the number of points at which bodies touched when they were last searched.
    pub(super) fn touches(&self) -> usize {
        self.forces.manifolds.points()
    }

    /// Discards what is known about pairs from the advance before, for example because their shapes have changed.
    pub(super) fn forget_pairs(&mut self) {
        self.forces.manifolds.clear();
    }

    /// Finds the islands for the duration of an advance: corpora joined by unbroken attachments, and corpora whose bodies may
    /// touch. Fixed corpora count as parts of the world.
    pub(super) fn find(
        &mut self,
        corpora: &mut [Corpus],
        (attachments, rules): (&[Attachment], &CollisionRules),
        known: (&[(Colliding, PairFriction)], &[Search]),
        span: (f64, &Vector3<f64>),
        scale: GroundScale,
    ) {
        self.of.clear();
        self.all.clear();
        self.attached.clear();
        self.near.clear();
        if rules.is_empty() && !attachments.iter().any(Attachment::holds) {
            self.forces.manifolds.clear();
            return;
        }
        corpora.iter_mut().for_each(Corpus::place);
        let pairs = self.broad_phase.find(corpora, rules, span);
        self.of.resize(corpora.len(), None);
        let end = |end: &End| match end {
            End::Body { corpus, .. } => {
                let moving = corpora.get(*corpus).filter(|c| c.integrated);
                moving.map(|_| *corpus)
            }
            End::World(_) => None,
        };
        let holding = || attachments.iter().zip(0..).filter(|(a, _)| a.holds());
        for (attachment, _) in holding() {
            join(&mut self.of, attachment.ends.each_ref().map(end));
        }
        let body = |of: &BodyOf| {
            let corpus = corpora.get(of.corpus)?;
            can_move(corpus, corpus.number_of(of.body)?).then_some(of.corpus)
        };
        for pair in pairs {
            join(&mut self.of, pair.each_ref().map(body));
        }
        // The first member of an island comes before the others, whose ways to it are short by then.
        for i in 0..corpora.len() {
            self.of[i] = self.of[i].map(|of| self.of[of].unwrap_or(of));
        }
        let island = |one: Option<usize>, two: Option<usize>| self.of[one.or(two)?];
        for (attachment, number) in holding() {
            let [one, two] = attachment.ends.each_ref().map(end);
            let of = island(one, two);
            self.attached.extend(of.map(|of| (of, number)));
        }
        for pair in pairs {
            let [one, two] = pair.each_ref().map(body);
            self.near.extend(island(one, two).map(|of| (of, *pair)));
        }
        let members = self.of.iter().zip(0..);
        self.all
            .extend(members.filter_map(|(of, i)| Some(((*of)?, i))));
        self.attached.sort_unstable();
        self.near.sort_unstable();
        self.all.sort_unstable();
        self.numbers.clear();
        self.numbers.resize(corpora.len(), 0);
        for island in self.all.chunk_by(|a, b| a.0 == b.0) {
            for ((_, member), number) in island.iter().zip(0..) {
                self.numbers[*member] = number;
            }
        }
        let member = |corpus: usize| self.of[corpus].map(|_| self.numbers[corpus]);
        let manifolds = &mut self.forces.manifolds;
        manifolds.gather(&self.near, corpora, member, known, scale);
    }

    /// Stores the states of touching pairs at the end of an advance.
    pub(super) fn take_pairs(
        &self,
        grips: &mut Vec<(Colliding, PairFriction)>,
        searches: &mut Vec<Search>,
    ) {
        grips.clear();
        grips.extend(self.forces.manifolds.grips());
        grips.sort_unstable_by_key(|(pair, _)| *pair);
        searches.clear();
        searches.extend(self.forces.manifolds.searches());
        searches.sort_unstable_by_key(|(pair, number, _)| (*pair, *number));
    }

    /// Gathers the members of an island, the offsets of their states, and the attachments that act on them.
    fn gather(&mut self, first: usize, corpora: &[Corpus], attachments: &[Attachment]) {
        self.members.clear();
        self.offsets.clear();
        self.y.clear();
        self.forces.ties.clear();
        match self.of(first) {
            None => self.members.push(first),
            Some(_) => {
                let island = part_of(&self.all, first);
                self.members.extend(island.iter().map(|(_, i)| *i));
            }
        }
        for &i in &self.members {
            self.offsets.push(self.y.len());
            self.y.extend_from_slice(&corpora[i].y);
        }
        self.offsets.push(self.y.len());
        for &(_, number) in part_of(&self.attached, first) {
            let attachment = &attachments[number];
            let side = |i: usize| {
                let frame = attachment.law.frame(i);
                let (corpus, body, point) = match attachment.ends[i] {
                    End::World(at) => return Some((Side::Fixed(at), frame)),
                    End::Body {
                        corpus,
                        body,
                        point,
                    } => (corpus, body, point),
                };
                let of = corpora.get(corpus)?;
                let body = of.number_of(body)?;
                let turn = of.model.turn(body);
                let (point, frame) = (turn * point, turn * frame);
                Some(match self.of(corpus) {
                    Some(_) => (
                        Side::Moving {
                            member: self.numbers[corpus],
                            body,
                            point,
                        },
                        frame,
                    ),
                    // It is fixed.
                    None => {
                        let workspace = &of.step.workspace;
                        let at = workspace.world_point(body, point);
                        (Side::Fixed(at), workspace.world_rotation(body) * frame)
                    }
                })
            };
            if let (Some((a, of_a)), Some((b, of_b))) = (side(0), side(1)) {
                self.forces.ties.push(Tie {
                    number,
                    sides: [a, b],
                    axes: [of_a, of_b],
                });
            }
        }
    }
}

/// Returns the part of a sorted list that belongs to an island.
fn part_of<T>(all: &[(usize, T)], island: usize) -> &[(usize, T)] {
    let from = all.partition_point(|(of, _)| *of < island);
    let to = all.partition_point(|(of, _)| *of <= island);
    &all[from..to]
}

/// Merges the islands of two corpora: `of` refers to an earlier corpus of the same island, or to the corpus itself if it is the
/// first one (union-find; Cormen et al., *Introduction to Algorithms*, 21.3).
fn join(of: &mut [Option<usize>], ends: [Option<usize>; 2]) {
    let mut first_of = |corpus: usize| {
        let mut at = corpus;
        while let Some(before) = of[at].filter(|before| *before != at) {
            // Each way to the first one is shortened for the next search.
            of[at] = of[before];
            at = before;
        }
        of[at] = Some(at);
        at
    };
    let [one, two] = ends.map(|end| end.map(&mut first_of));
    if let (Some(one), Some(two)) = (one, two) {
        of[one.max(two)] = Some(one.min(two));
    }
}

/// Converts a failure of an island to the component numbers of one member's state.
fn within(failure: &Failure, offset: usize) -> Failure {
    let mut failure = *failure;
    let (Failure::NotFinite { component, .. }
    | Failure::StepTooSmall { component, .. }
    | Failure::TooManyEvaluations { component, .. }) = &mut failure;
    *component -= offset;
    failure
}

impl World {
    /// Advances the island whose first member is corpus `first`.
    pub(super) fn advance_island(
        &mut self,
        first: usize,
        to: f64,
        longest: f64,
        settings: &Settings,
    ) -> Result<(), Box<Divergence>> {
        let mut islands = std::mem::take(&mut self.interactions.islands);
        islands.gather(first, &self.corpora, &self.interactions.attachments);
        let is_alone = islands.of(first).is_none();
        islands.forces.manifolds.activate(first);
        let result = self.advance_members(&mut islands, is_alone, to, longest, settings);
        self.interactions.islands = islands;
        result
    }

    fn advance_members(
        &mut self,
        islands: &mut Islands,
        is_alone: bool,
        to: f64,
        longest: f64,
        settings: &Settings,
    ) -> Result<(), Box<Divergence>> {
        let around = Surroundings {
            ground: self.ground_on.then_some(&self.ground),
            gravity: self.gravity.vector(),
            span: [self.time, to],
            by_rates: settings.method.adds_up_rates(),
        };
        let law: Ground = self.interactions.collision.law.as_ground(&self.ground);
        let no_parting = self.interactions.partings.is_empty();
        let first = islands.members[0];
        let (_, counters) = self.integrator.memory();
        self.integrator
            .remember(self.corpora[first].step.memory, counters);
        let mut y = std::mem::take(&mut islands.y);
        let mut outer = std::mem::take(&mut islands.outer);
        let mut island = Island {
            corpora: &mut self.corpora,
            members: &islands.members,
            offsets: &islands.offsets,
            forces: &mut islands.forces,
            attachments: &mut self.interactions.attachments,
            broken: &mut islands.broken,
            faults: &mut islands.faults,
            before: &mut islands.before,
            around,
            ramp: self.ground.restitution_speed,
            law: &law,
            analysis: self.interactions.collision.analysis,
            is_alone,
        };
        let states = y.len();
        island.load_held_joints(self.time, &y);
        y.resize(island.dimension(), 0.0);
        let moved = match island
            .members
            .iter()
            .all(|&i| island.corpora[i].never_moves())
        {
            true => Ok(()),
            false => self
                .integrator
                .advance(&mut island, settings, &mut y, self.time, to, self.dt),
        };
        let moved = moved.map_err(|failure| {
            let (members, offsets) = (island.members, island.offsets);
            let of = (0..members.len())
                .find(|member| failure.component() < offsets[member + 1])
                .unwrap_or(0);
            let scene = Scene {
                corpus: &island.corpora[members[of]],
                y: &y[offsets[of]..offsets[of + 1]],
                settings,
                longest,
            };
            scene.failed(&within(&failure, offsets[of]))
        });
        let runaway = |(member, &i): (usize, &usize)| {
            let y = &y[island.offsets[member]..island.offsets[member + 1]];
            Some((member, find_runaway(&island.corpora[i], y, longest)?))
        };
        let fastest = island.members.iter().enumerate().find_map(runaway);
        let moved = match (moved, fastest) {
            (Ok(()), Some((member, speed))) => {
                let members = island.members;
                let mut good: Vec<f64> = vec![];
                for &i in members {
                    good.extend_from_slice(&island.corpora[i].good.y);
                }
                good.resize(y.len(), 0.0);
                let mut rate = vec![0.0; y.len()];
                let i = members[member];
                let watch = &island.corpora[i].step.events;
                let (acted, grounded) = (watch.acted, watch.grounded);
                island.derivative(self.time, &good, &mut rate);
                let span = island.offsets[member]..island.offsets[member + 1];
                let watch = &mut island.corpora[i].step.events;
                watch.acted |= acted;
                watch.grounded |= grounded;
                let scene = Scene {
                    corpus: &island.corpora[i],
                    y: &good[span.clone()],
                    settings,
                    longest,
                };
                Err(scene.ran_away(&rate[span], self.time, speed))
            }
            (moved, _) => moved,
        };
        if moved.is_ok() {
            for (member, &i) in island.members.iter().enumerate() {
                let y = &y[island.offsets[member]..island.offsets[member + 1]];
                island.corpora[i].y.copy_from_slice(y);
            }
            let span = to - self.time;
            let may_rest = island.forces.ties.is_empty() && !island.analysis && no_parting;
            let mut members = island.members.iter();
            let rests = may_rest && members.all(|&i| island.corpora[i].has_come_to_rest(span));
            for &i in island.members {
                island.corpora[i].set_rest(rests);
            }
            island.look(&mut outer);
            let works = y[states..].chunks_exact(POWERS).map(|w| w.try_into().ok());
            let mut works = works.chain(std::iter::repeat(None));
            for (&i, outer) in island.members.iter().zip(&outer) {
                let works = works.next().flatten();
                island.corpora[i].close_account(around, works, *outer);
            }
        }
        let memory = self.integrator.memory().0;
        for &i in &islands.members {
            self.corpora[i].step.memory = memory;
        }
        y.clear();
        (islands.y, islands.outer) = (y, outer);
        moved.map_err(|divergence| Box::new(self.overlap(islands).unwrap_or(divergence)))
    }

    /// Returns the divergence of two bodies that overlapped too far at the start of a failed advance, if that was its cause.
    fn overlap(&mut self, islands: &mut Islands) -> Option<Divergence> {
        for &i in &islands.members {
            let corpus = self.corpora.get_mut(i)?;
            corpus.place();
        }
        islands.forces.manifolds.look(&self.corpora, Stage::Look);
        let collision = &self.interactions.collision;
        let springs = (!collision.analysis).then(|| collision.law.as_ground(&self.ground));
        let manifolds = &islands.forces.manifolds;
        let (spots, overlapping) = manifolds.worst(springs.as_ref())?;
        let [Some(a), Some(b)] =
            spots.map(|spot| Some((self.corpora.get(spot.corpus)?, spot.body)))
        else {
            return None;
        };
        Divergence::overlap([a, b], self.time, overlapping)
    }
}

/// Runs a test on the island of one corpus.
#[cfg(test)]
pub(super) fn alone<T>(
    corpus: &mut Corpus,
    ground: Option<&Ground>,
    gravity: Vector3<f64>,
    test: impl FnOnce(&mut Island) -> T,
) -> T {
    let around = Surroundings {
        ground,
        gravity,
        span: [0.0; 2],
        by_rates: false,
    };
    let offsets = [0, corpus.y.len()];
    test(&mut Island {
        corpora: std::slice::from_mut(corpus),
        members: &[0],
        offsets: &offsets,
        forces: &mut IslandForces::default(),
        attachments: &mut [],
        broken: &mut vec![],
        faults: &mut CollisionFaults::default(),
        before: &mut vec![],
        around,
        ramp: 0.0,
        law: &Ground::default(),
        analysis: false,
        is_alone: true,
    })
}
