//! The same script ends in the same state, to the last bit.

use super::program::{folder, run_text, shortened};
use corpus::session::{Mode, Quiet};

#[test]
fn two_runs_of_the_program() {
    let text = shortened("sticky.corpus");
    let (one, other) = (run_text(&text), run_text(&text));
    assert!(one.state.len() > 1000);
    assert_eq!(one.state, other.state);
}

/// Returns the bits of the state at the end.
fn state(text: &str) -> Vec<u64> {
    let mut session = corpus::commands::session(Mode::Run, Box::new(Quiet));
    // As if the text were in the folder, so that it finds its includes.
    let name = folder().join("text").display().to_string();
    session.run_text(&name, text).unwrap();
    let corpus = &session.here().world.corpora[0];
    corpus.y.iter().map(|x| x.to_bits()).collect()
}

#[test]
fn worlds_in_threads_do_not_touch_each_other() {
    let texts = [shortened("tripod.corpus"), shortened("wave.corpus")];
    let alone = texts.each_ref().map(|t| state(t));
    let together = std::thread::scope(|scope| {
        let jobs = [0, 1, 0].map(|i| {
            let text = &texts[i];
            scope.spawn(move || state(text))
        });
        jobs.map(|job| job.join().unwrap())
    });
    assert_ne!(alone[0], alone[1]);
    for (job, text) in [0, 1, 0].into_iter().enumerate() {
        assert_eq!(together[job], alone[text]);
    }
}
