//! What is written down of a run: how far each figure came, its world as a file; and numbers as people read them.

pub mod dump;
mod reading;
pub mod saved_world;
mod travel;

pub use reading::{counted, mass, prefixed, si};
pub use saved_world::SavedWorld;
pub use travel::Travel;
