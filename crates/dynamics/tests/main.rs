//! The dynamics against vectors computed by peers and against each other's routes.
#![allow(clippy::unwrap_used, clippy::disallowed_methods, reason = "tests")]

mod joint_kinds;
#[path = "vectors/kinds.rs"]
mod kinds;
mod pinocchio;
mod vectors;
