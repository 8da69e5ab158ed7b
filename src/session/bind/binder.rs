//! Fits the arguments of a line to the parameters of one form of a command.

use super::computed::names;
use super::fit::{Fit, Found, Likeness};
use super::raw::is_raw;
use super::{BindContext, Line, Mistakes, some_of};
use crate::diagnostic::suggest::nearest;
use crate::diagnostic::{Diagnostic, quote};
use crate::lang::syntax::{Argument, ArgumentKind, Named};
use crate::lang::units::parse_unit;
use crate::lang::value::{Datum, Unknown};
use crate::session::command::{Command, Kind, Param, Value, usage};
use crate::source::Span;
use std::borrow::Cow;
use std::collections::VecDeque;

/// The state of a fit.
pub(super) struct Binder<'a> {
    pub command: &'static Command,
    pub context: BindContext<'a>,
    pub line: Line<'a>,
    pub values: Vec<Value>,
    pub mistakes: Mistakes,
    pub silent: bool,
    /// An argument could not be computed, which is told already or is no mistake: it may fill any number of places, so that
    /// nothing is known of those behind it.
    pub lost: bool,
    pub likeness: Likeness,
    /// The first argument that is not used yet.
    pub next: usize,
    /// Elements of a list that fill the parameters to come.
    pub pending: VecDeque<Argument>,
    /// Whether a list has filled parameters.
    pub has_spread: bool,
    /// Arguments given by name.
    pub named: &'a [&'a Named],
    /// Whether an expression read the running world.
    pub reads_world: bool,
    /// What a pattern stands for, and which of that is meant here.
    pub found: Option<Found>,
    pub which: usize,
}

/// Whether what may stand behind a value depends on a run.
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
            mistakes: vec![],
            silent: false,
            lost: false,
            likeness: Likeness::Doubtful,
            next: 0,
            pending: VecDeque::new(),
            has_spread: false,
            named: &[],
            reads_world: false,
            found: None,
            which: 0,
        }
    }

    pub fn fit(mut self, params: &'static [Param]) -> Fit {
        self.values.reserve_exact(params.len());
        let mut spans = Vec::with_capacity(params.len());
        let mut reached = params.len();
        // What is missing may be what has the wrong name.
        let misnamed = self.unused_names(params);
        for (i, param) in params.iter().enumerate() {
            self.take_named(&params[i..]);
            let more = self.next < self.line.arguments.len() || !self.pending.is_empty();
            if !more && (misnamed || self.reports_missing(&params[i..])) {
                reached = reached.min(i);
                break;
            }
            let (value, span) = self.one(param, params.len() - i);
            self.values.push(value);
            spans.push(span);
            if reached > i && (self.silent || !self.mistakes.is_empty()) {
                reached = i;
            }
        }
        match (self.pending.pop_front(), self.line.arguments.get(self.next)) {
            (Some(extra), _) => self.element_too_many(&extra),
            (None, Some(extra)) => {
                // However many places the unknown ones fill, the others are too many without them.
                self.lost &= self.certain() <= params.len();
                self.extra(extra);
            }
            (None, None) => {}
        }
        Fit {
            reads_world: self.reads_world,
            found: self.found,
            values: self.values,
            spans,
            mistakes: self.mistakes,
            silent: self.silent,
            reached,
            likeness: self.likeness,
        }
    }

    /// How many arguments fill one place each, whatever the world is.
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

    /// The text under a span.
    pub fn text(&self, span: Span) -> &'a str {
        self.context.session.sources.text(span)
    }

    /// The arguments that are not used yet; they are taken as used.
    pub fn take_rest(&mut self) -> &'a [Argument] {
        let rest = self.line.arguments.get(self.next..).unwrap_or_default();
        self.next = self.line.arguments.len();
        rest
    }

    /// Reports a mistake, with the usage of the command as help.
    pub fn wrong(&mut self, code: &'static str, span: Span, message: String) {
        let help = format!("usage: {}", usage(self.command));
        self.wrong_with(Diagnostic::error(code, span, message).help(help));
    }

    /// Reports a mistake that has help of its own.
    pub fn wrong_with(&mut self, report: Diagnostic) {
        if self.lost {
            return;
        }
        if self.mistakes.is_empty() {
            self.likeness = match report.code {
                "E025" | "E027" | "E053" | "E056" => Likeness::Kind,
                "E012" => Likeness::Unit,
                _ => Likeness::Other,
            };
        }
        self.mistakes.push(report);
    }

    /// Reports that an argument is not what the parameter takes.
    pub fn unfit(&mut self, param: &Param, argument: &Argument, near: Option<&str>) {
        let span = argument.span;
        let message = self.must_be(param, argument);
        match near {
            Some(near) => self.wrong_with(
                Diagnostic::error("E023", span, message).help(format!("did you mean `{near}`?")),
            ),
            None => match self.slip(argument) {
                Some(help) => {
                    self.wrong_with(Diagnostic::error("E023", span, message).help(help));
                }
                None => self.wrong("E023", span, message),
            },
        }
    }

    /// What to do about a slip that an argument which does not fit shows: a unit behind a blank, a value without its braces.
    fn slip(&self, argument: &Argument) -> Option<String> {
        if !matches!(argument.kind, ArgumentKind::Word) {
            return None;
        }
        let text = self.text(argument.span);
        let all = self.line.arguments;
        let at = all.iter().position(|a| a.span == argument.span)?;
        let before = at.checked_sub(1).and_then(|i| all.get(i));
        if let Some(number) = before
            && matches!(number.kind, ArgumentKind::Number { unit: None, .. })
            && parse_unit(text).is_ok()
        {
            let joined = [self.text(number.span), text].concat();
            let joined = quote(&joined);
            return Some(format!(
                "a unit follows its number without a blank: write {joined}"
            ));
        }
        let (thing, quantity) = text.split_once('.')?;
        let is_name = |part: &str| part.starts_with(|c: char| c.is_ascii_alphabetic());
        (is_name(thing) && is_name(quantity)).then(|| {
            format!(
                "a value is computed in braces: {}",
                quote(&format!("{{{text}}}"))
            )
        })
    }

    /// "`density` must be a density (kg/m3) above zero, found `rotary`".
    pub fn must_be(&self, param: &Param, argument: &Argument) -> String {
        let found = self.shown(argument);
        format!(
            "`{}` must be {}, found {found}",
            self.label(param),
            param.kind
        )
    }

    /// What reports call a parameter: a `value` after what it is the value of.
    pub fn label(&self, param: &Param) -> &'static str {
        match (param.name, self.values.as_slice()) {
            ("value", [.., Value::Word(word)]) => word,
            ("value" | "state", []) => self.command.name,
            (name, _) => name,
        }
    }

    /// Reports, once, all that is missing at the end of the line; tells whether anything is.
    fn reports_missing(&mut self, rest: &[Param]) -> bool {
        let is_named = |p: &Param| self.named.iter().any(|n| names(p, self.text(n.name)));
        // A name of several parameters gives those behind the first too, as far as they have no name of their own.
        let mut covered = false;
        let missing = rest.iter().filter(|p| {
            let by_group = |n: &&Named| p.group == Some(self.text(n.name));
            covered = self.named.iter().any(by_group) || covered && p.group.is_none();
            !(p.optional || covered || is_named(p))
        });
        let missing: Vec<&Param> = missing.collect();
        let mut help = format!("usage: {}", usage(self.command));
        let message = match missing.as_slice() {
            [] => return false,
            // That a word before it is missing tells how the line is to be.
            _ if self.mistakes.iter().any(|m| m.code == "E021") => return true,
            // A word in place of a number may belong to another form, which has all of its arguments.
            _ if self.command.forms.len() > 1 && self.mistakes.iter().any(|m| m.code == "E023") => {
                return true;
            }
            [one] => {
                let kind = one.kind.to_string();
                if one.doc != kind {
                    help += &format!("\n`{}`: {}", one.name, one.doc);
                }
                if matches!(one.kind, Kind::Colour) && self.before_comment() {
                    help = "`#` begins a comment here: write the colour in double quotes, such as `\"#c0392b\"`".to_owned();
                }
                format!("`{}` is missing: {kind}", one.name)
            }
            many => {
                let names = some_of(many.iter().map(|p| p.name), "and");
                format!("{names} are missing")
            }
        };
        let report = Diagnostic::error("E021", self.line.span.after(), message);
        self.wrong_with(report.help(help));
        true
    }

    /// Whether a comment that may be the digits of a colour follows the line.
    fn before_comment(&self) -> bool {
        let Span { source, end, .. } = self.line.span;
        let source = self.context.session.sources.get(source);
        let behind = source.and_then(|s| s.text.get(end as usize..));
        let digits = behind.and_then(|text| text.trim_start_matches([' ', '\t']).strip_prefix('#'));
        digits.is_some_and(|digits| {
            let hex = |b: &u8| b.is_ascii_hexdigit();
            digits.bytes().take_while(|b| hex(b)).count() >= 3
        })
    }

    /// An element of a list for which no place is left.
    fn element_too_many(&mut self, extra: &Argument) {
        let left = 1 + self.pending.len();
        let message = format!(
            "{} has {left} {} more than `{}` has places",
            quote(self.text(extra.span)),
            if left == 1 { "element" } else { "elements" },
            self.command.name
        );
        self.wrong("E022", extra.span, message);
    }

    fn extra(&mut self, extra: &Argument) {
        let before = self.next.checked_sub(1);
        if let Some(number) = before.and_then(|i| self.line.arguments.get(i))
            && matches!(number.kind, ArgumentKind::Number { unit: None, .. })
            && parse_unit(self.text(extra.span)).is_ok()
        {
            let joined = [self.text(number.span), self.text(extra.span)].concat();
            let message = "a unit stands right behind its number, without a blank";
            let report = Diagnostic::error("E022", number.span.to(extra.span), message);
            self.wrong_with(report.help(format!("write {}", quote(&joined))));
            return;
        }
        if let Some(report) = self.lines_on_line(extra) {
            return self.wrong_with(report);
        }
        let found = quote(self.text(extra.span));
        let name = self.command.name;
        let message = match self.next {
            _ if self.has_spread => {
                format!("the arguments before {found} fill all places of `{name}` already")
            }
            0 => format!("`{name}` takes no arguments, found {found}"),
            1 => format!("`{name}` takes 1 argument here, found one more: {found}"),
            n => format!("`{name}` takes {n} arguments here, found one more: {found}"),
        };
        self.wrong("E022", extra.span, message);
    }

    /// The report of an event that has what it is to do on its own line.
    fn lines_on_line(&self, extra: &Argument) -> Option<Diagnostic> {
        let instead = match self.command.name {
            "after" => "timer",
            "at" => "alarm",
            "every" => "",
            _ => return None,
        };
        let last = self.line.arguments.last()?;
        let (name, does) = (self.command.name, extra.span.to(last.span));
        let first = self.line.arguments.first()?;
        let (time, does_text) = (self.text(first.span), self.text(does));
        let message = format!("what `{name}` does stands in lines of its own below it");
        let mut help = format!("write it so:\n{name} {time}\n  {does_text}\nend");
        if !instead.is_empty() {
            help += &format!("\nor on one line: `{instead} {time} {does_text}`");
        }
        Some(Diagnostic::error("E022", does, message).help(help))
    }

    /// The value of a parameter, of which this and `left - 1` more are to be filled.
    fn one(&mut self, param: &Param, left: usize) -> (Value, Span) {
        if self.next >= self.line.arguments.len() && self.pending.is_empty() {
            return (Value::Missing, self.line.span.after());
        }
        if self.pending.is_empty()
            && let Some(argument) = self.line.arguments.get(self.next)
        {
            match param.kind {
                Kind::Reason if !matches!(argument.kind, ArgumentKind::Quoted) => {
                    if let Some(report) = self.lines_on_line(argument) {
                        self.wrong_with(report);
                        self.next = self.line.arguments.len();
                        return (Value::Missing, argument.span);
                    }
                }
                Kind::Filler(word) => return self.filler(word, argument, left),
                Kind::Command => return self.nested(),
                Kind::Text => return self.rest(),
                Kind::Choice([word]) if self.lacks(argument, left) => {
                    let message = format!(
                        "`{word}` is missing before {}",
                        quote(self.text(argument.span))
                    );
                    self.wrong("E021", argument.span, message);
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
        match param.kind {
            // What an argument must be cannot be told where one before it is wrong.
            Kind::Of(..) if self.silent || !self.mistakes.is_empty() => {
                (Value::Missing, argument.span)
            }
            // Nor where one before it is not known.
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

    fn single(&mut self, param: &Param, argument: &Argument) -> (Value, Span) {
        // It could not be computed, which is reported.
        if argument.kind == ArgumentKind::Bad {
            return (Value::Missing, argument.span);
        }
        let value = self.value(param, argument).unwrap_or(Value::Missing);
        (value, argument.span)
    }

    /// Whether a word that must stand before this argument was left out.
    fn lacks(&self, argument: &Argument, left: usize) -> bool {
        let is_word = matches!(
            argument.kind,
            ArgumentKind::Word | ArgumentKind::Quoted | ArgumentKind::Bad
        );
        let given = self.line.arguments.len() - self.next + self.named.len();
        !is_word && given < left
    }

    /// A word that reads well.
    fn filler(&mut self, word: &'static str, argument: &Argument, left: usize) -> (Value, Span) {
        let span = argument.span;
        let found = self.text(span);
        if found != word {
            let instead = self.line.arguments.len() - self.next == left;
            if !instead || nearest(found, [word]).is_none() {
                return (Value::Missing, self.line.span.after());
            }
            let message = format!("`{word}` may stand here, found {}", quote(found));
            self.wrong_with(
                Diagnostic::error("E023", span, message).help(format!("did you mean `{word}`?")),
            );
        }
        self.next += 1;
        (Value::Switch(true), span)
    }

    /// The rest of the line as text.
    fn rest(&mut self) -> (Value, Span) {
        match self.take_rest() {
            [first, .., last] => self.whole(first.span.to(last.span)),
            [only] => self.whole(only.span),
            [] => (Value::Missing, self.line.span.after()),
        }
    }

    fn whole(&self, span: Span) -> (Value, Span) {
        (Value::Text(self.text(span).into()), span)
    }

    /// The value of one argument; `None` after a mistake.
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
            Kind::Path | Kind::CommandName => {
                Some(Value::Text(self.unquoted(argument).as_ref().into()))
            }
            Kind::Mark | Kind::Camera => self.mark(param, argument),
            Kind::Colour => self.colour(param, argument),
            Kind::Pattern | Kind::TwinPattern => self.pattern(param, argument),
            Kind::Reason => match argument.kind {
                ArgumentKind::Quoted => Some(Value::Text(self.unquoted(argument).as_ref().into())),
                _ => {
                    self.unfit(param, argument, None);
                    None
                }
            },
            // These are taken as they stand.
            _ => None,
        }
    }

    /// The name of a mark: a word or a text.
    fn mark(&mut self, param: &Param, argument: &Argument) -> Option<Value> {
        if let (ArgumentKind::Number { unit: None, .. }, "rewind") =
            (&argument.kind, self.command.name)
        {
            let message = self.must_be(param, argument);
            let text = self.text(argument.span);
            let help =
                format!("a time has its unit: `rewind {text}s` goes back by so many seconds");
            self.wrong_with(Diagnostic::error("E023", argument.span, message).help(help));
            return None;
        }
        let named = match &argument.kind {
            ArgumentKind::Word | ArgumentKind::Quoted | ArgumentKind::Written(_) => true,
            ArgumentKind::Value(value) => matches!(value, Datum::Text(_)),
            _ => false,
        };
        let name = self.unquoted(argument);
        if !named || name.is_empty() {
            self.unfit(param, argument, None);
            return None;
        }
        Some(Value::Text(name.as_ref().into()))
    }

    /// Without its double quotes.
    pub(super) fn unquoted<'s>(&self, argument: &'s Argument) -> Cow<'s, str>
    where
        'a: 's,
    {
        match argument.kind {
            ArgumentKind::Quoted => Cow::Borrowed(self.text(argument.span).trim_matches('"')),
            _ => self.said(argument),
        }
    }
}
