//! Computed, interpolated and named arguments.

use super::binder::Binder;
use super::fit::Misfit;
use crate::diagnostic::{Diagnostic, quote};
use crate::lang::dimension::Dimension;
use crate::lang::evaluate::{Names, evaluate, reads_world, spell};
use crate::lang::lexer::{Token, lex};
use crate::lang::syntax::{Argument, ArgumentKind, Piece};
use crate::lang::units::{UnitError, parse_unit};
use crate::lang::value::show::significant;
use crate::lang::value::{Datum, Quantity, Unknown, show};
use crate::lang::vocabulary::NoWords;
use crate::session::Lookup;
use crate::session::command::{Kind, Param, Range};
use crate::source::Span;
use std::borrow::Cow;

/// Whether a parameter expects a name.
fn is_name(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::New(_)
            | Kind::Old(_)
            | Kind::Jointed
            | Kind::AnyBody
            | Kind::Pattern
            | Kind::TwinPattern
            | Kind::Path
            | Kind::Label
            | Kind::Colour
            | Kind::Camera
            | Kind::CommandName
    )
}

impl<'a> Binder<'a> {
    /// Returns the text of an argument, or of its value.
    pub(in crate::session) fn said<'s>(&self, argument: &'s Argument) -> Cow<'s, str>
    where
        'a: 's,
    {
        match &argument.kind {
            ArgumentKind::Written(text) | ArgumentKind::Value(Datum::Text(text)) => {
                Cow::Borrowed(text)
            }
            ArgumentKind::Value(other) => Cow::Owned(show(other)),
            _ => Cow::Borrowed(self.text(argument.span)),
        }
    }

    /// Returns an argument as quoted in reports.
    pub(in crate::session) fn shown(&self, argument: &Argument) -> String {
        let written = quote(self.text(argument.span));
        match &argument.kind {
            ArgumentKind::Value(Datum::Text(text)) | ArgumentKind::Written(text) => {
                match **text == *self.text(argument.span).trim_matches(['"', '{', '}']) {
                    true => written,
                    false => format!("{written}, which is {}", quote(&readable(text))),
                }
            }
            ArgumentKind::Value(other) => format!("{written}, which is {}", show(other)),
            _ => written,
        }
    }

    /// Takes the next argument, computed if necessary. A list is split: its elements fill this parameter and the next ones.
    ///
    /// A name is never a list, so a list in place of a name is not split.
    pub(in crate::session) fn take(&mut self, kind: Kind) -> Option<Argument> {
        if let Some(pending) = self.cursor.pending.pop_front() {
            return Some(pending);
        }
        let argument = self.line.arguments.get(self.cursor.next)?;
        self.cursor.next += 1;
        match argument.kind {
            ArgumentKind::Computed(_) | ArgumentKind::Spelled(_) | ArgumentKind::List(_) => {}
            _ => return Some(argument.clone()),
        }
        let computed = self.compute(argument);
        self.findings.lost |= is_shapeless(&computed) && !is_name(kind);
        let is_list = matches!(
            computed.kind,
            ArgumentKind::List(_) | ArgumentKind::Value(Datum::List(_))
        );
        if !is_list || is_name(kind) {
            return Some(computed);
        }
        self.cursor.has_spread = true;
        self.spread(computed);
        let nothing = Argument {
            kind: ArgumentKind::Bad,
            span: argument.span,
        };
        Some(self.cursor.pending.pop_front().unwrap_or(nothing))
    }

    /// Queues the elements of lists one by one.
    fn spread(&mut self, argument: Argument) {
        match argument.kind {
            ArgumentKind::Value(Datum::List(elements)) => {
                for element in elements.iter() {
                    self.spread(Argument {
                        kind: ArgumentKind::Value(element.clone()),
                        span: argument.span,
                    });
                }
            }
            ArgumentKind::List(elements) => {
                for element in elements.iter() {
                    let element = self.compute(element);
                    self.spread(element);
                }
            }
            _ => {
                self.findings.lost |= is_shapeless(&argument);
                self.cursor.pending.push_back(argument);
            }
        }
    }

    /// Returns a number with the dimension of its unit; none after an error.
    pub(in crate::session) fn measured(&mut self, value: f64, unit: Option<Span>) -> Option<Datum> {
        let Some(unit) = unit else {
            return Some(Datum::plain(value));
        };
        let text = self.text(unit);
        match parse_unit(text) {
            Ok(known) if known.to_si(value).is_finite() => {
                Some(Datum::number(known.to_si(value), known.dimension))
            }
            Ok(_) => {
                let report = UnitError::TooLarge.report(unit, text);
                self.mistaken(report);
                None
            }
            Err(why) => {
                let report = why.report(unit, text);
                self.mistaken(report);
                None
            }
        }
    }

    /// Returns an argument with its computed value; a bad argument after an error.
    pub(in crate::session) fn compute(&mut self, argument: &Argument) -> Argument {
        let reader = Lookup::new(self.context.session);
        let world = Lookup::new(self.context.session);
        let (kind, reads) = match &argument.kind {
            ArgumentKind::Computed(expression) => (
                evaluate(expression, &reader).map(ArgumentKind::Value),
                reads_world(expression, &world),
            ),
            ArgumentKind::Spelled(pieces) => (
                spell(pieces, &reader).map(|text| match text {
                    Some(text) => written(&text),
                    None => ArgumentKind::Value(Datum::Unknown(Unknown::Any)),
                }),
                pieces.iter().any(|piece| match piece {
                    Piece::Plain(_) => false,
                    Piece::Computed(expression) => reads_world(expression, &world),
                }),
            ),
            kind => (Ok(kind.clone()), false),
        };
        self.reads_world |= reads;
        if let Some(number) = reader.taken_as_radians() {
            self.context.session.own.radians.set(Some(number));
        }
        let kind = kind.map_err(|report| *report).and_then(|kind| {
            match joined_digits(&argument.kind, argument.span, &reader) {
                Some(report) => Err(report),
                None => Ok(kind),
            }
        });
        let kind = kind.unwrap_or_else(|report| {
            self.mistaken(report);
            ArgumentKind::Bad
        });
        Argument {
            kind,
            span: argument.span,
        }
    }

    /// Moves the argument that names the first of these parameters to the front.
    pub(in crate::session) fn take_named(&mut self, params: &[Param]) {
        if self.line.named.is_empty() || !self.cursor.pending.is_empty() {
            return;
        }
        let Some(first) = params.first() else { return };
        let mut named = self.line.named.iter();
        let Some(named) = named.find(|n| first.is_called(self.name_of(n))) else {
            return;
        };
        if let (Kind::Expression(_), ArgumentKind::Computed(_)) = (first.kind, &named.value.kind) {
            self.cursor.pending.push_back(named.value.clone());
            return;
        }
        let computed = self.compute(&named.value);
        let is_bad = computed.kind == ArgumentKind::Bad || is_shapeless(&computed);
        self.spread(computed.clone());
        let name = self.name_of(named);
        if first.name == name {
            return;
        }
        // A group name covers several parameters of one kind.
        let kind = first.kind.to_string();
        let places = params.iter().take_while(|p| p.kind.to_string() == kind);
        let (places, given) = (places.count(), self.cursor.pending.len());
        // Parameters up to the next group name belong to this group.
        let own = params.iter().skip(1).take_while(|p| p.group.is_none());
        let own = 1 + own.count().min(places.saturating_sub(1));
        let places = if places == given { places } else { own };
        if places != given || is_bad {
            if !is_bad {
                let message = format!("{} takes {places} values, found {given}", quote(name));
                let own = params.get(..places).unwrap_or_default();
                let help = format!("for example `{name}=[{}]`", example(own));
                self.refuse(Misfit::Kind, named.value.span, message, help);
            }
            let each = match is_shapeless(&computed) {
                true => computed,
                false => Argument {
                    kind: ArgumentKind::Bad,
                    span: named.value.span,
                },
            };
            self.cursor.pending = std::iter::repeat_n(each, places).collect();
        }
    }
}

/// Returns a text with rounded numbers: an interpolated number has all digits that its bits need.
pub(crate) fn readable(text: &str) -> String {
    let is_digit = |c: char| c.is_ascii_digit() || c == '.';
    let mut out = String::new();
    let mut rest = text;
    while let Some(start) = rest.find(is_digit) {
        let (before, from) = rest.split_at(start);
        let (digits, after) = from.split_at(from.find(|c| !is_digit(c)).unwrap_or(from.len()));
        out += before;
        out += &match digits.parse() {
            Ok(number) if digits.len() > MOST_DIGITS => significant(number),
            _ => digits.to_owned(),
        };
        rest = after;
    }
    out + rest
}

/// Most characters of a number in a report that are not rounded.
const MOST_DIGITS: usize = 12;

/// Reports digits joined to an expression whose value has a unit, where a product was meant: `2{side}`.
fn joined_digits(kind: &ArgumentKind, span: Span, names: &dyn Names) -> Option<Diagnostic> {
    let ArgumentKind::Spelled(pieces) = kind else {
        return None;
    };
    let [Piece::Plain(digits), Piece::Computed(expression)] = &**pieces else {
        return None;
    };
    let number = names.text(*digits);
    number.parse::<f64>().ok()?;
    let dimension = match evaluate(expression, names).ok()? {
        Datum::Number(quantity) => quantity.dimension,
        Datum::Unknown(Unknown::Number(dimension)) => dimension,
        _ => return None,
    };
    if dimension == Dimension::NONE {
        return None;
    }
    let message = format!(
        "{} joins the digits of two numbers",
        quote(names.text(span))
    );
    let product = format!("{{{number} * {}}}", names.text(expression.span));
    let help = format!("for the product, write {}", quote(&product));
    Some(Diagnostic::error("E023", span, message).help(help))
}

/// Returns values that a list of these parameters may have, for an example.
fn example(params: &[Param]) -> String {
    let last = params.len().saturating_sub(1);
    let one = |(i, param): (usize, &Param)| match param.kind {
        Kind::Number(dimension, _, Range::Positive) if dimension == Dimension::LENGTH => {
            format!("{}cm", params.len() - i)
        }
        Kind::Number(_, _, Range::Positive) => "1".to_owned(),
        _ => u8::from(i == last).to_string(),
    };
    let values: Vec<String> = params.iter().enumerate().map(one).collect();
    values.join(" ")
}

/// Whether it may be a list of any length, so that nothing is known about later arguments.
fn is_shapeless(argument: &Argument) -> bool {
    matches!(
        argument.kind,
        ArgumentKind::Value(Datum::Unknown(Unknown::Any | Unknown::List))
    )
}

/// Classifies a text as the lexer does: a number, a part of a phase, or a word.
pub(in crate::session) fn written(text: &str) -> ArgumentKind {
    let word = || ArgumentKind::Written(text.into());
    match lex(0, text, &NoWords).as_slice() {
        [(Token::Number(value), _)] => ArgumentKind::Value(Datum::plain(*value)),
        [(Token::Relative(value), _)] => ArgumentKind::Relative { value: *value },
        [(Token::Measure(measure), _)] => {
            let unit = text.get(measure.unit_at as usize..).map(parse_unit);
            match unit {
                Some(Ok(unit)) if unit.to_si(measure.value).is_finite() => {
                    let value = unit.to_si(measure.value);
                    ArgumentKind::Value(Datum::Number(Quantity::new(value, unit.dimension)))
                }
                _ => word(),
            }
        }
        _ => word(),
    }
}
