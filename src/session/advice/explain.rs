//! A single report for all errors of a line, where one cause explains them.

use super::missing::{may_be_miscounted, some_missing};
use super::repair::Search;
use super::{forms, units, unknown_command, words};
use crate::diagnostic::{Diagnostic, quote};
use crate::lang::syntax::Argument;
use crate::session::bind::closest::{keeps_names, without_displaced};
use crate::session::bind::fit::{Misfit, Slip};
use crate::session::bind::line::{BindContext, Line, Slips};
use crate::session::command::{Command, usage};
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
    let mistakes = match with_known_words(command, line, context, mistakes) {
        Ok(known) => return known,
        Err(mistakes) => mistakes,
    };
    // Commands in commands are not tried again: that would take twice as long for each level.
    if !mistakes.is_empty()
        && !keeps_names(command)
        && let Some(report) = changed(command, line, context, &mistakes)
    {
        return vec![report.into()];
    }
    if let Some(slip) = forms::one_of_forms(command, line, context, &mistakes) {
        return vec![slip];
    }
    // Additional arguments may fit a command with a similar name: `time *0.5 motor ...`.
    if mistakes.iter().any(|slip| slip.is(Misfit::Extra))
        && let Some(other) = unknown_command::longer_twin(command, line, context)
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

/// Makes the report of a line that would bind with one change.
fn changed(
    command: &'static Command,
    line: Line,
    context: BindContext,
    mistakes: &Slips,
) -> Option<Diagnostic> {
    let names = &[];
    let search = Search {
        command,
        line,
        context,
        mistakes,
        names,
    };
    units::units_apart(command, line, context, mistakes)
        .or_else(|| search.repaired())
        .or_else(|| miscount(command, line, context, mistakes, names))
}

/// Makes the report of arguments that are missing or too many: with the right number the line fits, except for unknown names at
/// some places.
fn miscount(
    command: &'static Command,
    line: Line,
    context: BindContext,
    mistakes: &Slips,
    names: &[Span],
) -> Option<Diagnostic> {
    // One that is missing at the end, or one more there, has its own report.
    let of_end = |misfit| matches!(misfit, Some(Misfit::Missing | Misfit::Extra));
    if mistakes.iter().all(|slip| of_end(slip.misfit))
        || !may_be_miscounted(command, line, mistakes)
    {
        return None;
    }
    let search = Search {
        command,
        line,
        context,
        mistakes,
        names,
    };
    let missing = some_missing(command, line, context, mistakes, names);
    let has_advice = mistakes.iter().any(has_advice);
    missing.or_else(|| (mistakes.len() > 1 && !has_advice).then(|| search.one_too_many())?)
}

/// The mistakes of a line up to one that has the line to write instead, if the table of words has one.
///
/// # Errors
/// It has none: the mistakes.
fn with_known_words(
    command: &'static Command,
    line: Line,
    context: BindContext,
    mut mistakes: Slips,
) -> Result<Slips, Slips> {
    let is_of_word = |slip: &Slip| slip.is(Misfit::Kind) || slip.is(Misfit::ParameterName);
    let place = mistakes
        .iter()
        .position(|slip| is_of_word(slip) && !has_advice(slip));
    let text = |argument: &Argument| context.session.sources.text(argument.span);
    let all = units::in_order(line);
    let texts: Vec<&str> = all.iter().map(text).collect();
    let Some(at) = place else {
        return Err(mistakes);
    };
    let Some(known) = words::line_of(command.name, &texts.join(" ")) else {
        return Err(mistakes);
    };
    mistakes.truncate(at + 1);
    let slip = &mut mistakes[at];
    let mut all = line.arguments.iter();
    if let Some(word) = known.at
        && let Some(argument) = all.find(|argument| text(argument) == word)
    {
        let message = format!("`{}` does not take {}", command.name, quote(&word));
        slip.report = Diagnostic::error("E023", argument.span, message);
    }
    slip.report.help = Some(known.says);
    Ok(mistakes)
}

/// Whether the help of a mistake is more than the usage of the command.
fn has_advice(slip: &Slip) -> bool {
    let help = slip.report.help.as_ref();
    help.is_some_and(|help| !help.starts_with("usage: "))
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
