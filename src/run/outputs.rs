//! The tables, diagrams and films that a script makes.

use super::{Follower, Language, Rows};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// The tables, diagrams and films that follow a world as its time passes.
pub struct Outputs<L: Language> {
    /// Tables of `record`.
    pub records: Vec<L::Record>,
    /// Diagrams of `plot`.
    pub plots: Vec<L::Plot>,
    /// Films of `film`.
    pub films: Vec<L::Film>,
    /// Schedules of the tables at the states that this run has written to files or read from them, by the files.
    pub saved_rows: BTreeMap<PathBuf, Vec<Rows>>,
}

impl<L: Language> Default for Outputs<L> {
    fn default() -> Self {
        Outputs {
            records: vec![],
            plots: vec![],
            films: vec![],
            saved_rows: BTreeMap::new(),
        }
    }
}

impl<L: Language> Outputs<L> {
    /// Returns the schedules of the tables.
    pub(crate) fn rows(&self) -> impl Iterator<Item = Rows> {
        self.records.iter().filter_map(Follower::rows)
    }

    /// Shifts tables and diagrams in time by `by` (s), after the script has set the clock. Films notice that at the next `go`.
    pub(super) fn shift_clock(&mut self, by: f64) {
        for record in &mut self.records {
            record.shift_clock(by);
        }
        for plot in &mut self.plots {
            plot.shift_clock(by);
        }
    }

    /// Continues from an earlier moment, at the clock `time` (s), on which earlier moments are later by `shift` (s) than on the
    /// clock until now; `rows` are the schedules of the tables at that moment.
    pub(super) fn went_back(&mut self, time: f64, shift: f64, rows: &[Rows]) {
        for (i, record) in self.records.iter_mut().enumerate() {
            record.went_back(time, shift, rows.get(i).copied());
        }
        for plot in &mut self.plots {
            plot.went_back(time, shift, None);
        }
    }
}
