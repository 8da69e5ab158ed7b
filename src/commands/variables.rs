//! Variables: `let`, `set`, `param`.

use crate::diagnostic::{Diagnostic, quote};
use crate::lang::evaluate::at;
use crate::lang::function::{self, Assigned};
use crate::lang::syntax::Expression;
use crate::lang::value::{Datum, update};
use crate::session::bind::not_a_variable;
use crate::session::check;
use crate::session::command::{Bound, Command, Group, Kind, Outcome, Param, need};
use crate::session::{Lookup, Session, Stop};
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
        let written = session.sources.text(expression.span);
        let declared = session.parameters.declare(&name, &datum, place, written)?;
        if let Some((other, warning)) = declared {
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
fn target_of(session: &mut Session, target: &Expression) -> Result<Option<Assigned>, Stop> {
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
    summary: "Declares a parameter, which the command line can override.",
    details: "`corpus run script.corpus -D speed=2` overrides `param speed = 1`. The new value must have the same dimension; a number without a unit is in SI units.",
    forms: &[&[
        need("name", Kind::Variable, "its name"),
        need("value", Kind::Assigned, "default value"),
    ]],
    example: "param height = 5cm\nprint dropped from {height to cm}",
    shows: "a default that `-D height=1m` overrides",
    search: "parameter, argument, option",
    run: |session, bound| assign(session, bound, How::Param),
    ..Command::of(Group::Language)
};
