//! Islands: corpora that interact are integrated together, as one state, so that forces between two figures are equal and
//! opposite at every stage of every method. Every other corpus is an island of its own.

mod advance;
mod attempt;
mod bench;
mod bonds;
mod breaking;
mod closing;
mod extrapolated;
mod forces;
mod held;
mod impulses;
mod pipeline;
mod rigid;
mod sparse;
mod stops;
mod system;

use super::attachment::{Attachment, End};
use super::contact::{
    BodyOf, BroadPhase, Colliding, CollisionFaults, CollisionRules, CollisionSettings, Manifolds,
    PairFriction, Search, can_move,
};
use super::corpus::Corpus;
use super::gravity::Gravity;
use crate::contact::{Ground, GroundScale};
use bench::Bench;
use bonds::Side;
use nalgebra::Vector3;
use pipeline::Tie;
#[cfg(test)]
pub(super) use pipeline::alone;
use std::sync::Arc;

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
    /// First members of the islands that move in the present advance.
    pub(super) moving: Vec<usize>,
    /// Where islands of several corpora are advanced, or of one with bonds; with the pairs of bodies that may touch.
    bench: Bench,
    /// Where lone corpora are advanced, at the same time if there are several.
    lone: Vec<Bench>,
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

/// What acts on all bodies: a change of it ends all rest.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Around {
    pub ground: Option<Ground>,
    pub gravity: Gravity,
    pub collision: CollisionSettings,
    pub rules: Arc<CollisionRules>,
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
        &mut self.bench.forces.manifolds
    }

    /// Returns the number of points at which bodies touched when they were last searched.
    pub(super) fn touches(&self) -> usize {
        self.bench.forces.manifolds.points()
    }

    /// Discards what is known about pairs from the advance before, for example because their shapes have changed.
    pub(super) fn forget_pairs(&mut self) {
        self.bench.forces.manifolds.clear();
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
            self.bench.forces.manifolds.clear();
            return;
        }
        corpora.iter_mut().for_each(Corpus::place);
        let pairs = self.broad_phase.find(corpora, rules, span);
        self.of.resize(corpora.len(), None);
        let end = |end: &End| {
            let (corpus, _) = end.holder()?;
            let moving = corpora.get(corpus).filter(|c| c.integrated);
            moving.map(|_| corpus)
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
        let manifolds = &mut self.bench.forces.manifolds;
        manifolds.gather(&self.near, corpora, member, known, scale);
    }

    /// Stores the states of touching pairs at the end of an advance.
    pub(super) fn take_pairs(
        &self,
        grips: &mut Vec<(Colliding, PairFriction)>,
        searches: &mut Vec<Search>,
    ) {
        grips.clear();
        grips.extend(self.bench.forces.manifolds.grips());
        grips.sort_unstable_by_key(|(pair, _)| *pair);
        searches.clear();
        searches.extend(self.bench.forces.manifolds.searches());
        searches.sort_unstable_by_key(|(pair, number, _)| (*pair, *number));
    }

    /// Gathers the members of an island, the offsets of their states, and the attachments that act on them.
    fn gather(&mut self, first: usize, corpora: &[Corpus], attachments: &[Attachment]) {
        let island = part_of(&self.all, first).iter().map(|(_, i)| *i);
        self.bench.gather(island, corpora);
        for &(_, number) in part_of(&self.attached, first) {
            let attachment = &attachments[number];
            let side = |i: usize| {
                let frame = attachment.law.frame(i);
                let (corpus, body, point) = match attachment.ends[i] {
                    End::World(at) => return Some((Side::Fixed(at), frame)),
                    End::Joint {
                        corpus,
                        body,
                        factor,
                    } => {
                        let of = corpora.get(corpus)?;
                        let body = of.number_of(body)?;
                        let member = self.numbers[self.of(corpus).map(|_| corpus)?];
                        let joint = Side::Joint {
                            member,
                            body,
                            factor,
                        };
                        return Some((joint, frame));
                    }
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
                self.bench.forces.ties.push(Tie {
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
