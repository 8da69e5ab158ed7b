//! The physics from script to state, against laws and independently computed results.
#![allow(clippy::unwrap_used, reason = "tests")]

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
