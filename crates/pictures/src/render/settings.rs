//! Quality settings of a picture.

use super::vector::within;

/// Size and quality of the frames.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Columns of pixels, 1 to 16384.
    pub width: usize,
    /// Rows of pixels, 1 to 16384.
    pub height: usize,
    /// Edge samples per pixel: 1, 4 or 8; other values count as the next lower of these.
    pub samples: usize,
    /// Number of threads; the picture does not depend on it.
    pub threads: usize,
    /// Side of the sun's depth map in texels, 64 to 8192: the resolution of the shadows.
    pub shadow_map: usize,
    /// Whether shadows become softer with the distance from their caster; otherwise they are sharp.
    pub soft_shadows: bool,
    /// Directions of the sky that are tested for occlusion, up to 32; 0 lights all positions alike.
    pub sky_directions: usize,
    /// Rounding shown on sharp edges, as a part (0 to 0.5) of a mesh's smallest half side; 0 leaves them sharp.
    pub rounding: f32,
}

impl Default for Settings {
    /// Returns the defaults: 1280 x 720 on all cores, in a quality that hardly differs from the best one.
    fn default() -> Self {
        Settings {
            width: 1280,
            height: 720,
            samples: 4,
            threads: std::thread::available_parallelism().map_or(1, usize::from),
            shadow_map: 1024,
            soft_shadows: true,
            sky_directions: 8,
            rounding: 0.2,
        }
    }
}

impl Settings {
    /// Returns the defaults for pictures of another size.
    #[must_use]
    pub fn of(width: usize, height: usize) -> Settings {
        Settings {
            width,
            height,
            ..Settings::default()
        }
    }

    /// Returns the same size in the best quality: finer edges, shadows and light of the sky.
    pub fn full(self) -> Settings {
        Settings {
            samples: 8,
            shadow_map: 2048,
            soft_shadows: true,
            sky_directions: 16,
            ..self
        }
    }

    /// Returns the same size in draft quality: fewer samples, sharp shadows, a plain sky.
    pub fn draft(self) -> Settings {
        Settings {
            samples: 4,
            shadow_map: 512,
            soft_shadows: false,
            sky_directions: 0,
            ..self
        }
    }

    /// Returns the settings with every value in its range.
    pub(super) fn clamped(self) -> Settings {
        Settings {
            width: self.width.clamp(1, 16384),
            height: self.height.clamp(1, 16384),
            samples: match self.samples {
                0..4 => 1,
                4..8 => 4,
                _ => 8,
            },
            threads: self.threads.clamp(1, 256),
            shadow_map: self.shadow_map.clamp(64, 8192),
            sky_directions: self.sky_directions.min(32),
            rounding: within(self.rounding, 0.0, 0.5),
            ..self
        }
    }
}
