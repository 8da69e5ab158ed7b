//! The construction script as printed in 1990, for those who have it: it may not be distributed.
//!
//! These tests are ignored by default: `CORPUS_LISTING_1990=FILE cargo test --test suite listing -- --ignored` shows that it
//! runs unchanged, builds the stored figure and walks. With `CORPUS_BLESS=1` the stored figure is also made from it again.

use super::facts::{Json, assert_same, build, facts};
use super::figure::{TOLERANCE, stored, trunk_length};
use super::program::run_text;
use std::path::PathBuf;

fn listing() -> PathBuf {
    std::env::var_os("CORPUS_LISTING_1990").unwrap().into()
}

/// Formats facts with one line for each body, for readability.
fn readable(facts: &Json) -> String {
    let entry = |(name, value): (&String, &Json)| match value {
        Json::Object(inner) => {
            let lines: Vec<String> = inner
                .iter()
                .map(|(k, v)| format!("  \"{k}\": {v}"))
                .collect();
            format!("\"{name}\": {{\n{}\n}}", lines.join(",\n"))
        }
        other => format!("\"{name}\": {other}"),
    };
    let entries: Vec<String> = facts.as_object().unwrap().iter().map(entry).collect();
    format!("{{\n{}\n}}\n", entries.join(",\n"))
}

#[test]
#[ignore = "needs the listing of 1990, named by CORPUS_LISTING_1990"]
fn builds_the_stored_figure() {
    let listing = listing();
    let session = build(&listing);
    let corpus = &session.here().world.corpora[0];
    assert_eq!(corpus.names.len(), 33);
    assert_eq!(corpus.model.degrees_of_freedom(), 38);
    let mass = corpus.model.total_mass();
    assert!((2.06e-3..2.18e-3).contains(&mass), "{mass} kg");
    let length = trunk_length(&session);
    assert!((0.029..0.030).contains(&length), "{length} m");

    let found = facts(&session);
    if std::env::var_os("CORPUS_BLESS").is_some() {
        std::fs::write(stored(), readable(&found)).unwrap();
    }
    let text = std::fs::read_to_string(stored()).unwrap();
    let expected = serde_json::from_str(&text).unwrap();
    assert_same(&found, &expected, TOLERANCE, "");
}

/// Returns a script that walks with a figure that another script builds.
fn driver(script: &str, walk: &str) -> String {
    format!(
        "include \"{script}\"\nintegration implicit\ndt 0.833333333333333ms\nrest 1mm\nground on\ngrav on\n\
         go 0.3s\nspeed 1\ngaitgo\ngo {walk}\n"
    )
}

#[test]
#[ignore = "needs the listing of 1990, named by CORPUS_LISTING_1990"]
fn walks() {
    let listing = listing();
    let done = run_text(&driver(&listing.display().to_string(), "4s"));
    done.goes_forward(0.05, 0.085);
    done.never_falls(3e-3);
}

#[test]
#[ignore = "needs the listing of 1990, named by CORPUS_LISTING_1990"]
fn moves_as_ours_does() {
    let listing = listing();
    let states = [&listing.display().to_string(), "roach.corpus"].map(|script| {
        let done = run_text(&driver(script, "0.2s"));
        let saved: Json = serde_json::from_slice(&done.state).unwrap();
        saved["state"]["world"]["corpora"][0]["state"].clone()
    });
    assert_same(&states[0], &states[1], 1e-9, "");
}
