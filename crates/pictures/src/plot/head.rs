//! The head of a diagram: its title.

use super::drawing::{Anchor, Drawing};
use super::size::capital;
use super::style::{INK, LETTERS, POINT};
use super::{Look, Refusal};

/// Height of the space above the title (mm).
pub(super) const TOP: f64 = 3.0;

impl Look {
    /// Returns the height above the contents of a diagram (mm).
    pub(super) fn head(&self) -> f64 {
        match self.title {
            Some(_) => TOP + (LETTERS * POINT + 2.0),
            None => TOP,
        }
    }

    /// Creates a drawing of a size with its title at a distance from the left (mm). A drawing without a title has a name for
    /// screen readers.
    pub(super) fn drawing(&self, [width, height]: [f64; 2], left: f64, name: String) -> Drawing {
        let mut drawing = Drawing::new(width, height, self.title.as_ref().unwrap_or(&name));
        if let Some(title) = &self.title {
            let at = [left, TOP + capital(LETTERS)];
            drawing.text(at, Anchor::Start, (LETTERS, INK), title);
        }
        drawing
    }
}

/// Returns the refusal of a size (mm), with the help that names a sufficient one.
pub(super) fn too_small([width, height]: [f64; 2], help: impl Into<String>) -> Refusal {
    Refusal::new(
        format!("{width} x {height} mm is too small for this diagram"),
        help,
    )
}
