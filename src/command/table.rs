//! Looking commands up.

use super::{Command, Follows, commands};
use crate::diagnostic::suggest::nearest;
use crate::lang::parser::Vocabulary;

/// All commands, sorted by name.
pub static COMMANDS: &[&Command] = commands::ALL;

/// The command of that name.
#[must_use]
pub fn find(name: &str) -> Option<&'static Command> {
    COMMANDS
        .binary_search_by_key(&name, |c| c.name)
        .ok()
        .map(|i| COMMANDS[i])
}

/// The commands that have to do with a word.
#[must_use]
pub fn by_search_word(word: &str) -> Vec<&'static Command> {
    let has = |c: &&&Command| c.search.contains(&word);
    COMMANDS.iter().filter(has).copied().collect()
}

/// The command that a word may be a slip of.
#[must_use]
pub fn by_spelling(word: &str) -> Option<&'static Command> {
    nearest(word, COMMANDS.iter().map(|c| c.name)).and_then(find)
}

/// The command that was probably meant: by search words first, then by spelling.
#[must_use]
pub fn nearest_command(word: &str) -> Option<&'static Command> {
    let related = COMMANDS.iter().find(|c| c.search.contains(&word));
    related.copied().or_else(|| by_spelling(word))
}

/// What the grammar has to know of the table.
pub struct TableVocabulary;

impl Vocabulary for TableVocabulary {
    fn opens_block(&self, head: &str) -> bool {
        find(head).is_some_and(|c| c.follows == Follows::List)
    }

    fn takes_rows(&self, head: &str) -> bool {
        find(head).is_some_and(|c| c.follows == Follows::Rows)
    }
}
