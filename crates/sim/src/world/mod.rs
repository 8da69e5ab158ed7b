//! The simulated world: corpora, the ground, gravity, time.

mod account;
mod advance;
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
    ContactMethod, ContactState, DeepOverlap, PairFriction, Prevented, RigidTouch, Search, Sunk,
    TouchForce, is_linked,
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
use crate::stop::StopSignal;
use corpus_dynamics::integrate::{Counters, Method, Settings, allowed_error};
use std::sync::Arc;

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
    /// Counters of the integration since the world was created.
    pub counters: Counters,
    /// Whether figures that do not interact are advanced on several threads: those of rayon.
    pub uses_threads: bool,
    /// Asked during each advance whether to stop.
    pub stop: StopSignal,
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
            counters: Counters::default(),
            uses_threads: false,
            stop: StopSignal::default(),
            remembers_steps: false,
        }
    }
}

impl World {
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

    /// Sets whether the ground is rigid, and not a bed of springs.
    pub fn set_rigid_ground(&mut self, rigid: bool) {
        self.ground.rigid = rigid;
        self.forget_rigid_contacts();
        if rigid {
            self.release_feet();
        }
    }

    /// Releases all points held by the ground, which was placed anew.
    pub fn release_feet(&mut self) {
        for corpus in &mut self.corpora {
            corpus.contact.placed = true;
            corpus.release_all();
        }
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
