//! The value of an expression. What names stand for, its caller knows.

use super::syntax::{Expression, ExpressionKind, Piece};
use super::value::{self, Datum, Operator, ValueError};
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use std::sync::Arc;

/// What names stand for.
pub trait Names {
    /// The text under a span.
    fn text(&self, span: Span) -> &str;
    /// The value of a variable.
    fn variable(&self, name: &str) -> Option<Datum>;
    /// What `name.field` reads from the running world.
    ///
    /// # Errors
    /// There is no such thing, or it has no such field; the report is told in a sentence, and what to do.
    fn quantity(&self, path: &str) -> Result<Datum, ValueError>;
    /// Names of variables, for suggestions.
    fn variables(&self) -> Vec<String>;
    /// What to say of a name that stands for no value, but for a thing whose quantities can be read.
    fn thing(&self, name: &str) -> Option<String>;
    /// Told of how many elements have been gone through, by those for whom that may be too many.
    fn went_through(&self, _elements: usize) {}
    /// Is told of a mistake that other values of the same kinds might not make: a division by zero. Whoever knows that the
    /// values are not those that count may excuse it.
    fn mistaken_value(&self) {}
}

/// A mistake in an expression.
type Mistake = Box<Diagnostic>;

/// The value of an expression.
///
/// # Errors
/// E014 where values do not go together, E015 where a name stands for nothing.
pub fn evaluate(expression: &Expression, names: &dyn Names) -> Result<Datum, Mistake> {
    let of = |e: &Expression| evaluate(e, names);
    let here = |why: ValueError| at(why, expression.span, names);
    match &expression.kind {
        ExpressionKind::Known(datum) => Ok(datum.clone()),
        ExpressionKind::Name => {
            let found = name(names.text(expression.span), expression.span, names)?;
            if let Datum::Text(text) = &found {
                names.went_through(text.len());
            }
            Ok(found)
        }
        ExpressionKind::Spelled(pieces) => {
            let spelled = spell(pieces, names)?;
            name(&spelled, expression.span, names)
        }
        ExpressionKind::List(elements) => {
            let elements = elements.iter().map(of).collect::<Result<Vec<_>, _>>()?;
            Datum::list(elements).map_err(here)
        }
        ExpressionKind::Prefix(operator, operand) => {
            let operand = of(operand)?;
            names.went_through(operand.size());
            value::prefix(*operator, &operand).map_err(here)
        }
        ExpressionKind::Binary(operator, both) => {
            let [left, right] = &**both;
            let first = of(left)?;
            // What decides alone leaves the other unlooked at.
            match (operator, &first) {
                (Operator::And, Datum::Flag(false)) | (Operator::Or, Datum::Flag(true)) => {
                    return Ok(first);
                }
                _ => {}
            }
            let second = of(right)?;
            names.went_through(first.size() + second.size());
            value::binary(*operator, &first, &second).map_err(here)
        }
        ExpressionKind::Call {
            function,
            arguments,
        } => {
            let arguments = arguments.iter().map(of).collect::<Result<Vec<_>, _>>()?;
            names.went_through(arguments.iter().map(Datum::size).sum());
            value::call(names.text(*function), &arguments).map_err(here)
        }
        ExpressionKind::Index(both) => {
            let [whole, index] = &**both;
            value::index(&of(whole)?, &of(index)?).map_err(here)
        }
        ExpressionKind::Member(whole, field) => {
            members(of(whole)?, names.text(*field)).map_err(here)
        }
        ExpressionKind::Convert(whole, unit) => {
            value::convert(of(whole)?, names.text(*unit)).map_err(|why| at(why, *unit, names))
        }
        ExpressionKind::Range(ends, step) => {
            let [from, to] = &**ends;
            let step = step.as_deref().map(of).transpose()?;
            let range = value::range(&of(from)?, &of(to)?, step.as_ref()).map_err(here)?;
            Ok(Datum::Range(range))
        }
    }
}

fn at(why: ValueError, span: Span, names: &dyn Names) -> Mistake {
    if why.of_values {
        names.mistaken_value();
    }
    let report = Diagnostic::error("E014", span, why.message);
    Box::new(Diagnostic {
        help: Some(
            why.help
                .unwrap_or_else(|| "see `help expressions`".to_owned()),
        ),
        ..report
    })
}

/// `v.x.y`.
fn members(mut whole: Datum, path: &str) -> Result<Datum, ValueError> {
    for field in path.split('.') {
        whole = value::member(&whole, field)?;
    }
    Ok(whole)
}

/// What a name stands for: a variable, perhaps with members, or a quantity of the world.
fn name(name: &str, span: Span, names: &dyn Names) -> Result<Datum, Mistake> {
    let (first, path) = name.split_once('.').unwrap_or((name, ""));
    if let Some(found) = names.variable(first) {
        return match path {
            "" => Ok(found),
            // A variable may have the name of a body, and then the body's quantities are still its own.
            _ => members(found, path)
                .or_else(|why| names.quantity(name).map_err(|_| why))
                .map_err(|why| at(why, span, names)),
        };
    }
    match (first, path) {
        ("pi", "") => return Ok(Datum::plain(std::f64::consts::PI)),
        ("tau", "") => return Ok(Datum::plain(std::f64::consts::TAU)),
        (_, "") => {
            let message = format!("there is no variable {}", crate::diagnostic::quote(name));
            return Err(Box::new(
                Diagnostic::error("E015", span, message).help(unknown(name, span, names)),
            ));
        }
        _ => {}
    }
    names.quantity(name).map_err(|why| {
        let report = Diagnostic::error("E015", span, why.message);
        Box::new(Diagnostic {
            help: why.help,
            ..report
        })
    })
}

fn unknown(name: &str, span: Span, names: &dyn Names) -> String {
    use crate::diagnostic::suggest::nearest;
    use crate::lang::units::parse_unit;
    let variables = names.variables();
    let functions = value::functions::FUNCTIONS.iter().map(|f| f.name);
    if let Some(thing) = names.thing(name) {
        thing
    } else if let Some(near) = nearest(name, variables.iter().map(String::as_str)) {
        format!("did you mean `{near}`?")
    } else if functions.clone().any(|f| f == name) {
        format!("`{name}` is a function: its arguments stand in parentheses")
    } else if names.text(span).contains('{') {
        "the pieces make the name of a variable; a text is put together by `+`: `\"leg\" + text(2)`"
            .to_owned()
    } else if parse_unit(name).is_ok() {
        format!(
            "a unit stands right behind its number, and `*` multiplies: in place of `2N*{name}` write `2N * 1{name}`"
        )
    } else {
        format!("`let {name} = ...` makes one; a text stands in double quotes: `\"{name}\"`")
    }
}

/// The text of a word with pieces in braces.
///
/// # Errors
/// As [`evaluate`].
pub fn spell(pieces: &[Piece], names: &dyn Names) -> Result<String, Mistake> {
    join(pieces, names, value::spell)
}

/// The text of a line with pieces in braces, for reading.
///
/// # Errors
/// As [`evaluate`].
pub fn show(pieces: &[Piece], names: &dyn Names) -> Result<String, Mistake> {
    join(pieces, names, |datum| Ok(value::show(datum)))
}

fn join(
    pieces: &[Piece],
    names: &dyn Names,
    text: impl Fn(&Datum) -> Result<String, ValueError>,
) -> Result<String, Mistake> {
    let mut joined = String::new();
    for piece in pieces {
        match piece {
            Piece::Plain(span) => joined += names.text(*span),
            Piece::Computed(expression) => {
                let datum = evaluate(expression, names)?;
                joined += &text(&datum).map_err(|why| at(why, expression.span, names))?;
            }
        }
        if joined.len() > value::LONGEST_TEXT {
            let span = pieces.iter().find_map(|piece| match piece {
                Piece::Computed(expression) => Some(expression.span),
                Piece::Plain(_) => None,
            });
            let why = ValueError::new("this becomes too long a text");
            return Err(at(why, span.unwrap_or_default(), names));
        }
    }
    Ok(joined)
}

/// The expression with the variables that `local` knows replaced by their values, for one that is evaluated later.
///
/// # Errors
/// As [`evaluate`], for the names that are spelled.
pub fn capture(
    expression: &Expression,
    local: &dyn Fn(&str) -> Option<Datum>,
    names: &dyn Names,
) -> Result<Expression, Mistake> {
    let of = |e: &Expression| capture(e, local, names);
    let boxed = |e: &Expression| capture(e, local, names).map(Box::new);
    let pair = |both: &[Expression; 2]| Ok::<_, Mistake>(Box::new([of(&both[0])?, of(&both[1])?]));
    let all = |list: &[Expression]| list.iter().map(of).collect::<Result<Vec<_>, _>>();
    let kind = match &expression.kind {
        ExpressionKind::Known(datum) => ExpressionKind::Known(datum.clone()),
        ExpressionKind::Name => {
            let text = names.text(expression.span);
            let (first, path) = text.split_once('.').unwrap_or((text, ""));
            match local(first) {
                Some(found) if path.is_empty() => ExpressionKind::Known(found),
                // A variable may have the name of a body, whose quantities are read when the line runs.
                Some(found) => {
                    members(found, path).map_or(ExpressionKind::Name, ExpressionKind::Known)
                }
                None => ExpressionKind::Name,
            }
        }
        ExpressionKind::Spelled(pieces) => {
            ExpressionKind::Spelled(capture_pieces(pieces, local, names)?)
        }
        ExpressionKind::List(elements) => ExpressionKind::List(all(elements)?),
        ExpressionKind::Prefix(operator, operand) => {
            ExpressionKind::Prefix(*operator, boxed(operand)?)
        }
        ExpressionKind::Binary(operator, both) => ExpressionKind::Binary(*operator, pair(both)?),
        ExpressionKind::Call {
            function,
            arguments,
        } => ExpressionKind::Call {
            function: *function,
            arguments: all(arguments)?,
        },
        ExpressionKind::Index(both) => ExpressionKind::Index(pair(both)?),
        ExpressionKind::Member(whole, field) => ExpressionKind::Member(boxed(whole)?, *field),
        ExpressionKind::Convert(whole, unit) => ExpressionKind::Convert(boxed(whole)?, *unit),
        ExpressionKind::Range(ends, step) => {
            let step = step.as_deref().map(boxed).transpose()?;
            ExpressionKind::Range(pair(ends)?, step)
        }
    };
    Ok(Expression {
        kind,
        span: expression.span,
    })
}

/// As [`capture`], for the pieces of a word.
///
/// # Errors
/// As [`capture`].
pub fn capture_pieces(
    pieces: &[Piece],
    local: &dyn Fn(&str) -> Option<Datum>,
    names: &dyn Names,
) -> Result<Arc<[Piece]>, Mistake> {
    pieces
        .iter()
        .map(|piece| match piece {
            Piece::Plain(span) => Ok(Piece::Plain(*span)),
            Piece::Computed(expression) => {
                capture(expression, local, names).map(|e| Piece::Computed(Arc::new(e)))
            }
        })
        .collect()
}

/// Whether an expression reads the running world, so that its value may be another one later.
#[must_use]
pub fn reads_world(expression: &Expression, names: &dyn Names) -> bool {
    let of = |e: &Expression| reads_world(e, names);
    match &expression.kind {
        ExpressionKind::Known(_) => false,
        ExpressionKind::Name => {
            let text = names.text(expression.span);
            text.split_once('.').is_some_and(|(first, path)| {
                let variable = names.variable(first);
                variable.is_none_or(|found| members(found, path).is_err())
            })
        }
        ExpressionKind::Spelled(pieces) => pieces.iter().any(|piece| match piece {
            Piece::Plain(span) => names.text(*span).contains('.'),
            Piece::Computed(inner) => of(inner),
        }),
        ExpressionKind::List(elements) => elements.iter().any(of),
        ExpressionKind::Prefix(_, e)
        | ExpressionKind::Member(e, _)
        | ExpressionKind::Convert(e, _) => of(e),
        ExpressionKind::Binary(_, both) | ExpressionKind::Index(both) => both.iter().any(of),
        ExpressionKind::Call { arguments, .. } => arguments.iter().any(of),
        ExpressionKind::Range(ends, step) => ends.iter().any(of) || step.as_deref().is_some_and(of),
    }
}
