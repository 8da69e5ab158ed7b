//! Parameters of a script, and the values given for them from outside: `-D speed=2`.

use super::Stop;
use super::bind::readable;
use crate::diagnostic::suggest::did_you_mean;
use crate::diagnostic::{Diagnostic, quote};
use crate::lang::dimension::Dimension;
use crate::lang::evaluate::{Names, evaluate};
use crate::lang::parser::parse;
use crate::lang::syntax::ArgumentKind;
use crate::lang::units::parse_unit;
use crate::lang::value::show::significant;
use crate::lang::value::{Datum, ValueError, spell};
use crate::lang::vocabulary::NoWords;
use crate::source::{Sources, Span};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The parameters of a script, and the values given for some from outside.
#[derive(Debug, Default)]
pub struct Parameters {
    given: BTreeMap<String, Given>,
    declared: Vec<Declared>,
}

/// A parameter that the script has declared.
#[derive(Clone, Debug)]
pub struct Declared {
    /// Its name.
    pub name: Arc<str>,
    /// Default value, which a check may not know.
    pub default: Datum,
    /// Source position of the default value.
    pub place: Span,
    /// Least and largest value (SI), if the script gives a range that is known.
    pub range: Option<[f64; 2]>,
    /// Unit in which the script writes the default value or the range; that of SI if it writes none, and empty for a plain
    /// number.
    pub unit: String,
}

/// A parameter value from the command line.
#[derive(Debug)]
struct Given {
    text: String,
    used: bool,
}

impl Parameters {
    /// Returns the declared parameters, in the order of the script.
    #[must_use]
    pub fn declared(&self) -> &[Declared] {
        &self.declared
    }

    /// Gives a value for a `param` of the script.
    pub fn give(&mut self, name: &str, text: &str) {
        let given = Given {
            text: text.to_owned(),
            used: false,
        };
        self.given.insert(name.to_owned(), given);
    }

    /// Declares a `param`; `written` is the source text of its default value. Returns the value given for it, converted to the
    /// kind of the default value, with a warning of a value that was probably meant otherwise.
    ///
    /// # Errors
    /// The value is of another kind, or outside of the range.
    pub(crate) fn declare(
        &mut self,
        declared: Declared,
        at: Span,
        written: &str,
    ) -> Result<Option<(Datum, Option<Diagnostic>)>, Stop> {
        let given = self.given.get_mut(&*declared.name);
        let given = given.map(|given| {
            given.used = true;
            given.text.clone()
        });
        // Only a run knows the required kind, or that the value has it.
        let given = given.filter(|_| !declared.default.is_unknown());
        let found = given.map(|text| fitting(&declared, &text, at, written));
        if self
            .declared
            .iter()
            .all(|known| known.name != declared.name)
        {
            self.declared.push(declared);
        }
        found.transpose()
    }

    /// Returns a message for each given value that the script has not used.
    #[must_use]
    pub fn unused(&self, sources: &Sources) -> Vec<String> {
        let script = sources.get(0);
        let script = script.map_or("the script", |source| source.name.as_str());
        let unused = self.given.iter().filter(|(_, given)| !given.used);
        unused
            .map(|(name, _)| {
                let help = help_on(name, &self.declared);
                format!("{script} has no parameter {}; {help}", quote(name))
            })
            .collect()
    }
}

/// Returns the help on a name that is none of the parameters.
pub(crate) fn help_on(name: &str, declared: &[Declared]) -> String {
    let all = declared.iter().map(|declared| &*declared.name);
    did_you_mean(name, all.clone()).unwrap_or_else(|| match declared.is_empty() {
        true => "it has no parameters; `param NAME = VALUE` declares one".to_owned(),
        false => format!("it has {}", all.collect::<Vec<_>>().join(", ")),
    })
}

/// Returns a given value in the kind of the default value, with a warning of a value that was probably meant otherwise.
///
/// # Errors
/// The value is of another kind, or outside of the range.
fn fitting(
    declared: &Declared,
    text: &str,
    at: Span,
    written: &str,
) -> Result<(Datum, Option<Diagnostic>), Stop> {
    let (name, default) = (&declared.name, &declared.default);
    let found = read(text, default);
    let fits = match (&found, default) {
        (Datum::Number(found), Datum::Number(wanted)) => {
            wanted.dimension.accepts_unit(found.dimension) || found.dimension == Dimension::NONE
        }
        _ => std::mem::discriminant(&found) == std::mem::discriminant(default),
    };
    match (fits, found, default) {
        (true, Datum::Number(found), Datum::Number(wanted)) => {
            let turns = found.value / std::f64::consts::TAU;
            let is_bare = found.dimension == Dimension::NONE;
            let is_bare_angle = is_bare && wanted.dimension == Dimension::ANGLE;
            let shown = readable(text);
            let in_degrees = format!("in degrees it is `-D {name}={shown}deg`");
            if !declared.holds(found.value) {
                let message = declared.outside(text);
                let help = match is_bare_angle {
                    true => format!("a number without a unit is in radians; {in_degrees}"),
                    false => {
                        "give a value in the range, or change the range in the script".to_owned()
                    }
                };
                return Err(Stop::mistake("E064", at, message, help));
            }
            let many_turns = is_bare_angle && turns.abs() > 1.0;
            let warning = many_turns.then(|| {
                let turns = significant(rounded(turns, 3));
                let message = format!(
                    "`{name}` is an angle, and {shown} on the command line is in radians, which is {turns} turns"
                );
                Diagnostic::warning("W005", at, message).help(in_degrees)
            });
            Ok((Datum::number(found.value, wanted.dimension), warning))
        }
        (true, found, _) => Ok((found, None)),
        (false, _, _) if text.is_empty() => {
            let message = format!("`-D {name}=` has no value");
            let help = format!("write {} after the `=`", default.kind());
            Err(Stop::mistake("E064", at, message, help))
        }
        (false, Datum::Text(_), _)
            if let Err((why, help)) = computed(text)
                && !is_word(text) =>
        {
            let message = format!(
                "`{name}` is {}, but the command line gives {}, which has no value: {why}",
                default.kind(),
                quote(text)
            );
            let help = help.unwrap_or_else(|| format!("give it {}", default.kind()));
            Err(Stop::mistake("E064", at, message, help))
        }
        (false, found, _) => {
            let message = format!(
                "`{name}` is {}, but the command line gives {}, which is {}",
                default.kind(),
                quote(text),
                found.kind()
            );
            // The source text of the default, if it is a separate argument.
            let is_argument = computed(written).is_ok() && !written.contains([' ', '"', '[']);
            let help = match is_argument {
                true => Some(written.to_owned()),
                false => example(default),
            };
            let help = match help {
                Some(example) => format!("for example `-D {name}={example}`"),
                None => format!("give it {}", default.kind()),
            };
            Err(Stop::mistake("E064", at, message, help))
        }
    }
}

impl Declared {
    /// Whether a value (SI) is in the range.
    pub(crate) fn holds(&self, value: f64) -> bool {
        let Some([lowest, highest]) = self.range else {
            return true;
        };
        // A value at an end may be rounded differently from the end, as `2*10deg` from `20deg`.
        let slack = 4.0 * f64::EPSILON * lowest.abs().max(highest.abs());
        value >= lowest - slack && value <= highest + slack
    }

    /// Describes a given value that is outside of the range.
    pub(crate) fn outside(&self, text: &str) -> String {
        let [lowest, highest] = self.range.unwrap_or_default().map(|end| self.written(end));
        // A number without a unit is in SI units, which are seldom meant.
        let bare = text.parse::<f64>().ok().filter(|_| !self.unit.is_empty());
        let is = bare.map_or_else(String::new, |value| {
            let shown = digits(rounded(self.in_unit(value), 4));
            format!(", which is {shown}{}", self.unit)
        });
        format!(
            "`{}` is from {lowest} to {highest}, but the command line gives {}{is}",
            self.name,
            quote(text)
        )
    }

    /// Returns a value (SI) of the parameter with twelve digits, as a script and the command line write it: `20deg`.
    #[must_use]
    pub fn written(&self, value: f64) -> String {
        format!("{}{}", digits(rounded(self.in_unit(value), 12)), self.unit)
    }

    /// Converts a value (SI) to the unit of the parameter.
    pub(crate) fn in_unit(&self, value: f64) -> f64 {
        parse_unit(&self.unit).map_or(value, |unit| unit.from_si(value))
    }
}

/// Rounds a number to so many significant digits, so that 0.2 + 0.1 is shown as 0.3.
#[must_use]
pub fn rounded(x: f64, count: usize) -> f64 {
    format!("{x:.*e}", count - 1).parse().unwrap_or(x)
}

/// Formats a number as a script writes it; it reads back as the same bits.
#[must_use]
pub fn digits(x: f64) -> String {
    let text = format!("{x:?}");
    text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
}

/// Formats the value of a parameter as the command line would give it.
fn example(default: &Datum) -> Option<String> {
    match default {
        Datum::List(elements) => {
            let elements = elements.iter().map(example).collect::<Option<Vec<_>>>()?;
            Some(format!("\"[{}]\"", elements.join(" ")))
        }
        _ => spell(default).ok(),
    }
}

/// Reads a text as a value of the default's kind: a text is used literally, anything else as in the script.
fn read(text: &str, default: &Datum) -> Datum {
    let as_text = || Datum::Text(text.into());
    match (default, text) {
        (Datum::Text(_), _) => Datum::Text(unquoted(text).into()),
        (_, "true" | "on") => Datum::Flag(true),
        (_, "false" | "off") => Datum::Flag(false),
        _ => computed(text).unwrap_or_else(|_| as_text()),
    }
}

/// Returns a text without the double quotes around it.
fn unquoted(text: &str) -> &str {
    let inner = text.strip_prefix('"').and_then(|t| t.strip_suffix('"'));
    inner.filter(|t| !t.contains('"')).unwrap_or(text)
}

/// Whether a text is a word, and no attempt at an expression.
fn is_word(text: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '/' | ' ');
    text.starts_with(char::is_alphabetic) && text.chars().all(is_part)
}

/// Evaluates a text that is one expression of constants only.
///
/// # Errors
/// Why it has no value, and what to do.
fn computed(text: &str) -> Result<Datum, (String, Option<String>)> {
    let line = format!("v {{{text}}}");
    let parsed = parse(0, &line, &NoWords);
    if let Some(wrong) = parsed.diagnostics.into_iter().next() {
        return Err((wrong.message, wrong.help));
    }
    let arguments = match parsed.statements.as_slice() {
        [statement] => statement.arguments.as_slice(),
        _ => &[],
    };
    match arguments {
        [argument] if let ArgumentKind::Computed(expression) = &argument.kind => {
            let found = evaluate(expression, &Alone(&line));
            found.map_err(|wrong| (wrong.message, wrong.help))
        }
        _ => Err(("it is not one expression".to_owned(), None)),
    }
}

/// A source for expressions without a session.
struct Alone<'t>(&'t str);

impl Names for Alone<'_> {
    fn text(&self, span: Span) -> &str {
        self.0.get(span.range()).unwrap_or_default()
    }
    fn variable(&self, _: &str) -> Option<Datum> {
        None
    }
    fn quantity(&self, path: &str) -> Result<Datum, ValueError> {
        Err(ValueError::new(format!("there is no {}", quote(path))))
    }
    fn variables(&self) -> Vec<String> {
        vec![]
    }
    fn thing(&self, _: &str) -> Option<String> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::{Datum, computed, example, is_word, read};

    fn plain(x: f64) -> Datum {
        Datum::plain(x)
    }

    #[test]
    fn what_is_given_is_read_as_the_kind_that_the_script_has() {
        let list = Datum::list(vec![plain(1.0)]).expect("short");
        let text = Datum::Text("a".into());
        assert_eq!(read("5", &text), Datum::Text("5".into()));
        assert_eq!(read("\"5\"", &text), Datum::Text("5".into()));
        assert_eq!(read("5", &plain(1.0)), plain(5.0));
        assert_eq!(read("-.5", &plain(1.0)), plain(-0.5));
        assert_eq!(read("2*3", &plain(1.0)), plain(6.0));
        assert_eq!(read("off", &Datum::Flag(true)), Datum::Flag(false));
        assert_eq!(
            read("[3 4]", &list),
            Datum::list(vec![plain(3.0), plain(4.0)]).expect("short")
        );
        for wrong in ["", "{", "}", "[", "x", "a.b", "1 }", "\n", "\u{0}"] {
            assert_eq!(read(wrong, &plain(1.0)), Datum::Text(wrong.into()));
        }
    }

    #[test]
    fn what_has_no_value_is_told_with_the_reason() {
        let why = |text: &str| computed(text).expect_err("no value").0;
        assert_eq!(why("[1 - 2]"), "expected an operator, found `-`");
        assert_eq!(why("0/0"), "`0 / 0` divides by zero");
        assert!(why("1e400").contains("too large"));
        assert!(is_word("left-hand.obj") && !is_word("0/0") && !is_word("f(1)"));
    }

    #[test]
    fn examples_can_be_typed_at_a_shell() {
        let lengths = ["3cm", "-4cm"].map(|x| read(x, &plain(0.0)));
        let list = Datum::list(lengths.to_vec()).expect("short");
        assert_eq!(example(&list).as_deref(), Some("\"[0.03m -0.04m]\""));
    }
}
