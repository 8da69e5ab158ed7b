//! Units that a blank separates from their numbers, anywhere in a line: in arguments, named values and lists.

use crate::diagnostic::{Diagnostic, some_of};
use crate::lang::syntax::{Argument, ArgumentKind, Piece};
use crate::lang::units::{Unit, parse_unit, similar_unit};
use crate::lang::value::Datum;
use crate::session::bind::closest::{closest, separated, without_displaced};
use crate::session::bind::fit::Misfit;
use crate::session::bind::line::{BindContext, Line, Slips};
use crate::session::command::{Command, Kind};
use crate::source::Span;
use std::sync::Arc;

/// Most words that are tried as one unit, as in `9.81 m / s2`.
const MOST_WORDS: usize = 4;

/// A number and its unit.
struct Joined {
    /// The text from the number to the last word of the unit.
    span: Span,
    /// Both without a blank.
    text: String,
}

/// Returns the unit that some words are, and its spelling; with `guesses` also for a misspelt one or a long name such as
/// `seconds`.
fn unit_of(text: &str, guesses: bool) -> Option<(Unit, String)> {
    let written = match parse_unit(text) {
        Ok(_) => text.to_owned(),
        Err(_) => similar_unit(text).filter(|_| guesses)?,
    };
    Some((parse_unit(&written).ok()?, written))
}

/// Returns all arguments of a line in their order, those with names among them.
pub(super) fn in_order(line: Line) -> Vec<Argument> {
    let mut all = line.arguments.to_vec();
    all.extend(
        line.named
            .iter()
            .map(|named| with_name(named.name, named.value.clone())),
    );
    all.sort_by_key(|argument| argument.span.start);
    all
}

fn with_name(name: Span, value: Argument) -> Argument {
    let span = name.to(value.span);
    Argument::named(name, None, value, span)
}

/// Joins numbers and the units after them.
struct Joiner<'a> {
    command: &'static Command,
    context: BindContext<'a>,
    /// Whether misspelt units count.
    guesses: bool,
    all: Vec<Joined>,
}

impl Joiner<'_> {
    fn text(&self, argument: &Argument) -> &str {
        self.context.session.sources.text(argument.span)
    }

    /// Whether it is a word that may be a part of a unit, and no keyword or choice of the command.
    fn may_be_unit(&self, argument: &Argument) -> bool {
        let text = self.text(argument);
        let mut params = self.command.forms.iter().copied().flatten();
        argument.kind == ArgumentKind::Word
            && !params.any(|param| match param.kind {
                Kind::Choice(words) => words.contains(&text),
                Kind::Filler(word) => word == text,
                _ => false,
            })
    }

    fn joined(&mut self, arguments: &[Argument]) -> Vec<Argument> {
        let mut out = vec![];
        let mut rest = arguments;
        while let Some((first, behind)) = rest.split_first() {
            let (name, value) = match &first.kind {
                ArgumentKind::Named(named) => (Some(named.name), &named.value),
                _ => (None, first),
            };
            let (value, used) = match &value.kind {
                ArgumentKind::List(elements) => {
                    let kind = ArgumentKind::List(self.joined(elements).into());
                    let span = value.span;
                    (Argument { kind, span }, 0)
                }
                _ => self.with_unit(value, behind).unwrap_or((value.clone(), 0)),
            };
            out.push(match name {
                Some(name) => with_name(name, value),
                None => value,
            });
            rest = behind.get(used..).unwrap_or_default();
        }
        out
    }

    /// Returns a number with the unit that the words after it are, and the number of these words.
    fn with_unit(&mut self, number: &Argument, behind: &[Argument]) -> Option<(Argument, usize)> {
        let own = match &number.kind {
            ArgumentKind::Number { unit, .. } => {
                unit.map_or("", |unit| self.context.session.sources.text(unit))
            }
            ArgumentKind::Computed(_) => "",
            _ => return None,
        };
        let mut written = own.to_owned();
        let mut longest = None;
        for (i, word) in behind.iter().take(MOST_WORDS).enumerate() {
            let text = self.text(word);
            let goes_on = own.is_empty() || i > 0 || text.starts_with(['/', '*']);
            if !self.may_be_unit(word) || !goes_on {
                break;
            }
            written += text;
            let unit = unit_of(&written, self.guesses);
            longest = unit.map(|unit| (unit, word.span, i + 1)).or(longest);
        }
        let ((unit, unit_text), last, used) = longest?;
        let span = number.span.to(last);
        let kind = match &number.kind {
            ArgumentKind::Computed(expression) => {
                let pieces = [Piece::Computed(Arc::clone(expression)), Piece::Plain(last)];
                ArgumentKind::Spelled(pieces.into())
            }
            ArgumentKind::Number { value, .. }
                if own.is_empty() && self.text(&behind[0]) == unit_text =>
            {
                let (value, unit) = (*value, Some(last));
                ArgumentKind::Number { value, unit }
            }
            ArgumentKind::Number { value, .. } if unit.to_si(*value).is_finite() => {
                ArgumentKind::Value(Datum::number(unit.to_si(*value), unit.dimension))
            }
            _ => return None,
        };
        let digits = self.text(number);
        let text = [digits.strip_suffix(own).unwrap_or(digits), &unit_text].concat();
        self.all.push(Joined { span, text });
        Some((Argument { kind, span }, used))
    }
}

/// Makes the report of units that blanks separate from their numbers, if the line fits with them joined, or if its other
/// errors are elsewhere; `mistakes` are its errors with them apart.
#[inline(never)]
pub(super) fn units_apart(
    command: &'static Command,
    line: Line,
    context: BindContext,
    mistakes: &Slips,
) -> Option<Diagnostic> {
    [false, true].into_iter().find_map(|guesses| {
        let mut joiner = Joiner {
            command,
            context,
            guesses,
            all: vec![],
        };
        let arguments = joiner.joined(&in_order(line));
        let all = joiner.all;
        let (first, last) = (all.first()?.span, all.last()?.span);
        let joined = Line {
            arguments: &arguments,
            named: &[],
            ..line
        };
        let slips = match separated(command, joined, |line| {
            closest(command, line, context, None)
        }) {
            Ok(_) => return Some(report(&all)),
            Err(_) if guesses => return None,
            Err(slips) => without_displaced(joined, slips),
        };
        let within = |at: Span| {
            all.iter()
                .any(|one| one.span.start <= at.start && at.end <= one.span.end)
        };
        let is_elsewhere = !slips.iter().any(|slip| within(slip.report.span));
        let is_better = slips.len() < mistakes.len()
            || mistakes
                .first()
                .is_none_or(|slip| slip.report.span.start >= first.start);
        let rest = context.session.sources.after(last).trim_start();
        if is_elsewhere && is_better && !rest.starts_with(['/', '*']) {
            return Some(report(&all));
        }
        // The unit is not that of the argument.
        match slips.as_slice() {
            [only] if only.is(Misfit::Unit) => Some(only.report.clone()),
            _ => None,
        }
    })
}

fn report(all: &[Joined]) -> Diagnostic {
    let span = all.first().map(|one| one.span).unwrap_or_default();
    let written = some_of(all.iter().map(|one| &*one.text), "and");
    let message = "a unit must directly follow its number, without a space";
    Diagnostic::error("E011", span, message).help(format!("write {written}"))
}

/// Makes the report of units apart from their numbers in the arguments of a user-defined command, if without them there are at
/// most this many.
pub(in crate::session) fn units_apart_in_call(
    arguments: &[Argument],
    most: usize,
    context: BindContext,
) -> Option<Diagnostic> {
    let mut joiner = Joiner {
        command: context.session.table.call(),
        context,
        guesses: false,
        all: vec![],
    };
    let joined = joiner.joined(arguments);
    (!joiner.all.is_empty() && joined.len() <= most).then(|| report(&joiner.all))
}
