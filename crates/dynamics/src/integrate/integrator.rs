//! The integrator: the interface of this module.

use super::work::{Work, first_not_finite};
use super::{Failure, Method, Settings, System, adaptive, auto, fixed};
use serde::{Deserialize, Serialize};

/// Counters of steps and evaluations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counters {
    /// Accepted steps.
    pub steps: u64,
    /// Rejected attempts.
    pub rejected: u64,
    /// Evaluations of the derivative; a step by one of the structured methods of [`System`] counts as one.
    pub evaluations: u64,
}

impl std::ops::AddAssign for Counters {
    fn add_assign(&mut self, more: Counters) {
        self.steps += more.steps;
        self.rejected += more.rejected;
        self.evaluations += more.evaluations;
    }
}

/// Advances a [`System`] in time. It has the buffers and the length of the last valid step, and nothing of the system.
#[derive(Clone, Debug, Default)]
pub struct Integrator {
    work: Work,
    memory: Option<Memory>,
    counters: Counters,
}

/// Stored step size of an adaptive method, and the settings for which it was found.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Memory {
    /// The step (s).
    pub h: f64,
    /// The method that found it.
    pub method: Method,
    /// The first trial step (s) set at that time.
    pub first_try: Option<f64>,
}

/// Fails if the system asked to stop, perhaps in the last step.
fn to_its_end<S: System>(system: &S, time: f64) -> Result<(), Failure> {
    match system.must_stop() {
        true => Err(Failure::Stopped { time }),
        false => Ok(()),
    }
}

impl Integrator {
    /// Creates an integrator for states of `dimension` components.
    pub fn new(dimension: usize) -> Self {
        let mut integrator = Integrator::default();
        integrator.work.resize(dimension);
        integrator
    }

    /// Advances `y` from time `from` to `to` (s); `frame` (s) is the caller's frame, a quarter of which is the step if the
    /// settings have none.
    ///
    /// Fixed-step methods divide the span into equal steps no longer than the set one; adaptive ones continue with the step
    /// stored by the previous call, and end at `to` exactly. Allocates nothing, unless the system's dimension is not the one
    /// given to [`Integrator::new`]. Does nothing if `to` is not later than `from`.
    ///
    /// # Errors
    /// A [`Failure`] with the time reached; `y` is then the last accepted state, which belongs to that time. A state that is
    /// not finite initially is unchanged.
    ///
    /// # Panics
    /// If `y` does not have the system's dimension.
    pub fn advance<S: System>(
        &mut self,
        system: &mut S,
        settings: &Settings,
        y: &mut [f64],
        from: f64,
        to: f64,
        frame: f64,
    ) -> Result<(), Failure> {
        assert_eq!(y.len(), system.dimension(), "the state has another length");
        self.work.resize(y.len());
        if let Some(component) = first_not_finite(y) {
            return Err(Failure::NotFinite {
                time: from,
                component,
            });
        }
        if from.partial_cmp(&to) != Some(std::cmp::Ordering::Less) {
            return Ok(());
        }

        let first = settings.first_step(to - from, frame);
        let (work, counters) = (&mut self.work, &mut self.counters);
        if !settings.method.is_adaptive() {
            fixed::advance(system, settings, first, y, (from, to), work, counters)?;
            return to_its_end(system, to);
        }

        // A step found with other settings is no good first trial step.
        let mut h = match self.memory {
            Some(memory)
                if memory.method == settings.method && memory.first_try == settings.step =>
            {
                memory.h
            }
            _ => first,
        };
        self.memory = None;
        let span = (from, to);
        if settings.method == Method::Auto {
            auto::advance(system, settings, &mut h, y, span, work, counters)?;
        } else {
            adaptive::advance(system, settings, &mut h, y, span, work, counters)?;
        }
        to_its_end(system, to)?;
        self.memory = Some(Memory {
            h,
            method: settings.method,
            first_try: settings.step,
        });
        Ok(())
    }

    /// Returns the counters since [`Integrator::new`].
    pub fn counters(&self) -> Counters {
        self.counters
    }

    /// Returns the step (s) that an adaptive method tries first in the next call; `None` before the first call, after a failure
    /// and for fixed steps.
    pub fn remembered_step(&self) -> Option<f64> {
        self.memory.map(|memory| memory.h)
    }

    /// Returns the state of the integrator: the stored step size and the counters.
    #[must_use]
    pub fn memory(&self) -> (Option<Memory>, Counters) {
        (self.memory, self.counters)
    }

    /// Restores the state of the integrator.
    pub fn remember(&mut self, memory: Option<Memory>, counters: Counters) {
        self.memory = memory;
        self.counters = counters;
    }

    /// Discards the stored step, as after a jump of the state that the system did not make itself.
    pub fn forget(&mut self) {
        self.memory = None;
    }
}

#[cfg(test)]
mod failure_tests;
#[cfg(test)]
mod tests;
