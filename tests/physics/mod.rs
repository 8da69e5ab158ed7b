//! The physics from script to state, against laws and independently computed results.

mod default;
mod explosion;
mod flight;
mod friction;
mod ground;
mod order;
mod rig;
mod round;
mod slope;
mod steps;
mod when;
