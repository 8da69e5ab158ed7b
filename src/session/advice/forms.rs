//! Reports of lines that end early, or have a wrong word, where several forms of the command match the start.

use crate::diagnostic::some_of;
use crate::diagnostic::suggest::did_you_mean;
use crate::diagnostic::{Diagnostic, quote};
use crate::session::bind::binder::Binder;
use crate::session::bind::fit::{Fit, Misfit, Slip};
use crate::session::bind::line::{BindContext, Line};
use crate::session::command::{Command, Kind, Param, usage_line};
use std::collections::BTreeSet;

/// Most forms that a report shows.
const MOST_FORMS: usize = 4;

/// Whether the first error of a fit is at the same place as this one and of the same kind. A missing argument must be the only
/// error.
fn is_like(fit: &Fit, slip: &Slip) -> bool {
    let alone = !slip.is(Misfit::Missing) || fit.mistakes.len() == 1;
    let first = fit.mistakes.first();
    // A form may have no parameter where another one expects a word.
    let is_extra = slip.is(Misfit::Extra);
    let misfit = slip.misfit.filter(|_| !is_extra).unwrap_or(Misfit::Kind);
    let is_same = |one: &Slip| {
        // A word may be missing before the extra arguments.
        let is_missing = is_extra && one.is(Misfit::Missing);
        let is_there = one.report.span.start == slip.report.span.start;
        (one.is(misfit) || is_missing) && is_there
    };
    alone && !fit.silent && first.is_some_and(is_same)
}

/// Returns the words that a parameter accepts, if it accepts only words.
fn words(param: &Param) -> Option<&'static [&'static str]> {
    match param.kind {
        Kind::Choice(words) => Some(words),
        _ => None,
    }
}

/// Returns the error of a line that matches the start of several forms: it lists all words that may follow, or the arguments
/// that the shortest form requires.
#[inline(never)]
pub(in crate::session) fn one_of_forms(
    command: &'static Command,
    line: Line,
    context: BindContext,
    mistakes: &[Slip],
) -> Option<Slip> {
    let (slip, others) = mistakes.split_first()?;
    let goes_with_it = |other: &Slip| slip.is(Misfit::Kind) && other.is(Misfit::Extra);
    if !others.iter().all(goes_with_it) {
        return None;
    }
    let is_missing = slip.is(Misfit::Missing) && slip.report.span == line.span.after();
    let is_wrong = slip.is(Misfit::Kind) || slip.is(Misfit::Extra);
    if !(is_missing || is_wrong) || command.forms.len() < 2 {
        return None;
    }
    let fits = command.forms.iter().map(|params| {
        let binder = Binder::new(command, context, line);
        (params, binder.fit(params))
    });
    let (named, others): (Vec<_>, Vec<_>) = fits.partition(|(_, fit)| fit.fits());
    let alike = others.into_iter().filter(|(_, fit)| is_like(fit, slip));
    let alike: Vec<_> = alike.collect();
    if alike.len() < 2 {
        let (form, _) = alike.first().filter(|_| is_missing)?;
        // With named arguments, the line may also become one that it fits already.
        let named = named.iter().map(|(form, _)| **form);
        let forms: Vec<&[Param]> = std::iter::once(**form).chain(named).collect();
        return Some(with_usage(command, &forms, slip));
    }
    // The first of several extra arguments is the one in place of a word.
    let first = alike.first().and_then(|(_, fit)| fit.mistakes.first());
    let slip = &match first.filter(|_| slip.is(Misfit::Extra)) {
        Some(first) => Slip {
            misfit: slip.misfit,
            report: Diagnostic {
                span: first.report.span,
                help: Some(format!("`corpus help {}` describes them", command.name)),
                ..slip.report.clone()
            },
        },
        None => Slip {
            misfit: slip.misfit,
            report: slip.report.clone(),
        },
    };
    let next = |(params, fit): &(&&'static [Param], Fit)| match is_missing {
        true => fit.missing.first().copied(),
        false => params.get(fit.reached).copied(),
    };
    let next: Option<Vec<Param>> = alike.iter().map(next).collect();
    let next = next?;
    let all: Option<Vec<&[&str]>> = next.iter().map(words).collect();
    if let Some(all) = all {
        let mut all = all.concat();
        let mut seen = BTreeSet::new();
        all.retain(|word| seen.insert(*word));
        return (all.len() > 1).then(|| one_of_words(&next, &all, context, slip));
    }
    if !is_missing {
        return None;
    }
    // A form that requires fewer of the same arguments: `record FILE VALUES` for `record FILE every PERIOD VALUES`.
    let names = |fit: &Fit| fit.missing.iter().map(|param| param.name).collect();
    let is_this = |fit: &Fit| {
        fit.mistakes.first().map(|one| &one.report.message) == Some(&slip.report.message)
    };
    let this = alike.iter().find(|(_, fit)| is_this(fit))?;
    let wanted: BTreeSet<&str> = names(&this.1);
    let fewer = alike.iter().filter(|(_, fit)| {
        let own: BTreeSet<&str> = names(fit);
        own.len() < wanted.len() && own.is_subset(&wanted)
    });
    let shortest = fewer.min_by_key(|(_, fit)| fit.missing.len());
    let shortest = shortest.and_then(|(_, fit)| fit.mistakes.first());
    let forms: Vec<&[Param]> = alike.iter().map(|(form, _)| **form).collect();
    let mut slip = with_usage(command, &forms, shortest.unwrap_or(slip));
    let first: BTreeSet<&str> = next.iter().map(|param| param.name).collect();
    if shortest.is_none() && wanted.len() > 1 && first.len() > 1 {
        slip.report.message = format!("`{}` needs more arguments", command.name);
    }
    Some(slip)
}

/// A report of missing arguments, whose help shows the forms that the line may become in place of all forms.
fn with_usage(command: &Command, forms: &[&[Param]], slip: &Slip) -> Slip {
    let mut lines: Vec<String> = forms
        .iter()
        .map(|form| usage_line(command, form).0)
        .collect();
    lines.dedup();
    let mut report = slip.report.clone();
    if let Some(help) = &mut report.help
        && help.starts_with("usage: ")
        && lines.len() <= MOST_FORMS
    {
        let rest = help.split_once('\n').map(|(_, rest)| rest.to_owned());
        *help = format!("usage: {}", lines.join("  or  "));
        if let Some(rest) = rest {
            *help += &["\n", &rest].concat();
        }
    }
    let misfit = slip.misfit;
    Slip { misfit, report }
}

/// Makes the report of a line in which one of these words is missing or replaced.
fn one_of_words(next: &[Param], all: &[&str], context: BindContext, slip: &Slip) -> Slip {
    let span = slip.report.span;
    let listed = some_of(all.iter().copied(), "or");
    let mut report = Diagnostic {
        notes: slip.report.notes.clone(),
        ..Diagnostic::error(
            if slip.is(Misfit::Missing) {
                "E021"
            } else {
                "E023"
            },
            span,
            "",
        )
    };
    let same = next
        .first()
        .filter(|first| next.iter().all(|p| p.name == first.name));
    let label = same.map(|param| quote(param.name));
    if slip.is(Misfit::Missing) {
        report.message = match label {
            Some(label) => format!("{label} is missing: {listed}"),
            None => format!("one of these words is missing: {listed}"),
        };
        report.help = slip.report.help.as_ref().map(|help| {
            let usage = help.lines().next().unwrap_or_default();
            usage.to_owned()
        });
    } else {
        let found = context.session.sources.text(span);
        let shown = quote(found);
        let is_number = found.starts_with(|c: char| c.is_ascii_digit() || "-.[{".contains(c));
        report.message = match label {
            _ if slip.is(Misfit::Extra) && is_number => {
                format!("one of these words is missing before {shown}: {listed}")
            }
            Some(label) => format!("{label} must be {listed}, found {shown}"),
            None => format!("expected {listed}, found {shown}"),
        };
        let near = did_you_mean(found, all.iter().copied());
        report.help = near.or_else(|| slip.report.help.clone());
    }
    Slip {
        misfit: slip.misfit,
        report,
    }
}
