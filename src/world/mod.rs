//! What moves: corpora, the ground under them, gravity, time.

mod account;
mod contact;
mod corpus;
mod divergence;
mod measure;
mod observe;
mod refine;
mod root_motion;
mod snapshot;
mod strength;
mod system;

pub use account::{Account, GroundForce, Works};
pub use corpus::{Corpus, SpeedLimit};
pub use divergence::Divergence;
pub use measure::{Heading, Measure};
pub use observe::{Observed, ObservedBody};
pub use refine::Refinement;
pub use root_motion::FARTHEST;
pub use snapshot::{Acting, CorpusSnapshot, WorldSettings, WorldSnapshot};

use crate::contact::Ground;
use crate::integrate::{Counters, Integrator, Method, Settings, System};
use account::POWERS;
use divergence::{find_runaway, from_failure, from_runaway};
use strength::find_too_strong;
use system::Running;

/// A world: constant settings and the changing state of its corpora.
#[derive(Clone, Debug)]
pub struct World {
    /// The clock (s).
    pub time: f64,
    /// Duration of a frame (s).
    pub dt: f64,
    /// Frames simulated for each frame that `go` counts.
    pub frames_per_count: u32,
    /// Acceleration of gravity, downwards (m/s2).
    pub gravity: f64,
    /// Whether gravity acts.
    pub gravity_on: bool,
    /// The ground.
    pub ground: Ground,
    /// Whether there is ground.
    pub ground_on: bool,
    /// How time is cut.
    pub settings: Settings,
    /// How finely it is cut against these settings.
    pub refinement: Refinement,
    /// What moves.
    pub corpora: Vec<Corpus>,
    integrator: Integrator,
    /// States of the integrated corpora, one after the other.
    y: Vec<f64>,
    /// The state at the begin of the present frame, to return to.
    good: Vec<f64>,
}

impl Default for World {
    fn default() -> Self {
        World {
            time: 0.0,
            dt: 1.0 / 1200.0,
            frames_per_count: 1,
            gravity: 9.8,
            gravity_on: false,
            ground: Ground::default(),
            ground_on: false,
            settings: Settings {
                method: Method::Implicit,
                step: None,
                tolerance: 1e-3,
                smallest_step: 1e-10,
                largest_evaluations_per_advance: 2_000_000,
            },
            refinement: Refinement::AsWritten,
            corpora: vec![],
            integrator: Integrator::new(0),
            y: vec![],
            good: vec![],
        }
    }
}

impl World {
    /// Moves on to a time (s). The state changes continuously; what a script changes, it changes between two calls.
    ///
    /// # Errors
    /// The simulation diverged; state and clock are then those before the call, the last good ones. Or a body is beyond its
    /// speed limit; state and clock are then those after the call.
    pub fn advance(&mut self, to: f64) -> Result<(), Box<Divergence>> {
        if let Some(divergence) = find_too_strong(&self.corpora, self.time, self.longest_step()) {
            return Err(Box::new(divergence));
        }
        let longest = self.longest_step();
        let by_rates = self.begin_accounts();
        self.good.clone_from(&self.y);
        for corpus in &mut self.corpora {
            corpus.good_anchors.clone_from(&corpus.anchors);
        }
        let gravity = self.acting_gravity();
        let settings = self.refinement.of(&self.settings, self.dt, to - self.time);
        let mut running = Running {
            corpora: &mut self.corpora,
            ground: self.ground_on.then_some(&self.ground),
            gravity,
            by_rates,
            span: [self.time, to],
        };
        let moved =
            self.integrator
                .advance(&mut running, &settings, &mut self.y, self.time, to, self.dt);
        let result = match moved {
            Ok(()) => match find_runaway(running.corpora, &self.y, longest) {
                Some(speed) => {
                    running.derivative(self.time, &self.good, &mut self.y);
                    self.y.truncate(running.controlled());
                    Err(from_runaway(&self.corpora, &self.y, self.time, speed))
                }
                None => Ok(()),
            },
            Err(failure) => Err(from_failure(&failure, &self.corpora, &settings)),
        };
        match result {
            Ok(()) => {
                self.scatter_from(false);
                let from = std::mem::replace(&mut self.time, to);
                self.end_accounts(from, by_rates);
                self.check_speed_limits()
            }
            Err(divergence) => {
                self.scatter_from(true);
                let moving = self.corpora.iter_mut().filter(|c| c.integrated);
                moving.for_each(Corpus::drop_account);
                Err(Box::new(divergence))
            }
        }
    }

    /// Gathers the states of what moves, and behind them, for methods that add up rates, a sum of works for each figure. Tells
    /// whether these are there.
    fn begin_accounts(&mut self) -> bool {
        let (time, gravity) = (self.time, self.acting_gravity());
        let method = self.refinement.of(&self.settings, self.dt, self.dt).method;
        let by_rates = method.adds_up_rates();
        for corpus in self.corpora.iter_mut().filter(|c| c.integrated) {
            corpus.open_account(time, gravity);
        }
        self.y.clear();
        for corpus in self.corpora.iter().filter(|c| c.integrated) {
            self.y.extend_from_slice(&corpus.y);
        }
        if by_rates {
            let states = self.y.len();
            let figures = self.corpora.iter().filter(|c| c.integrated).count();
            self.y.resize(states + POWERS * figures, 0.0);
        }
        by_rates
    }

    /// Brings the accounts up to the present state.
    fn end_accounts(&mut self, from: f64, by_rates: bool) {
        let (span, gravity) = ([from, self.time], self.acting_gravity());
        let ground = self.ground_on.then_some(&self.ground);
        let moving = || self.corpora.iter().filter(|c| c.integrated);
        let states: usize = moving().map(|c| c.y.len()).sum();
        let works = self.y.get(states..).unwrap_or_default().chunks(POWERS);
        let works = works.map(Some).chain(std::iter::repeat(None));
        for (corpus, works) in self.corpora.iter_mut().filter(|c| c.integrated).zip(works) {
            corpus.close_account(span, gravity, ground, works.filter(|_| by_rates));
        }
    }

    fn scatter_from(&mut self, good: bool) {
        let mut rest: &[f64] = if good { &self.good } else { &self.y };
        for corpus in self.corpora.iter_mut().filter(|c| c.integrated) {
            let (own, others) = rest.split_at(corpus.y.len());
            corpus.y.copy_from_slice(own);
            if good {
                corpus.anchors.clone_from(&corpus.good_anchors);
            }
            rest = others;
        }
    }

    fn check_speed_limits(&mut self) -> Result<(), Box<Divergence>> {
        for corpus in self
            .corpora
            .iter_mut()
            .filter(|c| c.integrated && !c.speed_limits.is_empty())
        {
            if let Some(mut divergence) = corpus.beyond_speed_limit() {
                divergence.time = self.time;
                return Err(Box::new(divergence));
            }
        }
        Ok(())
    }

    /// Feet that stick let go.
    pub fn release_feet(&mut self) {
        for corpus in &mut self.corpora {
            corpus.release_all();
        }
    }

    /// What the integrator did since the world began.
    #[must_use]
    pub fn counters(&self) -> Counters {
        self.integrator.counters()
    }

    /// A time over which nobody expects a joint to turn many times (s): the step, or the frame where that is shorter.
    fn longest_step(&self) -> f64 {
        self.dt.min(self.step())
    }

    /// The step of the integrator (s) where it is fixed.
    #[must_use]
    pub fn step(&self) -> f64 {
        self.settings.step.unwrap_or(self.dt / 4.0)
    }

    /// Tells the integrator that a script has changed the state, so that a remembered step means nothing.
    pub fn state_changed(&mut self) {
        self.integrator.forget();
    }
}
