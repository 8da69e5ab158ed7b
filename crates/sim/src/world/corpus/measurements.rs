//! Measurements of a corpus: its motion when last observed, sensor readings, and the energy account.

use super::super::account::{Account, Recorder};
use super::super::felt::Feeling;
use super::super::observe::Observed;

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
