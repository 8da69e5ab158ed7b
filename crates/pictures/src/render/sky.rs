//! Light of the sky, and the haze into which distant things fade.

use super::tone::unexposed;
use super::vector::{Vec3, vec3, within};
use crate::scene::Background;

/// Light of the sun at perpendicular incidence (linear RGB).
pub(super) const SUN_LIGHT: Vec3 = vec3(2.25, 2.08, 1.78);
const HORIZON: Vec3 = vec3(0.74, 0.79, 0.84);
/// The day sky: a blue that is paler towards the horizon, and warmer near the sun.
pub(super) const DAY: Backdrop = Backdrop {
    horizon: HORIZON,
    zenith: vec3(0.20, 0.38, 0.70),
    glow: vec3(1.0, 0.75, 0.45),
    brightness: 1.0,
};

/// Background, in light before exposure.
#[derive(Clone, Copy, Debug)]
pub(super) struct Backdrop {
    pub horizon: Vec3,
    zenith: Vec3,
    /// Fraction of the sun's glow.
    pub glow: Vec3,
    /// Ratio of the horizon's brightness to that of the day sky, if larger than one.
    brightness: f32,
}

impl Backdrop {
    /// Creates the day sky, or a background whose displayed colours are the given ones.
    pub fn new(background: Option<&Background>) -> Backdrop {
        match background {
            None => DAY,
            Some(background) => {
                let horizon = unexposed(background.horizon);
                let mean = |v: Vec3| v.x + v.y + v.z;
                Backdrop {
                    horizon,
                    zenith: unexposed(background.zenith),
                    glow: Vec3::ZERO,
                    brightness: (mean(horizon) / mean(HORIZON)).max(1.0),
                }
            }
        }
    }

    /// Returns the part of the horizon's light that replaces that of an object, given the part lost in haze: less of a bright
    /// horizon, which would outshine the object at once.
    #[inline(always)]
    pub fn veil(&self, lost: f32) -> f32 {
        lost / (lost + (1.0 - lost) * self.brightness)
    }

    /// Returns the light from the unit direction `d`, with the sun at `sun`.
    #[inline]
    pub fn light(&self, d: Vec3, sun: Vec3) -> Vec3 {
        let t = 1.0 - within(d.z, 0.0, 1.0);
        self.zenith.mix(self.horizon, t * t * t) + self.glow * glow(d.dot(sun))
    }

    /// Returns the light from the horizon, where `near` is the cosine of the angle to the sun.
    #[inline(always)]
    pub fn at_horizon(&self, near: f32) -> Vec3 {
        self.horizon + self.glow * glow(near)
    }
}

/// Returns the strength of the sun's glow at a cosine of the angle to the sun.
#[inline(always)]
pub(super) fn glow(near: f32) -> f32 {
    let near = near.max(0.0);
    let (n2, n4) = (near * near, near * near * near * near);
    let n8 = n4 * n4;
    let n16 = n8 * n8;
    0.22 * n4 * n2 + 0.12 * n16 * n16
}

/// Returns the distance up to which there is no haze.
#[inline(always)]
pub(super) fn clear(reach: f32) -> f32 {
    1.3 * reach
}

/// Returns the part of an object's light lost in haze at `distance`, where `reach` is the scale of the scene: none near, all at
/// the horizon. Computed as one minus a fast approximation of the exponential of the depth.
#[inline(always)]
pub(super) fn haze(distance: f32, reach: f32) -> f32 {
    let depth = (distance - clear(reach)).max(0.0) * (0.11 / reach);
    1.0 - 1.0 / (1.0 + depth + 0.5 * depth * depth)
}
