//! The physics of the whole path, from script to state, against laws and answers found by other routes.
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
