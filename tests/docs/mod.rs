//! The documents are correct: their scripts run and print the text below them, their command lines work, their pictures have
//! scripts, and generated parts match the tables.
//!
//! `CORPUS_UPDATE=1 cargo test --test suite docs::` regenerates what can be generated: pages from tables, prints, reports and pictures.

pub mod blocks;
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

/// Whether to regenerate instead of comparing.
fn updating() -> bool {
    std::env::var_os("CORPUS_UPDATE").is_some()
}
