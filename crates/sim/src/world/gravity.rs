//! Gravity, the same at every place of a world.

use nalgebra::Vector3;

/// Gravity, the same at every place of a world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gravity {
    /// Acceleration (m/s2).
    pub strength: f64,
    /// Unit direction: straight down unless the world is on a slope.
    pub direction: Vector3<f64>,
    /// Whether it acts.
    pub on: bool,
}

impl Default for Gravity {
    fn default() -> Self {
        Gravity {
            strength: 9.8,
            direction: Vector3::new(0.0, 0.0, -1.0),
            on: false,
        }
    }
}

impl Gravity {
    /// Returns the magnitude in effect (m/s2).
    #[must_use]
    pub fn acting(&self) -> f64 {
        if self.on { self.strength } else { 0.0 }
    }

    /// Returns the acceleration in effect as a vector (m/s2), in world axes.
    #[must_use]
    pub fn vector(&self) -> Vector3<f64> {
        self.direction * self.acting()
    }
}
