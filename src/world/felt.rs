//! Readings of sensors on bodies and in joints: accelerations, and the forces that joints transmit.

use super::World;
use super::corpus::Corpus;
use super::system::{Surroundings, accelerate};
use crate::dynamics::{Felt, felt, inverse_dynamics};
use std::sync::OnceLock;

/// Sensor readings of all bodies of a corpus at the last observation, computed on demand.
#[derive(Clone, Debug, Default)]
pub(super) struct Feeling(OnceLock<(Vec<Felt>, Vec<f64>)>);

impl Feeling {
    /// Discards the readings: the state may have changed.
    pub fn forget(&mut self) {
        if self.0.get().is_some() {
            *self = Feeling::default();
        }
    }
}

impl World {
    /// Returns accelerations and joint forces of a body, by the explicit articulated-body method at the state and the clock of
    /// the last [`World::observe`]; NaN if the figure cannot be solved. Attachments and contacts with other figures are not
    /// included.
    #[must_use]
    pub fn felt<'c>(&self, corpus: &'c Corpus, body: usize) -> Option<&'c Felt> {
        let (all, _) = corpus.measured.feeling.0.get_or_init(|| self.feel(corpus));
        all.get(body)
    }

    /// Returns the acceleration of the joint of a body other than the root (rad/s2 or m/s2), as [`World::felt`].
    #[must_use]
    pub fn joint_acceleration(&self, corpus: &Corpus, body: usize) -> f64 {
        let (_, accelerations) = corpus.measured.feeling.0.get_or_init(|| self.feel(corpus));
        accelerations.get(5 + body).copied().unwrap_or(f64::NAN)
    }

    /// Returns a copy of a corpus with its accelerations at the current state and clock, by the explicit articulated-body
    /// method. The copy has no state.
    pub(super) fn accelerated(&self, corpus: &Corpus) -> Corpus {
        let mut corpus = corpus.clone();
        // The script may have changed the ground.
        corpus.contact.ground_contacts.forget();
        let y = std::mem::take(&mut corpus.y);
        let around = Surroundings {
            ground: self.ground_on.then_some(&self.ground),
            gravity: self.gravity.vector(),
            span: [self.time; 2],
            by_rates: false,
        };
        accelerate(&mut corpus, around, self.time, &y, 0.0);
        corpus
    }

    fn feel(&self, corpus: &Corpus) -> (Vec<Felt>, Vec<f64>) {
        let mut corpus = self.accelerated(corpus);
        let mut forces = vec![0.0; corpus.step.acceleration.len()];
        inverse_dynamics(
            &corpus.model,
            &mut corpus.step.workspace,
            self.gravity.vector(),
            &corpus.step.acceleration,
            &mut forces,
        );
        let bodies = 0..corpus.model.bodies();
        let all = bodies
            .map(|body| felt(&corpus.step.workspace, body))
            .collect();
        (all, corpus.step.acceleration)
    }
}
