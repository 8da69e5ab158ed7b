//! The contact and collision shapes of a corpus, and the points by which it is held.

use super::super::contact::{Contacts, FURTHER, Round, Solids, mobility};
use super::Corpus;
use crate::contact::{Hold, HoldKind};
use crate::geometry::{ContactFeature, Convex, Parts, Pose};
use corpus_dynamics::{Boxes, Root};
use nalgebra::{Matrix3, Vector3};

impl Corpus {
    /// Stores the contact shape of each body, by the model's numbers, in its own frame (m).
    pub(in crate::world) fn set_contacts(&mut self, contacts: &[Vec<ContactFeature>]) {
        self.shapes.points.clear();
        self.shapes.rounds.clear();
        let is_corner = |f: &ContactFeature| matches!(f, ContactFeature::Point(_));
        let corners = contacts.iter().flatten().filter(|f| is_corner(f)).count();
        let mut slot = corners;
        let mut boxes = Vec::with_capacity(contacts.len());
        for (body, own) in contacts.iter().enumerate() {
            let turn = self.model.turn(body);
            let (points, rounds, round_slots) =
                (self.shapes.points.len(), self.shapes.rounds.len(), slot);
            for feature in own {
                match feature.transform(&turn, &Vector3::zeros()) {
                    ContactFeature::Point(p) => self.shapes.points.push(p),
                    feature => {
                        self.shapes.rounds.push(Round { feature, slot });
                        slot += feature.points();
                    }
                }
            }
            let all = &mut self.shapes.contacts[body];
            *all = Contacts {
                points: points..self.shapes.points.len(),
                rounds: rounds..self.shapes.rounds.len(),
                round_slots: round_slots..slot,
                ..Contacts::default()
            };
            boxes.push(all.enclose(own, &turn));
            all.mobility = mobility(self.model.inertia(body), own);
        }
        // After all others, whose numbers files know.
        for all in &mut self.shapes.contacts {
            all.further = slot..slot + FURTHER;
            slot += FURTHER;
        }
        self.contact.holds.clear();
        self.contact.holds.resize(slot, None);
        self.step.events.resize(&self.model, slot);
        self.contact.touched = false;
        self.contact.sunk = None;
        self.contact.place_anew();
        // Reserved here, so that a step allocates nothing.
        self.contact
            .ground_contacts
            .reserve(self.model.bodies(), slot);
        self.shapes.boxes = Boxes::new(&self.model, &boxes);
        self.good.holds = Vec::with_capacity(slot);
    }

    /// Returns the number of points that may touch the ground.
    #[must_use]
    pub fn touching_points(&self) -> usize {
        self.contact.holds.len()
    }

    /// Releases all points.
    pub fn release_all(&mut self) {
        self.contact.holds.fill(None);
        for contacts in &mut self.shapes.contacts {
            contacts.holding = false;
        }
    }

    /// Unties the points of a body that stick to the ground; those that touch are held by friction from now on.
    pub fn release(&mut self, body: usize) {
        for slot in self.shapes.contacts[body].slots() {
            self.contact.holds[slot] = match self.contact.holds[slot] {
                Some(hold) if hold.kind == HoldKind::Tied => None,
                Some(hold) => Some(Hold {
                    kind: HoldKind::Friction,
                    ..hold
                }),
                None => None,
            };
        }
    }

    /// Removes the stick points of friction, for example after the figure was moved.
    pub fn forget_stick_points(&mut self) {
        for hold in &mut self.contact.holds {
            *hold = hold.filter(|hold| hold.kind != HoldKind::Friction);
        }
    }

    /// Returns a corner of a body by its number, in the axes of the dynamics (m).
    pub fn corner(&self, number: u32) -> Option<Vector3<f64>> {
        self.shapes.points.get(number as usize).copied()
    }

    /// Returns the points that are held, and their positions.
    pub(in crate::world) fn held_points(&self) -> impl Iterator<Item = (u32, Hold)> {
        let bodies = self
            .shapes
            .contacts
            .iter()
            .filter(|contacts| contacts.holding);
        let slots = bodies.flat_map(Contacts::slots);
        slots.filter_map(|slot| Some((slot as u32, (*self.contact.holds.get(slot)?)?)))
    }

    /// Restores the given state of the contact points.
    pub(in crate::world) fn hold_again(&mut self, holds: impl Iterator<Item = (usize, Hold)>) {
        self.release_all();
        for (slot, hold) in holds {
            if let Some(held) = self.contact.holds.get_mut(slot) {
                *held = Some(hold);
            }
        }
        self.note_holding();
    }

    /// Updates the flags of bodies with a held point.
    pub(in crate::world) fn note_holding(&mut self) {
        for contacts in &mut self.shapes.contacts {
            contacts.holding = contacts
                .slots()
                .any(|slot| self.contact.holds[slot].is_some());
        }
    }

    /// Returns the lowest and the highest position of a body's contacts along `up` from its origin (m), if it has any; `up` in
    /// the axes of the dynamics.
    fn span_along(&self, body: usize, up: &Vector3<f64>) -> Option<[f64; 2]> {
        let contacts = &self.shapes.contacts[body];
        let points = self.shapes.points[contacts.points.clone()].iter();
        let points = points.map(|p| [up.dot(p); 2]);
        let rounds = self.shapes.rounds[contacts.rounds.clone()].iter();
        let rounds = rounds.map(|round| {
            let (middle, reach) = (up.dot(&round.feature.centre()), round.feature.reach(up));
            [middle - reach, middle + reach]
        });
        points
            .chain(rounds)
            .reduce(|[low, high], [a, b]| [low.min(a), high.max(b)])
    }

    /// Returns the depth of a driven root in the ground, as last searched, and the thickness of its body along the normal there (m).
    pub(in crate::world) fn depth_of_driven_root(&self) -> Option<[f64; 2]> {
        if !matches!(self.model.root(), Root::Driven(_)) {
            return None;
        }
        let found = &self.contact.ground_contacts;
        let root = found.bodies.iter().find(|of| of.body == 0)?;
        let points = found.points[root.points.clone()].iter();
        let deepest = points.max_by(|a, b| a.depth.total_cmp(&b.depth))?;
        let [low, high] = self.span_along(0, &deepest.up)?;
        Some([deepest.depth, high - low])
    }

    /// Returns the height of the lowest of a body's contacts above z = 0 (m).
    #[must_use]
    pub fn lowest_point_of(
        &self,
        body: usize,
        rotation: &Matrix3<f64>,
        origin: &Vector3<f64>,
    ) -> Option<f64> {
        let axes = rotation * self.model.turn(body).transpose();
        let [low, _] = self.span_along(body, &axes.row(2).transpose())?;
        Some(low + origin.z)
    }

    /// Returns the heights of the lowest and the highest of all contacts above z = 0 (m), if there is one.
    #[must_use]
    pub fn touching_heights(&self) -> Option<[f64; 2]> {
        let poses = self.poses();
        let spans = poses
            .iter()
            .enumerate()
            .filter_map(|(body, (rotation, origin))| {
                let axes = rotation * self.model.turn(body).transpose();
                let span = self.span_along(body, &axes.row(2).transpose())?;
                Some(span.map(|z| z + origin.z))
            });
        spans.reduce(|[low, high], [a, b]| [low.min(a), high.max(b)])
    }

    /// Stores the collision shape of a body, by its number in the figure.
    pub fn set_solids(&mut self, body: usize, all: Vec<Convex>) {
        if self.shapes.solids.len() <= body {
            self.shapes.solids.resize_with(body + 1, Solids::default);
        }
        self.shapes.solids[body] = Solids {
            radius: all.iter().map(Convex::radius).fold(0.0, f64::max),
            thickness: all
                .iter()
                .map(Convex::thickness)
                .fold(f64::INFINITY, f64::min),
            parts: Parts::new(all),
        };
    }

    /// Whether the collision shape of a body is stored, by its number in the figure.
    #[must_use]
    pub fn has_solids(&self, body: usize) -> bool {
        self.shapes
            .solids
            .get(body)
            .is_some_and(|of| !of.parts.all().is_empty())
    }

    /// Returns the pose of a body's own frame at the state in the workspace.
    pub(in crate::world) fn pose_of(&self, body: usize) -> Pose {
        Pose {
            rotation: self.step.workspace.world_rotation(body) * self.model.turn(body),
            position: self.step.workspace.world_position(body),
        }
    }
}
