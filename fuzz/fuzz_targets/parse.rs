//! Any text is read, and every report of it can be drawn and written.
//! `cargo +nightly fuzz run parse`
#![no_main]

use corpus::commands::TABLE;
use corpus::diagnostic::{draw, to_json};
use corpus::lang::parser::{parse, unfinished};
use corpus::source::Sources;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let mut sources = Sources::default();
    let id = sources.add("fuzz", text, None);
    let parsed = parse(id, text, &TABLE);
    for diagnostic in &parsed.diagnostics {
        assert!(text.get(diagnostic.span.range()).is_some());
    }
    let _ = unfinished(text, &TABLE);
    let drawn = draw(&parsed.diagnostics, &sources, false);
    assert!(!drawn.contains(|c: char| c.is_control() && c != '\n'));
    let _ = to_json(&parsed.diagnostics, &sources);
});
