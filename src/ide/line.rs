//! The place in a line of the tokens that are read one by one: the command, and which of its arguments.

use crate::commands::find;
use crate::lang::lexer::Token;
use crate::session::command::Kind;

/// State of a line.
#[derive(Default)]
pub(crate) struct Line {
    /// Number of arguments of the command so far; none before the command.
    arguments: Option<usize>,
    /// Index of the argument that is a command.
    nested: Option<usize>,
}

impl Line {
    /// Whether the next word is a command.
    pub fn awaits_command(&self) -> bool {
        self.arguments == self.nested
    }

    /// Whether the line has no command yet.
    pub fn is_empty(&self) -> bool {
        self.arguments.is_none()
    }

    /// Whether the name after `let` or `for` may be being written.
    #[cfg(feature = "repl")]
    pub fn is_begun(&self) -> bool {
        self.arguments == Some(0)
    }

    /// Reads a token.
    pub fn take(&mut self, token: &Token, word: &str) {
        if *token == Token::LineEnd || (word == "else" && self.is_empty()) {
            // Behind `else` an `if` is a command again.
            *self = Line::default();
        } else if self.awaits_command() {
            let form = find(word).and_then(|command| command.forms.first());
            let nested =
                form.and_then(|form| form.iter().position(|p| matches!(p.kind, Kind::Command)));
            // No argument has this number, which means none.
            self.nested = nested.or(Some(usize::MAX));
            self.arguments = Some(0);
        } else {
            self.arguments = self.arguments.map(|n| n + 1);
        }
    }
}
