//! The dimmed hint after a line that is being typed.

use super::call::usage_of as usage_of_own;
use super::candidates;
use super::expression::{Bracket, Signature, about_quantity, find as find_quantity, shortened};
use super::known::value_of;
use super::place::{Inside, Place, Slot, Wanted, Word, place};
use crate::lang::lexer::{Symbol, Token};
use crate::lang::units::parse_unit;
use crate::lang::value::Datum;
use crate::session::Session;
use crate::session::bind::Head;
use crate::session::command::{Kind, Param, placeholder};
use std::path::Path;

/// Dimmed hint after a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// The text to show.
    pub text: String,
    /// Whether it is the rest of the word, which may be taken over; otherwise it is the rest of the usage, and what is
    /// wanted next.
    pub insert: bool,
}

/// Returns a hint for the continuation of a text: the rest of the only matching word, or the rest of the command's usage.
#[must_use]
pub fn hint(so_far: &str, session: &Session) -> Option<Hint> {
    let place = place(so_far, session)?;
    if let Some(text) = hint_there(so_far, &place, session) {
        let insert = false;
        return Some(Hint { text, insert });
    }
    let word = place.word.text;
    if word.is_empty() {
        return None;
    }
    match candidates(&place, session, Path::new("")).as_slice() {
        [only] => only
            .text
            .strip_prefix(word)
            .filter(|rest| !rest.is_empty())
            .map(|rest| Hint {
                text: rest.to_owned(),
                insert: true,
            }),
        _ => None,
    }
}

/// Returns the hint where a word is complete, or none has begun.
fn hint_there(so_far: &str, place: &Place, session: &Session) -> Option<String> {
    let word = place.word.text;
    match (&place.wanted, word) {
        (Wanted::Row, "") => Some("  a row of numbers; an empty line ends the rows".to_owned()),
        (Wanted::Row, _) | (Wanted::Command { of: None, .. }, "") => None,
        (Wanted::Sign(sign), _) => Some(match *sign {
            "=" => "= value   an expression".to_owned(),
            sign => format!("{sign} values   a range such as `0..6`, a list, or values"),
        }),
        (Wanted::Command { of: Some(slot), .. }, "") => Some(rest_of(slot)),
        (Wanted::Argument(slots), "") => slots.last().map(rest_of),
        (Wanted::Call(call), "") => call.rest(),
        (Wanted::Inside(inside), "") => inside.hint(so_far, session),
        (Wanted::Inside(_), word) => hint_of_value(place.word, word, session),
        (Wanted::Argument(slots), _) if is_number(place.word) => {
            let takes_number =
                |s: &&Slot| matches!(s.kind, Kind::Number(..) | Kind::Duration | Kind::Count(..));
            let kind = slots.iter().find(takes_number)?.kind;
            Some(format!("   {kind}"))
        }
        (Wanted::Command { .. }, word) => {
            let usage = match session.head(word) {
                Head::Command(command) => usage_of(command.forms.first()?),
                Head::Own(own) => usage_of_own(own),
                Head::Doubtful | Head::Unknown => return None,
            };
            (!usage.is_empty()).then(|| format!(" {usage}"))
        }
        (Wanted::Argument(slots), word) => {
            let meant = slots.iter().find_map(|slot| slot.meant(word, session));
            if let Some(meant) = meant {
                return Some(format!("   {}", listed(&meant)));
            }
            let found = candidates(place, session, Path::new(""));
            let after = slots.last()?.params.get(1..)?;
            let whole = found.iter().any(|c| c.text == word);
            (whole && !after.is_empty()).then(|| format!(" {}", usage_of(after)))
        }
        (Wanted::Call(_), _) => None,
    }
}

/// Lists the names that a pattern matches.
fn listed(names: &[String]) -> String {
    const SHOWN: usize = 5;
    let shown = names.get(..SHOWN.min(names.len())).unwrap_or_default();
    match names.len() {
        0 => "no match".to_owned(),
        1 => format!("1: {}", shown.join(" ")),
        n if n > SHOWN => format!("{n}: {} …", shown.join(" ")),
        n => format!("{n}: {}", shown.join(" ")),
    }
}

fn usage_of(params: &[Param]) -> String {
    let mut words: Vec<String> = params.iter().map(placeholder).collect();
    words.dedup_by(|a, b| a == b && a.contains('='));
    words.join(" ")
}

/// Returns the rest of the usage, and the description of the next parameter.
fn rest_of(slot: &Slot) -> String {
    let doc = slot.params.first().map_or("", |p| p.doc);
    let usage = usage_of(slot.params);
    if slot.wants_name {
        return usage;
    }
    match slot.kind {
        Kind::New(_)
        | Kind::Old(_)
        | Kind::Jointed
        | Kind::AnyBody
        | Kind::Pattern
        | Kind::TwinPattern => {
            format!("{usage}   {}", slot.kind)
        }
        Kind::Number(..)
        | Kind::Duration
        | Kind::Count(..)
        | Kind::Leg
        | Kind::Terms(_)
        | Kind::Items
        | Kind::Expression(_)
        | Kind::Parameters
        | Kind::Readings => {
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

/// Describes a complete word of an expression.
fn hint_of_value(word: Word, text: &str, session: &Session) -> Option<String> {
    if let Some(Token::Measure(measure)) = word.token {
        let unit = text.get(measure.unit_at as usize..)?;
        return Some(format!("   {}", parse_unit(unit).ok()?.dimension));
    }
    if word.token != Some(Token::Name) {
        return None;
    }
    if let Some(quantity) = find_quantity(text, session) {
        let about = about_quantity(quantity);
        return Some(match value_of(text, session) {
            Some(value) => format!("   {}: {about}", shortened(&value)),
            None => format!("   {about}"),
        });
    }
    if let Some(function) = Signature::of(text, session) {
        return Some(format!(
            "({})   {}",
            function.parameters.join(", "),
            function.about
        ));
    }
    let value = value_of(text, session)?;
    Some(format!("   {}", shortened(&value)))
}

impl Inside<'_> {
    /// Returns the expected continuation if no word has begun.
    fn hint(&self, so_far: &str, session: &Session) -> Option<String> {
        if let Some(call) = self.call(session) {
            return Some(call);
        }
        match self.before.last() {
            None => self.first_element(so_far, session),
            Some((Token::Symbol(Symbol::To), _)) => Some("a unit".to_owned()),
            Some((Token::Symbol(Symbol::Range), _)) => {
                Some("end [by step]   the end is excluded".to_owned())
            }
            Some((Token::Symbol(Symbol::By), _)) => Some("step".to_owned()),
            Some(_) => self.range(session),
        }
    }

    /// Describes the purpose of the expression.
    fn first_element(&self, so_far: &str, session: &Session) -> Option<String> {
        let before = so_far.get(..self.open).filter(|_| self.is_whole)?;
        let place = place(before, session)?;
        match &place.wanted {
            Wanted::Argument(slots) => {
                let slot = slots.last()?;
                Some(format!("   {}", rest_of(slot).trim_start()))
            }
            Wanted::Call(call) => call.rest(),
            _ => None,
        }
    }

    /// Describes the number of values in a complete range.
    fn range(&self, session: &Session) -> Option<String> {
        let is_range = |(token, _): &(Token, &str)| *token == Token::Symbol(Symbol::Range);
        self.before.iter().any(is_range).then_some(())?;
        let Datum::Range(range) = value_of(self.so_far, session)? else {
            return None;
        };
        let has_step = self
            .before
            .iter()
            .any(|(t, _)| *t == Token::Symbol(Symbol::By));
        let step = if has_step { "" } else { "[by step]" };
        Some(format!("{step}   {}", shortened(&Datum::Range(range))))
    }

    /// Returns the rest of the innermost call: `low, high)   Summary.`
    fn call(&self, session: &Session) -> Option<String> {
        let Some((Bracket::Call(name), commas)) = self.brackets().pop() else {
            return None;
        };
        // Within an argument its operators come next.
        let expects = matches!(
            self.before.last(),
            Some((Token::Symbol(Symbol::Call | Symbol::Comma), _))
        );
        let function = Signature::of(name, session).filter(|_| expects)?;
        let parameters = &function.parameters;
        let rest = match parameters.get(commas..) {
            Some(rest) if !rest.is_empty() => rest.join(", "),
            _ if parameters.last().is_some_and(|last| last == "...") => "...".to_owned(),
            _ => String::new(),
        };
        Some(format!("{rest})   {}", function.about))
    }
}
