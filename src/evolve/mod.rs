//! Evolution of creatures: genotypes, their growth into scripts, tasks, and the genetic algorithm.
//!
//! Follows Sims (1994) and the description of its reproduction with articulated bodies; each creature is a script, and is
//! measured by running it.

mod archive;
mod body;
mod dice;
mod genotype;
mod grow;
mod overlap;
mod population;
mod script;
mod selection;
mod species;
mod store;
mod task;
#[cfg(test)]
mod tests;
mod tree;
mod trials;
mod vary;

pub use dice::Dice;
pub use genotype::{Brain, Genotype, Limbs, VERSION};
pub use grow::{Creature, MOST_PARTS};
pub use population::{Individual, Line, Measured, Origin, Settings, State, judged};
pub use script::written;
pub use task::{INCLUDE, Task};
pub use tree::family_tree;
pub use trials::trials;
