//! The contact shapes of a corpus, arranged for the search: corners in one list, round parts in
//! another, and for each body a bounding sphere and box.

use crate::geometry::{ContactFeature, Parts};
use corpus_dynamics::{BodyBox, Boxes};
use nalgebra::{Matrix3, Vector3};
use std::ops::Range;
use std::sync::Arc;

/// Number of contacts of a body with terrain beyond those that its corners and round parts have on a plane: where it touches several
/// faces, and edges of the terrain. Of more, the deepest count.
pub(in crate::world) const FURTHER: usize = 16;

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
    pub round_slots: Range<usize>,
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
    pub fn enclose(&mut self, features: &[ContactFeature], turn: &Matrix3<f64>) -> BodyBox {
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

/// Collision shape of a body: convex solids in its own frame, and their common measures.
#[derive(Clone, Debug, Default)]
pub(in crate::world) struct Solids {
    pub parts: Parts,
    /// Largest distance from the body's origin (m).
    pub radius: f64,
    /// Thickness of the thinnest solid (m).
    pub thickness: f64,
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
pub(in crate::world) fn mobility(
    inertia: &corpus_dynamics::RigidInertia,
    contacts: &[ContactFeature],
) -> f64 {
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
