//! The state of a world: going back to marks and stored frames, files of `save`, and the text files of the `dump` commands of
//! 1990. All of them store and restore snapshots.

mod dump;
mod events;
mod files;
mod marks;
mod rewind;
mod saved_world;
mod scene;
mod structure;
mod validate;

pub(crate) use dump::{Held, dump, load_dump};
pub(crate) use files::{load, save};
pub(crate) use marks::{mark, rewind_to};
pub(crate) use rewind::rewind_by;
#[cfg(feature = "cli")]
pub(crate) use saved_world::saved_world;
pub use saved_world::{FORMAT, SavedTimer, SavedWatch, SavedWorld};
pub(crate) use scene::dump_scene;

use super::{Session, Snapshot, Stop};
use crate::session::{plots, records};
use crate::source::Span;

/// Restores the current world to a snapshot; output continues from there.
fn restore(session: &mut Session, snapshot: &Snapshot) -> Result<(), Stop> {
    session.here_mut().restore(snapshot);
    // Tables started later start again.
    records::write_rows(session, snapshot.rows.len())?;
    plots::sample(session, 0)?;
    records::flush(session)
}

impl Session {
    /// Rewinds by a time (s), to the last whole frame at or before it. Returns the clock (s).
    ///
    /// # Errors
    /// The time is not above zero, less has been simulated, or a table could not be written.
    pub fn rewind_by(&mut self, seconds: f64) -> Result<f64, Stop> {
        let text = format!("rewind {seconds}s");
        let source = self.sources.add("rewind", text.as_str(), None);
        rewind_by(self, seconds, Span::whole(source, &text))
    }
}
