//! The pace of a run in a viewer: speed, pauses, single frames, and the replay of past moments.

use crate::view::pacing::Pacing;
use std::time::Instant;

/// The pace of a run in a viewer: speed, pauses, single frames, and the replay of past moments.
pub(super) struct Playback {
    pub pacing: Pacing,
    /// Whether the run is paused.
    pub held: bool,
    /// Number of single frames that were requested while it is paused.
    pub steps: u32,
    /// Whether the running `go` is a single frame requested by a viewer.
    pub stepping: bool,
    /// The shown moment, if it is past: simulated time (s), and whether it is being replayed.
    pub past: Option<(f64, bool)>,
    /// Time of the last advance of a replay.
    pub ticked: Instant,
}

impl Playback {
    /// Creates a playback at real time, without a pause.
    pub fn new() -> Self {
        Playback {
            pacing: Pacing::new(1.0),
            held: false,
            steps: 0,
            stepping: false,
            past: None,
            ticked: Instant::now(),
        }
    }
}
