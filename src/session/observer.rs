//! Who watches a session: where prints go, who sees each frame, who may stop it.

use super::stage::Stage;
use std::ops::ControlFlow;

/// What a front end gives to a session.
pub trait Observer {
    /// A line for the user.
    fn print(&mut self, line: &str);

    /// A `go` begins; it will last `seconds` of simulated time.
    fn going(&mut self, stage: &Stage, seconds: f64) {
        let _ = (stage, seconds);
    }

    /// A frame is done. `Break` ends the run here.
    fn frame(&mut self, stage: &Stage) -> ControlFlow<()> {
        let _ = stage;
        ControlFlow::Continue(())
    }

    /// The script has been at work for a while without simulating. `Break` ends the run here.
    fn pulse(&mut self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// The simulation left reason; the stage is in its last good state. Gives back a sentence on where that is kept.
    fn diverged(&mut self, stage: &Stage) -> Option<String> {
        let _ = stage;
        None
    }
}

/// Watches nothing, says nothing.
pub struct Quiet;

impl Observer for Quiet {
    fn print(&mut self, _line: &str) {}
}
