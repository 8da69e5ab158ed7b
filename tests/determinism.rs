//! The same script gives the same bits: run again, run beside others, built with and without optimisation.
//!
//! The expected bits are in a file, so that a debug and a release build compare themselves with the same ones. Sines,
//! cosines, exponentials and powers come from the platform's mathematical library, and these differ between
//! libraries (and, within glibc, between processors with and without fused multiply-add) in the last bit. Where this
//! machine's give other bits than those that the file was written with, the walk is compared with tolerance instead: the
//! first steps on hard ground magnify a last bit, but not by much.
#![allow(clippy::unwrap_used, reason = "tests")]

use corpus::session::{Mode, Quiet};
use std::fmt::Write;
use std::path::PathBuf;

const WALKER: &str = include_str!("data/walker.corpus");
const EXPECTED: &str = include_str!("data/walk.bits");

/// A walk on sticky and on sliding feet: gait, timers, motors, contacts; 150 ms of it.
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

/// The last bits of the functions that a simulation calls, folded together (FNV-1a).
fn fingerprint_of_the_mathematical_library() -> u64 {
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    let mut take = |x: f64| {
        for byte in x.to_bits().to_le_bytes() {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    };
    for i in 0..100_000_u32 {
        // Opaque to the compiler, which would otherwise ask another library while it builds.
        let x = std::hint::black_box(f64::from(i) * 1.3e-4 - 6.5);
        [x.sin(), x.cos(), x.exp(), x.exp_m1(), x.abs().powf(0.2)]
            .into_iter()
            .for_each(&mut take);
    }
    hash
}

/// The file: a fingerprint, then the state after the walk by each method.
fn written() -> String {
    let mut text = format!("{:016x}\n", fingerprint_of_the_mathematical_library());
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
    let same_library = EXPECTED.lines().next() == found.lines().next();
    assert_eq!(EXPECTED.lines().count(), 1 + METHODS.len());
    for (line, (expected, found)) in EXPECTED.lines().zip(found.lines()).enumerate().skip(1) {
        let numbers = |text: &str| -> Vec<f64> {
            text.split(' ')
                .skip(1)
                .map(|word| f64::from_bits(u64::from_str_radix(word, 16).unwrap()))
                .collect()
        };
        let (expected, found) = (numbers(expected), numbers(found));
        assert_eq!(expected.len(), found.len());
        if same_library {
            assert_eq!(bits(&expected), bits(&found), "line {}", line + 1);
        }
        // Positions, of a creature of 4 cm.
        for (a, b) in expected.iter().zip(&found).take(7 + 8) {
            assert!((a - b).abs() < 1e-3, "line {}: {a} {b}", line + 1);
        }
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
