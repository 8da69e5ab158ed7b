//! What a viewer's keys control, in the window and in the terminal.

use super::camera::Camera;
use super::channels::{Order, Remote};
use super::shown::Shown;

/// State of a viewer.
#[derive(Debug, Default)]
pub struct Controls {
    /// Camera.
    pub camera: Camera,
    /// Whether shadows are omitted.
    pub flat: bool,
    /// Whether the window draws by the renderer of films instead of the graphics driver.
    pub light: bool,
    /// Whether help is shown.
    pub help: bool,
    /// The selected actor.
    pub chosen: Option<usize>,
    /// Message on the last key, if nothing else shows its effect.
    pub note: Option<String>,
    /// Whether the user has closed the viewer.
    pub quits: bool,
    loaded: u32,
}

impl Controls {
    /// Starts with a camera of the script.
    #[must_use]
    pub fn looking_by(camera: Option<String>) -> Self {
        Controls {
            camera: Camera::with_name(camera),
            ..Controls::default()
        }
    }

    /// Updates to a new moment: the bodies of a reloaded world are different ones, the camera is kept.
    pub fn see(&mut self, shown: &Shown) {
        if shown.loaded != self.loaded {
            self.loaded = shown.loaded;
            self.chosen = None;
        }
    }

    /// Selects an actor, whose joint is then shown.
    pub fn choose(&mut self, actor: Option<usize>, remote: &Remote) {
        self.chosen = actor;
        remote.order(Order::Choose(actor));
    }
}
