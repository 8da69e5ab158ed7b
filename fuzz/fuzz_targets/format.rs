//! The layout of a text that parses is its own layout, and parses.
//! `cargo +nightly fuzz run format`
#![no_main]

use corpus::commands::TABLE;
use corpus::lang::format::format;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(once) = format(text, &TABLE) {
        assert_eq!(format(&once, &TABLE), Ok(once));
    }
});
