//! The font of diagrams, and widths of texts.

use super::style::POINT;
use std::sync::LazyLock;
use ttf_parser::Face;

/// A part of the font Arimo, whose letters are as wide as those of Arial and Helvetica; see `font/README.md`.
pub(super) static FACE: LazyLock<Option<Face<'static>>> =
    LazyLock::new(|| Face::parse(include_bytes!("font/figures.ttf"), 0).ok());

/// Returns the width of a text in letters of a size (pt), in mm.
pub(super) fn width(text: &str, size: f64) -> f64 {
    let Some(face) = FACE.as_ref() else {
        return text.chars().count() as f64 * size * POINT / 2.0;
    };
    let advances = text.chars().map(|c| advance(face, c));
    advances.sum::<f64>() * scale(face, size)
}

pub(super) fn advance(face: &Face, c: char) -> f64 {
    let glyph = face.glyph_index(c).unwrap_or_default();
    f64::from(face.glyph_hor_advance(glyph).unwrap_or_default())
}

/// Returns the size of a font unit in millimetres.
pub(super) fn scale(face: &Face, size: f64) -> f64 {
    size * POINT / f64::from(face.units_per_em())
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
