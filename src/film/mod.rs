//! From a running script to pictures: who is on stage, where the camera stands, which moments become frames, and
//! where the frames go.

mod annotate;
mod cast;
mod ruler;
mod shoot;
mod still;
mod writer;

pub use cast::Cast;
pub use shoot::{Eye, Shoot, Shot};
pub use still::still;
pub use writer::{FrameWriter, is_frame};
