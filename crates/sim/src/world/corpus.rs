//! A simulated figure: constant model, changing state, and everything that acts on it.

mod build;
mod good_state;
mod gripped;
mod imposed;
mod joint_laws;
mod joints;
mod measurements;
mod moved_inertias;
mod numbering;
mod observed;
mod shapes;
mod step_memory;

pub(super) use gripped::Gripped;
pub(super) use imposed::rounding;
pub use imposed::{Imposed, MOST_PUSHES, Pull, Push, SpeedLimit};
pub use joint_laws::JointLaws;
pub(super) use measurements::Readings;
pub use numbering::Numbering;
pub use observed::{GroundTouch, Observed, ObservedBody};
pub(super) use step_memory::Midpoint;

use super::contact::{ContactShapes, ContactState};
use super::scales::Scales;
use crate::control::JointParameters;
use corpus_dynamics::kinematics_once;
use corpus_dynamics::{Layout, Model, Root, Workspace};
use measurements::Measurements;
use nalgebra::{Matrix3, Vector3};
use step_memory::{GoodState, StepMemory};

/// A simulated figure. Bodies are numbered as in the model: depth first, 0 is the root.
#[derive(Clone, Debug)]
pub struct Corpus {
    /// Name of the figure.
    pub name: String,
    /// Names of the bodies, and of further degrees of freedom: `arm.rx`.
    pub names: Vec<String>,
    /// Numbers of the bodies in the model and in the figure.
    pub numbering: Numbering,
    /// Masses, joints, placements.
    pub model: Model,
    /// State, laid out by [`Layout`].
    pub y: Vec<f64>,
    /// Whether `go` moves it.
    pub integrated: bool,
    /// Whether it is scenery, one body that never moves.
    pub scenery: bool,
    /// Joint parameters of each body (those of the root have no effect).
    pub joints: Vec<JointParameters>,
    /// Force laws of the joints, and masses that they depend on.
    pub laws: JointLaws,
    /// Parts that may touch the ground or another body.
    pub(super) shapes: ContactShapes,
    /// Held points, and bodies whose points stick.
    pub contact: ContactState,
    /// Pull, pushes and speed limits.
    pub imposed: Imposed,
    /// Scratch memory and step size of the integration.
    pub(super) step: StepMemory,
    /// The state at the start of an advance, to restore it after a failure.
    pub(super) good: GoodState,
    /// Observations and the energy account.
    pub(super) measured: Measurements,
}

impl Corpus {
    /// Measures its size and the reach of its joints.
    pub(super) fn measure_scales(&self) -> Scales {
        Scales::of(&self.model, &self.shapes.contacts)
    }

    /// Returns the characteristic rate of the figure's extent L, sqrt(9.81 m/s2 / L) (1/s).
    #[must_use]
    pub fn natural_rate(&self) -> f64 {
        self.measure_scales().rate()
    }

    /// Whether its root is fixed and nothing else of it can move, so that there is nothing to integrate.
    #[must_use]
    pub fn never_moves(&self) -> bool {
        self.model.root() == Root::Fixed && self.model.degrees_of_freedom() == 0
    }

    /// Computes the poses and velocities of its state in its workspace.
    pub(in crate::world) fn place(&mut self) {
        let y = std::mem::take(&mut self.y);
        kinematics_once(&self.model, &y, &mut self.step.workspace);
        self.y = y;
    }

    /// Returns the mass (kg) of a body of the model with all bodies that it carries.
    #[must_use]
    pub fn distal_mass(&self, body: usize) -> f64 {
        self.laws.distal_masses.get(body).copied().unwrap_or(0.0)
    }

    /// Returns the name of the degree of freedom by which a body moves: `arm.rz` of a ball whose body is `arm`.
    #[must_use]
    pub fn degree_name(&self, body: usize) -> &str {
        let name = self.laws.degree_names.get(body).or(self.names.get(body));
        name.map_or("", String::as_str)
    }

    /// Returns the layout of the state.
    #[must_use]
    pub fn layout(&self) -> Layout {
        self.model.layout()
    }

    /// Returns the number of the body that a component of the state belongs to: the root's for its pose and velocity.
    #[must_use]
    pub fn body_of(&self, component: usize) -> usize {
        let layout = self.layout();
        [layout.q(), layout.qd()]
            .iter()
            .find(|r| r.contains(&component))
            .map_or(0, |r| component - r.start + 1)
    }

    /// Returns the joint position of a body other than the root (rad or m).
    #[must_use]
    pub fn q(&self, body: usize) -> f64 {
        self.y[self.layout().q().start + body - 1]
    }

    /// Returns the joint velocity of a body other than the root (rad/s or m/s).
    #[must_use]
    pub fn qd(&self, body: usize) -> f64 {
        self.y[self.layout().qd().start + body - 1]
    }

    /// Sets a joint position (rad or m).
    pub fn set_q(&mut self, body: usize, q: f64) {
        self.forget_stick_points();
        self.contact.place_anew();
        let i = self.layout().q().start + body - 1;
        self.y[i] = q;
        self.laws.forces[body].dry.set_anchor(None);
    }

    /// Sets a joint velocity (rad/s or m/s).
    pub fn set_qd(&mut self, body: usize, qd: f64) {
        let i = self.layout().qd().start + body - 1;
        self.y[i] = qd;
    }

    /// Returns the index of a body by its number in the figure.
    #[must_use]
    pub fn number_of(&self, figure_body: usize) -> Option<usize> {
        self.numbering.in_model(figure_body)
    }

    /// Returns the pose of each body's own frame: rotation (body axes to world axes) and origin (m).
    #[must_use]
    pub fn poses(&self) -> Vec<(Matrix3<f64>, Vector3<f64>)> {
        self.poses_by(&mut Workspace::new(&self.model)).collect()
    }

    /// Returns the poses of the bodies without allocation, for callers that need them in each frame; `workspace` is scratch
    /// memory of this corpus' model.
    pub fn poses_by<'a>(
        &'a self,
        workspace: &'a mut Workspace,
    ) -> impl Iterator<Item = (Matrix3<f64>, Vector3<f64>)> + 'a {
        self.poses_at(&self.y, workspace)
    }

    /// Returns the poses of the bodies at another state of this corpus.
    pub fn poses_at<'a>(
        &'a self,
        y: &[f64],
        workspace: &'a mut Workspace,
    ) -> impl Iterator<Item = (Matrix3<f64>, Vector3<f64>)> + use<'a> {
        corpus_dynamics::kinematics(&self.model, y, workspace);
        let workspace: &Workspace = workspace;
        (0..self.model.bodies()).map(|body| {
            let rotation = workspace.world_rotation(body) * self.model.turn(body);
            (rotation, workspace.world_position(body))
        })
    }

    /// Returns the results of the last [`World::observe`](super::World::observe).
    #[must_use]
    pub fn observed(&self) -> &Observed {
        &self.measured.observed
    }

    /// Returns the points in the ground when last observed.
    #[must_use]
    pub fn ground_touches(&self) -> &[GroundTouch] {
        self.measured.recorder.ground_touches()
    }

    /// Returns the height of a body's lowest contact point, or of its origin if it has none, above z = 0 when last observed
    /// (m).
    #[must_use]
    pub fn observed_lowest(&self, body: usize) -> f64 {
        let seen = &self.measured.observed.bodies[body];
        self.lowest_point_of(body, &seen.rotation, &seen.position)
            .unwrap_or(seen.position.z)
    }
}
