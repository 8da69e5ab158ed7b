//! Current accelerations of a figure, without moving it.

use super::World;
use super::system::{Surroundings, accelerate};

impl World {
    /// Returns the accelerations of a corpus: the root's angular and linear acceleration in its own axes (rad/s2, m/s2), then
    /// those of its joints (rad/s2 or m/s2). Uses the explicit articulated-body method at the current state and clock. All are
    /// NaN if there is no such corpus.
    #[must_use]
    pub fn accelerations(&self, corpus: usize) -> Vec<f64> {
        let Some(corpus) = self.corpora.get(corpus) else {
            return vec![];
        };
        let mut corpus = corpus.clone();
        // The script may have changed the ground.
        corpus.contact.ground_contacts.forget();
        let y = corpus.y.clone();
        let around = Surroundings {
            ground: self.ground_on.then_some(&self.ground),
            gravity: self.gravity.vector(),
            span: [self.time; 2],
            by_rates: false,
        };
        accelerate(&mut corpus, around, self.time, &y, 0.0);
        corpus.step.acceleration
    }
}
