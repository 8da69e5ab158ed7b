//! Scripted creatures that move by physics. `docs/architecture.md` tells the house room by room.

pub mod cli;
pub mod command;
pub mod contact;
pub mod control;
pub mod converge;
pub mod diagnostic;
pub mod draw;
pub mod dynamics;
pub mod export;
pub mod figure;
pub mod files;
pub mod film;
pub mod geometry;
pub mod integrate;
pub mod lang;
#[cfg(feature = "lsp")]
pub mod lsp;
pub mod plot;
pub mod record;
pub mod render;
#[cfg(feature = "repl")]
mod repl;
pub mod scene;
pub mod session;
pub mod source;
#[cfg(feature = "repl")]
pub mod view;
#[cfg(feature = "viewer")]
pub mod window;
pub mod world;
