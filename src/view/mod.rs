//! Live viewing of a running world: a viewer (a window, or a picture in the terminal) on one thread, the session on another.
//!
//! The session's thread owns the world and everything that changes it. A [`Player`] observes the session: it paces the frames
//! of a `go`, pauses and resumes it, shows earlier moments, and publishes the scene as plain data ([`Shown`]). A viewer draws
//! the latest of these and sends [`Order`]s. It changes the world only by lines of the language, like those that a user types,
//! so that they can be recorded and repeated.

pub mod browser;
mod camera;
mod channels;
mod controls;
mod diagram;
mod frames;
mod keys;
mod pacing;
mod pick;
mod player;
mod shown;
mod status;
pub mod terminal;

pub use camera::{Camera, Mode};
pub use channels::{Marker, Order, Remote, Screen};
pub use controls::Controls;
pub use diagram::{Content, Diagram};
pub use frames::{CHOSEN, Frames};
pub use keys::{KEYS, KeyDoc, help};
pub use pick::{Hit, hit, project, ray};
pub use player::{Connection, Player, Reload};
pub use shown::{Joint, Shown, State};
pub use status::{joint_line, status_line};
