//! A corpus on the ground: finds the points that touch, applies the ground's forces, ties and releases sticky feet.

use super::corpus::Corpus;
use crate::contact::{Ground, GroundScale, PointForce, Touch};
use crate::dynamics::kinematics;
use nalgebra::Vector3;

/// What a body's ground forces are multiplied by (1 or kg).
fn scale_for(corpus: &Corpus, ground: &Ground, body: usize) -> f64 {
    match ground.scale {
        GroundScale::Total => corpus.distal_masses[0],
        GroundScale::Body => corpus.model.inertia(body).mass,
        GroundScale::None => 1.0,
    }
}

/// Whether a point of a body is tied to the ground.
fn is_tied(corpus: &Corpus, body: usize) -> bool {
    let anchors = &corpus.anchors[corpus.touch[body].range.clone()];
    corpus.sticky[body] && anchors.iter().any(Option::is_some)
}

/// Whether a point of the body is in the ground, or tied to it, at the state in the workspace: whether
/// [`apply_ground`] finds something to apply there.
pub(super) fn is_in_contact(corpus: &Corpus, ground: &Ground, body: usize) -> bool {
    let touch = &corpus.touch[body];
    let height = corpus.workspace.world_position(body).z - ground.height;
    if is_tied(corpus, body) {
        return true;
    }
    if height > touch.radius {
        return false;
    }
    let up = corpus.workspace.world_rotation(body).row(2).transpose();
    corpus.points[touch.range.clone()]
        .iter()
        .any(|point| height + up.dot(point) < 0.0)
}

/// Applies the forces of the ground at the state in the workspace; for h > 0 with the linearly implicit terms.
pub(super) fn apply_ground(corpus: &mut Corpus, ground: &Ground, h: f64) {
    for body in 0..corpus.model.bodies() {
        let touch = &corpus.touch[body];
        let origin = corpus.workspace.world_position(body);
        let height = origin.z - ground.height;
        // Most bodies are nowhere near the ground.
        if height > touch.radius && !is_tied(corpus, body) {
            continue;
        }
        let rotation = corpus.workspace.world_rotation(body);
        let up = rotation.row(2).transpose();
        let angular = corpus.workspace.angular_velocity(body);
        let linear = corpus.workspace.linear_velocity(body);
        let scale = scale_for(corpus, ground, body);
        for i in touch.range.clone() {
            let point = corpus.points[i];
            let depth = -(height + up.dot(&point));
            let anchor = if corpus.sticky[body] {
                corpus.anchors[i]
            } else {
                None
            };
            if depth <= 0.0 && anchor.is_none() {
                continue;
            }
            let velocity = linear + angular.cross(&point);
            if depth > 0.0 {
                let touch = Touch {
                    depth,
                    normal: up,
                    velocity,
                    scale,
                    slides: anchor.is_none(),
                };
                let push = ground.push(&touch, h);
                apply(corpus, body, &point, &push, h);
                // The account is of the force at the state, and not of the one ahead of it.
                let now = if h > 0.0 {
                    ground.push(&touch, 0.0)
                } else {
                    push
                };
                let tally = &mut corpus.book.tally;
                tally.point(body, (&now.force, &velocity), &up, &rotation);
            }
            if let Some(anchor) = anchor {
                let stretch = rotation.tr_mul(&(origin - anchor)) + point;
                let pull =
                    ground
                        .sticky
                        .pull(stretch, velocity, scale, ground.restitution_speed, h);
                apply(corpus, body, &point, &pull, h);
                let speed = ground.restitution_speed;
                let now = ground.sticky.pull(stretch, velocity, scale, speed, 0.0);
                let tally = &mut corpus.book.tally;
                tally.point(body, (&now.force, &velocity), &up, &rotation);
            }
        }
    }
}

/// A force at a point and, in an implicit step, its resistance to the point's acceleration.
#[inline]
fn apply(corpus: &mut Corpus, body: usize, point: &Vector3<f64>, force: &PointForce, h: f64) {
    corpus.workspace.apply_force(body, *point, force.force);
    if h > 0.0 {
        corpus
            .workspace
            .add_contact_term(body, *point, &force.resistance());
    }
}

/// Ties the points of sticky bodies that have come into the ground to where they are, and releases those that are
/// stretched too far or belong to a leg that steps.
pub(super) fn anchor_feet(corpus: &mut Corpus, ground: &Ground, y: &[f64]) {
    kinematics(&corpus.model, y, &mut corpus.workspace);
    for body in 0..corpus.model.bodies() {
        if !corpus.sticky[body] {
            continue;
        }
        let origin = corpus.workspace.world_position(body);
        let rotation = corpus.workspace.world_rotation(body);
        for i in corpus.touch[body].range.clone() {
            let point = origin + rotation * corpus.points[i];
            let anchor = &mut corpus.anchors[i];
            *anchor = match *anchor {
                _ if corpus.stepping[body] => None,
                Some(at) if (point - at).norm() > ground.sticky.largest_length => None,
                None if point.z < ground.height => Some(point),
                kept => kept,
            };
        }
    }
}

#[cfg(test)]
mod tests;
