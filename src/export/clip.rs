//! A motion as plain data.

use crate::scene::{Pose, Scene};

/// A body of a figure.
#[derive(Clone, Debug, PartialEq)]
pub struct Bone {
    /// Name of the body.
    pub name: String,
    /// The figure that it belongs to.
    pub figure: String,
    /// Index of the parent among the bones, which is lower than its own; none for a root.
    pub parent: Option<usize>,
    /// Index of the actor that shows the body.
    pub actor: usize,
    /// Whether its joint can translate it relative to its parent.
    pub translates: bool,
    /// End of the bone, relative to its joint (m): where a line through the centre of the shape's bounding box leaves that box.
    pub tip: [f64; 3],
}

/// A motion: a scene, with the poses at each moment.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Clip {
    /// Name of the clip.
    pub name: String,
    /// Meshes, actors and ground.
    pub scene: Scene,
    /// Bodies, each after its parent.
    pub bones: Vec<Bone>,
    /// Time of each sample (s).
    pub times: Vec<f64>,
    /// Pose of each actor in each sample.
    pub frames: Vec<Vec<Pose>>,
}
