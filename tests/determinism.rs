//! The same script gives the same bits: in repeated runs, in parallel runs, with and without optimisation.
//!
//! The expected bits are in a file, so that debug and release builds, processors and C libraries are compared with the same
//! ones: elementary functions are those of the crate `libm`, which do not depend on the platform.

use corpus::session::{Mode, Quiet};
use std::fmt::Write;
use std::path::PathBuf;

const WALKER: &str = include_str!("data/walker.corpus");
const EXPECTED: &str = include_str!("data/walk.bits");

/// Runs a walk on sticky and on sliding feet: gait, timers, motors, contacts; 150 ms of it.
fn walk(method: &str) -> Vec<f64> {
    let script = format!(
        "{WALKER}ground on\ngrav on\nrest 0.5mm\nbodygroundstick shank_fl on\nbodygroundstick shank_br on\n\
         integration {method}\nspeed 2\ngaitgo\ngo 180"
    );
    let mut session = corpus::commands::session(Mode::Run, Box::new(Quiet));
    assert!(
        session.run_text("walk", &script).is_ok(),
        "{:?}",
        session.diagnostics
    );
    session.here().world.corpora[0].y.clone()
}

const METHODS: [&str; 6] = ["auto", "implicit", "euler", "rkfixed", "rkf", "rkvar"];

fn bits(y: &[f64]) -> Vec<u64> {
    y.iter().map(|x| x.to_bits()).collect()
}

/// Returns the contents of the file: the state after the walk by each method.
fn written() -> String {
    let mut text = String::new();
    for method in METHODS {
        let _ = write!(text, "{method}");
        for bits in bits(&walk(method)) {
            let _ = write!(text, " {bits:016x}");
        }
        text.push('\n');
    }
    text
}

#[test]
fn the_walk_ends_in_the_expected_bits() {
    let found = written();
    if std::env::var_os("CORPUS_WRITE_BITS").is_some() {
        let file = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/walk.bits");
        std::fs::write(file, &found).unwrap();
        return;
    }
    assert_eq!(EXPECTED.lines().count(), METHODS.len());
    for (expected, found) in EXPECTED.lines().zip(found.lines()) {
        assert_eq!(expected, found);
    }
}

#[test]
fn runs_beside_each_other_end_in_the_same_bits() {
    for method in ["auto", "implicit", "rkf"] {
        let alone = bits(&walk(method));
        let together: Vec<_> = (0..4)
            .map(|_| std::thread::spawn(move || bits(&walk(method))))
            .collect();
        for thread in together {
            assert_eq!(thread.join().unwrap(), alone, "{method}");
        }
    }
}
