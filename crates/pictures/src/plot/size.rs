//! Sizes of drawings and of their fonts.

use super::style::POINT;
use super::{Drawing, Refusal};

/// Most pixels of a drawing; more are a mistake (a sheet of 2 m by 2 m at 100 dots per inch).
pub const MOST_PIXELS: f64 = 64e6;

/// Returns width and height of a drawing in pixels.
///
/// # Errors
/// There would be too many pixels.
pub fn pixels(drawing: &Drawing, dots_per_inch: f64) -> Result<[u32; 2], Refusal> {
    let side = |mm: f64| (mm / 25.4 * dots_per_inch).round().max(1.0);
    let (width, height) = (side(drawing.width), side(drawing.height));
    if width * height <= MOST_PIXELS {
        return Ok([width as u32, height as u32]);
    }
    Err(Refusal::new(
        format!("a PNG of {width} x {height} pixels is too large"),
        "choose a smaller size or fewer dots per inch; an SVG has no pixels",
    ))
}

/// Returns the height of a capital letter of a font size (pt), in mm: 0.716 of the size in Helvetica.
pub(super) fn capital(size: f64) -> f64 {
    0.716 * size * POINT
}
