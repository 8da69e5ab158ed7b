//! Search for contacts of a body with terrain: of its corners and round parts with faces, and of edges of the terrain with the
//! solids of the body.

use super::ground_contacts::{GroundContacts, Near, Place, TerrainSearch};
use super::shapes::{Contacts, FURTHER, Round};
use crate::contact::{BallSpace, Depth, Plane, Terrain, WayOut};
use crate::geometry::{ContactFeature, Convex, Memory, MemoryKind, Pose};
use crate::world::corpus::Corpus;
use nalgebra::{Matrix3, Vector3};

/// Largest distance of a contact from the point that holds it, as a part of the body's size.
const SAME_CONTACT: f64 = 0.05;

/// A body over terrain.
pub(super) struct OverTerrain<'a> {
    pub place: &'a Place,
    pub terrain: &'a Terrain,
    /// The plane around the terrain.
    pub plane: Plane,
}

impl OverTerrain<'_> {
    fn at(&self, point: &Vector3<f64>) -> Vector3<f64> {
        self.place.origin + self.place.rotation * point
    }

    fn own(&self, normal: &Vector3<f64>) -> Vector3<f64> {
        self.place.rotation.tr_mul(normal)
    }

    fn depth_of(&self, point: &Vector3<f64>) -> Depth {
        self.terrain.depth_of(&self.at(point), &self.plane)
    }

    /// Whether a round part is above all terrain below it.
    fn is_over(&self, feature: &ContactFeature) -> bool {
        let centre = self.at(&feature.centre());
        let [x, y, z] = [0, 1, 2].map(|k| {
            let axis = self.place.rotation.row(k).transpose();
            feature.reach(&axis)
        });
        let lowest = centre.z - z;
        self.terrain
            .is_below_all([centre.x, centre.y], x.max(y), lowest)
    }
}

impl TerrainSearch {
    /// Returns the way out of the ground of an ellipsoid.
    fn way_of_ellipsoid(
        &mut self,
        over: &OverTerrain,
        (centre, axes): (&Vector3<f64>, &Matrix3<f64>),
    ) -> Option<WayOut> {
        let ellipsoid = (over.at(centre), over.place.rotation * axes);
        let space = BallSpace::new(over.terrain, &over.plane, ellipsoid, &mut self.facets)?;
        WayOut::find(|displacement| space.deepest(displacement))
    }

    /// Returns the way out of the ground of a rim, by its lowest points over the faces.
    fn way_of_rim(&mut self, over: &OverTerrain, feature: &ContactFeature) -> Option<WayOut> {
        let centre = over.at(&feature.centre());
        let axes = [0, 1, 2].map(|k| over.place.rotation.row(k).transpose());
        let reach = Vector3::from(axes.map(|axis| feature.reach(&axis))).norm();
        self.facets.clear();
        (over.terrain).facets_near(&centre, reach, &mut self.facets);
        let facets = &self.facets;
        let lowest = |normal: &Vector3<f64>, displacement: &Vector3<f64>| {
            over.at(&feature.near_point(&over.own(normal), 0).point) + displacement
        };
        WayOut::find(|displacement| {
            let mut best: Option<Depth> = None;
            for facet in facets {
                let (normal, offset) = facet.plane;
                let point = lowest(&normal, displacement);
                let depth = offset - normal.dot(&point);
                let is_deeper = depth > best.map_or(0.0, |best| best.depth);
                if is_deeper && facet.is_under(&(point + normal * depth)) {
                    let found = over.terrain.depth_of(&point, &over.plane);
                    if found.normal == normal {
                        best = Some(found);
                    }
                }
            }
            let centre = centre + displacement;
            let plane = over.terrain.plane_at(centre.x, centre.y);
            let (normal, _) = plane.unwrap_or(over.plane);
            let depth_at = |normal: &Vector3<f64>| {
                let point = lowest(normal, displacement);
                (over.terrain).depth_of(&point, &over.plane)
            };
            let below = across_edge(normal, depth_at);
            let least = best.map_or(0.0, |best| best.depth);
            below.filter(|found| found.depth > least).or(best)
        })
    }
}

/// Most turns of a normal towards that of the surface at the lowest point along it, and the last of them (rad).
const TURNS: u32 = 20;
const TURNED: f64 = 1e-9;
/// Number of halvings of the turn between the normals of two faces.
const HALVINGS: u32 = 40;

/// Returns the depth of a round part at its lowest point along the normal of the surface there. Over an edge that stands out, where
/// the lowest point over each face is on the other side, it is where both are equally deep.
fn across_edge(start: Vector3<f64>, depth_at: impl Fn(&Vector3<f64>) -> Depth) -> Option<Depth> {
    let (mut normal, mut before) = (start, None);
    for _ in 0..TURNS {
        let found = depth_at(&normal);
        if (found.normal - normal).norm() <= TURNED {
            return Some(found);
        }
        if before.is_some_and(|before: Vector3<f64>| (before - found.normal).norm() <= TURNED) {
            let (mut low, mut high) = (0.0, 1.0);
            let mut middle = found;
            for _ in 0..HALVINGS {
                let part = (low + high) / 2.0;
                let between = normal.lerp(&found.normal, part).normalize();
                middle = depth_at(&between);
                let at_first = (middle.normal - normal).norm();
                // Over the face of the first normal it has turned too far.
                let is_first = at_first < (middle.normal - found.normal).norm();
                (low, high) = if is_first { (low, part) } else { (part, high) };
                middle.normal = between;
            }
            return Some(middle);
        }
        (before, normal) = (Some(normal), found.normal);
    }
    Some(depth_at(&normal))
}

/// Slack of the lengths of a segment, as a part of the size of the box.
const PARALLEL: f64 = 1e-9;

/// Whether a segment meets a box along the axes about the origin: by its middle, the half of its length, and half the sides of the
/// box (Ericson, *Real-Time Collision Detection*, 2005, section 5.3.3).
fn meets_box(middle: [f64; 3], along: [f64; 3], half: &Vector3<f64>) -> bool {
    // More than its length, so that a segment along a side of the box is not beside it by rounding.
    let reach = along.map(|x| x.abs() + PARALLEL * half.sum());
    (0..3).all(|i| {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        let off = middle[j] * along[k] - middle[k] * along[j];
        middle[i].abs() < half[i] + reach[i] && off.abs() < half[j] * reach[k] + half[k] * reach[j]
    })
}

impl GroundContacts {
    /// Adds the points of a body that are in terrain, in the order of their slots, and those that are tied to it.
    pub(super) fn search_on_terrain(
        &mut self,
        corpus: &Corpus,
        body: usize,
        over: &OverTerrain,
        is_tied: impl Fn(usize) -> bool,
    ) {
        let contacts = &corpus.shapes.contacts[body];
        self.terrain.further.clear();
        for slot in contacts.points.clone() {
            let point = &corpus.shapes.points[slot];
            let tied = is_tied(slot);
            if tied || !over.terrain.is_below(&over.at(point)) {
                let found = over.depth_of(point);
                self.add_corner(corpus, over, (slot, tied), point, &found);
            }
        }
        for round in &corpus.shapes.rounds[contacts.rounds.clone()] {
            let slots = round.slot..round.slot + round.feature.points();
            if over.is_over(&round.feature) && !slots.clone().any(&is_tied) {
                continue;
            }
            match &round.feature {
                ContactFeature::Ellipsoid { centre, axes } => {
                    let way = self.terrain.way_of_ellipsoid(over, (centre, axes));
                    self.add_ellipsoid(corpus, over, round, way, is_tied(round.slot));
                }
                feature => {
                    let way = self.terrain.way_of_rim(over, feature);
                    self.add_rim(corpus, over, round, way, &is_tied);
                }
            }
        }
        self.meet_ridges(corpus, body, over);
        self.add_further(corpus, contacts, over);
    }

    fn add_corner(
        &mut self,
        corpus: &Corpus,
        over: &OverTerrain,
        (slot, tied): (usize, bool),
        point: &Vector3<f64>,
        found: &Depth,
    ) {
        let depth = found.depth - corpus.contact.lowered(slot);
        if depth > 0.0 || tied {
            self.add((slot, None), *point, depth, over.own(&found.normal));
        }
    }

    fn add_ellipsoid(
        &mut self,
        corpus: &Corpus,
        over: &OverTerrain,
        round: &Round,
        way: Option<WayOut>,
        tied: bool,
    ) {
        let slot = round.slot;
        let Some(way) = way else {
            if tied {
                let centre = over.at(&round.feature.centre());
                let plane = over.terrain.plane_at(centre.x, centre.y);
                let (normal, offset) = plane.unwrap_or(over.plane);
                let at = round.feature.near_point(&over.own(&normal), 0);
                let depth = offset - normal.dot(&over.at(&at.point));
                self.add((slot, at.travel), at.point, depth, over.own(&normal));
            }
            return;
        };
        let faces = way.faces();
        // The face whose point is held, or the one that presses most, has the number of the part.
        let hold = corpus.contact.holds[slot];
        let rank = |normal: &Vector3<f64>, share: f64| match &hold {
            Some(hold) => {
                let at = round.feature.near_point(&over.own(normal), 0).point;
                -(over.at(&at) - hold.at).norm()
            }
            None => share,
        };
        let mut first = 0;
        if faces.len() > 1 {
            for i in 1..faces.len() {
                let ranks = [first, i].map(|k| rank(&faces[k].normal, faces[k].share));
                if ranks[1] > ranks[0] {
                    first = i;
                }
            }
        }
        for (i, face) in faces.iter().enumerate() {
            let up = over.own(&face.normal);
            let at = round.feature.near_point(&up, 0);
            let depth = way.depth - corpus.contact.lowered(slot);
            if depth <= 0.0 && !(tied && i == first) {
                continue;
            }
            self.add((slot, at.travel), at.point, depth, up);
            let Some(near) = self.points.last_mut() else {
                continue;
            };
            near.weight = face.share;
            if i != first {
                let near = *near;
                self.points.pop();
                self.terrain.further.push(near);
            }
        }
    }

    fn add_rim(
        &mut self,
        corpus: &Corpus,
        over: &OverTerrain,
        round: &Round,
        way: Option<WayOut>,
        is_tied: impl Fn(usize) -> bool,
    ) {
        let feature = &round.feature;
        let faces = way.as_ref().map_or(&[][..], WayOut::faces);
        let (normal, depth) = match (faces.first(), way) {
            (Some(face), Some(way)) => (face.normal, way.depth),
            _ => {
                let centre = over.at(&feature.centre());
                let plane = over.terrain.plane_at(centre.x, centre.y);
                (plane.unwrap_or(over.plane).0, 0.0)
            }
        };
        let first = over.own(&normal);
        let lowest = feature.near_point(&first, 0).point;
        for number in 0..feature.points() {
            let slot = round.slot + number;
            if let Some(face) = faces.get(number) {
                let up = over.own(&face.normal);
                let at = feature.near_point(&up, 0);
                let depth = depth - corpus.contact.lowered(slot);
                if depth > 0.0 || is_tied(slot) {
                    self.add((slot, at.travel), at.point, depth, up);
                    if let Some(near) = self.points.last_mut() {
                        near.weight = face.share;
                    }
                }
                continue;
            }
            // A rim that lies flat on a face touches that at more points than its lowest one.
            let at = feature.near_point(&first, number);
            let is_flat = faces.len() == 1 && first.dot(&(at.point - lowest)) < depth;
            if is_flat || is_tied(slot) {
                let found = over.depth_of(&at.point);
                let depth = found.depth - corpus.contact.lowered(slot);
                if depth > 0.0 || is_tied(slot) {
                    let travel = at.travel.filter(|_| found.normal == normal);
                    self.add((slot, travel), at.point, depth, over.own(&found.normal));
                }
            }
        }
    }

    /// Finds where edges of the terrain reach into the solids of a body.
    fn meet_ridges(&mut self, corpus: &Corpus, body: usize, over: &OverTerrain) {
        let figure = corpus.numbering.order[body];
        let Some(parts) = corpus.shapes.outlines.get(figure) else {
            return;
        };
        if parts.all().is_empty() {
            return;
        }
        let pose = corpus.pose_of(body);
        let [own_middle, own_half] = parts.bounds();
        let middle = pose.rotation * own_middle + pose.position;
        let half = pose.rotation.abs() * own_half;
        let axes: [Vector3<f64>; 3] = [0, 1, 2].map(|k| pose.rotation.column(k).into());
        let may_reach = |[a, b]: [Vector3<f64>; 2]| {
            let own = |of: &Vector3<f64>| axes.map(|axis| axis.dot(of));
            meets_box(
                own(&((a + b) / 2.0 - middle)),
                own(&((b - a) / 2.0)),
                &own_half,
            )
        };
        let still = Pose {
            rotation: Matrix3::identity(),
            position: Vector3::zeros(),
        };
        let Self { terrain, .. } = self;
        let TerrainSearch {
            further, overlap, ..
        } = terrain;
        let (low, high) = (middle - half, middle + half);
        (over.terrain).each_ridge(&low, &high, may_reach, |ridge| {
            let [a, b] = ridge.ends;
            let edge = Convex::Rounded {
                ends: [a, b],
                radius: 0.0,
            };
            for part in parts.all() {
                if part.lowest(&pose, &ridge.normal) >= ridge.normal.dot(&a) {
                    continue;
                }
                let (one, other) = ((part, &pose), (&edge, &still));
                // It does not depend on what was before: the search begins against the normal of the edge.
                let mut memory = Memory {
                    kind: MemoryKind::Overlapping,
                    direction: (-pose.rotation.tr_mul(&ridge.normal)).into(),
                    ..Memory::default()
                };
                overlap.find(one, other, &mut memory, |contact| {
                    if contact.normal.dot(&ridge.normal) > 0.0 {
                        further.push(Near {
                            slot: 0,
                            point: over.own(&(contact.point - over.place.origin)),
                            travel: None,
                            depth: contact.depth,
                            up: over.own(&contact.normal),
                            weight: contact.weight,
                        });
                    }
                });
            }
        });
    }

    /// Gives the contacts without a number those of the body that are free: each that holds a point keeps it.
    fn add_further(&mut self, corpus: &Corpus, contacts: &Contacts, over: &OverTerrain) {
        let slots = contacts.further.clone();
        let mut further = std::mem::take(&mut self.terrain.further);
        while further.len() > slots.len() {
            let shallow =
                |(_, a): &(usize, &Near), (_, b): &(usize, &Near)| a.depth.total_cmp(&b.depth);
            let Some((least, _)) = further.iter().enumerate().min_by(shallow) else {
                break;
            };
            further.remove(least);
        }
        let mut chosen = [None; FURTHER];
        let mut taken = [false; FURTHER];
        let near_enough = SAME_CONTACT * contacts.radius;
        for (slot, chosen) in slots.clone().zip(&mut chosen) {
            let Some(hold) = &corpus.contact.holds[slot] else {
                continue;
            };
            let free = (0..further.len()).filter(|i| !taken[*i]);
            let distance = |i: usize| (over.at(&further[i].point) - hold.at).norm();
            let nearest = free.min_by(|a, b| distance(*a).total_cmp(&distance(*b)));
            if let Some(i) = nearest.filter(|i| distance(*i) <= near_enough) {
                (*chosen, taken[i]) = (Some(i), true);
            }
        }
        for i in (0..further.len()).filter(|i| !taken[*i]) {
            let is_free = |k: &usize, held: bool| {
                chosen[*k].is_none() && corpus.contact.holds[slots.start + k].is_some() == held
            };
            let mut all = 0..slots.len();
            let free = all.find(|k| is_free(k, false));
            if let Some(k) = free.or_else(|| (0..slots.len()).find(|k| is_free(k, true))) {
                chosen[k] = Some(i);
            }
        }
        for (slot, chosen) in slots.zip(chosen) {
            let Some(near) = chosen.map(|i: usize| further[i]) else {
                continue;
            };
            let depth = near.depth - corpus.contact.lowered(slot);
            if depth > 0.0 {
                self.points.push(Near {
                    slot,
                    depth,
                    ..near
                });
            }
        }
        self.terrain.further = further;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_segment_meets_a_box_if_one_of_its_points_is_in_it() {
        let half = Vector3::new(1.0, 0.5, 0.2);
        let (mut met, mut unsure) = (0, 0);
        let mut state = 1.0f64;
        let mut next = || {
            state = (state * 997.0 + 0.123) % 1.0;
            state * 3.0 - 1.5
        };
        for _ in 0..3000 {
            let (a, b) = (
                Vector3::new(next(), next(), next()),
                Vector3::new(next(), next(), next()),
            );
            let is_in = |p: Vector3<f64>| (0..3).all(|k| p[k].abs() < half[k]);
            let sampled = (0..=400).any(|k| is_in(a.lerp(&b, f64::from(k) / 400.0)));
            let found = meets_box(((a + b) / 2.0).into(), ((b - a) / 2.0).into(), &half);
            // Between the samples a segment may cut a corner.
            assert!(found || !sampled, "{a} {b}");
            met += usize::from(found);
            unsure += usize::from(found != sampled);
        }
        assert!(met > 300 && unsure < 10, "{met} {unsure}");
        let along_side = [0.0, 0.4, 0.0];
        assert!(meets_box([0.0, 0.0, 0.199], along_side, &half));
        assert!(!meets_box([0.0, 0.0, 0.201], along_side, &half));
    }
}
