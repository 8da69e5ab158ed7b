//! The declaration of a function.

use crate::value::{Datum, Quantity, ValueError};

/// Declaration of a function.
#[derive(Debug)]
pub struct Function {
    /// Name.
    pub name: &'static str,
    /// Parameters in usage notation: `x, low, high`; `...` for more of the last.
    pub parameters: &'static str,
    /// Summary in one sentence.
    pub summary: &'static str,
    /// Example of a call.
    pub example: &'static str,
    /// Value of that call, as `print` shows it.
    pub result: &'static str,
    /// Least and most number of arguments.
    pub(super) arity: (usize, usize),
    pub(super) run: Run,
}

/// The names of functions are their own.
impl PartialEq for Function {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

/// How a function is evaluated.
#[derive(Clone, Copy, Debug)]
pub(super) enum Run {
    /// From its arguments alone.
    Value(fn(&Arguments) -> Result<Datum, ValueError>),
    /// By calls of its first argument, for which the evaluation of expressions is needed.
    Each(Each),
}

/// A function that calls another one for elements of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Each {
    /// `map(f, list)`.
    Map,
    /// `filter(f, list)`.
    Filter,
    /// `reduce(f, list, start)`.
    Reduce,
}

/// A name with a constant value.
#[derive(Debug)]
pub struct Constant {
    /// Name.
    pub name: &'static str,
    /// Summary in one sentence.
    pub summary: &'static str,
    /// Its value.
    pub value: Quantity,
}

impl Function {
    /// Returns its usage: `clamp(x, low, high)`.
    #[must_use]
    pub fn usage(&self) -> String {
        format!("{}({})", self.name, self.parameters)
    }

    /// Returns in what way it calls another function for the elements of a list, if it does.
    #[must_use]
    pub fn each(&self) -> Option<Each> {
        match self.run {
            Run::Each(each) => Some(each),
            Run::Value(_) => None,
        }
    }

    /// Rejects a wrong number of arguments.
    ///
    /// # Errors
    /// It does not take so many.
    pub fn takes(&self, found: usize) -> Result<(), ValueError> {
        let (least, most) = self.arity;
        if (least..=most).contains(&found) {
            return Ok(());
        }
        let from = if most > least { "at least " } else { "" };
        let plural = if least == 1 { "" } else { "s" };
        let message = format!(
            "`{}` needs {from}{least} argument{plural}, found {}",
            self.name, found
        );
        Err(ValueError::new(message).help(format!("usage: {}", self.usage())))
    }
}

/// The arguments of a call, in the right number.
pub(super) struct Arguments<'a> {
    pub(super) function: &'static Function,
    pub(super) data: &'a [Datum],
}

impl<'a> Arguments<'a> {
    pub fn new(function: &'static Function, data: &'a [Datum]) -> Self {
        Arguments { function, data }
    }
}
