//! Figures that move by forces: their shapes, bodies and joints, the contact with ground and each other, their motors and gaits, and
//! the world that simulates them.
//!
//! Lengths are in m, masses in kg, times in s, angles in rad; z is up. A [`figure::Figure`] is a tree of bodies; a
//! [`world::World`] simulates figures with [`corpus_dynamics`].
#![cfg_attr(test, allow(clippy::disallowed_methods, reason = "tests"))]

pub mod contact;
pub mod control;
pub mod figure;
pub mod geometry;
pub mod robot;
pub mod stop;
pub mod world;
