//! The state of a world: going back to marks and stored frames, files of `save`, and the text files of the `dump` commands of
//! 1990. All of them store and restore snapshots.

mod dump;
mod events;
mod files;
mod marks;
mod rewind;
mod saved_world;
mod structure;
mod validate;

pub(crate) use dump::Held;
pub(in crate::session) use dump::SCENE;
pub use saved_world::{FORMAT, SavedTimer, SavedWatch, SavedWorld};

use super::{Session, Snapshot, Stop};
use crate::source::Span;

impl Session {
    /// Restores the current world to a snapshot; output continues from there.
    pub(in crate::session) fn restore(&mut self, snapshot: &Snapshot) -> Result<(), Stop> {
        self.here_mut().restore(snapshot);
        // Tables started later start again.
        self.write_records(snapshot.rows.len())?;
        self.see_plots(0)?;
        self.flush_records()
    }

    /// Rewinds by a time (s), to the last whole frame at or before it. Returns the clock (s).
    ///
    /// # Errors
    /// The time is not above zero, less has been simulated, or a table could not be written.
    pub fn rewind_by(&mut self, seconds: f64) -> Result<f64, Stop> {
        let text = format!("rewind {seconds}s");
        let source = self.sources.add("rewind", text.as_str(), None);
        self.rewind_by_at(seconds, Span::whole(source, &text))
    }
}
