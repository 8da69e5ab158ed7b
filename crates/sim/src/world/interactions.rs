//! Interactions between bodies: collisions and attachments.

use super::attachment::Attachment;
use super::contact::{
    Colliding, CollisionRules, CollisionSettings, ContactMethod, PairFriction, Search, TouchForce,
};
use super::corpus::Corpus;
use super::island::Islands;
use crate::contact::{Ground, GroundScale, Joined, Parting, Stabilization};
use crate::control::Trajectory;
use nalgebra::Vector3;
use std::sync::Arc;
use std::sync::OnceLock;

/// Interactions between bodies of a world, of one figure or of two: collisions and attachments.
#[derive(Clone, Debug, Default)]
pub struct Interactions {
    /// Settings of collisions.
    pub collision: CollisionSettings,
    /// Which bodies collide.
    pub rules: Arc<CollisionRules>,
    /// Friction state of touching pairs, in order.
    pub grips: Vec<(Colliding, PairFriction)>,
    /// What the searches of overlapping bodies have left for the next ones, in order.
    pub searches: Vec<Search>,
    /// Points at which bodies touch, at the last observation, computed on demand.
    pub(super) touches: OnceLock<Vec<TouchForce>>,
    /// Forces of attachments and touching bodies, corpus by corpus, at the last observation, computed on demand.
    pub(super) bond_forces: OnceLock<Vec<BondForce>>,
    /// Bodies that started deep in each other, in order.
    pub partings: Vec<(Colliding, Parting)>,
    /// Attachments, in the order of their numbers.
    pub attachments: Vec<Attachment>,
    /// The formulas that joints follow.
    pub trajectories: Arc<Vec<Trajectory>>,
    /// How closed loops are kept from drifting apart.
    pub stabilization: Stabilization,
    /// Islands of corpora that are integrated together, with scratch memory.
    pub islands: Islands,
}

/// A force on a body, or in its joint, by an attachment or by a body that touches it.
#[derive(Clone, Copy, Debug)]
pub(super) struct BondForce {
    /// The corpus of the body.
    pub corpus: usize,
    /// The body, by the model's numbers.
    pub body: usize,
    /// The body that touches it, by its corpus and the model's numbers; none for an attachment.
    pub other: Option<(usize, usize)>,
    /// The force.
    pub push: BondPush,
    /// The part of it that presses on the body, along the normal of a contact (N).
    pub pressing: f64,
}

/// How a bond pushes a body.
#[derive(Clone, Copy, Debug)]
pub(super) enum BondPush {
    /// At a point (m, world), with a force (N, world).
    At(Vector3<f64>, Vector3<f64>),
    /// In its joint (N m, or N of a slide).
    Joint(f64),
}

impl Interactions {
    /// Finds the islands for the duration of an advance of `span` seconds and gravity (m/s2).
    pub(super) fn find_islands(
        &mut self,
        corpora: &mut [Corpus],
        span: (f64, &Vector3<f64>),
        scale: GroundScale,
    ) {
        let none = CollisionRules::default();
        let rules = if self.collision.on {
            &self.rules
        } else {
            &none
        };
        let known = (&*self.grips, &*self.searches);
        let bonds = (&*self.attachments, rules);
        self.islands.find(corpora, bonds, known, span, scale);
    }

    /// Lets bodies part slowly that were placed deep in each other, at the start of an advance at a time (s); by `ground` the law of
    /// their springs is complete.
    pub(super) fn part(&mut self, corpora: &mut [Corpus], ground: &Ground, time: f64) {
        self.partings
            .retain(|(_, parting)| !parting.rising.is_over(time));
        let placed = |i: usize| (corpora.get(i)).is_some_and(|corpus| corpus.contact.placed_among);
        // What has parted from where a body was says nothing about where it is now.
        self.partings
            .retain(|(pair, _)| !pair.iter().any(|of| placed(of.corpus)));
        let any = corpora.iter().any(|corpus| corpus.contact.placed_among);
        if any && self.collision.on && self.collision.method == ContactMethod::Springs {
            let law = self.collision.law.as_ground(ground);
            let manifolds = self.islands.manifolds();
            for (pair, depth) in manifolds.placed_deep(corpora, &law) {
                self.partings.push((pair, Parting::new(time, depth)));
            }
            self.partings.sort_unstable_by_key(|(pair, _)| *pair);
        }
        if any {
            for corpus in corpora {
                corpus.contact.placed_among = false;
            }
        }
        self.islands.manifolds().part(&self.partings);
    }

    /// Shifts the partings of bodies in time by `by` (s), after the clock was set forward.
    pub(super) fn shift_partings(&mut self, by: f64) {
        for (_, parting) in &mut self.partings {
            parting.rising.since += by;
        }
    }

    /// Sets what joints follow to a time (s).
    pub(super) fn set_trajectories(&mut self, time: f64) {
        if self.trajectories.is_empty() {
            return;
        }
        for attachment in &mut self.attachments {
            if let Joined::Closure(closure) = &mut attachment.law {
                closure.follow(&self.trajectories, time);
            }
        }
    }

    /// Stores the states of touching pairs at the end of an advance.
    pub(super) fn take_pairs(&mut self) {
        let Interactions {
            islands,
            grips,
            searches,
            ..
        } = self;
        islands.take_pairs(grips, searches);
    }

    /// Stores the attachments at the start of an advance, to restore them if the advance fails.
    pub(super) fn keep_good_attachments(&mut self) {
        self.islands.good.clone_from(&self.attachments);
        self.islands.good_broken = self.islands.broken.len();
    }

    /// Restores the attachments at the start of an advance that failed.
    pub(super) fn return_to_good_attachments(&mut self) {
        self.attachments.clone_from(&self.islands.good);
        self.islands.broken.truncate(self.islands.good_broken);
    }
}
