//! The font of all pictures, and widths of texts.

use std::sync::LazyLock;
use ttf_parser::Face;

/// A part of the font Arimo, whose letters are as wide as those of Arial and Helvetica, and whose digits have the same width, so
/// that a clock does not jitter; see `font/README.md`.
pub(super) static FACE: LazyLock<Option<Face<'static>>> =
    LazyLock::new(|| Face::parse(include_bytes!("font/figures.ttf"), 0).ok());

/// Returns the width of a text whose font size is `em`, in the unit of `em`.
#[must_use]
pub fn text_width(text: &str, em: f64) -> f64 {
    let Some(face) = FACE.as_ref() else {
        return text.chars().count() as f64 * em / 2.0;
    };
    let advances = text.chars().map(|c| advance(face, c));
    advances.sum::<f64>() * em / f64::from(face.units_per_em())
}

/// Returns the distance from a letter to the next one (font units).
pub(super) fn advance(face: &Face, c: char) -> f64 {
    let glyph = face.glyph_index(c).unwrap_or_default();
    f64::from(face.glyph_hor_advance(glyph).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_as_wide_as_in_helvetica() {
        // Advances of Helvetica in thousandths of the size: digits 556, the blank 278, W 944.
        for (text, thousandths) in [("0", 556.0), ("W 1", 944.0 + 278.0 + 556.0), ("", 0.0)] {
            assert!(
                (text_width(text, 1000.0) - thousandths).abs() < 2.0,
                "{text}"
            );
        }
    }

    #[test]
    fn the_signs_of_pictures_are_in_the_font() {
        let face = FACE.as_ref().unwrap();
        for c in "aZ09µ°·²³−×⁻⁰⁴⁵⁶⁷⁸⁹¹φβθ–%().—…→≤≥äßΩλ".chars()
        {
            assert!(face.glyph_index(c).is_some(), "{c}");
        }
    }
}
