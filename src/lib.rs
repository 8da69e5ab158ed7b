//! A command language for articulated figures, a dynamic simulator that moves them by forces, and a renderer.
//!
//! The program `corpus` runs scripts. This library contains its parts and can also simulate figures without a script. A
//! [`figure::Figure`] is a tree of bodies, a [`world::World`] simulates it: lengths in m, masses in kg, times in s, angles in rad, z up.
//!
//! ```
//! use corpus::figure::{BodySpec, Figure, Object};
//! use corpus::geometry::Shape;
//! use corpus::world::World;
//!
//! let mut figure = Figure::new("box".into());
//! figure.add(BodySpec::new("box"), &Object::of(Shape::Cube))?;
//! let mut world = World::default();
//! world.gravity.on = true;
//! let falling = world.add(&figure)?;
//! world.advance(1.0)?;
//! let (_, position) = world.corpora[falling].root_pose();
//! assert!((position.z + 4.9).abs() < 1e-9);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! `examples/pendulum.rs` builds a figure of two bodies, `examples/walker.rs` one with legs and its own controller. A script
//! runs in a [`session::Session`] with the [`commands`]:
//!
//! ```
//! use corpus::session::{Mode, Quiet};
//!
//! let mut session = corpus::commands::session(Mode::Run, Box::new(Quiet));
//! let script = "addcorpus c\nget o from unit_cube\naddbody b o 0 0 1 rotary 1000\nsetroot b\ncorpusinit\ngrav on\ngo 1s";
//! session.run_text("falling box", script).map_err(|_| "see session.diagnostics")?;
//! let (_, position) = session.here().world.corpora[0].root_pose();
//! assert!((position.z + 4.9).abs() < 1e-9);
//! # Ok::<(), &str>(())
//! ```
//!
//! `docs/architecture.md` describes the architecture.
#![cfg_attr(test, allow(clippy::disallowed_methods, reason = "tests"))]

pub use corpus_dynamics::{self as dynamics, integrate};
pub use corpus_lang::{self as lang, diagnostic, source};
#[cfg(feature = "pictures")]
pub use corpus_pictures::{draw, render};
pub use corpus_pictures::{plot, scene};
pub use corpus_sim::{contact, control, figure, geometry, robot, stop, world};

#[cfg(feature = "cli")]
pub mod cli;
pub mod commands;
pub mod converge;
#[cfg(feature = "cli")]
mod drive;
pub mod evolve;
#[cfg(feature = "pictures")]
pub mod export;
pub mod files;
#[cfg(feature = "pictures")]
pub mod film;
pub mod help;
pub mod ide;
pub mod import;
#[cfg(feature = "lsp")]
pub mod lsp;
pub mod optimise;
pub mod record;
#[cfg(feature = "repl")]
mod repl;
pub mod run;
pub mod runs;
pub mod session;
#[cfg(feature = "cli")]
mod terminal;
#[cfg(feature = "repl")]
pub mod view;
#[cfg(feature = "viewer")]
pub mod window;
