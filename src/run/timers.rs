//! Events that run at a time.

use serde::{Deserialize, Serialize};
use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::sync::Arc;

/// A pending event of the clock: code of some language that must run.
#[derive(Clone, Debug)]
pub struct Timer<Code> {
    /// Due time (s).
    pub due: f64,
    /// Action.
    pub closure: Arc<Code>,
    /// The name for `cancel`; empty if there is none.
    pub name: Arc<str>,
    /// Duration of the phase in whose list it was set (s).
    pub phase: Option<f64>,
    /// Its schedule, if it belongs to an `every`.
    pub every: Option<Every>,
}

/// The times at which the lines of an `every` run.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Every {
    /// Time when it was set (s).
    pub start: f64,
    /// Period (s).
    pub period: f64,
    /// Number of runs.
    pub passes: u64,
}

impl Every {
    /// Returns the time when the lines run next (s).
    #[must_use]
    pub fn due(&self) -> f64 {
        self.start + self.period * (self.passes + 1) as f64
    }
}

impl<Code: Clone> Timer<Code> {
    /// Returns the timer that follows this one; none if it runs only once.
    #[must_use]
    pub fn next(&self) -> Option<Self> {
        let every = self.every.map(|every| Every {
            passes: every.passes + 1,
            ..every
        })?;
        Some(Timer {
            due: every.due(),
            every: Some(every),
            ..self.clone()
        })
    }
}

/// Pending timers, by time and then by the order in which they were set.
#[derive(Clone, Debug)]
pub struct Timers<Code> {
    waiting: BinaryHeap<Pending<Code>>,
    /// Number of timers set so far.
    set: u64,
    /// Number of insertions and removals.
    changes: u64,
}

/// A timer and its number; the greatest is the one that is due first.
#[derive(Clone, Debug)]
struct Pending<Code> {
    number: u64,
    timer: Timer<Code>,
}

impl<Code> Default for Timers<Code> {
    fn default() -> Self {
        Timers {
            waiting: BinaryHeap::new(),
            set: 0,
            changes: 0,
        }
    }
}

impl<Code> Ord for Pending<Code> {
    fn cmp(&self, other: &Self) -> Ordering {
        let due = other.timer.due.total_cmp(&self.timer.due);
        due.then(other.number.cmp(&self.number))
    }
}

impl<Code> PartialOrd for Pending<Code> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<Code> PartialEq for Pending<Code> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl<Code> Eq for Pending<Code> {}

impl<Code: Clone> Timers<Code> {
    /// Adds a pending command.
    pub fn set(&mut self, timer: Timer<Code>) {
        let number = self.set;
        self.set += 1;
        self.changes += 1;
        self.waiting.push(Pending { number, timer });
    }

    /// Returns the next due time (s).
    #[must_use]
    pub fn next_due(&self) -> Option<f64> {
        self.waiting.peek().map(|next| next.timer.due)
    }

    /// Takes the next one if it is due by `time` (s).
    pub fn take_due(&mut self, time: f64) -> Option<Timer<Code>> {
        if self.next_due()? <= time {
            self.changes += 1;
            self.waiting.pop().map(|next| next.timer)
        } else {
            None
        }
    }

    /// Removes the timers of a closure.
    pub fn forget(&mut self, closure: &Arc<Code>) {
        self.changes += 1;
        self.waiting
            .retain(|kept| !Arc::ptr_eq(&kept.timer.closure, closure));
    }

    /// Removes the timers with some numbers.
    pub fn cancel(&mut self, numbers: &[u64]) {
        self.changes += 1;
        self.waiting.retain(|kept| !numbers.contains(&kept.number));
    }

    /// Returns all pending commands with their numbers, by due time.
    #[must_use]
    pub fn numbered(&self) -> Vec<(u64, &Timer<Code>)> {
        let mut waiting: Vec<&Pending<Code>> = self.waiting.iter().collect();
        waiting.sort_by(|a, b| b.cmp(a));
        waiting
            .into_iter()
            .map(|next| (next.number, &next.timer))
            .collect()
    }

    /// Shifts periodic events when the clock is set ahead by a time (s); other events keep their times.
    pub fn shift_periods(&mut self, by: f64) {
        let shifted = self.waiting.drain().map(|mut next| {
            if let Some(every) = &mut next.timer.every {
                every.start += by;
                next.timer.due = every.due();
            }
            next
        });
        self.waiting = shifted.collect::<Vec<_>>().into();
        self.changes += 1;
    }

    /// Restores the timers of another time.
    pub fn restore(&mut self, kept: &Self) {
        let changes = self.changes + 1;
        self.clone_from(kept);
        self.changes = changes;
    }

    /// Returns the number of insertions and removals; while it does not change, the pending timers do not change.
    #[must_use]
    pub fn changes(&self) -> u64 {
        self.changes
    }

    /// Returns the approximate number of bytes of the pending timers.
    #[must_use]
    pub fn bytes(&self) -> usize {
        std::mem::size_of::<Self>() + self.waiting.len() * std::mem::size_of::<Pending<Code>>()
    }

    /// Returns all pending commands, by due time.
    #[must_use]
    pub fn in_order(&self) -> Vec<&Timer<Code>> {
        let numbered = self.numbered().into_iter();
        numbered.map(|(_, timer)| timer).collect()
    }

    /// Returns the number of pending timers.
    #[must_use]
    pub fn len(&self) -> usize {
        self.waiting.len()
    }

    /// Whether no timer is pending.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }
}
