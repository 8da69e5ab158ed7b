//! Outlines of letters.

use super::font::{FACE, advance, scale};
use ttf_parser::OutlineBuilder;

/// Draws the outlines of a text that starts at the origin, in mm with y downwards.
pub(super) fn outline(text: &str, size: f64, draw: &mut impl OutlineBuilder) {
    let Some(face) = FACE.as_ref() else {
        return;
    };
    let scale = scale(face, size);
    let mut x = 0.0;
    for c in text.chars() {
        let mut placed = Placed {
            draw,
            x,
            scale: scale as f32,
        };
        face.outline_glyph(face.glyph_index(c).unwrap_or_default(), &mut placed);
        x += (advance(face, c) * scale) as f32;
    }
}

/// A letter at its position in a text.
struct Placed<'d, D> {
    draw: &'d mut D,
    x: f32,
    scale: f32,
}

impl<D> Placed<'_, D> {
    fn at(&self, x: f32, y: f32) -> (f32, f32) {
        (self.x + x * self.scale, -y * self.scale)
    }
}

impl<D: OutlineBuilder> OutlineBuilder for Placed<'_, D> {
    fn move_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.at(x, y);
        self.draw.move_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.at(x, y);
        self.draw.line_to(x, y);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let ((x1, y1), (x, y)) = (self.at(x1, y1), self.at(x, y));
        self.draw.quad_to(x1, y1, x, y);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let ((x1, y1), (x2, y2), (x, y)) = (self.at(x1, y1), self.at(x2, y2), self.at(x, y));
        self.draw.curve_to(x1, y1, x2, y2, x, y);
    }

    fn close(&mut self) {
        self.draw.close();
    }
}
