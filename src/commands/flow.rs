//! Variables, loops, conditions, user-defined commands.

use crate::diagnostic::{Diagnostic, quote};
use crate::lang::dimension::Dimension;
use crate::lang::evaluate::at;
use crate::lang::function::{self, Assigned};
use crate::lang::syntax::Expression;
use crate::lang::value::{Datum, Quantity, Unknown, update};
use crate::session::bind::not_a_variable;
use crate::session::check;
use crate::session::command::{
    Body, Bound, Command, Follows, Group, Kind, Outcome, Param, Value, may, need,
};
use crate::session::{
    Closure, Code, Definition, Index, Lookup, Session, Stop, Variable, comment_above,
};
use crate::source::Span;
use std::iter::repeat;
use std::sync::Arc;

pub(super) const CONDITION: Kind = Kind::Expression("a condition, such as `x < 10`");

fn body(bound: &Bound) -> Option<&Arc<Body>> {
    bound.body.as_ref()
}

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
        session.look_at_hidden(&name, place, &expression);
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
        let report = quantity_assigned(session, &name, place);
        let report = report.map(Stop::from);
        return Err(report.unwrap_or_else(|| Stop::Mistake(function::no_whole(&name, place))));
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
    search: "result, value",
    in_lists: true,
    run: |_, bound| {
        let message = "`return` stands outside of a function";
        let help = "`function f(x) ... return VALUE ... end` gives a value; a `define` has none";
        Err(Stop::mistake("E018", bound.head, message, help))
    },
    ..Command::of(Group::Language)
};

pub(super) const FOR: Command = Command {
    name: "for",
    summary: "Runs its lines once for each value of a list or range.",
    details: "The values are a range `0..6` (its end, 6, is excluded), `0..1 by 0.1`, the name of a list, a calculation with a list such as `2 * [1 2]`, or the values themselves: `for side in l r`. Several words are texts, even if variables have these names; `for s in {a} {b}` takes the values of variables. The variable exists only in the loop.",
    forms: &[&[
        need("name", Kind::Variable, "name of the loop variable"),
        need("values", Kind::Items, "values of the loop variable"),
    ]],
    example: "for i in 0..3\n  get bead_{i} from unit_sphere\n  move bead_{i} {i*2cm} 0 0\nend",
    shows: "three beads in a row",
    search: "loop, each, foreach",
    follows: Follows::Block,
    in_lists: true,
    run: |session, bound| {
        let Some(body) = body(bound) else {
            return Ok(());
        };
        let name = bound.text(0);
        let place = bound.at(0);
        if let Some(Value::Unknown(kind)) = bound.values.get(1) {
            let variable = Variable::new(Datum::Unknown(kind.element()), place);
            return check::check_any_pass(session, name, variable, &body.block, bound.head);
        }
        let Some(Value::Data(data)) = bound.values.get(1) else {
            return Ok(());
        };
        let items = match session.index {
            Some(_) => Index::words(bound.at(1), session.sources.text(bound.at(1)), data.len()),
            None => vec![],
        };
        let all: Box<dyn Iterator<Item = (Datum, Option<Span>)>> = match &**data {
            [Datum::Range(range)] => Box::new(
                (0..range.count()).map_while(|i| Some((Datum::Number(range.get(i)?), None))),
            ),
            all => Box::new(
                all.iter()
                    .cloned()
                    .zip(items.into_iter().map(Some).chain(repeat(None))),
            ),
        };
        let mut broken = Ok(());
        for (datum, written) in all {
            let variable = Variable {
                written,
                ..Variable::new(datum, place)
            };
            let pass = session.run_pass(name, variable, &body.block, bound.head);
            broken = worst(broken, pass, session)?;
            if session.check.gave_up() {
                break;
            }
        }
        broken
    },
    ..Command::of(Group::Language)
};

/// Combines the results of a loop during a check: an error does not end it.
fn worst(before: Outcome, now: Outcome, session: &Session) -> Result<Outcome, Stop> {
    match (now, session.mode.continues_after_errors()) {
        (Ok(()), _) => Ok(before),
        (Err(Stop::Reported), true) => Ok(Err(Stop::Reported)),
        (Err(stop), _) => Err(stop),
    }
}

pub(super) const REPEAT: Command = Command {
    name: "repeat",
    summary: "Runs its lines a given number of times.",
    forms: &[&[need(
        "times",
        Kind::Expression("a whole number, zero or above"),
        "number of repetitions",
    )]],
    example: "let x = 1\nrepeat 3\n  let x = x * 2\nend\nexpect x == 8",
    shows: "computes 2 to the power of 3",
    search: "times, again",
    follows: Follows::Block,
    in_lists: true,
    run: |session, bound| {
        let (Some(body), Some(times)) = (body(bound), bound.expression(0)) else {
            return Ok(());
        };
        let datum = session.value_of(times)?;
        let is_of_kind =
            |found: Unknown| [Unknown::Number(Dimension::NONE), Unknown::Any].contains(&found);
        if matches!(datum, Datum::Unknown(found) if is_of_kind(found)) {
            return check::check_passes(session, &body.block, bound.head);
        }
        let count = match &datum {
            Datum::Number(Quantity {
                value, dimension, ..
            }) if *dimension == Dimension::NONE
                && *value >= 0.0
                && value.fract() == 0.0
                && *value <= 1e15 =>
            {
                *value as u64
            }
            _ => {
                let shown = crate::lang::value::show(&datum);
                let found = match &datum {
                    Datum::Text(_) => format!("the text `\"{shown}\"`"),
                    _ => shown,
                };
                let message = format!("expected a whole number, zero or above, found {found}");
                let help = "for example `repeat 3`";
                return Err(Stop::mistake("E027", times.span, message, help));
            }
        };
        let mut broken = Ok(());
        for _ in 0..count {
            let pass = session.deeper(bound.head, |session| session.run_block(&body.block));
            broken = worst(broken, pass, session)?;
            if session.check.gave_up() {
                break;
            }
        }
        broken
    },
    ..Command::of(Group::Language)
};

pub(super) const WHILE: Command = Command {
    name: "while",
    summary: "Runs its lines while a condition is true.",
    details: "The condition is checked before each pass.",
    forms: &[&[need("condition", CONDITION, "condition of the loop")]],
    example: "let x = 1\nwhile x < 100\n  let x = x * 2\nend\nexpect x == 128",
    shows: "computes the first power of two above a hundred",
    search: "until",
    follows: Follows::Block,
    in_lists: true,
    run: |session, bound| {
        let (Some(body), Some(condition)) = (body(bound), bound.expression(0)) else {
            return Ok(());
        };
        let mut broken = Ok(());
        loop {
            match session.holds(condition)? {
                Some(false) => return broken,
                None => return check::check_passes(session, &body.block, bound.head),
                Some(true) => {}
            }
            let pass = session.deeper(bound.head, |session| session.run_block(&body.block));
            broken = worst(broken, pass, session)?;
            if session.check.gave_up() || broken.is_err() {
                return broken;
            }
        }
    },
    ..Command::of(Group::Language)
};

pub(super) const IF: Command = Command {
    name: "if",
    summary: "Runs lines if a condition is true, or other lines if it is false.",
    forms: &[&[need("condition", CONDITION, "condition of the branch")]],
    example: "let side = \"l\"\nif side == \"l\"\n  let sign = 1\nelse\n  let sign = -1\nend\nexpect sign == 1",
    shows: "chooses a sign for each side",
    search: "else, condition, case",
    follows: Follows::Branches,
    in_lists: true,
    run: |session, bound| {
        let (Some(body), Some(condition)) = (body(bound), bound.expression(0)) else {
            return Ok(());
        };
        let mut broken = Ok(());
        let mut maybe = false;
        match session.holds(condition)? {
            Some(true) => {
                return session.deeper(bound.head, |session| session.run_block(&body.block));
            }
            Some(false) => {}
            None => {
                maybe = true;
                broken = check::check_maybe(session, &body.block, bound.head);
            }
        }
        for branch in &body.branches {
            let holds = match branch.condition.as_ref().map(|c| &c.kind) {
                None => Some(true),
                Some(crate::lang::syntax::ArgumentKind::Computed(condition)) => {
                    session.holds(condition)?
                }
                Some(_) => return broken,
            };
            match holds {
                Some(false) => {}
                Some(true) if !maybe => {
                    return session.deeper(bound.head, |session| session.run_block(&branch.block));
                }
                _ => {
                    let branch = check::check_maybe(session, &branch.block, bound.head);
                    broken = worst(broken, branch, session)?;
                    if holds == Some(true) {
                        return broken;
                    }
                    maybe = true;
                }
            }
        }
        broken
    },
    ..Command::of(Group::Language)
};

pub(super) const TRY: Command = Command {
    name: "try",
    summary: "Runs lines that may fail, and continues after them if they do.",
    details: "A mistake in the lines, such as `print {1/0}`, ends the block and is reported as a warning; the effects of earlier lines remain. A failed `expect` is still an error, and does not end the block. `corpus check` does not look for mistakes in the lines, nor after the block if the lines build or select something.",
    example: "let k = 5\ntry\n  print {1 / k}\nend\nprint goes on",
    shows: "prints 0.2; if k were 0, a warning; in both cases the script continues",
    search: "catch, rescue, attempt",
    follows: Follows::Block,
    in_lists: true,
    run: |session, bound| {
        let Some(body) = body(bound) else {
            return Ok(());
        };
        session.mode.attempt(session, &body.block, bound.head)
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
