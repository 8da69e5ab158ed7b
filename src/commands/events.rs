//! What happens while time passes, and what is told and written down of it.

use super::tables::{PERIOD, lets_time_pass};
use crate::diagnostic::{Diagnostic, Standing};
use crate::lang::dimension::Dimension;
use crate::lang::evaluate::show;
use crate::lang::lexer::{Token, lex};
use crate::lang::parser::NoWords;
use crate::lang::value;
use crate::session::command::{
    Bare, Bound, Command, Example, Follows, Group, Kind, Outcome, Param, Range, Value, may, need,
};
use crate::session::{Action, Lookup, Session, Stop, Timer, Waiting, Watch, si};
use crate::source::Span;
use std::sync::Arc;

const TIME: Kind = Kind::Number(Dimension::TIME, Bare::Si, Range::Any);

/// By what `events` calls the lines and `cancel` finds them.
const NAME: Param = may("name", Kind::Reason, "a name for `events` and `cancel`");

/// The lines of a block as something that waits, after they were gone through once; when checking that is all.
fn waiting(session: &mut Session, bound: &Bound, due: f64) -> Result<Option<Arc<Waiting>>, Stop> {
    let Some(body) = &bound.body else {
        return Ok(None);
    };
    session.one_more_may_wait(due, bound.head)?;
    // The name stands behind what is waited for.
    let waiting = session.waiting(&body.block, bound.head, bound.text(1));
    session.checked_or_run(
        |session| session.check_waiting(&waiting).map(|()| None),
        |session| {
            session
                .rehearse(&waiting)
                .map(|()| Some(Arc::clone(&waiting)))
        },
    )
}

fn wait_until(session: &mut Session, bound: &Bound, due: f64) -> Outcome {
    if let Some(waiting) = waiting(session, bound, due)? {
        session.here_mut().timers.set(Timer {
            due,
            action: Action::Block(waiting),
            phase: None,
        });
    }
    Ok(())
}

pub(super) const AFTER: Command = Command {
    name: "after",
    group: Group::Events,
    summary: "Runs its lines once, after a time.",
    details: "At that very moment, within a frame if need be. The lines hold what acts on a running figure. Global names mean there what they mean then, names of a `define` or a loop what they meant when it was set.",
    forms: &[&[
        need(
            "time",
            Kind::Number(Dimension::TIME, Bare::Si, Range::NotNegative),
            "after how long",
        ),
        NAME,
    ]],
    examples: &[Example {
        code: "after 20ms\n  print it is {world.time to ms}\nend",
        shows: "a print in the middle of a `go`",
    }],
    search: &["delay", "later"],
    follows: Follows::Block,
    in_lists: true,
    run: |session, bound| {
        let due = session.here().world.time + bound.number(0);
        wait_until(session, bound, due)
    },
};

pub(super) const AT: Command = Command {
    name: "at",
    group: Group::Events,
    summary: "Runs its lines when the clock reaches a time.",
    details: "As `after`, which counts from now.",
    forms: &[&[need("time", TIME, "when"), NAME]],
    examples: &[Example {
        code: "at 0.2s\n  print a fifth of a second\nend",
        shows: "a print at 0.2 s",
    }],
    search: &["moment"],
    follows: Follows::Block,
    in_lists: true,
    run: |session, bound| {
        let (due, now) = (bound.number(0), session.here().world.time);
        if due < now && session.knows_time() && !bound.is_unknown(0) {
            let (now, due) = (si(now, "s"), si(due, "s"));
            let message = format!("the clock shows {now} already, so {due} has passed");
            let report = Diagnostic::error("E057", bound.at(0), message);
            return Err(report.help("`after TIME` counts from now").into());
        }
        wait_until(session, bound, due)
    },
};

pub(super) const EVERY: Command = Command {
    name: "every",
    group: Group::Events,
    summary: "Runs its lines again and again, at equal intervals.",
    details: "For the first time one period from now, then at each multiple of it, without an end: `if` in its lines lets them rest. Lines that fail are reported and not run again; \
              `rewind` to a time before they were set takes them away too.",
    forms: &[&[
        need("period", PERIOD, "how long from one time to the next"),
        NAME,
    ]],
    examples: &[Example {
        code: "every 10ms\n  print {world.time to ms}\nend",
        shows: "the clock, a hundred times a second",
    }],
    search: &["periodic", "interval"],
    follows: Follows::Block,
    in_lists: true,
    run: |session, bound| {
        lets_time_pass(session, bound, 0)?;
        let (start, period) = (session.here().world.time, bound.number(0));
        let Some(waiting) = waiting(session, bound, start + period)? else {
            return Ok(());
        };
        session.here_mut().timers.set(Timer {
            due: start + period,
            action: Action::Every {
                waiting,
                start,
                period,
                passes: 0,
            },
            phase: None,
        });
        Ok(())
    },
};

pub(super) const WHEN: Command = Command {
    name: "when",
    group: Group::Events,
    summary: "Runs its lines each time a condition becomes true.",
    details: "With `integration auto` the lines run at the moment when the condition becomes true, also within a frame: if it is true at the end of a frame and was not before, the moment is searched for, to a millionth of the frame. With the other methods, and for what comes and goes within one frame, the condition is checked at the end of each frame: a shorter `dt` checks more often. If the condition is already true, it must become false first. Lines that fail are reported and not run again.",
    forms: &[&[
        need(
            "condition",
            Kind::Expression("a condition, such as `ball.z < 0.5m`"),
            "what is waited for",
        ),
        NAME,
    ]],
    examples: &[Example {
        code: "addcorpus c\nget o from unit_sphere\naddbody ball o 0 0 1 rotary 1000\nsetroot ball\ncorpusinit\nrest 50cm\ngrav on\nwhen ball.z < 0.5m\n  print half-way down at {world.time to ms}\nend\ngo 0.4s",
        shows: "a print when the ball has fallen half a metre",
    }],
    search: &["event", "trigger", "watch"],
    follows: Follows::Block,
    in_lists: true,
    run: |session, bound| {
        let Some(condition) = bound.expression(0).cloned() else {
            return Ok(());
        };
        let held = session.holds(&condition)?.unwrap_or(false);
        let now = session.here().world.time;
        if let Some(waiting) = waiting(session, bound, now)? {
            session.here_mut().watches.push(Watch {
                condition,
                waiting,
                held,
            });
        }
        Ok(())
    },
};

/// Warns where the whole text is the name of a value that could be read: `print leg.q` prints the name.
fn warn_of_name(session: &mut Session, at: Span) {
    let text = session.sources.text(at).trim();
    let known = |d: &Diagnostic| d.code == "W022" && d.span == at;
    if !text.contains('.')
        || session.quantity(text).is_err()
        || session.diagnostics.iter().any(known)
    {
        return;
    }
    let message = "this prints the name of a value, not the value";
    let help = format!("write `print {{{text}}}`");
    let report = Diagnostic::warning("W022", at, message).help(help);
    session.diagnostics.push(report);
}

pub(super) const PRINT_TEXT: Command = Command {
    name: "print",
    group: Group::Session,
    summary: "Prints text with the values of expressions.",
    details: "`{expression}` shows its value with six significant digits and its unit; `{v to cm/s}` in a unit of choice.",
    forms: &[&[may("text", Kind::Prose, "what to print")]],
    examples: &[Example {
        code: "let v = 0.08m/s\nprint it walks at {v to cm/s}",
        shows: "it walks at 8 cm/s",
    }],
    search: &["echo", "say", "write"],
    follows: Follows::Nothing,
    in_lists: true,
    run: |session, bound| {
        let text = match bound.values.first() {
            Some(Value::Prose(pieces)) => {
                let pieces = Arc::clone(pieces);
                session.note_pieces(&pieces);
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
        // Quotes around the whole are not part of it.
        let inner = text.strip_prefix('"').and_then(|t| t.strip_suffix('"'));
        let text = inner
            .filter(|t| !t.contains('"'))
            .unwrap_or(&text)
            .to_owned();
        session.print(&text);
        Ok(())
    },
};

pub(super) const EXPECT: Command = Command {
    name: "expect",
    group: Group::Session,
    summary: "Checks a condition, and reports an error if it is false.",
    details: "The script goes on, but the program exits with 1: a script that expects something true of what it shows is a test of it.",
    forms: &[&[
        need(
            "condition",
            Kind::Expression("a condition, such as `x < 10`"),
            "what must hold",
        ),
        may("why", Kind::Reason, "what it would mean"),
    ]],
    examples: &[Example {
        code: "let legs = 2 * 3\nexpect legs == 6 \"three on each side\"",
        shows: "nothing: it holds",
    }],
    search: &["assert", "test", "check", "require"],
    follows: Follows::Nothing,
    in_lists: true,
    run: |session, bound| {
        let Some(condition) = bound.expression(0).cloned() else {
            return Ok(());
        };
        let held = session.holds(&condition)?;
        session.note_condition(&condition, held == Some(true));
        if held != Some(false) {
            return Ok(());
        }
        // Whether it is ever come to is only known when the script runs.
        if session.is_uncertain() {
            return Ok(());
        }
        let mut found = session.sides(&condition);
        let mut told = std::collections::BTreeSet::new();
        found.retain(|side| told.insert(side.clone()));
        let text = session.sources.text(condition.span).to_owned();
        let message = match bound.text(1) {
            "" => format!("expectation failed: {text}"),
            why => format!("expectation failed: {text} ({why})"),
        };
        let mut help = if found.is_empty() {
            "the condition is false".to_owned()
        } else {
            format!("found {}", found.join(", "))
        };
        if let Some(gap) = session.gap(&condition) {
            help += &gap;
        }
        let report = Diagnostic::error("E063", condition.span, message).help(help);
        session.report_and_go_on(report.standing(Standing::Unmet));
        Ok(())
    },
};

impl Session {
    /// The two sides of a comparison, or of those that are joined by `and` and do not hold: `x is 3 cm`.
    fn sides(&mut self, condition: &crate::lang::syntax::Expression) -> Vec<String> {
        use crate::lang::syntax::ExpressionKind::{Binary, Call, Known};
        use value::Operator::{And, Or, Within, WithinPart};
        let Binary(operator, both) = &condition.kind else {
            return vec![];
        };
        if matches!(operator, And | Or) {
            let mut all = vec![];
            for side in both.iter() {
                if let Ok(Some(false)) = self.holds(side) {
                    all.extend(self.sides(side));
                }
            }
            return all;
        }
        if matches!(operator, Within | WithinPart) {
            return self.sides(&both[0]);
        }
        let mut all = vec![];
        let unit = both.iter().find_map(|side| self.written_unit(side));
        for side in both.iter() {
            let is_given = matches!(side.kind, Known(_));
            if let (false, Ok(datum)) = (is_given, self.value_of(side)) {
                let text = self.sources.text(side.span);
                let verb = if matches!(side.kind, Call { .. }) {
                    "="
                } else {
                    "is"
                };
                // As the test has it, and not in metres where that speaks of millimetres.
                let told = match &unit {
                    Some(unit) => value::convert(datum.clone(), unit).unwrap_or(datum),
                    None => datum,
                };
                all.push(format!("{text} {verb} {}", value::show(&told)));
            }
        }
        all
    }

    /// How far the two sides of an equality that does not hold lie apart: `; the difference is 7e-18 m`.
    fn gap(&mut self, condition: &crate::lang::syntax::Expression) -> Option<String> {
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
            self.value_of(&sides[0]).ok()?,
            self.value_of(&sides[1]).ok()?,
        );
        let found = value::near::difference(&left, &right).ok()?;
        let distance = value::Datum::number(found.distance, found.dimension);
        let unit = both.iter().find_map(|side| self.written_unit(side));
        let shown = match unit.filter(|unit| unit != "%") {
            Some(unit) => value::convert(distance.clone(), &unit).unwrap_or(distance),
            None => distance,
        };
        let mut told = format!("\nthe difference is {}", value::show(&shown));
        let is_count = found.dimension == Dimension::NONE && found.distance.fract() == 0.0;
        if found.magnitude > 0.0 && !is_count && !matches!(operator, Within) {
            let part = value::show::significant(100.0 * found.part());
            told += &format!(", {part} % of the larger side");
        }
        let texts = [0, 1].map(|i| self.sources.text(sides[i].span).to_owned());
        let [a, b] = texts;
        if *operator == Eq && found.part() <= value::near::ROUNDING {
            told += &format!("\nnumbers that are computed are rounded: write `{a} ~ {b}`");
        } else if *operator == Near && found.part() == 1.0 {
            told += &format!("\nbeside 0 a tolerance has to be given: `{a} ~ {b} +- TOLERANCE`");
        }
        Some(told)
    }

    /// The unit of a number that stands there as it is.
    pub(crate) fn written_unit(
        &self,
        expression: &crate::lang::syntax::Expression,
    ) -> Option<String> {
        use crate::lang::syntax::ExpressionKind::{Binary, Known, Prefix};
        match &expression.kind {
            Known(_) => {
                let text = self.sources.text(expression.span);
                match lex(0, text, &NoWords).as_slice() {
                    [(Token::Measure(measure), _)] => {
                        text.get(measure.unit_at as usize..).map(str::to_owned)
                    }
                    _ => None,
                }
            }
            Prefix(_, inner) => self.written_unit(inner),
            Binary(_, both) => both.iter().find_map(|side| self.written_unit(side)),
            _ => None,
        }
    }
}
