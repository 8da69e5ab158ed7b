//! Size of a figure and reach of its joints, which make errors in different joints comparable.

use super::corpus::Corpus;
use crate::dynamics::{JointKind, Workspace, kinematics};

/// Gravity by which a length becomes a speed (m/s2); it belongs to the measure of errors, whatever gravity acts.
const GRAVITY: f64 = 9.81;

/// The smallest length that counts (m).
const SMALLEST: f64 = 1e-9;

/// Lengths of a figure.
#[derive(Clone, Debug, Default)]
pub(super) struct Scales {
    /// L, its extent: from the origin of its root to its farthest point where all joints are at zero (m).
    pub extent: f64,
    /// For each joint what its position is multiplied by to be a part of L: for a rotary one its reach by L, where the reach
    /// is the distance of the farthest point that it moves; for a slide 1/L (1/m).
    pub weights: Vec<f64>,
}

impl Corpus {
    /// The rate that belongs to the figure's extent L, sqrt(9.81 m/s2 / L) (1/s).
    #[must_use]
    pub fn natural_rate(&self) -> f64 {
        Scales::of(self).rate()
    }
}

impl Scales {
    /// Measures a figure. Reaches are those of stretched limbs, so that they stay the same as it moves.
    pub fn of(corpus: &Corpus) -> Scales {
        let model = &corpus.model;
        let mut workspace = Workspace::new(model);
        kinematics(model, &model.layout().rest(), &mut workspace);
        let place = |body: usize| workspace.world_position(body);
        let radius = |body: usize| {
            let own = model.inertia(body);
            let gyration = (own.about_centre.trace() / own.mass).sqrt();
            let solid = own.centre.norm() + if gyration.is_finite() { gyration } else { 0.0 };
            corpus.contacts[body].radius.max(solid)
        };
        let bodies = model.bodies();
        let extent = (0..bodies)
            .map(|body| (place(body) - place(0)).norm() + radius(body))
            .fold(SMALLEST, f64::max);
        let mut reach: Vec<f64> = (0..bodies).map(radius).collect();
        for body in (1..bodies).rev() {
            if let Some(parent) = model.parent(body) {
                let far = reach[body] + (place(body) - place(parent)).norm();
                reach[parent] = reach[parent].max(far);
            }
        }
        let weight = |body: usize| match model.joint_kind(body) {
            Some(JointKind::Sliding) => 1.0 / extent,
            _ => (reach[body] / extent).min(1.0),
        };
        Scales {
            extent,
            weights: (1..bodies).map(weight).collect(),
        }
    }

    /// Whether a figure has been measured; a default is none.
    pub fn are_known(&self) -> bool {
        self.extent > 0.0
    }

    /// The speed that belongs to the extent: that of a fall from L/2 (m/s).
    pub fn speed(&self) -> f64 {
        (GRAVITY * self.extent).sqrt()
    }

    /// The rate that belongs to the extent (1/s).
    pub fn rate(&self) -> f64 {
        (GRAVITY / self.extent).sqrt()
    }
}
