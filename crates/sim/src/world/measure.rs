//! Measurements of a corpus: position, motion and energy.

use super::corpus::Corpus;
use crate::contact::components;
use corpus_dynamics::Motion;
use nalgebra::Vector3;
use serde::{Deserialize, Serialize};

/// Centre of mass, height and heading at one moment.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Measure {
    /// Centre of mass (m).
    #[serde(with = "components")]
    pub centre: Vector3<f64>,
    /// Height of the lowest point of the trunk above z = 0 (m); all following fields are also of [`Corpus::trunk`].
    pub root_bottom: f64,
    /// Direction of the root's x axis.
    pub heading: Heading,
    /// Angular velocity of the root about the vertical (rad/s).
    pub turning: f64,
}

/// Rotation about the vertical.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Heading {
    /// Angle of the root's x axis against the world's, in the ground plane (rad, -pi to pi).
    pub yaw: f64,
    /// Angle of that axis above the ground plane (rad, -pi/2 to pi/2): where it is steep, the other angle says little.
    #[serde(default)]
    pub slope: f64,
}

impl Corpus {
    /// Measures centre of mass, height and heading.
    pub fn measure(&mut self) -> Measure {
        corpus_dynamics::kinematics_once(&self.model, &self.y, &mut self.step.workspace);
        let centre = match self.motion_at_end() {
            Some(motion) => motion.centre,
            None => corpus_dynamics::motion(&self.model, &self.step.workspace).centre,
        };
        let trunk = self.trunk();
        let rotation = self.step.workspace.world_rotation(trunk);
        let origin = self.step.workspace.world_position(trunk);
        let own_axes = rotation * self.model.turn(trunk);
        let axis = own_axes * Vector3::x();
        Measure {
            centre,
            root_bottom: self
                .lowest_point_of(trunk, &own_axes, &origin)
                .unwrap_or(origin.z),
            turning: (rotation * self.step.workspace.angular_velocity(trunk)).z,
            heading: Heading {
                yaw: libm::atan2(axis.y, axis.x),
                slope: libm::atan2(axis.z, libm::hypot(axis.x, axis.y)),
            },
        }
    }

    /// Whether a number belongs to no body of its own: the base of a jointed root, or any but the last degree of freedom of a
    /// joint.
    #[must_use]
    pub fn is_massless(&self, body: usize) -> bool {
        self.model.inertia(body).mass == 0.0
    }

    /// Returns the bodies with mass; of a figure that is only shown, all.
    pub fn own_bodies(&self) -> impl Iterator<Item = usize> {
        let all = self.model.total_mass() == 0.0;
        (0..self.model.bodies()).filter(move |body| all || !self.is_massless(*body))
    }

    /// Returns the number of bodies with mass.
    #[must_use]
    pub fn solid_bodies(&self) -> usize {
        let bodies = 0..self.model.bodies();
        bodies.filter(|body| !self.is_massless(*body)).count()
    }

    /// Returns the main body of the figure: its root, or the body that the base of a jointed root carries.
    #[must_use]
    pub fn trunk(&self) -> usize {
        let mut bodies = 0..self.model.bodies();
        bodies.find(|body| !self.is_massless(*body)).unwrap_or(0)
    }

    /// Returns the height of the lowest contact point, or of a body's origin if it has none (m, world z).
    #[must_use]
    pub fn lowest_point(&self) -> f64 {
        let poses = self.own_poses();
        let heights = poses.map(|(b, (rotation, origin))| {
            self.lowest_point_of(b, &rotation, &origin)
                .unwrap_or(origin.z)
        });
        heights.fold(f64::INFINITY, f64::min)
    }

    /// Returns the kinetic energy, the energy of weight (above z = 0) and that of the joints' springs (J).
    pub fn energy(&mut self, time: f64, gravity: Vector3<f64>) -> f64 {
        corpus_dynamics::kinematics(&self.model, &self.y, &mut self.step.workspace);
        let motion = corpus_dynamics::motion(&self.model, &self.step.workspace);
        self.energy_of(&motion, time, gravity)
    }

    /// Returns the same energy for a motion that is already known.
    #[must_use]
    pub fn energy_of(&self, motion: &Motion, time: f64, gravity: Vector3<f64>) -> f64 {
        let springs = self.spring_energy(time);
        motion.kinetic_energy + corpus_dynamics::potential_energy(motion, gravity) + springs
    }

    /// Returns the energy of the springs (J) at a time and the state at which the forces of joints were evaluated last.
    pub(super) fn stretched_energy(&self, time: f64) -> f64 {
        let laws = self.laws.forces[1..].iter().zip(self.laws.springs.iter());
        let all = laws.zip(&self.y[self.layout().q()]);
        let springs = all.map(|((law, spring), &q)| law.stored_energy_stretched(spring, q));
        springs.sum::<f64>() + self.ball_energies(time)
    }

    /// Returns the energy of the joints' springs (J).
    #[must_use]
    pub fn spring_energy(&self, time: f64) -> f64 {
        let springs = (1..self.model.bodies())
            .map(|b| self.laws.forces[b].stored_energy(time, self.q(b)))
            .sum::<f64>();
        springs + self.ball_energies(time)
    }
}
