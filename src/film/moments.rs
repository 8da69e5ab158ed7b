//! Selects evenly spread moments of a run whose length is not known in advance.

use super::overlay::Overlay;
use super::scene::WorldScene;
use crate::scene::{Pose, Scene};
use crate::session::Stage;
use std::ops::ControlFlow;
use std::sync::Arc;

/// A moment of a run.
#[derive(Clone, Debug)]
pub struct Moment {
    /// Time (s).
    pub time: f64,
    /// Scene at that time.
    pub scene: Arc<Scene>,
    /// Poses of the actors.
    pub poses: Vec<Pose>,
    /// Overlay.
    pub overlay: Overlay,
}

/// Number of candidates stored for each requested moment, and the least number in all.
const FOR_EACH: usize = 64;
const LEAST: usize = 1024;

/// Stores moments while a run proceeds, in the order of the simulation. If there are too many, it drops every second one and
/// then stores fewer. From the time at which the clock first shows the start, all later moments count, also if the clock jumps
/// back.
pub struct Moments {
    from: f64,
    to: Option<f64>,
    wanted: usize,
    overlay: Overlay,
    /// Moments, each with its simulated time since the start of the run.
    candidates: Vec<(f64, Moment)>,
    /// The latest frame that was not stored.
    latest: Option<(f64, Moment)>,
    /// Interval of stored frames: every n-th one.
    stride: u64,
    frames: u64,
    world: Option<WorldScene>,
    scene: Arc<Scene>,
    /// Time and poses of the previous frame.
    last: Option<(f64, Vec<Pose>)>,
    /// Latest clock time (s), once there is one.
    seen: Option<f64>,
    /// Sum of the jumps of the clock (s): it was set, the stage has gone back, or another world is simulated.
    jumped: f64,
}

impl Moments {
    /// Requests a number of moments from one time to another (s), or to the end of the run.
    #[must_use]
    pub fn new(wanted: usize, from: f64, to: Option<f64>, overlay: Overlay) -> Moments {
        Moments {
            from,
            to,
            wanted,
            overlay,
            candidates: vec![],
            latest: None,
            stride: 1,
            frames: 0,
            world: None,
            scene: Arc::new(Scene::default()),
            last: None,
            seen: None,
            jumped: 0.0,
        }
    }

    /// Prepares for a `go`: the figures may have changed, and the clock may have jumped.
    pub fn start_go(&mut self, stage: &Stage) {
        self.overlay.see(stage);
        let now = stage.world.time;
        self.jumped += self.seen.map_or(0.0, |seen| now - seen);
        self.seen = Some(now);
        let world = WorldScene::of(stage);
        self.scene = Arc::new(world.scene.clone());
        self.world = Some(world);
        self.last = None;
        if self.candidates.is_empty() {
            let _ = self.see(stage);
        }
    }

    /// Processes a frame; returns `Break` after the last one that is needed.
    pub fn see(&mut self, stage: &Stage) -> ControlFlow<()> {
        self.overlay.see(stage);
        let now = stage.world.time;
        self.seen = Some(now);
        let Some(world) = &mut self.world else {
            return ControlFlow::Continue(());
        };
        let mut poses = vec![];
        world.place(stage, &mut poses);
        world.mark(stage);
        if world.scene != *self.scene {
            self.scene = Arc::new(world.scene.clone());
        }
        let last = self.last.replace((now, poses.clone()));
        // The ends of the requested time may lie between two frames.
        let exact = |at: f64| {
            let (before, old) = last.as_ref()?;
            if !(*before < at && at < now) {
                return None;
            }
            let part = (at - before) / (now - before);
            let both = old.iter().zip(&poses);
            Some(both.map(|(a, b)| Pose::interpolate(a, b, part)).collect())
        };
        let jumped = self.jumped;
        let moment = |time: f64, poses: Vec<Pose>| {
            let moment = Moment {
                time,
                scene: Arc::clone(&self.scene),
                poses,
                overlay: self.overlay.clone(),
            };
            (time - jumped, moment)
        };
        let is_begun = !self.candidates.is_empty();
        let begin = exact(self.from).filter(|_| !is_begun);
        let begin = begin.map(|poses| moment(self.from, poses));
        let end = self.to.and_then(|to| Some(moment(to, exact(to)?)));
        let slack = 1e-9 * now.abs().max(1e-6);
        let is_past = self.to.is_some_and(|to| now > to + slack);
        let is_in = (is_begun || now >= self.from - slack) && !is_past;
        let present = is_in.then(|| moment(now, poses.clone()));
        self.candidates.extend(begin);
        self.candidates.extend(end);
        if let Some(present) = present {
            if self.frames.is_multiple_of(self.stride) {
                self.candidates.push(present);
                self.latest = None;
            } else {
                self.latest = Some(present);
            }
            self.frames += 1;
        }
        if self.candidates.len() >= LEAST.max(FOR_EACH.saturating_mul(self.wanted)) {
            let mut number = 0;
            self.candidates.retain(|_| {
                number += 1;
                number % 2 == 1
            });
            self.stride = self.stride.saturating_mul(2);
        }
        match self.to {
            Some(to) if now >= to - slack => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        }
    }

    /// Returns the end of the run (s).
    #[must_use]
    pub fn end(&self) -> f64 {
        self.seen.unwrap_or_default()
    }

    /// Returns the requested moments, or as many as there are.
    #[must_use]
    pub fn chosen(mut self) -> Vec<Moment> {
        self.candidates.extend(self.latest.take());
        self.candidates.sort_by(|a, b| a.0.total_cmp(&b.0));
        self.candidates.dedup_by(|a, b| a.0 == b.0);
        let (Some((from, _)), Some((to, _))) = (self.candidates.first(), self.candidates.last())
        else {
            return vec![];
        };
        let (from, to) = (*from, *to);
        let parts = (self.wanted.max(2) - 1) as f64;
        let mut left = self.candidates.into_iter().peekable();
        let mut chosen: Vec<Moment> = vec![];
        for number in 0..self.wanted {
            let time = from + (to - from) * number as f64 / parts;
            // The nearest of the remaining candidates.
            let mut near = left.next();
            while let (Some(here), Some(next)) = (&near, left.peek()) {
                if (next.0 - time).abs() > (here.0 - time).abs() {
                    break;
                }
                near = left.next();
            }
            chosen.extend(near.map(|(_, moment)| moment));
        }
        chosen
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::film::Overlays;
    use crate::session::{Common, Mode, Observer};

    struct Watch(Common<Moments>);

    impl Observer for Watch {
        fn print(&mut self, _: &str) {}

        fn going(&mut self, stage: &Stage, _: f64) {
            self.0.lock().start_go(stage);
        }

        fn frame(&mut self, stage: &Stage) -> ControlFlow<()> {
            self.0.lock().see(stage)
        }
    }

    fn times(wanted: usize, from: f64, to: Option<f64>, go: &str) -> Vec<f64> {
        let overlay = Overlay::new(Overlays::default(), 0.0, 1.0, 0.1);
        let moments = Common::new(Moments::new(wanted, from, to, overlay));
        let watch = Watch(moments.clone());
        let mut session = crate::commands::session(Mode::Run, Box::new(watch));
        let script = format!(
            "addcorpus c\nget o from unit_cube\naddbody b o 0 0 1 rotary 1000\nsetroot b\ncorpusinit\nground off\n{go}"
        );
        let _ = session.run_text("box", &script);
        drop(session);
        let moments = moments.into_inner().unwrap();
        moments.chosen().iter().map(|moment| moment.time).collect()
    }

    fn near(found: &[f64], wanted: &[f64], by: f64) {
        assert_eq!(found.len(), wanted.len(), "{found:?}");
        for (a, b) in found.iter().zip(wanted) {
            assert!((a - b).abs() < by, "{found:?} {wanted:?}");
        }
    }

    #[test]
    fn moments_are_spread_evenly_over_a_run_of_any_length() {
        let quarters = [0.0, 0.25, 0.5, 0.75, 1.0];
        near(&times(5, 0.0, None, "go 1s"), &quarters, 1e-3);
        // Many more frames than candidates, in two `go` commands.
        let found = times(5, 0.0, None, "dt 100us\ngo 0.3s\ngo 0.7s");
        near(&found, &quarters, 2e-3);
        near(&times(3, 0.2, Some(0.6), "go 1s"), &[0.2, 0.4, 0.6], 1e-3);
    }

    #[test]
    fn after_a_jump_of_the_clock_moments_follow_in_the_order_of_the_simulation() {
        let rewound = "dt 10ms\ngo 200ms\nrewind 100ms\ngo 200ms";
        near(
            &times(5, 0.0, None, rewound),
            &[0.0, 0.1, 0.2, 0.2, 0.3],
            1e-6,
        );
        let set = "dt 10ms\ngo 100ms\ntime 5\ngo 200ms\ntime 0\ngo 100ms";
        near(&times(5, 0.0, None, set), &[0.0, 0.1, 5.1, 5.2, 0.1], 1e-6);
    }

    #[test]
    fn the_ends_may_lie_between_two_frames_and_a_short_run_has_few() {
        let found = times(1, 0.0305, Some(0.0305), "dt 10ms\ngo 1s");
        near(&found, &[0.0305], 1e-12);
        near(
            &times(6, 0.0, None, "dt 100ms\ngo 2"),
            &[0.0, 0.1, 0.2],
            1e-9,
        );
        assert!(times(6, 2.0, None, "go 1s").is_empty());
    }
}
