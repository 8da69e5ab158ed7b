//! The diagram in the window: drawn by `plot` to pixels, and shown as a texture.

use super::sheet::sheet;
use crate::view::{Diagram, Shown};
use kiss3d::scene::SceneNode2d;
use std::sync::Arc;

/// Size of a diagram as a part of the window's width and height.
const PART: [f64; 2] = [0.48, 0.64];

/// Its smallest and its largest sides (pixels).
const LEAST: [f64; 2] = [280.0, 230.0];
const MOST: [f64; 2] = [720.0, 520.0];

/// Distance from the edges of the window (pixels).
const EDGE: f32 = 8.0;

/// The sheet over the picture.
pub(super) struct Pane {
    of: Option<Arc<Diagram>>,
    room: [u32; 2],
    sheet: Option<SceneNode2d>,
    /// Reason why there is no sheet.
    why_not: Option<String>,
}

impl Pane {
    /// Creates an empty pane.
    pub fn new() -> Self {
        Pane {
            of: None,
            room: [0; 2],
            sheet: None,
            why_not: None,
        }
    }

    /// Draws the diagram of a moment for a window of this size in pixels, unless it is already drawn.
    pub fn update(&mut self, shown: &Shown, window: [u32; 2]) {
        let is_same = match (&self.of, &shown.diagram) {
            (Some(a), Some(b)) => Arc::ptr_eq(a, b),
            (None, None) => true,
            _ => false,
        };
        if is_same && self.room == window {
            return;
        }
        (self.of, self.room) = (shown.diagram.clone(), window);
        (self.sheet, self.why_not) = (None, None);
        let Some(diagram) = &shown.diagram else {
            return;
        };
        let side = |k: usize| (f64::from(window[k]) * PART[k]).clamp(LEAST[k], MOST[k]);
        match diagram.picture([side(0) as usize, side(1) as usize]) {
            Ok(image) => {
                // Below the word for help.
                let left = window[0] as f32 - EDGE - image.width as f32;
                self.sheet = Some(sheet(&image, [left, 4.0 * EDGE]));
            }
            Err(why) => self.why_not = Some(format!("{}: {why}", diagram.heading())),
        }
    }

    /// Returns the node to draw over the picture.
    pub fn sheet(&self) -> Option<&SceneNode2d> {
        self.sheet.as_ref()
    }

    /// Returns the reason why a requested diagram is not drawn.
    pub fn why_not(&self) -> Option<&str> {
        self.why_not.as_deref()
    }
}
