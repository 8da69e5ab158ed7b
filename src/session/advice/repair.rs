//! The search for one small change with which a line that did not bind would bind: each candidate changes the arguments in one way,
//! the likeliest first, and the binder decides.

use super::units::in_order;
use crate::diagnostic::suggest::nearest;
use crate::diagnostic::{Diagnostic, escaped, quote};
use crate::lang::dimension::Dimension;
use crate::lang::syntax::{Argument, ArgumentKind, Expression, ExpressionKind, Named};
use crate::session::bind::binder::Binder;
use crate::session::bind::closest::fitting;
use crate::session::bind::fit::{Misfit, Slip};
use crate::session::bind::line::{BindContext, Line};
use crate::session::bind::other_kind::is_output;
use crate::session::command::{Command, Kind, Param, Value, group_at};
use crate::source::Span;
use std::sync::Arc;

/// Words of a sentence that commands often do without.
const NEEDLESS: &[&str] = &[
    "as", "at", "by", "for", "from", "in", "into", "is", "of", "on", "onto", "the", "to", "with",
];

/// Number of arguments up to which other orders are tried.
const MOST_ORDERED: usize = 8;

/// An argument of a changed line.
#[derive(Clone)]
struct Piece {
    /// The argument; none for one without which the line is tried.
    argument: Option<Argument>,
    /// Its place, or that of the argument that it replaces.
    span: Span,
    /// How it is written.
    text: String,
}

/// A change of a line.
struct Repair {
    pieces: Vec<Piece>,
    /// What is wrong; the help is the changed line.
    report: Diagnostic,
}

/// A line that does not bind.
pub(super) struct Search<'a> {
    pub command: &'static Command,
    pub line: Line<'a>,
    pub context: BindContext<'a>,
    pub mistakes: &'a [Slip],
    /// Places of unknown names, which a changed line may still have.
    pub names: &'a [Span],
}

impl Search<'_> {
    /// Returns the report of the first change with which the line binds.
    #[inline(never)]
    pub fn repaired(&self) -> Option<Diagnostic> {
        let of_value = |slip: &Slip| slip.misfit.is_none() || slip.is(Misfit::Range);
        let is_misplaced = !self.mistakes.iter().any(of_value);
        // Arguments after a word in place of a number are at wrong places, so their values may be out of range.
        let is_of_kind = self.mistakes.first()?.is(Misfit::Kind);
        let pieces = &self.pieces();
        let of_words = (is_misplaced || is_of_kind).then(|| self.with_names(pieces));
        let of_places = is_misplaced.then(|| {
            self.without_words(pieces)
                .chain(self.with_other_words(pieces))
                .chain(self.with_numbers_named(pieces))
        });
        let of_order = is_misplaced.then(|| self.in_other_orders(pieces));
        let candidates = of_words.into_iter().flatten();
        let candidates = candidates.chain(of_places.into_iter().flatten());
        let candidates = candidates.chain(self.without_named(pieces));
        self.best(candidates.chain(of_order.into_iter().flatten()))
    }

    /// Returns the report of an argument without which the line binds, if the number of arguments may explain the mistakes.
    #[inline(never)]
    pub fn one_too_many(&self) -> Option<Diagnostic> {
        let pieces = &self.pieces();
        let at = 0..pieces.len();
        self.best(at.filter_map(|at| {
            let text = quote(&pieces.get(at)?.text);
            self.without(pieces, at, format!("{text} is one argument too many"))
        }))
    }

    fn best(&self, mut candidates: impl Iterator<Item = Repair>) -> Option<Diagnostic> {
        let Repair { pieces, report } = candidates.find(|repair| self.binds(&repair.pieces))?;
        let words: Vec<&str> = pieces.iter().map(|piece| &*piece.text).collect();
        let written = format!("{} {}", self.command.name, words.join(" "));
        let meant = report.help.as_ref().map(|help| format!("{help}\n"));
        let meant = meant.unwrap_or_default();
        Some(report.help(format!("{meant}write `{}`", escaped(&written))))
    }

    fn binds(&self, pieces: &[Piece]) -> bool {
        let arguments = pieces.iter().filter_map(|piece| piece.argument.clone());
        let arguments: Vec<Argument> = arguments.collect();
        let line = Line {
            arguments: &arguments,
            named: &[],
            ..self.line
        };
        fitting(self.command, line, self.context, self.names).is_some()
    }

    fn text(&self, span: Span) -> &str {
        self.context.session.sources.text(span)
    }

    fn pieces(&self) -> Vec<Piece> {
        let piece = |argument: Argument| Piece {
            span: argument.span,
            text: self.text(argument.span).to_owned(),
            argument: Some(argument),
        };
        in_order(self.line).into_iter().map(piece).collect()
    }

    fn params(&self) -> impl Iterator<Item = &'static Param> {
        self.command.forms.iter().copied().flatten()
    }

    fn is_word(&self, piece: &Piece) -> bool {
        let argument = piece.argument.as_ref();
        argument.is_some_and(|argument| argument.kind == ArgumentKind::Word)
    }

    /// Whether a word may be left out of a line: an optional word of the command has its place.
    fn is_needless(&self, piece: &Piece) -> bool {
        let is_own = |param: &Param| matches!(param.kind, Kind::Filler(word) if word == piece.text);
        self.is_word(piece) && NEEDLESS.contains(&&*piece.text) && !self.params().any(is_own)
    }

    /// The line without the piece of a number.
    fn without(&self, pieces: &[Piece], at: usize, message: String) -> Option<Repair> {
        let mut pieces = pieces.to_vec();
        let span = pieces.get(at)?.span;
        pieces.remove(at);
        let report = Diagnostic::error("E022", span, message);
        Some(Repair { pieces, report })
    }

    /// The line without a word of a sentence: `film a.gif from side`.
    fn without_words<'a>(&'a self, pieces: &'a [Piece]) -> impl Iterator<Item = Repair> + 'a {
        // Such a word comes before another argument: a last `on` or `of` is meant as a value.
        let before_last = pieces
            .iter()
            .enumerate()
            .take(pieces.len().saturating_sub(1));
        let needless = before_last.filter(|(_, piece)| self.is_needless(piece));
        needless.filter_map(|(at, piece)| {
            let message = format!("{} is one word too many", quote(&piece.text));
            self.without(pieces, at, message)
        })
    }

    /// The line without an argument that is given by name, and by position too.
    fn without_named<'a>(&'a self, pieces: &'a [Piece]) -> impl Iterator<Item = Repair> + 'a {
        let mut mistakes = self.mistakes.iter();
        let is_told = mistakes.any(|slip| slip.is(Misfit::ParameterName));
        pieces.iter().enumerate().filter_map(move |(at, piece)| {
            let Some(ArgumentKind::Named(named)) = piece.argument.as_ref().map(|a| &a.kind) else {
                return None;
            };
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

    /// The line with another word in place of one: a word of a sentence, as in `in 1s` for `for 1s`, or a misspelt one.
    fn with_other_words<'a>(&'a self, pieces: &'a [Piece]) -> impl Iterator<Item = Repair> + 'a {
        let words = self.params().filter_map(|param| match param.kind {
            Kind::Choice(words) => Some((words.to_vec(), words.len() == 1)),
            Kind::Filler(word) => Some((vec![word], false)),
            _ => None,
        });
        let words: Vec<(Vec<&'static str>, bool)> = words.collect();
        let has_advice = |piece: &Piece| {
            let of_piece = |slip: &&Slip| slip.report.span == piece.span;
            let help = self
                .mistakes
                .iter()
                .find(of_piece)
                .and_then(|slip| slip.report.help.as_ref());
            help.is_some_and(|help| help.starts_with("did you mean"))
        };
        let plain = pieces.iter().enumerate();
        let plain = plain.filter(move |(_, piece)| self.is_word(piece) && !has_advice(piece));
        plain.flat_map(move |(at, piece)| {
            let found = &*piece.text;
            // A last `on` is meant as a value: no other keyword is.
            let is_value = at + 1 == pieces.len() && found == "on";
            let is_other =
                !is_value && (self.is_needless(piece) || matches!(found, "during" | "until"));
            let meant = words
                .iter()
                .flat_map(|(words, is_keyword)| match is_keyword {
                    true if is_other => Some(words[0]),
                    _ => nearest(found, words.iter().copied()).filter(|word| *word != found),
                });
            let change = |word: &'static str| {
                let mut pieces = pieces.to_vec();
                let is_filler =
                    |param: &Param| matches!(param.kind, Kind::Filler(of) if of == word);
                let written = Argument {
                    kind: ArgumentKind::Written(word.into()),
                    span: piece.span,
                };
                pieces[at] = Piece {
                    argument: (!self.params().any(is_filler)).then_some(written),
                    span: piece.span,
                    text: word.to_owned(),
                };
                let message = format!("expected `{word}`, found {}", quote(found));
                let mut report = Diagnostic::error("E023", piece.span, message);
                report.help = (!is_other).then(|| format!("did you mean `{word}`?"));
                Repair { pieces, report }
            };
            meant.map(change).collect::<Vec<_>>()
        })
    }

    /// The line with names that have a `=`, and lists in brackets: `at 0 0 1cm` for `at=[0 0 1cm]`.
    fn with_names(&self, pieces: &[Piece]) -> Option<Repair> {
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
        let kind = ArgumentKind::Named(Arc::new(Named { name, value }));
        let argument = Some(Argument { kind, span });
        Some((
            Piece {
                argument,
                span,
                text,
            },
            used,
        ))
    }

    fn binder(&self) -> Binder<'_> {
        Binder::new(self.command, self.context, self.line)
    }

    /// The line with names of optional arguments that come before their places: `2cm` for `size=2cm`, `320 200` for
    /// `width=320 height=200`, `a.csv` for `file=a.csv`.
    fn with_numbers_named<'a>(&'a self, pieces: &'a [Piece]) -> impl Iterator<Item = Repair> + 'a {
        let windows = (1..=2)
            .rev()
            .flat_map(|count| pieces.windows(count).enumerate());
        windows.filter_map(|(at, values)| {
            let mut rest = pieces.to_vec();
            rest.drain(at..at + values.len());
            let arguments: Vec<Argument> = rest.iter().filter_map(|p| p.argument.clone()).collect();
            let line = Line {
                arguments: &arguments,
                named: &[],
                ..self.line
            };
            let (params, fit) = fitting(self.command, line, self.context, &[])?;
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

    /// The line in another order, perhaps with quantities in braces or without a needless word: `record a.csv leg.q every 1ms`,
    /// `record {leg.q} to a.csv`.
    fn in_other_orders<'a>(&'a self, pieces: &'a [Piece]) -> impl Iterator<Item = Repair> + 'a {
        let mut is_changed = false;
        let mut braced = pieces.to_vec();
        for piece in &mut braced {
            if self.is_word(piece)
                && piece.text.contains('.')
                && self.context.session.quantity(&piece.text).is_ok()
            {
                (piece.argument, piece.text) =
                    (Some(in_braces(piece.span)), format!("{{{}}}", piece.text));
                is_changed = true;
            }
        }
        let needless = (0..braced.len()).filter(|at| self.is_needless(&braced[*at]));
        let needless: Vec<usize> = needless.collect();
        is_changed |= !needless.is_empty() || pieces.iter().skip(1).any(|p| is_output(&p.text));
        let may_be = self.line.named.is_empty()
            && pieces.len() <= MOST_ORDERED
            && (is_changed || self.mistakes.len() > 1);
        let without = needless.into_iter().map({
            let braced = braced.clone();
            move |at| {
                let mut less = braced.clone();
                less.remove(at);
                less
            }
        });
        let variants = std::iter::once(braced)
            .chain(without)
            .filter(move |_| may_be);
        variants.flat_map(move |variant| {
            let count = variant.len();
            // A group that moves to the end is tried first.
            let ends = (2..=count)
                .rev()
                .flat_map(|end| (0..end - 1).map(move |start| (start, end)));
            let groups =
                ends.flat_map(|(start, end)| (start + 1..end).map(move |at| (start, at, end)));
            groups.filter_map(move |(start, at, end)| {
                let mut pieces = variant.clone();
                let group = pieces.get_mut(start..end)?;
                let span = group.first()?.span.to(group.last()?.span);
                group.rotate_left(at - start);
                let message = format!(
                    "`{}` takes its arguments in another order",
                    self.command.name
                );
                let report = Diagnostic::error("E023", span, message);
                Some(Repair { pieces, report })
            })
        })
    }
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
