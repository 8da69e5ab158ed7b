//! What the integration of a corpus stores: scratch memory of a step, and the step size from one step to the next.

use super::super::midpoint::Midpoint;
use super::super::scales::Scales;
use super::super::step_events::StepEvents;
use corpus_dynamics::integrate::Memory;
use corpus_dynamics::{Model, Workspace};

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
