//! Contact force between bodies: the law of the ground, with its own constants (McKenna 1990, section 4.4 and appendix D).

use super::ground::{Ground, GroundScale};
use serde::{Deserialize, Serialize};

/// Constants of the springs between bodies. Strength is in N per kg, or in N if nothing is scaled by a mass (see
/// [`super::GroundScale`]).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct CollisionLaw {
    /// Linear strength of the exponential spring.
    pub ea: f64,
    /// Exponential rise (1/m).
    pub eb: f64,
    /// Depth beyond which the spring force is constant (m).
    pub largest_depth: f64,
    /// Restitution: the part of the spring's force that acts while the bodies separate, and so of the energy that is returned.
    pub e: f64,
    /// Coefficient of friction.
    pub friction: f64,
    /// Whether the springs fit themselves to small bodies. False if a script has set one of their constants, and for files that do not
    /// name it.
    #[serde(default)]
    pub fits: bool,
}

impl Default for CollisionLaw {
    /// Returns the defaults, which are those of the ground.
    fn default() -> Self {
        let ground = Ground::default();
        CollisionLaw {
            ea: ground.ea,
            eb: ground.eb,
            largest_depth: ground.largest_depth,
            e: ground.e,
            friction: ground.friction,
            fits: true,
        }
    }
}

impl CollisionLaw {
    /// Returns the law of the ground with these constants. Other settings of friction and restitution are those of the ground.
    #[must_use]
    pub fn as_ground(&self, ground: &Ground) -> Ground {
        Ground {
            ea: self.ea,
            eb: self.eb,
            largest_depth: self.largest_depth,
            e: self.e,
            friction: self.friction,
            law: ground.law,
            static_part: ground.static_part,
            stick: ground.stick,
            scale: ground.scale,
            slip_speed: ground.slip_speed,
            restitution_speed: ground.restitution_speed,
            fits: self.fits && ground.scale == GroundScale::Total,
            ..Ground::default()
        }
    }

    /// Whether every number is one that the commands accept.
    #[must_use]
    pub fn is_sound(&self, most: f64) -> bool {
        let all = [self.ea, self.eb, self.largest_depth, self.e, self.friction];
        all.iter().all(|x| (0.0..most).contains(x))
    }
}
