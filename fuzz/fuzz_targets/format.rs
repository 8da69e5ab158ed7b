//! The layout of a text that parses is its own layout, and parses.
//! `cargo +nightly fuzz run format`
#![no_main]

use corpus::command::TableVocabulary;
use corpus::lang::format::format;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(once) = format(text, &TableVocabulary) {
        assert_eq!(format(&once, &TableVocabulary), Ok(once));
    }
});
