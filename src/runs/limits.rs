//! The budget of a run.

use crate::session::{Observer, Stage};
use crate::stop::StopSignal;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::time::{Duration, Instant};

/// The budget of a run. Its evaluations are looked at after each frame, so a run may exceed them by a frame; the rest also after each step. All are looked at
/// between lines.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Most time by the clock of the machine (s). Whether a run reaches it differs from machine to machine.
    pub seconds: Option<f64>,
    /// Most evaluations of the dynamics, in all worlds together. What costs time without them counts too, or an endless loop would not end: a frame counts as at
    /// least one evaluation, and so do some thirty lines of the script (256 steps of [`Observer::worked`]).
    pub evaluations: Option<u64>,
    /// Set by the caller to stop the run.
    pub stop: StopSignal,
}

/// What has stopped a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Spent {
    Seconds = 1,
    Evaluations,
    /// As [`Spent::Evaluations`], most of them by lines that simulate nothing.
    Lines,
    Stopped,
}

/// Steps of lines that count as an evaluation, which takes about as long.
const STEPS_OF_AN_EVALUATION: u64 = 256;

/// The observer of a run: it prints nothing, and stops the run at its limits.
pub(super) struct Budget {
    limits: Limits,
    end: Option<Instant>,
    /// Names of the worlds that have been seen, with their evaluations: fewer than before after a `rewind`.
    evaluations: Vec<(String, u64)>,
    /// Evaluations in all worlds so far, and frames without any.
    evaluated: u64,
    /// Steps of lines so far.
    steps: u64,
    spent: Arc<AtomicU8>,
}

/// Tells after a run what has stopped it.
pub(super) struct Verdict(Arc<AtomicU8>);

impl Verdict {
    pub fn spent(&self) -> Option<Spent> {
        let all = [
            Spent::Seconds,
            Spent::Evaluations,
            Spent::Lines,
            Spent::Stopped,
        ];
        let spent = self.0.load(Ordering::Relaxed);
        all.into_iter().find(|one| *one as u8 == spent)
    }
}

impl Budget {
    pub fn new(limits: &Limits) -> (Budget, Verdict) {
        let spent = Arc::new(AtomicU8::new(0));
        let seconds = limits.seconds.map(|s| Duration::try_from_secs_f64(s).ok());
        let budget = Budget {
            limits: limits.clone(),
            // A time beyond the clock is no limit.
            end: seconds
                .flatten()
                .and_then(|s| Instant::now().checked_add(s)),
            evaluations: vec![],
            evaluated: 0,
            steps: 0,
            spent: Arc::clone(&spent),
        };
        (budget, Verdict(spent))
    }

    fn stop(&self, why: Spent) -> ControlFlow<()> {
        self.spent.store(why as u8, Ordering::Relaxed);
        ControlFlow::Break(())
    }
}

impl Observer for Budget {
    fn print(&mut self, _: &str) {}

    fn frame(&mut self, stage: &Stage) -> ControlFlow<()> {
        let now = stage.world.counters.evaluations;
        let known = (self.evaluations.iter_mut()).find(|(name, _)| *name == stage.name);
        let before = match known {
            Some((_, known)) => std::mem::replace(known, now),
            None => {
                self.evaluations.push((stage.name.clone(), now));
                0
            }
        };
        self.evaluated += now.saturating_sub(before).max(1);
        self.pulse()
    }

    fn stop_signal(&mut self) -> StopSignal {
        let (stop, end) = (self.limits.stop.clone(), self.end);
        StopSignal::new(move || stop.is_set() || end.is_some_and(|end| Instant::now() > end))
    }

    fn worked(&mut self, steps: u64) {
        self.steps += steps;
    }

    fn pulse(&mut self) -> ControlFlow<()> {
        let of_lines = self.steps / STEPS_OF_AN_EVALUATION;
        let spent = self.evaluated.saturating_add(of_lines);
        if self.limits.evaluations.is_some_and(|most| spent > most) {
            return self.stop(match of_lines > self.evaluated {
                true => Spent::Lines,
                false => Spent::Evaluations,
            });
        }
        if self.limits.stop.is_set() {
            return self.stop(Spent::Stopped);
        }
        match self.end {
            Some(end) if Instant::now() > end => self.stop(Spent::Seconds),
            _ => ControlFlow::Continue(()),
        }
    }
}
