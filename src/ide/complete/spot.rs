//! Parameters that are valid at a position: for editors, while a line is typed or a word is pointed at.

use super::expression::Signature;
use super::place::{Slot, Wanted, Word, place};
use super::walk::value;
use crate::commands::find;
use crate::lang::lexer::Token;
use crate::session::command::{Command, Kind, Param};
use crate::session::{Definition, Session};
use std::sync::Arc;

/// Arguments and words that are valid at the end of an incomplete text.
#[derive(Default)]
pub struct Spot {
    /// A command.
    pub takes_command: bool,
    /// Command of the arguments; none before a command.
    pub command: Option<&'static Command>,
    /// Parameters that are valid; several if the command has several forms, or optional words. None if the line is complete.
    pub wants: Vec<Wants>,
    /// The call of a command of the script.
    pub call: Option<Call>,
    /// Whether the end is in an expression. The other fields then describe the place of the expression.
    pub is_computed: bool,
    /// The function of the expression whose arguments are being written, and the number of the argument.
    pub function: Option<(Signature, usize)>,
}

/// A call of a command of the script in which a text ends.
pub struct Call {
    /// The command.
    pub definition: Arc<Definition>,
    /// The number of the parameter whose value is being written; none if all are given.
    pub active: Option<usize>,
}

/// A parameter that is valid at a place.
pub struct Wants {
    /// The number of the form that it belongs to.
    pub form: usize,
    /// Its number in the form.
    pub number: usize,
    /// The parameter.
    pub param: &'static Param,
    /// Kind of argument that the parameter takes, given the arguments before it.
    pub kind: Kind,
}

impl Wants {
    /// Whether the parameter takes a written word.
    #[must_use]
    pub fn takes(&self, text: &str, token: Token, session: &Session) -> bool {
        let word = Word {
            text,
            token: Some(token),
            computed: false,
        };
        match self.kind {
            Kind::Filler(filler) => filler == text,
            kind => value(kind, &word, session).is_some(),
        }
    }
}

/// Arguments and words that are valid at the end of an incomplete text; none in comments and printed texts and after unknown
/// commands. A word at the end of the text counts as not written.
#[must_use]
pub fn spot(so_far: &str, session: &Session) -> Option<Spot> {
    let found = place(so_far, session)?;
    let arguments_of = |slots: &[Slot]| Spot {
        command: slots.first().map(|slot| slot.command),
        wants: slots.iter().filter_map(wants).collect(),
        ..Spot::default()
    };
    Some(match &found.wanted {
        Wanted::Argument(slots) => arguments_of(slots),
        Wanted::Command { of, .. } => Spot {
            takes_command: true,
            ..arguments_of(of.as_deref().map_or(&[], std::slice::from_ref))
        },
        Wanted::Row | Wanted::Sign(_) => Spot::default(),
        Wanted::Call(call) => Spot {
            call: Some(Call {
                definition: Arc::clone(&call.definition),
                active: call.active(),
            }),
            ..Spot::default()
        },
        Wanted::Inside(inside) => Spot {
            is_computed: true,
            function: inside.function(session),
            ..spot(so_far.get(..inside.open)?, session).unwrap_or_default()
        },
    })
}

fn wants(slot: &Slot) -> Option<Wants> {
    let form = slot.command.forms.get(slot.form)?;
    Some(Wants {
        form: slot.form,
        number: form.len().checked_sub(slot.params.len())?,
        param: slot.params.first()?,
        kind: slot.kind,
    })
}

/// Returns the command of the last line of a text, whether or not its arguments are valid; none in a comment.
#[must_use]
pub fn command_of_line(so_far: &str) -> Option<&'static Command> {
    let line = so_far.rsplit(['\n', '\r']).next()?;
    let command = find(line.split_whitespace().next()?);
    command.filter(|_| !line.contains('#'))
}
