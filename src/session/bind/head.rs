//! Resolution of the head of a line.

use crate::session::command::Command;
use crate::session::{Definition, Session};
use std::sync::Arc;

/// Meaning of the head of a line.
pub enum Head<'s> {
    /// A user-defined command.
    Own(&'s Arc<Definition>),
    /// A built-in command.
    Command(&'static Command),
    /// A command whose definition may have failed by an error reported before.
    Doubtful,
    /// An unknown command.
    Unknown,
}

impl Session {
    /// Resolves a word as the head of a line. A user-defined command takes precedence over a plain name for a command of 1990.
    #[must_use]
    pub fn head(&self, word: &str) -> Head<'_> {
        let command = self.table.find(word);
        match (self.definition(word), command) {
            (Some(own), _) if command.is_none() || self.table.may_define(word) => Head::Own(own),
            (_, Some(command)) => Head::Command(command),
            _ => {
                let resembles_known = || self.table.nearest_command(word).is_some();
                match self.check.doubts.covers_command(word, resembles_known) {
                    true => Head::Doubtful,
                    false => Head::Unknown,
                }
            }
        }
    }
}
