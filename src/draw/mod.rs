//! Two-dimensional drawing on finished pictures: rectangles, lines, discs, rings and text, all with soft edges and opacity.
//!
//! Knows nothing of scenes. Positions are pixels from the upper left corner of the picture; the middle of the first pixel
//! is at (0.5, 0.5). What lies outside the picture, or is not finite, is left out.

mod canvas;
mod text;

pub use canvas::{Canvas, Paint};
pub use text::{Align, Label, ascent, text_width};
