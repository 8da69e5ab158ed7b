//! A world with everything that a script has added to it: objects, figures, gaits, timers.

use super::{Closure, FilmTake, History, Marks, Plot, Record, Timers, Watch};
use crate::control::Gait;
use crate::dynamics::Root;
use crate::figure::{Figure, Object};
use crate::record::Travel;
use crate::scene::Look;
use crate::session::command::Bound;
use crate::world::World;
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
#[derive(Clone, Debug, Default)]
pub struct Programs {
    /// Commands at the start of a step.
    pub step: Option<Arc<Closure>>,
    /// Commands at the start of a stance.
    pub stance: Option<Arc<Closure>>,
}

impl Programs {
    /// The bodies (numbers in the figure) whose motors the programs set: the leg's own.
    #[must_use]
    pub fn moved_bodies(&self) -> Vec<usize> {
        fn gather(bound: &Bound, bodies: &mut Vec<usize>) {
            if bound.command.name == "motor" {
                bodies.push(bound.index(0));
            }
            for one in bound.each.iter() {
                gather(one, bodies);
            }
            for inner in bound.deferred() {
                gather(inner, bodies);
            }
        }
        let mut bodies = vec![];
        for bound in self.commands() {
            gather(bound, &mut bodies);
        }
        bodies
    }

    /// Both programs.
    pub fn closures(&self) -> impl Iterator<Item = &Arc<Closure>> {
        self.step.iter().chain(&self.stance)
    }

    /// The commands of both programs.
    pub fn commands(&self) -> impl Iterator<Item = &Bound> {
        self.step().iter().chain(self.stance())
    }

    /// Returns the commands at the start of a step.
    #[must_use]
    pub fn step(&self) -> &[Bound] {
        self.step.as_ref().map_or(&[], |step| step.commands())
    }

    /// Returns the commands at the start of a stance.
    #[must_use]
    pub fn stance(&self) -> &[Bound] {
        self.stance.as_ref().map_or(&[], |stance| stance.commands())
    }
}

/// A figure with a gait.
#[derive(Clone, Debug)]
pub struct Roach {
    /// Its name.
    pub name: String,
    /// Index of its figure among the drafts.
    pub draft: Option<usize>,
    /// The oscillators.
    pub gait: Gait,
    /// The motor programs of each leg.
    pub programs: Vec<Programs>,
}

/// A world with its settings and all figures of a script.
pub struct Stage {
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
    pub roaches: Vec<Roach>,
    /// The current gait.
    pub current_roach: Option<usize>,
    /// Pending commands.
    pub timers: Timers,
    /// Conditions of `when`.
    pub watches: Vec<Watch>,
    /// Tables of `record`.
    pub records: Vec<Record>,
    /// Diagrams of `plot`.
    pub plots: Vec<Plot>,
    /// Films of `film`.
    pub films: Vec<FilmTake>,
    /// Travel of each corpus in the last `go`.
    pub travels: Vec<Travel>,
    /// Frames simulated.
    pub frames: u64,
    /// Time simulated (s), which equals the clock unless the script sets the clock.
    pub simulated: f64,
    /// Earlier frames.
    pub history: History,
    /// In a check, the time (s) at the first `go`, the earliest one that can be rewound to.
    pub gone_from: Option<f64>,
    /// Moments to rewind to.
    pub marks: Marks,
    /// Appearance of pictures. It does not affect the simulation, and `rewind` does not change it.
    pub look: Look,
}

impl Stage {
    /// An empty world.
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
            gone_from: None,
            marks: Marks::default(),
            look: Look::default(),
        }
    }

    /// The current figure.
    #[must_use]
    pub fn draft(&self) -> Option<&Draft> {
        self.drafts.get(self.current?)
    }

    /// The current gait.
    #[must_use]
    pub fn roach(&self) -> Option<&Roach> {
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
}
