//! The search for what is in the ground: most bodies are nowhere near it, and most points of the others are above it.

use super::super::corpus::Corpus;
use crate::contact::{Ground, HoldKind};
use crate::geometry::NearPoint;
use nalgebra::{Matrix3, Vector3};

/// A body's place against the ground, in the axes of the dynamics.
pub(in crate::world) struct Place {
    pub origin: Vector3<f64>,
    pub rotation: Matrix3<f64>,
    /// The ground's normal, body axes.
    pub up: Vector3<f64>,
    /// Height of the body's origin above the ground (m).
    height: f64,
}

/// A point of a body in the ground, or held by it.
#[derive(Clone, Copy, Debug)]
pub(in crate::world) struct Near {
    /// Its number among the points of contact of the corpus.
    pub slot: usize,
    /// The point (m) and how it travels over the body, body axes.
    pub at: NearPoint,
    /// Depth below the ground (m).
    pub depth: f64,
}

/// The body's place, unless all of it is above the ground; with `held`, wherever it is. The sphere about the origin of the body
/// tells first, then the box about it.
pub(in crate::world) fn place(
    corpus: &Corpus,
    ground: &Ground,
    body: usize,
    held: bool,
) -> Option<Place> {
    let contacts = &corpus.contacts[body];
    let origin = corpus.workspace.world_position(body);
    let height = origin.z - ground.height;
    if !held && height > contacts.radius {
        return None;
    }
    let rotation = corpus.workspace.world_rotation(body);
    let up = rotation.row(2).transpose();
    (held || height <= contacts.reach_down(&up)).then_some(Place {
        origin,
        up,
        rotation,
        height,
    })
}

/// Whether sticky points of a body may be tied to the ground.
pub(in crate::world) fn is_held(corpus: &Corpus, body: usize) -> bool {
    corpus.sticky[body] && corpus.contacts[body].holding
}

/// Shows the points of a body that are in the ground, in the order of their slots; with `held`, those too that are tied to
/// it from above.
pub(in crate::world) fn each_near(
    corpus: &Corpus,
    body: usize,
    place: &Place,
    held: bool,
    mut show: impl FnMut(Near),
) {
    let contacts = &corpus.contacts[body];
    let is_tied = |slot: usize| {
        held && matches!(corpus.holds[slot], Some(hold) if hold.kind == HoldKind::Tied)
    };
    for slot in contacts.points.clone() {
        let point = corpus.points[slot];
        let depth = -(place.height + place.up.dot(&point));
        if depth > 0.0 || is_tied(slot) {
            let at = NearPoint {
                point,
                travel: None,
            };
            show(Near { slot, at, depth });
        }
    }
    for round in &corpus.rounds[contacts.rounds.clone()] {
        let feature = &round.feature;
        let lowest = place.height + place.up.dot(&feature.centre()) - feature.reach(&place.up);
        let slots = round.slot..round.slot + feature.points();
        if lowest >= 0.0 && !slots.clone().any(is_tied) {
            continue;
        }
        for (number, slot) in slots.enumerate() {
            let at = feature.near_point(&place.up, number);
            let depth = -(place.height + place.up.dot(&at.point));
            if depth > 0.0 || is_tied(slot) {
                show(Near { slot, at, depth });
            }
        }
    }
}

/// Whether a point of the body is in the ground, or tied to it, at the state in the workspace: whether
/// [`super::apply_ground`] finds something to apply there.
pub(in crate::world) fn is_in_contact(corpus: &Corpus, ground: &Ground, body: usize) -> bool {
    let held = is_held(corpus, body);
    let mut found = false;
    if let Some(place) = place(corpus, ground, body, held) {
        each_near(corpus, body, &place, held, |_| found = true);
    }
    found
}

/// Finds the bodies that touch the ground and those that carry them, at the state in the workspace. False if none does.
pub(in crate::world) fn find_near(corpus: &mut Corpus, ground: &Ground) -> bool {
    let mut near = std::mem::take(&mut corpus.watch.near);
    let mut any = false;
    near.fill(false);
    for body in (0..corpus.model.bodies()).rev() {
        near[body] |= is_in_contact(corpus, ground, body);
        any |= near[body];
        if let (true, Some(parent)) = (near[body], corpus.model.parent(body)) {
            near[parent] = true;
        }
    }
    corpus.watch.near = near;
    any
}
