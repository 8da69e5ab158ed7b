//! Lines that fit with a small change to several arguments: a list without its `=`, without a needless word, in another order.

use super::instead::is_output;
use super::unit_apart::in_order;
use crate::diagnostic::some_of;
use crate::diagnostic::{Diagnostic, escaped, quote};
use crate::geometry::Shape;
use crate::lang::dimension::Dimension;
use crate::lang::syntax::{Argument, ArgumentKind, Expression, ExpressionKind, Named};
use crate::session::bind::binder::Binder;
use crate::session::bind::fit::{Misfit, Slip};
use crate::session::bind::{BindContext, Line, Slips, fits};
use crate::session::command::{Command, Kind, Param, group_at};
use crate::source::Span;
use std::sync::Arc;

/// Words of a sentence that commands often do without.
const NEEDLESS: &[&str] = &[
    "as", "at", "by", "for", "from", "in", "into", "is", "of", "on", "onto", "the", "to", "with",
];

/// Whether a word may be left out of a line: an optional word of the command has its place.
fn is_needless(command: &Command, text: &str) -> bool {
    let mut params = command.forms.iter().copied().flatten();
    let is_own = |param: &Param| matches!(param.kind, Kind::Filler(word) if word == text);
    NEEDLESS.contains(&text) && !params.any(is_own)
}

/// Whether some errors may be due to the number, the order or the words of arguments, and not to their values.
fn may_be_misplaced(mistakes: &Slips) -> bool {
    let is_of_value = |slip: &Slip| slip.misfit.is_none() || slip.is(Misfit::Range);
    !mistakes.is_empty() && !mistakes.iter().any(is_of_value)
}

/// Number of arguments up to which other orders are tried.
const MOST_ORDERED: usize = 8;

/// Makes the report of a line that fits with one small change.
#[inline(never)]
pub(in crate::session) fn repaired(
    command: &'static Command,
    line: Line,
    context: BindContext,
    mistakes: &Slips,
) -> Option<Diagnostic> {
    let all = in_order(line);
    // Arguments after a word in place of a number are at wrong places, so their values may be out of range.
    let is_of_kind = mistakes.first().is_some_and(|slip| slip.is(Misfit::Kind));
    if is_of_kind && let Some(report) = list_apart(command, &all, line, context) {
        return Some(report);
    }
    if !may_be_misplaced(mistakes) {
        return None;
    }
    list_apart(command, &all, line, context)
        .or_else(|| needless_word(command, &all, line, context))
        .or_else(|| other_keyword(command, line, context))
        .or_else(|| number_without_name(command, line, context))
        .or_else(|| parameters_with_equals(command, line, context))
}

/// Returns a line in backticks; [`quote`] would shorten it.
fn whole(line: &str) -> String {
    format!("`{}`", escaped(line))
}

/// Whether a line with these arguments in place of its own fits.
fn fits_with(
    command: &'static Command,
    arguments: &[Argument],
    line: Line,
    context: BindContext,
) -> bool {
    let line = Line {
        arguments,
        named: &[],
        ..line
    };
    fits(command, line, context)
}

/// Makes the report of arguments whose names have no `=`, and lists without brackets: `at 0 0 1cm` for `at=[0 0 1cm]`.
fn list_apart(
    command: &'static Command,
    all: &[Argument],
    line: Line,
    context: BindContext,
) -> Option<Diagnostic> {
    let (mut changed, mut written) = (vec![], vec![]);
    let mut place: Option<Span> = None;
    let mut rest = all;
    while let Some((first, behind)) = rest.split_first() {
        let Some((named, used, text)) = named_after(command, first, behind, context) else {
            changed.push(first.clone());
            rest = behind;
            continue;
        };
        let span = named.span;
        place = Some(place.map_or(span, |place| place.to(span)));
        changed.push(named);
        written.push(text);
        rest = behind.get(used..).unwrap_or_default();
    }
    let span = place?;
    fits_with(command, &changed, line, context).then(|| {
        let message = "a named argument needs `=`, and a list needs brackets";
        let written = some_of(written.iter().map(String::as_str), "and");
        Diagnostic::error("E023", span, message).help(format!("write {written}"))
    })
}

/// Returns the named argument that a word and the numbers after it were meant as, the number of these, and its text.
fn named_after(
    command: &Command,
    word: &Argument,
    behind: &[Argument],
    context: BindContext,
) -> Option<(Argument, usize, String)> {
    let text = |span: Span| context.session.sources.text(span);
    let name = text(word.span);
    let size = command.forms.iter().find_map(|form| {
        form.iter().enumerate().find_map(|(at, param)| match param {
            _ if param.group == Some(name) => Some(group_at(form, at).len()),
            _ if param.name == name && matches!(param.kind, Kind::Number(..)) => Some(1),
            _ => None,
        })
    })?;
    let values = behind.get(..size)?;
    let (first, last) = (values.first()?, values.last()?);
    let is_number = |argument: &Argument| {
        use ArgumentKind::{Computed, Number};
        matches!(argument.kind, Number { .. } | Computed(_))
    };
    if word.kind != ArgumentKind::Word || !values.iter().all(is_number) {
        return None;
    }
    let texts: Vec<&str> = values.iter().map(|value| text(value.span)).collect();
    let (value, written) = match size {
        1 => (first.clone(), format!("{name}={}", texts.concat())),
        _ => (
            Argument {
                kind: ArgumentKind::List(values.into()),
                span: first.span.to(last.span),
            },
            format!("{name}=[{}]", texts.join(" ")),
        ),
    };
    let named = Argument {
        span: word.span.to(last.span),
        kind: ArgumentKind::Named(Arc::new(Named {
            name: word.span,
            value,
        })),
    };
    Some((named, size, written))
}

/// Makes the report of a word of a sentence without which the line fits.
fn needless_word(
    command: &'static Command,
    all: &[Argument],
    line: Line,
    context: BindContext,
) -> Option<Diagnostic> {
    let text = |argument: &Argument| context.session.sources.text(argument.span);
    all.iter().enumerate().find_map(|(i, word)| {
        // A word of a sentence comes before another argument: a last `on` or `of` is meant as a value.
        let is_last = i + 1 == all.len();
        if word.kind != ArgumentKind::Word || is_last || !is_needless(command, text(word)) {
            return None;
        }
        let mut others = all.to_vec();
        others.remove(i);
        fits_with(command, &others, line, context).then(|| {
            let message = format!("{} is one word too many", quote(text(word)));
            let rest: Vec<&str> = others.iter().map(text).collect();
            let written = whole(&format!("{} {}", command.name, rest.join(" ")));
            let help = match rest.as_slice() {
                [shape, name] if command.name == "get" && Shape::by_name(shape).is_some() => {
                    format!("the name comes first: write `get {name} from {shape}`")
                }
                _ => format!("without it: {written}"),
            };
            Diagnostic::error("E022", word.span, message).help(help)
        })
    })
}

/// Makes the report of a word of a sentence in place of a keyword with which the line fits: `in 1s` for `for 1s`.
fn other_keyword(
    command: &'static Command,
    line: Line,
    context: BindContext,
) -> Option<Diagnostic> {
    let params = command.forms.iter().copied().flatten();
    let mut keywords: Vec<&'static str> = params
        .filter_map(|param| match param.kind {
            Kind::Choice([word]) => Some(*word),
            _ => None,
        })
        .collect();
    keywords.sort_unstable();
    keywords.dedup();
    let text = |argument: &Argument| context.session.sources.text(argument.span);
    line.arguments.iter().enumerate().find_map(|(i, word)| {
        let found = text(word);
        let is_other = is_needless(command, found) || matches!(found, "during" | "until");
        // A last `on` is meant as a value: no other keyword is.
        let is_value = i + 1 == line.arguments.len() && found == "on";
        if word.kind != ArgumentKind::Word || is_value || !is_other {
            return None;
        }
        keywords.iter().find_map(|keyword| {
            let mut arguments = line.arguments.to_vec();
            arguments.get_mut(i)?.kind = ArgumentKind::Written((*keyword).into());
            let changed = Line {
                arguments: &arguments,
                ..line
            };
            fits(command, changed, context).then(|| {
                let message = format!("expected `{keyword}`, found {}", quote(found));
                let words = line.arguments.iter().enumerate();
                let words = words.map(|(at, a)| if at == i { keyword } else { text(a) });
                let words: Vec<&str> = words.collect();
                let written = whole(&format!("{} {}", command.name, words.join(" ")));
                Diagnostic::error("E023", word.span, message).help(format!("write {written}"))
            })
        })
    })
}

/// Makes the report of a number in place of an optional argument before its own: `2cm` for `size=2cm`.
fn number_without_name(
    command: &'static Command,
    line: Line,
    context: BindContext,
) -> Option<Diagnostic> {
    let is_plain = |argument: &Argument| {
        use ArgumentKind::{Number, Quoted, Word};
        matches!(argument.kind, Word | Quoted | Number { .. })
    };
    let last = line.arguments.last()?;
    if !line.arguments.iter().all(is_plain) || !matches!(last.kind, ArgumentKind::Number { .. }) {
        return None;
    }
    let index = line.arguments.len() - 1;
    let own = command.forms.iter().find_map(|params| {
        let ranges = (0..params.len()).flat_map(|at| (at + 1..params.len()).map(move |to| at..to));
        ranges.into_iter().find_map(|range| {
            let left_out = params.get(range.clone())?;
            let own = params.get(range.end)?;
            let are_optional = left_out.iter().all(|param| param.optional);
            let mut binder = Binder::new(command, context, line);
            binder.cursor.left_out = range;
            let fit = are_optional.then(|| binder.fit(params))?;
            let is_measure =
                matches!(own.kind, Kind::Number(dimension, ..) if dimension != Dimension::NONE);
            let is_own = own.optional && is_measure && fit.after_left_out == index;
            (is_own && fit.fits()).then_some(own)
        })
    })?;
    let text = context.session.sources.text(last.span);
    let written = quote(&format!("{}={text}", own.name));
    let message = format!("{} needs its name here", quote(text));
    Some(Diagnostic::error("E023", last.span, message).help(format!("write {written}")))
}

/// Makes the report of several parameters with `=` where each one is a word before its value, on a line of its own:
/// `qmin=0 qmax=1` for `qmin 0` and `qmax 1`.
fn parameters_with_equals(
    command: &'static Command,
    line: Line,
    context: BindContext,
) -> Option<Diagnostic> {
    let (first, last) = (line.named.first()?, line.named.last()?);
    let text = |span: Span| context.session.sources.text(span);
    let as_words = |named: &&Named| {
        let mut arguments = line.arguments.to_vec();
        arguments.push(Argument {
            kind: ArgumentKind::Word,
            span: named.name,
        });
        arguments.push(named.value.clone());
        let alone = Line {
            arguments: &arguments,
            named: &[],
            ..line
        };
        fits(command, alone, context).then(|| {
            let words: Vec<&str> = arguments.iter().map(|a| text(a.span)).collect();
            format!("{} {}", command.name, words.join(" "))
        })
    };
    let lines: Option<Vec<String>> = line.named.iter().map(as_words).collect();
    let lines = lines.filter(|lines| lines.len() > 1)?;
    let message = format!(
        "`{}` takes these without `=`, one on each line",
        command.name
    );
    let span = first.name.to(last.value.span);
    let help = format!("write:\n{}", lines.join("\n"));
    Some(Diagnostic::error("E062", span, message).help(help))
}

/// Makes the report of arguments in another order, if the line also needs braces or has a needless word:
/// `record a.csv leg.q every 1ms`, `record {leg.q} to a.csv`.
#[inline(never)]
pub(in crate::session) fn misplaced(
    command: &'static Command,
    line: Line,
    context: BindContext,
    mistakes: &Slips,
) -> Option<Diagnostic> {
    let all = line.arguments;
    if !may_be_misplaced(mistakes) || all.len() > MOST_ORDERED || !line.named.is_empty() {
        return None;
    }
    let session = context.session;
    let mut pieces: Vec<(Argument, String)> = vec![];
    for argument in all {
        let text = session.sources.text(argument.span);
        let is_quantity = argument.kind == ArgumentKind::Word
            && text.contains('.')
            && session.quantity(text).is_ok();
        pieces.push(match is_quantity {
            true => (in_braces(argument.span), format!("{{{text}}}")),
            false => (argument.clone(), text.to_owned()),
        });
    }
    let is_needless = |(argument, text): &(Argument, String)| {
        argument.kind == ArgumentKind::Word && is_needless(command, text)
    };
    let is_late_file = |(i, piece): (usize, &(Argument, String))| i > 0 && is_output(&piece.1);
    let has_late_file = pieces.iter().enumerate().any(is_late_file);
    let is_changed = pieces
        .iter()
        .any(|piece| is_needless(piece) || !all.contains(&piece.0));
    if mistakes.len() < 2 && !is_changed && !has_late_file {
        return None;
    }
    let drops = (0..pieces.len()).filter(|i| pieces.get(*i).is_some_and(is_needless));
    let without = drops.map(|i| {
        let mut less = pieces.clone();
        less.remove(i);
        less
    });
    let variants: Vec<_> = std::iter::once(pieces.clone()).chain(without).collect();
    let (end, written) = variants.iter().find_map(|variant| {
        let count = variant.len();
        // A group that moves to the end is tried first.
        let ends = (2..=count)
            .rev()
            .flat_map(|end| (0..end - 1).map(move |start| (start, end)));
        let groups = ends.flat_map(|(start, end)| (start + 1..end).map(move |at| (start, at, end)));
        groups.into_iter().find_map(|(start, at, end)| {
            let mut turned = variant.clone();
            turned.get_mut(start..end)?.rotate_left(at - start);
            let (arguments, texts): (Vec<Argument>, Vec<String>) = turned.into_iter().unzip();
            let changed = Line {
                arguments: &arguments,
                ..line
            };
            fits(command, changed, context).then(|| (all.last(), texts.join(" ")))
        })
    })?;
    let first = mistakes.first()?.report.span;
    let span = first.to(end?.span);
    let message = format!("`{}` takes its arguments in another order", command.name);
    let is_file_first = written.split(' ').next().is_some_and(is_output);
    let written = whole(&format!("{} {written}", command.name));
    let help = match has_late_file && is_file_first {
        true => format!("the file comes first: {written}"),
        false => format!("write {written}"),
    };
    Some(Diagnostic::error("E023", span, message).help(help))
}

/// Returns the argument `{leg.q}` for the word `leg.q`.
fn in_braces(span: Span) -> Argument {
    let expression = Expression {
        kind: ExpressionKind::Name,
        span,
    };
    Argument {
        kind: ArgumentKind::Computed(Arc::new(expression)),
        span,
    }
}
