//! Variables and results: `let`, `set`, `param`, `result`.

use crate::diagnostic::{Diagnostic, quote};
use crate::lang::dimension::Dimension;
use crate::lang::evaluate::at;
use crate::lang::function::{self, Assigned};
use crate::lang::syntax::Expression;
use crate::lang::value::{Datum, Unknown, update};
use crate::session::bind::not_a_variable;
use crate::session::check;
use crate::session::command::{Bound, Command, Group, Kind, Outcome, Param, need};
use crate::session::measurements::{self, Purpose, written_unit};
use crate::session::{Declared, Lookup, Session, Stop, results};
use crate::source::Span;
use std::sync::Arc;

/// The command of an assignment.
#[derive(Clone, Copy, PartialEq, Eq)]
enum How {
    /// `let`: a variable of the place where it stands.
    Let,
    /// `set`: a variable that exists.
    Set,
    /// `param`: a variable of the script, which the command line may set.
    Param,
}

/// Assigns the value of an expression to a name, or to a part of a variable.
fn assign(session: &mut Session, bound: &Bound, how: How) -> Outcome {
    let Some(expression) = bound.expression(1).cloned() else {
        return Ok(());
    };
    let place = bound.at(0);
    let (name, path) = match bound.expression(0) {
        None => (Arc::from(bound.text(0)), vec![]),
        Some(target) => match target_of(session, target)? {
            Some(target) => target,
            None => {
                check::suppose_any_variable(session);
                return Ok(());
            }
        },
    };
    if let Some(why) = bound.expression(0).and_then(|_| not_a_variable(&name)) {
        let help = "for example `side` or `length_2`";
        return Err(Stop::mistake("E017", place, why, help));
    }
    if how == How::Let {
        session.look_at_hidden(&name, (place, !path.is_empty()), &expression);
    }
    let done = |session: &mut Session, datum: Datum| {
        match &datum {
            Datum::Record(_) => session.warn_of_hidden_body(&name, place),
            Datum::Text(other) => warn_of_thing_read(session, &name, other, place),
            _ => {}
        }
        match how {
            How::Set => session.change_variable(&name, datum, place),
            How::Let | How::Param => {
                session.set_variable(&name, datum, place);
                Ok(())
            }
        }
    };
    if path.is_empty()
        && how != How::Param
        && let Some(grown) = session.grown(&name, &expression)?
    {
        return done(session, grown);
    }
    let mut datum = session.value_of(&expression)?;
    if how == How::Param {
        let declared = declared(session, bound, &name, &datum)?;
        let written = session.sources.text(expression.span);
        if let Some((other, warning)) = session.parameters.declare(declared, place, written)? {
            datum = other;
            warning
                .into_iter()
                .for_each(|report| session.report(report));
        }
    }
    if path.is_empty() {
        return done(session, datum);
    }
    let Some(whole) = session.whole_to_change(&name, &path, &datum) else {
        if let Some(report) = quantity_assigned(session, &name, place) {
            return Err(report.into());
        }
        return match session.check.doubts.covers_variable(&name) {
            true => Ok(()),
            false => Err(Stop::Mistake(function::no_whole(&name, place))),
        };
    };
    let changed = update(whole, &path, datum);
    done(
        session,
        changed.map_err(|why| Stop::Mistake(at(why, place)))?,
    )
}

/// Returns the declaration of a `param` with its default value and its range.
///
/// # Errors
/// The range is of another kind than the default value, empty, or without the default value.
fn declared(
    session: &mut Session,
    bound: &Bound,
    name: &Arc<str>,
    default: &Datum,
) -> Result<Declared, Stop> {
    let value = bound.expression(1).cloned();
    let ends: Vec<Arc<Expression>> = [3, 5]
        .into_iter()
        .filter_map(|number| bound.expression(number).cloned())
        .collect();
    let mut numbers = vec![];
    for end in &ends {
        numbers.push((session.value_of(end)?, end.span));
    }
    let mut written = value.iter().chain(&ends);
    let unit = written.find_map(|expression| written_unit(session, expression));
    let dimension = match default {
        Datum::Number(number) => number.dimension,
        Datum::Unknown(Unknown::Number(dimension)) => *dimension,
        _ => Dimension::NONE,
    };
    let si_unit = || match dimension == Dimension::NONE {
        true => String::new(),
        false => dimension.si_unit(),
    };
    let place = value.as_ref().map_or(bound.at(0), |value| value.span);
    Ok(Declared {
        name: Arc::clone(name),
        default: default.clone(),
        place,
        range: range(name, (default, place), &numbers)?,
        unit: unit.unwrap_or_else(si_unit),
    })
}

/// Returns the least and largest value (SI) of a parameter, if it has a range that is known.
fn range(
    name: &str,
    (default, place): (&Datum, Span),
    ends: &[(Datum, Span)],
) -> Result<Option<[f64; 2]>, Stop> {
    let refused = |at: Span, message: String, help: &str| Stop::mistake("E079", at, message, help);
    if ends.is_empty() {
        return Ok(None);
    }
    let is_number = matches!(
        default,
        Datum::Number(_) | Datum::Unknown(Unknown::Number(_) | Unknown::Any)
    );
    if let (false, Some((_, at))) = (is_number, ends.first()) {
        let kind = default.kind();
        let message = format!("`{name}` is {kind}, which has no range");
        return Err(refused(*at, message, "remove `from` and `to`"));
    }
    let dimension = |datum: &Datum| match datum {
        Datum::Number(number) => Some(number.dimension),
        Datum::Unknown(Unknown::Number(dimension)) => Some(*dimension),
        _ => None,
    };
    let mut known = vec![];
    for (end, at) in ends {
        let fits = match (end, dimension(end), dimension(default)) {
            // A zero needs no unit.
            (Datum::Number(end), ..) if end.value == 0.0 && end.dimension == Dimension::NONE => {
                true
            }
            (_, Some(end), Some(default)) => end.fits(default),
            (Datum::Unknown(Unknown::Any), ..) | (_, Some(_), None) => true,
            _ => false,
        };
        if let Datum::Number(end) = end {
            known.push(end.value);
        }
        if !fits {
            let message = format!(
                "`{name}` is {}, but this end of its range is {}",
                default.kind(),
                end.kind()
            );
            return Err(refused(
                *at,
                message,
                "write both ends in units of the default value",
            ));
        }
    }
    let ([lowest, highest], [(_, first), (_, last)], Datum::Number(number)) =
        (known.as_slice(), ends, default)
    else {
        return Ok(None);
    };
    if lowest >= highest {
        let message =
            format!("the range of `{name}` is empty: its least value is not below its largest");
        return Err(refused(
            first.to(*last),
            message,
            "write the smaller value first",
        ));
    }
    if !(*lowest..=*highest).contains(&number.value) {
        let message = format!("the default value of `{name}` is outside of its range");
        return Err(refused(
            place,
            message,
            "widen the range, or choose another default value",
        ));
    }
    Ok(Some([*lowest, *highest]))
}

/// Gives a result of the script.
fn give_result(session: &mut Session, bound: &Bound) -> Outcome {
    let Some(expression) = bound.expression(1).cloned() else {
        return Ok(());
    };
    let place = bound.at(0);
    let name = match bound.expression(0) {
        None => Arc::from(bound.text(0)),
        Some(target) => match target_of(session, target)? {
            Some((name, path)) if path.is_empty() => name,
            Some(_) => {
                let help = "for example `result speed = ...` or `result speed_{i} = ...`";
                let message = "a result has a name of its own, which is no part of a variable";
                return Err(Stop::mistake("E087", place, message, help));
            }
            None => return Ok(()),
        },
    };
    results::give(session, &name, &expression, place)?;
    measurements::record(session, |values| values.value(Purpose::Given, &expression));
    Ok(())
}

/// Warns of a variable with the name of a thing whose value is the name of another thing.
fn warn_of_thing_read(session: &mut Session, name: &str, other: &str, place: Span) {
    let is_thing = |name: &str| session.thing_called(name).is_some();
    if name == other || !is_thing(name) || !is_thing(other) {
        return;
    }
    let [shown, other] = [name, other].map(quote);
    let message = format!("{shown} is also the name of a body or another thing");
    let help = format!("`{name}.q` reads that one, and not {other}: choose another name");
    session.report(Diagnostic::warning("W049", place, message).help(help));
}

/// Makes the report of an assignment to a quantity of a body or another thing.
fn quantity_assigned(session: &Session, name: &str, place: Span) -> Option<Diagnostic> {
    session.thing_called(name)?;
    let text = &session.sources.get(place.source)?.text;
    let (start, end) = (place.end, place.end + 1);
    let rest = text.get(start as usize..)?;
    let blanks = (rest.len() - rest.trim_start().len()) as u32;
    let equals = Span {
        start: start + blanks,
        end: end + blanks,
        ..place
    };
    crate::lang::quantity_assigned(equals, text)
}

/// Returns the name and the path of the left side of an assignment; none if they are unknown in a check.
pub(super) fn target_of(
    session: &mut Session,
    target: &Expression,
) -> Result<Option<Assigned>, Stop> {
    let sources = &session.sources;
    let target = function::target(target, &|span| sources.text(span)).map_err(Stop::Mistake)?;
    function::resolve(&target, &Lookup::new(session)).map_err(Stop::Mistake)
}

/// What is common to `let` and `set`.
const VALUE: Param = need("value", Kind::Assigned, "an expression");

pub(super) const LET: Command = Command {
    name: "let",
    summary: "Sets a variable of the place where it stands.",
    details: "The value is an expression: numbers with units, texts in quotes, `[lists]`, `{name: value}` records, names, functions (`help functions` lists them), quantities of the running simulation. \
              `{name}` inserts it in an argument, also within a word: `leg_{side}0`, and in a text: `\"leg {side}\"`. The left side may be a part of a variable, `a[1]` or `leg.hip`, or a name with braces, `q_{i}`. \
              The place is the script, a `define` or a `function`; loops, `if` and events such as `when` belong to the place around them. `set` changes a variable of the script from a `define`.",
    forms: &[&[need("name", Kind::Variable, "its name"), VALUE]],
    example: "let side = 2cm\nlet sides = [side side (side/2)]\nlet sides[2] = 1cm\nget box from unit_cube\nscale box {sides}\nprint the box is {side to mm} long",
    shows: "a length, a list computed from it, and the use of both",
    search: "variable, assign, constant, value, expression",
    in_lists: true,
    run: |session, bound| assign(session, bound, How::Let),
    ..Command::of(Group::Language)
};

pub(super) const SET: Command = Command {
    name: "set",
    summary: "Changes a variable that exists.",
    details: "In a `define`, this changes the variable of the script, where `let` makes one of the call; elsewhere it differs from `let` only in that the variable must exist. The left side may be a part of a variable, `a[1]` or `leg.hip`.",
    forms: &[&[need("name", Kind::Variable, "its name"), VALUE]],
    example: "let steps = 0\ndefine step\n  set steps = steps + 1\nend\nstep\nstep\nexpect steps == 2",
    shows: "a command that counts its calls",
    search: "change, assign, global, update, increment",
    in_lists: true,
    run: |session, bound| assign(session, bound, How::Set),
    ..Command::of(Group::Language)
};

pub(super) const PARAM: Command = Command {
    name: "param",
    summary: "Declares a parameter, which is set from outside of the script.",
    details: "`corpus run script.corpus -D speed=2` overrides `param speed = 1`. The new value must have the same dimension; a number without a unit is in SI units. \
              After `from` and `to` stand the least and the largest value: a value outside of them is refused, `corpus optimise` searches between them, and `corpus sweep -D NAME=..:8` takes values between them.",
    forms: &[
        &[
            need("name", Kind::Variable, "its name"),
            need("value", Kind::Assigned, "default value"),
        ],
        &[
            need("name", Kind::Variable, "its name"),
            need("value", Kind::Assigned, "default value"),
            need("from", Kind::Filler("from"), "a word"),
            need("least", Kind::Expression("a value"), "least value"),
            need("to", Kind::Filler("to"), "a word"),
            need("largest", Kind::Expression("a value"), "largest value"),
        ],
    ],
    example: "param height = 5cm from 1cm to 1m\nprint dropped from {height to cm}",
    shows: "a default that `-D height=1m` overrides, and its range",
    search: "parameter, argument, option, bounds",
    run: |session, bound| assign(session, bound, How::Param),
    ..Command::of(Group::Language)
};

pub(super) const RESULT: Command = Command {
    name: "result",
    summary: "Gives a named result of the script.",
    details: "The value is that of the moment when the line runs, so results stand after the last `go`: a number, `true` or `false`, or a text; `to` chooses its unit. \
              `corpus run` prints the results and writes them to `--report`; they are the columns of `corpus sweep`, and `corpus optimise --for NAME` makes one of them as large as possible. A name is given once.",
    forms: &[&[need("name", Kind::Variable, "its name"), VALUE]],
    example: "param height = 20cm from 1cm to 1m\naddcorpus fall\nget shape from unit_sphere\nscale shape 1cm 1cm 1cm\naddbody ball shape 0 0 1 rotary 1g/cm3\nsetroot ball\ncorpusinit\nmove shape 0 0 {height}\nsetrootpos\ngrav on\ngo 0.1s\nresult fallen = height - ball.z to mm",
    shows: "a result that depends on a parameter",
    search: "output, objective, measure, outcome, score, fitness",
    run: give_result,
    ..Command::of(Group::Language)
};
