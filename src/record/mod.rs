//! Records of a run: the travel of each figure, its world as a file; and readable numbers.

pub mod dump;
mod reading;
pub mod saved_world;
mod travel;

pub use reading::{counted, mass, prefixed, si};
pub use saved_world::SavedWorld;
pub use travel::Travel;
