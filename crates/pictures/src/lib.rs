//! Pictures: scenes as plain data, their renderer, and diagrams. Independent of worlds and scripts.
#![cfg_attr(test, allow(clippy::disallowed_methods, reason = "tests"))]

pub mod draw;
pub mod plot;
#[cfg(feature = "raster")]
pub mod render;
pub mod scene;
