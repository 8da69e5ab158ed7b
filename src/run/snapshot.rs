//! The state of a stage at a moment, and the way back to it.

use super::{Language, Moment, Rows, SAME, Stage, Timers, Watch};
use crate::control::{Gait, NeuronState};
use crate::record::Travel;
use crate::world::WorldSnapshot;
use serde::{Deserialize, Serialize};
use std::mem::size_of;
use std::sync::Arc;

/// State of a stage that changes while time passes. Figures, motor programs, variables and files are not included. In a file,
/// pending events are beside it, as lines of the script; tables and the starts of runs are not in a file.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct Snapshot<L: Language> {
    /// Clock, settings, states, motors, feet.
    pub world: WorldSnapshot,
    /// The oscillators of each gait.
    pub gaits: Vec<Gait>,
    /// The neurons.
    pub neurons: Vec<NeuronState>,
    /// Timers.
    #[serde(skip)]
    pub timers: Arc<Timers<L::Code>>,
    /// Conditions of `when`, and whether they were true.
    #[serde(skip)]
    pub watches: Arc<[Watch<L>]>,
    /// Travel of each corpus.
    pub travels: Vec<Travel>,
    /// Schedule of each table's rows.
    #[serde(skip)]
    pub rows: Vec<Rows>,
    /// Frames simulated.
    pub frames: u64,
    /// Time simulated (s).
    #[serde(rename = "simulated_s")]
    pub simulated: f64,
    /// Whether a `go` starts here.
    #[serde(skip)]
    pub starts_run: bool,
}

impl<L: Language> Snapshot<L> {
    /// Takes a snapshot of a stage; shares unchanged parts with the snapshot `before`.
    #[must_use]
    pub fn of(stage: &Stage<L>, before: Option<&Self>) -> Self {
        Self::within(stage, before, None)
    }

    /// Takes a snapshot as [`Snapshot::of`] does, in the memory of one that is no longer needed.
    fn within(stage: &Stage<L>, before: Option<&Self>, spare: Option<Self>) -> Self {
        let (corpora, mut gaits, mut travels, mut rows) = spare
            .map_or_else(Default::default, |spare| {
                (spare.world.corpora, spare.gaits, spare.travels, spare.rows)
            });
        gaits.truncate(stage.definitions.roaches.len());
        for (i, roach) in stage.definitions.roaches.iter().enumerate() {
            match gaits.get_mut(i) {
                Some(gait) => gait.clone_from(&roach.gait),
                None => gaits.push(roach.gait.clone()),
            }
        }
        travels.clone_from(&stage.travels);
        rows.clear();
        rows.extend(stage.outputs.rows());
        let same_timers = |before: &&Self| before.timers.changes() == stage.timers.changes();
        let same_watches = |before: &&Self| {
            let both = before.watches.iter().zip(&stage.watches);
            before.watches.len() == stage.watches.len() && both.into_iter().all(|(a, b)| a.is(b))
        };
        Snapshot {
            world: (stage.world).snapshot_in(before.map(|before| &before.world), corpora),
            gaits,
            neurons: (stage.definitions.neurons.iter())
                .map(|neuron| neuron.state)
                .collect(),
            timers: match before.filter(same_timers) {
                Some(before) => Arc::clone(&before.timers),
                None => Arc::new(stage.timers.clone()),
            },
            watches: match before.filter(same_watches) {
                Some(before) => Arc::clone(&before.watches),
                None => stage.watches.as_slice().into(),
            },
            travels,
            rows,
            frames: stage.frames,
            simulated: stage.simulated,
            starts_run: false,
        }
    }
}

impl<L: Language> Moment for Snapshot<L> {
    fn simulated(&self) -> f64 {
        self.simulated
    }

    fn starts_run(&self) -> bool {
        self.starts_run
    }

    fn bytes(&self, before: Option<&Self>) -> usize {
        let gaits = self
            .gaits
            .iter()
            .map(|gait| size_of::<Gait>() + 48 * gait.legs());
        let mut bytes = size_of::<Self>()
            + self.world.bytes(before.map(|before| &before.world))
            + gaits.sum::<usize>()
            + size_of_val(&*self.neurons)
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

impl<L: Language> Stage<L> {
    /// Restores a snapshot. Figures assembled later stay, and continue on the clock of the snapshot.
    pub(crate) fn restore(&mut self, snapshot: &Snapshot<L>) {
        let by = snapshot.world.time - self.world.time;
        let later = snapshot.world.corpora.len();
        for corpus in self.world.corpora.iter_mut().skip(later) {
            corpus.shift_motors(by);
        }
        for roach in self
            .definitions
            .roaches
            .iter_mut()
            .skip(snapshot.gaits.len())
        {
            roach.gait.shift_clock(by);
        }
        for (roach, gait) in self.definitions.roaches.iter_mut().zip(&snapshot.gaits) {
            roach.gait.clone_from(gait);
        }
        let neurons = &mut self.definitions.neurons;
        for neuron in neurons.iter_mut().skip(snapshot.neurons.len()) {
            neuron.state.shift_clock(by);
        }
        for (neuron, state) in neurons.iter_mut().zip(&snapshot.neurons) {
            neuron.state = *state;
        }
        self.world.restore(&snapshot.world);
        for draft in &mut self.definitions.drafts {
            let corpus = draft.running.and_then(|c| self.world.corpora.get(c));
            if let Some(corpus) = corpus {
                draft.root = corpus.model.root();
            }
        }
        self.timers.restore(&snapshot.timers);
        self.watches = snapshot.watches.to_vec();
        self.travels.clone_from(&snapshot.travels);
        // The clock minus the simulated time changes only where a script sets the clock.
        let shift = by - (snapshot.simulated - self.simulated);
        let is_rounding = shift.abs() <= SAME * self.world.dt;
        let shift = if is_rounding { 0.0 } else { shift };
        self.outputs
            .went_back(snapshot.world.time, shift, &snapshot.rows);
        (self.frames, self.simulated) = (snapshot.frames, snapshot.simulated);
    }

    /// Stores the current state in the history; whether a `go` starts here.
    pub(crate) fn keep(&mut self, starts_run: bool) {
        if self.past.history.is_kept() {
            let spare = self.past.history.take_spare();
            let snapshot = Snapshot {
                starts_run,
                ..Snapshot::within(self, self.past.history.latest(), spare)
            };
            self.past.history.push(snapshot);
        }
    }

    /// Makes the requested marks.
    pub(crate) fn make_marks(&mut self) {
        let snapshot = Arc::new(Snapshot::of(self, self.past.history.latest()));
        self.past.marks.make(&snapshot);
    }
}
