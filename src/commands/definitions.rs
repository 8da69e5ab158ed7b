//! What a script defines: functions, and commands with their calls.

use super::flow::body;
use crate::session::check;
use crate::session::command::{Command, Follows, Group, Kind, Value, may, need};
use crate::session::{Closure, Code, Definition, Stop, comment_above};
use std::sync::Arc;

pub(super) const FUNCTION: Command = Command {
    name: "function",
    summary: "Defines a function, which computes a value.",
    details: "`function area(r) = pi * r^2` has its value on the same line; otherwise lines follow, of which `return` gives the value: `let`, `if`, `for`, `while` and `repeat` may stand there, and no commands. \
              It is called in any expression, with arguments by place or by name: `area(2cm)`, `phase(leg, t=1s)`. It reads its arguments, the variables of the script and the world (`leg.q`, where `leg` may be the name of a body as a text), and changes nothing. \
              A function is a value: `map(area, [1cm 2cm])`. The comment directly above it is its help text.",
    forms: &[&[need(
        "head",
        Kind::Function,
        "its name and parameters, as in `area(r)`",
    )]],
    example: "# The force of a spring with a damper.\nfunction force(x, v, k=20N/m, b=1N*s/m) = -k * x - b * v\n\nfunction steps(first, last, n)\n  let all = []\n  for i in 0..n\n    let all = append(all, lerp(first, last, i / (n - 1)))\n  end\n  return all\nend\nprint {force(1cm, 0m/s)} {steps(0, 1, 5)}",
    shows: "a formula with default values, and a function of several lines that returns a list",
    search: "def, fn, lambda, formula, compute",
    follows: Follows::Block,
    run: |session, bound| {
        let Some(Value::Function(head)) = bound.values.first() else {
            return Ok(());
        };
        session.define_function(head, bound.body.as_ref().map(|body| &body.block))
    },
    ..Command::of(Group::Language)
};

pub(super) const RETURN: Command = Command {
    name: "return",
    summary: "Ends a function and gives its value.",
    forms: &[&[need(
        "value",
        Kind::Expression("a value"),
        "the value of the function",
    )]],
    example: "function larger(a, b)\n  if a > b\n    return a\n  end\n  return b\nend\nexpect larger(2cm, 1cm) == 2cm",
    shows: "the larger of two values",
    search: "value",
    in_lists: true,
    run: |_, bound| {
        let message = "`return` stands outside of a function";
        let help = "`function f(x) ... return VALUE ... end` gives a value; a `define` has none";
        Err(Stop::mistake("E018", bound.head, message, help))
    },
    ..Command::of(Group::Language)
};

pub(super) const DEFINE: Command = Command {
    name: "define",
    summary: "Defines a command.",
    details: "Its lines use its parameters as `{name}`. It is called like any command. In a call, a word is passed as a text, a number keeps its unit, and a `[list]` is one value. Arguments may be named, as in `density=0.5g/cm3`. \
              The comment directly above the definition is its help text.",
    forms: &[&[
        need("name", Kind::NewCommand, "name of the command"),
        may(
            "parameters",
            Kind::Parameters,
            "its parameters; one with `name=value` has a default",
        ),
    ]],
    example: "# Makes a body from a box of the given size.\ndefine block name size density=1g/cm3\n  get {name} from unit_cube\n  scale {name} {size}\n  addbody {name} {name} 0 0 1 rotary {density}\nend\n\naddcorpus c\nblock trunk [2cm 1cm 1cm]\nblock tail [1cm 2mm 2mm] density=0.5g/cm3",
    shows: "two blocks made by one command",
    search: "macro, procedure, def",
    follows: Follows::Block,
    run: |session, bound| {
        let Some(body) = body(bound) else {
            return Ok(());
        };
        let parameters = match bound.values.get(1) {
            Some(Value::Parameters(parameters)) => Arc::clone(parameters),
            _ => Arc::default(),
        };
        let comment = session
            .sources
            .get(bound.head.source)
            .map_or_else(Vec::new, |source| {
                comment_above(&source.text, bound.head.start as usize)
            });
        session.effect(|session| check::rehearse_definition(session, &body.block, bound.head))?;
        session.define(Definition {
            name: bound.text(0).to_owned(),
            place: bound.at(0),
            parameters,
            lines: Closure::new(Code::Lines(Arc::clone(&body.block)), bound.head, None),
            comment,
        });
        Ok(())
    },
    ..Command::of(Group::Language)
};

/// Runs a user-defined command. It represents all of them and is not in the list of commands.
pub(super) static CALL: Command = Command {
    name: "define",
    summary: "Runs a command that the script defines.",
    in_lists: true,
    run: |session, bound| match bound.values.first() {
        Some(Value::Call(definition, data)) => session.call(definition, data, bound),
        _ => Ok(()),
    },
    ..Command::of(Group::Language)
};
