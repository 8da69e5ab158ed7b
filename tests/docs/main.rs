//! What the documents say is true: their scripts run and print what stands below them, their command lines work, their
//! pictures have scripts, and what is made from tables is as the tables are.
//!
//! `CORPUS_UPDATE=1 cargo test --test docs` makes anew what can be made: pages from tables, prints, reports and pictures.

// A document that cannot be read fails the test.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod blocks;
mod book;
mod command_lines;
mod errors;
mod generated;
mod palette;
mod pictures;
mod prompt;
mod scripts;
mod witness;

use std::path::Path;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Whether to make anew instead of comparing.
fn updating() -> bool {
    std::env::var_os("CORPUS_UPDATE").is_some()
}
