//! Makes pictures of a running script. From a world to the bytes of a film there are five steps: a [`WorldScene`] of the figures, a
//! sample of it at a moment ([`Sampler`]), a frame of it with its cameras and overlays ([`FrameRenderer`]), and the encoder of a
//! [`FilmWriter`], for a file or a folder. [`Film`] connects them. Strips and sheets are made from [`Moments`], which are known only
//! when the run has ended.

mod annotate;
mod camera;
pub mod encode;

mod moments;
mod overlay;
mod pipeline;
mod renderer;
mod ruler;
mod sampler;
mod scene;
mod script;
mod sheet;
mod sparks;
mod strip;
mod view;
mod way;
mod writer;

pub use crate::files::is_frame;
pub use crate::scene::FilmKind as Kind;
pub use moments::{Moment, Moments};
pub use overlay::{Overlay, Overlays};
pub use pipeline::{Film, FilmSettings};
pub use renderer::{FrameRenderer, FrameSettings, still};
pub use sampler::{Sample, SampleTimes, Sampler};
pub use scene::WorldScene;
pub use script::{Checker, SMOOTHING, recorder};
pub use sheet::size_of;
pub use strip::{Strip, USUAL_MOMENTS, draw_strip};
pub use view::{FOLLOW, Region, View, has_camera, tiles};
pub use writer::{FilmWriter, frame_name, left_over};
