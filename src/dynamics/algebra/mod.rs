//! Small fixed-size algebra of the inner loops, over any [`Real`] scalar.
//!
//! Spatial vectors are ordered (angular; linear) and written in body axes, as in Featherstone,
//! *Rigid Body Dynamics Algorithms* (2008), chapter 2. Nothing here allocates or branches.

mod inertia;
mod matrix;
mod pair;
mod planar;
mod vector;

pub(super) use inertia::{Articulated, Rigid};
pub(super) use matrix::{Mat3, Sym3};
pub(super) use pair::Pair;
pub(super) use planar::{Planar, STRAIGHT};
pub(super) use vector::{Real, Vec3};
