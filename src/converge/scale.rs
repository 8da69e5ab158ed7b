//! Characteristic sizes of a world, relative to which a number counts as small.

use crate::lang::dimension::Dimension;
use crate::world::World;

/// Characteristic length, mass and time of the figures of a world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Scale {
    /// Length (m).
    length: f64,
    /// Mass (kg).
    mass: f64,
    /// Time (s).
    time: f64,
}

/// Part of the characteristic size below which numbers are judged relative to that part: a belly that is 3 um above the ground
/// instead of touching it is not an error of 100 %.
const SMALL: f64 = 0.01;

/// Gravity (m/s2) that gives the characteristic time sqrt(l / g) (s): about the time in which a body of length l falls over,
/// swings or steps.
const GRAVITY: f64 = 9.8;

impl Scale {
    pub fn of(world: &World) -> Self {
        let length = world.corpora.iter().map(|c| c.extent()).fold(0.0, f64::max);
        let length = if length > 0.0 { length } else { 1.0 };
        let mass: f64 = world.corpora.iter().map(|c| c.model.total_mass()).sum();
        Scale {
            length,
            mass: if mass > 0.0 { mass } else { 1.0 },
            time: (length / GRAVITY).sqrt(),
        }
    }

    /// Returns the smallest scale by which a quantity is judged (SI).
    pub fn least(&self, dimension: Dimension) -> f64 {
        let size = self.length.powi(dimension.length.into())
            * self.mass.powi(dimension.mass.into())
            * self.time.powi(dimension.time.into());
        SMALL * size
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_made_of_the_figures() {
        let scale = Scale {
            length: 0.98,
            mass: 2.0,
            time: 0.1f64.sqrt(),
        };
        assert!((scale.least(Dimension::LENGTH) - 0.0098).abs() < 1e-15);
        assert!((scale.least(Dimension::FORCE) - 0.01 * 2.0 * 9.8).abs() < 1e-12);
        assert!((scale.least(Dimension::ANGLE) - 0.01).abs() < 1e-15);
    }
}
