//! Size of a figure and reach of its joints, which make errors in different joints comparable, and the largest size of a state.

use super::contact::Contacts;
use corpus_dynamics::{JointKind, Model, Workspace, kinematics};

/// The largest valid position and speed (SI): beyond it their squares and products overflow.
pub const FARTHEST: f64 = 1e100;

/// Gravity that converts a length to a speed (m/s2); it is part of the error measure, whatever gravity acts.
const GRAVITY: f64 = 9.81;

/// The smallest length used as a scale (m).
const SMALLEST: f64 = 1e-9;

/// The extent of a figure without mass is at least this (m).
const MASSLESS: f64 = 1.0;

/// Characteristic lengths of a figure.
#[derive(Clone, Debug, Default)]
pub(super) struct Scales {
    /// The extent L: an upper bound of the distance of its points from the origin of the root, with all joints at zero (m).
    pub extent: f64,
    /// For each joint the factor that converts its position to a part of L: reach / L for a rotary joint, where the reach is
    /// the distance of the farthest point that it moves; 1/L for a slide (1/m).
    pub weights: Vec<f64>,
}

impl Scales {
    /// Measures a figure, given what its bodies may touch with. Reaches are those of stretched limbs, so they stay the same as the figure moves.
    pub fn of(model: &Model, contacts: &[Contacts]) -> Scales {
        let mut workspace = Workspace::new(model);
        kinematics(model, &model.layout().rest(), &mut workspace);
        let place = |body: usize| workspace.world_position(body);
        let radius = |body: usize| {
            let own = model.inertia(body);
            let gyration = (own.about_centre.trace() / own.mass).sqrt();
            let solid = own.centre.norm() + if gyration.is_finite() { gyration } else { 0.0 };
            contacts[body].radius.max(solid)
        };
        let bodies = model.bodies();
        let extent = (0..bodies)
            .map(|body| (place(body) - place(0)).norm() + radius(body))
            .fold(SMALLEST, f64::max);
        // A driven figure that is only shown has no size here, which must not shorten its steps.
        let extent = match model.total_mass() > 0.0 {
            true => extent,
            false => extent.max(MASSLESS),
        };
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

    /// Returns the characteristic speed of the extent: that of a fall from L/2 (m/s).
    pub fn speed(&self) -> f64 {
        (GRAVITY * self.extent).sqrt()
    }

    /// Returns the characteristic rate of the extent (1/s).
    pub fn rate(&self) -> f64 {
        (GRAVITY / self.extent).sqrt()
    }
}
