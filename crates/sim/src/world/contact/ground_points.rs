//! Search for points in the ground: most bodies are far from it, and most points of the others are above it.

use super::ground_contacts::{GroundContacts, Near, Place};
use super::terrain_points::OverTerrain;
use crate::contact::{Ground, HoldKind, Sunk};
use crate::world::corpus::Corpus;
use nalgebra::Vector3;

/// The depth at which a point counts as deep in the ground, in parts of that at which it carries the figure.
const DEEP: f64 = 2.0;

impl GroundContacts {
    /// Searches for the points of a corpus at the state in its workspace.
    pub fn search(&mut self, corpus: &Corpus, ground: &Ground) {
        self.bodies.clear();
        self.points.clear();
        self.travels.clear();
        let (model, workspace) = (&corpus.model, &corpus.step.workspace);
        let terrain = ground.surface.terrain();
        let normal = ground.surface.normal;
        let along = match terrain {
            Some(_) => Vector3::z(),
            None => normal,
        };
        (corpus.shapes.boxes).lowest(model, workspace, &along, &mut self.lowest);
        for body in 0..model.bodies() {
            let held = is_held(corpus, body);
            let lowest = self.lowest[body] - self.above;
            if !held && !reaches(corpus, ground, body, lowest) {
                continue;
            }
            let place = Place {
                origin: workspace.world_position(body),
                rotation: workspace.world_rotation(body),
            };
            let first = self.points.len();
            if let Some(terrain) = terrain {
                let over = OverTerrain {
                    place: &place,
                    terrain,
                    plane: (normal, normal.z * ground.height),
                };
                self.search_on_terrain(corpus, body, &over, |slot| is_tied(corpus, held, slot));
                self.take(body, place, first);
                continue;
            }
            let over = Over {
                up: match ground.surface.is_level() {
                    true => place.rotation.row(2).transpose(),
                    false => place.rotation.tr_mul(&normal),
                },
                height: normal.dot(&place.origin) - normal.z * ground.height - self.above,
            };
            self.search_body(corpus, body, &over, held);
            self.take(body, place, first);
        }
    }

    /// Adds the points of a body that are in the plane of the ground, in the order of their slots; with `held`, also those above it
    /// that are tied to it.
    fn search_body(&mut self, corpus: &Corpus, body: usize, over: &Over, held: bool) {
        let contacts = &corpus.shapes.contacts[body];
        let is_tied = |slot: usize| is_tied(corpus, held, slot);
        let corners = contacts.points.clone();
        if held {
            for slot in corners {
                let point = &corpus.shapes.points[slot];
                let depth = over.depth(point) - corpus.contact.lowered(slot);
                if depth > 0.0 || is_tied(slot) {
                    self.add((slot, None), *point, depth, over.up);
                }
            }
        } else {
            // Most points are above the plane.
            for (slot, point) in corners.clone().zip(&corpus.shapes.points[corners]) {
                let depth = over.depth(point) - corpus.contact.lowered(slot);
                if depth > 0.0 {
                    self.add((slot, None), *point, depth, over.up);
                }
            }
        }
        for round in &corpus.shapes.rounds[contacts.rounds.clone()] {
            let (feature, up) = (&round.feature, &over.up);
            let lowest = over.height + up.dot(&feature.centre()) - feature.reach(up);
            let slots = round.slot..round.slot + feature.points();
            if lowest >= 0.0 && !slots.clone().any(is_tied) {
                continue;
            }
            for (number, slot) in slots.enumerate() {
                let at = feature.near_point(up, number);
                let depth = over.depth(&at.point) - corpus.contact.lowered(slot);
                if depth > 0.0 || is_tied(slot) {
                    self.add((slot, at.travel), at.point, depth, *up);
                }
            }
        }
    }
}

/// Whether a body that reaches down to `lowest` (m; along z where there is terrain, else along the ground's normal) may touch the
/// ground.
pub(in crate::world) fn reaches(
    corpus: &Corpus,
    ground: &Ground,
    body: usize,
    lowest: f64,
) -> bool {
    let radius = corpus.shapes.contacts[body].radius;
    let normal = ground.surface.normal;
    let level = normal.z * ground.height;
    let Some(terrain) = ground.surface.terrain() else {
        return lowest <= level && radius >= 0.0;
    };
    if radius < 0.0 {
        return false;
    }
    let origin = corpus.step.workspace.world_position(body);
    let over_all = origin.z - terrain.highest() > radius && normal.dot(&origin) - level > radius;
    !over_all && !terrain.is_below_all([origin.x, origin.y], radius, lowest)
}

/// A body over a plane.
struct Over {
    /// The normal of the plane, body axes.
    up: Vector3<f64>,
    /// Height of the body's origin above it (m).
    height: f64,
}

impl Over {
    /// Returns the depth of a point of the body (m).
    #[inline(always)]
    fn depth(&self, point: &Vector3<f64>) -> f64 {
        -(self.height + self.up.dot(point))
    }
}

/// Whether a point is tied to the ground; `held` if points of its body may be.
#[inline]
fn is_tied(corpus: &Corpus, held: bool, slot: usize) -> bool {
    held && matches!(corpus.contact.holds[slot], Some(hold) if hold.kind == HoldKind::Tied)
}

/// Whether sticky points of a body may be tied to the ground.
fn is_held(corpus: &Corpus, body: usize) -> bool {
    corpus.contact.sticky[body] && corpus.shapes.contacts[body].holding
}

/// Finds the points that are in the ground or tied to it at the state in the workspace, unless they are known already.
pub(in crate::world) fn find_ground_contacts(corpus: &mut Corpus, ground: &Ground) {
    let generation = Some(corpus.step.workspace.generation());
    if corpus.contact.ground_contacts.found_with == generation {
        return;
    }
    let mut found = std::mem::take(&mut corpus.contact.ground_contacts);
    found.search(corpus, ground);
    found.found_with = generation;
    corpus.contact.ground_contacts = found;
}

/// Lowers the surface below points that were placed deep in the ground, at the present state; it rises from `time` (s) on.
pub(in crate::world) fn lower_surface(corpus: &mut Corpus, ground: &Ground, time: f64) {
    if corpus
        .contact
        .sunk
        .as_ref()
        .is_some_and(|sunk| sunk.rising.is_over(time))
    {
        corpus.contact.sunk = None;
    }
    if !std::mem::take(&mut corpus.contact.placed) {
        return;
    }
    corpus.contact.sunk = None;
    // Rigid bodies that overlap part by their own law.
    if !ground.fits || ground.rigid {
        return;
    }
    let ground = &*ground.fitted_to(corpus.step.scales.extent);
    corpus.place();
    corpus.contact.ground_contacts.forget();
    find_ground_contacts(corpus, ground);
    let shallow = DEEP * ground.depth_bearing(1);
    let deep = |near: &&Near| near.depth > shallow && corpus.contact.holds[near.slot].is_none();
    let all = || corpus.contact.ground_contacts.points.iter().filter(deep);
    let left = ground.depth_bearing(all().count().max(1));
    let points = all().map(|near| (near.slot as u32, near.depth - left));
    corpus.contact.sunk = Sunk::new(time, points.collect());
}

/// Marks the bodies that touch the ground and those that carry them, at the state in the workspace. False if none does.
pub(in crate::world) fn mark_bodies_in_contact(corpus: &mut Corpus, ground: &Ground) -> bool {
    find_ground_contacts(corpus, ground);
    let near = &mut corpus.step.events.near;
    near.fill(false);
    for touching in &corpus.contact.ground_contacts.bodies {
        let mut next = Some(touching.body);
        while let Some(body) = next.filter(|&body| !near[body]) {
            near[body] = true;
            next = corpus.model.parent(body);
        }
    }
    !corpus.contact.ground_contacts.bodies.is_empty()
}
