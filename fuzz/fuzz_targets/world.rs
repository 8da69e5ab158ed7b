//! Any bytes are a state of a world that goes on, or are refused and leave the world as it was.
//! `cargo +nightly fuzz run world`; `fuzz/seed.sh` writes a state of this figure to begin with.
#![no_main]

use corpus::session::{Mode, Quiet};
use libfuzzer_sys::fuzz_target;

const FIGURE: &str = include_str!("world.corpus");

fuzz_target!(|bytes: &[u8]| {
    let mut session = corpus::commands::session(Mode::Run, Box::new(Quiet));
    session.files.output = std::env::temp_dir();
    assert!(session.run_text("figure", FIGURE).is_ok());
    let name = format!("corpus-fuzz-{}.json", std::process::id());
    assert!(std::fs::write(session.files.output.join(&name), bytes).is_ok());
    let before = session.here().world.time;
    let settings = &mut session.here_mut().world.settings;
    settings.largest_evaluations_per_advance = 1000;
    if session.run_text("load", &format!("load {name}")).is_ok() {
        session
            .here_mut()
            .world
            .settings
            .largest_evaluations_per_advance = 1000;
        let _ = session.run_text("go", "go 2");
    } else {
        assert_eq!(session.here().world.time, before);
    }
});
