//! Forces between a figure and the ground: springs in the normal direction, friction, sticky feet.

pub(crate) mod components;
mod friction;
mod ground;
mod hold;
mod point;
mod sticky;

pub use friction::{FrictionLaw, Rub, STICK_STRETCH, StickSpring};
pub use ground::{Ground, GroundScale, Push, Touch};
pub use hold::{Hold, HoldKind};
pub use point::PointForce;
pub use sticky::Sticky;
