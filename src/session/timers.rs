//! Commands that run at a time: `timer` and `alarm`.

use super::Action;
use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::sync::Arc;

/// Action that is due at a time.
#[derive(Clone, Debug)]
pub struct Timer {
    /// Due time (s).
    pub due: f64,
    /// Action.
    pub action: Action,
    /// Duration of the phase in whose list it was set (s).
    pub phase: Option<f64>,
}

/// Waiting commands, by time and then by the order in which they were set.
#[derive(Clone, Debug, Default)]
pub struct Timers {
    waiting: BinaryHeap<Waiting>,
    /// How many were ever set.
    set: u64,
    /// How often something was set or taken.
    changes: u64,
}

/// A timer and its number; the greatest is the one that is due first.
#[derive(Clone, Debug)]
struct Waiting {
    number: u64,
    timer: Timer,
}

impl Ord for Waiting {
    fn cmp(&self, other: &Self) -> Ordering {
        let due = other.timer.due.total_cmp(&self.timer.due);
        due.then(other.number.cmp(&self.number))
    }
}

impl PartialOrd for Waiting {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Waiting {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Waiting {}

impl Timers {
    /// Adds a pending command.
    pub fn set(&mut self, timer: Timer) {
        let number = self.set;
        self.set += 1;
        self.changes += 1;
        self.waiting.push(Waiting { number, timer });
    }

    /// Next due time (s).
    #[must_use]
    pub fn next_due(&self) -> Option<f64> {
        self.waiting.peek().map(|next| next.timer.due)
    }

    /// Takes the next one if it is due by `time` (s).
    pub fn take_due(&mut self, time: f64) -> Option<Timer> {
        if self.next_due()? <= time {
            self.changes += 1;
            self.waiting.pop().map(|next| next.timer)
        } else {
            None
        }
    }

    /// Forgets what runs these lines.
    pub(super) fn forget(&mut self, lines: &Arc<super::Waiting>) {
        self.changes += 1;
        self.waiting.retain(|kept| match &kept.timer.action {
            Action::Command(_) => true,
            Action::Block(waiting) | Action::Every { waiting, .. } => !Arc::ptr_eq(waiting, lines),
        });
    }

    /// Forgets those of some numbers.
    pub fn cancel(&mut self, numbers: &[u64]) {
        self.changes += 1;
        self.waiting.retain(|kept| !numbers.contains(&kept.number));
    }

    /// All pending commands with their numbers, by due time.
    #[must_use]
    pub fn numbered(&self) -> Vec<(u64, &Timer)> {
        let mut waiting: Vec<&Waiting> = self.waiting.iter().collect();
        waiting.sort_by(|a, b| b.cmp(a));
        waiting
            .into_iter()
            .map(|next| (next.number, &next.timer))
            .collect()
    }

    /// Shifts periodic events when the clock is set ahead by a time (s); other events keep their times.
    pub fn shift_periods(&mut self, by: f64) {
        let shifted = self.waiting.drain().map(|mut next| {
            if let Action::Every {
                start,
                period,
                passes,
                ..
            } = &mut next.timer.action
            {
                *start += by;
                next.timer.due = *start + *period * (*passes + 1) as f64;
            }
            next
        });
        self.waiting = shifted.collect::<Vec<_>>().into();
        self.changes += 1;
    }

    /// Returns to what waited at another time.
    pub fn restore(&mut self, kept: &Timers) {
        let changes = self.changes + 1;
        self.clone_from(kept);
        self.changes = changes;
    }

    /// Number of insertions and removals; while it is the same, the pending timers are the same.
    #[must_use]
    pub fn changes(&self) -> u64 {
        self.changes
    }

    /// About how many bytes they take.
    #[must_use]
    pub fn bytes(&self) -> usize {
        std::mem::size_of::<Timers>() + self.waiting.len() * std::mem::size_of::<Waiting>()
    }

    /// All pending commands, by due time.
    #[must_use]
    pub fn in_order(&self) -> Vec<&Timer> {
        let mut waiting: Vec<&Waiting> = self.waiting.iter().collect();
        waiting.sort_by(|a, b| b.cmp(a));
        waiting.into_iter().map(|next| &next.timer).collect()
    }

    /// Number of pending timers.
    #[must_use]
    pub fn len(&self) -> usize {
        self.waiting.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }
}
