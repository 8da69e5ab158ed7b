//! Looking commands up.

use super::{Command, Kind, commands};
use crate::diagnostic::suggest::nearest;
use crate::lang::parser::{Rest, Shape, Vocabulary};
use std::sync::LazyLock;

/// All commands, sorted by name.
pub static COMMANDS: &[&Command] = commands::ALL;

/// For each first byte of a name, which commands begin with it: a head is looked up several times on its way.
static BY_FIRST: LazyLock<[(u8, u8); 256]> = LazyLock::new(|| {
    let mut ranges = [(0, 0); 256];
    for (i, command) in COMMANDS.iter().enumerate() {
        let first = command.name.bytes().next().unwrap_or_default();
        let (start, end) = &mut ranges[first as usize];
        if *end == 0 {
            *start = i as u8;
        }
        *end = i as u8 + 1;
    }
    ranges
});

/// The command of that name.
#[must_use]
pub fn find(name: &str) -> Option<&'static Command> {
    let first = name.bytes().next()?;
    let (start, end) = BY_FIRST[first as usize];
    let all = COMMANDS.get(start as usize..end as usize)?;
    all.iter().find(|c| c.name == name).copied()
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

/// How the rest of a command's line is read: its parameters tell.
fn rest(command: &Command) -> Rest {
    let kind = |i: usize| {
        command
            .forms
            .first()
            .and_then(|form| form.get(i))
            .map(|p| p.kind)
    };
    match (kind(0), kind(1)) {
        (Some(Kind::Expression(_)), Some(Kind::Reason)) => Rest::Claim,
        (Some(Kind::Expression(_)), _) => Rest::Expression,
        (Some(Kind::Variable), Some(Kind::Assigned)) => Rest::Assignment,
        (Some(Kind::Variable), Some(Kind::Items)) => Rest::Loop,
        (Some(Kind::Prose), _) => Rest::Text,
        _ => Rest::Arguments,
    }
}

/// What the grammar has to know of the table.
pub struct TableVocabulary;

impl Vocabulary for TableVocabulary {
    fn shape(&self, head: &str) -> Shape {
        find(head).map_or_else(Shape::default, |command| Shape {
            rest: rest(command),
            follows: command.follows,
        })
    }
}
