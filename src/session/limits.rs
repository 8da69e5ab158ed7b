//! Limits on the data of a session, so that a script is stopped before the memory is full.

use super::Stop;
use crate::source::Span;

/// A limit on the number of things of one kind.
pub(crate) struct Limit {
    most: usize,
    /// Message and help of the report at the limit; `{}` in the message is the limit.
    message: &'static str,
    help: &'static str,
}

/// Attachments of a world.
pub(crate) const ATTACHMENTS: Limit = Limit {
    most: 10_000,
    message: "the world has {} attachments, which is the limit",
    help: "numbers of attachments are never reused: make each attachment once, not repeatedly",
};

/// Pairs of bodies that may collide in a world.
pub(crate) const COLLIDING: Limit = Limit {
    most: 100_000,
    message: "there are already {} colliding pairs of bodies, which is the limit",
    help: "enable collisions only between bodies that come near each other",
};

/// Worlds.
pub(crate) const WORLDS: Limit = Limit {
    most: 100_000,
    message: "there are already {} worlds",
    help: "reuse one world with `mark` and `rewind`",
};

/// Transforms that `pushobj` stores for an object.
pub(crate) const TRANSFORMS: Limit = Limit {
    most: 10_000,
    message: "{} transforms of this object are already saved",
    help: "each `pushobj` needs a `popobj`",
};

impl Limit {
    /// Refuses one more thing if there are `count`.
    ///
    /// # Errors
    /// The limit is reached.
    pub(crate) fn one_more(&self, count: usize, at: Span) -> Result<(), Stop> {
        self.more(count, 1, at)
    }

    /// Refuses several more things if there are `count`.
    ///
    /// # Errors
    /// They would exceed the limit.
    pub(crate) fn more(&self, count: usize, further: usize, at: Span) -> Result<(), Stop> {
        if count + further <= self.most {
            return Ok(());
        }
        let message = self.message.replace("{}", &self.most.to_string());
        Err(Stop::mistake("E090", at, message, self.help))
    }
}

/// Most triangles of all objects: about a gigabyte with the data derived from them.
const MOST_TRIANGLES: usize = 20_000_000;

/// The number of triangles of all objects.
#[derive(Default)]
pub struct Triangles(usize);

impl Triangles {
    /// Counts the triangles of a new object.
    ///
    /// # Errors
    /// All objects together would have too many.
    pub(crate) fn add(&mut self, count: usize, at: Span) -> Result<(), Stop> {
        let all = self.0 + count;
        if all > MOST_TRIANGLES {
            let message = format!(
                "the objects would have {all} triangles in total, and the limit is {MOST_TRIANGLES}"
            );
            let help = "use simpler meshes, or remove unused objects with `closeobj`";
            return Err(Stop::mistake("E090", at, message, help));
        }
        self.0 = all;
        Ok(())
    }

    /// Subtracts the triangles of an object that is removed.
    pub(crate) fn remove(&mut self, count: usize) {
        self.0 = self.0.saturating_sub(count);
    }
}
