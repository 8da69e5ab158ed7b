//! Units that a blank separates from their numbers, anywhere in a line: in arguments, named values and lists.

use crate::diagnostic::some_of;
use crate::diagnostic::{Diagnostic, quote};
use crate::lang::syntax::{Argument, ArgumentKind, Named, Piece};
use crate::lang::units::{Unit, parse_unit, similar_unit};
use crate::lang::value::Datum;
use crate::session::bind::fit::{Misfit, Slip};
use crate::session::bind::{BindContext, Line, Slips, fit_one, fits};
use crate::session::command::{Command, Kind};
use crate::source::Span;
use std::sync::Arc;

/// Most words that are tried as one unit, as in `9.81 m / s2`.
const MOST_WORDS: usize = 4;

/// What is wrong, in the reports of all such units.
pub(in crate::session) const MESSAGE: &str =
    "a unit must directly follow its number, without a space";

/// A number and its unit.
struct Joined {
    /// The text from the number to the last word of the unit.
    span: Span,
    /// Both without a blank.
    text: String,
}

/// Returns the unit that some words are, and its spelling; with `guesses` also for a misspelt one or a long name such as
/// `seconds`.
pub(in crate::session) fn unit_of(text: &str, guesses: bool) -> Option<(Unit, String)> {
    match parse_unit(text) {
        Ok(unit) => Some((unit, text.to_owned())),
        Err(_) => {
            let written = similar_unit(text).filter(|_| guesses)?;
            Some((parse_unit(&written).ok()?, written))
        }
    }
}

/// Whether a word is a keyword or a choice in some form of a command.
fn is_word_of(command: &Command, text: &str) -> bool {
    let mut params = command.forms.iter().copied().flatten();
    params.any(|param| match param.kind {
        Kind::Choice(words) => words.contains(&text),
        Kind::Filler(word) => word == text,
        _ => false,
    })
}

/// Returns all arguments of a line in their order, those with names among them.
pub(in crate::session) fn in_order(line: Line) -> Vec<Argument> {
    let mut all = line.arguments.to_vec();
    all.extend(line.named.iter().map(|named| Argument {
        kind: ArgumentKind::Named(Arc::new((*named).clone())),
        span: named.name.to(named.value.span),
    }));
    all.sort_by_key(|argument| argument.span.start);
    all
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

    /// Whether it is a word that may be a part of a unit.
    fn may_be_unit(&self, argument: &Argument) -> bool {
        argument.kind == ArgumentKind::Word && !is_word_of(self.command, self.text(argument))
    }

    fn joined(&mut self, arguments: &[Argument]) -> Vec<Argument> {
        let mut out = vec![];
        let mut rest = arguments;
        while let Some((first, behind)) = rest.split_first() {
            let value = match &first.kind {
                ArgumentKind::Named(named) => &named.value,
                _ => first,
            };
            let (value, used) = match &value.kind {
                ArgumentKind::List(elements) => {
                    let kind = ArgumentKind::List(self.joined(elements).into());
                    let span = value.span;
                    (Argument { kind, span }, 0)
                }
                _ => self.with_unit(value, behind).unwrap_or((value.clone(), 0)),
            };
            out.push(match &first.kind {
                ArgumentKind::Named(named) => Argument {
                    span: named.name.to(value.span),
                    kind: ArgumentKind::Named(Arc::new(Named {
                        name: named.name,
                        value,
                    })),
                },
                _ => value,
            });
            rest = behind.get(used..).unwrap_or_default();
        }
        out
    }

    /// Returns a number with the unit that the words after it are, and the number of these words.
    fn with_unit(&mut self, number: &Argument, behind: &[Argument]) -> Option<(Argument, usize)> {
        let (value, own) = match &number.kind {
            ArgumentKind::Number { value, unit } => (
                *value,
                unit.map_or("", |unit| self.context.session.sources.text(unit)),
            ),
            ArgumentKind::Computed(expression) => {
                let unit = behind.first()?;
                let is_unit =
                    self.may_be_unit(unit) && unit_of(self.text(unit), self.guesses).is_some();
                let pieces = [
                    Piece::Computed(Arc::clone(expression)),
                    Piece::Plain(unit.span),
                ];
                let span = number.span.to(unit.span);
                let kind = ArgumentKind::Spelled(pieces.into());
                return is_unit.then(|| {
                    let text = [self.text(number), self.text(unit)].concat();
                    self.all.push(Joined { span, text });
                    (Argument { kind, span }, 1)
                });
            }
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
            let span = number.span.to(word.span);
            let unit = unit_of(&written, self.guesses);
            longest = unit.map(|unit| (unit, span, i + 1)).or(longest);
        }
        let ((unit, unit_text), span, used) = longest?;
        let si = unit.to_si(value);
        let digits = self.text(number);
        let digits = digits.strip_suffix(own).unwrap_or(digits);
        let text = [digits, &unit_text].concat();
        self.all.push(Joined { span, text });
        let kind = match behind.first().filter(|word| self.text(word) == unit_text) {
            Some(word) if own.is_empty() => ArgumentKind::Number {
                value,
                unit: Some(word.span),
            },
            _ => ArgumentKind::Value(Datum::number(si, unit.dimension)),
        };
        si.is_finite().then_some((Argument { kind, span }, used))
    }
}

/// Makes the report of units that blanks separate from their numbers, if the line fits with them joined, or if its other
/// errors are elsewhere; `mistakes` are its errors with them apart.
#[inline(never)]
pub(in crate::session) fn units_apart(
    command: &'static Command,
    line: Line,
    context: BindContext,
    mistakes: &Slips,
) -> Option<Diagnostic> {
    [false, true]
        .into_iter()
        .find_map(|guesses| joined(command, line, context, mistakes, guesses))
}

fn joined(
    command: &'static Command,
    line: Line,
    context: BindContext,
    mistakes: &Slips,
    guesses: bool,
) -> Option<Diagnostic> {
    let mut joiner = Joiner {
        command,
        context,
        guesses,
        all: vec![],
    };
    let arguments = joiner.joined(&in_order(line));
    let all = joiner.all;
    let start = all.first()?.span;
    let joined = Line {
        arguments: &arguments,
        named: &[],
        ..line
    };
    match fit_one(command, joined, context, None) {
        Ok(_) => Some(report(&all)),
        Err(slips) => {
            let is_within = |at: Span| {
                let within = |one: &Joined| one.span.start <= at.start && at.end <= one.span.end;
                all.iter().any(within)
            };
            let elsewhere = slips.iter().all(|slip| !is_within(slip.report.span));
            let is_first = |slip: &Slip| slip.report.span.start >= start.start;
            let is_better = slips.len() < mistakes.len() || mistakes.first().is_none_or(is_first);
            let rest = context.session.sources.after(all.last()?.span);
            let goes_on = rest.trim_start().starts_with(['/', '*']);
            if elsewhere && is_better && !guesses && !goes_on {
                return Some(report(&all));
            }
            // The unit is not that of the argument.
            if let ([only], false) = (slips.as_slice(), guesses)
                && only.is(Misfit::Unit)
            {
                return Some(only.report.clone());
            }
            with_its_own(command, &arguments, line, context)
        }
    }
}

/// Makes the report of a unit after an expression in braces whose value has a unit: without it, the line fits.
fn with_its_own(
    command: &'static Command,
    joined: &[Argument],
    line: Line,
    context: BindContext,
) -> Option<Diagnostic> {
    let is_spelled = |a: &&Argument| matches!(a.kind, ArgumentKind::Spelled(_));
    let pair = joined.iter().find(is_spelled)?.span;
    let all = in_order(line);
    let at = all.iter().position(|a| a.span.end == pair.end)?;
    let (unit, number) = (all.get(at)?.span, all.get(at.checked_sub(1)?)?.span);
    let mut others = all;
    others.remove(at);
    let without = Line {
        arguments: &others,
        named: &[],
        ..line
    };
    if !fits(command, without, context) {
        return None;
    }
    let text = |span| quote(context.session.sources.text(span));
    let message = format!("{} already has a unit", text(number));
    let report = Diagnostic::error("E022", unit, message);
    Some(report.help(format!("remove {}", text(unit))))
}

fn report(all: &[Joined]) -> Diagnostic {
    let span = all.first().map(|one| one.span).unwrap_or_default();
    let written = some_of(all.iter().map(|one| &*one.text), "and");
    Diagnostic::error("E011", span, MESSAGE).help(format!("write {written}"))
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
