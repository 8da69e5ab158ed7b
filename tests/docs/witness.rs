//! Observer of a script of the documents: stores its output, and moments of it for pictures.

use corpus::film::{SampleTimes, Sampler, WorldScene};
use corpus::scene::{Pose, Scene};
use corpus::session::{Common, Observer, Session, Stage};
use std::ops::ControlFlow;

/// A moment: the scene and the poses.
pub type Moment = (Scene, Vec<Pose>);

/// A film in progress, with its moments so far.
type Film = (Sampler, Vec<Moment>);

/// Output of a script.
#[derive(Clone, Default)]
pub struct Witness {
    pub prints: Common<Vec<String>>,
    film: Common<Option<Film>>,
}

impl Witness {
    /// Requests a number of moments from a time on (s), at an interval (s).
    pub fn film(&self, from: f64, interval: f64, count: u32) {
        let to = from + interval * f64::from(count - 1);
        let times = SampleTimes {
            from,
            to: Some(to),
            interval,
        };
        *self.film.lock() = Some((Sampler::new(times), vec![]));
    }

    /// Returns the requested moments, or the current one if none were requested.
    pub fn moments(&self, session: &Session) -> Vec<Moment> {
        if let Some((_, moments)) = self.film.lock().take() {
            return moments;
        }
        let mut world = WorldScene::of(session.here());
        let mut poses = vec![];
        world.place(session.here(), &mut poses);
        vec![(world.scene, poses)]
    }

    fn catch_up(&self, stage: &Stage, begins: bool) {
        if let Some((sampler, moments)) = self.film.lock().as_mut() {
            if begins {
                sampler.start_go(stage);
            }
            let _ = sampler.catch_up(stage, |sample| {
                sample.world.mark(stage);
                moments.push((sample.world.scene.clone(), sample.poses.to_vec()));
                ControlFlow::Continue(())
            });
        }
    }
}

impl Observer for Witness {
    fn print(&mut self, line: &str) {
        self.prints.lock().push(line.to_owned());
    }

    fn going(&mut self, stage: &Stage, _seconds: f64) {
        self.catch_up(stage, true);
    }

    fn frame(&mut self, stage: &Stage) -> ControlFlow<()> {
        self.catch_up(stage, false);
        ControlFlow::Continue(())
    }
}
