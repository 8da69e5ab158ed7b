//! A single report for all errors of a line, where one cause explains them: arguments given twice or in the wrong order, one
//! too many or too few, or another command.

use super::{incomplete, miscounted, needless, unheard, unit_apart};
use crate::diagnostic::suggest::nearest;
use crate::diagnostic::{Diagnostic, quote};
use crate::lang::syntax::{Argument, ArgumentKind, Named};
use crate::session::bind::fit::{Misfit, Slip};
use crate::session::bind::{BindContext, Line, Slips, fits, form_of, keeps_names};
use crate::session::command::{Command, Kind, Param, usage};
use crate::source::Span;

/// Returns the errors of a line that fits no form, or one report that explains all of them. It is a separate function because
/// lines are bound recursively, and their stack frames must be small.
#[inline(never)]
pub(in crate::session) fn explained(
    command: &'static Command,
    line: Line,
    context: BindContext,
    mistakes: Slips,
) -> Slips {
    if let Some(report) = shape_of_command(command, line, context) {
        return vec![report.into()];
    }
    // Commands in commands are not tried again: that would take twice as long for each level.
    let may_change = !keeps_names(command);
    if may_change {
        let cause = unit_apart::units_apart(command, line, context, &mistakes)
            .or_else(|| needless::repaired(command, line, context, &mistakes));
        if let Some(report) = cause {
            return vec![report.into()];
        }
    }
    if let Some(twice) = given_twice(command, line, context, &mistakes) {
        return vec![twice.into()];
    }
    if let Some(report) = misspelt_filler(command, line, context, &mistakes) {
        return vec![report.into()];
    }
    let cause = miscounted::file_missing(command, line, context)
        .or_else(|| miscounted::unnamed_size(command, line, context, &mistakes))
        .or_else(|| miscounted::part_apart(line, context));
    if let Some(report) = cause {
        return vec![report.into()];
    }
    if let Some(report) = out_of_order(command, line, context, &mistakes) {
        return vec![report.into()];
    }
    if may_change && let Some(report) = needless::misplaced(command, line, context, &mistakes) {
        return vec![report.into()];
    }
    if let Some(report) = miscount(command, line, context, &mistakes, &[]) {
        return vec![report.into()];
    }
    if let Some(slip) = incomplete::one_of_forms(command, line, context, &mistakes) {
        return vec![slip];
    }
    // Additional arguments may fit a command with a similar name: `time *0.5 motor ...`.
    if mistakes.iter().any(|slip| slip.is(Misfit::Extra))
        && let Some(other) = unheard::longer_twin(command, line, context)
    {
        let message = format!(
            "these arguments do not fit `{}`; did you mean `{}`?",
            command.name, other.name
        );
        let help = format!("usage: {}\nusage: {}", usage(other), usage(command));
        let report = Diagnostic::error("E020", line.head, message).help(help);
        return vec![report.into()];
    }
    let mistakes = with_one_miscount(command, line, context, mistakes);
    without_displaced(line, without_missing(line, mistakes))
}

/// Makes the report of `get` with a shape that has a command of its own: `get head from ball 18mm`.
fn shape_of_command(
    command: &'static Command,
    line: Line,
    context: BindContext,
) -> Option<Diagnostic> {
    let text = |argument: &Argument| context.session.sources.text(argument.span);
    let words: Vec<&str> = line.arguments.iter().map(text).collect();
    let shape = match words.as_slice() {
        [_, "from", shape, ..] | [_, shape, ..] if command.name == "get" => *shape,
        _ => return None,
    };
    let written = shape_command(shape)?;
    let at = line
        .arguments
        .iter()
        .find(|argument| text(argument) == shape)?;
    let message = format!(
        "`get` reads files and the built-in shapes, found {}",
        quote(shape)
    );
    let help = format!("write `{written}`");
    Some(Diagnostic::error("E023", at.span, message).help(help))
}

/// Returns an example of the command that makes a shape that `get` does not have.
pub(crate) fn shape_command(shape: &str) -> Option<&'static str> {
    Some(match shape {
        "ball" | "sphere" => "ball NAME radius=5mm",
        "box" | "cuboid" | "block" => "box NAME size=[2cm 2cm 2cm]",
        "cylinder" => "cylinder NAME from=[0 0 0] to=[0 0 -2cm] radius=5mm",
        _ => return None,
    })
}

/// The mistakes of a line without those of the arguments after a word that fits no parameter at its place: it may have displaced
/// them.
fn without_displaced(line: Line, mut mistakes: Slips) -> Slips {
    let is_word = |slip: &Slip| {
        let mut arguments = line.arguments.iter();
        let argument = arguments.find(|argument| argument.span == slip.report.span);
        let help = slip.report.help.as_deref().unwrap_or_default();
        // A misspelt word has its place.
        let is_misspelt = help.starts_with("did you mean");
        slip.is(Misfit::Kind)
            && !is_misspelt
            && argument.is_some_and(|a| a.kind == ArgumentKind::Word)
    };
    if let Some(at) = mistakes.iter().position(is_word) {
        mistakes.truncate(at + 1);
    }
    mistakes
}

/// Makes the report of arguments that are missing or too many: with the right number the line fits, except for unknown names at
/// some places.
fn miscount(
    command: &'static Command,
    line: Line,
    context: BindContext,
    mistakes: &[Slip],
    names: &[Span],
) -> Option<Diagnostic> {
    miscounted::some_missing(command, line, context, mistakes, names)
        .or_else(|| miscounted::one_too_many(command, line, context, mistakes, names))
}

/// The mistakes of a line with unknown names, where a wrong number of arguments explains all others: the names, and one report of
/// the number.
fn with_one_miscount(
    command: &'static Command,
    line: Line,
    context: BindContext,
    mistakes: Slips,
) -> Slips {
    let first_other = mistakes.iter().position(|slip| !slip.is(Misfit::Name));
    let (mut names, others): (Slips, Slips) =
        mistakes.into_iter().partition(|slip| slip.is(Misfit::Name));
    let places: Vec<Span> = names.iter().map(|slip| slip.report.span).collect();
    let report = match places.is_empty() || others.is_empty() {
        true => None,
        false => miscount(command, line, context, &others, &places),
    };
    let rest = match report {
        Some(report) => vec![report.into()],
        None => others,
    };
    let tail = names.split_off(first_other.unwrap_or(0).min(names.len()));
    names.into_iter().chain(rest).chain(tail).collect()
}

/// The mistakes of a line without the report of what is missing at its end, where another argument is wrong: the help of that
/// one shows the usage.
fn without_missing(line: Line, mistakes: Slips) -> Slips {
    let end = line.span.after();
    let is_at_end = |slip: &Slip| slip.is(Misfit::Missing) && slip.report.span == end;
    let (missing, mut others): (Slips, Slips) = mistakes.into_iter().partition(is_at_end);
    let Some(first) = others.first_mut() else {
        return missing;
    };
    let usage = missing
        .iter()
        .filter_map(|slip| slip.report.help.as_deref());
    let usage = usage
        .flat_map(str::lines)
        .find(|help| help.starts_with("usage: "));
    if let Some(usage) = usage {
        let help = first.report.help.get_or_insert_default();
        if !help.contains("usage: ") {
            let gap = if help.is_empty() { "" } else { "\n" };
            *help += &[gap, usage].concat();
        }
    }
    others
}

/// Makes the report of a misspelt word that only improves readability: without it, the line fits.
fn misspelt_filler(
    command: &'static Command,
    line: Line,
    context: BindContext,
    mistakes: &[Slip],
) -> Option<Diagnostic> {
    let params = command.forms.iter().flat_map(|form| form.iter());
    let fillers = params.filter_map(|param| match param.kind {
        Kind::Filler(word) => Some(word),
        _ => None,
    });
    let fillers: Vec<&str> = fillers.collect();
    if mistakes.is_empty() || fillers.is_empty() {
        return None;
    }
    line.arguments.iter().enumerate().find_map(|(i, argument)| {
        let text = context.session.sources.text(argument.span);
        let is_word = argument.kind == ArgumentKind::Word && !fillers.contains(&text);
        let word = is_word.then(|| nearest(text, fillers.iter().copied()))??;
        let others = [&line.arguments[..i], &line.arguments[i + 1..]].concat();
        let without = Line {
            arguments: &others,
            ..line
        };
        fits(command, without, context).then(|| {
            let message = format!("expected `{word}`, found {}", quote(text));
            let help = format!("did you mean `{word}`?\nusage: {}", usage(command));
            Diagnostic::error("E023", argument.span, message).help(help)
        })
    })
}

/// Makes the report of two swapped arguments: with the opposite order, the line fits.
fn out_of_order(
    command: &'static Command,
    line: Line,
    context: BindContext,
    mistakes: &[Slip],
) -> Option<Diagnostic> {
    let of_kinds = |slip: &Slip| {
        matches!(
            slip.misfit,
            Some(Misfit::Unit | Misfit::Kind | Misfit::Name)
        )
    };
    if mistakes.len() < 2 || !mistakes.iter().all(of_kinds) {
        return None;
    }
    let mut arguments = line.arguments.to_vec();
    for i in 1..arguments.len() {
        arguments.swap(i - 1, i);
        let turned = Line {
            arguments: &arguments,
            ..line
        };
        if fits(command, turned, context) {
            let [second, first] = [arguments.get(i - 1)?.span, arguments.get(i)?.span];
            let text = |span| context.session.sources.text(span);
            let (a, b) = (text(first), text(second));
            let message = format!("{} must come before {}", quote(b), quote(a));
            let help = format!("swap them: `{b} {a}`\nusage: {}", usage(command));
            return Some(Diagnostic::error("E023", first.to(second), message).help(help));
        }
        arguments.swap(i - 1, i);
    }
    groups_out_of_order(command, line, context)
}

/// Number of arguments up to which the order of groups of them is tried.
const MOST_ORDERED: usize = 8;

/// Makes the report of two swapped groups of arguments, as in `{trunk.z} every 1ms`.
#[inline(never)]
fn groups_out_of_order(
    command: &'static Command,
    line: Line,
    context: BindContext,
) -> Option<Diagnostic> {
    let all = line.arguments;
    if all.len() > MOST_ORDERED {
        return None;
    }
    let ends = (2..=all.len()).flat_map(|end| (0..end - 1).map(move |start| (start, end)));
    let groups = ends.flat_map(|(start, end)| (start + 1..end).map(move |at| (start, at, end)));
    for (start, at, end) in groups {
        let mut arguments = all.to_vec();
        arguments.get_mut(start..end)?.rotate_left(at - start);
        let turned = Line {
            arguments: &arguments,
            ..line
        };
        if !fits(command, turned, context) {
            continue;
        }
        let whole = |group: &[Argument]| Some(group.first()?.span.to(group.last()?.span));
        let (first, second) = (whole(all.get(start..at)?)?, whole(all.get(at..end)?)?);
        let text = |span| context.session.sources.text(span);
        let (a, b) = (text(first), text(second));
        let message = format!("{} must come before {}", quote(b), quote(a));
        let help = format!("swap them: `{b} {a}`\nusage: {}", usage(command));
        return Some(Diagnostic::error("E023", first.to(second), message).help(help));
    }
    None
}

/// Makes the report of an argument that is given both by name and by position: without it, the line fits.
fn given_twice(
    command: &'static Command,
    line: Line,
    context: BindContext,
    mistakes: &[Slip],
) -> Option<Diagnostic> {
    if mistakes.is_empty() || mistakes.iter().any(|slip| slip.is(Misfit::ParameterName)) {
        return None;
    }
    // An invalid value is reported as such.
    let is_sound = |extra: &Named| {
        let value = extra.value.span;
        let mut places = mistakes.iter().map(|slip| slip.report.span);
        !places.any(|at| value.start <= at.start && at.end <= value.end)
    };
    let extras = line.named.iter().enumerate();
    extras
        .filter(|(_, extra)| is_sound(extra))
        .find_map(|(i, extra)| {
            let others: Vec<&Named> = [&line.named[..i], &line.named[i + 1..]].concat();
            let once = Line {
                named: &others,
                ..line
            };
            let name = context.session.sources.text(extra.name);
            let form = form_of(command, once, context)?;
            let is_it = |param: &Param| param.is_called(name);
            let (message, help) = match form.iter().any(is_it) {
                true => (
                    "is given twice, by name and by position",
                    "remove one of them".to_owned(),
                ),
                false => (
                    "cannot be given together with the other arguments, which are complete",
                    format!(
                        "remove {}; `corpus help {}` shows what it takes",
                        quote(name),
                        command.name
                    ),
                ),
            };
            let message = format!("{} {message}", quote(name));
            Some(Diagnostic::error("E062", extra.name, message).help(help))
        })
}
