//! The contact shapes of a corpus, arranged for the search: corners in one list, round parts in
//! another, and for each body a bounding sphere and box.

use super::pairs::Solids;
use super::terrain_points::FURTHER;
use crate::contact::{Hold, HoldKind};
use crate::geometry::{ContactFeature, Parts};
use crate::world::corpus::Corpus;
use corpus_dynamics::{BodyBox, Boxes};
use nalgebra::{Matrix3, Vector3};
use std::ops::Range;
use std::sync::Arc;

/// A round part of a body.
#[derive(Clone, Copy, Debug)]
pub(in crate::world) struct Round {
    /// The part, in the axes of the dynamics (m).
    pub feature: ContactFeature,
    /// Number of its first point among the points of contact of the corpus.
    pub slot: usize,
}

/// The parts of a corpus that may touch the ground or another body.
#[derive(Clone, Debug, Default)]
pub(in crate::world) struct ContactShapes {
    /// Corners that may touch the ground, in the axes of the dynamics (m).
    pub points: Vec<Vector3<f64>>,
    /// Round parts that may touch the ground.
    pub rounds: Vec<Round>,
    /// Contact shape of each body: its ranges of these lists.
    pub contacts: Vec<Contacts>,
    /// Boxes about all that each body may touch with.
    pub boxes: Boxes,
    /// Collision shape of each body, by its number in the figure; empty if none was stored.
    pub solids: Vec<Solids>,
    /// Solids of each body that edges of terrain may reach into, by its number in the figure: all but ellipsoids, which meet the
    /// surface as a whole.
    pub outlines: Arc<[Parts]>,
}

impl ContactShapes {
    /// Creates the shapes of that many bodies, which touch nothing yet.
    pub(in crate::world) fn new(bodies: usize) -> Self {
        ContactShapes {
            contacts: vec![Contacts::default(); bodies],
            ..ContactShapes::default()
        }
    }
}

/// Contact shape of a body. The contact points of a corpus are numbered: first the corners of all bodies, then the points of
/// their round parts.
#[derive(Clone, Debug, Default)]
pub(in crate::world) struct Contacts {
    /// Its corners: a range of the corners of the corpus, which is also the range of their numbers.
    pub points: Range<usize>,
    /// Its round parts: a range of the round parts of the corpus.
    pub rounds: Range<usize>,
    /// Numbers of the points of its round parts.
    round_slots: Range<usize>,
    /// Numbers of its further contacts with terrain.
    pub further: Range<usize>,
    /// Largest distance from the body's origin (m).
    pub radius: f64,
    /// Largest speed that an impulse of 1 N s at one of its points gives to that point (1/kg). Linked bodies only reduce it
    /// (Gauss's principle of least constraint).
    pub mobility: f64,
    /// Whether one of its points is held.
    pub holding: bool,
}

impl Contacts {
    /// Returns the numbers of its contact points, ascending.
    pub fn slots(&self) -> impl Iterator<Item = usize> + use<> {
        let own = self.points.clone().chain(self.round_slots.clone());
        own.chain(self.further.clone())
    }

    /// Finds the sphere about its origin that encloses all of it, and returns a box along the body's own axes that does.
    fn enclose(&mut self, features: &[ContactFeature], turn: &Matrix3<f64>) -> BodyBox {
        let (mut low, mut high) = (
            Vector3::repeat(f64::INFINITY),
            Vector3::repeat(f64::NEG_INFINITY),
        );
        self.radius = 0.0;
        for feature in features {
            let (centre, reach) = (feature.centre(), reach(feature));
            low = low.inf(&(centre - reach));
            high = high.sup(&(centre + reach));
            self.radius = self.radius.max(centre.norm() + reach.norm());
        }
        if features.is_empty() {
            // It has no contacts.
            self.radius = f64::NEG_INFINITY;
            (low, high) = (Vector3::zeros(), Vector3::zeros());
        }
        let half = (high - low) / 2.0;
        BodyBox {
            centre: turn * ((low + high) / 2.0),
            half: [0, 1, 2].map(|i| turn.column(i) * half[i]),
        }
    }
}

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
}

/// Returns the half extents of a part along x, y and z (m).
fn reach(feature: &ContactFeature) -> Vector3<f64> {
    if matches!(feature, ContactFeature::Point(_)) {
        return Vector3::zeros();
    }
    Vector3::from([Vector3::x(), Vector3::y(), Vector3::z()].map(|axis| feature.reach(&axis)))
}

/// Returns the largest change of speed at one of the contacts per impulse there, for the body alone (1/kg): 1/m + r^2 / I, with
/// r the largest distance from the centre of mass and I the least moment of inertia, which is at least 4 det / trace^2 because
/// the product of the other two is at most the square of half the trace.
fn mobility(inertia: &corpus_dynamics::RigidInertia, contacts: &[ContactFeature]) -> f64 {
    let far = |f: &ContactFeature| (f.centre() - inertia.centre).norm() + reach(f).norm();
    let r = contacts.iter().map(far).fold(0.0, f64::max);
    let trace = inertia.about_centre.trace();
    let least = 4.0 * inertia.about_centre.determinant() / (trace * trace);
    if inertia.mass > 0.0 && least > 0.0 {
        1.0 / inertia.mass + r * r / least
    } else {
        f64::INFINITY
    }
}
