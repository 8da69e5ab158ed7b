//! The moments that a world can be rewound to.

use super::{History, Language, Marks, Snapshot};
use crate::world::WorldSnapshot;

/// The moments that a world can be rewound to.
pub struct Past<L: Language> {
    /// Earlier frames.
    pub history: History<Snapshot<L>>,
    /// Moments with names.
    pub marks: Marks<Snapshot<L>>,
    /// The world before the last advance whose end was compared with its start: the next such state shares what has not changed.
    pub(crate) begun: Option<WorldSnapshot>,
    /// In a check, the simulated time (s) at the first `go`, the earliest one that can be rewound to.
    pub gone_from: Option<f64>,
}

impl<L: Language> Default for Past<L> {
    fn default() -> Self {
        Past {
            history: History::default(),
            marks: Marks::default(),
            begun: None,
            gone_from: None,
        }
    }
}

impl<L: Language> Past<L> {
    /// Forgets the stored frames: the world has got another past. Marks stay.
    pub(crate) fn forget(&mut self) {
        self.history.clear();
        self.begun = None;
        self.marks.went_back(f64::NEG_INFINITY);
    }

    /// Returns the earliest simulated time (s) that can be rewound to; in a check, that of its first `go`.
    pub(crate) fn first_kept(&self) -> Option<f64> {
        let first = self.history.first();
        first.map(|moment| moment.simulated).or(self.gone_from)
    }

    /// Whether a simulated time (s) can be rewound to.
    pub(crate) fn goes_back_to(&self, simulated: f64) -> bool {
        self.first_kept().is_some_and(|first| first <= simulated)
    }
}
