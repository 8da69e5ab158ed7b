//! Scripted creatures that move by physics. `docs/architecture.md` tells the house room by room.

pub mod contact;
pub mod control;
pub mod diagnostic;
pub mod dynamics;
pub mod figure;
pub mod geometry;
pub mod integrate;
pub mod lang;
pub mod render;
pub mod scene;
pub mod source;
