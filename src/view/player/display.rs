//! What a viewer shows: its screen, the scene and the choices of its user.

use super::diagrams::Pane;
use crate::film::WorldScene;
use crate::scene::{self, Scene};
use crate::view::channels::Screen;
use std::sync::Arc;
use std::time::Instant;

/// What a viewer shows: its screen, the scene and the choices of its user.
#[derive(Default)]
pub(super) struct Display {
    /// The screen that both sides share, if a viewer is open.
    pub screen: Option<Arc<Screen>>,
    /// Time of the last publication.
    pub published: Option<Instant>,
    /// Whether nothing has changed since the last publication.
    pub fresh: bool,
    pub world: Option<WorldScene>,
    pub scene: Arc<Scene>,
    /// Number of changes of the look in the scene.
    pub dressed: u64,
    /// Names of the figure and of the body of each actor.
    pub owners: Arc<[[String; 2]]>,
    /// The selected actor.
    pub chosen: Option<usize>,
    /// Markers that the user has chosen in addition to those of the script.
    pub marks: scene::Shown,
    /// The diagram beside the picture.
    pub pane: Pane,
    /// The last line that the session printed, or its last error.
    pub message: Arc<str>,
    /// Number of times that a world was loaded.
    pub loaded: u32,
}
