//! The stored frames: all of the latest ones, fewer of earlier ones; the starts of all runs.

use std::sync::Arc;

/// Most bytes that are stored: about twelve thousand frames of a walking roach.
const MOST: usize = 32 << 20;

/// At least so many of the latest frames are all stored.
const RECENT: usize = 1024;

/// So many new moments are stored before earlier ones are thinned out. More would take memory that is seldom looked at, and that takes time to obtain.
const NEW: usize = 256;

/// Distance of earlier moments, as a part of their age.
const APART: f64 = 0.001;

/// Largest such distance (s) while there is room: that of the pictures of a film.
const PICTURE: f64 = 1.0 / 60.0;

/// Moments that are older, by this factor, than those which that distance is first kept between are not looked at again.
const SETTLED: f64 = 1.5;

/// A state that can be returned to.
pub trait Moment {
    /// Returns the time simulated until the moment (s).
    fn simulated(&self) -> f64;

    /// Whether a `go` starts at the moment.
    fn starts_run(&self) -> bool;

    /// Returns the number of bytes that the moment holds and does not share with the one before it.
    fn bytes(&self, before: Option<&Self>) -> usize;
}

/// A stored moment, with copies of its numbers that are looked through often: the moments themselves are far apart in memory.
#[derive(Debug)]
struct Stored<M> {
    moment: Arc<M>,
    /// Time simulated until the moment (s).
    simulated: f64,
    starts_run: bool,
    /// Number of bytes that it does not share with the moment stored before it.
    bytes: usize,
}

impl<M> Clone for Stored<M> {
    fn clone(&self) -> Self {
        let moment = Arc::clone(&self.moment);
        Stored { moment, ..*self }
    }
}

/// Stored moments of a world, each the start of a frame.
#[derive(Clone, Debug)]
pub struct History<M> {
    /// Moments in the order of the simulated time.
    moments: Vec<Stored<M>>,
    bytes: usize,
    most: usize,
    /// Moments stored since some were last removed.
    new: usize,
    /// Removed moments, whose memory may serve again.
    spare: Vec<M>,
}

impl<M: Moment> Default for History<M> {
    fn default() -> Self {
        History::within(MOST)
    }
}

impl<M: Moment> History<M> {
    /// Creates an empty history limited to about `most` bytes; with 0, nothing is stored.
    #[must_use]
    pub fn within(most: usize) -> Self {
        History {
            moments: vec![],
            bytes: 0,
            most,
            new: 0,
            spare: vec![],
        }
    }

    /// Whether moments are stored.
    #[must_use]
    pub fn is_kept(&self) -> bool {
        self.most > 0
    }

    /// Returns the latest moment.
    #[must_use]
    pub fn latest(&self) -> Option<&M> {
        self.moments.last().map(|stored| &*stored.moment)
    }

    /// Returns the stored moments from a simulated time (s) on, the earliest first.
    pub fn since(&self, simulated: f64) -> impl ExactSizeIterator<Item = &M> {
        let later = self
            .moments
            .get(self.first_from(simulated)..)
            .unwrap_or_default();
        later.iter().map(|stored| &*stored.moment)
    }

    /// Returns the number of stored moments before a simulated time (s).
    fn first_from(&self, simulated: f64) -> usize {
        self.moments.partition_point(|m| m.simulated < simulated)
    }

    /// Returns the last stored moment before a simulated time (s), or the first one.
    #[must_use]
    pub fn near(&self, simulated: f64) -> Option<&M> {
        let found = self.at_or_before(simulated);
        found.map_or_else(|| self.first(), |moment| Some(&**moment))
    }

    /// Returns the first moment.
    #[must_use]
    pub fn first(&self) -> Option<&M> {
        self.moments.first().map(|stored| &*stored.moment)
    }

    /// Returns the number of stored moments.
    #[must_use]
    pub fn len(&self) -> usize {
        self.moments.len()
    }

    /// Whether no moment is stored.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.moments.is_empty()
    }

    /// Returns the approximate number of bytes of the stored moments.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Returns a removed moment whose memory may serve for the next one.
    pub(super) fn take_spare(&mut self) -> Option<M> {
        self.spare.pop()
    }

    /// Stores a moment. Replaces one of the same time: the new one is the start of a `go`.
    pub fn push(&mut self, snapshot: M) {
        let simulated = snapshot.simulated();
        let is_new = |last: &Stored<M>| last.simulated < simulated;
        if !self.moments.last().is_none_or(is_new) {
            self.cut(simulated, false);
        }
        let bytes = snapshot.bytes(self.latest());
        self.bytes += bytes;
        self.moments.push(Stored {
            simulated,
            starts_run: snapshot.starts_run(),
            bytes,
            moment: Arc::new(snapshot),
        });
        self.new += 1;
        if self.bytes > self.most {
            self.make_room();
        } else if self.new > RECENT + NEW {
            // Those before are as far apart as they may be.
            let now = self.moments.last().map_or(0.0, |last| last.simulated);
            let from = self.first_from(now - SETTLED * PICTURE / APART);
            self.thin_out(from, RECENT, true, |age| (APART * age).min(PICTURE));
        }
    }

    /// Keeps so many `recent` moments, and of the earlier ones after the first `from` those at which a run starts, if these `starts` are kept, and
    /// otherwise only as many as are apart by a distance (s) that depends on their age (s).
    fn thin_out(&mut self, from: usize, recent: usize, starts: bool, apart: impl Fn(f64) -> f64) {
        let Some(now) = self.moments.last().map(|last| last.simulated) else {
            return;
        };
        let count = self.moments.len();
        let looked_at = self.moments.split_off(from);
        let kept = &mut self.moments;
        let mut last = kept.last().map_or(f64::NEG_INFINITY, |last| last.simulated);
        let mut removed = vec![];
        // Whether the moment before the current one is no longer stored.
        let mut alone = false;
        for (i, mut stored) in (from..).zip(looked_at) {
            self.bytes -= stored.bytes;
            let age = now - stored.simulated;
            let is_start = starts && stored.starts_run;
            if i + recent >= count || is_start || stored.simulated - last >= apart(age) {
                last = stored.simulated;
                if alone {
                    let before = kept.last().map(|before| &*before.moment);
                    stored.bytes = stored.moment.bytes(before);
                }
                self.bytes += stored.bytes;
                kept.push(stored);
                alone = false;
            } else {
                removed.push(stored.moment);
                alone = true;
            }
        }
        let removed = removed.into_iter().filter_map(Arc::into_inner);
        self.spare.extend(removed.take(NEW));
        self.new = recent.min(self.moments.len());
    }

    /// Thins out further and further until half of the bytes are free.
    fn make_room(&mut self) {
        let (mut recent, mut apart) = (self.moments.len() / 4, 2.0 * APART);
        while self.bytes > self.most / 2 && apart < 1.0 {
            self.thin_out(0, recent, false, |age| apart * age);
            (recent, apart) = (recent / 2, 2.0 * apart);
        }
        self.spare.clear();
    }

    /// Removes the moments after a simulated time (s), and the moment itself unless it is `kept`.
    pub fn cut(&mut self, simulated: f64, kept: bool) {
        let end = self.moments.partition_point(|stored| {
            stored.simulated < simulated || kept && stored.simulated == simulated
        });
        let removed = self.moments.get(end..).unwrap_or_default();
        self.bytes -= removed.iter().map(|stored| stored.bytes).sum::<usize>();
        self.moments.truncate(end);
        self.new = self.new.min(end);
    }

    /// Removes all moments.
    pub fn clear(&mut self) {
        self.moments.clear();
        self.spare.clear();
        (self.bytes, self.new) = (0, 0);
    }

    /// Returns the last moment at or before a simulated time (s).
    #[must_use]
    pub fn at_or_before(&self, simulated: f64) -> Option<&Arc<M>> {
        let end = self.moments.partition_point(|m| m.simulated <= simulated);
        let stored = self.moments.get(end.checked_sub(1)?)?;
        Some(&stored.moment)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A moment that holds 1 000 bytes, which it shares with moments in the same tenth of a second.
    struct Tenth(f64);

    impl Moment for Tenth {
        fn simulated(&self) -> f64 {
            self.0
        }

        fn starts_run(&self) -> bool {
            false
        }

        fn bytes(&self, before: Option<&Self>) -> usize {
            let tenth = |moment: &Tenth| (10.0 * moment.0).floor();
            let is_shared = before.is_some_and(|before| tenth(before) == tenth(self));
            if is_shared { 1 } else { 1000 }
        }
    }

    /// Moments of a minute at a thousandth of a second: the latest ones all, the earliest as far apart as pictures, and those between by their age.
    #[test]
    fn earlier_moments_are_farther_apart() {
        let mut history = History::within(usize::MAX);
        for i in 0..60_000 {
            history.push(Tenth(f64::from(i) * 1e-3));
        }
        let times: Vec<f64> = history
            .since(f64::NEG_INFINITY)
            .map(Tenth::simulated)
            .collect();
        let recent = &times[times.len() - RECENT..];
        assert!(recent[RECENT - 1] - recent[0] < 1e-3 * RECENT as f64);
        for pair in times.windows(2) {
            let (age, apart) = (59.999 - pair[1], pair[1] - pair[0]);
            // Of two that are too near to a third, one goes at a time.
            assert!(
                apart < 2.0 * (APART * age).min(PICTURE) + 2.1e-3,
                "{age} {apart}"
            );
            assert!(age < 25.0 || apart > PICTURE - 1e-9, "{age} {apart}");
        }
    }

    #[test]
    fn the_bytes_are_those_of_the_stored_moments_after_thinning_and_cutting() {
        let mut history = History::within(100_000);
        let holds = |history: &History<Tenth>| {
            let mut before: Option<&Tenth> = None;
            let mut sum = 0;
            for moment in history.since(f64::NEG_INFINITY) {
                sum += moment.bytes(before);
                before = Some(moment);
            }
            assert_eq!(history.bytes(), sum);
        };
        for i in 0..30_000 {
            history.push(Tenth(f64::from(i) * 1e-3));
            if i % 97 == 0 {
                holds(&history);
            }
        }
        assert!(history.len() < 3_000 && history.bytes() <= 100_000);
        history.cut(12.3456, true);
        holds(&history);
        history.push(Tenth(1.0));
        holds(&history);
        assert_eq!(history.latest().map(Tenth::simulated), Some(1.0));
    }
}
