//! Outlines of letters.

use super::font::{FACE, advance};
use tiny_skia::{Path, PathBuilder};
use ttf_parser::OutlineBuilder;

/// Returns the outlines of a text that starts at the origin, with y downwards, in the unit of its font size `em`; none without
/// letters.
#[must_use]
pub fn letters(text: &str, em: f64) -> Option<Path> {
    let face = FACE.as_ref()?;
    let scale = em / f64::from(face.units_per_em());
    let mut placed = Placed {
        path: PathBuilder::new(),
        x: 0.0,
        scale: scale as f32,
    };
    for c in text.chars() {
        face.outline_glyph(face.glyph_index(c).unwrap_or_default(), &mut placed);
        placed.x += (advance(face, c) * scale) as f32;
    }
    placed.path.finish()
}

/// The letters so far, and the position of the next one.
struct Placed {
    path: PathBuilder,
    x: f32,
    scale: f32,
}

impl Placed {
    fn at(&self, x: f32, y: f32) -> (f32, f32) {
        (self.x + x * self.scale, -y * self.scale)
    }
}

impl OutlineBuilder for Placed {
    fn move_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.at(x, y);
        self.path.move_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.at(x, y);
        self.path.line_to(x, y);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let ((x1, y1), (x, y)) = (self.at(x1, y1), self.at(x, y));
        self.path.quad_to(x1, y1, x, y);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let ((x1, y1), (x2, y2), (x, y)) = (self.at(x1, y1), self.at(x2, y2), self.at(x, y));
        self.path.cubic_to(x1, y1, x2, y2, x, y);
    }

    fn close(&mut self) {
        self.path.close();
    }
}
