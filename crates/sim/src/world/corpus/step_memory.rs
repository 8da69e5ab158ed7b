//! What the integration of a corpus stores: scratch memory of a step, the step size from one step to the next, and the state at the
//! start of an advance.

use super::super::contact::RigidTouch;
use super::super::scales::Scales;
use super::super::step_events::StepEvents;
use crate::contact::Hold;
use corpus_dynamics::integrate::Memory;
use corpus_dynamics::{Layout, Model, Workspace};

/// What the integration of a corpus stores: scratch memory of a step, and the step size from one step to the next.
#[derive(Clone, Debug)]
pub(in crate::world) struct StepMemory {
    /// Scratch memory of an evaluation.
    pub workspace: Workspace,
    /// Accelerations at the last evaluation (m/s2 and rad/s2): of the root, then of the joints.
    pub acceleration: Vec<f64>,
    /// Contacts seen by the stages of a step.
    pub events: StepEvents,
    /// Scratch memory of a step of `auto`.
    pub midpoint: Midpoint,
    /// The state at the start of a step; scratch memory.
    pub start: Vec<f64>,
    /// Lengths that errors are divided by.
    pub scales: Scales,
    /// Next step size of an adaptive integrator.
    pub memory: Option<Memory>,
    /// Whether it is at rest: see [`super::super::rest`].
    pub rests: bool,
}

impl StepMemory {
    /// Creates the memory for a model that has not moved.
    pub(in crate::world) fn new(model: &Model) -> Self {
        StepMemory {
            workspace: Workspace::new(model),
            acceleration: vec![0.0; 6 + model.joints()],
            events: StepEvents::default(),
            midpoint: Midpoint::new(model.layout()),
            start: model.layout().rest(),
            scales: Scales::default(),
            memory: None,
            rests: false,
        }
    }
}

/// Scratch memory of a step of [`auto`](super::super::midpoint); rates are laid out as accelerations are (omega, V, q').
#[derive(Clone, Debug, Default)]
pub(in crate::world) struct Midpoint {
    pub kappa1: Vec<f64>,
    pub lambda1: Vec<f64>,
    pub kappa2: Vec<f64>,
    pub lambda2: Vec<f64>,
    /// Y2.
    pub stage: Vec<f64>,
    /// z, and then -w, of the joints.
    pub known: Vec<f64>,
}

impl Midpoint {
    pub fn new(layout: Layout) -> Self {
        let rates = vec![0.0; layout.accelerations()];
        Midpoint {
            kappa1: rates.clone(),
            lambda1: rates.clone(),
            kappa2: rates.clone(),
            lambda2: rates,
            stage: layout.rest(),
            known: vec![0.0; layout.accelerations() - 6],
        }
    }
}

/// The state of a corpus at the start of an advance, to restore it if the advance fails.
#[derive(Clone, Debug, Default)]
pub(in crate::world) struct GoodState {
    /// The state, laid out by [`corpus_dynamics::Layout`].
    pub y: Vec<f64>,
    /// State of the contact points, by their numbers.
    pub holds: Vec<(u32, Hold)>,
    /// Anchors of dry friction, by the numbers of their bodies (rad or m).
    pub anchors: Vec<(u32, f64)>,
    /// Points of rigid contact in the last step.
    pub rigid: Vec<RigidTouch>,
    /// Forces of hard ends of joint ranges in the last step (N m or N), by the numbers of their bodies.
    pub stops: Vec<(usize, f64)>,
    /// Step size of an adaptive integrator.
    pub memory: Option<Memory>,
}
