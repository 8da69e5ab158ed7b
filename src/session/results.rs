//! What a script hands out: named results, and the outcomes of its expectations.

use super::measurements::is_constant;
use super::{Session, Stop};
use crate::diagnostic::{Diagnostic, quote};
use crate::lang::syntax::{Expression, ExpressionKind};
use crate::lang::value::{Datum, Operator, Unknown, show};
use crate::source::Span;
use serde_json::{Map, Value, json};
use std::sync::Arc;

/// A named result of a script.
#[derive(Clone, Debug)]
pub struct ScriptResult {
    /// Its name.
    pub name: Arc<str>,
    /// Its value: a number, `true` or `false`, or a text. A check may not know it.
    pub value: Datum,
    /// Unit in which the script shows it, after `to`.
    pub unit: Option<String>,
    /// Source position of its name.
    pub place: Span,
    /// Whether the line that gives it certainly runs; always true in a run.
    is_certain: bool,
}

/// A result in lines that a check does not reach: those of a branch that is not taken, for example.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnreachedResult {
    /// Its name.
    pub name: String,
    /// Source position of its name.
    pub place: Span,
    /// Line of the statement that encloses it, such as `if n > 5`.
    pub within: String,
}

/// An operand of a comparison.
#[derive(Clone, Debug)]
pub struct Side {
    /// Source position.
    pub place: Span,
    /// Its value.
    pub value: Datum,
    /// Whether it is a constant of the script.
    pub is_constant: bool,
}

/// An `expect` with its outcomes so far.
#[derive(Clone, Debug)]
pub struct Expectation {
    /// Source position of its condition.
    pub place: Span,
    /// Its description in quotes; empty if it has none.
    pub why: String,
    /// The operands of its comparisons, when it failed first or, if it never failed, when it was tested last.
    pub sides: Vec<Side>,
    /// Number of times it was tested.
    pub tested: u64,
    /// Number of times it failed.
    pub failed: u64,
}

/// What a script hands out.
#[derive(Debug, Default)]
pub struct Results {
    /// Named results, in the order in which they were given.
    pub named: Vec<ScriptResult>,
    /// Results in lines that a check did not reach.
    pub unreached: Vec<UnreachedResult>,
    /// Expectations in the order in which they were tested first, if they are wanted.
    pub expectations: Option<Vec<Expectation>>,
}

impl Results {
    /// Returns the named results as JSON: objects with the fields `value` and, for a number, `unit`.
    #[must_use]
    pub fn to_json(&self) -> Map<String, Value> {
        let named = self.named.iter();
        named
            .map(|result| (result.name.to_string(), valued(&result.value)))
            .collect()
    }
}

/// Returns a value as a JSON object with the fields `value` and, for a number, `unit`.
pub(crate) fn valued(value: &Datum) -> Value {
    match value {
        Datum::Number(number) => {
            let (unit, value) = number.as_shown();
            json!({ "value": value, "unit": unit })
        }
        Datum::Flag(flag) => json!({ "value": flag }),
        Datum::Text(text) => json!({ "value": &**text }),
        other => json!({ "value": show(other) }),
    }
}

/// Gives a result. At the prompt, a name may be given again.
///
/// # Errors
/// The value cannot be a result, or the script has given a result of that name.
pub(crate) fn give(
    session: &mut Session,
    name: &Arc<str>,
    expression: &Expression,
    place: Span,
) -> Result<(), Stop> {
    let value = session.value_of(expression)?;
    let is_one = matches!(
        value,
        Datum::Number(_)
            | Datum::Flag(_)
            | Datum::Text(_)
            | Datum::Unknown(Unknown::Number(_) | Unknown::Flag | Unknown::Text | Unknown::Any)
    );
    if !is_one {
        let message = format!(
            "a result is one value, but {} is {}",
            quote(name),
            value.kind()
        );
        let help = match value {
            Datum::List(_) | Datum::Unknown(Unknown::List) => {
                format!("give each element its own result: `result {name}_x = VALUE[0]`")
            }
            _ => "a number, `true` or `false`, or a text".to_owned(),
        };
        return Err(Stop::mistake("E087", expression.span, message, help));
    }
    let is_certain = !session.check.is_uncertain();
    let earlier = session.results.named.iter_mut().find(|result| {
        result.name == *name && (result.is_certain && is_certain || result.place == place)
    });
    let unit = match &expression.kind {
        ExpressionKind::Convert(_, unit) => Some(session.sources.text(*unit).to_owned()),
        _ => None,
    };
    let given = ScriptResult {
        name: Arc::clone(name),
        value,
        unit,
        place,
        is_certain,
    };
    let Some(earlier) = earlier else {
        session.results.named.push(given);
        return Ok(());
    };
    if session.sources.is_entry(place.source) || !is_certain {
        *earlier = given;
        return Ok(());
    }
    let message = format!("the result {} is given twice", quote(name));
    let (report, help) = (
        Diagnostic::error("E087", place, message),
        "in a loop, put a number into the name: `result speed_{i} = ...`",
    );
    Err(match earlier.place == place {
        true => report.help(help),
        false => report
            .note(earlier.place, "given here first")
            .help("give each result its own name"),
    }
    .into())
}

/// Stores the outcome of an `expect`, if outcomes are wanted.
pub(crate) fn tested(session: &mut Session, condition: &Expression, why: &str, held: bool) {
    let Some(mut all) = session.results.expectations.take() else {
        return;
    };
    let known = all.iter().position(|known| known.place == condition.span);
    let at = known.unwrap_or_else(|| {
        all.push(Expectation {
            place: condition.span,
            why: why.to_owned(),
            sides: vec![],
            tested: 0,
            failed: 0,
        });
        all.len() - 1
    });
    if let Some(expectation) = all.get_mut(at) {
        expectation.tested += 1;
        if expectation.failed == 0 {
            expectation.sides.clear();
            sides(session, condition, &mut expectation.sides);
        }
        expectation.failed += u64::from(!held);
    }
    session.results.expectations = Some(all);
}

/// Adds the operands of the comparisons in a condition, with their values now.
fn sides(session: &mut Session, condition: &Expression, found: &mut Vec<Side>) {
    match &condition.kind {
        ExpressionKind::Binary(Operator::And | Operator::Or, both) => {
            both.iter().for_each(|side| sides(session, side, found));
        }
        ExpressionKind::Prefix(_, inner) => sides(session, inner, found),
        // `a ~ b within c` compares a with b.
        ExpressionKind::Binary(Operator::Within | Operator::WithinPart, both) => {
            sides(session, &both[0], found);
        }
        ExpressionKind::Binary(_, both) => {
            for side in both.iter() {
                if let Ok(value) = session.value_of(side) {
                    found.push(Side {
                        place: side.span,
                        value,
                        is_constant: is_constant(side),
                    });
                }
            }
        }
        _ => {}
    }
}
