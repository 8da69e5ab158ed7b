//! Completion and hints at a position in a line, for the prompt and for editors. Everything comes from the
//! table of commands and from the session.

mod arguments;
mod broken_off;
mod call;
mod expression;
mod files;
mod hint;
mod known;
mod locals;
mod place;
mod slot;
mod spot;
#[cfg(test)]
mod tests;
mod walk;

use crate::session::Session;
use place::{Place, Slot, Wanted, place};
use std::collections::BTreeSet;
use std::path::Path;

pub use broken_off::{OpenBlock, open_blocks, tokens_so_far};
pub use expression::Signature;
pub use hint::{Hint, hint};
pub use spot::{Call, Spot, Wants, command_of_line, spot};

/// Kind of a candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// A command.
    Command,
    /// A word or sign of the language.
    Keyword,
    /// A variable.
    Variable,
    /// A body, figure, gait, world or other named thing.
    Thing,
    /// A function of expressions.
    Function,
    /// A constant of expressions.
    Constant,
    /// A quantity or a member of a vector.
    Field,
    /// A unit, or a number with a unit that fits the place.
    Unit,
    /// A number with one of all units.
    Number,
    /// One of the words that a parameter takes.
    Choice,
    /// The name of a parameter.
    Parameter,
    /// A file.
    File,
    /// A folder.
    Folder,
    /// Any other word.
    Word,
}

/// A word that is valid at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The whole word.
    pub text: String,
    /// Short description; may be empty.
    pub doc: String,
    /// Its kind.
    pub what: What,
    /// Whether more text follows directly, without a space: a folder, `name=`, contents of braces.
    pub goes_on: bool,
}

impl Candidate {
    /// Creates a candidate from a word and its description.
    #[must_use]
    pub fn new(text: impl Into<String>, doc: impl Into<String>) -> Self {
        Candidate {
            text: text.into(),
            doc: doc.into(),
            what: What::Word,
            goes_on: false,
        }
    }

    /// Creates a word that continues without a blank.
    fn open(text: impl Into<String>, doc: impl Into<String>) -> Self {
        Candidate {
            goes_on: true,
            ..Candidate::new(text, doc)
        }
    }

    /// Sets the kind of the candidate.
    fn of(self, what: What) -> Self {
        Candidate { what, ..self }
    }
}

/// Returns the valid continuations of a text, and the byte at which they start: the start of the incomplete word, or the end of
/// the text. The text includes the lines above the last one, because they may have opened a list.
#[must_use]
pub fn complete(so_far: &str, session: &Session) -> (usize, Vec<Candidate>) {
    complete_in(so_far, session, Path::new(""))
}

/// Completes like [`complete`], with paths relative to the folder.
#[must_use]
pub fn complete_in(so_far: &str, session: &Session, folder: &Path) -> (usize, Vec<Candidate>) {
    let Some(place) = place(so_far, session) else {
        return (so_far.len(), vec![]);
    };
    (place.start, candidates(&place, session, folder))
}

fn candidates(place: &Place, session: &Session, folder: &Path) -> Vec<Candidate> {
    let mut found: Vec<Candidate> = match &place.wanted {
        Wanted::Command { deferred, open, .. } => ends(open)
            .into_iter()
            .chain(commands(*deferred, session))
            .collect(),
        Wanted::Argument(slots) => slots
            .iter()
            .flat_map(|slot| slot.candidates(place, session, folder))
            .collect(),
        Wanted::Call(call) => call.candidates(),
        Wanted::Sign(sign) => vec![Candidate::new(*sign, "").of(What::Keyword)],
        Wanted::Inside(inside) => inside.candidates(place, session),
        Wanted::Row => vec![],
    };
    // A file whose name needs quotes does not begin with what was written, and was matched where it was found.
    let fits = |c: &Candidate| c.text.starts_with(place.word.text) || c.text.starts_with('"');
    found.retain(fits);
    if let Wanted::Argument(slots) = &place.wanted {
        // The only word of one form is not the only text that is valid, if another form takes a value there.
        let is_one_of_forms = found.len() == 1 && slots.len() > 1;
        let wants_names = match place.word.text.is_empty() {
            true => is_one_of_forms,
            false => found.is_empty() || slots.iter().any(Slot::takes_names),
        };
        let names = slots.iter().filter(|_| wants_names).flat_map(Slot::names);
        found.extend(names.filter(fits));
    }
    let mut seen = BTreeSet::new();
    found.retain(|c| seen.insert(c.text.clone()));
    found
}

/// Returns the words that end the innermost of the open blocks, or start its next branch.
fn ends(open: &[OpenBlock]) -> Vec<Candidate> {
    use crate::session::command::Follows;
    let Some(innermost) = open.last() else {
        return vec![];
    };
    let mut ends = match innermost.follows {
        Follows::List => vec![Candidate::new("..", "Ends the list of commands.")],
        Follows::Branches => vec![
            Candidate::new(
                "else",
                "Starts the lines that run if the condition is false.",
            ),
            Candidate::new(
                "else if",
                "Starts lines that run if another condition is true.",
            ),
        ],
        _ => vec![],
    };
    let doc = format!("Ends the lines of `{}`.", innermost.head);
    ends.push(Candidate::new("end", doc));
    ends.into_iter().map(|end| end.of(What::Keyword)).collect()
}

/// Returns the commands of the table and those of the script.
fn commands(deferred: bool, session: &Session) -> Vec<Candidate> {
    let fitting = session
        .table
        .commands()
        .iter()
        .filter(|c| c.in_lists || !deferred);
    let own = session.definitions().map(|definition| {
        let first = definition.comment.iter().find(|line| !line.is_empty());
        let doc = first.map_or("A command of this script.", String::as_str);
        Candidate::new(definition.name.clone(), doc)
    });
    fitting
        .map(|c| Candidate::new(c.name, c.summary))
        .chain(own)
        .map(|command| command.of(What::Command))
        .collect()
}
