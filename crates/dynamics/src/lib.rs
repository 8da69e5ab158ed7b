//! Dynamics of a tree of rigid bodies, as numbers only. Independent of names, language and ground.
//!
//! There is a constant [`Model`] and a changing [`Workspace`]; the state is one flat slice (see
//! [`state`]). A step is a sequence of passes:
//!
//! 1. [`kinematics()`] finds poses and velocities, and clears external forces and contact terms;
//! 2. the caller adds forces to the workspace;
//! 3. [`articulated_body()`] finds the accelerations;
//! 4. an integrator moves the state, with [`state::derivative`] or
//!    [`state::semi_implicit_update`].
//!
//! A pendulum:
//!
//! ```
//! use corpus_dynamics::{JointKind, Link, Model, RigidInertia, Root, Workspace, articulated_body, kinematics};
//! use nalgebra::{Matrix3, Vector3};
//!
//! // A rod of 1 m and 1 kg hangs from a fixed root by a hinge about y.
//! let rod = Link {
//!     parent: 0,
//!     rotation: Matrix3::identity(),
//!     translation: Vector3::zeros(),
//!     joint: JointKind::Rotary,
//!     axis: Vector3::y(),
//!     inertia: RigidInertia::solid_box(1.0, Vector3::new(0.0, 0.0, -0.5), Vector3::new(0.02, 0.02, 1.0)),
//! };
//! let model = Model::new(Root::Fixed, RigidInertia::point(1.0), &[rod])?;
//! let layout = model.layout();
//! let (mut y, angle) = (layout.rest(), layout.q().start);
//! let mut workspace = Workspace::new(&model);
//! let mut acceleration = vec![0.0; layout.accelerations()];
//!
//! // It is released at 0.5 rad, and swings until it hangs down.
//! y[angle] = 0.5;
//! let (mut time, h) = (0.0, 1e-4);
//! while y[angle] > 0.0 {
//!     kinematics(&model, &y, &mut workspace);
//!     articulated_body(&model, &mut workspace, Vector3::new(0.0, 0.0, -9.8), &mut acceleration)?;
//!     model.semi_implicit_update(&mut y, &acceleration, h);
//!     time += h;
//! }
//! // A quarter of T = 2 pi sqrt(I / (m g l / 2)) (1 + 0.5^2 / 16 + 11 * 0.5^4 / 3072).
//! assert!((time - 0.4162_f64).abs() < 3e-4, "{time}");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Notation is that of Featherstone, *Rigid Body Dynamics Algorithms* (2008): spatial vectors are
//! (angular; linear), everything of a body in its own axes about its own origin, SI units.
#![cfg_attr(test, allow(clippy::disallowed_methods, reason = "tests"))]

mod algebra;
mod articulated_body;
mod body_load;
mod boxes;
mod carried;
mod elimination;
mod exponentials;
mod freedom;
mod general;
pub mod integrate;
mod inverse;
mod jacobian;
mod kinematics;
mod limb_passes;
mod limbs;
mod link;
mod loads;
mod mass_matrix;
mod model;
mod momentum;
mod poses;
mod response;
mod root;
mod simd;
pub mod state;
pub mod turning;
mod workspace;

pub use articulated_body::{Singular, articulated_body};
pub use body_load::BodyLoad;
pub use boxes::{BodyBox, Boxes};
pub use carried::{Carried, Motions, carry};
pub use exponentials::exponentials;
pub use freedom::Freedom;
pub use inverse::inverse_dynamics;
pub use jacobian::point_jacobian;
pub use kinematics::{kinematics, kinematics_once};
pub use link::{Drive, JointKind, Link, ModelError, RigidInertia, Root};
pub use loads::{Felt, felt};
pub use mass_matrix::{mass_matrix, solve_dense};
pub use model::Model;
pub use momentum::{Motion, locked_inertia, motion, potential_energy};
pub use poses::Poses;
pub use response::{Column, Response};
pub use state::Layout;
pub use workspace::Workspace;

#[cfg(test)]
mod tests;
