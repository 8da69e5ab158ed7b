//! What the evaluation of an expression asks of its surroundings: values of names, and whether it may go on.

use crate::diagnostic::{Diagnostic, Standing, quote};
use crate::function::Frame;
use crate::source::Span;
use crate::value::{Datum, ValueError};

/// Resolves names to values. What local names do not say themselves is asked of those around them.
pub trait Names {
    /// Returns the names around these, if these are local to a function or to a part of an expression.
    fn outer(&self) -> Option<&dyn Names> {
        None
    }
    /// Returns the text of a span.
    fn text(&self, span: Span) -> &str {
        self.outer().map_or("", |outer| outer.text(span))
    }
    /// Returns the value of a variable.
    fn variable(&self, name: &str) -> Option<Datum>;
    /// Returns the value of a variable of the script, and not of the place of a call.
    fn global(&self, name: &str) -> Option<Datum> {
        match self.outer() {
            Some(outer) => outer.global(name),
            None => self.variable(name),
        }
    }
    /// Returns the value of `name.field` in the running world.
    ///
    /// # Errors
    /// There is no such thing, or it has no such field; the error has the report in a sentence, and advice.
    fn quantity(&self, path: &str) -> Result<Datum, ValueError> {
        match self.outer() {
            Some(outer) => outer.quantity(path),
            None => Err(ValueError::new(format!("there is no {}", quote(path)))),
        }
    }
    /// Returns the function that answers a question about a thing, such as `trunk.touches(wall)`; none if `path` is no question. Its
    /// arguments are names; none of them is known in place of one.
    fn question(&self, path: &str) -> Option<Answer<'_>> {
        self.outer()?.question(path)
    }
    /// Returns the names of variables, for suggestions.
    fn variables(&self) -> Vec<String> {
        self.outer()
            .map_or_else(Vec::new, |outer| outer.variables())
    }
    /// Returns help for a name that is not a value, but a thing with readable quantities.
    fn thing(&self, name: &str) -> Option<String> {
        self.outer()?.thing(name)
    }
    /// Returns help for a name that is not a function, but a command of the script.
    fn command(&self, name: &str) -> Option<String> {
        self.outer()?.command(name)
    }
    /// Returns the name of a thing that contains `-` and that the name at a place is a part of.
    fn hyphenated(&self, part: Span) -> Option<String> {
        self.outer()?.hyphenated(part)
    }
    /// Receives the number of elements that were evaluated, to limit them.
    fn went_through(&self, elements: usize) {
        if let Some(outer) = self.outer() {
            outer.went_through(elements);
        }
    }
    /// Whether a function may run so many further lines.
    fn may_run(&self, lines: u64) -> Allowance {
        let outer = self.outer();
        outer.map_or(Allowance::Granted, |outer| outer.may_run(lines))
    }
    /// Returns the innermost call of a function of the script, if the names are those of one.
    fn frame(&self) -> Option<&Frame<'_>> {
        self.outer()?.frame()
    }
    /// Receives a number that is taken in radians, where degrees were probably meant.
    fn taken_as_radians(&self, number: Span) {
        if let Some(outer) = self.outer() {
            outer.taken_as_radians(number);
        }
    }
}

/// Function that answers a question about things, given by their names; a name that depends on the run is none.
pub type Answer<'n> = Box<dyn Fn(&[Option<String>]) -> Result<Datum, ValueError> + 'n>;

/// Whether a function may go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Allowance {
    /// It may.
    Granted,
    /// A check has seen enough: the result is unknown.
    GivenUp,
    /// It has run too long.
    TooLong,
}

/// An error in an expression.
pub type Mistake = Box<Diagnostic>;

/// Returns the report of an error at a place. Separate, to keep the stack frames of the recursive `evaluate` small.
#[cold]
#[inline(never)]
pub fn at(why: ValueError, span: Span) -> Mistake {
    let help = why
        .help
        .as_deref()
        .unwrap_or("see `corpus help expressions`");
    let report = Diagnostic::error(why.code(), span, why.message.as_str());
    let standing = match why.of_values {
        true => Standing::OfValues,
        false => Standing::Usual,
    };
    Box::new(report.help(help).standing(standing))
}
