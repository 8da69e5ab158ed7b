//! Records of a run: the travel of each figure, and readable numbers.

mod reading;
mod travel;

pub use reading::{counted, mass, prefixed, si};
pub use travel::Travel;
