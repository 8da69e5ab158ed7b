//! The project's scripts, run as a user runs them: each does what its first lines say.

mod bits;
mod diagrams;
mod facts;
mod figure;
mod film;
mod gaits;
mod listing;
mod mirror;
mod program;
mod puppet;
mod scenes;
mod worlds;
