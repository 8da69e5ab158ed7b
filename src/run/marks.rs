//! Moments with names, to return to.

use std::collections::BTreeMap;
use std::sync::Arc;

/// Most marks of a world: they are never deleted.
pub(crate) const MOST_MARKS: usize = 1000;

/// A moment with a name.
#[derive(Clone, Debug)]
struct Mark<M> {
    moment: Arc<M>,
    /// Earliest simulated time (s) that the world has been rewound to since: if that is before the mark, the present past
    /// differs from the one of the mark.
    lowest: f64,
}

/// Marks of a world. The one without a name has the empty name.
#[derive(Clone, Debug)]
pub struct Marks<M> {
    marks: BTreeMap<Arc<str>, Mark<M>>,
    /// Name of the latest mark.
    last: Option<Arc<str>>,
    /// Names of marks to set at the end of the current frame.
    wanted: Vec<Arc<str>>,
}

impl<M> Default for Marks<M> {
    fn default() -> Self {
        Marks {
            marks: BTreeMap::new(),
            last: None,
            wanted: vec![],
        }
    }
}

impl<M> Marks<M> {
    /// Returns the names of the marks, in alphabetical order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let names = self.marks.keys().map(|name| &**name);
        names.filter(|name| !name.is_empty())
    }

    /// Whether a mark is requested for the end of the frame.
    #[must_use]
    pub fn are_wanted(&self) -> bool {
        !self.wanted.is_empty()
    }

    /// Discards the requested marks: their frame did not end.
    pub fn give_up(&mut self) {
        self.wanted.clear();
    }

    /// Whether a mark of this name would exceed the maximum. One that replaces another never does.
    #[must_use]
    pub fn are_too_many_with(&self, name: &str) -> bool {
        self.marks.len() + self.wanted.len() >= MOST_MARKS && !self.marks.contains_key(name)
    }

    /// Requests a mark at the end of the frame.
    pub fn want(&mut self, name: &str) {
        self.wanted.push(name.into());
    }

    /// Makes the requested marks.
    pub fn make(&mut self, moment: &Arc<M>) {
        for name in std::mem::take(&mut self.wanted) {
            let mark = Mark {
                moment: Arc::clone(moment),
                lowest: f64::INFINITY,
            };
            self.marks.insert(Arc::clone(&name), mark);
            self.last = Some(name);
        }
    }

    /// Finds the moment of a mark, or of the last mark if no name is given, and the lowest time simulated (s) since then.
    #[must_use]
    pub fn find(&self, name: Option<&str>) -> Option<(&Arc<M>, f64)> {
        let mark = self.marks.get(name.or(self.last.as_deref())?)?;
        Some((&mark.moment, mark.lowest))
    }

    /// Records that the world has returned to this moment on an abandoned course: no other mark has a valid past.
    pub fn returned_to(&mut self, moment: &Arc<M>) {
        self.went_back(f64::NEG_INFINITY);
        for mark in self.marks.values_mut() {
            if Arc::ptr_eq(&mark.moment, moment) {
                mark.lowest = f64::INFINITY;
            }
        }
    }

    /// Records that the world has returned to a simulated time (s).
    pub fn went_back(&mut self, simulated: f64) {
        for mark in self.marks.values_mut() {
            mark.lowest = mark.lowest.min(simulated);
        }
    }
}
