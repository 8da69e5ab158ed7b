//! The place where a text breaks off: which command or which parameters may stand there.

use super::super::{Bare, Command, Kind, Param, TableVocabulary, Thing, Value, find};
use crate::lang::lexer::{Token, lex};
use crate::lang::parser::unfinished;
use crate::session::Session;

/// The place where a text breaks off.
pub(super) struct Place<'a> {
    /// First byte of the word that is being written.
    pub start: usize,
    /// What there is of that word.
    pub word: Word<'a>,
    /// What may stand there.
    pub wanted: Wanted,
}

/// A word and what the lexer takes it for.
#[derive(Clone, Copy)]
pub(super) struct Word<'a> {
    /// Its text, perhaps empty.
    pub text: &'a str,
    /// Nothing where the text is empty.
    pub token: Option<Token>,
}

/// What may stand at a place.
pub(super) enum Wanted {
    /// A command.
    Command {
        /// Only one that can wait in a list or a timer.
        deferred: bool,
        /// Whether a list is open, which may end here.
        in_list: bool,
        /// The parameter whose command it is: that of `timer`.
        of: Option<Box<Slot>>,
    },
    /// An argument: a slot for each way to call the command.
    Argument(Vec<Slot>),
    /// A row of numbers.
    Row,
}

/// A parameter at which a line has arrived.
pub(super) struct Slot {
    /// Whose it is.
    pub command: &'static Command,
    /// The number of the form that it belongs to.
    pub form: usize,
    /// What it takes here.
    pub kind: Kind,
    /// Itself and those behind it.
    pub params: &'static [Param],
    /// A value for each parameter before it, as far as that is needed to know what others take.
    pub values: Vec<Value>,
}

/// Finds the place; nothing where anything may stand: in comments and printed texts, behind unknown commands.
pub(super) fn place<'a>(text: &'a str, session: &Session) -> Option<Place<'a>> {
    let tokens = lex(0, text, &TableVocabulary);
    let ends_line = |(token, _): &(Token, _)| *token == Token::LineEnd;
    let line_at = tokens.iter().rposition(ends_line).map_or(0, |at| at + 1);
    let (above, line) = tokens.split_at(line_at);
    let line_start = above.last().map_or(0, |(_, span)| span.range().end);
    let written = line.last().map_or(line_start, |(_, span)| span.range().end);
    let behind = text.get(written..)?;
    let prints = |(token, _): &(Token, _)| matches!(token, Token::Message(_));
    if line.iter().any(prints) || behind.contains('#') {
        return None;
    }
    let word_of = |(token, span): &(Token, crate::source::Span)| Word {
        text: text.get(span.range()).unwrap_or_default(),
        token: Some(*token),
    };
    let (done, start, word) = match line.split_last() {
        Some((last, done)) if behind.is_empty() => (done, last.1.range().start, word_of(last)),
        _ => {
            let nothing = Word {
                text: "",
                token: None,
            };
            (line, text.len(), nothing)
        }
    };
    let done: Vec<Word> = done.iter().map(word_of).collect();
    let above = text.get(..line_start)?;
    // A text that ends with a line's end waits for a list only: rows would end at the empty line.
    let in_list = unfinished(above, &TableVocabulary);
    let in_rows = !in_list && unfinished(without_line_end(above), &TableVocabulary);
    let wanted = match done.split_first() {
        None if in_rows => Wanted::Row,
        None => Wanted::Command {
            deferred: in_list,
            in_list,
            of: None,
        },
        Some((head, arguments)) => wanted(head.text, arguments, session)?,
    };
    Some(Place {
        start,
        word,
        wanted,
    })
}

fn without_line_end(text: &str) -> &str {
    let text = text.strip_suffix('\n').unwrap_or(text);
    text.strip_suffix('\r').unwrap_or(text)
}

/// What may stand behind a head and some arguments.
fn wanted(head: &str, arguments: &[Word], session: &Session) -> Option<Wanted> {
    let command = find(head)?;
    // Forms that do not fit what is written are no help, unless none fits: the mistake may be in a name that is not the matter.
    for strict in [true, false] {
        let mut slots = vec![];
        for form in 0..command.forms.len() {
            match walk(command, form, arguments, session, strict) {
                Walk::Arrived(more) => slots.extend(more),
                Walk::Within([inner, rest @ ..]) => return wanted(inner.text, rest, session),
                Walk::Within([]) => {}
            }
        }
        match slots.pop() {
            Some(slot) if slots.is_empty() && matches!(slot.kind, Kind::Command) => {
                return Some(Wanted::Command {
                    deferred: true,
                    in_list: false,
                    of: Some(Box::new(slot)),
                });
            }
            Some(slot) => {
                slots.push(slot);
                return Some(Wanted::Argument(slots));
            }
            None => {}
        }
    }
    None
}

enum Walk<'w, 'a> {
    /// At these parameters; more than one where words may be left out.
    Arrived(Vec<Slot>),
    /// Within the command that is an argument of the command.
    Within(&'w [Word<'a>]),
}

/// Follows a form along the arguments.
fn walk<'w, 'a>(
    command: &'static Command,
    number: usize,
    arguments: &'w [Word<'a>],
    session: &Session,
    strict: bool,
) -> Walk<'w, 'a> {
    let mut slots = vec![];
    let mut values: Vec<Value> = vec![];
    let mut rest = arguments;
    let form = command.forms.get(number).copied().unwrap_or_default();
    for (i, param) in form.iter().enumerate() {
        let kind = match param.kind {
            Kind::Of(kind_for, _) => kind_for(session, &values),
            kind => kind,
        };
        let slot = |values: &[Value]| Slot {
            command,
            form: number,
            kind,
            params: &form[i..],
            values: values.to_vec(),
        };
        match (kind, rest) {
            (Kind::Filler(word), [first, others @ ..]) => {
                values.push(Value::Missing);
                if first.text == word {
                    rest = others;
                }
            }
            (Kind::Filler(_), []) => {
                slots.push(slot(&values));
                values.push(Value::Missing);
            }
            (_, []) | (Kind::Text | Kind::Matrix, _) => {
                slots.push(slot(&values));
                return Walk::Arrived(slots);
            }
            (Kind::Command, inner) => return Walk::Within(inner),
            (kind, [first, others @ ..]) => {
                match value(kind, first, session) {
                    Some(value) => values.push(value),
                    None if strict => return Walk::Arrived(vec![]),
                    None => values.push(Value::Missing),
                }
                rest = others;
            }
        }
    }
    Walk::Arrived(slots)
}

/// The value of an argument, as far as others depend on it; none where it does not fit.
fn value(kind: Kind, word: &Word, session: &Session) -> Option<Value> {
    let text = word.text;
    let fits = match kind {
        Kind::Old(thing) => return session.find(thing, text).map(Value::Index),
        Kind::Jointed => return session.find(Thing::Body, text).map(Value::Index),
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
