//! A motion as plain data.

use crate::scene::{Pose, Scene};

/// A body of a figure.
#[derive(Clone, Debug, PartialEq)]
pub struct Bone {
    /// Its name.
    pub name: String,
    /// The figure that it belongs to.
    pub figure: String,
    /// The body it hangs on, by its number among the bones, which is lower than its own; none for a root.
    pub parent: Option<usize>,
    /// Which actor shows it.
    pub actor: usize,
    /// Whether its joint slides.
    pub slides: bool,
    /// Where it ends, seen from its joint (m).
    pub tip: [f64; 3],
}

/// A scene, with the poses at each moment.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Clip {
    /// What it is called.
    pub name: String,
    /// Meshes, actors and ground.
    pub scene: Scene,
    /// The bodies, each behind the one that it hangs on.
    pub bones: Vec<Bone>,
    /// When each moment was (s).
    pub times: Vec<f64>,
    /// Where each actor was at each moment.
    pub frames: Vec<Vec<Pose>>,
}
