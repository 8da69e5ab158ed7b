//! The data that a viewer draws: one moment of a world.

use super::diagram::Diagram;
use crate::scene::{Label, Marks, Pose, Scene};
use std::sync::Arc;

/// Activity of the session while a moment is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// A `go` runs.
    Running,
    /// A `go` is paused.
    Held,
    /// A past moment is shown, and time advances towards the newest.
    Replaying,
    /// A past moment is shown.
    Past,
    /// No command runs.
    Idle,
}

/// A body, its joint, and its state.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Joint {
    /// Name of the body.
    pub body: String,
    /// Name of its figure.
    pub figure: String,
    /// Whether the joint slides; otherwise it turns. None for the root, which has no joint.
    pub slides: Option<bool>,
    /// Position (rad or m), its rate, and the force of springs, damper and motor (N m or N).
    pub state: [f64; 3],
    /// Positions of the stops (rad or m), if the joint has stops.
    pub limits: Option<[f64; 2]>,
    /// Direction in which its centre of mass moves as the joint value grows, if there is a clear one: `up`, `ahead`.
    pub onward: Option<&'static str>,
    /// Velocity of the body's origin (m/s).
    pub speed: f64,
}

/// One moment of a world.
#[derive(Clone, Debug)]
pub struct Shown {
    /// Scene; the same allocation as long as it does not change.
    pub scene: Arc<Scene>,
    /// Pose of each actor.
    pub poses: Vec<Pose>,
    /// Markers of the script and of the viewer.
    pub marks: Marks,
    /// Names of the figure and of the body of each actor.
    pub owners: Arc<[[String; 2]]>,
    /// Name of the current figure.
    pub current: Arc<str>,
    /// Clock (s).
    pub time: f64,
    /// Time from this moment to the newest one (s).
    pub behind: f64,
    /// Time from the oldest stored moment to the newest one (s).
    pub kept: f64,
    /// Simulated seconds per second of the viewer.
    pub speed: f64,
    /// Activity of the session.
    pub state: State,
    /// Name, forward or net speed (m/s) and energy (J) of each moving figure.
    pub figures_moving: Vec<(String, Option<f64>, Option<f64>)>,
    /// Joint of the selected actor.
    pub joint: Option<Joint>,
    /// Diagram beside the picture, if requested; the same allocation as long as it does not change.
    pub diagram: Option<Arc<Diagram>>,
    /// The last line that the session printed, or its last error.
    pub message: Arc<str>,
    /// Duration of a frame (s).
    pub frame: f64,
    /// Number of times that a world was loaded: a viewer keeps its camera over a reload.
    pub loaded: u32,
}

impl Shown {
    /// Returns the position of a text (m, world).
    #[must_use]
    pub fn place_of(&self, label: &Label) -> Option<[f64; 3]> {
        let Some(actor) = label.on else {
            return Some(label.at);
        };
        Some(self.poses.get(actor)?.to_world()?(label.at))
    }
}
