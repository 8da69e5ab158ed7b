//! Values that the command line gives to a script: `-D speed=2`.

use super::{Session, Stop};
use crate::diagnostic::suggest::nearest;
use crate::diagnostic::{Diagnostic, quote};
use crate::lang::dimension::Dimension;
use crate::lang::lexer::{Token, lex};
use crate::lang::parser::{Shape, Vocabulary};
use crate::lang::units::parse_unit;
use crate::lang::value::Datum;
use crate::source::Span;

/// A value given from outside.
#[derive(Clone, Debug)]
pub(super) struct Given {
    text: String,
    asked_for: bool,
}

/// A variable that may be given from outside.
#[derive(Clone, Debug)]
pub(super) struct Asked {
    name: String,
}

impl Session {
    /// Gives a value to a `param` of the script.
    pub fn give(&mut self, name: &str, text: &str) {
        let given = Given {
            text: text.to_owned(),
            asked_for: false,
        };
        self.given.insert(name.to_owned(), given);
    }

    /// What was given for a `param` of the script, of the same kind as what it is otherwise.
    ///
    /// # Errors
    /// It is of another kind.
    pub(crate) fn given_for(
        &mut self,
        name: &str,
        default: &Datum,
        at: Span,
    ) -> Result<Option<Datum>, Stop> {
        self.parameters.push(Asked {
            name: name.to_owned(),
        });
        let Some(given) = self.given.get_mut(name) else {
            return Ok(None);
        };
        given.asked_for = true;
        let text = given.text.clone();
        let found = read(&text);
        let fits = match (&found, default) {
            (Datum::Number(found), Datum::Number(wanted)) => {
                found.dimension == wanted.dimension || found.dimension == Dimension::NONE
            }
            (Datum::Flag(_), Datum::Flag(_)) | (Datum::Text(_), Datum::Text(_)) => true,
            _ => false,
        };
        match (fits, found, default) {
            (true, Datum::Number(found), Datum::Number(wanted)) => {
                Ok(Some(Datum::number(found.value, wanted.dimension)))
            }
            (true, found, _) => Ok(Some(found)),
            (false, found, _) => {
                let message = format!(
                    "`{name}` is {}, but the command line gives {}, which is {}",
                    default.kind(),
                    quote(&text),
                    found.kind()
                );
                let help = format!("such as `-D {name}={}`", example(default));
                Err(Diagnostic::error("E064", at, message).help(help).into())
            }
        }
    }

    /// What the command line gave and the script has not asked for, and what to say of it.
    #[must_use]
    pub fn unasked(&self) -> Vec<String> {
        let unasked = self.given.iter().filter(|(_, given)| !given.asked_for);
        unasked
            .map(|(name, _)| {
                let all = self.parameters.iter().map(|asked| asked.name.as_str());
                let help = match nearest(name, all.clone()) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None if self.parameters.is_empty() => {
                        "it has none: `param NAME = VALUE` makes one".to_owned()
                    }
                    None => format!("it has {}", all.collect::<Vec<_>>().join(", ")),
                };
                format!("the script has no parameter `{name}`; {help}")
            })
            .collect()
    }
}

fn example(default: &Datum) -> String {
    crate::lang::value::spell(default).unwrap_or_else(|_| "VALUE".to_owned())
}

struct NoWords;

impl Vocabulary for NoWords {
    fn shape(&self, _: &str) -> Shape {
        Shape::default()
    }
}

/// A number with or without a unit, a flag, or a text.
fn read(text: &str) -> Datum {
    match (text, lex(0, text, &NoWords).as_slice()) {
        ("true" | "on", _) => Datum::Flag(true),
        ("false" | "off", _) => Datum::Flag(false),
        (_, [(Token::Number(value), _)]) => Datum::plain(*value),
        (_, [(Token::Measure(measure), _)]) => {
            let unit = text.get(measure.unit_at as usize..).map(parse_unit);
            match unit {
                Some(Ok(unit)) if unit.to_si(measure.value).is_finite() => {
                    Datum::number(unit.to_si(measure.value), unit.dimension)
                }
                _ => Datum::Text(text.into()),
            }
        }
        _ => Datum::Text(text.into()),
    }
}
