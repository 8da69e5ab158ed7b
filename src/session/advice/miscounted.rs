//! Lines that fit with one argument more, or one less.

use crate::diagnostic::some_of;
use crate::diagnostic::{Diagnostic, quote};
use crate::lang::syntax::{Argument, ArgumentKind};
use crate::lang::value::{Datum, Unknown};
use crate::session::bind::binder::{Binder, usage_of};
use crate::session::bind::fit::{Misfit, Slip};
use crate::session::bind::{BindContext, Line, fits, fits_but};
use crate::session::command::{Command, Kind, Param, usage};
use crate::source::Span;

/// Most words of a parameter that are listed where it is missing.
const MOST_WORDS: usize = 4;

/// Whether an argument too many or too few may have caused these errors. False for lists, named arguments and values in braces,
/// whose places are less certain.
fn may_be_miscounted(command: &Command, line: Line, mistakes: &[Slip]) -> bool {
    use ArgumentKind::{Number, Quoted, Word};
    let is_plain = |a: &Argument| matches!(a.kind, Word | Quoted | Number { .. });
    let has_words =
        |param: &Param| matches!(param.kind, Kind::Variable | Kind::Items | Kind::Command);
    let of_kinds = |slip: &Slip| {
        use Misfit::{Extra, Kind, Missing, Name, Unit};
        matches!(slip.misfit, Some(Unit | Missing | Extra | Kind | Name))
    };
    line.named.is_empty()
        && line.arguments.iter().all(is_plain)
        && !command.forms.iter().any(|form| form.iter().any(has_words))
        && mistakes.iter().all(of_kinds)
        && (mistakes.len() > 1 || mistakes.iter().any(|slip| slip.is(Misfit::Kind)))
}

/// Largest number of consecutive missing arguments that are all reported.
const MOST: usize = 3;

/// Makes the report of arguments that are missing before others: with them, the line fits except for unknown names at some places.
#[inline(never)]
pub(in crate::session) fn some_missing(
    command: &'static Command,
    line: Line,
    context: BindContext,
    mistakes: &[Slip],
    names: &[Span],
) -> Option<Diagnostic> {
    // An argument missing at the end has its own report.
    let is_told = mistakes
        .iter()
        .all(|slip| slip.is(Misfit::Missing) || slip.is(Misfit::Extra));
    if is_told || !may_be_miscounted(command, line, mistakes) {
        return None;
    }
    let ways = (1..=MOST).flat_map(|count| command.forms.iter().map(move |form| (count, *form)));
    ways.into_iter().find_map(|(count, params)| {
        // Each parameter whose argument may be missing, and the argument after it.
        let mut missing: Vec<(&Param, Option<&Argument>)> = vec![];
        for (at, row) in params.windows(count).enumerate() {
            if row.iter().any(|param| param.optional) {
                continue;
            }
            let mut binder = Binder::new(command, context, line);
            binder.cursor.left_out = at..at + count;
            let fit = binder.fit(params);
            let next = line.arguments.get(fit.after_left_out);
            let is_number = |a: &&Argument| matches!(a.kind, ArgumentKind::Number { .. });
            // A number that does not fit in place of another is itself wrong.
            let is_wrong = next.filter(is_number).is_some_and(|next| {
                mistakes.iter().any(|slip| slip.report.span == next.span)
                    && row
                        .iter()
                        .any(|param| matches!(param.kind, Kind::Number(..)))
            });
            if fit.fits_but(names) && !is_wrong {
                for param in row {
                    missing.retain(|(other, _)| other.name != param.name);
                    missing.push((param, next));
                }
            }
        }
        // Keywords are reported only if no other argument is missing.
        let is_word = |param: &Param| matches!(param.kind, Kind::Choice([_]));
        if !missing.iter().all(|(param, _)| is_word(param)) {
            missing.retain(|(param, _)| !is_word(param));
        }
        let (_, next) = missing.last()?;
        let next = (*next)?;
        let found = quote(context.session.sources.text(next.span));
        let listed = |and| some_of(missing.iter().map(|(param, _)| param.name), and);
        let message = match (count, missing.len()) {
            (1, 1) if missing.iter().all(|(param, _)| is_word(param)) => {
                format!("the word {} is missing before {found}", listed("or"))
            }
            (1, 1) => match missing.first().map(|(param, _)| param.kind) {
                Some(Kind::Choice(words)) if words.len() <= MOST_WORDS => {
                    let words = some_of(words.iter().copied(), "or");
                    format!("{} is missing before {found}: {words}", listed("or"))
                }
                _ => format!("{} is missing before {found}", listed("or")),
            },
            (1, _) => format!("{} is missing before {found}", listed("or")),
            (count, many) if count < many => {
                format!("{count} of {} are missing before {found}", listed("and"))
            }
            _ => format!("{} are missing before {found}", listed("and")),
        };
        let help = format!("usage: {}", usage_of(command, params));
        Some(Diagnostic::error("E021", next.span, message).help(help))
    })
}

/// Makes the report of an argument without which the line fits except for unknown names at some places.
#[inline(never)]
pub(in crate::session) fn one_too_many(
    command: &'static Command,
    line: Line,
    context: BindContext,
    mistakes: &[Slip],
    names: &[Span],
) -> Option<Diagnostic> {
    // An extra last argument has its own report.
    if mistakes.len() < 2 || !may_be_miscounted(command, line, mistakes) {
        return None;
    }
    (0..line.arguments.len()).find_map(|at| {
        let mut arguments = line.arguments.to_vec();
        let extra = arguments.remove(at);
        let less = Line {
            arguments: &arguments,
            ..line
        };
        fits_but(command, less, context, names).then(|| {
            let text = |argument: &Argument| context.session.sources.text(argument.span);
            let rest: Vec<&str> = arguments.iter().map(text).collect();
            let message = format!("{} is one argument too many", quote(text(&extra)));
            let written = quote(&format!("{} {}", command.name, rest.join(" ")));
            let help = format!("without it: {written}\nusage: {}", usage(command));
            Diagnostic::error("E022", extra.span, message).help(help)
        })
    })
}

/// Makes the report of values to write without the file before them: `record {trunk.z}`.
#[inline(never)]
pub(in crate::session) fn file_missing(
    command: &'static Command,
    line: Line,
    context: BindContext,
) -> Option<Diagnostic> {
    let mut params = command.forms.iter().flat_map(|form| form.iter());
    let first = line.arguments.first()?;
    if !line.named.is_empty() || !params.any(|param| matches!(param.kind, Kind::Readings)) {
        return None;
    }
    let text = |a: &Argument| context.session.sources.text(a.span);
    let is_value = |a: &Argument| match a.kind {
        ArgumentKind::Computed(_) => true,
        ArgumentKind::Word => text(a).contains('.') && context.session.quantity(text(a)).is_ok(),
        _ => false,
    };
    let mut binder = Binder::new(command, context, line);
    let is_number = matches!(
        binder.compute(first).kind,
        ArgumentKind::Word
            | ArgumentKind::Value(Datum::Number(_) | Datum::Unknown(Unknown::Number(_)))
    );
    if !is_number || !line.arguments.iter().all(is_value) {
        return None;
    }
    let values = line.arguments.iter().map(|a| match a.kind {
        ArgumentKind::Word => format!("{{{}}}", text(a)),
        _ => text(a).to_owned(),
    });
    let values: Vec<String> = values.collect();
    let message = format!("`file` is missing before {}", quote(text(first)));
    let written = quote(&format!("{} FILE {}", command.name, values.join(" ")));
    let report = Diagnostic::error("E021", first.span, message);
    Some(report.help(format!("write {written}")))
}

/// Makes the report of the size of a picture without names: without it, the line fits.
#[inline(never)]
pub(in crate::session) fn unnamed_size(
    command: &'static Command,
    line: Line,
    context: BindContext,
    mistakes: &[Slip],
) -> Option<Diagnostic> {
    let takes = |name| {
        let mut params = command.forms.iter().flat_map(|form| form.iter());
        params.any(|param| param.optional && param.name == name)
    };
    let is_bare = |a: &Argument| matches!(a.kind, ArgumentKind::Number { unit: None, .. });
    if mistakes.is_empty() || !takes("width") || !takes("height") {
        return None;
    }
    let mut pairs = line.arguments.windows(2).enumerate().rev();
    let (at, [width, height]) = pairs.find_map(|(at, pair)| match pair {
        [width, height] if is_bare(width) && is_bare(height) => Some((at, [width, height])),
        _ => None,
    })?;
    let mut rest = line.arguments.to_vec();
    rest.drain(at..at + 2);
    let less = Line {
        arguments: &rest,
        ..line
    };
    fits(command, less, context).then(|| {
        let text = |a: &Argument| context.session.sources.text(a.span);
        let written = format!("width={} height={}", text(width), text(height));
        let span = width.span.to(height.span);
        let report = Diagnostic::error("E023", span, "width and height need their names");
        report.help(format!("write {}", quote(&written)))
    })
}

/// Makes the report of a space in a fraction of the step: `* 0.5`.
#[inline(never)]
pub(in crate::session) fn part_apart(line: Line, context: BindContext) -> Option<Diagnostic> {
    let text = |a: &Argument| context.session.sources.text(a.span);
    let pair = line.arguments.windows(2).find_map(|pair| match pair {
        [star, number] if text(star) == "*" => Some((star, number)),
        _ => None,
    });
    let (star, number) = pair?;
    let is_bare = matches!(number.kind, ArgumentKind::Number { unit: None, .. });
    (context.in_list && is_bare).then(|| {
        let message = "a fraction of the step must not contain spaces";
        let report = Diagnostic::error("E023", star.span.to(number.span), message);
        report.help(format!("write {}", quote(&["*", text(number)].concat())))
    })
}
