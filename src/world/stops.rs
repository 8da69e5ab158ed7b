//! Stops of joints that a step came to without any of its stages having seen it there.

use super::contact::Overlooked;
use super::corpus::Corpus;

/// The worst joint that is beyond a stop at the end of a step, and was within at its begin and in its second stage: with the depth
/// d and the speed v it has been beyond for d/v, and has missed half of the force Q that acts there now. The error is that of its
/// speed, Q/I d/(2 v), with the inertia I that it moves, in parts as rates are measured (see [`super::midpoint`]); with
/// it the component of the state that it is in.
pub(super) fn find_overlooked_stop(
    corpus: &Corpus,
    [y, stage, out]: [&[f64]; 3],
) -> Option<(Overlooked, usize)> {
    let layout = corpus.layout();
    let (at, at_rate) = (layout.q().start, layout.qd().start);
    let mut worst: Option<(Overlooked, usize)> = None;
    for (i, (law, weight)) in corpus.forces[1..]
        .iter()
        .zip(&corpus.scales.weights)
        .enumerate()
    {
        let (q, qd) = (out[at + i], out[at_rate + i]);
        let Some(beyond) = law.beyond_stop(q) else {
            continue;
        };
        let was_there = law
            .beyond_stop(y[at + i])
            .or(law.beyond_stop(stage[at + i]));
        if was_there.is_some() || qd * beyond <= 0.0 {
            continue;
        }
        let since = beyond / qd;
        let force = law.stop_force(beyond, qd).abs();
        let missed = force / corpus.moved_inertias[i + 1] * since / 2.0;
        let error = weight * missed / (corpus.scales.rate() + weight * qd.abs());
        if worst.as_ref().is_none_or(|(worst, _)| error > worst.error) {
            worst = Some((Overlooked { error, since }, at_rate + i));
        }
    }
    worst
}
