//! The table of commands given to a session, and lookups in it.

use super::{Command, Follows, Kind};
use crate::diagnostic::suggest::nearest;
use crate::lang::dimension::Dimension;
use crate::lang::parser::{Rest, Shape, Vocabulary};

/// All commands of a language.
pub struct Table {
    /// Sorted by name.
    commands: &'static [&'static Command],
    /// Range of commands for each first byte of a name: a head is looked up several times.
    by_first: [(u8, u8); 256],
    /// Returns the command to which calls of user-defined commands are bound.
    call: &'static Command,
    /// Commands whose names a script may redefine.
    plain: &'static [&'static str],
}

impl Table {
    /// Creates a table of at most 255 commands, sorted by name, with the command that calls user-defined ones.
    #[must_use]
    pub const fn new(
        commands: &'static [&'static Command],
        call: &'static Command,
        plain: &'static [&'static str],
    ) -> Table {
        let mut by_first = [(0, 0); 256];
        let mut i = 0;
        while i < commands.len() {
            let first = commands[i].name.as_bytes()[0] as usize;
            if by_first[first].1 == 0 {
                by_first[first].0 = i as u8;
            }
            by_first[first].1 = i as u8 + 1;
            i += 1;
        }
        Table {
            commands,
            by_first,
            call,
            plain,
        }
    }

    /// Returns all commands, sorted by name.
    #[must_use]
    pub fn commands(&self) -> &'static [&'static Command] {
        self.commands
    }

    /// Returns the command to which calls of user-defined commands are bound.
    #[must_use]
    pub fn call(&self) -> &'static Command {
        self.call
    }

    /// Finds the command of that name.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<&'static Command> {
        let first = name.bytes().next()?;
        let (start, end) = self.by_first[first as usize];
        let all = self.commands.get(start as usize..end as usize)?;
        all.iter().find(|c| c.name == name).copied()
    }

    /// Whether the lines below a command of this name are a list, which is bound with its head.
    #[must_use]
    pub(crate) fn opens_list(&self, name: &str) -> bool {
        self.find(name)
            .is_some_and(|command| command.follows == Follows::List)
    }

    /// Whether a script may define a command of this name: it is unused, or a plain name added after 1990.
    #[must_use]
    pub fn may_define(&self, name: &str) -> bool {
        self.plain.contains(&name) || self.find(name).is_none()
    }

    /// Returns the commands related to a word.
    #[must_use]
    pub fn by_search_word(&self, word: &str) -> Vec<&'static Command> {
        let commands = self.commands.iter().copied();
        commands
            .filter(|command| is_related(command, word))
            .collect()
    }

    /// Finds the command of which a word may be a misspelling.
    #[must_use]
    pub fn by_spelling(&self, word: &str) -> Option<&'static Command> {
        nearest(word, self.commands.iter().map(|c| c.name)).and_then(|name| self.find(name))
    }

    /// Finds the command that was probably meant: by search words first, then by spelling.
    #[must_use]
    pub fn nearest_command(&self, word: &str) -> Option<&'static Command> {
        let mut commands = self.commands.iter().copied();
        commands
            .find(|command| is_related(command, word))
            .or_else(|| self.by_spelling(word))
    }
}

fn is_related(command: &Command, word: &str) -> bool {
    command.search_words().any(|one| one == word)
}

/// Vocabulary that the grammar needs from the table.
impl Vocabulary for Table {
    fn is_command(&self, head: &str) -> bool {
        self.find(head).is_some()
    }

    fn may_define(&self, head: &str) -> bool {
        self.plain.contains(&head)
    }

    fn takes_named(&self, head: &str, name: &str) -> bool {
        self.find(head).is_none_or(|command| {
            let mut params = command.forms.iter().flat_map(|form| form.iter());
            params.any(|param| param.is_called(name))
        })
    }

    fn shape(&self, head: &str) -> Shape {
        self.find(head)
            .map_or_else(Shape::default, |command| Shape {
                rest: rest(command),
                follows: command.follows,
            })
    }
}

/// Returns how the rest of a command's line is parsed, from its parameters.
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
        (_, Some(Kind::Command)) => Rest::Command,
        (Some(Kind::Number(dimension, ..)), _)
            if dimension == Dimension::TIME && command.follows == Follows::Block =>
        {
            Rest::Moment
        }
        _ => Rest::Arguments,
    }
}
