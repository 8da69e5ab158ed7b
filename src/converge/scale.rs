//! Natural sizes of a world, by which a number counts as small.

use crate::lang::dimension::Dimension;
use crate::world::World;

/// Length, mass and time of the figures of a world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Scale {
    /// m
    length: f64,
    /// kg
    mass: f64,
    /// s
    time: f64,
}

/// A number below this part of the natural size is judged by that part: a belly that is 3 um off the ground where it
/// should touch is no error of 100 %.
const SMALL: f64 = 0.01;

/// A thing of length l falls over, swings and steps in a time of about sqrt(l / g) (s), g as on earth (m/s2).
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

    /// Smallest scale by which a quantity is judged (SI).
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
