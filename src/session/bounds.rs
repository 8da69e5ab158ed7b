//! Limits on the data of a session, so that a script is stopped before the memory is full.

use super::{Session, Stop};
use crate::source::Span;

/// Most pending events of a world: timers, alarms, and blocks of `after`, `at`, `every` and `when`.
const MOST_WAITING: usize = 100_000;

/// Most triangles of all objects: about a gigabyte with the data derived from them.
const MOST_TRIANGLES: usize = 20_000_000;

/// Most worlds.
const MOST_WORLDS: usize = 100_000;

/// Most attachments of a world.
const MOST_ATTACHMENTS: usize = 10_000;

/// Most pairs of bodies that may collide in a world.
const MOST_COLLIDING: usize = 100_000;

/// Most transforms that `pushobj` stores for an object.
const MOST_KEPT: usize = 10_000;

impl Session {
    /// Refuses an event if too many are pending, or if its due time (s) is infinite; `at` is the head of the command that sets
    /// it.
    ///
    /// # Errors
    /// Too many events are pending, or the due time is infinite.
    pub(crate) fn one_more_may_wait(&self, due: f64, at: Span) -> Result<(), Stop> {
        if !due.is_finite() {
            let message = "the time at which this would run is infinite";
            return Err(Stop::mistake("E027", at, message, "use a smaller time"));
        }
        let stage = self.here();
        if stage.timers.len() + stage.watches.len() < MOST_WAITING {
            return Ok(());
        }
        let head = self.sources.text(at);
        let message = format!(
            "the world `{}` already has the largest number of pending events ({MOST_WAITING}), so this `{head}` is one too many",
            stage.name
        );
        let help = "let each event set at most one new event; to repeat an action, use one `every`";
        Err(Stop::mistake("E090", at, message, help))
    }

    /// Refuses an attachment if the world has the maximum.
    ///
    /// # Errors
    /// The world has the maximum.
    pub(crate) fn one_more_attachment(&self, at: Span) -> Result<(), Stop> {
        if self.here().world.attachments().len() < MOST_ATTACHMENTS {
            return Ok(());
        }
        let message = format!("the world has {MOST_ATTACHMENTS} attachments, which is the limit");
        let help =
            "numbers of attachments are never reused: make each attachment once, not repeatedly";
        Err(Stop::mistake("E090", at, message, help))
    }

    /// Refuses a pair of colliding bodies if the world has the maximum.
    ///
    /// # Errors
    /// The world has the maximum.
    pub(crate) fn one_more_collision(&self, at: Span) -> Result<(), Stop> {
        if self.here().world.colliding().len() < MOST_COLLIDING {
            return Ok(());
        }
        let message = format!(
            "there are already {MOST_COLLIDING} colliding pairs of bodies, which is the limit"
        );
        let help = "enable collisions only between bodies that come near each other";
        Err(Stop::mistake("E090", at, message, help))
    }

    /// Counts the triangles of a new object.
    ///
    /// # Errors
    /// All objects together would have too many.
    pub(crate) fn take_triangles(&mut self, count: usize, at: Span) -> Result<(), Stop> {
        if self.building.triangles + count > MOST_TRIANGLES {
            let message = format!(
                "the objects would have {} triangles in total, and the limit is {MOST_TRIANGLES}",
                self.building.triangles + count
            );
            let help = "use simpler meshes, or remove unused objects with `closeobj`";
            return Err(Stop::mistake("E090", at, message, help));
        }
        self.building.triangles += count;
        Ok(())
    }

    /// Subtracts the triangles of an object that is removed.
    pub(crate) fn give_triangles_back(&mut self, count: usize) {
        self.building.triangles = self.building.triangles.saturating_sub(count);
    }

    /// Refuses a world if there is the maximum.
    ///
    /// # Errors
    /// There is the maximum of worlds.
    pub(crate) fn one_more_world(&self, at: Span) -> Result<(), Stop> {
        if self.stages.len() < MOST_WORLDS {
            return Ok(());
        }
        let message = format!("there are already {MOST_WORLDS} worlds");
        let help = "reuse one world with `mark` and `rewind`";
        Err(Stop::mistake("E090", at, message, help))
    }

    /// Refuses to store another transform of an object that has stored the maximum.
    ///
    /// # Errors
    /// The object has stored the maximum.
    pub(crate) fn one_more_transform(kept: usize, at: Span) -> Result<(), Stop> {
        if kept < MOST_KEPT {
            return Ok(());
        }
        let message = format!("{MOST_KEPT} transforms of this object are already saved");
        let help = "each `pushobj` needs a `popobj`";
        Err(Stop::mistake("E090", at, message, help))
    }
}
