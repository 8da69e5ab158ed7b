//! The functions of expressions: one table, which feeds calls, help and completion.

mod arguments;
mod choice;
mod collections;
mod numbers;
mod random;
mod table;
#[cfg(test)]
mod tests;
mod vectors;

pub use table::{CONSTANTS, FUNCTIONS};

use super::{Datum, Quantity, ValueError};
use crate::diagnostic::{quote, suggest::nearest};
use arguments::Arguments;

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
    arity: (usize, usize),
    run: Run,
}

/// The names of functions are their own.
impl PartialEq for Function {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

/// How a function is evaluated.
#[derive(Clone, Copy, Debug)]
enum Run {
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
    /// Finds the function of a name.
    #[must_use]
    pub fn by_name(name: &str) -> Option<&'static Function> {
        let at = FUNCTIONS.binary_search_by(|function| function.name.cmp(name));
        at.ok().and_then(|at| FUNCTIONS.get(at))
    }

    /// Finds the function of a name.
    ///
    /// # Errors
    /// There is none; the error has advice.
    pub fn known(name: &str) -> Result<&'static Function, ValueError> {
        Function::by_name(name).ok_or_else(|| unknown(name))
    }

    /// Returns its usage: `clamp(x, low, high)`.
    #[must_use]
    pub fn usage(&self) -> String {
        format!("{}({})", self.name, self.parameters)
    }

    /// Evaluates it for these arguments.
    ///
    /// # Errors
    /// Their number or kind is wrong, or there is no finite value.
    pub fn call(&'static self, data: &[Datum]) -> Result<Datum, ValueError> {
        self.takes(data.len())?;
        match self.run {
            Run::Value(run) => run(&Arguments::new(self, data)),
            Run::Each(_) => Err(Arguments::new(self, data).wants("a function", "none here")),
        }
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

/// Evaluates a call by name.
///
/// # Errors
/// There is no such function, or as for [`Function::call`].
pub fn call(name: &str, data: &[Datum]) -> Result<Datum, ValueError> {
    Function::known(name)?.call(data)
}

/// Functions of other languages, with their equivalents.
const ELSEWHERE: [(&str, &str); 17] = [
    ("if", "`choose(condition, a, b)`"),
    ("iif", "`choose(condition, a, b)`"),
    ("pow", "`a ^ b`"),
    ("log", "`ln(x)` or `log10(x)`"),
    ("length", "`norm(v)` for a vector, `len(a)` for a list"),
    ("mean", "`sum(a) / len(a)`"),
    ("deg", "`x to deg` to show degrees, `30deg` for an angle"),
    ("degrees", "`x to deg`"),
    ("rad", "`30deg` for an angle in degrees, or `x * 1deg`"),
    ("radians", "`30deg` for an angle in degrees, or `x * 1deg`"),
    ("int", "`round(x)`, or `floor(x)`"),
    ("float", "the value without it"),
    ("str", "`text(x)`"),
    ("rand", "`random(seed)`, with a number as seed"),
    ("randn", "`normal(seed)`, with a number as seed"),
    ("average", "`sum(a) / len(a)`"),
    ("square", "`x ^ 2`"),
];

/// Whether a function of another language has this name, for which there is advice.
#[must_use]
pub fn is_elsewhere(name: &str) -> bool {
    ELSEWHERE.iter().any(|(other, _)| *other == name)
}

fn unknown(name: &str) -> ValueError {
    let error = ValueError::unknown_function(format!("there is no function {}", quote(name)));
    if CONSTANTS.iter().any(|constant| constant.name == name) {
        return error.help(format!("`{name}` is a number: write it alone"));
    }
    if let Some((_, written)) = ELSEWHERE.iter().find(|(other, _)| *other == name) {
        return error.help(format!("write {written}"));
    }
    let names = || FUNCTIONS.iter().map(|function| function.name);
    // `math.sin`, `np.sin`
    if let Some((_, last)) = name.rsplit_once('.') {
        let known = names().any(|function| function == last);
        if known || ELSEWHERE.iter().any(|(other, _)| *other == last) {
            return match known {
                true => error.help(format!(
                    "write `{last}` without {}",
                    quote(name.trim_end_matches(last))
                )),
                false => unknown(last),
            };
        }
    }
    error.help(match nearest(name, names()) {
        Some(function) => format!("did you mean `{function}`?"),
        None => format!(
            "the functions are {}",
            names().collect::<Vec<_>>().join(", ")
        ),
    })
}
