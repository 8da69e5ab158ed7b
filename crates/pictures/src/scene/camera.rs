//! The camera.

/// A pinhole camera that keeps z upright.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// Position of the eye (m).
    pub eye: [f64; 3],
    /// The point in the centre of the picture (m).
    pub target: [f64; 3],
    /// Angle between the lower and the upper border of the picture (rad).
    pub vertical_fov: f64,
}
