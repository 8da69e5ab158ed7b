//! Records of a run: the travel of each figure, text files of the `dump` commands; and readable numbers.

pub mod dump;
mod reading;
mod travel;

pub use reading::{counted, mass, prefixed, si};
pub use travel::Travel;
