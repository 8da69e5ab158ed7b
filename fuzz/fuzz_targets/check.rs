//! Any text is checked as a whole, in a bounded time, and what is reported of it lies in it. It reads no files.
//! `cargo +nightly fuzz run check`
#![no_main]

use corpus::files::Unreadable;
use corpus::session::{Mode, Quiet};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let mut session = corpus::commands::session(Mode::Check, Box::new(Quiet));
    session.check.set_limit(2_000);
    session.options.reader = Some(Box::new(|_| Err(Unreadable::Folder)));
    let _ = session.run_text("fuzz", text);
    for report in session.sorted_diagnostics() {
        let places = report.notes.iter().map(|(span, _)| *span);
        for span in places.chain([report.span]) {
            let source = session.sources.get(span.source);
            assert!(source.is_some_and(|source| source.text.get(span.range()).is_some()));
        }
    }
});
