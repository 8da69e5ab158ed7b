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
    /// An omitted argument.
    Missing,
    /// A number, converted to SI.
    Number(f64),
    /// A part of the duration of a step or stance.
    Relative(f64),
    /// One of the parameter's words.
    Word(&'static str),
    /// A new name, a path, a text.
    Text(Arc<str>),
    /// `on` or `off`, 1 or 0.
    Switch(bool),
    /// Index of an existing thing (for a body: within its figure).
    Index(usize),
    /// A command to run later.
    Command(Arc<Closure>),
    /// A 4 x 4 matrix, by rows.
    Matrix(Box<[f64; 16]>),
    /// An expression that the command evaluates.
    Expression(Arc<Expression>),
    /// Several expressions.
    Expressions(Arc<[Arc<Expression>]>),
    /// Text with expressions in braces.
    Prose(Arc<[Piece]>),
    /// Values of evaluated expressions.
    Data(Arc<[Datum]>),
    /// A call of a user-defined command, with the value of each of its parameters.
    Call(Arc<Definition>, Arc<[Datum]>),
    /// A value known only in a run; a check does nothing with it.
    Unknown(Unknown),
    /// Reads the parameters of a command to define.
    Parameters(Arc<[Parameter]>),
    /// The head of a function.
    Function(Arc<FunctionHead>),
}

/// The head of a function, with its value if that is on the same line.
#[derive(Clone, Debug)]
pub struct FunctionHead {
    /// Source position of its name.
    pub name: Span,
    /// Its parameters.
    pub parameters: Vec<Parameter>,
    /// `= value`.
    pub value: Option<Arc<Expression>>,
}

/// The lines below a command, with what they need to run, possibly later.
#[derive(Clone, Debug)]
pub struct Body {
    /// The block.
    pub block: Arc<Block>,
    /// The blocks of `else if` and `else`.
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
    /// Source position of each value; the end of the line for an omitted one.
    pub spans: Vec<Span>,
    /// The command word.
    pub head: Span,
    /// The whole line.
    pub span: Span,
    /// The figure to which its bodies belong.
    pub corpus: Option<usize>,
    /// The commands of its list.
    pub list: Option<Arc<Closure>>,
    /// The lines below it.
    pub body: Option<Arc<Body>>,
    /// Commands for each name that a pattern matches; they run in its place.
    pub each: Arc<[Bound]>,
    /// The line, if it runs later and depends on the world at that time: it is bound again then.
    pub later: Option<Arc<Statement>>,
}

impl std::fmt::Debug for Bound {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {:?}", self.command.name, self.values)
    }
}

impl Bound {
    /// Returns a duration (s): an absolute one, or a fraction of the phase (s) in which the command runs.
    #[must_use]
    pub fn seconds(&self, i: usize, phase: Option<f64>) -> f64 {
        match self.values.get(i) {
            Some(Value::Number(x)) => *x,
            Some(Value::Relative(part)) => part * phase.unwrap_or(0.0),
            _ => 0.0,
        }
    }

    /// Returns the closures that it stores to run later: its list, the command of a timer.
    pub fn closures(&self) -> impl Iterator<Item = &Arc<Closure>> {
        let nested = self.values.iter().filter_map(|value| match value {
            Value::Command(command) => Some(command),
            _ => None,
        });
        self.list.iter().chain(nested)
    }

    /// Returns the commands that it stores to run later.
    pub fn deferred(&self) -> impl Iterator<Item = &Bound> {
        self.closures().flat_map(|closure| closure.commands())
    }

    /// Returns its values, each with the kind of its parameter.
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

    /// Whether a check processes its expressions or the lines below it, although not all of its values are known.
    pub(crate) fn looks_on(&self) -> bool {
        let mut paths = self.values_with_kinds();
        let is_known = |(value, kind): (&Value, Kind)| {
            !(matches!(kind, Kind::Path | Kind::Label) && matches!(value, Value::Unknown(_)))
        };
        self.evaluates() && paths.all(is_known)
    }

    /// Whether the value at an index depends on the run.
    #[must_use]
    pub fn is_unknown(&self, i: usize) -> bool {
        matches!(self.values.get(i), Some(Value::Unknown(_)))
    }

    /// Whether the argument at an index was given.
    #[must_use]
    pub fn has(&self, i: usize) -> bool {
        !matches!(self.values.get(i), None | Some(Value::Missing))
    }

    /// Returns the number at an index; zero if it was omitted.
    #[must_use]
    pub fn number(&self, i: usize) -> f64 {
        self.given(i).unwrap_or(0.0)
    }

    /// Returns the number at an index, if it was given.
    #[must_use]
    pub fn given(&self, i: usize) -> Option<f64> {
        match self.values.get(i) {
            Some(Value::Number(x)) => Some(*x),
            _ => None,
        }
    }

    /// Returns the vector whose first number is at an index; zeros for omitted ones.
    #[must_use]
    pub fn vector(&self, i: usize) -> Vector3<f64> {
        Vector3::new(self.number(i), self.number(i + 1), self.number(i + 2))
    }

    /// Returns the text or word at an index; empty if it was omitted.
    #[must_use]
    pub fn text(&self, i: usize) -> &str {
        match self.values.get(i) {
            Some(Value::Text(text)) => text,
            Some(Value::Word(word)) => word,
            _ => "",
        }
    }

    /// Returns the switch at an index, if it was given.
    #[must_use]
    pub fn switch(&self, i: usize) -> Option<bool> {
        match self.values.get(i) {
            Some(Value::Switch(on)) => Some(*on),
            _ => None,
        }
    }

    /// Returns the index at an index of the arguments; the largest integer, which is never a valid index, if it was omitted.
    #[must_use]
    pub fn index(&self, i: usize) -> usize {
        match self.values.get(i) {
            Some(Value::Index(x)) => *x,
            _ => usize::MAX,
        }
    }

    /// Returns the expression at an index.
    #[must_use]
    pub fn expression(&self, i: usize) -> Option<&Arc<Expression>> {
        match self.values.get(i) {
            Some(Value::Expression(expression)) => Some(expression),
            _ => None,
        }
    }

    /// Returns the source position of an argument.
    #[must_use]
    pub fn at(&self, i: usize) -> Span {
        self.spans.get(i).copied().unwrap_or(self.span)
    }
}
