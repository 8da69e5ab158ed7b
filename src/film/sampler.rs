//! Samples the figures of a stage at fixed times.

use super::scene::WorldScene;
use crate::scene::Pose;
use crate::session::Stage;
use std::ops::ControlFlow;

/// Times of samples (s).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SampleTimes {
    /// Clock time of the first sample; if the clock jumps past it, the first sample is the moment after the jump.
    pub from: f64,
    /// Clock time after which there is no sample.
    pub to: Option<f64>,
    /// Simulated time between two samples.
    pub interval: f64,
}

/// A sample: the figures at a moment.
pub struct Sample<'a> {
    /// Its number, counted from 0.
    pub number: u64,
    /// Its time (s).
    pub time: f64,
    /// Its time, or that of the last simulated frame before it, if that is later (s): moments that a film shows never go back.
    pub shown: f64,
    /// The scene.
    pub world: &'a mut WorldScene,
    /// Poses of the actors.
    pub poses: &'a [Pose],
}

/// Samples stages in the order in which they are simulated; between two simulated frames poses are interpolated. A jump of the
/// clock from one `go` to the next (the clock was set, the stage has gone back, another world is simulated) takes no time: it
/// neither adds nor skips samples.
#[derive(Debug)]
pub struct Sampler {
    times: SampleTimes,
    world: Option<WorldScene>,
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
    pub fn new(times: SampleTimes) -> Self {
        Sampler {
            times,
            world: None,
            last: None,
            old: vec![],
            new: vec![],
            between: vec![],
            taken: 0,
        }
    }

    /// Sets the time of the first sample (s).
    pub fn begin_at(&mut self, time: f64) {
        self.times.from = time;
    }

    /// Shifts the times of samples if the clock has jumped since the last simulated frame; `now` is its time (s).
    fn follow_clock(&mut self, now: f64) {
        match self.last {
            Some(last) if self.taken > 0 => self.times.from += now - last,
            _ => self.times.from = self.times.from.max(now),
        }
    }

    /// Returns the time of the next sample; none after the last.
    #[must_use]
    pub fn next_time(&self) -> Option<f64> {
        let time = self.times.from + self.taken as f64 * self.times.interval;
        // The last sample may be exactly at the end.
        let slack = 1e-9 * self.times.interval;
        let end = self.times.to.map_or(f64::INFINITY, |to| to + slack);
        (time <= end).then_some(time)
    }

    /// Returns the number of samples up to a clock time (s), if the clock does not jump before it.
    #[must_use]
    pub fn count_by(&self, time: f64) -> f64 {
        let end = self.times.to.map_or(time, |to| to.min(time));
        let more = ((end - self.times.from) / self.times.interval).floor() + 1.0;
        more.max(self.taken as f64)
    }

    /// Prepares for a `go`: the figures may have changed, and the clock may have jumped. Returns the scene and the poses of the actors.
    pub fn start_go(&mut self, stage: &Stage) -> (&WorldScene, &[Pose]) {
        let mut world = WorldScene::of(stage);
        self.follow_clock(stage.world.time);
        world.place(stage, &mut self.old);
        self.last = Some(stage.world.time);
        (self.world.insert(world), &self.old)
    }

    /// Takes the samples up to the stage's clock, until `take` returns `Break`. Returns `Break` after the last sample.
    pub fn catch_up(
        &mut self,
        stage: &Stage,
        mut take: impl FnMut(Sample) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let now = stage.world.time;
        let slack = 1e-9 * self.times.interval;
        let begin = self.last.unwrap_or(now);
        // Before the first sample, and between samples, only the latest moment matters.
        let Some(mut world) = self.world.take() else {
            return ControlFlow::Continue(());
        };
        world.place(stage, &mut self.new);
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
            flow = take(Sample {
                number: self.taken,
                time,
                shown: time.max(begin),
                world: &mut world,
                poses: &self.between,
            });
            if flow.is_break() {
                break;
            }
            self.taken += 1;
        }
        std::mem::swap(&mut self.old, &mut self.new);
        self.last = Some(now);
        self.world = Some(world);
        match self.next_time() {
            Some(_) => flow,
            None => ControlFlow::Break(()),
        }
    }
}
