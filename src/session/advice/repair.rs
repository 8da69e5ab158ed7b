//! The search for one small change with which a line that did not bind would bind: each candidate changes the arguments in one way,
//! the likeliest first, and the binder decides.

mod named;

use super::units::in_order;
use crate::diagnostic::suggest::nearest;
use crate::diagnostic::{Diagnostic, escaped, quote, some_of};
use crate::lang::syntax::{Argument, ArgumentKind, Expression, ExpressionKind, Named};
use crate::session::bind::binder::Binder;
use crate::session::bind::closest::fitting;
use crate::session::bind::computed::written;
use crate::session::bind::fit::{Fit, Misfit, Slip};
use crate::session::bind::line::{BindContext, Line};
use crate::session::bind::other_kind::is_output;
use crate::session::command::{Command, Kind, Param};
use crate::source::Span;
use std::sync::Arc;

/// Words of a sentence that commands often do without.
const NEEDLESS: &[&str] = &[
    "and", "as", "at", "by", "for", "from", "in", "into", "is", "of", "on", "onto", "the", "to",
    "with",
];

/// Number of arguments up to which other orders and missing words are tried.
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

impl Piece {
    fn named(&self) -> Option<&Named> {
        match &self.argument.as_ref()?.kind {
            ArgumentKind::Named(named) => Some(named),
            _ => None,
        }
    }

    fn is_number(&self) -> bool {
        use ArgumentKind::{Computed, Number};
        let kind = self.argument.as_ref().map(|argument| &argument.kind);
        matches!(kind, Some(Number { .. } | Computed(_)))
    }
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
                .chain(self.with_axes(pieces))
                .chain(self.with_numbers_named(pieces))
                .chain(self.without_sign(pieces))
                .chain(self.with_other_names(pieces))
                .chain(self.with_word(pieces))
                .chain(self.with_file(pieces))
        });
        let of_order = is_misplaced.then(|| self.in_other_orders(pieces));
        let candidates = of_words.into_iter().flatten();
        let candidates = candidates.chain(of_places.into_iter().flatten());
        // Where an argument with a name might go, one too many among the others goes first.
        let fits = |repair: Repair| self.fitting(&repair.pieces).is_some();
        let one_less = self.without_named(pieces).any(fits);
        let one_less = one_less.then(|| self.without_one(pieces));
        let candidates = candidates.chain(one_less.into_iter().flatten());
        let candidates = candidates.chain(self.without_named(pieces));
        self.best(candidates.chain(of_order.into_iter().flatten()))
    }

    /// Returns the report of an argument without which the line binds, if the number of arguments may explain the mistakes.
    #[inline(never)]
    pub fn one_too_many(&self) -> Option<Diagnostic> {
        self.best(self.without_one(&self.pieces()))
    }

    /// The line without an argument that has no name.
    fn without_one<'a>(&'a self, pieces: &'a [Piece]) -> impl Iterator<Item = Repair> + 'a {
        let plain = pieces.iter().enumerate();
        // The last one first: the others keep their places.
        let plain = plain.rev();
        let plain = plain.filter(|(_, piece)| piece.named().is_none());
        plain.filter_map(|(at, piece)| {
            let message = format!("{} is one argument too many", quote(&piece.text));
            self.without(pieces, at, message)
        })
    }

    fn best(&self, mut candidates: impl Iterator<Item = Repair>) -> Option<Diagnostic> {
        let Repair { pieces, report } =
            candidates.find(|repair| self.fitting(&repair.pieces).is_some())?;
        let words: Vec<&str> = pieces.iter().map(|piece| &*piece.text).collect();
        let written = format!("{} {}", self.command.name, words.join(" "));
        let meant = report.help.as_ref().map(|help| format!("{help}\n"));
        let meant = meant.unwrap_or_default();
        Some(report.help(format!("{meant}write `{}`", escaped(&written))))
    }

    /// Returns the form of the command that the pieces fit.
    fn fitting(&self, pieces: &[Piece]) -> Option<(&'static [Param], Fit)> {
        let arguments = pieces.iter().filter_map(|piece| piece.argument.clone());
        let arguments: Vec<Argument> = arguments.collect();
        let line = Line {
            arguments: &arguments,
            named: &[],
            ..self.line
        };
        fitting(self.command, line, self.context, self.names)
    }

    fn text(&self, span: Span) -> &str {
        self.context.session.sources.text(span)
    }

    fn pieces(&self) -> Vec<Piece> {
        let all = in_order(self.line).into_iter();
        all.map(|argument| self.piece(argument)).collect()
    }

    fn piece(&self, argument: Argument) -> Piece {
        Piece {
            span: argument.span,
            text: self.text(argument.span).to_owned(),
            argument: Some(argument),
        }
    }

    fn params(&self) -> impl Iterator<Item = &'static Param> {
        self.command.forms.iter().copied().flatten()
    }

    fn is_word(&self, piece: &Piece) -> bool {
        let argument = piece.argument.as_ref();
        argument.is_some_and(|argument| argument.kind == ArgumentKind::Word)
    }

    /// Whether it is a keyword of the command, or a word that may stand in its place.
    fn is_keyword(&self, piece: &Piece) -> bool {
        let is_own = |param: &Param| match param.kind {
            Kind::Filler(word) => word == piece.text,
            Kind::Choice([word]) => *word == piece.text,
            _ => false,
        };
        self.is_word(piece) && self.params().any(is_own)
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
        let one = needless.clone().filter_map(|(at, piece)| {
            let message = format!("{} is one word too many", quote(&piece.text));
            self.without(pieces, at, message)
        });
        let places: Vec<usize> = needless.map(|(at, _)| at).collect();
        one.chain(self.without_all(pieces, &places))
    }

    /// The line without several words of a sentence: `range leg from 0deg to 9deg`.
    fn without_all(&self, pieces: &[Piece], places: &[usize]) -> Option<Repair> {
        let ([first, .., _], mut left) = (places, pieces.to_vec()) else {
            return None;
        };
        let words = places.iter().map(|at| &*pieces[*at].text);
        let message = format!("{} are words too many", some_of(words, "and"));
        let report = Diagnostic::error("E022", pieces[*first].span, message);
        places.iter().rev().for_each(|at| drop(left.remove(*at)));
        Some(Repair {
            pieces: left,
            report,
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

    fn binder(&self) -> Binder<'_> {
        Binder::new(self.command, self.context, self.line)
    }

    /// The line in another order, perhaps with quantities in braces or without a needless word: `record a.csv leg.q every 1ms`,
    /// `record {leg.q} to a.csv`.
    fn in_other_orders<'a>(&'a self, pieces: &'a [Piece]) -> impl Iterator<Item = Repair> + 'a {
        let (braced, mut is_changed) = self.braced(pieces);
        let needless = (0..braced.len()).filter(|at| self.is_needless(&braced[*at]));
        let needless: Vec<usize> = needless.collect();
        is_changed |= !needless.is_empty() || pieces.iter().skip(1).any(|p| is_output(&p.text));
        let may_be = self.line.named.is_empty()
            && pieces.len() <= MOST_ORDERED
            && (is_changed || self.mistakes.len() > 1);
        let message = |at: usize| format!("{} is one word too many", quote(&braced[at].text));
        let without = needless.iter();
        let without = without.filter_map(|at| self.without(&braced, *at, message(*at)));
        let without: Vec<Repair> = without.filter(|_| may_be).collect();
        let shorter = without.iter().map(|repair| repair.pieces.clone());
        let variants = std::iter::once(braced.clone()).chain(shorter);
        let variants: Vec<Vec<Piece>> = variants.filter(|_| may_be).collect();
        let rotated = variants.into_iter().flat_map(move |variant| {
            let count = variant.len();
            let is_keyword = |group: &[Piece]| matches!(group, [word] if self.is_keyword(word));
            // A keyword that moves alone is tried first, then a group that moves to the end.
            let ends = (2..=count)
                .rev()
                .flat_map(|end| (0..end - 1).map(move |start| (start, end)));
            let groups =
                ends.flat_map(|(start, end)| (start + 1..end).map(move |at| (start, at, end)));
            let mut groups: Vec<(usize, usize, usize)> = groups.collect();
            groups.sort_by_key(|(start, at, end)| {
                !is_keyword(&variant[*start..*at]) && !is_keyword(&variant[*at..*end])
            });
            groups.into_iter().filter_map(move |(start, at, end)| {
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
        });
        without.into_iter().chain(rotated)
    }

    /// The line with three numbers in place of the letter of an axis, and of the number after it: `move trunk 1cm 0 0` for
    /// `move trunk x 1cm`.
    fn with_axes<'a>(&'a self, pieces: &'a [Piece]) -> impl Iterator<Item = Repair> + 'a {
        let axes = pieces.iter().enumerate().flat_map(move |(at, piece)| {
            let axis = axis(&piece.text).filter(|_| self.is_word(piece));
            let behind = pieces.get(at + 1).filter(|next| next.is_number());
            let of = move |value| axis.map(|axis| (at, axis, value));
            [behind.map(Some).and_then(of), of(None)]
        });
        axes.flatten().map(move |(at, (axis, sign), value)| {
            // A factor leaves the other axes as they are.
            let is_factor = self.params().any(|param| param.doc.starts_with("factor"));
            let other = if is_factor && value.is_some() {
                "1"
            } else {
                "0"
            };
            let own = value.map_or("1", |value| &value.text);
            let span = value.map_or(pieces[at].span, |value| pieces[at].span.to(value.span));
            let part = |i: usize| {
                let text = match i == axis {
                    true => [sign, own].concat(),
                    false => other.to_owned(),
                };
                let given = value.filter(|_| i == axis && sign.is_empty());
                let argument = given.and_then(|value| value.argument.clone());
                let written = || Argument {
                    kind: written(&text),
                    span,
                };
                Piece {
                    argument: Some(argument.unwrap_or_else(written)),
                    span,
                    text,
                }
            };
            let mut changed = pieces.to_vec();
            changed.splice(at..=at + usize::from(value.is_some()), (0..3).map(part));
            let found = quote(self.text(span));
            let message = format!("three numbers are needed here, found {found}");
            let report = Diagnostic::error("E023", span, message);
            let pieces = changed;
            Repair { pieces, report }
        })
    }

    /// The line with the word that is missing, if only one word may be: `push leg 1N 0 0 for 10ms` for `push leg 1N 0 0 10ms`.
    fn with_word(&self, pieces: &[Piece]) -> Option<Repair> {
        if pieces.len() > MOST_ORDERED {
            return None;
        }
        let words = self.params().filter_map(|param| match param.kind {
            Kind::Choice([word]) => Some(*word),
            _ => None,
        });
        let places = words.flat_map(|word| (1..pieces.len()).map(move |at| (word, at)));
        let with = |(word, at): (&str, usize)| {
            let span = pieces[at].span;
            let kind = ArgumentKind::Written(word.into());
            let argument = Some(Argument { kind, span });
            let text = word.to_owned();
            let mut pieces = pieces.to_vec();
            pieces.insert(
                at,
                Piece {
                    argument,
                    span,
                    text,
                },
            );
            pieces
        };
        let is_of =
            |word: &str, param: &Param| matches!(param.kind, Kind::Choice([own]) if *own == word);
        let mut fits = places.filter(|place| {
            let fit = self.fitting(&with(*place));
            fit.is_some_and(|(form, _)| form.iter().any(|param| is_of(place.0, param)))
        });
        let (word, at) = fits.next()?;
        if fits.any(|(other, _)| other != word) {
            return None;
        }
        let found = quote(&pieces[at].text);
        let message = format!("the word `{word}` is missing before {found}");
        let report = Diagnostic::error("E021", pieces[at].span, message);
        let pieces = with((word, at));
        Some(Repair { pieces, report })
    }

    /// The line with the file that a command writes, and quantities in braces: `plot ball.svg {leg.q}` for `plot leg.q`.
    fn with_file(&self, pieces: &[Piece]) -> Option<Repair> {
        let span = pieces.first()?.span;
        let mut words = self.command.example.split_whitespace();
        let file = words.find(|word| is_output(word))?;
        if pieces.iter().any(|piece| is_output(&piece.text)) {
            return None;
        }
        let (mut pieces, _) = self.braced(pieces);
        let kind = ArgumentKind::Written(file.into());
        let text = file.to_owned();
        let argument = Some(Argument { kind, span });
        let found = quote(&pieces.first()?.text);
        let message = format!("the name of a file is missing before {found}");
        pieces.insert(
            0,
            Piece {
                argument,
                span,
                text,
            },
        );
        let report = Diagnostic::error("E021", span, message);
        Some(Repair { pieces, report })
    }

    /// The line with quantities in braces, and whether there are any without: `{leg.q}` for `leg.q`.
    fn braced(&self, pieces: &[Piece]) -> (Vec<Piece>, bool) {
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
        (braced, is_changed)
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

/// Returns the number of the axis that a word names, and its sign.
fn axis(word: &str) -> Option<(usize, &str)> {
    let letter = word.trim_start_matches(['+', '-']);
    let axis = ["x", "y", "z"]
        .iter()
        .position(|axis| letter.eq_ignore_ascii_case(axis))?;
    match word.strip_suffix(letter)? {
        "" | "+" => Some((axis, "")),
        "-" => Some((axis, "-")),
        _ => None,
    }
}
