//! Text on pictures.

use super::font::{FACE, text_width};
use super::{Canvas, Paint, letters};
use tiny_skia::Transform;

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

/// Height of a line of text, in heights of a capital letter: both are 0.716 and 1.117 of the font size.
pub(crate) const LINE: f32 = 1.56;

/// Returns the distance from the top of a line of text to its baseline (pixels), from its height.
pub(crate) fn ascent(size: f32) -> f32 {
    measures(size).map_or(0.0, |(_, ascent)| ascent)
}

/// Range of sizes that are drawn (pixels).
const SIZES: std::ops::RangeInclusive<f32> = 1.0..=2000.0;

/// Returns the font size of a line of text, and the distance from its top to the baseline of its letters (pixels), from its
/// height; none beyond reason.
fn measures(size: f32) -> Option<(f32, f32)> {
    let face = FACE.as_ref().filter(|_| SIZES.contains(&size))?;
    let height = f32::from(face.ascender()) - f32::from(face.descender());
    let unit = size / height;
    let em = unit * f32::from(face.units_per_em());
    Some((em, unit * f32::from(face.ascender())))
}

/// Returns the width of a line of text (pixels) from its height.
#[must_use]
pub fn line_width(text: &str, size: f32) -> f32 {
    measures(size).map_or(0.0, |(em, _)| text_width(text, f64::from(em)) as f32)
}

impl Canvas<'_> {
    /// Draws a line of text whose upper left corner (or middle, or right corner) is at a position.
    pub fn text(&mut self, at: [f32; 2], text: &str, label: Label) {
        let text: String = text.chars().filter(|c| !c.is_control()).collect();
        let width = line_width(&text, label.size);
        let left = match label.align {
            Align::Left => at[0],
            Align::Middle => at[0] - 0.5 * width,
            Align::Right => at[0] - width,
        };
        let path = measures(label.size).and_then(|(em, ascent)| {
            let letters = letters(&text, f64::from(em))?;
            letters.transform(Transform::from_translate(left, at[1] + ascent))
        });
        if let Some(halo) = label.halo {
            self.stroke(path.as_ref(), (label.size / 7.0).max(2.0), halo);
        }
        self.fill(path.as_ref(), label.paint);
    }
}

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
        let width = line_width("Hpg", 20.0);
        assert!(left >= 10 && (right as f32) <= 10.0 + width);
        assert!(top >= 5 && bottom <= 25 && bottom > 20);
        let ([_, _, _, stands], _) = ink("H", [10.0, 5.0], Label::new(20.0)).unwrap();
        assert!((stands as f32 + 1.0 - (5.0 + measures(20.0).unwrap().1)).abs() <= 1.0);
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
        let width = line_width("0.250 s", 16.0);
        assert!((middle(Align::Middle) - 60.0).abs() < 2.0);
        assert!((middle(Align::Left) - (60.0 + 0.5 * width)).abs() < 2.0);
        assert!((middle(Align::Right) - (60.0 - 0.5 * width)).abs() < 2.0);
    }

    #[test]
    fn digits_are_of_one_width_and_a_halo_is_wider() {
        let widths: Vec<f32> = ('0'..='9')
            .map(|digit| line_width(&digit.to_string(), 20.0))
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
