//! The stored frames, within limits: all of the latest ones, fewer of earlier ones.

use super::Snapshot;
use crate::diagnostic::Diagnostic;
use crate::session::{Session, Stage, Stop, si};
use crate::source::Span;
use std::sync::Arc;

/// Most bytes that are kept: that of twenty thousand frames of a walking roach.
const MOST: usize = 32 << 20;

/// Moments far back lie apart by this part of their age.
const APART: f64 = 0.01;

/// This part of a frame is forgiven where a time is a sum of many frames.
const SAME: f64 = 1e-3;

/// Stored frames of a stage, each at the start of a frame.
#[derive(Clone, Debug)]
pub struct History {
    /// In the order of the time simulated.
    moments: Vec<Arc<Snapshot>>,
    bytes: usize,
    most: usize,
}

impl Default for History {
    fn default() -> Self {
        History::within(MOST)
    }
}

impl History {
    /// An empty history limited to about `most` bytes; with 0, nothing is stored.
    #[must_use]
    pub fn within(most: usize) -> Self {
        History {
            moments: vec![],
            bytes: 0,
            most,
        }
    }

    /// Whether moments are kept at all.
    #[must_use]
    pub(super) fn is_kept(&self) -> bool {
        self.most > 0
    }

    /// The latest moment.
    #[must_use]
    pub fn latest(&self) -> Option<&Snapshot> {
        self.moments.last().map(|moment| &**moment)
    }

    /// The moments that are kept of the time simulated from this one (s) on, the earliest first.
    pub fn since(&self, simulated: f64) -> impl ExactSizeIterator<Item = &Snapshot> {
        let first = self.moments.partition_point(|m| m.simulated < simulated);
        let later = self.moments.get(first..).unwrap_or_default();
        later.iter().map(|moment| &**moment)
    }

    /// The moment that is kept next before a time simulated (s), or the first one.
    #[must_use]
    pub fn near(&self, simulated: f64) -> Option<&Snapshot> {
        let found = self.at_or_before(simulated);
        found.or(self.moments.first()).map(|moment| &**moment)
    }

    /// Number of stored moments.
    #[must_use]
    pub fn len(&self) -> usize {
        self.moments.len()
    }

    /// Whether none is kept.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.moments.is_empty()
    }

    /// About how many bytes they take.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Keeps a moment. Of a time that is kept already the new one counts: it is what a `go` began with.
    pub(super) fn push(&mut self, snapshot: Snapshot) {
        let is_new = |kept: &Arc<Snapshot>| kept.simulated < snapshot.simulated;
        if !self.moments.last().is_none_or(is_new) {
            self.cut(snapshot.simulated, false);
        }
        self.bytes += snapshot.bytes(self.latest());
        self.moments.push(Arc::new(snapshot));
        if self.bytes > self.most {
            self.thin_out();
        }
    }

    /// Keeps all of the last moments, and of those before as many as lie apart by a part of their age; fewer and fewer, until
    /// half of the bytes are free.
    fn thin_out(&mut self) {
        let Some(now) = self.moments.last().map(|moment| moment.simulated) else {
            return;
        };
        let (mut recent, mut apart) = (self.moments.len() / 4, APART);
        while self.bytes > self.most / 2 && apart < 1.0 {
            let count = self.moments.len();
            let (mut i, mut last) = (0, f64::NEG_INFINITY);
            self.moments.retain(|moment| {
                i += 1;
                let kept = i + recent > count
                    || moment.simulated - last >= apart * (now - moment.simulated);
                if kept {
                    last = moment.simulated;
                }
                kept
            });
            self.weigh();
            (recent, apart) = (recent / 2, 2.0 * apart);
        }
    }

    fn weigh(&mut self) {
        let mut before: Option<&Snapshot> = None;
        self.bytes = 0;
        for moment in &self.moments {
            self.bytes += moment.bytes(before);
            before = Some(moment);
        }
    }

    /// Forgets what comes behind a time simulated (s), and the moment itself unless it is `kept`.
    pub(super) fn cut(&mut self, simulated: f64, kept: bool) {
        let end = self.moments.partition_point(|moment| {
            moment.simulated < simulated || kept && moment.simulated == simulated
        });
        for i in (end..self.moments.len()).rev() {
            let before = i.checked_sub(1).and_then(|i| self.moments.get(i));
            let before = before.map(|moment| &**moment);
            if let Some(moment) = self.moments.get(i) {
                self.bytes = self.bytes.saturating_sub(moment.bytes(before));
            }
        }
        self.moments.truncate(end);
    }

    /// Forgets all.
    pub(in crate::session) fn clear(&mut self) {
        self.moments.clear();
        self.bytes = 0;
    }

    /// The last moment at or before a time simulated (s).
    fn at_or_before(&self, simulated: f64) -> Option<&Arc<Snapshot>> {
        let end = self.moments.partition_point(|m| m.simulated <= simulated);
        self.moments.get(end.checked_sub(1)?)
    }
}

impl Stage {
    /// The time simulated (s) at which what one can go back over begins; in a check, that of its first `go`.
    fn first_kept(&self) -> Option<f64> {
        let first = self.history.moments.first();
        first.map(|moment| moment.simulated).or(self.gone_from)
    }

    /// Whether a time simulated (s) lies behind.
    fn goes_back_to(&self, simulated: f64) -> bool {
        self.first_kept().is_some_and(|first| first <= simulated)
    }
}

impl Session {
    /// As [`Session::rewind_by`], for a command at a place.
    pub(crate) fn rewind_by_at(&mut self, seconds: f64, at: Span) -> Result<f64, Stop> {
        let stage = self.here();
        if !(seconds > 0.0 && seconds.is_finite()) {
            let message = format!("the time must be above zero, found {seconds}");
            let report = Diagnostic::error("E027", at, message);
            return Err(report.help("for example `rewind 50ms`").into());
        }
        let goal = stage.simulated - seconds;
        self.checked_or_run(
            |session| session.suppose_gone_back(seconds, goal, at),
            |session| session.go_back(seconds, goal, at),
        )
    }

    /// What a check knows after a way back.
    fn suppose_gone_back(&mut self, seconds: f64, goal: f64, at: Span) -> Result<f64, Stop> {
        let stage = self.here();
        let is_kept = stage.goes_back_to(goal + SAME * stage.world.dt);
        if self.knows_time() && !self.doubts_anything() && !is_kept {
            return Err(self.too_far_back(seconds, at).into());
        }
        let stage = self.here_mut();
        stage.world.time -= seconds;
        stage.simulated = goal;
        stage.marks.went_back(goal);
        Ok(stage.world.time)
    }

    fn go_back(&mut self, seconds: f64, goal: f64, at: Span) -> Result<f64, Stop> {
        let stage = self.here();
        let dt = stage.world.dt;
        // Before the first frame of this world there is nothing, but a goal within a frame of it means its begin.
        let Some(moment) = stage.history.at_or_before(goal + SAME * dt) else {
            return Err(self.too_far_back(seconds, at).into());
        };
        let moment = Arc::clone(moment);
        let missed = goal - moment.simulated;
        self.here_mut().history.cut(moment.simulated, true);
        self.here_mut().marks.went_back(moment.simulated);
        self.restore(&moment)?;
        let time = self.here().world.time;
        if missed > moment.world.settings.dt * (1.0 + SAME) {
            let (time, missed) = (si(time, "s"), si(missed, "s"));
            self.print(&format!(
                "back at {time}, {missed} further than requested: later frames are not stored"
            ));
        }
        Ok(time)
    }

    fn too_far_back(&self, seconds: f64, at: Span) -> Diagnostic {
        let stage = self.here();
        let Some(first) = stage.first_kept() else {
            let message = "there is no simulated time to rewind";
            let help = "simulate with `go` first; `mark` stores a state for `rewind`";
            return Diagnostic::error("E067", at, message).help(help);
        };
        let most = si(stage.simulated - first, "s");
        let message = format!("only {most} can be rewound, found {}", si(seconds, "s"));
        Diagnostic::error("E067", at, message).help(format!(
            "`rewind {}` goes back to the start",
            most.replace(' ', "")
        ))
    }
}
