//! Two-dimensional drawing on images: rectangles, lines, discs, rings and text, with antialiased edges and opacity; and the font
//! of all pictures.
//!
//! Independent of scenes. Positions are pixels from the upper left corner of the picture; the middle of the first pixel
//! is at (0.5, 0.5). Anything outside the picture, or not finite, is omitted.

#[cfg(feature = "raster")]
mod canvas;
mod font;
#[cfg(feature = "raster")]
mod letters;
#[cfg(feature = "raster")]
mod text;

#[cfg(feature = "raster")]
pub use canvas::{Canvas, Paint};
#[cfg(feature = "raster")]
pub(crate) use canvas::{for_each_covered, round_stroke};
pub use font::text_width;
#[cfg(feature = "raster")]
pub use letters::letters;
#[cfg(feature = "raster")]
pub use text::{Align, Label, line_width};
#[cfg(feature = "raster")]
pub(crate) use text::{LINE, ascent};
