//! Markers drawn over a frame: arrows, axes, trails, names. They are given for each frame, like poses.

/// Lines and texts of one frame. Renderers draw them after the bodies, lines first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Marks {
    /// Lines and arrows.
    pub strokes: Vec<Stroke>,
    /// Texts that lie in the world.
    pub letterings: Vec<Lettering>,
    /// Texts that face the eye.
    pub labels: Vec<Label>,
}

/// A line through some points.
#[derive(Clone, Debug, PartialEq)]
pub struct Stroke {
    /// The actor in whose frame the points are; none for the world's.
    pub on: Option<usize>,
    /// Two points or more (m). A line of zero length is drawn as a dot.
    pub points: Vec<[f64; 3]>,
    /// Linear RGB, each 0 to 1.
    pub colour: [f32; 3],
    /// Width, as a part of the picture's height; it does not depend on the distance.
    pub width: f32,
    /// Opacity of the line at its last point, 0 to 1.
    pub opacity: f32,
    /// Opacity at its first point: a trail fades towards its start.
    pub first_opacity: f32,
    /// Whether the last point has an arrow's head.
    pub arrow: bool,
    /// Whether the line is visible through objects in front of it, such as a centre of mass inside a body.
    pub on_top: bool,
}

/// A line of text that lies in a plane of the world.
#[derive(Clone, Debug, PartialEq)]
pub struct Lettering {
    /// The text.
    pub text: String,
    /// Start of its baseline (m).
    pub at: [f64; 3],
    /// Direction of the baseline, as long as the font size (m).
    pub right: [f64; 3],
    /// Direction of the stems of letters, as long as the font size (m).
    pub up: [f64; 3],
    /// Linear RGB, each 0 to 1.
    pub colour: [f32; 3],
    /// Opacity, 0 to 1.
    pub opacity: f32,
}

/// A text beside a point.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    /// The actor in whose frame the point is; none for the world's.
    pub on: Option<usize>,
    /// The point (m).
    pub at: [f64; 3],
    /// One line.
    pub text: String,
    /// Linear RGB, each 0 to 1; letters are drawn with a contrasting edge.
    pub colour: [f32; 3],
    /// Height of a capital letter, as a part of the picture's height.
    pub size: f32,
}

impl Marks {
    /// Whether there is nothing to draw.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.strokes.is_empty() && self.letterings.is_empty() && self.labels.is_empty()
    }
}

impl Default for Stroke {
    /// Returns a thin black line without points in the world.
    fn default() -> Self {
        Stroke {
            on: None,
            points: vec![],
            colour: [0.0; 3],
            width: 0.004,
            opacity: 1.0,
            first_opacity: 1.0,
            arrow: false,
            on_top: false,
        }
    }
}
