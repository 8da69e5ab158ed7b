//! A world with everything that a script has added to it: objects, figures, gaits, timers.

use super::{Follower, History, Language, Marks, Snapshot, Timers};
use crate::control::Gait;
use crate::dynamics::Root;
use crate::figure::{Figure, Object};
use crate::record::Travel;
use crate::scene::Look;
use crate::world::{Corpus, PerturbedRun, World};
use std::sync::Arc;

/// An object and the figure that it was fetched for.
#[derive(Clone, Debug)]
pub struct Scoped {
    /// The figure that was current.
    pub scope: Option<usize>,
    /// The object.
    pub object: Object,
}

/// A figure under construction, and after `corpusinit` the corpus that it became.
#[derive(Clone, Debug)]
pub struct Draft {
    /// The figure as the script builds it.
    pub figure: Figure,
    /// Index of the corpus in the world.
    pub running: Option<usize>,
    /// Whether its root is free, fixed or driven.
    pub root: Root,
    /// Whether the root moves by its own joint, on a fixed base.
    pub jointed: bool,
    /// Index of that base, after it was made.
    pub base: Option<usize>,
    /// Whether a mistake, reported already, affected it.
    pub doubtful: bool,
    /// Whether it was reported that it is not assembled.
    pub told: bool,
}

impl Draft {
    /// Returns the body whose object's transforms place the whole figure: the root, or the body that a jointed root's base
    /// carries.
    #[must_use]
    pub fn placing_body(&self) -> Option<usize> {
        match self.base {
            Some(base) => self
                .figure
                .bodies
                .iter()
                .position(|body| body.parent == Some(base)),
            None => self.figure.root,
        }
    }
}

/// The motor programs of a leg.
#[derive(Clone, Debug)]
pub struct Programs<L: Language> {
    /// Commands at the start of a step.
    pub step: Option<Arc<L::Code>>,
    /// Commands at the start of a stance.
    pub stance: Option<Arc<L::Code>>,
}

impl<L: Language> Default for Programs<L> {
    fn default() -> Self {
        Programs {
            step: None,
            stance: None,
        }
    }
}

impl<L: Language> Programs<L> {
    /// Returns both programs.
    pub fn closures(&self) -> impl Iterator<Item = &Arc<L::Code>> {
        self.step.iter().chain(&self.stance)
    }

    /// Returns the bodies (numbers in the figure) whose motors the programs set: those of the leg itself.
    #[must_use]
    pub fn moved_bodies(&self) -> Vec<usize> {
        self.closures()
            .flat_map(|code| L::moved_bodies(code))
            .collect()
    }
}

/// A figure with a gait.
#[derive(Clone, Debug)]
pub struct Roach<L: Language> {
    /// Name of the figure.
    pub name: String,
    /// Index of its figure among the drafts.
    pub draft: Option<usize>,
    /// The oscillators.
    pub gait: Gait,
    /// The motor programs of each leg.
    pub programs: Vec<Programs<L>>,
}

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
    /// Shapes.
    pub objects: Vec<Scoped>,
    /// Figures.
    pub drafts: Vec<Draft>,
    /// The current figure.
    pub current: Option<usize>,
    /// Gaits.
    pub roaches: Vec<Roach<L>>,
    /// The current gait.
    pub current_roach: Option<usize>,
    /// Pending commands.
    pub timers: Timers<L::Code>,
    /// Conditions of `when`.
    pub watches: Vec<Watch<L>>,
    /// Tables of `record`.
    pub records: Vec<L::Record>,
    /// Diagrams of `plot`.
    pub plots: Vec<L::Plot>,
    /// Films of `film`.
    pub films: Vec<L::Film>,
    /// Travel of each corpus in the last `go`.
    pub travels: Vec<Travel>,
    /// Frames simulated.
    pub frames: u64,
    /// Time simulated (s), which equals the clock unless the script sets the clock.
    pub simulated: f64,
    /// Earlier frames.
    pub history: History<Snapshot<L>>,
    /// A second run of the world from a slightly different start, if it is wanted.
    pub perturbed_run: Option<PerturbedRun>,
    /// In a check, the time (s) at the first `go`, the earliest one that can be rewound to.
    pub gone_from: Option<f64>,
    /// Moments to rewind to.
    pub marks: Marks<Snapshot<L>>,
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
            objects: vec![],
            drafts: vec![],
            current: None,
            roaches: vec![],
            current_roach: None,
            timers: Timers::default(),
            watches: vec![],
            records: vec![],
            plots: vec![],
            films: vec![],
            travels: vec![],
            frames: 0,
            simulated: 0.0,
            history: History::default(),
            perturbed_run: None,
            gone_from: None,
            marks: Marks::default(),
            look: Look::default(),
        }
    }

    /// Returns the current figure.
    #[must_use]
    pub fn draft(&self) -> Option<&Draft> {
        self.drafts.get(self.current?)
    }

    /// Returns the current gait.
    #[must_use]
    pub fn roach(&self) -> Option<&Roach<L>> {
        self.roaches.get(self.current_roach?)
    }

    /// Sets the clock (s). Motors, current steps and periodic events continue unchanged; timers and alarms keep their times.
    pub fn set_clock(&mut self, time: f64) {
        let by = time - self.world.time;
        for corpus in &mut self.world.corpora {
            corpus.shift_motors(by);
        }
        for roach in &mut self.roaches {
            roach.gait.shift_clock(by);
        }
        self.timers.shift_periods(by);
        for record in &mut self.records {
            record.shift_clock(by);
        }
        for plot in &mut self.plots {
            plot.shift_clock(by);
        }
        for film in &mut self.films {
            film.shift_clock(by);
        }
        self.world.time = time;
        self.world.state_changed();
    }
    /// Returns the corpus assembled from the figure of a gait.
    #[must_use]
    pub fn corpus_of(&self, roach: &Roach<L>) -> Option<&Corpus> {
        let draft = self.drafts.get(roach.draft?)?;
        self.world.corpora.get(draft.running?)
    }

    /// Starts a second run from a slightly different start, or continues it after changes by the script. If it is not `wanted`, it ends.
    pub(crate) fn perturb(&mut self, wanted: bool) {
        let world = &self.world;
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
