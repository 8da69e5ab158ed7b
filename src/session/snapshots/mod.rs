//! Rewinding: states of a world, the marks of a script, and the stored frames.

mod fit;
mod lines;
mod load;
mod marks;
mod rewind;
mod save;

pub(in crate::session) use fit::of_corpus;

use super::{Session, Stage, Stop, Timers, Watch};
use crate::control::Gait;
use crate::record::Travel;
use crate::run::{Moment, Rows};
use crate::source::Span;
use crate::world::WorldSnapshot;
use std::mem::size_of;
use std::sync::Arc;

/// State of a stage that changes while time passes. Figures, motor programs, variables and files are not included.
#[derive(Clone, Debug)]
pub struct Snapshot {
    /// Clock, settings, states, motors, feet.
    pub world: WorldSnapshot,
    /// The oscillators of each gait.
    pub gaits: Vec<Gait>,
    /// Timers.
    pub timers: Arc<Timers>,
    /// Conditions of `when`, and whether they were true.
    pub watches: Arc<[Watch]>,
    /// Travel of each corpus.
    pub travels: Vec<Travel>,
    /// Schedule of each table's rows.
    pub rows: Vec<Rows>,
    /// Frames simulated.
    pub frames: u64,
    /// Time simulated (s).
    pub simulated: f64,
}

impl Snapshot {
    /// Takes a snapshot of a stage; shares unchanged parts with the snapshot `before`.
    #[must_use]
    pub fn of(stage: &Stage, before: Option<&Snapshot>) -> Self {
        let same_timers = |before: &&Snapshot| before.timers.changes() == stage.timers.changes();
        let same_watches = |before: &&Snapshot| {
            let both = before.watches.iter().zip(&stage.watches);
            before.watches.len() == stage.watches.len() && both.into_iter().all(|(a, b)| a.is(b))
        };
        Snapshot {
            world: stage.world.snapshot(before.map(|before| &before.world)),
            gaits: stage.roaches.iter().map(|r| r.gait.clone()).collect(),
            timers: match before.filter(same_timers) {
                Some(before) => Arc::clone(&before.timers),
                None => Arc::new(stage.timers.clone()),
            },
            watches: match before.filter(same_watches) {
                Some(before) => Arc::clone(&before.watches),
                None => stage.watches.as_slice().into(),
            },
            travels: stage.travels.clone(),
            rows: stage.records.iter().map(|record| record.rows()).collect(),
            frames: stage.frames,
            simulated: stage.simulated,
        }
    }
}

impl Moment for Snapshot {
    fn simulated(&self) -> f64 {
        self.simulated
    }

    fn bytes(&self, before: Option<&Snapshot>) -> usize {
        let gaits = self
            .gaits
            .iter()
            .map(|gait| size_of::<Gait>() + 48 * gait.legs());
        let mut bytes = size_of::<Snapshot>()
            + self.world.bytes(before.map(|before| &before.world))
            + gaits.sum::<usize>()
            + size_of_val(&*self.travels)
            + size_of_val(&*self.rows);
        if !before.is_some_and(|before| Arc::ptr_eq(&before.timers, &self.timers)) {
            bytes += self.timers.bytes();
        }
        if !before.is_some_and(|before| Arc::ptr_eq(&before.watches, &self.watches)) {
            bytes += size_of_val(&*self.watches);
        }
        bytes
    }
}

impl Stage {
    /// Restores a snapshot. Figures assembled later stay, and continue on the clock of the snapshot.
    pub(super) fn restore(&mut self, snapshot: &Snapshot) {
        let by = snapshot.world.time - self.world.time;
        let later = snapshot.world.corpora.len();
        for corpus in self.world.corpora.iter_mut().skip(later) {
            corpus.shift_motors(by);
        }
        for roach in self.roaches.iter_mut().skip(snapshot.gaits.len()) {
            roach.gait.shift_clock(by);
        }
        for (roach, gait) in self.roaches.iter_mut().zip(&snapshot.gaits) {
            roach.gait.clone_from(gait);
        }
        self.world.restore(&snapshot.world);
        for draft in &mut self.drafts {
            let corpus = draft.running.and_then(|c| self.world.corpora.get(c));
            if let Some(corpus) = corpus {
                draft.root = corpus.model.root();
            }
        }
        self.timers.restore(&snapshot.timers);
        self.watches = snapshot.watches.to_vec();
        self.travels.clone_from(&snapshot.travels);
        for (i, record) in self.records.iter_mut().enumerate() {
            record.went_back(snapshot.rows.get(i).copied(), snapshot.world.time);
        }
        for plot in &mut self.plots {
            plot.went_back(snapshot.world.time);
        }
        for film in &mut self.films {
            film.shift_clock(by);
        }
        (self.frames, self.simulated) = (snapshot.frames, snapshot.simulated);
    }

    /// Stores the current state in the history.
    pub(super) fn keep(&mut self) {
        if self.history.is_kept() {
            let snapshot = Snapshot::of(self, self.history.latest());
            self.history.push(snapshot);
        }
    }
}

impl Session {
    /// Restores the current world to a snapshot; output continues from there.
    pub(in crate::session) fn restore(&mut self, snapshot: &Snapshot) -> Result<(), Stop> {
        self.here_mut().restore(snapshot);
        // Tables started later start again.
        self.write_records(snapshot.rows.len())?;
        self.see_plots(0)?;
        self.flush_records()
    }

    /// Rewinds by a time (s), to the last whole frame at or before it. Returns the clock (s).
    ///
    /// # Errors
    /// The time is not above zero, less has been simulated, or a table could not be written.
    pub fn rewind_by(&mut self, seconds: f64) -> Result<f64, Stop> {
        let text = format!("rewind {seconds}s");
        let end = text.len() as u32;
        let source = self.sources.add("rewind", text, None);
        let at = Span {
            source,
            start: 0,
            end,
        };
        self.rewind_by_at(seconds, at)
    }
}
