//! The functions of expressions: one table, which feeds calls, help and completion.

mod arguments;
mod choice;
mod collections;
mod declaration;
mod numbers;
mod random;
mod table;
#[cfg(test)]
mod tests;
mod vectors;

pub use declaration::{Constant, Each, Function};
pub use random::uniform_of;
pub use table::{CONSTANTS, FUNCTIONS};

use super::{Datum, ValueError};
use crate::diagnostic::{quote, suggest::nearest};
use arguments::Arguments;
use declaration::Run;

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
