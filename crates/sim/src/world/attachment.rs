//! Attachments: springs between points of two bodies, of one figure or of two, or of a body and the world.

use super::World;
use crate::contact::components;
use crate::contact::{Coupling, PointForce};
use nalgebra::Vector3;
use serde::{Deserialize, Serialize};

/// One end of an attachment.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum End {
    /// A fixed point in the world (m).
    #[serde(with = "components")]
    World(Vector3<f64>),
    /// A point of a body.
    Body {
        /// Number of the corpus in the world.
        corpus: usize,
        /// Number of the body in its figure, which does not depend on the order in the model.
        body: usize,
        /// The point in the body's own frame (m).
        #[serde(with = "components")]
        point: Vector3<f64>,
    },
}

/// State of an attachment.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Fastening {
    /// Acting.
    Holds,
    /// Broken: it was stretched too far.
    Broken {
        /// Time of the break (s).
        time: f64,
        /// Distance of its points at that time (m).
        length: f64,
    },
    /// The script has detached it.
    Detached,
}

/// A spring between two points. Its state changes at accepted steps only.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Attachment {
    /// The two attached points.
    pub ends: [End; 2],
    /// Law of the springs.
    pub law: Coupling,
    /// State: acting, broken or detached.
    pub hold: Fastening,
}

impl Attachment {
    /// State: acting, broken or detached.
    #[must_use]
    pub fn holds(&self) -> bool {
        self.hold == Fastening::Holds
    }
}

/// State of an attachment at one moment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stretched {
    /// Positions of its ends (m, world).
    pub ends: [Vector3<f64>; 2],
    /// Force on the first end (N, world).
    pub force: Vector3<f64>,
    /// Energy of its springs (J).
    pub energy: f64,
}

impl Stretched {
    /// Returns the distance of the ends (m).
    #[must_use]
    pub fn length(&self) -> f64 {
        (self.ends[0] - self.ends[1]).norm()
    }
}

impl World {
    /// Connects two points; returns the number of the attachment.
    pub fn attach(&mut self, ends: [End; 2], law: Coupling) -> usize {
        self.interactions.attachments.push(Attachment {
            ends,
            law,
            hold: Fastening::Holds,
        });
        self.attachments_changed();
        self.interactions.attachments.len() - 1
    }

    /// Detaches an attachment. Its number stays in use.
    pub fn detach(&mut self, number: usize) {
        if let Some(attachment) = self.interactions.attachments.get_mut(number) {
            attachment.hold = Fastening::Detached;
            self.attachments_changed();
        }
    }

    /// Returns all attachments, including broken and detached ones.
    #[must_use]
    pub fn attachments(&self) -> &[Attachment] {
        &self.interactions.attachments
    }

    /// Discards stored step sizes: after a change they may be far too long.
    fn attachments_changed(&mut self) {
        for corpus in &mut self.corpora {
            (corpus.step.memory, corpus.step.rests) = (None, false);
        }
    }

    /// Returns length, force and energy of an attachment at the present states, from poses and velocities last
    /// [observed](World::observe). A broken attachment has no force and no energy.
    #[must_use]
    pub fn stretched(&self, number: usize) -> Option<Stretched> {
        let attachment = self.interactions.attachments.get(number)?;
        let place = |end: &End| -> Option<[Vector3<f64>; 2]> {
            match *end {
                End::World(at) => Some([at, Vector3::zeros()]),
                End::Body {
                    corpus,
                    body,
                    point,
                } => {
                    let corpus = self.corpora.get(corpus)?;
                    let body = corpus.number_of(body)?;
                    let seen = corpus.observed().bodies.get(body)?;
                    let arm = seen.rotation * point;
                    let velocity = match corpus.integrated {
                        true => seen.velocity + seen.angular_velocity.cross(&arm),
                        false => Vector3::zeros(),
                    };
                    Some([seen.position + arm, velocity])
                }
            }
        };
        let [a, b] = [place(&attachment.ends[0])?, place(&attachment.ends[1])?];
        let ends = [a[0], b[0]];
        let apart = a[0] - b[0];
        let ramp = self.ground.restitution_speed;
        let (force, energy) = match attachment.holds() {
            true => (
                attachment.law.pull(&apart, &(a[1] - b[1]), ramp),
                attachment.law.energy(apart.norm()),
            ),
            false => (PointForce::none(), 0.0),
        };
        Some(Stretched {
            ends,
            force: force.force,
            energy,
        })
    }

    /// Returns the positions of the ends of all unbroken attachments at the present states (m, world).
    #[must_use]
    pub fn attachment_ends(&self) -> Vec<[Vector3<f64>; 2]> {
        let holding = self.interactions.attachments.iter().filter(|a| a.holds());
        let place = |end: &End| match *end {
            End::World(at) => Some(at),
            End::Body {
                corpus,
                body,
                point,
            } => {
                let corpus = self.corpora.get(corpus)?;
                let poses = corpus.poses();
                let (rotation, origin) = poses.get(corpus.number_of(body)?)?;
                Some(origin + rotation * point)
            }
        };
        let ends = holding.filter_map(|a| Some([place(&a.ends[0])?, place(&a.ends[1])?]));
        ends.collect()
    }

    /// Returns the next attachment that broke since the last call, in the order of breaking.
    pub fn take_broken(&mut self) -> Option<usize> {
        match self.interactions.islands.broken.is_empty() {
            true => None,
            false => Some(self.interactions.islands.broken.remove(0)),
        }
    }
}
