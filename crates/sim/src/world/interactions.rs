//! Interactions between bodies: collisions and attachments.

use super::attachment::Attachment;
use super::contact::{Colliding, CollisionSettings, PairFriction};
use super::corpus::Corpus;
use super::island::Islands;
use nalgebra::Vector3;

/// Interactions between bodies of a world, of one figure or of two: collisions and attachments.
#[derive(Clone, Debug, Default)]
pub struct Interactions {
    /// Settings of collisions.
    pub collision: CollisionSettings,
    /// Pairs of bodies that may collide, in order.
    pub colliding: Vec<Colliding>,
    /// Friction state of touching pairs, by their numbers.
    pub grips: Vec<(u32, PairFriction)>,
    /// Attachments, in the order of their numbers.
    pub attachments: Vec<Attachment>,
    /// Islands of corpora that are integrated together, with scratch memory.
    pub islands: Islands,
}

impl Interactions {
    /// Finds the islands for the duration of an advance of `span` seconds and gravity (m/s2).
    pub(super) fn find_islands(&mut self, corpora: &mut [Corpus], span: (f64, &Vector3<f64>)) {
        let pairs: &[Colliding] = match self.collision.on {
            true => &self.colliding,
            false => &[],
        };
        self.islands.find(corpora, &self.attachments, pairs, span);
    }

    /// Stores the friction states of the islands at the end of an advance.
    pub(super) fn take_grips(&mut self) {
        self.islands.take_grips(&mut self.grips);
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

    /// Restores the attachments of a snapshot; later ones are removed.
    pub(super) fn restore_attachments(&mut self, attachments: &[Attachment]) {
        self.attachments.clear();
        self.attachments.extend_from_slice(attachments);
        self.islands.broken.clear();
    }

    /// Restores the pairs of a snapshot, with the friction states of those that touch.
    pub(super) fn restore_collisions(
        &mut self,
        pairs: &[Colliding],
        grips: &[(u32, PairFriction)],
    ) {
        self.colliding.clear();
        self.colliding.extend_from_slice(pairs);
        self.grips.clear();
        self.grips.extend_from_slice(grips);
    }
}
