//! A gait and the figure that it moves: what reflexes feel, and feet that let go of the ground.

use crate::control::Gait;
use crate::world::Corpus;

/// Lets the reflexes of a gait look at the joints of its figure at a time (s).
pub(crate) fn feel(gait: &mut Gait, corpus: &Corpus, time: f64) {
    gait.reflexes.feel(|body| match corpus.number_of(body) {
        Some(number) if number > 0 => (corpus.q(number), corpus.joint_force(number, time)),
        _ => (0.0, 0.0),
    });
}

/// A leg begins a step or its stance; `moved` are the bodies (numbers in the figure) that its programs move. They, and what
/// they carry, let go of the ground where it steps.
pub(crate) fn begin_phase(corpus: &mut Corpus, moved: &[usize], steps: bool) {
    for body in 0..corpus.model.bodies() {
        let mut carriers = std::iter::successors(Some(body), |b| corpus.model.parent(*b));
        if carriers.any(|b| moved.contains(&corpus.order[b])) {
            corpus.stepping[body] = steps;
            if steps {
                corpus.release(body);
            }
        }
    }
}
