//! Small fixed-size algebra of the inner loops, over any [`Real`] scalar.
//!
//! Spatial vectors are ordered (angular; linear) and written in body axes, as in Featherstone, *Rigid Body Dynamics Algorithms*
//! (2008), chapter 2. No function here allocates or branches.

mod exp;
mod inertia;
mod lanes;
mod matrix;
mod planar;
mod sincos;
mod skew;
mod vector;

pub(super) use exp::exp;
pub(super) use inertia::{Articulated, Rigid};
pub(super) use lanes::Lanes;
pub(super) use matrix::{Mat3, Sym3};
pub(super) use planar::{Planar, STRAIGHT};
pub(super) use skew::Skew;
pub(super) use vector::{Real, Vec3};
