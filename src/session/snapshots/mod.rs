//! Rewinding: the marks of a script and the stored frames; saving and loading a world.

mod lines;
mod load;
mod marks;
mod rewind;
mod save;

use super::{Session, Snapshot, Stop};
use crate::source::Span;

impl Session {
    /// Returns the present world to a moment; what is written down goes on from there.
    pub(in crate::session) fn restore(&mut self, snapshot: &Snapshot) -> Result<(), Stop> {
        self.here_mut().restore(snapshot);
        // Those that were begun later begin anew.
        self.write_records(snapshot.rows.len())?;
        self.see_plots(0)?;
        self.flush_records()
    }

    /// Goes back by a time (s), to the last whole frame at or before it. Gives back the clock (s).
    ///
    /// # Errors
    /// The time is not above zero, less has been simulated, or a table could not be written.
    pub fn rewind_by(&mut self, seconds: f64) -> Result<f64, Stop> {
        let text = format!("rewind {seconds}s");
        let source = self.sources.add("rewind", text.as_str(), None);
        self.rewind_by_at(seconds, Span::whole(source, &text))
    }
}
