//! Functions that a script defines.

use super::lookup::Lookup;
use super::{Session, Stop, comment_above};
use crate::diagnostic::{Diagnostic, quote};
use crate::lang::evaluate::at;
use crate::lang::function::{self, Body, Function};
use crate::lang::syntax::{Block, Expression, ExpressionKind};
use crate::lang::value::{Callee, Datum, Step, unknown};
use crate::session::command::FunctionHead;
use crate::source::Span;
use std::sync::Arc;

impl Session {
    /// Defines a function: its value is on the line of its head, or in the lines below.
    ///
    /// # Errors
    /// It contains more than a function can, or the name is taken.
    pub(crate) fn define_function(
        &mut self,
        head: &FunctionHead,
        block: Option<&Arc<Block>>,
    ) -> Result<(), Stop> {
        let name = self.sources.text(head.name).to_owned();
        self.reject_second_function(&name, head.name)?;
        let body = match (&head.value, block) {
            (Some(value), _) => Body::Expression(value),
            (None, Some(block)) => Body::Lines(block),
            (None, None) => return Ok(()),
        };
        let captured = self.locals().into_iter();
        let captured = captured.map(|(name, variable)| (name, variable.datum));
        let defined = function::define(
            head.name,
            head.parameters.clone(),
            &body,
            captured.collect(),
            &|span| self.sources.text(span),
            &|word| self.table.find(word).is_some() || self.definition(word).is_some(),
        );
        let mut function = match defined {
            Ok(function) => function,
            Err(reports) => {
                reports.into_iter().for_each(|report| self.report(report));
                return Err(Stop::Reported);
            }
        };
        if let Some(source) = self.sources.get(head.name.source) {
            let line = source.text.get(..head.name.start as usize);
            let start = line.and_then(|before| before.rfind(['\n', '\r']));
            function.comment = comment_above(&source.text, start.map_or(0, |end| end + 1));
        }
        for parameter in &function.parameters {
            self.warn_of_hidden_body(&parameter.name, parameter.place);
        }
        let function = Arc::new(function);
        self.mode.function_defined(self, &function);
        let datum = Datum::Function(Callee::Own(function));
        self.set_variable(&name, datum, head.name);
        Ok(())
    }

    /// Rejects a second function of one name, and one with the name of a variable; at the prompt, the new one replaces the other.
    fn reject_second_function(&self, name: &str, place: Span) -> Result<(), Stop> {
        let Some(first) = self.variable(name) else {
            return Ok(());
        };
        let is_again = first.place == place
            || self.sources.is_entry(place.source)
            || self.check.is_uncertain()
            || first.datum.is_unknown()
            || self.sources.are_one_file(first.place.source, place.source)
                && first.place.start == place.start;
        if is_again {
            return Ok(());
        }
        let what = match first.datum {
            Datum::Function(_) => "a function",
            _ => "a variable",
        };
        let message = format!("there is already {what} {}", quote(name));
        let report = Diagnostic::error("E061", place, message);
        let report = report.note(first.place, "first defined here");
        Err(report.help("give each one a different name").into())
    }

    /// Warns of a name with members that is also the name of a body.
    pub(crate) fn warn_of_hidden_body(&mut self, name: &str, place: Span) {
        if self.thing_called(name).is_none() {
            return;
        }
        let shown = quote(name);
        let message = format!("{shown} is also the name of a body or another thing");
        let help =
            format!("here `{name}.q` reads the variable and not the thing: choose another name");
        let report = Diagnostic::warning("W049", place, message).help(help);
        self.report(report);
    }

    /// Returns the value of an assignment that makes a list longer, in place; none if it is another one.
    ///
    /// # Errors
    /// As the evaluation of the value.
    pub(crate) fn grown(&mut self, name: &str, value: &Expression) -> Result<Option<Datum>, Stop> {
        let sources = &self.sources;
        let is_own =
            |e: &Expression| e.kind == ExpressionKind::Name && sources.text(e.span) == name;
        let Some((operand, how)) = function::growth(value, &is_own, &Lookup::new(self)) else {
            return Ok(None);
        };
        if self.own.scopes.hidden(name).is_some() {
            return Ok(None);
        }
        let operand = self.value_of(operand)?;
        let known = self.variable(name).map(|variable| variable.datum.clone());
        let take = || self.own.scopes.take(name);
        let grown = function::grow(move || known, take, how, operand).transpose();
        grown.map_err(|why| Stop::Mistake(at(why, value.span)))
    }

    /// Returns the value of a variable of which a part is set: the value itself, taken out of the variable, if the assignment
    /// cannot fail, and otherwise a copy. None if there is no variable.
    pub(crate) fn whole_to_change(
        &mut self,
        name: &str,
        path: &[Step],
        part: &Datum,
    ) -> Option<Datum> {
        let whole = self.variable(name)?.datum.clone();
        let is_small = matches!(part, Datum::Number(_) | Datum::Flag(_) | Datum::Text(_));
        let read = path
            .iter()
            .try_fold(whole.clone(), |whole, step| match step {
                Step::Index(at) => unknown::index(&whole, at),
                Step::Field(name) => unknown::member(&whole, name),
            });
        if !is_small || read.is_err() || self.own.scopes.hidden(name).is_some() {
            return Some(whole);
        }
        drop(whole);
        self.own.scopes.take(name)
    }

    /// Returns the function of a name.
    #[must_use]
    pub fn function(&self, name: &str) -> Option<&Arc<Function>> {
        match self.variable(name).map(|variable| &variable.datum) {
            Some(Datum::Function(Callee::Own(function))) => Some(function),
            _ => None,
        }
    }
}
