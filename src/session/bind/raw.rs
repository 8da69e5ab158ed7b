//! Arguments taken literally: names of variables, values of a loop, parameters, expressions.

use super::binder::Binder;
use super::fit::Misfit;
use crate::diagnostic::{Diagnostic, quote};
use crate::lang::function::not_a_variable;
use crate::lang::syntax::{Argument, ArgumentKind, Expression, ExpressionKind, Piece};
use crate::lang::value::functions::Function;
use crate::lang::value::{Datum, Prefix, Unknown};
use crate::session::Parameter;
use crate::session::command::{FunctionHead, Kind, Param, Value};
use crate::session::index::expressions;
use crate::source::Span;
use std::sync::Arc;

impl<'a> Binder<'a> {
    /// Reads an argument that the command takes literally.
    pub(in crate::session) fn raw(
        &mut self,
        param: &Param,
        argument: &'a Argument,
    ) -> (Value, Span) {
        let span = argument.span;
        let value = match (param.kind, &argument.kind) {
            (Kind::Expression(_) | Kind::Assigned, ArgumentKind::Computed(expression)) => {
                Some(Value::Expression(Arc::clone(expression)))
            }
            (Kind::Variable, ArgumentKind::Word) => {
                if let Some(why) = not_a_variable(self.text(span)) {
                    let report = Diagnostic::error("E017", span, why);
                    self.mistaken(report.help("for example `side` or `length_2`"));
                }
                Some(Value::Text(self.text(span).into()))
            }
            // A part of a variable, or a name with pieces in braces.
            (Kind::Variable, ArgumentKind::Computed(target)) => {
                Some(Value::Expression(Arc::clone(target)))
            }
            (Kind::Function, ArgumentKind::Word) => return self.function(span),
            (Kind::NewCommand, ArgumentKind::Word) => {
                Some(self.new_command(span).unwrap_or(Value::Missing))
            }
            (Kind::Items, _) => return self.items(),
            (Kind::Parameters, _) => return self.parameters(param),
            (Kind::Prose, _) => return self.prose(),
            (Kind::Readings, _) => return self.readings(param),
            _ => None,
        };
        self.cursor.next += 1;
        if value.is_none() && argument.kind != ArgumentKind::Bad {
            self.unfit(param, argument, None);
        }
        (value.unwrap_or(Value::Missing), span)
    }

    /// Reads the name of a command to define.
    fn new_command(&mut self, span: Span) -> Option<Value> {
        let name = self.text(span);
        if !self.context.session.table.may_define(name) || name == "else" {
            let message = format!("{} is a command of the language", quote(name));
            let report = Diagnostic::error("E061", span, message);
            self.mistaken(report.help("choose another name"));
            return None;
        }
        let letters = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.');
        if name == "end"
            || !name.starts_with(|c: char| c.is_alphabetic() || c == '_')
            || !name.chars().all(letters)
        {
            let message = format!("{} is not a valid command name", quote(name));
            let report = Diagnostic::error("E061", span, message);
            self.mistaken(report.help("for example `leg` or `four_legs`"));
            return None;
        }
        if let Some(first) = self.context.session.definition(name)
            && first.place != span
            && !self.context.session.sources.is_entry(span.source)
            && !self.context.session.check.is_uncertain()
            // A file included twice makes the same definition twice.
            && !self
                .context
                .session
                .sources
                .are_one_file(first.place.source, span.source)
        {
            let message = format!("there is already a command {}", quote(name));
            let report =
                Diagnostic::error("E061", span, message).note(first.place, "first defined here");
            self.mistaken(report.help("give each one a different name"));
            return None;
        }
        Some(Value::Text(name.into()))
    }

    /// Returns the rest of the line as text; within another command, where it is split into arguments, joins these by single
    /// blanks.
    fn prose(&mut self) -> (Value, Span) {
        let rest = self.take_rest();
        let span = self.span_of(rest);
        let Some(first) = rest.first() else {
            return (Value::Missing, span);
        };
        let mut pieces: Vec<Piece> = vec![];
        let mut end = first.span.start;
        for argument in rest {
            if argument.span.start > end {
                let gap = Span {
                    start: end,
                    end: argument.span.start,
                    ..argument.span
                };
                pieces.push(Piece::Plain(gap));
            }
            end = argument.span.end;
            match &argument.kind {
                ArgumentKind::Text(own) | ArgumentKind::Spelled(own) => {
                    pieces.extend(own.iter().cloned())
                }
                ArgumentKind::Computed(expression) => {
                    pieces.push(Piece::Computed(Arc::clone(expression)))
                }
                _ => pieces.push(Piece::Plain(argument.span)),
            }
        }
        (Value::Prose(pieces.into()), span)
    }

    /// Reads the items of a loop. Iterates over the elements of a single list or range.
    fn items(&mut self) -> (Value, Span) {
        let rest = self.take_rest();
        let mut data: Vec<Datum> = rest.iter().map(|argument| self.datum(argument)).collect();
        let span = self.span_of(rest);
        if let [_, .., last] = rest
            && last.kind == ArgumentKind::Word
            && matches!(self.text(last.span), "do" | "then" | "loop")
        {
            let word = self.text(last.span);
            let message = format!("{} is not part of a loop", quote(word));
            let help = format!(
                "remove it: the commands are on the lines below, up to a line `end`; as a value, write `\"{word}\"`"
            );
            self.refuse(Misfit::Extra, last.span, message, help);
        }
        if let Some((message, help)) = self.no_range(rest, &data) {
            self.refuse(Misfit::Kind, span, message, help);
        }
        if let [
            Argument {
                kind: ArgumentKind::Computed(_) | ArgumentKind::Number { .. },
                ..
            },
        ] = rest
        {
            match data.first() {
                Some(Datum::Unknown(
                    found @ (Unknown::Range(_) | Unknown::List | Unknown::Any),
                )) => return (Value::Unknown(*found), span),
                Some(Datum::Range(_) | Datum::List(_)) => {}
                Some(other) if self.findings.mistakes.is_empty() && !self.findings.silent => {
                    let message = format!(
                        "a loop needs a range or a list, but this is {}",
                        other.kind()
                    );
                    let help = "for example `0..6`, `[1 2 3]`, or words separated by spaces: `l r`";
                    self.refuse(Misfit::Kind, span, message, help);
                }
                _ => {}
            }
        }
        if let [Datum::List(elements)] = data.as_slice() {
            data = elements.to_vec();
        }
        (Value::Data(data.into()), span)
    }

    /// Returns help for a range in the syntax of other languages, or for one of literal numbers that is empty.
    fn no_range(&self, rest: &[Argument], data: &[Datum]) -> Option<(String, String)> {
        match (rest, data) {
            ([first, word, last], [Datum::Number(_), _, Datum::Number(_)])
                if matches!(self.text(word.span), "to" | "until" | "til" | "-" | ":") =>
            {
                let [first, last] = [first, last].map(|end| self.text(end.span));
                let message = "a range is written with two dots".to_owned();
                let help = format!("write `{first}..{last}`, which ends before {last}");
                Some((message, help))
            }
            ([argument], [Datum::Range(range)]) if range.count() == 0 => {
                let ArgumentKind::Computed(expression) = &argument.kind else {
                    return None;
                };
                let ExpressionKind::Range(ends, _) = &expression.kind else {
                    return None;
                };
                // A computed range may be empty.
                let [from, to] = [written(&ends[0])?, written(&ends[1])?];
                if from == to {
                    return None;
                }
                let [low, high] = if from < to { [0, 1] } else { [1, 0] };
                let [low, high] = [&ends[low], &ends[high]].map(|end| self.text(end.span));
                let message = "this range is empty, so the loop does nothing".to_owned();
                let help = format!(
                    "to count up, write `{low}..{high}`; to count down, `{high}..{low} by -1`"
                );
                Some((message, help))
            }
            _ => None,
        }
    }

    /// Reads the parameters of a command to define.
    fn parameters(&mut self, param: &Param) -> (Value, Span) {
        let rest = self.take_rest();
        let parameters = self.parameters_of(rest, Some(param));
        (Value::Parameters(parameters.into()), self.span_of(rest))
    }

    /// Reads parameters with their defaults.
    fn parameters_of(&mut self, given: &'a [Argument], param: Option<&Param>) -> Vec<Parameter> {
        let mut parameters: Vec<Parameter> = vec![];
        for argument in given {
            let (place, default) = match &argument.kind {
                ArgumentKind::Word => (argument.span, None),
                ArgumentKind::Named(named) => {
                    let default = match self.read_parameter(&named.value, &parameters) {
                        None => self.datum(&named.value),
                        Some((place, read)) => {
                            let message =
                                format!("a default value cannot use the parameter {}", quote(read));
                            let help = "a default value is evaluated once, where the definition is: give this parameter a value of its own, or set it in the lines below";
                            self.mistaken(Diagnostic::error("E061", place, message).help(help));
                            Datum::Unknown(Unknown::Any)
                        }
                    };
                    (named.name, Some(default))
                }
                _ => {
                    if let Some(param) = param {
                        self.unfit(param, argument, None);
                    }
                    continue;
                }
            };
            let name = self.text(place);
            let report = |message: String| Diagnostic::error("E061", place, message);
            if let Some(why) = not_a_variable(name) {
                self.mistaken(report(why).help("for example `side` or `length_2`"));
            } else if let Some(first) = parameters.iter().find(|p| *p.name == *name) {
                let report = report(format!("there is already a parameter {}", quote(name)));
                let report = report.note(first.place, "first named here");
                self.mistaken(report.help("give each one a different name"));
            } else if default.is_none() && parameters.last().is_some_and(|p| p.default.is_some()) {
                let message = format!(
                    "{} has no default value, but comes after one that has",
                    quote(name)
                );
                self.mistaken(
                    report(message)
                        .help("move parameters with a default value to the end, or give this one a default value too"),
                );
            }
            parameters.push(Parameter {
                name: name.into(),
                default,
                place,
            });
        }
        parameters
    }

    /// Returns the first name in a default value that is the name of a parameter before it, and of no variable.
    fn read_parameter(
        &self,
        value: &Argument,
        parameters: &[Parameter],
    ) -> Option<(Span, &'a str)> {
        let mut found = None;
        expressions(value, &mut |whole| {
            let mut left = vec![whole];
            while let Some(expression) = left.pop() {
                expression.parts(&mut |part| left.push(part));
                let name = self.text(expression.span);
                if expression.kind == ExpressionKind::Name
                    && parameters.iter().any(|parameter| *parameter.name == *name)
                    && self.context.session.variable(name).is_none()
                {
                    found = Some((expression.span, name));
                }
            }
        });
        found
    }

    /// Reads the head of a function, whose name is the next argument.
    fn function(&mut self, name: Span) -> (Value, Span) {
        let rest = self.take_rest();
        let (value, given) = match rest {
            [
                _,
                given @ ..,
                Argument {
                    kind: ArgumentKind::Computed(value),
                    ..
                },
            ] => (Some(Arc::clone(value)), given),
            [_, given @ ..] => (None, given),
            [] => (None, rest),
        };
        let parameters = self.parameters_of(given, None);
        let text = self.text(name);
        let is_known = Function::by_name(text).is_some();
        if let Some(why) = not_a_variable(text) {
            let report = Diagnostic::error("E017", name, why);
            self.mistaken(report.help("for example `area` or `gait_phase`"));
        } else if is_known {
            let message = format!("{} is a function of the language", quote(text));
            let report = Diagnostic::error("E061", name, message);
            self.mistaken(report.help("choose another name"));
        }
        let head = FunctionHead {
            name,
            parameters,
            value,
        };
        (Value::Function(Arc::new(head)), self.span_of(rest))
    }

    /// Reads expressions up to the end of the line.
    fn readings(&mut self, param: &Param) -> (Value, Span) {
        let rest = self.take_rest();
        let mut all = vec![];
        for argument in rest {
            match &argument.kind {
                ArgumentKind::Computed(expression) => all.push(Arc::clone(expression)),
                _ => self.unfit(param, argument, None),
            }
        }
        let span = self.span_of(rest);
        (Value::Expressions(all.into()), span)
    }
}

/// Returns the value of an expression that is a literal number.
fn written(expression: &Expression) -> Option<f64> {
    match &expression.kind {
        ExpressionKind::Known(Datum::Number(number)) => Some(number.value),
        ExpressionKind::Prefix(Prefix::Minus, inner) => written(inner).map(|x| -x),
        _ => None,
    }
}
