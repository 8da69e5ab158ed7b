//! Follows a form of a command along the arguments of a line, to the current parameter.

use super::arguments::{Arguments, Target};
use super::place::{Slot, Word};
use crate::lang::lexer::Token;
use crate::lang::pattern::{is_pattern, matches as fits};
use crate::session::Session;
use crate::session::command::{Bare, Command, Kind, Param, Thing, Value};

/// Position of a form at the end of a line.
pub(super) enum Walk<'w, 'a> {
    /// At these parameters; more than one where words may be left out.
    Arrived(Vec<Slot>),
    /// Within the command that is an argument of the command.
    Within(&'w [Word<'a>]),
}

/// Whether a parameter takes the rest of the line.
fn takes_rest(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::Text | Kind::Matrix | Kind::Prose | Kind::Readings | Kind::Parameters | Kind::Items
    )
}

/// Returns the parameters of a form, from one on, that may be given by name; none if the command takes names themselves as
/// arguments.
fn nameable(form: &'static [Param], from: usize, given: &[(&str, usize)]) -> Vec<&'static Param> {
    let keeps = |p: &Param| {
        let own = matches!(p.kind, Kind::Command | Kind::Variable | Kind::Expression(_));
        own || takes_rest(p.kind)
    };
    if form.iter().any(keeps) {
        return vec![];
    }
    let after = form.get(from..).unwrap_or_default().iter();
    after
        .filter(|p| !matches!(p.kind, Kind::Filler(_)))
        .filter(|p| !given.iter().any(|(name, _)| p.is_called(name)))
        .collect()
}

/// Follows a form along the arguments.
pub(super) fn walk<'w, 'a>(
    command: &'static Command,
    number: usize,
    arguments: &'w [Word<'a>],
    all: &Arguments<'a>,
    session: &Session,
    strict: bool,
) -> Walk<'w, 'a> {
    let mut slots = vec![];
    let mut values: Vec<Value> = vec![];
    let mut rest = arguments;
    // Number of parameters that the last named argument still fills.
    let mut filled = 0;
    let form = command.forms.get(number).copied().unwrap_or_default();
    for (i, param) in form.iter().enumerate() {
        let kind_of = |values: &[Value], kind: Kind| match kind {
            Kind::Of(kind_for, _) => kind_for(session, values),
            kind => kind,
        };
        let slot_at = |values: &[Value], at: usize| {
            let param = form.get(at)?;
            Some(Slot {
                command,
                form: number,
                kind: kind_of(values, param.kind),
                params: form.get(at..)?,
                values: values.to_vec(),
                nameable: nameable(form, at, &all.named),
                wants_name: param.named && !matches!(all.target, Target::Named(..)),
            })
        };
        if let Target::Named(name, offset) = all.target
            && param.is_called(name)
        {
            values.extend(std::iter::repeat_n(Value::Missing, offset));
            return Walk::Arrived(slot_at(&values, i + offset).into_iter().collect());
        }
        let given = all.named.iter().find(|(name, _)| param.is_called(name));
        if let (0, Some((_, count))) = (filled, given) {
            filled = *count;
        }
        if filled > 0 {
            filled -= 1;
            values.push(Value::Missing);
            continue;
        }
        let kind = kind_of(&values, param.kind);
        let waits_for_name = matches!(all.target, Target::Named(..));
        if param.named && (waits_for_name || !rest.is_empty()) {
            values.push(Value::Missing);
            continue;
        }
        match (kind, rest) {
            (_, []) if waits_for_name => values.push(Value::Missing),
            (Kind::Filler(word), [first, others @ ..]) => {
                values.push(Value::Missing);
                if first.text == word {
                    rest = others;
                }
            }
            (Kind::Filler(_), []) => {
                slots.extend(slot_at(&values, i));
                values.push(Value::Missing);
            }
            (Kind::Command, inner @ [_, ..]) => return Walk::Within(inner),
            (Kind::Prose, [_, ..]) => return Walk::Arrived(slots),
            (kind, rest) if rest.is_empty() || takes_rest(kind) => {
                slots.extend(slot_at(&values, i));
                return Walk::Arrived(slots);
            }
            (kind, [first, others @ ..]) => {
                match value(kind, first, session) {
                    Some(value) => values.push(value),
                    None if strict => return Walk::Arrived(vec![]),
                    None => values.push(Value::Missing),
                }
                rest = others;
            }
            (_, []) => {}
        }
    }
    // A name of another form, or of none.
    Walk::Arrived(slots)
}

/// Returns the value of an argument, if other parameters depend on it; none if it does not fit.
pub(super) fn value(kind: Kind, word: &Word, session: &Session) -> Option<Value> {
    if word.computed {
        return Some(Value::Missing);
    }
    let text = word.text;
    let named = |thing: Thing| {
        let pattern = || {
            let names = session.names(thing).into_iter();
            let mut fitting = names.filter(|name| fits(text, name).is_some());
            fitting.next().filter(|_| is_pattern(text))
        };
        let index = session.find(thing, text);
        let index = index.or_else(|| session.find(thing, &pattern()?));
        index.map(Value::Index)
    };
    let fits = match kind {
        Kind::Old(thing) => return named(thing),
        Kind::Jointed => return named(Thing::Body),
        Kind::Leg | Kind::Terms(_) => {
            matches!(word.token, Some(Token::Number(x)) if x.fract() == 0.0)
        }
        Kind::Choice(words) => {
            let word = words.iter().find(|w| **w == text);
            return word.map(|w| Value::Word(w));
        }
        Kind::Switch => matches!(text, "on" | "off"),
        Kind::Flag => matches!(text, "0" | "1"),
        Kind::Count(..) => matches!(word.token, Some(Token::Number(x)) if x.fract() == 0.0),
        Kind::Number(_, Bare::Required, _) => matches!(word.token, Some(Token::Measure(_))),
        Kind::Number(..) => matches!(word.token, Some(Token::Number(_) | Token::Measure(_))),
        Kind::Duration => {
            matches!(
                word.token,
                Some(Token::Number(_) | Token::Measure(_) | Token::Relative(_))
            )
        }
        _ => true,
    };
    fits.then(|| Value::Text(text.into()))
}
