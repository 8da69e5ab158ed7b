//! Calls of user-defined commands.

use super::binder::Binder;
use super::fit::Misfit;
use super::line::{BindContext, Line, Slips};
use crate::diagnostic::suggest::did_you_mean;
use crate::diagnostic::{Diagnostic, quote, some_of};
use crate::lang::syntax::{Argument, ArgumentKind, Named};
use crate::lang::value::Datum;
use crate::session::Definition;
use crate::session::advice::units_apart_in_call;
use crate::session::command::{Bound, Value};
use crate::source::Span;
use std::sync::Arc;

/// Binds a line to a user-defined command: a value for each of its parameters; the source positions are that of the line, then
/// those of the values.
pub(in crate::session) fn bind_call(
    definition: &Arc<Definition>,
    line: Line,
    context: BindContext,
) -> Result<Bound, Slips> {
    if line.faulty {
        return Err(vec![]);
    }
    let mut binder = Binder::new(context.session.table.call(), context, line);
    let mut given: Vec<Option<(Datum, Span)>> = vec![None; definition.parameters.len()];
    let mut next = 0;
    for argument in line.arguments {
        if let ArgumentKind::Named(named) = &argument.kind {
            by_name(&mut binder, definition, named, &mut given);
            continue;
        }
        while given.get(next).is_some_and(Option::is_some) {
            next += 1;
        }
        let datum = binder.datum(argument);
        match given.get_mut(next) {
            None if let Some(report) =
                units_apart_in_call(line.arguments, definition.parameters.len(), context) =>
            {
                binder.wrong_with(Misfit::Extra, report);
                break;
            }
            Some(slot) => *slot = Some((datum, argument.span)),
            None => {
                let n = definition.parameters.len();
                let message = format!(
                    "`{}` takes {n} {}, found one more: {}",
                    definition.name,
                    if n == 1 { "argument" } else { "arguments" },
                    quote(binder.text(argument.span))
                );
                let help = format!("usage: {}", definition.usage());
                binder.refuse(Misfit::Extra, argument.span, message, help);
                break;
            }
        }
    }
    defaults(&mut binder, definition, &mut given, line.span.after());
    if !binder.findings.mistakes.is_empty() || binder.findings.silent {
        return Err(binder.findings.mistakes);
    }
    let later = line.again(binder.reads_world, context);
    let (data, places): (Vec<Datum>, Vec<Span>) = given.into_iter().flatten().unzip();
    let mut bound = line.bound(context.session.table.call(), context);
    bound.values = vec![Value::Call(Arc::clone(definition), data.into())];
    bound.spans = [line.span].into_iter().chain(places).collect();
    bound.later = later;
    Ok(bound)
}

fn by_name(
    binder: &mut Binder,
    definition: &Definition,
    named: &Named,
    given: &mut [Option<(Datum, Span)>],
) {
    let name = binder.text(named.name);
    let datum = binder.datum(&named.value);
    let at = definition.parameters.iter().position(|p| *p.name == *name);
    let report = match at.and_then(|at| given.get_mut(at)) {
        Some(slot @ None) => {
            *slot = Some((datum, named.value.span));
            return;
        }
        Some(Some(_)) => {
            let message = format!("{} is given twice", quote(name));
            Diagnostic::error("E062", named.name, message).help("remove one of them")
        }
        None => {
            let message = format!("`{}` has no parameter {}", definition.name, quote(name));
            let is_named = |name: &str| {
                let mut arguments = binder.line.arguments.iter();
                arguments.any(|argument| match &argument.kind {
                    ArgumentKind::Named(other) => binder.text(other.name) == name,
                    _ => false,
                })
            };
            let all = definition.parameters.iter().zip(given.iter());
            let all = all.filter(|(p, slot)| slot.is_none() && !is_named(&p.name));
            let all = all.map(|(p, _)| &*p.name);
            let help = did_you_mean(name, all);
            let help = help.unwrap_or_else(|| format!("usage: {}", definition.usage()));
            Diagnostic::error("E062", named.name, message).help(help)
        }
    };
    binder.wrong_with(Misfit::ParameterName, report);
}

/// Fills omitted arguments with default values, and reports missing required ones.
fn defaults(
    binder: &mut Binder,
    definition: &Definition,
    given: &mut [Option<(Datum, Span)>],
    end: Span,
) {
    let mut missing = vec![];
    for (slot, parameter) in given.iter_mut().zip(definition.parameters.iter()) {
        match &parameter.default {
            _ if slot.is_some() => {}
            Some(default) => *slot = Some((default.clone(), parameter.place)),
            None => missing.push(&*parameter.name),
        }
    }
    if missing.is_empty() || !binder.findings.mistakes.is_empty() {
        return;
    }
    let are = if missing.len() == 1 { "is" } else { "are" };
    let names = some_of(missing.into_iter(), "and");
    let message = format!("`{}`: {names} {are} missing", definition.name);
    let report = Diagnostic::error("E021", end, message)
        .note(definition.place, "defined here")
        .help(format!("usage: {}", definition.usage()));
    binder.wrong_with(Misfit::Missing, report);
}

impl Binder<'_> {
    /// Converts an argument of a user-defined command: words are texts, numbers have the dimension of their unit.
    pub(in crate::session) fn datum(&mut self, argument: &Argument) -> Datum {
        let computed = self.compute(argument);
        let nothing = Datum::Flag(false);
        match &computed.kind {
            ArgumentKind::Value(datum) => datum.clone(),
            ArgumentKind::Number { value, unit } => self.measured(*value, *unit).unwrap_or(nothing),
            ArgumentKind::List(elements) => {
                let elements: Vec<Datum> = elements.iter().map(|e| self.datum(e)).collect();
                Datum::list(elements).unwrap_or_else(|why| {
                    let report = Diagnostic::error("E014", argument.span, why.message);
                    self.mistaken(report.help("use a shorter list"));
                    nothing
                })
            }
            ArgumentKind::Relative { .. } => {
                let message = format!(
                    "{} is a fraction of a step or stance, which only `motor` and `timer` accept",
                    quote(self.text(argument.span))
                );
                let help = "pass the plain number, and write `*{part}` where it is used";
                self.refuse(Misfit::Part, argument.span, message, help);
                nothing
            }
            ArgumentKind::Bad => nothing,
            ArgumentKind::Quoted => Datum::Text(self.text(argument.span).trim_matches('"').into()),
            _ => match &*self.said(&computed) {
                "true" => Datum::Flag(true),
                "false" => Datum::Flag(false),
                text => Datum::Text(text.into()),
            },
        }
    }
}
