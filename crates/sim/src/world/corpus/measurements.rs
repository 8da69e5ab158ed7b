//! Measurements of a corpus: its motion when last observed, sensor readings, and the energy account.

use super::super::account::{Account, Recorder};
use super::observed::Observed;
use corpus_dynamics::Felt;
use std::sync::OnceLock;

/// Measurements of a corpus: its motion when last observed, sensor readings, and the energy account.
#[derive(Clone, Debug)]
pub(in crate::world) struct Measurements {
    /// Poses and motions at the last observation.
    pub observed: Observed,
    /// Sensor readings of its bodies at the last observation.
    pub feeling: Feeling,
    /// Energy account.
    pub account: Account,
    /// Powers and forces from which the account is computed.
    pub recorder: Recorder,
}

impl Default for Measurements {
    fn default() -> Self {
        Measurements {
            observed: Observed::nothing(),
            feeling: Feeling::default(),
            account: Account::default(),
            recorder: Recorder::default(),
        }
    }
}

/// Sensor readings of all bodies of a corpus at the last observation, computed on demand.
#[derive(Clone, Debug, Default)]
pub(in crate::world) struct Feeling(pub OnceLock<Readings>);

impl Feeling {
    /// Discards the readings: the state may have changed.
    pub fn forget(&mut self) {
        self.0.take();
    }
}

/// The readings of all sensors of a corpus.
#[derive(Clone, Debug)]
pub(in crate::world) struct Readings {
    pub bodies: Vec<Felt>,
    /// Of the root, in its own axes, and of the joints (rad/s2, m/s2).
    pub accelerations: Vec<f64>,
}
