//! Time to simulate a tenth of a second of the walking roach, with language, gait, contacts and dynamics. 5 ms is twenty times
//! faster than real time.

use corpus::session::{History, Mode, Quiet, Session};
use divan::Bencher;

fn main() {
    divan::main();
}

/// Returns the roach in the middle of its tripod gait.
fn walking(settings: &str) -> Session {
    let roach = concat!(env!("CARGO_MANIFEST_DIR"), "/scripts/roach/roach.corpus");
    let mut session = corpus::commands::session(Mode::Run, Box::new(Quiet));
    let script = format!(
        "include \"{roach}\"\n{settings}\nrest 1mm\nground on\ngrav on\ngo 0.3s\nspeed 1\ngaitgo\ngo 0.2s"
    );
    assert!(session.run_text("bench", &script).is_ok());
    session
}

fn walk(bencher: Bencher, settings: &str, stretch: &str) {
    let mut session = walking(settings);
    bencher.bench_local(|| assert!(session.run_text("bench", stretch).is_ok()));
}

#[divan::bench]
fn tenth_of_a_second(bencher: Bencher) {
    walk(bencher, "integration auto", "go 0.1s");
}

#[divan::bench]
fn tenth_of_a_second_implicit(bencher: Bencher) {
    walk(bencher, "integration implicit", "go 0.1s");
}

/// Measures the fast choice: fixed steps as long as the walk allows, and frames of a film instead of 1200 a second.
#[divan::bench]
fn tenth_of_a_second_implicit_at_60_frames(bencher: Bencher) {
    walk(
        bencher,
        "integration implicit\nh 500us\ndt 1/60s",
        "go 0.1s",
    );
}

/// Measures without history: the difference from the time above is the cost of rewinding.
#[divan::bench]
fn tenth_of_a_second_without_history(bencher: Bencher) {
    let mut session = walking("integration implicit");
    session.here_mut().past.history = History::within(0);
    bencher.bench_local(|| assert!(session.run_text("bench", "go 0.1s").is_ok()));
}

#[divan::bench]
fn tenth_of_a_second_on_sticky_feet(bencher: Bencher) {
    let feet: String = ["fl", "fr", "ml", "mr", "bl", "br"]
        .iter()
        .map(|leg| format!("bodygroundstick leg_{leg}4 on\n"))
        .collect();
    walk(
        bencher,
        &format!("integration implicit\ngroundfric 0.1\n{feet}"),
        "go 0.1s",
    );
}

#[divan::bench(sample_count = 10)]
fn hundredth_of_a_second_by_fehlberg(bencher: Bencher) {
    walk(bencher, "integration rkf\neps 10", "go 0.01s");
}
