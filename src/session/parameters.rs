//! Values that the command line gives to a script: `-D speed=2`.

use super::Stop;
use crate::diagnostic::suggest::did_you_mean;
use crate::diagnostic::{Diagnostic, quote};
use crate::lang::dimension::Dimension;
use crate::lang::evaluate::{Names, evaluate};
use crate::lang::parser::parse;
use crate::lang::syntax::ArgumentKind;
use crate::lang::value::{Datum, ValueError, spell};
use crate::lang::vocabulary::NoWords;
use crate::source::{Sources, Span};
use std::collections::BTreeMap;

/// The parameters of a script, and the values that the command line gives to some.
#[derive(Debug, Default)]
pub struct Parameters {
    given: BTreeMap<String, Given>,
    /// Names of the parameters that the script has declared.
    declared: Vec<String>,
}

/// A parameter value from the command line.
#[derive(Debug)]
struct Given {
    text: String,
    used: bool,
}

impl Parameters {
    /// Sets a `param` of the script from the command line.
    pub fn give(&mut self, name: &str, text: &str) {
        let given = Given {
            text: text.to_owned(),
            used: false,
        };
        self.given.insert(name.to_owned(), given);
    }

    /// Declares a `param` with its default and the source text of that. Returns the value given for it, converted to the kind
    /// of the default, with a warning of a value that was probably meant otherwise.
    ///
    /// # Errors
    /// The value is of another kind.
    pub(crate) fn declare(
        &mut self,
        name: &str,
        default: &Datum,
        at: Span,
        written: &str,
    ) -> Result<Option<(Datum, Option<Diagnostic>)>, Stop> {
        self.declared.push(name.to_owned());
        let Some(given) = self.given.get_mut(name) else {
            return Ok(None);
        };
        given.used = true;
        // Only a run knows the required kind, or that the value has it.
        if default.is_unknown() {
            return Ok(None);
        }
        let text = given.text.as_str();
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
                let many_turns =
                    is_bare && wanted.dimension == Dimension::ANGLE && turns.abs() > 1.0;
                let warning = many_turns.then(|| {
                    let message = format!(
                        "`{name}` is an angle, and {text} on the command line is in radians, which is {turns:.1} turns"
                    );
                    let help = format!("in degrees it is `-D {name}={text}deg`");
                    Diagnostic::warning("W005", at, message).help(help)
                });
                Ok(Some((
                    Datum::number(found.value, wanted.dimension),
                    warning,
                )))
            }
            (true, found, _) => Ok(Some((found, None))),
            (false, _, _) if text.is_empty() => {
                let message = format!("`-D {name}=` has no value");
                let help = format!("write {} after the `=`", default.kind());
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
                let is_argument = computed(written).is_some() && !written.contains([' ', '"', '[']);
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

    /// Returns a message for each value of the command line that the script has not used.
    #[must_use]
    pub fn unused(&self, sources: &Sources) -> Vec<String> {
        let script = sources.get(0);
        let script = script.map_or("the script", |source| source.name.as_str());
        let unused = self.given.iter().filter(|(_, given)| !given.used);
        unused
            .map(|(name, _)| {
                let all = self.declared.iter().map(String::as_str);
                let help = did_you_mean(name, all.clone());
                let help = help.unwrap_or_else(|| match self.declared.is_empty() {
                    true => "it has no parameters; `param NAME = VALUE` declares one".to_owned(),
                    false => format!("it has {}", all.collect::<Vec<_>>().join(", ")),
                });
                format!("{script} has no parameter `{name}`; {help}")
            })
            .collect()
    }
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
        _ => computed(text).unwrap_or_else(as_text),
    }
}

/// Returns a text without the double quotes around it.
fn unquoted(text: &str) -> &str {
    let inner = text.strip_prefix('"').and_then(|t| t.strip_suffix('"'));
    inner.filter(|t| !t.contains('"')).unwrap_or(text)
}

/// Evaluates a text that is one expression of constants only.
fn computed(text: &str) -> Option<Datum> {
    let line = format!("v {{{text}}}");
    let parsed = parse(0, &line, &NoWords);
    let [statement] = parsed.statements.as_slice() else {
        return None;
    };
    match statement.arguments.as_slice() {
        [argument] if parsed.diagnostics.is_empty() => match &argument.kind {
            ArgumentKind::Computed(expression) => evaluate(expression, &Alone(&line)).ok(),
            _ => None,
        },
        _ => None,
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
    use super::{Datum, example, read};

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
    fn examples_can_be_typed_at_a_shell() {
        let lengths = ["3cm", "-4cm"].map(|x| read(x, &plain(0.0)));
        let list = Datum::list(lengths.to_vec()).expect("short");
        assert_eq!(example(&list).as_deref(), Some("\"[0.03m -0.04m]\""));
    }
}
