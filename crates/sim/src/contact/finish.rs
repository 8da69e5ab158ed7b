//! Friction and restitution of a body's own.

use super::ground::Ground;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// Friction and restitution of a body's own surface, in place of those of the ground and of collisions; none where it has none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Finish {
    /// Coefficient of friction.
    pub friction: Option<f64>,
    /// Restitution of energy, the square of that of speeds.
    pub e: Option<f64>,
}

impl Finish {
    /// Whether it changes nothing.
    #[must_use]
    pub fn is_none(&self) -> bool {
        *self == Finish::default()
    }

    /// Returns that of two bodies which touch: the geometric mean where both have one.
    #[must_use]
    pub fn between(one: &Finish, two: &Finish) -> Finish {
        let mean = |a: Option<f64>, b: Option<f64>| match (a, b) {
            (Some(a), Some(b)) => Some((a * b).sqrt()),
            (one, two) => one.or(two),
        };
        Finish {
            friction: mean(one.friction, two.friction),
            e: mean(one.e, two.e),
        }
    }

    /// Returns a law of contact with it.
    #[must_use]
    #[inline]
    pub fn applied<'a>(&self, law: &'a Ground) -> Cow<'a, Ground> {
        if self.is_none() {
            return Cow::Borrowed(law);
        }
        Cow::Owned(Ground {
            friction: self.friction.unwrap_or(law.friction),
            e: self.e.unwrap_or(law.e),
            ..law.clone()
        })
    }

    /// Whether both numbers are such that the commands accept them.
    #[must_use]
    pub fn is_sound(&self, most: f64) -> bool {
        let mut all = [self.friction, self.e].into_iter().flatten();
        all.all(|x| (0.0..most).contains(&x))
    }
}
