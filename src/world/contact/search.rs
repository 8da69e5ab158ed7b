//! Search for points in the ground: most bodies are far from it, and most points of the others are above it.

use super::super::corpus::Corpus;
use crate::contact::{Ground, HoldKind, Terrain};
use crate::geometry::NearPoint;
use nalgebra::{Matrix3, Vector3};

/// Pose of a body relative to the ground, in the axes of the dynamics.
pub(in crate::world) struct Place<'a> {
    pub origin: Vector3<f64>,
    pub rotation: Matrix3<f64>,
    /// The normal of the ground's plane, body axes.
    up: Vector3<f64>,
    /// Height of the body's origin above the plane (m).
    height: f64,
    /// Terrain that replaces the plane here.
    terrain: Option<&'a Terrain>,
}

impl Place<'_> {
    /// Whether a point of the body is above all terrain near it.
    #[inline]
    fn is_above(&self, point: &Vector3<f64>) -> bool {
        match self.terrain {
            Some(terrain) => terrain.is_below(&(self.origin + self.rotation * point)),
            None => false,
        }
    }

    /// Returns the normal of the ground below or above a point of the body (body axes), and the height of the body's origin
    /// above the tangent plane of the ground there (m).
    #[inline]
    fn under(&self, point: &Vector3<f64>) -> (Vector3<f64>, f64) {
        let Some(terrain) = self.terrain else {
            return (self.up, self.height);
        };
        let at = self.origin + self.rotation * point;
        match terrain.plane_at(at.x, at.y) {
            Some((normal, offset)) => (
                self.rotation.tr_mul(&normal),
                normal.dot(&self.origin) - offset,
            ),
            None => (self.up, self.height),
        }
    }
}

/// A point of a body in the ground, or held by it.
#[derive(Clone, Copy, Debug)]
pub(in crate::world) struct Near {
    /// Its number among the points of contact of the corpus.
    pub slot: usize,
    /// The point (m) and its motion over the body, body axes.
    pub at: NearPoint,
    /// Depth below the ground along its normal (m).
    pub depth: f64,
    /// The ground's normal there, body axes.
    pub up: Vector3<f64>,
}

/// Returns the body's pose relative to the ground, or none if the whole body is above it; with `held`, always a pose. Tests the
/// bounding sphere first, then the bounding box.
pub(in crate::world) fn place<'a>(
    corpus: &Corpus,
    ground: &'a Ground,
    body: usize,
    held: bool,
) -> Option<Place<'a>> {
    if !ground.surface.is_level() {
        return place_on_surface(corpus, ground, body, held);
    }
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
        terrain: None,
    })
}

/// Returns the pose of [`place`] for tilted ground or terrain: only what is below the highest point of the terrain there may be
/// in the ground.
fn place_on_surface<'a>(
    corpus: &Corpus,
    ground: &'a Ground,
    body: usize,
    held: bool,
) -> Option<Place<'a>> {
    let contacts = &corpus.contacts[body];
    let origin = corpus.workspace.world_position(body);
    let normal = ground.surface.normal;
    let height = normal.dot(&origin) - normal.z * ground.height;
    let terrain = ground.surface.terrain();
    let over_terrain = terrain.is_none_or(|t| origin.z - t.highest() > contacts.radius);
    if !held && over_terrain && height > contacts.radius {
        return None;
    }
    let rotation = corpus.workspace.world_rotation(body);
    let up = rotation.tr_mul(&normal);
    let near = held
        || match terrain {
            // Most bodies are above the terrain below them.
            Some(terrain) => {
                let lowest = origin.z - contacts.reach_down(&rotation.row(2).transpose());
                !terrain.is_below_all([origin.x, origin.y], contacts.radius, lowest)
            }
            None => height <= contacts.reach_down(&up),
        };
    near.then_some(Place {
        origin,
        up,
        rotation,
        height,
        terrain,
    })
}

/// Whether sticky points of a body may be tied to the ground.
pub(in crate::world) fn is_held(corpus: &Corpus, body: usize) -> bool {
    corpus.sticky[body] && corpus.contacts[body].holding
}

/// Visits the points of a body that are in the ground, in the order of their slots; with `held`, also those above the ground
/// that are tied to it.
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
        let tied = is_tied(slot);
        if !tied && place.is_above(&point) {
            continue;
        }
        let (up, height) = place.under(&point);
        let depth = -(height + up.dot(&point));
        if depth > 0.0 || tied {
            let at = NearPoint {
                point,
                travel: None,
            };
            show(Near {
                slot,
                at,
                depth,
                up,
            });
        }
    }
    for round in &corpus.rounds[contacts.rounds.clone()] {
        let feature = &round.feature;
        let (up, height) = place.under(&feature.centre());
        let lowest = height + up.dot(&feature.centre()) - feature.reach(&up);
        let slots = round.slot..round.slot + feature.points();
        if place.terrain.is_none() && lowest >= 0.0 && !slots.clone().any(is_tied) {
            continue;
        }
        for (number, slot) in slots.enumerate() {
            let mut at = feature.near_point(&up, number);
            let (mut up, mut height) = (up, height);
            if place.terrain.is_some() {
                // The triangle below the point may differ from the one below the centre.
                (up, height) = place.under(&at.point);
                at = feature.near_point(&up, number);
            }
            let depth = -(height + up.dot(&at.point));
            if depth > 0.0 || is_tied(slot) {
                show(Near {
                    slot,
                    at,
                    depth,
                    up,
                });
            }
        }
    }
}

/// Whether a point of the body is in the ground, or tied to it, at the state in the workspace: whether [`super::apply_ground`]
/// applies a force there.
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
