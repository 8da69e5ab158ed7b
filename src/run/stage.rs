//! A world with everything that a script has added to it: objects, figures, gaits, timers, outputs.

use super::{Definitions, History, Language, Outputs, Past, Roach, Timers};
use crate::integrate::Method;
use crate::record::Travel;
use crate::scene::Look;
use crate::world::{Corpus, PerturbedRun, Refinement, World};
use std::sync::Arc;

/// The block of a `when`.
#[derive(Clone, Debug)]
pub struct Watch<L: Language> {
    /// Conditions of `when`.
    pub condition: Arc<L::Condition>,
    /// Action.
    pub closure: Arc<L::Code>,
    /// The name for `cancel`; empty if there is none.
    pub name: Arc<str>,
    /// Whether the condition was true at the last evaluation.
    pub held: bool,
}

impl<L: Language> Watch<L> {
    /// Whether both have the same condition and block, and the same last result.
    pub(super) fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.closure, &other.closure) && self.held == other.held
    }
}

/// A world with its settings and all figures of a script.
pub struct Stage<L: Language> {
    /// Its name.
    pub name: String,
    /// The simulated world.
    pub world: World,
    /// Objects, figures and gaits of the script.
    pub definitions: Definitions<L>,
    /// Pending commands.
    pub timers: Timers<L::Code>,
    /// Conditions of `when`.
    pub watches: Vec<Watch<L>>,
    /// Tables, diagrams and films.
    pub outputs: Outputs<L>,
    /// Travel of each corpus in the last `go`.
    pub travels: Vec<Travel>,
    /// Frames simulated.
    pub frames: u64,
    /// Time simulated (s), which equals the clock unless the script sets the clock.
    pub simulated: f64,
    /// Moments to rewind to.
    pub past: Past<L>,
    /// A second run of the world from a slightly different start, if it is wanted.
    pub perturbed_run: Option<PerturbedRun>,
    /// Appearance of pictures. It does not affect the simulation, and `rewind` does not change it.
    pub look: Look,
}

impl<L: Language> Stage<L> {
    /// Creates an empty world.
    #[must_use]
    pub fn new(name: &str) -> Self {
        Stage {
            name: name.to_owned(),
            world: World::default(),
            definitions: Definitions::default(),
            timers: Timers::default(),
            watches: vec![],
            outputs: Outputs::default(),
            travels: vec![],
            frames: 0,
            simulated: 0.0,
            past: Past::default(),
            perturbed_run: None,
            look: Look::default(),
        }
    }

    /// Creates an empty world that stores its frames if this one does.
    #[must_use]
    pub fn beside(&self, name: &str) -> Self {
        let mut other = Stage::new(name);
        if !self.past.history.is_kept() {
            other.past.history = History::within(0);
        }
        other
    }

    /// Sets the clock (s). Motors, pushes, current steps and periodic events continue unchanged; timers and alarms keep their times.
    pub fn set_clock(&mut self, time: f64) {
        let by = time - self.world.time;
        for roach in &mut self.definitions.roaches {
            roach.gait.shift_clock(by);
        }
        for neuron in &mut self.definitions.neurons {
            neuron.state.shift_clock(by);
        }
        self.timers.shift_periods(by);
        self.outputs.shift_clock(by);
        self.world.set_clock(time);
    }

    /// Returns the corpus assembled from the figure of a gait.
    #[must_use]
    pub fn corpus_of(&self, roach: &Roach<L>) -> Option<&Corpus> {
        let draft = self.definitions.drafts.get(roach.draft?)?;
        self.world.corpora.get(draft.running?)
    }

    /// Starts a second run from a slightly different start, or continues it after changes by the script. If it is not `wanted`, it ends.
    pub(crate) fn perturb(&mut self, wanted: bool) {
        let world = &self.world;
        // Other methods and refinements choose their steps otherwise than the script says.
        let wanted = wanted
            && world.settings.method == Method::Auto
            && world.refinement == Refinement::AsWritten;
        match &mut self.perturbed_run {
            run if !wanted => *run = None,
            Some(run) if run.was_given_up(world) => {}
            Some(run) if run.fits(world) => run.take_over(world),
            run => *run = Some(PerturbedRun::of(world)),
        }
    }

    /// Notes that the script may have changed the world because of its state, as a controller does.
    pub(super) fn note_feedback(&mut self) {
        if let Some(run) = &mut self.perturbed_run {
            run.note_feedback();
        }
    }

    /// Returns the look, to change it.
    pub fn look_mut(&mut self) -> &mut Look {
        self.look.changes += 1;
        &mut self.look
    }
}
