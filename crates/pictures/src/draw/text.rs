//! Text on pictures.
//!
//! The font is DejaVu Sans (`DejaVuSans.ttf`, a part of the font with Latin, Greek and some signs; `DejaVuSans.LICENSE`). Its
//! digits have the same width, so a clock does not jitter.

use super::{Canvas, Paint};
use ab_glyph::{Font, FontRef, Glyph, PxScale, ScaleFont, point};
use std::sync::OnceLock;

/// Reference point of a line of text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Align {
    /// The left end.
    #[default]
    Left,
    /// The middle.
    Middle,
    /// The right end.
    Right,
}

/// Style of a line of text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Label {
    /// Height of the line (pixels), from the top of tall letters to the bottom of deep ones.
    pub size: f32,
    /// Colour of the letters.
    pub paint: Paint,
    /// A border around the letters, which keeps them readable on any background.
    pub halo: Option<Paint>,
    /// Alignment of the line to its position.
    pub align: Align,
}

impl Label {
    /// Returns a label with white letters of a size (pixels), aligned left.
    #[must_use]
    pub fn new(size: f32) -> Label {
        Label {
            size,
            paint: Paint::WHITE,
            halo: None,
            align: Align::Left,
        }
    }
}

/// Returns the font; none only if the embedded file were invalid.
fn font() -> Option<&'static FontRef<'static>> {
    static FONT: OnceLock<Option<FontRef<'static>>> = OnceLock::new();
    FONT.get_or_init(|| FontRef::try_from_slice(include_bytes!("DejaVuSans.ttf")).ok())
        .as_ref()
}

/// Range of sizes that are drawn (pixels).
const SIZES: std::ops::RangeInclusive<f32> = 1.0..=2000.0;

/// Returns the letters of a line that begins at (0, 0), and its width (pixels).
fn layout(text: &str, size: f32) -> (Vec<Glyph>, f32) {
    let Some(font) = font().filter(|_| SIZES.contains(&size)) else {
        return (vec![], 0.0);
    };
    let scaled = font.as_scaled(PxScale::from(size));
    let mut glyphs = vec![];
    let mut x = 0.0;
    let mut last = None;
    for letter in text.chars().filter(|c| !c.is_control()) {
        let id = scaled.glyph_id(letter);
        if let Some(last) = last {
            x += scaled.kern(last, id);
        }
        let mut glyph = scaled.scaled_glyph(letter);
        glyph.position = point(x, scaled.ascent());
        glyphs.push(glyph);
        x += scaled.h_advance(id);
        last = Some(id);
    }
    (glyphs, x)
}

/// Returns the width of a line of text (pixels) at a size, which is the height of the line.
#[must_use]
pub fn text_width(text: &str, size: f32) -> f32 {
    layout(text, size).1
}

/// Returns the distance from the top of a line to the baseline of its letters (pixels), at a size.
#[must_use]
pub fn ascent(size: f32) -> f32 {
    font().map_or(0.0, |font| font.as_scaled(PxScale::from(size)).ascent())
}

impl Canvas<'_> {
    /// Draws a line of text whose upper left corner (or middle, or right corner) is at a position. Returns its width.
    pub fn text(&mut self, at: [f32; 2], text: &str, label: Label) -> f32 {
        let (glyphs, width) = layout(text, label.size);
        let left = match label.align {
            Align::Left => at[0],
            Align::Middle => at[0] - 0.5 * width,
            Align::Right => at[0] - width,
        };
        if !(left.is_finite() && at[1].is_finite()) {
            return width;
        }
        if let Some(halo) = label.halo {
            let around = (label.size / 14.0).max(1.0);
            for (dx, dy) in OCTAGON {
                self.letters(&glyphs, [left + around * dx, at[1] + around * dy], halo);
            }
        }
        self.letters(&glyphs, [left, at[1]], label.paint);
        width
    }

    fn letters(&mut self, glyphs: &[Glyph], at: [f32; 2], paint: Paint) {
        let Some(font) = font() else {
            return;
        };
        for glyph in glyphs {
            let mut glyph = glyph.clone();
            glyph.position.x += at[0];
            glyph.position.y += at[1];
            let Some(outline) = font.outline_glyph(glyph) else {
                continue;
            };
            let bounds = outline.px_bounds();
            let (left, top) = (bounds.min.x as i64, bounds.min.y as i64);
            outline.draw(|x, y, part| {
                let x = usize::try_from(left + i64::from(x));
                let y = usize::try_from(top + i64::from(y));
                if let (Ok(x), Ok(y)) = (x, y) {
                    self.blend(x, y, paint, part);
                }
            });
        }
    }
}

/// Eight unit directions.
const OCTAGON: [(f32, f32); 8] = [
    (1.0, 0.0),
    (0.7, 0.7),
    (0.0, 1.0),
    (-0.7, 0.7),
    (-1.0, 0.0),
    (-0.7, -0.7),
    (0.0, -1.0),
    (0.7, -0.7),
];

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the extent of drawn pixels: lowest and highest column and row, and their total coverage.
    fn ink(text: &str, at: [f32; 2], label: Label) -> Option<([usize; 4], f64)> {
        let (width, height) = (120, 40);
        let mut rgb = vec![0; 3 * width * height];
        Canvas::new(width, height, &mut rgb).text(at, text, label);
        let lit = |n: &usize| rgb[3 * n] > 64;
        let lit: Vec<usize> = (0..width * height).filter(lit).collect();
        let columns = || lit.iter().map(|n| n % width);
        let rows = || lit.iter().map(|n| n / width);
        let sum = rgb.iter().step_by(3).map(|v| f64::from(*v)).sum::<f64>() / 255.0;
        let borders = [
            columns().min()?,
            columns().max()?,
            rows().min()?,
            rows().max()?,
        ];
        Some((borders, sum))
    }

    #[test]
    fn letters_lie_in_their_line() {
        let ([left, right, top, bottom], _) = ink("Hpg", [10.0, 5.0], Label::new(20.0)).unwrap();
        let width = text_width("Hpg", 20.0);
        assert!(left >= 10 && (right as f32) <= 10.0 + width);
        assert!(top >= 5 && bottom <= 25 && bottom > 20);
        let ([_, _, _, stands], _) = ink("H", [10.0, 5.0], Label::new(20.0)).unwrap();
        assert!((stands as f32 + 1.0 - (5.0 + ascent(20.0))).abs() <= 1.0);
    }

    #[test]
    fn a_line_may_end_or_have_its_middle_at_its_position() {
        let aligned = |align| Label {
            align,
            ..Label::new(16.0)
        };
        let middle = |align| {
            let ([left, right, ..], _) = ink("0.250 s", [60.0, 5.0], aligned(align)).unwrap();
            0.5 * (left + right) as f32
        };
        let width = text_width("0.250 s", 16.0);
        assert!((middle(Align::Middle) - 60.0).abs() < 2.0);
        assert!((middle(Align::Left) - (60.0 + 0.5 * width)).abs() < 2.0);
        assert!((middle(Align::Right) - (60.0 - 0.5 * width)).abs() < 2.0);
    }

    #[test]
    fn digits_are_of_one_width_and_a_halo_is_wider() {
        let widths: Vec<f32> = ('0'..='9')
            .map(|digit| text_width(&digit.to_string(), 20.0))
            .collect();
        assert!(widths.iter().all(|w| (w - widths[0]).abs() < 1e-3));
        let plain = ink("x", [50.0, 5.0], Label::new(20.0)).unwrap();
        let label = Label {
            halo: Some(Paint::WHITE),
            ..Label::new(20.0)
        };
        let bordered = ink("x", [50.0, 5.0], label).unwrap();
        assert!(bordered.1 > 1.2 * plain.1);
    }

    #[test]
    fn signs_of_this_program_are_in_the_font() {
        let font = font().unwrap();
        for sign in "×−°·–—…→µ≤≥²äßΩλ".chars() {
            assert_ne!(font.glyph_id(sign).0, 0, "{sign}");
        }
    }

    #[test]
    fn sizes_and_positions_beyond_reason_draw_nothing() {
        for size in [0.0, -3.0, f32::NAN, f32::INFINITY, 1e9] {
            assert!(ink("x", [50.0, 5.0], Label::new(size)).is_none());
        }
        for at in [[f32::NAN, 0.0], [-1e9, 0.0], [1e30, 1e30]] {
            assert!(ink("x", at, Label::new(20.0)).is_none());
        }
        assert!(ink("\u{1b}\n\t", [50.0, 5.0], Label::new(20.0)).is_none());
    }
}
