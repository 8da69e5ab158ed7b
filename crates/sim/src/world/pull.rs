//! A spring with a damper between a point of a body and a point of the world, for dragging a figure.

use super::contact::press;
use super::corpus::{Corpus, Pull};
use super::step_events::Stage;
use crate::contact::{PointForce, SpringDamper};
use nalgebra::Vector3;

/// Stretch of a default pull that holds the weight of the figure, as a part of the figure's extent.
const SAG: f64 = 0.25;

/// Acceleration of gravity used for that weight, even where gravity is off (m/s2).
const GRAVITY: f64 = 9.81;

/// Applies the pull at the state in the workspace, if there is one; for h > 0 with the linearly implicit terms.
pub(super) fn apply_pull(corpus: &mut Corpus, h: f64, stage: Stage) {
    let Some(pull) = corpus.imposed.pull else {
        return;
    };
    let (body, workspace) = (pull.body, &corpus.step.workspace);
    let point = corpus.model.turn(body) * pull.point;
    let to = pull.goal - workspace.world_position(body);
    let stretch = workspace.world_rotation(body).tr_mul(&to) - point;
    let velocity = workspace.point_velocity(body, point);
    let force = PointForce::all_round(
        stretch * pull.stiffness - velocity * pull.damping,
        SpringDamper {
            k: pull.stiffness,
            b: pull.damping,
        },
    );
    corpus.step.events.acted |= stage != Stage::Look;
    if corpus.measured.recorder.listens() {
        corpus.measured.recorder.outer(force.force.dot(&velocity));
    }
    let at = (point, Vector3::zeros());
    press(corpus, body, at, &velocity, &force, (h, stage));
}

/// Marks the pulled body and those that carry it, as bodies whose motion a second stage must know.
pub(super) fn find_pulled(corpus: &mut Corpus) -> bool {
    let Some(pull) = corpus.imposed.pull else {
        return false;
    };
    let mut next = Some(pull.body);
    while let Some(body) = next {
        corpus.step.events.near[body] = true;
        next = corpus.model.parent(body);
    }
    true
}

impl Corpus {
    /// Returns the current pull.
    #[must_use]
    pub fn pull(&self) -> Option<&Pull> {
        self.imposed.pull.as_ref()
    }

    /// Starts or ends a pull.
    pub fn set_pull(&mut self, pull: Option<Pull>) {
        self.imposed.pull = pull.filter(|pull| pull.body < self.model.bodies());
        // Discards the step size: with the pull it may be far too long.
        self.step.memory = None;
    }

    /// Returns the default stiffness (N/m) and damping (N s/m) of a pull: the figure's weight stretches it by a quarter of the
    /// figure's extent, and the damping is critical.
    #[must_use]
    pub fn usual_pull(&self) -> (f64, f64) {
        let extent = self.measure_scales().extent;
        let mass = self.model.total_mass();
        let stiffness = mass * GRAVITY / (SAG * extent);
        (stiffness, 2.0 * (stiffness * mass).sqrt())
    }

    /// Returns the pulled point and the goal (m, world).
    #[must_use]
    pub fn pull_ends(&self) -> Option<[Vector3<f64>; 2]> {
        let pull = self.imposed.pull?;
        let poses = self.poses();
        let (rotation, origin) = poses.get(pull.body)?;
        Some([origin + rotation * pull.point, pull.goal])
    }
}
