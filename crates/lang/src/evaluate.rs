//! Evaluates expressions. The caller supplies the values of names.

use super::dimension::Dimension;
use super::syntax::{Expression, ExpressionKind, Piece};
use super::units::{parse_unit, similar_unit};
use super::value::unknown as value;
use super::value::{
    Datum, LONGEST_TEXT, Operator, Prefix, Unknown, ValueError, functions, show as shown,
};
use crate::diagnostic::Diagnostic;
use crate::source::Span;

/// Resolves names to values.
pub trait Names {
    /// Returns the text of a span.
    fn text(&self, span: Span) -> &str;
    /// Returns the value of a variable.
    fn variable(&self, name: &str) -> Option<Datum>;
    /// Returns the value of `name.field` in the running world.
    ///
    /// # Errors
    /// There is no such thing, or it has no such field; the error has the report in a sentence, and advice.
    fn quantity(&self, path: &str) -> Result<Datum, ValueError>;
    /// Returns the names of variables, for suggestions.
    fn variables(&self) -> Vec<String>;
    /// Returns help for a name that is not a value, but a thing with readable quantities.
    fn thing(&self, name: &str) -> Option<String>;
    /// Returns the name of a thing that contains `-` and that the name at a place is a part of.
    fn hyphenated(&self, _part: Span) -> Option<String> {
        None
    }
    /// Receives the number of elements that were evaluated, to limit them.
    fn went_through(&self, _elements: usize) {}
    /// Receives a number that is taken in radians, where degrees were probably meant.
    fn taken_as_radians(&self, _number: Span) {}
}

/// An error in an expression.
type Mistake = Box<Diagnostic>;

/// Evaluates an expression.
///
/// # Errors
/// E014 if values do not fit, E015 if a name is unknown.
pub fn evaluate(expression: &Expression, names: &dyn Names) -> Result<Datum, Mistake> {
    let of = |e: &Expression| evaluate(e, names);
    let here = |why: ValueError| at(why, expression.span);
    match &expression.kind {
        ExpressionKind::Known(datum) => Ok(datum.clone()),
        ExpressionKind::Name => {
            let found = name(names.text(expression.span), expression.span, names)?;
            if let Datum::Text(text) = &found {
                names.went_through(text.len());
            }
            Ok(found)
        }
        ExpressionKind::Factor(unit) => {
            let word = names.text(expression.span);
            let is_constant = functions::CONSTANTS.iter().any(|c| c.name == word);
            match names.variable(word) {
                None if !is_constant => Ok(unit.clone()),
                _ => name(word, expression.span, names),
            }
        }
        ExpressionKind::Spelled(pieces) => match spell(pieces, names)? {
            Some(spelled) => name(&spelled, expression.span, names),
            None => Ok(Datum::Unknown(Unknown::Any)),
        },
        ExpressionKind::List(elements) => {
            let elements = elements.iter().map(of).collect::<Result<Vec<_>, _>>()?;
            Datum::list(elements).map_err(here)
        }
        ExpressionKind::Prefix(operator, operand) => {
            let operand = of(operand)?;
            names.went_through(operand.size());
            value::prefix(*operator, &operand).map_err(here)
        }
        ExpressionKind::Binary(operator @ (Operator::Within | Operator::WithinPart), both) => {
            let [compared, tolerance] = &**both;
            let ExpressionKind::Binary(_, sides) = &compared.kind else {
                return Err(here(ValueError::new("a tolerance without a `~` before it")));
            };
            let [left, right] = &**sides;
            let (left, right, allowed) = (of(left)?, of(right)?, of(tolerance)?);
            names.went_through(left.size() + right.size());
            value::near(*operator, &left, &right, &allowed).map_err(here)
        }
        ExpressionKind::Binary(operator, both) => {
            let [left, right] = &**both;
            let first = of(left)?;
            // The right operand is not evaluated if the left one decides.
            match (operator, &first) {
                (Operator::And, Datum::Flag(false)) | (Operator::Or, Datum::Flag(true)) => {
                    return Ok(first);
                }
                _ => {}
            }
            let second = of(right)?;
            names.went_through(first.size() + second.size());
            if operator.compares() || matches!(operator, Operator::Add | Operator::Sub) {
                doubt_angles([(left, &second), (right, &first)], names);
            }
            value::binary(*operator, &first, &second).map_err(here)
        }
        ExpressionKind::Call {
            function,
            arguments,
        } => {
            let values = arguments.iter().map(of).collect::<Result<Vec<_>, _>>()?;
            names.went_through(values.iter().map(Datum::size).sum());
            if let [argument] = arguments.as_slice()
                && matches!(names.text(*function), "sin" | "cos" | "tan")
                && bare_number(argument).is_some_and(|x| x.abs() > TURN)
            {
                names.taken_as_radians(argument.span);
            }
            value::call(names.text(*function), &values).map_err(here)
        }
        ExpressionKind::Index(both) => {
            let [whole, index] = &**both;
            value::index(&of(whole)?, &of(index)?).map_err(here)
        }
        ExpressionKind::Member(whole, field) => members(of(whole)?, names.text(*field))
            .map_err(|why| here(point_before_unit(why, whole, names.text(*field), names))),
        ExpressionKind::Convert(whole, unit) => {
            value::convert(of(whole)?, names.text(*unit)).map_err(|why| at(why, *unit))
        }
        ExpressionKind::Range(ends, step) => {
            let [from, to] = &**ends;
            let step = step.as_deref().map(of).transpose()?;
            value::range(&of(from)?, &of(to)?, step.as_ref()).map_err(here)
        }
    }
}

/// Adds help to the error of a number with a point before its unit: `5.m`.
fn point_before_unit(
    why: ValueError,
    number: &Expression,
    unit: &str,
    names: &dyn Names,
) -> ValueError {
    match bare_number(number).is_some() && parse_unit(unit).is_ok() {
        true => why.help(format!("write `{}{unit}`", names.text(number.span))),
        false => why,
    }
}

/// A full turn in radians, with a margin for rounding.
const TURN: f64 = 1.001 * std::f64::consts::TAU;

/// Returns the value of a literal number without a unit.
fn bare_number(expression: &Expression) -> Option<f64> {
    match &expression.kind {
        ExpressionKind::Known(Datum::Number(number)) if number.dimension == Dimension::NONE => {
            Some(number.value)
        }
        ExpressionKind::Prefix(Prefix::Minus, inner) => bare_number(inner).map(|x| -x),
        _ => None,
    }
}

/// Reports a literal number without unit that is compared with an angle or added to one, given both expressions with the value of the other
/// side: if it is beyond a turn, or an integer beyond half a turn, it was hardly meant in radians.
fn doubt_angles(sides: [(&Expression, &Datum); 2], names: &dyn Names) {
    for (side, other) in sides {
        let is_angle = matches!(other, Datum::Number(n) if n.dimension == Dimension::ANGLE);
        let Some(x) = bare_number(side).filter(|_| is_angle) else {
            continue;
        };
        if x.abs() > TURN || x.fract() == 0.0 && x.abs() > std::f64::consts::PI {
            names.taken_as_radians(side.span);
        }
    }
}

/// Makes the report of an error at a place. Separate, to keep the stack frames of the recursive [`evaluate`] small.
#[cold]
#[inline(never)]
fn at(why: ValueError, span: Span) -> Mistake {
    let help = why
        .help
        .as_deref()
        .unwrap_or("see `corpus help expressions`");
    let report = Diagnostic::error(why.code(), span, why.message.as_str());
    Box::new(report.help(help))
}

/// Returns the member at the end of a path, as in `v.x.y`.
fn members(mut whole: Datum, path: &str) -> Result<Datum, ValueError> {
    for field in path.split('.') {
        whole = value::member(&whole, field)?;
    }
    Ok(whole)
}

/// Returns the value of a name: a variable, possibly with members, or a quantity of the world.
#[inline(never)]
fn name(name: &str, span: Span, names: &dyn Names) -> Result<Datum, Mistake> {
    let (first, path) = name.split_once('.').unwrap_or((name, ""));
    if let Some(found) = names.variable(first) {
        return match path {
            "" => Ok(found),
            // A variable with unknown value may have the name of a body.
            _ if found == Datum::Unknown(Unknown::Any) => Ok(names.quantity(name).unwrap_or(found)),
            // A variable may have the name of a body; the body's quantities are still readable.
            _ => members(found, path)
                .or_else(|why| names.quantity(name).map_err(|_| why))
                .map_err(|why| at(why, span)),
        };
    }
    if path.is_empty() {
        if let Some(constant) = functions::CONSTANTS.iter().find(|c| c.name == first) {
            return Ok(Datum::Number(constant.value.clone()));
        }
        return Err({
            let message = format!("there is no variable {}", crate::diagnostic::quote(name));
            let report = Diagnostic::error("E015", span, message);
            let report = report.standing(crate::diagnostic::Standing::WithoutHead);
            Box::new(report.help(unknown(name, span, names)))
        });
    }
    names.quantity(name).map_err(|why| {
        let report = Diagnostic::error("E015", span, why.message);
        Box::new(Diagnostic {
            help: hyphenated(span, names).or(why.help),
            ..report
        })
    })
}

/// Returns help for a part of a name that contains `-`: `left` of `left-leg.z`.
fn hyphenated(span: Span, names: &dyn Names) -> Option<String> {
    let whole = names.hyphenated(span)?;
    Some(format!(
        "`-` subtracts in an expression: write `{{\"{whole}\"}}.z` for the `z` of `{whole}`, or rename it to `{}`",
        whole.replace('-', "_")
    ))
}

fn unknown(name: &str, span: Span, names: &dyn Names) -> String {
    use crate::diagnostic::suggest::nearest;
    let variables = names.variables();
    let functions = functions::FUNCTIONS.iter().map(|f| f.name);
    let lowered = name.to_lowercase();
    let constants = functions::CONSTANTS.iter().map(|constant| constant.name);
    let mut constants = constants.chain(["true", "false"]).chain(functions.clone());
    if let Some(help) = hyphenated(span, names) {
        help
    } else if let Some(thing) = names.thing(name) {
        thing
    } else if names.quantity(&format!("world.{name}")).is_ok() {
        format!("write `world.{name}`")
    } else if lowered != name && constants.any(|constant| constant == lowered) {
        format!("did you mean `{lowered}`?")
    } else if let Some(near) = nearest(name, variables.iter().map(String::as_str)) {
        format!("did you mean `{near}`?")
    } else if functions.clone().any(|f| f == name) {
        format!("`{name}` is a function: write its arguments in parentheses")
    } else if names.text(span).contains('{') {
        format!(
            "in an expression, {} is the name of a variable, here `{name}`; to join texts, use `+`: `\"leg\" + text(2)`",
            crate::diagnostic::quote(names.text(span))
        )
    } else if parse_unit(name).is_ok() {
        format!(
            "write a unit directly after its number, as in `2{name}`; a product of units has no spaces, as in `2N*s`"
        )
    } else if let (true, Some(unit)) = (follows_a_unit(span, names), similar_unit(name)) {
        format!(
            "if it is a unit, did you mean `{unit}`? if it is a variable, define it with `let {name} = ...`"
        )
    } else if follows_a_unit(span, names) {
        format!(
            "if it is a unit, `{name}` is not known (`corpus explain E010` lists the units); if it is a variable, define it with `let {name} = ...`"
        )
    } else {
        format!("define it with `let {name} = ...`; for a text, write `\"{name}\"`")
    }
}

/// Whether a name continues a number with a unit, as `sec2` in `9.8m/sec2`.
fn follows_a_unit(span: Span, names: &dyn Names) -> bool {
    const LONGEST: u32 = 40;
    let before = (1..=span.start.min(LONGEST)).map(|length| {
        let text = names.text(Span {
            start: span.start - length,
            end: span.start,
            ..span
        });
        text.chars().next().map(|first| (first, text))
    });
    let joined = |c: char| c.is_alphanumeric() || "*/^".contains(c);
    let word = before.map_while(|found| found.filter(|(first, _)| joined(*first)));
    let Some((_, word)) = word.last() else {
        return false;
    };
    let is_joined = word.ends_with(['*', '/']);
    let unit = word.trim_start_matches(|c: char| c.is_ascii_digit());
    is_joined && unit.len() < word.len() && parse_unit(unit.trim_end_matches(['*', '/'])).is_ok()
}

/// Returns the text of a word with braces; none if it depends on the run.
///
/// # Errors
/// As [`evaluate`].
pub fn spell(pieces: &[Piece], names: &dyn Names) -> Result<Option<String>, Mistake> {
    join(pieces, names, value::spell)
}

/// Returns the text of a line with pieces in braces, for output.
///
/// # Errors
/// As [`evaluate`].
pub fn show(pieces: &[Piece], names: &dyn Names) -> Result<String, Mistake> {
    let text = join(pieces, names, |datum| Ok(Some(shown(datum))))?;
    Ok(text.unwrap_or_default())
}

fn join(
    pieces: &[Piece],
    names: &dyn Names,
    text: impl Fn(&Datum) -> Result<Option<String>, ValueError>,
) -> Result<Option<String>, Mistake> {
    let mut joined = String::new();
    let mut is_known = true;
    for piece in pieces {
        match piece {
            Piece::Plain(span) => joined += names.text(*span),
            Piece::Computed(expression) => {
                let datum = evaluate(expression, names)?;
                match text(&datum).map_err(|why| at(why, expression.span))? {
                    Some(text) => joined += &text,
                    None => is_known = false,
                }
            }
        }
        if joined.len() > LONGEST_TEXT {
            let span = pieces.iter().find_map(|piece| match piece {
                Piece::Computed(expression) => Some(expression.span),
                Piece::Plain(_) => None,
            });
            let why = ValueError::new("the text is too long");
            return Err(at(why, span.unwrap_or_default()));
        }
    }
    Ok(is_known.then_some(joined))
}

/// Whether an expression reads the running world, so that its value may change later.
#[must_use]
pub fn reads_world(expression: &Expression, names: &dyn Names) -> bool {
    let of = |e: &Expression| reads_world(e, names);
    match &expression.kind {
        ExpressionKind::Known(_) | ExpressionKind::Factor(..) => false,
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
