//! Functions of a script: their definition, the statements that they may contain, and their evaluation. A function computes a
//! value from its arguments, the variables of the script and the quantities of the world, and changes nothing.
//!
//! Its statements are read once, when it is defined. A check evaluates it with arguments that may be unknown: where a condition is
//! unknown, both sides are evaluated and the common properties of their results are kept, as for the lines of a script.

mod define;
mod frame;
mod run;
mod slots;

pub use define::{Body, define, not_a_variable, target};
pub use frame::Frame;
pub use run::{Assigned, apply, call, grow, growth, no_whole, rehearse, resolve, truth};

use crate::source::Span;
use crate::syntax::{Expression, Piece};
use crate::value::Datum;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Deepest nesting of calls of functions.
pub const DEEPEST_CALLS: u32 = 500;

/// A function that a script defines.
#[derive(Debug)]
pub struct Function {
    /// Its name.
    pub name: Arc<str>,
    /// Source position of its name, which identifies it.
    pub place: Span,
    /// Its parameters.
    pub parameters: Vec<Parameter>,
    /// The comment above it, line by line, without the `#`.
    pub comment: Vec<String>,
    /// Its statements.
    steps: Vec<Step>,
    /// Names of its variables, by number; the parameters come first.
    slots: Vec<Arc<str>>,
    /// Values of those local variables at the place where it is defined that it uses.
    captured: Vec<(Arc<str>, Datum)>,
    /// Names of variables and functions that it uses.
    uses: Vec<Arc<str>>,
    /// Whether an expression in it may read a quantity of the world; the functions that it uses may do so too.
    pub reads_world: bool,
    /// Nesting depth of functions that it captured.
    depth: u32,
    /// Whether it was called.
    called: AtomicBool,
}

/// A parameter of a function or of a command that a script defines.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    /// Name of the parameter.
    pub name: Arc<str>,
    /// Default value.
    pub default: Option<Datum>,
    /// Source position of its name.
    pub place: Span,
}

impl Function {
    /// Returns the values that its names had where it was defined.
    pub(crate) fn captured(&self) -> &[(Arc<str>, Datum)] {
        &self.captured
    }

    /// Returns the names of variables and functions that it uses.
    #[must_use]
    pub fn uses(&self) -> &[Arc<str>] {
        &self.uses
    }
}

/// The variable or part of one that an assignment changes.
#[derive(Clone, Debug)]
pub enum Target {
    /// A name.
    Name(Arc<str>),
    /// A name with pieces in braces.
    Spelled(Arc<[Piece]>),
    /// An element or a field of a target: `a[1]`, `leg.hip`.
    Part(Box<Target>, Part),
}

/// The last step of a target.
#[derive(Clone, Debug)]
pub enum Part {
    /// `[i]`.
    Index(Arc<Expression>),
    /// `.name`.
    Field(Arc<str>),
}

/// A statement of a function.
#[derive(Clone, Debug)]
enum Step {
    /// `let target = value`.
    Let(Target, Arc<Expression>),
    /// `let name = value`, with the number of the variable.
    Set(u16, Arc<Expression>),
    /// Conditions with their statements; the last condition may be missing.
    If(Vec<(Option<Arc<Expression>>, Vec<Step>)>),
    /// `for name in items`, with the number of the variable.
    For(u16, Arc<Expression>, Vec<Step>),
    /// `while condition`.
    While(Arc<Expression>, Vec<Step>),
    /// `repeat times`.
    Repeat(Arc<Expression>, Vec<Step>),
    /// `return value`.
    Return(Arc<Expression>),
}

impl Step {
    /// Returns the blocks of statements in it.
    fn blocks(&self) -> Vec<&[Step]> {
        match self {
            Step::Let(..) | Step::Set(..) | Step::Return(_) => vec![],
            Step::If(branches) => branches.iter().map(|(_, steps)| &steps[..]).collect(),
            Step::For(_, _, steps) | Step::While(_, steps) | Step::Repeat(_, steps) => vec![steps],
        }
    }

    /// Whether it always returns.
    fn returns(&self) -> bool {
        match self {
            Step::Return(_) => true,
            Step::If(branches) => {
                branches
                    .last()
                    .is_some_and(|(condition, _)| condition.is_none())
                    && branches.iter().all(|(_, steps)| returns(steps))
            }
            _ => false,
        }
    }
}

/// Whether these statements always return.
fn returns(steps: &[Step]) -> bool {
    steps.iter().any(Step::returns)
}
