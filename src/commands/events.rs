//! Events while time passes, printing and tests.

use super::flow::CONDITION;
use super::tables::{PERIOD, period};
use super::waiting::one_more_event;
use crate::diagnostic::{Diagnostic, Standing};
use crate::lang::dimension::Dimension;
use crate::lang::evaluate::show;
use crate::lang::syntax::Expression;
use crate::lang::value;
use crate::session::command::{
    Bare, Bound, Command, Follows, Group, Kind, Outcome, Param, Range, Value, may, need,
};
use crate::session::measurements::{self, written_unit};
use crate::session::{Closure, Every, Lookup, Session, Stop, Timer, Watch, results, si};
use crate::source::Span;
use std::sync::Arc;

const TIME: Kind = Kind::Number(Dimension::TIME, Bare::Si, Range::Any);

/// Name of an event, for `events` and `cancel`.
const NAME: Param = may("name", Kind::Reason, "a name for `events` and `cancel`");

/// Returns the lines of a block as a pending event, after checking them once; during a check, does only that.
fn waiting(session: &mut Session, bound: &Bound, due: f64) -> Result<Option<Arc<Closure>>, Stop> {
    let Some(body) = &bound.body else {
        return Ok(None);
    };
    let head = session.sources.text(bound.head);
    one_more_event(session.here(), due, head, bound.head)?;
    let event = Arc::new(session.closure(&body.block, bound.head));
    Ok(session.mode.event(session, &event)?.then_some(event))
}

/// Returns the name of an event, which follows its time or condition.
fn name(bound: &Bound) -> Arc<str> {
    bound.text(1).into()
}

fn wait_until(session: &mut Session, bound: &Bound, due: f64, every: Option<Every>) -> Outcome {
    if let Some(closure) = waiting(session, bound, due)? {
        session.here_mut().timers.set(Timer {
            due,
            closure,
            name: name(bound),
            phase: None,
            every,
        });
    }
    Ok(())
}

pub(super) const AFTER: Command = Command {
    name: "after",
    summary: "Runs its lines once, after a time.",
    details: "The lines run at that exact time, even within a frame. They may contain any commands that act on an assembled figure. Global variables are read when the lines run; the variable of a `for`, and those of a `define`, keep the values that they had when the event was set. An event that is due exactly at the end of a `go` runs at the start of the next `go`, or with `timerflush`.",
    forms: &[&[
        need(
            "time",
            Kind::Number(Dimension::TIME, Bare::Si, Range::NotNegative),
            "delay from now",
        ),
        NAME,
    ]],
    example: "after 20ms\n  print it is {world.time to ms}\nend",
    shows: "prints the time 20 ms later, during a `go`",
    search: "delay, later",
    follows: Follows::Block,
    in_lists: true,
    run: |session, bound| {
        let due = session.here().world.time + bound.number(0);
        wait_until(session, bound, due, None)
    },
    ..Command::of(Group::Events)
};

/// Returns the time of the first argument. Refuses one that has passed.
pub(super) fn moment(session: &Session, bound: &Bound, help: &str) -> Result<f64, Stop> {
    let (due, now) = (bound.number(0), session.here().world.time);
    if due >= now || !session.check.knows_time() || bound.is_unknown(0) {
        return Ok(due);
    }
    let (now, passed) = (si(now, "s"), si(due, "s"));
    let message = format!("the clock is already at {now}, so the time {passed} is in the past");
    Err(Stop::mistake("E057", bound.at(0), message, help))
}

pub(super) const AT: Command = Command {
    name: "at",
    summary: "Runs its lines when the clock reaches a time.",
    details: "The time is that of the clock; `after` counts from the current time.",
    forms: &[&[need("time", TIME, "time of the event"), NAME]],
    example: "at 0.2s\n  print a fifth of a second\nend",
    shows: "prints a line at 0.2 s",
    search: "moment",
    follows: Follows::Block,
    in_lists: true,
    run: |session, bound| {
        let due = moment(session, bound, "`after TIME` counts from now")?;
        wait_until(session, bound, due, None)
    },
    ..Command::of(Group::Events)
};

pub(super) const EVERY: Command = Command {
    name: "every",
    summary: "Runs its lines repeatedly, at equal intervals.",
    details: "The lines first run one period from now, and then again after each further period, without end; use `if` in the lines to pause them. If the lines fail, the error is reported and the event is removed; a script also stops there. \
              `cancel` removes the event, and so does `rewind` to a time before the event was set.",
    forms: &[&[need("period", PERIOD, "time between runs"), NAME]],
    example: "every 10ms\n  print {world.time to ms}\nend",
    shows: "prints the clock 100 times per simulated second",
    search: "periodic, interval",
    follows: Follows::Block,
    in_lists: true,
    run: |session, bound| {
        let every = Every {
            start: session.here().world.time,
            period: period(session, bound, 0)?,
            passes: 0,
        };
        wait_until(session, bound, every.due(), Some(every))
    },
    ..Command::of(Group::Events)
};

pub(super) const WHEN: Command = Command {
    name: "when",
    summary: "Runs its lines each time a condition becomes true.",
    details: "With `integration auto` the lines run at the moment when the condition becomes true, also within a frame: the simulation finds that moment to a millionth of a frame. With the other methods, the condition is checked only at the end of each frame. A condition that becomes true and false again within one frame is missed with every method; a shorter `dt` makes frames shorter. If the condition is already true, it must become false first. If the lines fail, the error is reported and the event is removed; a script also stops there.",
    forms: &[&[
        need(
            "condition",
            Kind::Expression("a condition, such as `ball.z < 0.5m`"),
            "the condition to wait for",
        ),
        NAME,
    ]],
    example: "addcorpus c\nget o from unit_sphere\naddbody ball o 0 0 1 rotary 1000\nsetroot ball\ncorpusinit\nrest 1m\ngrav on\nwhen ball.z < 1m\n  print half-way down at {world.time to ms}\nend\ngo 0.4s",
    shows: "prints a line when the ball has fallen half a metre",
    search: "event, trigger, watch",
    follows: Follows::Block,
    in_lists: true,
    run: |session, bound| {
        let Some(condition) = bound.expression(0).cloned() else {
            return Ok(());
        };
        let held = session.holds(&condition)?.unwrap_or(false);
        let now = session.here().world.time;
        if let Some(closure) = waiting(session, bound, now)? {
            session.here_mut().watches.push(Watch {
                condition,
                closure,
                name: name(bound),
                held,
            });
        }
        Ok(())
    },
    ..Command::of(Group::Events)
};

/// Warns if the whole text is the name of a readable value or of a variable: `print leg.q` prints the name.
fn warn_of_name(session: &mut Session, at: Span) {
    let text = session.sources.text(at).trim();
    let is_variable = session.variable(text).is_some();
    if !is_variable && (!text.contains('.') || session.quantity(text).is_err()) {
        return;
    }
    let message = "this prints the name of a value, not the value";
    let help = format!("write `print {{{text}}}`");
    let report = Diagnostic::warning("W022", at, message).help(help);
    let known = |d: &Diagnostic| (d.code, d.span) == (report.code, at);
    if !session.diagnostics.iter().any(known) {
        session.diagnostics.push(report);
    }
}

pub(super) const PRINT_TEXT: Command = Command {
    name: "print",
    summary: "Prints text with the values of expressions.",
    details: "`{expression}` shows a value with its unit, rounded to six significant digits: 100/3 is shown as 33.3333. Numbers that round to less than 1e9 show all digits before the decimal point: 1234567 is shown as 1234567, and 1234567.89 as 1234568. A larger number has an exponent: 1234567890 is shown as 1.23457e9. `{v to cm/s}` chooses the unit.",
    forms: &[&[may("text", Kind::Prose, "text to print")]],
    example: "let v = 0.08m/s\nprint it walks at {v to cm/s}",
    shows: "prints: it walks at 8 cm/s",
    search: "echo, say, write",
    in_lists: true,
    run: |session, bound| {
        let text = match bound.values.first() {
            Some(Value::Prose(pieces)) => {
                let pieces = Arc::clone(pieces);
                measurements::record(session, |values| values.pieces(&pieces));
                session.observe();
                let reader = Lookup::new(session);
                let shown = show(&pieces, &reader);
                if let Some(number) = reader.taken_as_radians() {
                    session.warn_of_radians(number);
                }
                warn_of_name(session, bound.at(0));
                match shown {
                    Ok(text) => text,
                    Err(report) => return Err(Stop::Mistake(report)),
                }
            }
            _ => String::new(),
        };
        // Quotes around the whole text are not part of it.
        let inner = text.strip_prefix('"').and_then(|t| t.strip_suffix('"'));
        let text = inner
            .filter(|t| !t.contains('"'))
            .unwrap_or(&text)
            .to_owned();
        session.print(&text);
        Ok(())
    },
    ..Command::of(Group::Session)
};

pub(super) const EXPECT: Command = Command {
    name: "expect",
    summary: "Checks a condition, and reports an error if it is false.",
    details: "The script continues, but the program exits with status 1, also if the line is in a `try`. So `expect` turns a script into a test.",
    forms: &[&[
        need("condition", CONDITION, "the condition that must be true"),
        may(
            "why",
            Kind::Reason,
            "description of the test, for the report",
        ),
    ]],
    example: "let legs = 2 * 3\nexpect legs == 6 \"three on each side\"",
    shows: "prints nothing, because the condition is true",
    search: "assert, test, check, require",
    in_lists: true,
    run: |session, bound| {
        let Some(condition) = bound.expression(0).cloned() else {
            return Ok(());
        };
        let held = session.holds(&condition)?;
        measurements::record(session, |values| {
            values.condition(&condition, held == Some(true))
        });
        results::tested(session, &condition, bound.text(1), held == Some(true));
        if held != Some(false) {
            return Ok(());
        }
        // Whether this line is reached is only known when the script runs.
        if session.check.is_uncertain() {
            return Ok(());
        }
        let mut found = sides(session, &condition);
        let mut known = std::collections::BTreeSet::new();
        found.retain(|side| known.insert(side.clone()));
        let text = session.sources.text(condition.span).to_owned();
        let message = match bound.text(1) {
            "" => format!("expectation failed: {text}"),
            why => format!("expectation failed: {text} ({why})"),
        };
        let mut help = if found.is_empty() {
            "the condition is false".to_owned()
        } else {
            found.join(", ")
        };
        if let Some(gap) = gap(session, &condition) {
            help += &gap;
        }
        let report = Diagnostic::error("E063", condition.span, message).help(help);
        session.report(report.standing(Standing::Unmet));
        Ok(())
    },
    ..Command::of(Group::Session)
};

/// Describes the two sides of a comparison, or of those joined by `and` that are false: `x is 3 cm`.
fn sides(session: &mut Session, condition: &Expression) -> Vec<String> {
    use crate::lang::syntax::ExpressionKind::{Binary, Call, Known, SpelledCall};
    use value::Operator::{And, Or, Within, WithinPart};
    let Binary(operator, both) = &condition.kind else {
        return vec![];
    };
    if matches!(operator, And | Or) {
        let mut all = vec![];
        for side in both.iter() {
            if let Ok(Some(false)) = session.holds(side) {
                all.extend(sides(session, side));
            }
        }
        return all;
    }
    if matches!(operator, Within | WithinPart) {
        return sides(session, &both[0]);
    }
    let mut all = vec![];
    let unit = both.iter().find_map(|side| written_unit(session, side));
    for side in both.iter() {
        let is_given = matches!(side.kind, Known(_));
        if let (false, Ok(datum)) = (is_given, session.value_of(side)) {
            let text = session.sources.text(side.span);
            let verb = if matches!(side.kind, Call { .. } | SpelledCall(_)) {
                "="
            } else {
                "is"
            };
            // In the unit of the test: not in metres if the test uses millimetres.
            let shown = match &unit {
                Some(unit) => value::convert(datum.clone(), unit).unwrap_or(datum),
                None => datum,
            };
            all.push(format!("{text} {verb} {}", value::show(&shown)));
        }
    }
    all
}

/// Describes the difference of the two sides of a failed equality: `; the difference is 7e-18 m`.
fn gap(session: &mut Session, condition: &Expression) -> Option<String> {
    use crate::lang::syntax::ExpressionKind::Binary;
    use value::Operator::{Eq, Near, Within, WithinPart};
    let Binary(operator, both) = &condition.kind else {
        return None;
    };
    let sides = match (operator, &both[0].kind) {
        (Eq | Near, _) => both,
        (Within | WithinPart, Binary(_, sides)) => sides,
        _ => return None,
    };
    let (left, right) = (
        session.value_of(&sides[0]).ok()?,
        session.value_of(&sides[1]).ok()?,
    );
    let found = value::near::difference(&left, &right).ok()?;
    let distance = value::Datum::number(found.distance, found.dimension);
    let unit = both.iter().find_map(|side| written_unit(session, side));
    let shown = match unit.filter(|unit| unit != "%") {
        Some(unit) => value::convert(distance.clone(), &unit).unwrap_or(distance),
        None => distance,
    };
    let mut text = format!("\nthe difference is {}", value::show(&shown));
    let is_count = found.dimension == Dimension::NONE && found.distance.fract() == 0.0;
    if found.magnitude > 0.0 && !is_count && !matches!(operator, Within) {
        let part = value::show::significant(100.0 * found.part());
        text += &format!(", {part} % of the larger side");
    }
    let texts = [0, 1].map(|i| session.sources.text(sides[i].span).to_owned());
    let [a, b] = texts;
    if *operator == Eq && found.part() <= value::near::ROUNDING {
        text += &format!("\ncomputed numbers are rounded: write `{a} ~ {b}`");
    } else if *operator == Near && found.part() == 1.0 {
        text +=
            &format!("\na comparison with 0 needs an absolute tolerance: `{a} ~ {b} +- TOLERANCE`");
    }
    Some(text)
}
