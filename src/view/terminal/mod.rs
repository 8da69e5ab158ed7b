//! A viewer in the terminal: the picture by the renderer of frames, in draft quality, a status line, keys, and a diagram.

mod beside;
mod picture;
mod screen;

pub use picture::Way;
pub use screen::{watch, why_not};
