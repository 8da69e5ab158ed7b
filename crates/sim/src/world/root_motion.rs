//! Position and motion of a corpus' root.

use super::corpus::Corpus;
use super::scales::FARTHEST;
use corpus_dynamics::Root;
use corpus_dynamics::state::{root_orientation, vector};
use nalgebra::{Matrix3, Rotation3, UnitQuaternion, Vector3};

impl Corpus {
    /// Changes the state. Returns whether the result is finite; otherwise the state is unchanged.
    #[must_use]
    pub fn attempt(&mut self, change: impl FnOnce(&mut Corpus)) -> bool {
        let before = (self.y.clone(), self.contact.holds.clone());
        change(self);
        let sound = self.y.iter().all(|x| x.abs() < FARTHEST);
        if !sound {
            (self.y, self.contact.holds) = before;
            self.note_holding();
        }
        sound
    }
}

impl Corpus {
    /// Returns the rotation of the root's frame (root axes to world axes) and its origin (m).
    #[must_use]
    pub fn root_pose(&self) -> (Matrix3<f64>, Vector3<f64>) {
        (
            root_orientation(&self.y).to_rotation_matrix().into_inner(),
            vector(&self.y, self.layout().position().start),
        )
    }

    /// Places the root; its velocity stays the same in its own axes, and held points are released.
    pub fn set_root_pose(&mut self, rotation: &Matrix3<f64>, position: &Vector3<f64>) {
        let layout = self.layout();
        let turn =
            UnitQuaternion::from_rotation_matrix(&Rotation3::from_matrix_unchecked(*rotation));
        let turn = UnitQuaternion::new_normalize(turn.into_inner());
        self.y[layout.position()].copy_from_slice(position.as_slice());
        self.y[layout.orientation()].copy_from_slice(&[turn.w, turn.i, turn.j, turn.k]);
        self.release_all();
        self.contact.place_anew();
    }

    /// Frees the root, fixes it at its current pose, or drives it; a fixed root stops, otherwise it keeps its velocity.
    pub fn set_root_kind(&mut self, kind: Root) {
        self.model.set_root(kind);
        if kind == Root::Fixed {
            let layout = self.layout();
            self.y[layout.velocity()][..6].fill(0.0);
        }
    }

    /// Sets the root's velocity: of its origin (m/s) and angular (rad/s), both in world axes.
    pub fn set_root_velocity(&mut self, linear: &Vector3<f64>, angular: &Vector3<f64>) {
        let velocity = self.layout().velocity();
        self.y[velocity][..6].fill(0.0);
        self.add_root_velocity(linear, angular);
    }

    /// Adds to the root's velocity: of its origin (m/s) and angular (rad/s), both in world axes.
    pub fn add_root_velocity(&mut self, linear: &Vector3<f64>, angular: &Vector3<f64>) {
        let (rotation, _) = self.root_pose();
        let v = self.layout().velocity().start;
        let (angular, linear) = (rotation.tr_mul(angular), rotation.tr_mul(linear));
        for k in 0..3 {
            self.y[v + k] += angular[k];
            self.y[v + 3 + k] += linear[k];
        }
    }
}

/// Returns the power (W) that drives the root, from the last accelerations and the velocities of a state.
pub(super) fn drive_power(corpus: &Corpus, y: &[f64]) -> f64 {
    if !matches!(corpus.model.root(), Root::Driven(_)) {
        return 0.0;
    }
    let layout = corpus.layout();
    let [moment, force] = corpus.step.workspace.root_force();
    let (omega, v) = (vector(y, layout.omega().start), vector(y, layout.v().start));
    moment.dot(&omega) + force.dot(&v)
}
