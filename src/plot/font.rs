//! The letters of diagrams: how wide they are, and their outlines.

use super::style::POINT;
use std::sync::LazyLock;
use ttf_parser::{Face, OutlineBuilder};

/// A part of Arimo, whose letters are as wide as those of Arial and Helvetica; see `font/README.md`.
static FACE: LazyLock<Option<Face<'static>>> =
    LazyLock::new(|| Face::parse(include_bytes!("font/figures.ttf"), 0).ok());

/// Width of a text in letters of a size (pt), in mm.
pub(super) fn width(text: &str, size: f64) -> f64 {
    let Some(face) = FACE.as_ref() else {
        return text.chars().count() as f64 * size * POINT / 2.0;
    };
    let advances = text.chars().map(|c| advance(face, c));
    advances.sum::<f64>() * scale(face, size)
}

fn advance(face: &Face, c: char) -> f64 {
    let glyph = face.glyph_index(c).unwrap_or_default();
    f64::from(face.glyph_hor_advance(glyph).unwrap_or_default())
}

/// Millimetres of a unit of the font.
fn scale(face: &Face, size: f64) -> f64 {
    size * POINT / f64::from(face.units_per_em())
}

/// Draws the outlines of a text that begins at the origin, in mm with y downwards.
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

/// A letter at its place in a text.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_as_wide_as_in_helvetica() {
        // Advances of Helvetica in thousandths of the size: digits 556, the blank 278, W 944.
        let of = |thousandths: f64| thousandths / 1000.0 * 10.0 * POINT;
        for (text, thousandths) in [("0", 556.0), ("W 1", 944.0 + 278.0 + 556.0), ("", 0.0)] {
            assert!((width(text, 10.0) - of(thousandths)).abs() < 0.01, "{text}");
        }
    }

    #[test]
    fn the_signs_that_diagrams_use_are_in_the_font() {
        let face = FACE.as_ref().unwrap();
        for c in "aZ09µ°·²³−×⁻⁰⁴⁵⁶⁷⁸⁹¹φβθ–%().".chars() {
            assert!(face.glyph_index(c).is_some(), "{c}");
        }
    }
}
