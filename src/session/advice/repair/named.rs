//! Changes of a line that concern the names of its arguments.

use super::{Piece, Repair, Search};
use crate::diagnostic::{Diagnostic, quote, some_of};
use crate::lang::dimension::Dimension;
use crate::lang::syntax::{Argument, ArgumentKind};
use crate::session::bind::fit::{Misfit, Slip};
use crate::session::bind::other_kind::is_output;
use crate::session::bind::parameter_names::meant_name;
use crate::session::command::{Kind, Param, Value, group_at};
use crate::source::Span;

impl Search<'_> {
    /// The line without an argument that is given by name, and by position too.
    pub(super) fn without_named<'a>(
        &'a self,
        pieces: &'a [Piece],
    ) -> impl Iterator<Item = Repair> + 'a {
        let mut mistakes = self.mistakes.iter();
        let is_told = mistakes.any(|slip| slip.is(Misfit::ParameterName));
        pieces.iter().enumerate().filter_map(move |(at, piece)| {
            let named = piece.named()?;
            // An invalid value is reported as such.
            let value = named.value.span;
            let within = |slip: &Slip| {
                value.start <= slip.report.span.start && slip.report.span.end <= value.end
            };
            if is_told || self.mistakes.iter().any(within) {
                return None;
            }
            let name = quote(self.text(named.name));
            let message = format!("{name} cannot be given together with the other arguments");
            let mut repair = self.without(pieces, at, message)?;
            (repair.report.code, repair.report.span) = ("E062", named.name);
            Some(repair)
        })
    }

    /// The line with names that have a `=`, and lists in brackets: `at 0 0 1cm` for `at=[0 0 1cm]`.
    pub(super) fn with_names(&self, pieces: &[Piece]) -> Option<Repair> {
        let (mut changed, mut place): (Vec<Piece>, Option<Span>) = (vec![], None);
        let mut rest = pieces;
        while let Some((first, behind)) = rest.split_first() {
            let (piece, used) = match self.named(first, behind) {
                Some(named) => named,
                None => (first.clone(), 0),
            };
            if used > 0 {
                place = Some(place.map_or(piece.span, |place| place.to(piece.span)));
            }
            changed.push(piece);
            rest = behind.get(used..).unwrap_or_default();
        }
        let message = "a named argument needs `=`, and a list needs brackets";
        let report = Diagnostic::error("E023", place?, message);
        let pieces = changed;
        Some(Repair { pieces, report })
    }

    /// Returns the named argument that a word and the values after it were meant as, and the number of these.
    fn named(&self, word: &Piece, behind: &[Piece]) -> Option<(Piece, usize)> {
        let name = &*word.text;
        let own = self.command.forms.iter().find_map(|form| {
            let at = form.iter().position(|param| param.is_called(name))?;
            Some((form.get(at)?, group_at(form, at).len()))
        });
        let (param, size) = own.filter(|_| self.is_word(word))?;
        let size = if param.group == Some(name) { size } else { 1 };
        let values = behind.get(..size)?;
        let arguments: Option<Vec<Argument>> = values.iter().map(|v| v.argument.clone()).collect();
        let arguments = arguments?;
        let (first, last) = (arguments.first()?, arguments.last()?);
        let is_number = |argument: &Argument| {
            use ArgumentKind::{Computed, Number};
            matches!(argument.kind, Number { .. } | Computed(_))
        };
        let is_list = matches!(first.kind, ArgumentKind::List(_));
        let texts: Vec<&str> = values.iter().map(|value| &*value.text).collect();
        let (value, text) = match size {
            _ if is_list => (first.clone(), format!("{name}={}", texts.first()?)),
            1 if matches!(param.kind, Kind::Choice([word]) if *word == name)
                || !is_number(first) && !self.binder().accepts(param, first) =>
            {
                return None;
            }
            1 => (first.clone(), format!("{name}={}", texts.concat())),
            _ if !arguments.iter().all(is_number) => return None,
            _ => {
                let kind = ArgumentKind::List(arguments.as_slice().into());
                let span = first.span.to(last.span);
                (
                    Argument { kind, span },
                    format!("{name}=[{}]", texts.join(" ")),
                )
            }
        };
        let used = if is_list { 1 } else { size };
        let span = word.span.to(value.span);
        let name = word.span;
        let argument = Some(Argument::named(name, None, value, span));
        Some((
            Piece {
                argument,
                span,
                text,
            },
            used,
        ))
    }

    /// The line with names of optional arguments that come before their places: `2cm` for `size=2cm`, `320 200` for
    /// `width=320 height=200`, `a.csv` for `file=a.csv`.
    pub(super) fn with_numbers_named<'a>(
        &'a self,
        pieces: &'a [Piece],
    ) -> impl Iterator<Item = Repair> + 'a {
        let windows = (1..=2)
            .rev()
            .flat_map(|count| pieces.windows(count).enumerate());
        let are_plain = |values: &&[Piece]| values.iter().all(|value| value.named().is_none());
        let windows = windows.filter(move |(_, values)| are_plain(values));
        windows.filter_map(|(at, values)| {
            let mut rest = pieces.to_vec();
            rest.drain(at..at + values.len());
            let (params, fit) = self.fitting(&rest)?;
            let free = |at: usize| matches!(fit.values.get(at), Some(Value::Missing));
            let takes = |param: &Param, value: &Piece| {
                let argument = value.argument.as_ref();
                let is_bare =
                    |a: &Argument| matches!(a.kind, ArgumentKind::Number { unit: None, .. });
                let is_such = match param.kind {
                    Kind::Number(dimension, ..) if values.len() == 1 => {
                        dimension != Dimension::NONE
                    }
                    Kind::Path => values.len() == 1 && is_output(&value.text),
                    _ => values.len() == 2 && argument.is_some_and(is_bare),
                };
                param.optional
                    && is_such
                    && argument.is_some_and(|argument| self.binder().accepts(param, argument))
            };
            let mut own = params
                .windows(values.len())
                .enumerate()
                .filter(|(first, own)| {
                    (0..own.len()).all(|i| free(first + i))
                        && own
                            .iter()
                            .zip(values)
                            .all(|(param, value)| takes(param, value))
                });
            let (_, own) = own.next()?;
            for (param, value) in own.iter().zip(values) {
                rest.push(Piece {
                    argument: None,
                    span: value.span,
                    text: format!("{}={}", param.name, value.text),
                });
            }
            let span = values.first()?.span.to(values.last()?.span);
            let message = match values {
                [_] => format!("{} needs its name here", quote(self.text(span))),
                _ => format!("{} need their names here", quote(self.text(span))),
            };
            let report = Diagnostic::error("E023", span, message);
            Some(Repair {
                pieces: rest,
                report,
            })
        })
    }

    /// The line with a word and a value in place of a named argument: `joint leg q 30deg` for `joint leg q=30deg`.
    pub(super) fn without_sign<'a>(
        &'a self,
        pieces: &'a [Piece],
    ) -> impl Iterator<Item = Repair> + 'a {
        pieces.iter().enumerate().filter_map(move |(at, piece)| {
            let named = piece.named()?;
            let word = self.text(named.name);
            let is_word = |param: &Param| match param.kind {
                Kind::Choice(words) => words.contains(&word),
                Kind::Filler(own) => own == word,
                _ => false,
            };
            if !self.params().any(is_word) {
                return None;
            }
            let kind = ArgumentKind::Word;
            let span = named.name;
            let parts = [Argument { kind, span }, named.value.clone()];
            let mut pieces = pieces.to_vec();
            pieces.splice(at..=at, parts.map(|part| self.piece(part)));
            let message = format!("`{}` takes {} without `=`", self.command.name, quote(word));
            let report = Diagnostic::error("E062", span, message);
            Some(Repair { pieces, report })
        })
    }

    /// The line with this command's names of arguments: `joint leg spring=2` for `joint leg sprin=2`, `range=[-1 1]` for
    /// `qmin=-1 qmax=1`.
    pub(super) fn with_other_names(&self, pieces: &[Piece]) -> Option<Repair> {
        let names = pieces.iter().filter_map(Piece::named);
        let mut given: Vec<&str> = names.map(|named| self.text(named.name)).collect();
        let mut changed = pieces.to_vec();
        let mut others: Vec<(&str, &'static str, Span)> = vec![];
        for piece in &mut changed {
            let Some(named) = piece.named() else { continue };
            let name = self.text(named.name);
            if self.params().any(|param| param.is_called(name)) {
                continue;
            }
            let own = meant_name(self.command, &given, name)?;
            // A diameter has another value.
            if own == "radius" && name.starts_with('d') {
                return None;
            }
            let value = named.value.clone();
            let text = self.text(value.span).to_owned();
            *piece = Piece {
                text: format!("{own}={text}"),
                ..with_own_name(piece, own, value)
            };
            given.push(own);
            others.push((name, own, piece.span));
        }
        let (form, _) = self.fitting(&changed)?;
        let ((name, own, first), last) = (*others.first()?, others.last()?.2);
        for at in (0..form.len()).filter(|at| form[*at].group.is_some()) {
            join_group(&mut changed, group_at(form, at));
        }
        let command = self.command.name;
        let report = match others.len() {
            1 => {
                let message = format!("`{command}` has no parameter {}", quote(name));
                let span = Span {
                    end: first.start + name.len() as u32,
                    ..first
                };
                let help = format!("did you mean `{own}`?");
                Diagnostic::error("E062", span, message).help(help)
            }
            _ => {
                let names = some_of(others.iter().map(|(name, ..)| *name), "and");
                let message = format!("`{command}` has no parameters {names}");
                Diagnostic::error("E062", first.to(last), message)
            }
        };
        let pieces = changed;
        Some(Repair { pieces, report })
    }
}

/// Returns the piece with the name of a parameter, and with a value.
fn with_own_name(piece: &Piece, own: &'static str, value: Argument) -> Piece {
    let name = piece.named().map_or(piece.span, |named| named.name);
    Piece {
        text: format!("{own}={}", piece.text),
        span: piece.span,
        argument: Some(Argument::named(name, Some(own), value, piece.span)),
    }
}

/// Joins the named arguments of a group of parameters to a list: `range=[-1 1]` for `low=-1 high=1`.
fn join_group(pieces: &mut Vec<Piece>, group: &[Param]) {
    let Some(name) = group.first().and_then(|param| param.group) else {
        return;
    };
    let value_of = |piece: &Piece, param: &Param| {
        let value = piece.text.strip_prefix(param.name)?.strip_prefix('=')?;
        piece.named()?.own.map(|_| value.to_owned())
    };
    let found = group.iter().map(|param| {
        let mut values = pieces.iter().enumerate();
        values.find_map(|(at, piece)| Some((at, value_of(piece, param)?)))
    });
    let Some(found) = found.collect::<Option<Vec<(usize, String)>>>() else {
        return;
    };
    let mut places: Vec<usize> = found.iter().map(|(at, _)| *at).collect();
    let values: Vec<String> = found.into_iter().map(|(_, value)| value).collect();
    places.sort_unstable();
    if let [first, rest @ ..] = places.as_slice()
        && !rest.is_empty()
    {
        pieces[*first].text = format!("{name}=[{}]", values.join(" "));
        rest.iter().rev().for_each(|at| drop(pieces.remove(*at)));
    }
}
