//! A command with its arguments checked.

use super::{Command, Kind};
use crate::lang::syntax::{Block, Branch, Expression, Piece, Statement};
use crate::lang::value::{Datum, Unknown};
use crate::session::{Closure, Definition, Parameter};
use crate::source::Span;
use nalgebra::Vector3;
use std::sync::Arc;

/// An argument's value.
#[derive(Clone, Debug)]
pub enum Value {
    /// Left out.
    Missing,
    /// A number, converted to SI.
    Number(f64),
    /// A part of the duration of a step or stance.
    Relative(f64),
    /// One of the words that the parameter offers.
    Word(&'static str),
    /// A new name, a path, a text.
    Text(Arc<str>),
    /// `on` or `off`, 1 or 0.
    Switch(bool),
    /// Index of something there is (for a body: within its figure).
    Index(usize),
    /// A command to run later.
    Command(Arc<Closure>),
    /// Four rows of four.
    Matrix(Box<[f64; 16]>),
    /// What is evaluated when the command likes.
    Expression(Arc<Expression>),
    /// Some of those.
    Expressions(Arc<[Arc<Expression>]>),
    /// Text with expressions.
    Prose(Arc<[Piece]>),
    /// What the expressions of one's own come to.
    Data(Arc<[Datum]>),
    /// A command of one's own, with the value of each of its parameters.
    Call(Arc<Definition>, Arc<[Datum]>),
    /// What only a run knows; a check does nothing with it.
    Unknown(Unknown),
    /// The parameters of a command that is being defined.
    Parameters(Arc<[Parameter]>),
}

/// The lines below a command, and what they need to run, perhaps later.
#[derive(Clone, Debug)]
pub struct Body {
    /// The block.
    pub block: Arc<Block>,
    /// Those of `else if` and `else`.
    pub branches: Vec<Branch>,
}

/// A command with its arguments checked, ready to run any number of times.
#[derive(Clone)]
pub struct Bound {
    /// Its entry in the table.
    pub command: &'static Command,
    /// Index of the command's form.
    pub form: usize,
    /// One value for each parameter of the form.
    pub values: Vec<Value>,
    /// The place of each value; of the line's end where it was left out.
    pub spans: Vec<Span>,
    /// The command word.
    pub head: Span,
    /// The whole line.
    pub span: Span,
    /// The figure that its bodies belong to.
    pub corpus: Option<usize>,
    /// The commands of its list.
    pub list: Option<Arc<Closure>>,
    /// The lines below it.
    pub body: Option<Arc<Body>>,
    /// Commands for each name that a pattern matches; they run in its place.
    pub each: Arc<[Bound]>,
    /// The line, where it runs later and depends on the world at that time: it is bound again then.
    pub later: Option<Arc<Statement>>,
}

impl std::fmt::Debug for Bound {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {:?}", self.command.name, self.values)
    }
}

impl Bound {
    /// What it keeps to run later: its list, the command of a timer.
    pub fn closures(&self) -> impl Iterator<Item = &Arc<Closure>> {
        let nested = self.values.iter().filter_map(|value| match value {
            Value::Command(command) => Some(command),
            _ => None,
        });
        self.list.iter().chain(nested)
    }

    /// The commands that it keeps to run later.
    pub fn deferred(&self) -> impl Iterator<Item = &Bound> {
        self.closures().flat_map(|closure| closure.commands())
    }

    /// Its values, each with the kind of its parameter.
    pub(crate) fn values_with_kinds(&self) -> impl Iterator<Item = (&Value, Kind)> {
        let form = self.command.forms.get(self.form).copied();
        let params = form.unwrap_or_default().iter();
        self.values.iter().zip(params.map(|param| param.kind))
    }

    /// Whether it evaluates expressions or runs lines when it runs.
    #[must_use]
    pub fn evaluates(&self) -> bool {
        self.body.is_some()
            || self.deferred().any(Bound::evaluates)
            || self.values.iter().any(|value| {
                matches!(
                    value,
                    Value::Expression(_)
                        | Value::Expressions(_)
                        | Value::Prose(_)
                        | Value::Call(..)
                )
            })
    }

    /// Whether one of its values depends on the run.
    #[must_use]
    pub fn holds_unknown(&self) -> bool {
        self.values.iter().any(|v| matches!(v, Value::Unknown(_)))
    }

    /// Whether a check looks at what it evaluates or at the lines below it, although not all its values are known.
    pub(crate) fn looks_on(&self) -> bool {
        let mut paths = self.values_with_kinds();
        let is_known = |(value, kind): (&Value, Kind)| {
            !(matches!(kind, Kind::Path) && matches!(value, Value::Unknown(_)))
        };
        self.evaluates() && paths.all(is_known)
    }

    /// Whether the value at a place depends on the run.
    #[must_use]
    pub fn is_unknown(&self, i: usize) -> bool {
        matches!(self.values.get(i), Some(Value::Unknown(_)))
    }

    /// The number at a place; zero if it was left out.
    #[must_use]
    pub fn number(&self, i: usize) -> f64 {
        self.given(i).unwrap_or(0.0)
    }

    /// The number at a place, if it was given.
    #[must_use]
    pub fn given(&self, i: usize) -> Option<f64> {
        match self.values.get(i) {
            Some(Value::Number(x)) => Some(*x),
            _ => None,
        }
    }

    /// The vector whose first number is at a place; zeros where they were left out.
    #[must_use]
    pub fn vector(&self, i: usize) -> Vector3<f64> {
        Vector3::new(self.number(i), self.number(i + 1), self.number(i + 2))
    }

    /// The text or word at a place; empty if it was left out.
    #[must_use]
    pub fn text(&self, i: usize) -> &str {
        match self.values.get(i) {
            Some(Value::Text(text)) => text,
            Some(Value::Word(word)) => word,
            _ => "",
        }
    }

    /// The switch at a place, if it was given.
    #[must_use]
    pub fn switch(&self, i: usize) -> Option<bool> {
        match self.values.get(i) {
            Some(Value::Switch(on)) => Some(*on),
            _ => None,
        }
    }

    /// The index at a place; the largest integer, which is never a valid index, if it was omitted.
    #[must_use]
    pub fn index(&self, i: usize) -> usize {
        match self.values.get(i) {
            Some(Value::Index(x)) => *x,
            _ => usize::MAX,
        }
    }

    /// The expression at a place.
    #[must_use]
    pub fn expression(&self, i: usize) -> Option<&Arc<Expression>> {
        match self.values.get(i) {
            Some(Value::Expression(expression)) => Some(expression),
            _ => None,
        }
    }

    /// The place of an argument in the source.
    #[must_use]
    pub fn at(&self, i: usize) -> Span {
        self.spans.get(i).copied().unwrap_or(self.span)
    }
}
