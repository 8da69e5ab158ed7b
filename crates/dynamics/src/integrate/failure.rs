//! Reasons why an advance failed.

use std::fmt;

/// Reason why an advance failed. The state is then the last accepted one, at [`Failure::time`], except after [`Failure::Stopped`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Failure {
    /// A step gave an infinity or NaN.
    NotFinite {
        /// Time (s) of the last accepted state.
        time: f64,
        /// The component responsible: with a fixed step the one that changed fastest before, else the first non-finite one.
        component: usize,
    },
    /// The error estimate, or the system, required a step below the smallest one.
    StepTooSmall {
        /// Time (s) of the last accepted state.
        time: f64,
        /// The rejected step (s), or the one that the system required.
        step: f64,
        /// The component with the largest error, or the one that required the step.
        component: usize,
    },
    /// The number of evaluations reached its limit.
    TooManyEvaluations {
        /// Time (s) of the last accepted state.
        time: f64,
        /// Evaluations spent in this advance.
        evaluations: u64,
        /// The component with the largest error in the last try; with a fixed step, the one that changes fastest.
        component: usize,
    },
    /// The system asked to stop.
    Stopped {
        /// Time (s) of the last step before that; the state may be later, and need not be valid.
        time: f64,
    },
}

impl Failure {
    /// Returns the time (s) of the last accepted state.
    pub const fn time(&self) -> f64 {
        match *self {
            Failure::NotFinite { time, .. }
            | Failure::StepTooSmall { time, .. }
            | Failure::TooManyEvaluations { time, .. }
            | Failure::Stopped { time } => time,
        }
    }

    /// Returns the component of the state that is responsible; the first one if none is.
    pub const fn component(&self) -> usize {
        match *self {
            Failure::NotFinite { component, .. }
            | Failure::StepTooSmall { component, .. }
            | Failure::TooManyEvaluations { component, .. } => component,
            Failure::Stopped { .. } => 0,
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::NotFinite { time, component } => write!(
                formatter,
                "after {time} s component {component} of the state is not finite"
            ),
            Failure::StepTooSmall {
                time,
                step,
                component,
            } => write!(
                formatter,
                "at {time} s component {component} of the state needs steps below the smallest one; the last was {step:e} s"
            ),
            Failure::TooManyEvaluations {
                time,
                evaluations,
                component,
            } => write!(
                formatter,
                "at {time} s the limit of {evaluations} evaluations is reached; component {component} of the state has the largest error"
            ),
            Failure::Stopped { time } => write!(formatter, "stopped at {time} s, as was asked"),
        }
    }
}

impl std::error::Error for Failure {}
