//! Binds the arguments of a line to the parameters of one form of a command.

use super::cursor::Cursor;
use super::findings::Findings;
use super::fit::{Fit, Found, Misfit};
use super::line::{BindContext, Line, is_text};
use crate::diagnostic::quote;
use crate::lang::syntax::{Argument, ArgumentKind, ExpressionKind};
use crate::lang::units::parse_unit;
use crate::lang::value::{Datum, Unknown};
use crate::session::command::{Command, Kind, Param, Value};
use crate::source::Span;
use std::borrow::Cow;
use std::sync::Arc;

/// State of fitting a line to a form.
pub(in crate::session) struct Binder<'a> {
    pub command: &'static Command,
    pub context: BindContext<'a>,
    pub line: Line<'a>,
    pub values: Vec<Value>,
    pub findings: Findings,
    pub cursor: Cursor,
    /// Whether an expression read the running world.
    pub reads_world: bool,
    /// Names matched by a pattern, and the index of the current one.
    pub found: Option<Found>,
    pub which: usize,
    /// The parameters of the form.
    pub params: &'static [Param],
}

/// Whether a parameter takes the source text, not its value.
fn is_raw(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::Expression(_)
            | Kind::Variable
            | Kind::Assigned
            | Kind::Items
            | Kind::Prose
            | Kind::Readings
            | Kind::NewCommand
            | Kind::Parameters
            | Kind::Function
    )
}

/// Whether the number of arguments after a value depends on a run.
fn is_open(value: &Value) -> bool {
    matches!(value, Value::Unknown(kind) if !matches!(kind, Unknown::Number(_)))
}

impl<'a> Binder<'a> {
    pub fn new(command: &'static Command, context: BindContext<'a>, line: Line<'a>) -> Self {
        Binder {
            command,
            context,
            line,
            values: vec![],
            findings: Findings::default(),
            cursor: Cursor::default(),
            reads_world: false,
            found: None,
            which: 0,
            params: &[],
        }
    }

    pub fn fit(mut self, params: &'static [Param]) -> Fit {
        self.params = params;
        self.values.reserve_exact(params.len());
        let mut spans = Vec::with_capacity(params.len());
        let mut reached = params.len();
        let mut skipped = 0;
        // A wrongly named argument may explain the missing one.
        let misnamed = self.unused_names(params);
        for (i, param) in params.iter().enumerate() {
            if self.cursor.left_out.contains(&i) {
                self.cursor.after_left_out = self.cursor.next;
                // If a number follows, the omitted value counts as unknown.
                let next = self.line.arguments.get(self.cursor.next);
                self.values.push(match next.map(|argument| &argument.kind) {
                    Some(ArgumentKind::Number { .. }) => Value::Unknown(Unknown::Any),
                    _ => Value::Missing,
                });
                spans.push(self.line.span.after());
                continue;
            }
            self.take_named(&params[i..]);
            if param.named && self.cursor.pending.is_empty() {
                self.values.push(Value::Missing);
                spans.push(self.line.span.after());
                continue;
            }
            let more =
                self.cursor.next < self.line.arguments.len() || !self.cursor.pending.is_empty();
            if !more && (misnamed || self.reports_missing(&params[i..])) {
                reached = reached.min(i);
                break;
            }
            let (value, span) = self.one(param, params.len() - i);
            let is_skipped = matches!(value, Value::Missing) && param.optional;
            if is_skipped && reached > i && self.findings.mistakes.is_empty() {
                skipped += 1;
            }
            self.values.push(value);
            spans.push(span);
            if reached > i && (self.findings.silent || !self.findings.mistakes.is_empty()) {
                reached = i;
            }
        }
        match (
            self.cursor.pending.pop_front(),
            self.line.arguments.get(self.cursor.next),
        ) {
            (Some(extra), _) => self.element_too_many(&extra),
            (None, Some(_)) if self.findings.is_other_line => {}
            (None, Some(extra)) => {
                // However many places the unknown ones fill, the others are too many without them.
                self.findings.lost &= self.certain() <= params.len();
                self.extra(extra);
            }
            (None, None) => {}
        }
        Fit {
            reads_world: self.reads_world,
            found: self.found,
            values: self.values,
            spans,
            mistakes: self.findings.mistakes,
            silent: self.findings.silent,
            reached,
            skipped,
            likeness: self.findings.likeness,
            near_name: self.findings.near_name,
            after_left_out: self.cursor.after_left_out,
            missing: self.findings.missing,
        }
    }

    /// Whether a parameter of the form takes expressions in braces up to the end of the line.
    pub(in crate::session) fn takes_columns(&self) -> bool {
        let mut params = self.params.iter();
        params.any(|param| matches!(param.kind, Kind::Readings))
    }

    /// Returns the number of arguments that fill one place each, in any state of the world.
    fn certain(&self) -> usize {
        use ArgumentKind::{Number, Quoted, Relative, Word};
        let fills_one = |argument: &&Argument| {
            matches!(
                argument.kind,
                Word | Quoted | Number { .. } | Relative { .. }
            )
        };
        self.line.arguments.iter().filter(fills_one).count()
    }

    /// Returns the text of a span.
    pub fn text(&self, span: Span) -> &'a str {
        self.context.session.sources.text(span)
    }

    /// Returns the unused arguments and marks them as used.
    pub fn take_rest(&mut self) -> &'a [Argument] {
        let rest = self
            .line
            .arguments
            .get(self.cursor.next..)
            .unwrap_or_default();
        self.cursor.next = self.line.arguments.len();
        rest
    }

    /// Returns the value of a parameter; `left` parameters, including this one, are not filled yet.
    fn one(&mut self, param: &Param, left: usize) -> (Value, Span) {
        if self.cursor.next >= self.line.arguments.len() && self.cursor.pending.is_empty() {
            return (Value::Missing, self.line.span.after());
        }
        if self.cursor.pending.is_empty()
            && let Some(argument) = self.line.arguments.get(self.cursor.next)
        {
            match param.kind {
                Kind::Reason if !is_quoted(argument) => {
                    if let Some(report) = self.lines_on_line(argument) {
                        self.wrong_with(Misfit::Extra, report);
                        self.cursor.next = self.line.arguments.len();
                        return (Value::Missing, argument.span);
                    }
                }
                Kind::Filler(word) => return self.filler(word, argument),
                Kind::Command => return self.nested(),
                Kind::Text => return self.rest(),
                Kind::Choice([word]) if self.lacks(argument, left) => {
                    let message = format!(
                        "the word `{word}` is missing before {}",
                        quote(self.text(argument.span))
                    );
                    self.wrong(Misfit::Missing, argument.span, message);
                    return (Value::Word(word), argument.span);
                }
                kind if is_raw(kind) => return self.raw(param, argument),
                _ => {}
            }
        }
        if matches!(param.kind, Kind::Matrix) {
            return self.matrix(param);
        }
        let Some(argument) = self.take(param.kind) else {
            return (Value::Missing, self.line.span.after());
        };
        if let (Kind::Expression(_), ArgumentKind::Computed(expression)) =
            (param.kind, &argument.kind)
        {
            return (Value::Expression(Arc::clone(expression)), argument.span);
        }
        match param.kind {
            // The kind of an argument is unknown if an earlier one is wrong.
            Kind::Of(..) if self.findings.silent || !self.findings.mistakes.is_empty() => {
                (Value::Missing, argument.span)
            }
            // It is also unknown if an earlier one is unknown.
            Kind::Of(..) if self.values.iter().any(is_open) => {
                (Value::Unknown(Unknown::Any), argument.span)
            }
            Kind::Of(kind_for, _) => {
                let kind = kind_for(self.context.session, &self.values);
                self.single(&Param { kind, ..*param }, &argument)
            }
            _ => self.single(param, &argument),
        }
    }

    /// Whether a parameter takes this argument.
    pub(in crate::session) fn accepts(&self, param: &Param, argument: &Argument) -> bool {
        let mut binder = Binder::new(self.command, self.context, self.line);
        binder.single(param, argument);
        binder.findings.mistakes.is_empty()
    }

    fn single(&mut self, param: &Param, argument: &Argument) -> (Value, Span) {
        // It could not be computed, which was reported before.
        if argument.kind == ArgumentKind::Bad {
            return (Value::Missing, argument.span);
        }
        let value = self.value(param, argument).unwrap_or(Value::Missing);
        (value, argument.span)
    }

    /// Whether a word that is required before this argument is missing.
    fn lacks(&self, argument: &Argument, left: usize) -> bool {
        let is_word = matches!(
            argument.kind,
            ArgumentKind::Word
                | ArgumentKind::Quoted
                | ArgumentKind::Written(_)
                | ArgumentKind::Bad
        );
        let given = self.line.arguments.len() - self.cursor.next + self.line.named.len();
        !is_word && given < left
    }

    /// Reads an optional filler word.
    fn filler(&mut self, word: &'static str, argument: &Argument) -> (Value, Span) {
        if self.text(argument.span) != word {
            return (Value::Missing, self.line.span.after());
        }
        self.cursor.next += 1;
        (Value::Switch(true), argument.span)
    }

    /// Returns the rest of the line as text.
    fn rest(&mut self) -> (Value, Span) {
        let rest = self.take_rest();
        let span = self.span_of(rest);
        match rest {
            [] => (Value::Missing, span),
            _ => (Value::Text(self.text(span).into()), span),
        }
    }

    /// Returns the span of consecutive arguments; the end of the line for none.
    pub fn span_of(&self, arguments: &[Argument]) -> Span {
        match arguments {
            [first, .., last] => first.span.to(last.span),
            [only] => only.span,
            [] => self.line.span.after(),
        }
    }

    /// Returns the value of one argument; `None` after an error.
    fn value(&mut self, param: &Param, argument: &Argument) -> Option<Value> {
        if let ArgumentKind::Value(Datum::Unknown(found)) = argument.kind {
            return self.unknown_value(param, argument, found);
        }
        match param.kind {
            Kind::Number(dimension, bare, range) => {
                let x = self.number(param, argument, dimension, bare)?;
                self.within(param, argument, x, range).map(Value::Number)
            }
            Kind::Duration => self.duration(param, argument),
            Kind::Count(least, most) => self.count(param, argument, least, most),
            Kind::Leg => self.leg(param, argument),
            Kind::Terms(all) => self.terms(param, argument, all),
            Kind::Choice(words) => self.choice(param, argument, words),
            Kind::Switch => self.switch(param, argument, ["off", "on"]),
            Kind::Flag => self.switch(param, argument, ["0", "1"]),
            Kind::New(thing) => self.new_name(param, thing, argument),
            Kind::Old(thing) => self.old_name(param, thing, argument),
            Kind::Jointed => self.jointed(param, argument),
            Kind::AnyBody => self.any_body(param, argument),
            Kind::Path if self.is_no_path(argument) => {
                self.unfit(param, argument, None);
                None
            }
            Kind::Path | Kind::Label | Kind::CommandName => {
                Some(Value::Text(self.unquoted(argument).as_ref().into()))
            }
            Kind::Camera if self.is_unit_for_camera(param, argument) => None,
            Kind::Mark | Kind::Camera => self.mark(param, argument),
            Kind::Colour => self.colour(param, argument),
            Kind::Pattern | Kind::TwinPattern => self.pattern(param, argument),
            Kind::Reason => match argument.kind {
                ArgumentKind::Quoted => Some(Value::Text(self.unquoted(argument).as_ref().into())),
                ArgumentKind::Value(Datum::Text(ref text)) => Some(Value::Text(text.clone())),
                ArgumentKind::Value(Datum::Unknown(Unknown::Text)) => Some(Value::Missing),
                _ => {
                    self.unfit(param, argument, None);
                    None
                }
            },
            Kind::Expression(_) => {
                self.unfit(param, argument, None);
                None
            }
            // These arguments are used literally.
            _ => None,
        }
    }

    /// Reports a unit in place of a camera, unless a camera has that name; returns whether it is one.
    fn is_unit_for_camera(&mut self, param: &Param, argument: &Argument) -> bool {
        let name = self.text(argument.span);
        let look = &self.context.session.here().look;
        let is_unit = look.camera_named(name).is_none() && parse_unit(name).is_ok();
        if is_unit {
            self.unfit(param, argument, None);
        }
        is_unit
    }

    /// Returns the name of a mark: a word or a text.
    fn mark(&mut self, param: &Param, argument: &Argument) -> Option<Value> {
        if let (ArgumentKind::Number { unit: None, .. }, "rewind") =
            (&argument.kind, self.command.name)
        {
            let message = self.must_be(param, argument);
            let text = self.text(argument.span).trim_start_matches(['-', '+']);
            let help = format!("a time needs a unit: `rewind {text}s` goes back by {text} seconds");
            self.refuse(Misfit::Kind, argument.span, message, help);
            return None;
        }
        let name = self.unquoted(argument);
        if !is_text(argument) || name.is_empty() {
            self.unfit(param, argument, None);
            return None;
        }
        Some(Value::Text(name.as_ref().into()))
    }

    /// Returns the text without its double quotes.
    pub(in crate::session) fn unquoted<'s>(&self, argument: &'s Argument) -> Cow<'s, str>
    where
        'a: 's,
    {
        match argument.kind {
            ArgumentKind::Quoted => Cow::Borrowed(self.text(argument.span).trim_matches('"')),
            _ => self.said(argument),
        }
    }
}

/// Whether an argument is a text in quotes, possibly with expressions in braces.
fn is_quoted(argument: &Argument) -> bool {
    match &argument.kind {
        ArgumentKind::Quoted => true,
        ArgumentKind::Computed(expression) => matches!(expression.kind, ExpressionKind::Text(_)),
        _ => false,
    }
}
