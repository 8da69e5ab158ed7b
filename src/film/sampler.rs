//! Samples the poses of a stage at fixed times.

use super::cast::Cast;
use crate::scene::Pose;
use crate::session::Stage;
use std::ops::ControlFlow;

/// Times of samples (s).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shot {
    /// Clock time of the first sample; if the clock jumps past it, the first sample is the moment after the jump.
    pub from: f64,
    /// Clock time after which there is no sample.
    pub to: Option<f64>,
    /// Simulated time between two samples.
    pub interval: f64,
}

/// Samples stages in the order in which they are simulated; between two simulated frames poses are interpolated. A jump of the
/// clock from one `go` to the next (the clock was set, the stage has gone back, another world is simulated) takes no time: it
/// neither adds nor skips samples.
#[derive(Debug)]
pub struct Sampler {
    shot: Shot,
    pub(super) cast: Option<Cast>,
    /// Time of the last simulated frame.
    last: Option<f64>,
    /// Poses at that time, now, and between the two.
    old: Vec<Pose>,
    new: Vec<Pose>,
    between: Vec<Pose>,
    /// Samples taken.
    pub taken: u64,
}

impl Sampler {
    /// Creates a sampler without samples.
    #[must_use]
    pub fn new(shot: Shot) -> Self {
        Sampler {
            shot,
            cast: None,
            last: None,
            old: vec![],
            new: vec![],
            between: vec![],
            taken: 0,
        }
    }

    /// Sets the time of the first sample (s).
    pub fn begin_at(&mut self, time: f64) {
        self.shot.from = time;
    }

    /// Shifts the times of samples if the clock has jumped since the last simulated frame; `now` is its time (s).
    fn follow_clock(&mut self, now: f64) {
        match self.last {
            Some(last) if self.taken > 0 => self.shot.from += now - last,
            _ => self.shot.from = self.shot.from.max(now),
        }
    }

    /// Returns the time of the next sample; none after the last.
    #[must_use]
    pub fn next_time(&self) -> Option<f64> {
        let time = self.shot.from + self.taken as f64 * self.shot.interval;
        // The last sample may be exactly at the end.
        let slack = 1e-9 * self.shot.interval;
        let end = self.shot.to.map_or(f64::INFINITY, |to| to + slack);
        (time <= end).then_some(time)
    }

    /// Returns the number of samples up to a clock time (s), if the clock does not jump before it.
    #[must_use]
    pub fn count_by(&self, time: f64) -> f64 {
        let end = self.shot.to.map_or(time, |to| to.min(time));
        let more = ((end - self.shot.from) / self.shot.interval).floor() + 1.0;
        more.max(self.taken as f64)
    }

    /// Prepares for a `go`: the figures may have changed, and the clock may have jumped. Returns the poses of the figures.
    pub fn set_up(&mut self, stage: &Stage, mut cast: Cast) -> &[Pose] {
        self.follow_clock(stage.world.time);
        cast.place(stage, &mut self.old);
        self.last = Some(stage.world.time);
        self.cast = Some(cast);
        &self.old
    }

    /// Takes the samples up to the stage's clock, until `take` returns `Break`; `take` receives the time of a sample, that of
    /// the last simulated frame before it (s), the figures and their poses. Returns `Break` after the last sample.
    pub fn catch_up(
        &mut self,
        stage: &Stage,
        mut take: impl FnMut([f64; 2], &mut Cast, &[Pose]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let now = stage.world.time;
        let slack = 1e-9 * self.shot.interval;
        let begin = self.last.unwrap_or(now);
        // Before the first sample, and between samples, only the latest moment matters.
        let Some(mut cast) = self.cast.take() else {
            return ControlFlow::Continue(());
        };
        cast.place(stage, &mut self.new);
        let mut flow = ControlFlow::Continue(());
        while let Some(time) = self.next_time().filter(|t| *t <= now + slack) {
            self.between.clear();
            if now > begin && time < now {
                let part = ((time - begin) / (now - begin)).max(0.0);
                let both = self.old.iter().zip(&self.new);
                self.between
                    .extend(both.map(|(a, b)| Pose::interpolate(a, b, part)));
            } else {
                self.between.extend_from_slice(&self.new);
            }
            flow = take([time, begin], &mut cast, &self.between);
            if flow.is_break() {
                break;
            }
            self.taken += 1;
        }
        std::mem::swap(&mut self.old, &mut self.new);
        self.last = Some(now);
        self.cast = Some(cast);
        match self.next_time() {
            Some(_) => flow,
            None => ControlFlow::Break(()),
        }
    }
}
