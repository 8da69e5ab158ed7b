//! Two-dimensional drawing on images: rectangles, lines, discs, rings and text, with antialiased edges and opacity.
//!
//! Independent of scenes. Positions are pixels from the upper left corner of the picture; the middle of the first pixel
//! is at (0.5, 0.5). Anything outside the picture, or not finite, is omitted.

mod canvas;
mod text;

pub use canvas::{Canvas, Paint};
pub use text::{Align, Label, ascent, text_width};
