//! Makes pictures of a running script: the figures in view, the cameras, the moments that become frames, the overlays,
//! and the output files.
//!
//! A film being made is a [`Studio`]: [`Shoot`] chooses the moments that become frames, a [`View`] the direction; the painter
//! draws them with their [`Overlay`], and a [`FilmWriter`] writes them to a folder, or to a file by an encoder of
//! `encode/`. Strips and sheets are made from [`Moments`], which are known only when the run has ended.

mod annotate;
mod cast;
pub mod encode;
mod moments;
mod overlay;
mod painter;
mod reel;
mod ruler;
mod sampler;
mod sheet;
mod shoot;
mod still;
mod studio;
mod view;
mod way;
mod writer;

pub use crate::files::is_frame;
pub use crate::scene::FilmKind as Kind;
pub use cast::Cast;
pub use moments::{Moment, Moments};
pub use overlay::{Overlay, Overlays};
pub use painter::{Painter, Shown};
pub use reel::{CALM, Checker, GoesOn, reel};
pub use sampler::{Sampler, Shot};
pub use sheet::{SheetLook, compose, draw_moments, size_of};
pub use shoot::{Eye, Shoot};
pub use still::still;
pub use studio::{FilmLook, Studio};
pub use view::{FOLLOW, Region, View, has_camera, tiles};
pub use writer::{FilmWriter, frame_name, left_over};
