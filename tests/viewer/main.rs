//! The window, under a virtual display: keys and drags do what help says, and the picture is that of the renderer of frames.
//!
//! Skipped, with the reason, where Xvfb, xdotool, ImageMagick or a Vulkan driver is missing: on Debian
//! `apt-get install xvfb xdotool imagemagick mesa-vulkan-drivers`.

#![cfg(target_os = "linux")]
// Tests may panic on unexpected results.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::disallowed_methods,
    reason = "tests"
)]

mod alike;
mod display;
mod keys;
mod pace;
mod plots;
