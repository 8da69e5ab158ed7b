//! Tests of the whole: scripts, the program, its documents. `cargo test --test suite WORD` runs those whose names contain a word.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::disallowed_methods,
    reason = "tests"
)]

mod account;
mod agreement;
mod allocation;
mod analysis;
mod attach;
mod bodies;
#[cfg(feature = "repl")]
mod browser;
mod cli;
mod collisions;
mod complementarity;
mod converge;
mod determinism;
mod docs;
mod driven;
mod drives;
mod dry_friction;
mod dumps;
#[cfg(all(unix, feature = "lsp"))]
mod editors;
mod errors;
mod examples;
#[cfg(unix)]
mod files;
mod format;
mod golden_frames;
mod grammar;
mod house;
mod impact;
mod joints;
mod library;
mod listing;
mod loops;
mod loops_by_rates;
#[cfg(feature = "lsp")]
mod lsp;
mod meshes;
mod mirrors;
mod mutations;
mod numbers;
mod physics;
mod pipe;
mod pulls;
mod pushes;
mod reflexes;
mod regressions;
#[cfg(all(unix, feature = "repl"))]
mod repl;
mod rest;
mod rigid;
mod rigid_auto;
mod robots;
mod robustness;
mod same_bits;
mod scenery;
mod scenes;
mod scripts;
mod sensors;
mod snapshots;
mod support;
mod surfaces;
mod terrain;
mod terrain_contact;
mod tools;
mod unilateral_by_rates;
