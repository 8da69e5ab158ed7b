//! Values of names: variables with members, and quantities of the world.

use super::surroundings::{Mistake, Names, at};
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::units::{elsewhere, parse_unit, similar_unit};
use crate::value::functions::{self, Function};
use crate::value::unknown as value;
use crate::value::{Callee, Datum, Unknown, ValueError};

/// Returns the member at the end of a path, as in `v.x.y`.
pub(super) fn members(mut whole: Datum, path: &str) -> Result<Datum, ValueError> {
    for field in path.split('.') {
        whole = value::member(&whole, field)?;
    }
    Ok(whole)
}

/// Returns the value of a name: a variable, possibly with members, or a quantity of the world.
#[inline(never)]
pub(super) fn name(name: &str, span: Span, names: &dyn Names) -> Result<Datum, Mistake> {
    let (first, path) = name.split_once('.').unwrap_or((name, ""));
    if let Some(found) = names.variable(first) {
        return match path {
            "" => Ok(found),
            // A text may be the name of a body, as the argument of a function: its quantities.
            _ if names.frame().is_some()
                && let Datum::Text(text) = &found =>
            {
                let path = format!("{text}.{path}");
                names.quantity(&path).map_err(|why| at(why, span))
            }
            // A variable with unknown value may have the name of a body.
            _ if found == Datum::Unknown(Unknown::Any) => Ok(names.quantity(name).unwrap_or(found)),
            // A variable may have the name of a body; the body's quantities are still readable.
            _ => members(found.clone(), path)
                .or_else(|why| names.quantity(name).map_err(|_| why))
                .or_else(|why| match &found {
                    Datum::Text(text) => names.quantity(&format!("{text}.{path}")),
                    _ => Err(why),
                })
                .map_err(|why| at(why, span)),
        };
    }
    if path.is_empty() {
        if let Some(constant) = functions::CONSTANTS.iter().find(|c| c.name == first) {
            return Ok(Datum::Number(constant.value.clone()));
        }
        if let Some(function) = Function::by_name(first) {
            return Ok(Datum::Function(Callee::Known(function)));
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
pub(super) fn hyphenated(span: Span, names: &dyn Names) -> Option<String> {
    let whole = names.hyphenated(span)?;
    Some(format!(
        "`-` subtracts in an expression: write `{{\"{whole}\"}}.z` for the `z` of `{whole}`, or rename it to `{}`",
        whole.replace('-', "_")
    ))
}

pub(super) fn unknown(name: &str, span: Span, names: &dyn Names) -> String {
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
    } else if names.text(span).contains('{') {
        format!(
            "in an expression, {} is the name of a variable, here `{name}`; to join texts, use `+`: `\"leg\" + text(2)`",
            crate::diagnostic::quote(names.text(span))
        )
    } else if parse_unit(name).is_ok() && follows_a_slash(span, names) {
        format!(
            "write a unit directly after a number: `/ 1{name}`; or after the number before the `/`, as in `2m/s` or `2{name}^-1`"
        )
    } else if parse_unit(name).is_ok() {
        format!(
            "write a unit directly after its number, as in `2{name}`; a product of units has no spaces, as in `2N*s`"
        )
    } else if let (true, Some(unit)) = (follows_a_unit(span, names), similar_unit(name)) {
        format!(
            "if it is a unit, did you mean `{unit}`? if it is a variable, define it with `let {name} = ...`"
        )
    } else if let (true, Some(says)) = (follows_a_unit(span, names), elsewhere(name)) {
        format!(
            "there is no unit `{name}`: {says}; if it is a variable, define it with `let {name} = ...`"
        )
    } else if follows_a_unit(span, names) {
        format!(
            "if it is a unit, `{name}` is not known (`corpus explain E010` lists the units); if it is a variable, define it with `let {name} = ...`"
        )
    } else {
        format!("define it with `let {name} = ...`; for a text, write `\"{name}\"`")
    }
}

/// Whether the name stands directly after a `/`.
fn follows_a_slash(span: Span, names: &dyn Names) -> bool {
    let before = Span {
        start: span.start.saturating_sub(1),
        end: span.start,
        ..span
    };
    names.text(before) == "/"
}

/// Whether a name continues a number with a unit, as `sec2` in `9.8m/sec2`.
pub(super) fn follows_a_unit(span: Span, names: &dyn Names) -> bool {
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
