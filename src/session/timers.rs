//! Commands that wait for the clock: `timer` and `alarm`.

use crate::command::Bound;
use std::sync::Arc;

/// A command that waits.
#[derive(Clone, Debug)]
pub struct Timer {
    /// When it is due (s).
    pub due: f64,
    /// What is done then.
    pub command: Arc<Bound>,
    /// Duration of the phase in whose list it was set (s).
    pub phase: Option<f64>,
}

/// Waiting commands, by time and then by the order in which they were set.
#[derive(Clone, Debug, Default)]
pub struct Timers {
    /// Latest first, so that the next one is taken from the end.
    waiting: Vec<Timer>,
}

impl Timers {
    /// Lets a command wait.
    pub fn set(&mut self, timer: Timer) {
        let at = self.waiting.partition_point(|w| w.due > timer.due);
        self.waiting.insert(at, timer);
    }

    /// When the next one is due (s).
    #[must_use]
    pub fn next_due(&self) -> Option<f64> {
        self.waiting.last().map(|t| t.due)
    }

    /// Takes the next one if it is due by `time` (s).
    pub fn take_due(&mut self, time: f64) -> Option<Timer> {
        if self.next_due()? <= time {
            self.waiting.pop()
        } else {
            None
        }
    }

    /// How many wait.
    #[must_use]
    pub fn len(&self) -> usize {
        self.waiting.len()
    }

    /// Whether none waits.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }
}
