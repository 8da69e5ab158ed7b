//! Observation of a corpus: the pose and motion of every body, and the forces of the ground.
//!
//! One pass computes everything and does not affect the simulation: the workspace is scratch memory, which every
//! evaluation fills again from the state.

use super::World;
use super::contact::look_at_ground;
use super::corpus::{Corpus, ObservedBody};
use crate::contact::Ground;
use corpus_dynamics::{kinematics_once, motion as measure};

impl World {
    /// Updates the observations of all corpora to their states.
    pub fn observe(&mut self) {
        let ground = self.ground_on.then_some(&self.ground);
        self.interactions.touches.take();
        self.interactions.bond_forces.take();
        self.interactions.set_trajectories(self.time);
        for corpus in &mut self.corpora {
            corpus.contact.set_time(self.time);
            corpus.observe(ground);
        }
    }
}

impl Corpus {
    /// Updates the observation to the state. The ground does not act on a fixed figure, but its load is computed as if it were
    /// released now.
    pub(super) fn observe(&mut self, ground: Option<&Ground>) {
        kinematics_once(&self.model, &self.y, &mut self.step.workspace);
        // Known already at the end of a frame.
        let motion = self.motion_at_end();
        self.measured.observed.motion =
            motion.unwrap_or_else(|| measure(&self.model, &self.step.workspace));
        self.measured.feeling.forget();
        self.measured.recorder.look(self.model.bodies());
        // The script may have changed the ground.
        self.contact.ground_contacts.forget();
        if let Some(ground) = ground {
            look_at_ground(self, ground);
        }
        let mut bodies = std::mem::take(&mut self.measured.observed.bodies);
        bodies.clear();
        bodies.extend((0..self.model.bodies()).map(|body| self.observe_body(body, ground)));
        self.measured.observed.bodies = bodies;
    }

    fn observe_body(&self, body: usize, ground: Option<&Ground>) -> ObservedBody {
        let rotation = self.step.workspace.world_rotation(body);
        ObservedBody {
            rotation: rotation * self.model.turn(body),
            position: self.step.workspace.world_position(body),
            velocity: rotation * self.step.workspace.linear_velocity(body),
            angular_velocity: rotation * self.step.workspace.angular_velocity(body),
            load: self.measured.recorder.ground_on(body).normal,
            ground: self.measured.recorder.ground_on(body),
            in_contact: match ground {
                Some(ground) if ground.rigid => self.rests_on_rigid_ground(body),
                Some(_) => self.contact.ground_contacts.has(body),
                None => false,
            },
        }
    }
}
