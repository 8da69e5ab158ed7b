//! Forces between a figure and the ground: springs in the normal direction, sliding friction, sticky feet.

mod ground;
mod point;
mod sticky;

pub use ground::{Ground, GroundScale, Touch};
pub use point::PointForce;
pub use sticky::Sticky;
