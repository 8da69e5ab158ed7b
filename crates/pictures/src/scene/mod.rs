//! A visible scene: meshes, actors, poses, ground, sun and cameras as plain data. Independent of physics and renderer;
//! window, frames and exporters all read it. Lengths are metres, z is up, colours are linear RGB.

mod bounds;
mod camera;
mod colour;
mod film_kind;
mod follow;
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
#[cfg(feature = "raster")]
pub use colour::of_code;
pub use colour::{ColourError, colour, colour_names};
pub use film_kind::FilmKind;
pub use follow::{FollowCamera, FollowSettings};
pub use look::{BodyLabel, BodyNumber, Light, Look, NamedCamera, Paint, Shown, Trail};
pub use marks::{Label, Lettering, Marks, Stroke};
pub use material::Material;
pub use mesh::Mesh;
pub use palette::{Member, palette};
pub use pose::Pose;
pub use round::Round;
pub use viewpoint::{CameraOperator, PathPoint, Place, Target, Viewpoint, direction};

/// A visible rigid body: a mesh with a colour.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Actor {
    /// Its name in exports and messages.
    pub name: String,
    /// Index into [`Scene::meshes`].
    pub mesh: usize,
    /// Linear RGB, each 0 to 1.
    pub colour: [f32; 3],
    /// Optical properties of its surface.
    pub material: Material,
    /// The body to which it belongs, if any.
    pub of: Option<BodyNumber>,
    /// Whether it is part of the ground, which cameras need not show as a whole.
    pub scenery: bool,
}

/// A level, infinite floor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ground {
    /// Height of the plane (m).
    pub height: f32,
    /// Side of one square of the pattern (m); if it is not positive, the floor is plain.
    pub tile: f32,
    /// Its pattern and colours.
    pub look: GroundLook,
}

/// Appearance of a floor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GroundLook {
    /// Its pattern.
    pub pattern: Pattern,
    /// Linear RGB of the squares of a checker, or of a floor and its lines.
    pub colours: [[f32; 3]; 2],
    /// Side of one square (m); `None` chooses a round length that suits the figures.
    pub tile: Option<f64>,
}

/// Pattern of a floor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pattern {
    /// Squares in two colours, starting at the world's origin.
    Checker,
    /// Lines of the second colour, at distances of a tile.
    Grid,
    /// No pattern: the first colour.
    Plain,
    /// No floor is drawn.
    Hidden,
}

impl Default for GroundLook {
    /// Returns a checker of two sandy greys.
    fn default() -> Self {
        GroundLook {
            pattern: Pattern::Checker,
            colours: [[0.330, 0.302, 0.258], [0.245, 0.224, 0.191]],
            tile: None,
        }
    }
}

/// Background: colours as displayed on the screen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Background {
    /// Linear RGB at the horizon, into which the floor fades with distance.
    pub horizon: [f32; 3],
    /// Linear RGB overhead.
    pub zenith: [f32; 3],
}

/// Everything in view except poses and camera, which are given for each frame.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    /// Shapes, each in its own frame.
    pub meshes: Vec<Mesh>,
    /// Visible actors; frame `k` gives one [`Pose`] per actor, in this order.
    pub actors: Vec<Actor>,
    /// The floor, if there is one.
    pub ground: Option<Ground>,
    /// Unit vector towards the sun.
    pub sun: [f32; 3],
    /// Whether a script has set the sun; otherwise cameras put it behind them.
    pub has_fixed_sun: bool,
    /// Linear RGB factor of the sun's light: white for the usual sun, black for none.
    pub sunlight: [f32; 3],
    /// Factor of the light of the sky.
    pub skylight: f32,
    /// Background; `None` is a daytime sky.
    pub background: Option<Background>,
    /// Markers drawn over the bodies in this frame.
    pub marks: Marks,
    /// Named cameras.
    pub cameras: Vec<NamedCamera>,
    /// Index of the current camera; `None` is the default camera.
    pub camera: Option<usize>,
}

impl Default for Scene {
    /// Returns a scene with only a floor at height zero, and a high sun on the right of a viewer who looks along x.
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
            has_fixed_sun: false,
            sunlight: [1.0; 3],
            skylight: 1.0,
            background: None,
            marks: Marks::default(),
            cameras: Vec::new(),
            camera: None,
        }
    }
}
