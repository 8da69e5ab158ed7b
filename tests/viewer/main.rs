//! The window, under a virtual display: keys and drags do what help says.
//!
//! Skipped, with the reason, where Xvfb, xdotool or ImageMagick is missing: on Debian
//! `apt-get install xvfb xdotool imagemagick`.

#![cfg(target_os = "linux")]
// Tests may panic on unexpected results.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::disallowed_methods,
    reason = "tests"
)]

mod display;
mod keys;
mod plots;
