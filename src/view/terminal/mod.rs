//! A viewer in the terminal: the picture by the renderer of frames, in draft quality, a line of status, keys, a diagram beside it.

mod beside;
mod picture;
mod screen;

pub use picture::Way;
pub use screen::{watch, why_not};
