//! What may stand at a place of a line: completion and hints, for the prompt and for editors. All of it comes from the
//! table and from what the session knows.

mod files;
mod place;
mod spot;
#[cfg(test)]
mod tests;

use super::help::placeholder;
use super::{COMMANDS, Kind, Param, Thing, Value, find};
use crate::geometry::Shape;
use crate::lang::dimension::Dimension;
use crate::lang::lexer::Token;
use crate::lang::units::symbols;
use crate::session::Session;
use place::{Place, Slot, Wanted, Word, place};
use std::path::Path;

pub use spot::{Spot, Wants, command_of_line, spot};

/// A word that may stand at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The whole word.
    pub text: String,
    /// What it is, a phrase; may be empty.
    pub doc: String,
}

impl Candidate {
    fn new(text: impl Into<String>, doc: impl Into<String>) -> Self {
        Candidate {
            text: text.into(),
            doc: doc.into(),
        }
    }
}

/// The words that a text may go on with, and the byte at which they begin: that of the word that is being written, or
/// the text's end. Lines above the last one count, as they may have opened a list.
#[must_use]
pub fn complete(so_far: &str, session: &Session) -> (usize, Vec<Candidate>) {
    complete_in(so_far, session, Path::new(""))
}

/// [`complete`] with the folder that paths are relative to.
#[must_use]
pub fn complete_in(so_far: &str, session: &Session, folder: &Path) -> (usize, Vec<Candidate>) {
    let Some(place) = place(so_far, session) else {
        return (so_far.len(), vec![]);
    };
    (place.start, candidates(&place, session, folder))
}

/// What to show, dimmed, behind a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// The text to show.
    pub text: String,
    /// Whether it is the rest of the word, which may be taken over; otherwise it is the rest of the usage, and what is
    /// wanted next.
    pub insert: bool,
}

/// How a text may go on: the rest of the only word that fits, or the rest of the command's usage.
#[must_use]
pub fn hint(so_far: &str, session: &Session) -> Option<Hint> {
    let place = place(so_far, session)?;
    let told = |text: String| {
        Some(Hint {
            text,
            insert: false,
        })
    };
    match (&place.wanted, place.word.text) {
        (Wanted::Row, "") => {
            return told("  a row of numbers; an empty line ends them".to_owned());
        }
        (Wanted::Command { of: None, .. }, "") => return None,
        (Wanted::Command { of: Some(slot), .. }, "") => return told(rest_of(slot)),
        (Wanted::Argument(slots), "") => return told(rest_of(slots.last()?)),
        (Wanted::Argument(slots), _) if is_number(place.word) => {
            let takes_number =
                |s: &&Slot| matches!(s.kind, Kind::Number(..) | Kind::Duration | Kind::Count(..));
            let kind = slots.iter().find(takes_number)?.kind;
            return told(format!("   {kind}"));
        }
        _ => {}
    }
    let found = candidates(&place, session, Path::new(""));
    let word = place.word.text;
    match (found.iter().any(|c| c.text == word), found.as_slice()) {
        (true, _) => {
            let behind = match &place.wanted {
                Wanted::Command { .. } => find(word)?.forms.first()?,
                Wanted::Argument(slots) => slots.last()?.params.get(1..)?,
                Wanted::Row => return None,
            };
            told(format!(" {}", usage_of(behind))).filter(|_| !behind.is_empty())
        }
        (false, [only]) => only.text.strip_prefix(word).map(|rest| Hint {
            text: rest.to_owned(),
            insert: true,
        }),
        _ => None,
    }
}

fn usage_of(params: &[Param]) -> String {
    let words: Vec<String> = params.iter().map(placeholder).collect();
    words.join(" ")
}

/// The rest of the usage, and what the next parameter is.
fn rest_of(slot: &Slot) -> String {
    let doc = slot.params.first().map_or("", |p| p.doc);
    let usage = usage_of(slot.params);
    match slot.kind {
        Kind::New(_) | Kind::Old(_) | Kind::Jointed | Kind::Pattern | Kind::TwinPattern => {
            format!("{usage}   {}", slot.kind)
        }
        Kind::Number(..) | Kind::Duration | Kind::Count(..) | Kind::Leg | Kind::Terms(_) => {
            format!("{usage}   {}: {doc}", slot.kind)
        }
        _ => format!("{usage}   {doc}"),
    }
}

fn is_number(word: Word) -> bool {
    matches!(
        word.token,
        Some(Token::Number(_) | Token::Measure(_) | Token::Relative(_))
    )
}

fn candidates(place: &Place, session: &Session, folder: &Path) -> Vec<Candidate> {
    let mut found: Vec<Candidate> = match &place.wanted {
        Wanted::Command {
            deferred, in_list, ..
        } => commands(*deferred, *in_list),
        Wanted::Argument(slots) => slots
            .iter()
            .flat_map(|slot| slot.candidates(place.word, session, folder))
            .collect(),
        Wanted::Row => vec![],
    };
    // A file whose name needs quotes does not begin with what was written, and was matched where it was found.
    found.retain(|c| c.text.starts_with(place.word.text) || c.text.starts_with('"'));
    let mut seen: Vec<String> = vec![];
    found.retain(|c| {
        let new = !seen.contains(&c.text);
        seen.push(c.text.clone());
        new
    });
    found
}

fn commands(deferred: bool, in_list: bool) -> Vec<Candidate> {
    let end = in_list.then(|| Candidate::new("..", "Ends the list."));
    let fitting = COMMANDS.iter().filter(|c| c.in_lists || !deferred);
    end.into_iter()
        .chain(fitting.map(|c| Candidate::new(c.name, c.summary)))
        .collect()
}

impl Slot {
    fn candidates(&self, word: Word, session: &Session, folder: &Path) -> Vec<Candidate> {
        let doc = self.params.first().map_or("", |p| p.doc);
        let all = |words: &[&str]| words.iter().map(|w| Candidate::new(*w, doc)).collect();
        match self.kind {
            Kind::Old(thing) => named(thing, session),
            Kind::Pattern | Kind::TwinPattern => named(Thing::Body, session),
            Kind::Jointed => {
                let root = session.here().draft().and_then(|d| {
                    let body = d.figure.bodies.get(d.figure.root?)?;
                    Some(body.spec.name.clone())
                });
                let mut bodies = named(Thing::Body, session);
                bodies.retain(|c| Some(&c.text) != root.as_ref());
                bodies
            }
            // A body is named after its object more often than not.
            Kind::New(Thing::Body) => session
                .names(Thing::Object)
                .into_iter()
                .filter(|name| session.find(Thing::Body, name).is_none())
                .map(|name| Candidate::new(name, "as the object is called"))
                .collect(),
            Kind::Choice(words) => words
                .iter()
                .map(|w| Candidate::new(*w, self.choice(w, session)))
                .collect(),
            Kind::Switch => all(&["on", "off"]),
            Kind::Flag => all(&["1", "0"]),
            Kind::Filler(filler) => all(&[filler]),
            Kind::Number(dimension, ..) => units(word, dimension),
            Kind::Duration => units(word, Dimension::TIME),
            Kind::Path => {
                let shapes = Shape::ALL.iter().filter(|_| self.command.name == "get");
                shapes
                    .map(|s| Candidate::new(s.name(), "built in"))
                    .chain(files::files(folder, word.text, self.command.name))
                    .collect()
            }
            Kind::CommandName => commands(false, false),
            Kind::Mark => {
                let marks = session.here().marks.names();
                marks.map(|name| Candidate::new(name, "")).collect()
            }
            Kind::New(_)
            | Kind::Count(..)
            | Kind::Leg
            | Kind::Terms(_)
            | Kind::Text
            | Kind::Command
            | Kind::Matrix
            | Kind::Of(..)
            | Kind::Variable
            | Kind::Assigned
            | Kind::Items
            | Kind::Prose
            | Kind::Readings
            | Kind::NewCommand
            | Kind::Parameters
            | Kind::Reason
            | Kind::Expression(_) => vec![],
        }
    }

    /// What a word makes of the parameter behind it, where that depends on it.
    fn choice(&self, word: &'static str, session: &Session) -> String {
        match self.params.get(1).map(|p| p.kind) {
            Some(Kind::Of(kind_for, _)) => {
                let mut values = self.values.clone();
                values.push(Value::Word(word));
                kind_for(session, &values).to_string()
            }
            _ => String::new(),
        }
    }
}

fn named(thing: Thing, session: &Session) -> Vec<Candidate> {
    let figure = session.here().draft().map(|d| &d.figure);
    let doc = |name: &str| {
        let bodies = &figure.filter(|_| thing == Thing::Body)?.bodies;
        let parent = bodies.iter().find(|b| b.spec.name == name)?.parent?;
        Some(format!("on {}", bodies.get(parent)?.spec.name))
    };
    session
        .names(thing)
        .into_iter()
        .map(|name| {
            let doc = doc(&name).unwrap_or_default();
            Candidate::new(name, doc)
        })
        .collect()
}

/// A number with the units that it may have.
fn units(word: Word, dimension: Dimension) -> Vec<Candidate> {
    let number = match word.token {
        Some(Token::Number(_)) => word.text,
        Some(Token::Measure(measure)) => word
            .text
            .get(..measure.unit_at as usize)
            .unwrap_or_default(),
        _ => return vec![],
    };
    symbols(dimension)
        .into_iter()
        .map(|unit| Candidate::new(format!("{number}{unit}"), ""))
        .collect()
}
