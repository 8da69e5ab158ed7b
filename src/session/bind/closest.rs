//! The form of a command that is closest to a line.

use super::binder::Binder;
use super::fit::{Fit, Found, Misfit, Slip};
use super::line::{BindContext, Line, Slips};
use crate::diagnostic::suggest::nearest;
use crate::lang::syntax::{Argument, ArgumentKind, Named};
use crate::session::command::{Command, Kind, Param};
use crate::source::Span;

/// Calls a function with a line whose named arguments are apart from the others.
pub(in crate::session) fn separated<T>(
    command: &Command,
    line: Line,
    act: impl FnOnce(Line) -> T,
) -> T {
    let is_named = |a: &&Argument| matches!(a.kind, ArgumentKind::Named(_));
    if !line.arguments.iter().any(|a| is_named(&a)) || keeps_names(command) {
        return act(line);
    }
    let positional: Vec<Argument> = line
        .arguments
        .iter()
        .filter(|a| !is_named(a))
        .cloned()
        .collect();
    let named: Vec<&Named> = line
        .arguments
        .iter()
        .filter_map(|a| match &a.kind {
            ArgumentKind::Named(named) => Some(&**named),
            _ => None,
        })
        .collect();
    act(Line {
        arguments: &positional,
        named: &named,
        ..line
    })
}

/// Whether a command takes names of arguments literally.
pub(in crate::session) fn keeps_names(command: &Command) -> bool {
    let keeps = |p: &Param| {
        matches!(
            p.kind,
            Kind::Command | Kind::Parameters | Kind::Function | Kind::Items | Kind::Text
        )
    };
    command.forms.iter().any(|form| form.iter().any(keeps))
}

/// Whether a form has a keyword that the line does not contain, not even misspelt.
fn lacks_its_word(params: &[Param], line: Line, context: BindContext) -> bool {
    let text = |argument: &Argument| context.session.sources.text(argument.span);
    params.iter().any(|param| match param.kind {
        Kind::Choice([word]) if !param.optional => !line.arguments.iter().any(|argument| {
            nearest(text(argument), [*word]).is_some()
                || matches!(
                    argument.kind,
                    ArgumentKind::Computed(_) | ArgumentKind::Spelled(_) | ArgumentKind::Written(_)
                )
        }),
        _ => false,
    })
}

/// Whether the line contains the keyword of a form.
fn has_its_word(params: &[Param], line: Line, context: BindContext) -> bool {
    let text = |argument: &Argument| context.session.sources.text(argument.span);
    params.iter().any(|param| match param.kind {
        Kind::Choice([word]) if !param.optional => line
            .arguments
            .iter()
            .any(|argument| text(argument) == *word),
        _ => false,
    })
}

/// Fits a line to the form of a command that is closest to it, with one of the names that a pattern matches.
///
/// # Errors
/// The errors in the closest form, if it fits none.
#[inline(never)]
pub(in crate::session) fn closest(
    command: &'static Command,
    line: Line,
    context: BindContext,
    one: Option<(&Found, usize)>,
) -> Result<(usize, Fit), Slips> {
    let mut best: Option<Fit> = None;
    for (form, params) in command.forms.iter().enumerate() {
        // A form whose keyword, or whose named arguments are missing was hardly meant.
        let named = || params.iter().any(|param| param.named);
        let lacks_names =
            || line.named.is_empty() && named() && !has_its_word(params, line, context);
        if best.is_some() && (lacks_names() || lacks_its_word(params, line, context)) {
            continue;
        }
        let first_lacks = form == 1 && lacks_its_word(command.forms[0], line, context);
        let mut binder = Binder::new(command, context, line);
        if let Some((found, which)) = one {
            (binder.found, binder.which) = (Some(found.clone()), which);
        }
        let fit = binder.fit(params);
        if fit.fits() {
            return Ok((form, fit));
        }
        if first_lacks || best.as_ref().is_none_or(|best| fit.closer_than(best)) {
            best = Some(fit);
        }
    }
    Err(best.map_or_else(Vec::new, |fit| fit.mistakes))
}

/// Returns the first form of a command that a line fits, except for unknown names at these places.
pub(in crate::session) fn fitting(
    command: &'static Command,
    line: Line,
    context: BindContext,
    names: &[Span],
) -> Option<(&'static [Param], Fit)> {
    separated(command, line, |line| {
        let fits = command.forms.iter().map(|params| {
            let binder = Binder::new(command, context, line);
            (*params, binder.fit(params))
        });
        fits.into_iter().find(|(_, fit)| fit.fits_but(names))
    })
}

/// The mistakes of a line without those of the arguments after a word that fits no parameter at its place: it may have displaced
/// them.
pub(in crate::session) fn without_displaced(line: Line, mut mistakes: Slips) -> Slips {
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
    // An argument with an unknown name may be the one whose place another has taken.
    if mistakes.iter().any(|slip| slip.is(Misfit::ParameterName)) {
        mistakes.retain(|slip| !slip.is(Misfit::Kind));
    }
    mistakes
}
