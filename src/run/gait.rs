//! A gait and the figure that it moves: inputs of reflexes, and release of feet from the ground.

use crate::control::Gait;
use crate::world::Corpus;

/// Updates the reflexes of a gait from the joints of its figure at a time (s).
pub(crate) fn feel(gait: &mut Gait, corpus: &Corpus, time: f64) {
    gait.reflexes.feel(|body| match corpus.number_of(body) {
        Some(number) if number > 0 => (corpus.q(number), corpus.joint_force(number, time)),
        _ => (0.0, 0.0),
    });
}

/// Starts a step or stance of a leg; `moved` are the bodies (numbers in the figure) that its programs move. For a step, these
/// and their distal bodies are released from the ground.
pub(crate) fn begin_phase(corpus: &mut Corpus, moved: &[usize], steps: bool) {
    for body in 0..corpus.model.bodies() {
        let mut carriers = std::iter::successors(Some(body), |b| corpus.model.parent(*b));
        if carriers.any(|b| moved.contains(&corpus.numbering.order[b])) {
            corpus.contact.stepping[body] = steps;
            if steps {
                corpus.release(body);
            }
        }
    }
}
