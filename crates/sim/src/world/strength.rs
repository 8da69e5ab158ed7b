//! Limit of the strength of springs and dampers that a step can follow.
//!
//! With stronger ones, an adaptive integrator would shorten its steps until it practically stops. The linearly implicit one
//! adds h^2 K to the inertia that a joint moves, in which the figure's own inertia is lost to rounding: it continues, with a
//! joint that snaps to its rest position and throws the figure about. For a spring that is too strong by a factor of a million
//! million, this is not a useful result.

use super::corpus::Corpus;
use super::divergence::Divergence;

/// Largest dt^2 K / I and dt D / I of a joint with stiffness K, damping D and inertia I in a frame of dt: a stronger spring
/// oscillates more than 5000 times in a frame. The roach of 1990 stays below 2000 as it walks and falls.
const STRONGEST: f64 = 1e9;

/// Finds the first joint of a corpus whose springs or damper are too strong.
pub(super) fn find_too_strong(corpus: &mut Corpus, time: f64, dt: f64) -> Option<Divergence> {
    let strongest = |corpus: &Corpus, body: usize| {
        let most = STRONGEST * corpus.laws.moved_inertias[body];
        (most / (dt * dt), most / dt)
    };
    let bodies = corpus.model.bodies();
    let of = Some((corpus.laws.changes, dt));
    if corpus.laws.bounds.of != of {
        let mut bounds = std::mem::take(&mut corpus.laws.bounds);
        bounds.of = of;
        bounds.furthest.clear();
        bounds.furthest.extend((1..bodies).map(|body| {
            let (stiffness, damping) = strongest(corpus, body);
            corpus.laws.forces[body].furthest_below(stiffness, damping)
        }));
        corpus.laws.bounds = bounds;
    }
    (1..bodies).find_map(|body| {
        let law = &corpus.laws.forces[body];
        let q = corpus.q(body);
        if (q - law.motor.rest_position(time)).abs() <= corpus.laws.bounds.furthest[body - 1] {
            return None;
        }
        let response = law.respond_without_friction(time, q, corpus.qd(body));
        let (k, d) = (response.by_position.abs(), response.by_velocity.abs());
        let (stiffness, damping) = strongest(corpus, body);
        let culprits = [
            if k > stiffness { k } else { 0.0 },
            if d > damping { d } else { 0.0 },
        ];
        (culprits != [0.0; 2]).then(|| Divergence::too_strong(corpus, body, time, culprits))
    })
}
