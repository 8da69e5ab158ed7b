//! Any text is read as a robot in a bounded time, its reports lie in it, and a script that comes of it can be read.
//! `cargo +nightly fuzz run import`
#![no_main]

use corpus::files::Unreadable;
use corpus::import::{Paths, import};
use corpus::lang::format::format;
use libfuzzer_sys::fuzz_target;
use std::path::Path;

fuzz_target!(|text: &str| {
    let reader = |path: &Path| match path == Path::new("robot") {
        true => Ok(text.as_bytes().to_vec()),
        false => Err(Unreadable::Folder),
    };
    let Ok(found) = import(Path::new("robot"), &Paths::default(), &reader) else {
        return;
    };
    for report in &found.findings {
        let places = report.notes.iter().map(|(span, _)| *span);
        for span in places.chain([report.span]) {
            let source = found.sources.get(span.source);
            assert!(source.is_some_and(|source| source.text.get(span.range()).is_some()));
        }
    }
    if let Some(script) = found.script {
        assert!(
            format(&script, &corpus::commands::TABLE).is_ok(),
            "{script}"
        );
    }
});
