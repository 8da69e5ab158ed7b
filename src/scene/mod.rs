//! What there is to see: meshes, actors, poses, ground, sun and cameras as plain data. Knows no physics and no renderer;
//! window, frames and exporters all read it. Lengths are metres, z is up, colours are linear RGB.

mod bounds;
mod camera;
mod colour;
mod film_kind;
mod follow;
mod letters;
mod look;
mod marks;
mod material;
mod mesh;
mod palette;
mod pose;
mod round;
mod shapes;
mod viewpoint;

pub use bounds::Bounds;
pub use camera::Camera;
#[cfg(feature = "pictures")]
pub(crate) use colour::of_code;
pub use colour::{ColourError, colour, colour_names};
pub use film_kind::FilmKind;
pub use follow::{FollowCamera, FollowSettings};
pub use letters::{lettering, lettering_width};
pub use look::{BodyLabel, BodyNumber, Light, Look, NamedCamera, Paint, Shown, Trail};
pub use marks::{Label, Marks, Stroke};
pub use material::Material;
pub use mesh::Mesh;
pub use palette::{Member, palette};
pub use pose::Pose;
pub use round::Round;
pub use viewpoint::{CameraOperator, PathPoint, Place, Target, Viewpoint, direction};

/// One visible rigid thing: a mesh in a colour.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Actor {
    /// The name by which exports and messages call it.
    pub name: String,
    /// Index into [`Scene::meshes`].
    pub mesh: usize,
    /// Linear RGB, each 0 to 1.
    pub colour: [f32; 3],
    /// How its surface gives light back.
    pub material: Material,
    /// The body that it belongs to, if it is one of a world.
    pub of: Option<BodyNumber>,
    /// Whether it is a part of the ground, which cameras do not try to have in the picture as a whole.
    pub scenery: bool,
}

/// A level floor, endless.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ground {
    /// Height of the plane (m).
    pub height: f32,
    /// Side of one square of the pattern (m); a value that is not positive gives a plain floor.
    pub tile: f32,
    /// How it is patterned and coloured.
    pub look: GroundLook,
}

/// How a floor looks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GroundLook {
    /// What is drawn on it.
    pub pattern: Pattern,
    /// Linear RGB of the squares of a checker, or of a floor and the lines on it.
    pub colours: [[f32; 3]; 2],
    /// Side of one square (m); none for a round length that suits the figures.
    pub tile: Option<f64>,
}

/// What is drawn on a floor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pattern {
    /// Squares in two colours, from the world's origin on.
    Checker,
    /// Lines of the second colour, a tile apart.
    Grid,
    /// Nothing: the first colour.
    Plain,
    /// No floor is drawn at all.
    Hidden,
}

impl Default for GroundLook {
    /// A checker of two greys with a touch of sand.
    fn default() -> Self {
        GroundLook {
            pattern: Pattern::Checker,
            colours: [[0.330, 0.302, 0.258], [0.245, 0.224, 0.191]],
            tile: None,
        }
    }
}

/// What is seen behind everything: colours as they come out on the screen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Background {
    /// Linear RGB at the horizon, into which the floor fades with distance.
    pub horizon: [f32; 3],
    /// Linear RGB overhead.
    pub zenith: [f32; 3],
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
    /// Linear RGB that the sun's light is multiplied by: white for the usual sun, black for none.
    pub sunlight: [f32; 3],
    /// What the light of the sky is multiplied by.
    pub skylight: f32,
    /// What is behind everything; none for a sky of day.
    pub background: Option<Background>,
    /// What is drawn over the bodies in this frame.
    pub marks: Marks,
    /// Cameras with names.
    pub cameras: Vec<NamedCamera>,
    /// The one of them that films; none for the default camera.
    pub camera: Option<usize>,
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
                look: GroundLook::default(),
            }),
            sun: [0.38, -0.46, 0.80],
            sunlight: [1.0; 3],
            skylight: 1.0,
            background: None,
            marks: Marks::default(),
            cameras: Vec::new(),
            camera: None,
        }
    }
}
