//! The state of each frame, through the library.

use super::program::folder;
use corpus::control::LegPhase;
use corpus::session::{Common, Mode, Observer, Stage};
use std::ops::ControlFlow;

/// One frame.
pub struct Frame {
    pub time: f64,
    /// Legs in their swing phase.
    pub stepping: [bool; 6],
    /// Height of the lowest point of all (m).
    pub lowest: f64,
    /// Height of the lowest point of the abdomen (m).
    pub belly: f64,
}

struct Camera(Common<Vec<Frame>>);

impl Observer for Camera {
    fn print(&mut self, _line: &str) {}

    fn frame(&mut self, stage: &Stage) -> ControlFlow<()> {
        let corpus = &stage.world.corpora[0];
        let (rotation, origin) = &corpus.poses()[0];
        let gait = &stage.definitions.roaches[0].gait;
        self.0.lock().push(Frame {
            time: stage.world.time,
            stepping: std::array::from_fn(|leg| gait.phase(leg) == LegPhase::Step),
            lowest: corpus.lowest_point(),
            belly: corpus.lowest_point_of(0, rotation, origin).unwrap(),
        });
        ControlFlow::Continue(())
    }
}

/// Runs a script of the roach's folder and returns its frames.
pub fn film(name: &str) -> Vec<Frame> {
    let frames = Common::new(vec![]);
    let mut session = corpus::commands::session(Mode::Run, Box::new(Camera(frames.clone())));
    session.run_file(&folder().join(name)).unwrap().unwrap();
    assert!(session.diagnostics.is_empty());
    drop(session);
    frames.into_inner().unwrap()
}
