//! The simulated world: corpora, the ground, gravity, time.

mod account;
mod analysis;
mod assemble;
mod attached;
mod attachment;
mod balls;
mod contact;
mod corpus;
mod divergence;
mod dry;
mod felt;
mod flight;
mod forces;
mod gravity;
mod interactions;
mod island;
mod joint_forces;
mod loops;
mod measure;
mod midpoint;
mod observe;
mod overlooked;
mod perturbed_run;
mod pull;
mod push;
mod refine;
mod rest;
mod root_motion;
mod scales;
mod snapshot;
mod step_events;
mod stiction;
mod strength;
mod support;

pub use account::{Account, GroundForce, Works};
pub use analysis::Coordinate;
pub use attachment::{Attachment, End, Fastening, Stretched};
pub use contact::{
    BodyOf, Buried, Colliding, CollisionFaults, CollisionRule, CollisionRules, CollisionSettings,
    ContactState, DeepOverlap, PairFriction, Prevented, Search, TouchForce, is_linked,
};
pub use corpus::{
    Corpus, GroundTouch, Imposed, JointLaws, MOST_PUSHES, Numbering, Observed, ObservedBody, Pull,
    Push, SpeedLimit,
};
pub use divergence::{Advice, Divergence, What};
pub use felt::RootForce;
pub use gravity::Gravity;
pub use interactions::Interactions;
pub use island::Islands;
pub use measure::{Heading, Measure};
pub use perturbed_run::{PERTURBATION, PerturbedRun, Separation};
pub use refine::Refinement;
pub use scales::FARTHEST;
pub use snapshot::{Acting, CorpusSnapshot, Flags, Structure, WorldSettings, WorldSnapshot};
pub use support::Support;

use crate::contact::{FrictionLaw, Ground, Terrain};
use contact::lower_surface;
use corpus_dynamics::integrate::{Counters, Integrator, Method, Settings, allowed_error};
use std::sync::Arc;
use strength::find_too_strong;

/// Default shortest step of an adaptive integrator (s).
pub const SMALLEST_STEP: f64 = 1e-10;

/// A world: constant settings and the changing state of its corpora.
#[derive(Clone, Debug)]
pub struct World {
    /// Clock (s).
    pub time: f64,
    /// Duration of a frame (s).
    pub dt: f64,
    /// Frames simulated for each frame that `go` counts.
    pub frames_per_count: u32,
    /// Gravity.
    pub gravity: Gravity,
    /// The ground.
    pub ground: Ground,
    /// Whether there is ground.
    pub ground_on: bool,
    /// Terrains, by name.
    pub terrains: Vec<(String, Arc<Terrain>)>,
    /// Settings of integration.
    pub settings: Settings,
    /// Refinement of the steps relative to `settings`.
    pub refinement: Refinement,
    /// The figures.
    pub corpora: Vec<Corpus>,
    /// Collisions and attachments.
    pub interactions: Interactions,
    /// The integrator, with its scratch memory and counters.
    pub integrator: Integrator,
    /// Whether a corpus may have a stored step size.
    pub remembers_steps: bool,
}

impl Default for World {
    fn default() -> Self {
        World {
            time: 0.0,
            dt: 1.0 / 1200.0,
            frames_per_count: 1,
            gravity: Gravity::default(),
            ground: Ground::default(),
            ground_on: false,
            terrains: vec![],
            settings: Settings {
                method: Method::Auto,
                step: None,
                tolerance: 1e-3,
                allowed_error: allowed_error(),
                smallest_step: SMALLEST_STEP,
                largest_evaluations_per_advance: 2_000_000,
            },
            refinement: Refinement::AsWritten,
            corpora: vec![],
            interactions: Interactions::default(),
            integrator: Integrator::new(0),
            remembers_steps: false,
        }
    }
}

impl World {
    /// Advances to a time (s). The state changes continuously; a script changes it only between two calls. The advance is
    /// divided at the end of each push.
    ///
    /// Each corpus is integrated separately, with its own step size, except those that interact: they are integrated together.
    ///
    /// # Errors
    /// The simulation diverged; state and clock are then those before the call, or at the last end of a push: the last valid
    /// ones. Also if a body exceeds its speed limit; state and clock are then those of that moment.
    pub fn advance(&mut self, to: f64) -> Result<(), Box<Divergence>> {
        self.end_pushes();
        while let Some(end) = self.next_end_of_push(to) {
            self.advance_on(end)?;
            self.end_pushes();
        }
        self.advance_on(to)?;
        self.end_pushes();
        Ok(())
    }

    /// Advances to a time (s) without discontinuities before it.
    fn advance_on(&mut self, to: f64) -> Result<(), Box<Divergence>> {
        self.remembers_steps = true;
        let longest = self.longest_step();
        for corpus in self.corpora.iter_mut().filter(|c| c.integrated) {
            if let Some(divergence) = find_too_strong(corpus, self.time, longest) {
                return Err(Box::new(divergence));
            }
        }
        let (now, gravity) = (self.time, self.gravity.vector());
        let settings = self.refinement.of(&self.settings, self.dt, to - now);
        for corpus in self.corpora.iter_mut().filter(|c| c.integrated) {
            corpus.anchor_joints();
            corpus.open_account(now, gravity);
        }
        if self.ground_on {
            for corpus in self.corpora.iter_mut().filter(|c| c.integrated) {
                lower_surface(corpus, &self.ground, now);
            }
        }
        for corpus in &mut self.corpora {
            corpus.contact.begin_advance();
            corpus.keep_good();
        }
        self.interactions.keep_good_attachments();
        self.wake();
        if self.all_rest() {
            let moving = self.corpora.iter_mut().filter(|c| c.integrated);
            moving.for_each(|corpus| corpus.stay(to - now));
            self.time = to;
            return self.check_speed_limits();
        }
        self.interactions
            .find_islands(&mut self.corpora, (to - now, &gravity), self.ground.scale);
        self.interactions.part(&mut self.corpora, &self.ground, now);
        for i in 0..self.corpora.len() {
            if !self.corpora[i].integrated {
                continue;
            }
            if self
                .interactions
                .islands
                .of(i)
                .is_some_and(|first| first != i)
            {
                continue;
            }
            if self.stays(i, to - now) {
                continue;
            }
            let moved = self.advance_island(i, to, longest, &settings);
            if let Err(divergence) = moved {
                self.interactions.return_to_good_attachments();
                self.corpora.iter_mut().for_each(Corpus::return_to_good);
                let moving = self.corpora.iter_mut().filter(|c| c.integrated);
                moving.for_each(Corpus::drop_account);
                return Err(divergence);
            }
        }
        self.interactions.take_pairs();
        self.time = to;
        self.check_speed_limits()
    }

    /// Returns the next time (s) before `to` at which a push ends.
    fn next_end_of_push(&self, to: f64) -> Option<f64> {
        let moving = self.corpora.iter().filter(|corpus| corpus.integrated);
        moving
            .filter_map(|corpus| corpus.next_end_of_push(to))
            .min_by(f64::total_cmp)
    }

    /// Ends the pushes whose end has passed.
    fn end_pushes(&mut self) {
        let time = self.time;
        for corpus in &mut self.corpora {
            corpus.end_pushes_by(time);
        }
    }

    fn check_speed_limits(&mut self) -> Result<(), Box<Divergence>> {
        for corpus in self
            .corpora
            .iter_mut()
            .filter(|c| c.integrated && !c.imposed.speed_limits.is_empty())
        {
            if let Some(mut divergence) = corpus.beyond_speed_limit() {
                divergence.time = self.time;
                return Err(Box::new(divergence));
            }
        }
        Ok(())
    }

    /// Sets the clock (s). Motors and pushes continue unchanged, and so does what rises below bodies that started deep in something.
    pub fn set_clock(&mut self, time: f64) {
        let by = time - self.time;
        for corpus in &mut self.corpora {
            corpus.shift_motors(by);
            corpus.shift_pushes(by);
            if let Some(sunk) = &mut corpus.contact.sunk {
                sunk.rising.since += by;
            }
        }
        self.interactions.shift_partings(by);
        self.time = time;
        self.state_changed();
    }

    /// Sets the friction law.
    pub fn set_friction_law(&mut self, law: FrictionLaw) {
        if self.ground.law != law {
            self.ground.law = law;
            self.corpora
                .iter_mut()
                .for_each(Corpus::forget_stick_points);
        }
    }

    /// Releases all points held by the ground, which was placed anew.
    pub fn release_feet(&mut self) {
        for corpus in &mut self.corpora {
            corpus.contact.placed = true;
            corpus.release_all();
        }
    }

    /// Returns the counters of the integrator since the world was created.
    #[must_use]
    pub fn counters(&self) -> Counters {
        self.integrator.counters()
    }

    /// Returns a time (s) in which no joint should turn many times: the step, or the frame if that is shorter.
    fn longest_step(&self) -> f64 {
        self.dt.min(self.step_size())
    }

    /// Returns the integrator's step (s), if it is fixed.
    #[must_use]
    pub fn step_size(&self) -> f64 {
        self.settings.step.unwrap_or(self.dt / 4.0)
    }

    /// Discards the stored step sizes after a script has changed the state.
    pub fn state_changed(&mut self) {
        // While figures are built there is nothing to discard, and there may be thousands of them.
        if std::mem::take(&mut self.remembers_steps) {
            for corpus in &mut self.corpora {
                (corpus.step.memory, corpus.step.rests) = (None, false);
            }
        }
    }
}
