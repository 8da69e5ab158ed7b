//! Springs that are stretched so far, and are so strong, that no step can follow them.
//!
//! The explicit integrators fail there by themselves. The linearly implicit one does not: it damps whatever it cannot
//! resolve, so that a joint of absurd strength snaps to its rest position, its energy gone, and the creature goes on,
//! thrown about. Nobody who made a spring a million million times too strong wants to see that as a result.

use super::corpus::Corpus;
use super::divergence::Divergence;
use crate::dynamics::{JointKind, Model, Workspace, kinematics};

/// A spring that would alone, at its present force, turn its joint further than this in one frame (rad, or m for a
/// slide). Creatures stay below 10; the springs that are meant to be caught are beyond 1e9.
const FURTHEST_IN_A_FRAME: f64 = 1e6;

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

/// The first joint whose springs drive it beyond reason.
pub(super) fn find_overdriven(corpora: &[Corpus], time: f64, dt: f64) -> Option<Divergence> {
    for corpus in corpora.iter().filter(|c| c.integrated) {
        for body in 1..corpus.model.bodies() {
            let force = corpus.joint_force(body, time);
            if force.abs() * dt * dt > FURTHEST_IN_A_FRAME * corpus.moved_inertias[body] {
                return Some(Divergence::overdriven(corpus, body, time, force));
            }
        }
    }
    None
}
