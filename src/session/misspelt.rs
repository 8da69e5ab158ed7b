//! Suppresses errors caused by a misspelt head of a block or form.

use super::Session;
use crate::lang::parser::{Read, Rest, Vocabulary};
use crate::lang::syntax::Statement;
use crate::session::bind::Head;
use crate::session::command::Follows;
use std::collections::BTreeSet;

impl Session {
    /// Records unknown heads, also in a list, before they are reported.
    pub(super) fn note_misspelt(&mut self, statement: &Statement) {
        match self.head(self.sources.text(statement.head)) {
            Head::Unknown => {
                self.checker.misspelt.insert(statement.head);
            }
            Head::Command(command) if command.follows == Follows::List => {
                for line in statement.block.iter().flat_map(|block| &block.statements) {
                    self.note_misspelt(line);
                }
            }
            _ => {}
        }
    }

    /// Removes errors caused by the misspelt head of a block: its `end` has no partner, and its expression was read as
    /// arguments.
    pub(super) fn excuse_misspelt(&self, read: &mut Read) {
        const BRANCHES: [&str; 3] = ["elif", "elsif", "elseif"];
        // Lines whose expressions were read as arguments, and heads whose blocks were not opened.
        let mut lines = BTreeSet::new();
        let mut openers = vec![];
        for span in &self.checker.misspelt {
            if span.source != read.source {
                continue;
            }
            let head = self.sources.text(*span);
            let is_branch = BRANCHES.contains(&head);
            let meant = self
                .table
                .nearest_command(head)
                .map_or("", |command| command.name);
            let shape = self.table.shape(meant);
            if is_branch || !matches!(shape.rest, Rest::Arguments | Rest::Moment | Rest::Command) {
                lines.insert(self.sources.place(*span).line);
            }
            if !is_branch && !matches!(shape.follows, Follows::Nothing | Follows::Rows) {
                openers.push(*span);
            }
        }
        if !lines.is_empty() || !openers.is_empty() {
            read.excuse(&openers, |at| lines.contains(&self.sources.place(at).line));
        }
    }
}
