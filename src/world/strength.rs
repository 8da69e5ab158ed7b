//! Springs and dampers so strong that no step can follow them.
//!
//! An adaptive integrator would shorten its steps there until nobody waits for them. The linearly implicit one adds
//! h^2 K to what a joint moves, in which the figure's own inertia is lost to rounding: it goes on, with a joint that snaps
//! to its rest position and a creature thrown about. Nobody who made a spring a million million times too strong wants to
//! see that as a result.

use super::corpus::Corpus;
use super::divergence::Divergence;
use crate::dynamics::{JointKind, Model, Workspace, kinematics};

/// Largest dt^2 K / I and dt D / I of a joint with stiffness K, damping D and inertia I in a frame of dt: a spring beyond
/// it swings more than 5000 times in a frame. The roach of 1990 stays below 2000
/// as it walks and falls.
const STRONGEST: f64 = 1e9;

/// What a joint moves: the inertia about its axis (kg m2), or the mass along it (kg), of its body and all that hangs on
/// it, where all joints are zero. A matter of magnitude, so it stays the same as the joints move and takes axes as of
/// length 1. That of the root is infinite.
pub(super) fn moved_inertias(model: &Model) -> Vec<f64> {
    let mut workspace = Workspace::new(model);
    kinematics(model, &model.layout().rest(), &mut workspace);
    let mut moved = vec![0.0; model.bodies()];
    for body in 0..model.bodies() {
        let inertia = model.inertia(body);
        let axes = workspace.world_rotation(body) * model.turn(body);
        let centre = workspace.world_position(body) + axes * inertia.centre;
        let about_centre = axes * inertia.about_centre * axes.transpose();
        let mut carrier = body;
        while let (Some(parent), Some(kind)) = (model.parent(carrier), model.joint_kind(carrier)) {
            moved[carrier] += match kind {
                JointKind::Sliding => inertia.mass,
                JointKind::Rotary => {
                    // Parallel axes; the axis of a joint is z in the axes of the dynamics.
                    let axis = workspace.world_rotation(carrier).column(2).into_owned();
                    let arm = axis.cross(&(centre - workspace.world_position(carrier)));
                    axis.dot(&(about_centre * axis)) + inertia.mass * arm.norm_squared()
                }
            };
            carrier = parent;
        }
    }
    if let Some(root) = moved.first_mut() {
        *root = f64::INFINITY;
    }
    moved
}

/// The first joint whose springs or damper are beyond reason.
pub(super) fn find_too_strong(corpora: &[Corpus], time: f64, dt: f64) -> Option<Divergence> {
    for corpus in corpora.iter().filter(|c| c.integrated) {
        for body in 1..corpus.model.bodies() {
            let response = corpus
                .force_law(body)
                .respond(time, corpus.q(body), corpus.qd(body));
            let strongest = STRONGEST * corpus.moved_inertias[body];
            let (k, d) = (response.by_position.abs(), response.by_velocity.abs());
            if dt * dt * k > strongest || dt * d > strongest {
                return Some(Divergence::too_strong(corpus, body, time, response));
            }
        }
    }
    None
}
