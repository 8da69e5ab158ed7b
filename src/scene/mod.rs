//! What there is to see: meshes, actors, poses, ground, sun and cameras as plain data. Knows no physics and no renderer;
//! window, frames and exporters all read it. Lengths are metres, z is up, colours are linear RGB.

mod bounds;
mod camera;
pub(crate) mod elementary;
mod follow;
mod mesh;
mod pose;
mod shapes;

pub use bounds::Bounds;
pub use camera::Camera;
pub use follow::{FollowCamera, FollowSettings};
pub use mesh::Mesh;
pub use pose::Pose;

/// One visible rigid thing: a mesh in a colour.
#[derive(Clone, Debug, PartialEq)]
pub struct Actor {
    /// The name by which exports and messages call it.
    pub name: String,
    /// Index into [`Scene::meshes`].
    pub mesh: usize,
    /// Linear RGB, each 0 to 1.
    pub colour: [f32; 3],
}

/// A level floor, endless, with a checker pattern.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ground {
    /// Height of the plane (m).
    pub height: f32,
    /// Side of one square of the checker (m); a value that is not positive gives a plain floor.
    pub tile: f32,
}

/// Everything in view except where it is: poses and camera come with each frame.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    /// Shapes, each in its own frame.
    pub meshes: Vec<Mesh>,
    /// What is shown; frame `k` gives one [`Pose`] per actor, in this order.
    pub actors: Vec<Actor>,
    /// The floor, if there is one.
    pub ground: Option<Ground>,
    /// Unit vector towards the sun.
    pub sun: [f32; 3],
}

impl Default for Scene {
    /// Nothing but a floor at height zero, under a sun that stands high on the right of one who looks along x.
    fn default() -> Self {
        Scene {
            meshes: Vec::new(),
            actors: Vec::new(),
            ground: Some(Ground {
                height: 0.0,
                tile: 1.0,
            }),
            sun: [0.38, -0.46, 0.80],
        }
    }
}
