//! From a running script to pictures: who is on stage, where the cameras stand, which moments become frames, what is written
//! over them, and what files they go to.
//!
//! A film in the making is a [`Studio`]: [`Shoot`] says which moments become frames, a [`View`] from where they are seen, the
//! painter draws them with their [`Overlay`], and they go to a folder or to an encoder of `encode/`. A frame in a folder has a
//! note of what it shows ([`Digest`]), so a render that was interrupted keeps what it has drawn. Strips and sheets are made of
//! [`Moments`], which are known only when the run has ended.

mod annotate;
mod cast;
mod digest;
pub mod encode;
mod moments;
mod overlay;
mod painter;
mod reel;
mod ruler;
mod sheet;
mod shoot;
mod still;
mod studio;
mod view;
mod writer;

pub use crate::files::is_frame;
pub use crate::scene::FilmKind as Kind;
pub use cast::Cast;
pub use digest::Digest;
pub use moments::{Moment, Moments};
pub use overlay::{Overlay, Overlays};
pub use painter::{Painter, Shown};
pub use reel::{CALM, Checker, GoesOn, Probe, reel};
pub use sheet::{SheetLook, compose, draw_moments, size_of};
pub use shoot::{Eye, Shoot, Shot};
pub use still::still;
pub use studio::{FilmLook, Reels, Studio};
pub use view::{FOLLOW, Tile, View, has_camera, tiles};
pub use writer::{FilmWriter, FrameWriter};
