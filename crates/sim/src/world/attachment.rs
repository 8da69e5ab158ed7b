//! Attachments: springs between points of two bodies, of one figure or of two, or of a body and the world, and closed loops.

use crate::contact::{Joined, components};
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
    /// The position of a joint, times a factor: it counts as a point on the x axis.
    Joint {
        /// Number of the corpus in the world.
        corpus: usize,
        /// Number of the body, or of the degree of freedom, in its figure.
        body: usize,
        /// The factor.
        factor: f64,
    },
}

impl End {
    /// Returns it with another point (m): in the world, or in the frame of its body.
    #[must_use]
    pub fn at(self, point: Vector3<f64>) -> Self {
        match self {
            End::World(_) => End::World(point),
            End::Body { corpus, body, .. } => End::Body {
                corpus,
                body,
                point,
            },
            End::Joint { .. } => self,
        }
    }

    /// Returns the numbers of its corpus and of its body or degree of freedom; none if it is in the world.
    #[must_use]
    pub fn holder(&self) -> Option<(usize, usize)> {
        match *self {
            End::World(_) => None,
            End::Body { corpus, body, .. } | End::Joint { corpus, body, .. } => {
                Some((corpus, body))
            }
        }
    }
}

/// State of an attachment.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Fastening {
    /// Acting.
    Holds,
    /// Broken: it was stretched or loaded too far.
    Broken {
        /// Time of the break (s).
        time: f64,
        /// Distance of its points at that time (m).
        length: f64,
        /// Its load then, if it breaks by that (N, or N m in a turning joint).
        #[serde(default)]
        load: Option<f64>,
    },
    /// The script has detached it.
    Detached,
}

/// A spring or a closed loop between two points. Its state changes at accepted steps only.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Attachment {
    /// The two attached points.
    pub ends: [End; 2],
    /// The law of its force.
    pub law: Joined,
    /// State: acting, broken or detached.
    pub hold: Fastening,
}

impl Attachment {
    /// Whether it acts.
    #[must_use]
    pub fn holds(&self) -> bool {
        self.hold == Fastening::Holds
    }
}

/// State of an attachment at one moment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stretched {
    /// Distance of the points that it connects (m); zero of what holds no two points.
    pub length: f64,
    /// Force on the first end (N, world).
    pub force: Vector3<f64>,
    /// Energy of its springs (J).
    pub energy: f64,
}
