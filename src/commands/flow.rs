//! Loops, conditions, and lines that may fail.

use crate::lang::dimension::Dimension;
use crate::lang::value::{Datum, Quantity, Unknown};
use crate::session::check;
use crate::session::command::{Body, Bound, Command, Follows, Group, Kind, Outcome, Value, need};
use crate::session::{Index, Session, Stop, Variable};
use crate::source::Span;
use std::iter::repeat;
use std::sync::Arc;

pub(super) const CONDITION: Kind = Kind::Expression("a condition, such as `x < 10`");

pub(super) fn body(bound: &Bound) -> Option<&Arc<Body>> {
    bound.body.as_ref()
}

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
