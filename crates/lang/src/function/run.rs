//! Evaluates functions of a script.

mod arguments;
mod assign;
mod ways;

pub use assign::{Assigned, grow, growth, no_whole, resolve};

use arguments::{CALLED, bind, told_at_call};

use super::frame::{Frame, Locals};
use super::{DEEPEST_CALLS, Function, Part, Step, Target};
use crate::diagnostic::{Diagnostic, Standing, quote};
use crate::dimension::Dimension;
use crate::evaluate::{Allowance, Mistake, Names, at, evaluate, spell};
use crate::source::Span;
use crate::syntax::{Expression, ExpressionKind};
use crate::value::{self, Callee, Datum, Operator, Unknown, ValueError};
use std::cell::{Cell, RefCell};
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// Largest stack use of a call (bytes), with the deepest expression in it.
const OF_A_CALL: usize = 1 << 20;

/// Size (bytes) of a new stack segment when less than that is left.
const MORE_STACK: usize = 16 << 20;

type Outcome<T> = Result<T, Mistake>;

/// Returns the names of the script, around those that are local to an expression or a function.
fn of_script(names: &dyn Names) -> &dyn Names {
    names.outer().map_or(names, of_script)
}

/// Result of a statement.
enum Flow {
    /// The next one follows.
    On,
    /// The function returns this value.
    Returned(Datum),
    /// It may have returned this value, or the next one follows.
    Maybe(Datum),
}

/// Calls a value that should be a function, with arguments by place.
///
/// # Errors
/// It is none, or the error of the call.
pub fn apply(callee: &Datum, data: &[Datum], at_call: Span, names: &dyn Names) -> Outcome<Datum> {
    match callee {
        Datum::Function(Callee::Own(function)) => {
            call(function, data.to_vec(), vec![], at_call, names)
        }
        Datum::Function(Callee::Known(function)) => {
            value::unknown::call(function, data).map_err(|why| at(why, at_call))
        }
        Datum::Unknown(Unknown::Any) => Ok(Datum::Unknown(Unknown::Any)),
        other => {
            let why = ValueError::new(format!("{} is no function", other.kind()));
            let help = "define one with `function f(x) = ...`, and give its name: `map(f, a)`";
            Err(at(why.help(help), at_call))
        }
    }
}

/// Calls a function of a script; `named` are its arguments by name.
///
/// # Errors
/// The arguments do not fit, with the place of the call; an error in it, with both places.
pub fn call(
    function: &Arc<Function>,
    data: Vec<Datum>,
    named: Vec<(Span, Datum)>,
    at_call: Span,
    names: &dyn Names,
) -> Outcome<Datum> {
    let slots = bind(function, data, named, at_call, names)?;
    function.called.store(true, Ordering::Relaxed);
    let caller = names.frame();
    let depth = caller.map_or(1, |caller| caller.depth + 1);
    // In a check it is not known where such a recursion ends.
    if caller.is_some_and(|c| c.is_uncertain() && c.is_calling(function.place)) {
        return Ok(Datum::Unknown(Unknown::Any));
    }
    if depth > DEEPEST_CALLS {
        let message = format!("calls of functions are nested more than {DEEPEST_CALLS} deep");
        let report = Diagnostic::error("E016", at_call, message)
            .help("a function that calls itself must end before that, or use a loop instead");
        return Err(Box::new(report));
    }
    let frame = Frame {
        function,
        base: of_script(names),
        caller,
        depth,
        locals: RefCell::new(Locals {
            slots,
            ..Locals::default()
        }),
        uncertain: Cell::new(0),
        found: None,
        is_lenient: caller.is_some_and(|caller| caller.is_lenient),
    };
    let result = stacker::maybe_grow(OF_A_CALL, MORE_STACK, || frame.body(at_call));
    result.map_err(|report| {
        // The innermost call tells the errors of its function from those of its arguments.
        let is_fresh = !report.notes.iter().any(|(_, note)| note.ends_with(CALLED));
        let is_own = is_fresh
            && report.span != at_call
            && rehearse(function, names)
                .iter()
                .any(|own| own.span == report.span);
        Box::new(told_at_call(*report, function, at_call, is_own))
    })
}

/// Evaluates a function with unknown arguments, to find errors that do not depend on them. The names of a function that nothing
/// has called may be those of another script.
#[must_use]
pub fn rehearse(function: &Arc<Function>, names: &dyn Names) -> Vec<Diagnostic> {
    let any = Datum::Unknown(Unknown::Any);
    let mut slots = vec![Some(any); function.parameters.len()];
    slots.resize(function.slots.len(), None);
    let found = RefCell::new(vec![]);
    let frame = Frame {
        function,
        base: of_script(names),
        caller: None,
        depth: 1,
        locals: RefCell::new(Locals {
            slots,
            ..Locals::default()
        }),
        uncertain: Cell::new(1),
        found: Some(&found),
        is_lenient: !function.called.load(Ordering::Relaxed),
    };
    if let Err(report) = frame.body(function.place) {
        found.borrow_mut().push(*report);
    }
    let mut found = found.into_inner();
    found.retain(|report| report.standing != Standing::OfValues);
    found
}

impl Frame<'_> {
    fn body(&self, at_call: Span) -> Outcome<Datum> {
        let any = Datum::Unknown(Unknown::Any);
        match self.base.may_run(1) {
            Allowance::GivenUp => return Ok(any),
            Allowance::TooLong => return Err(self.too_long(at_call)),
            Allowance::Granted => {}
        }
        match self.steps(&self.function.steps)? {
            Flow::Returned(value) => Ok(value),
            // Every function ends with a `return`, unless a check has given up.
            Flow::On | Flow::Maybe(_) => Ok(any),
        }
    }

    fn too_long(&self, at_call: Span) -> Mistake {
        let message = format!(
            "`{}` runs too long: its loops may not end",
            self.function.name
        );
        let report = Diagnostic::error("E016", at_call, message);
        let report = report.note(self.function.place, "defined here");
        Box::new(report.help("let the loop end, or do the work in lines of the script"))
    }

    fn steps(&self, steps: &[Step]) -> Outcome<Flow> {
        let mut maybe: Option<Datum> = None;
        for step in steps {
            let done = match (self.step(step), self.found) {
                (Err(report), Some(found)) => {
                    found.borrow_mut().push(*report);
                    self.forget_in(std::slice::from_ref(step));
                    match step {
                        Step::Return(_) => Flow::Returned(Datum::Unknown(Unknown::Any)),
                        _ => Flow::On,
                    }
                }
                (done, _) => done?,
            };
            let and = |value: Datum, maybe: &Option<Datum>| match maybe {
                Some(before) => before.or(&value),
                None => value,
            };
            match done {
                Flow::On => {}
                Flow::Returned(value) => return Ok(Flow::Returned(and(value, &maybe))),
                Flow::Maybe(value) => maybe = Some(and(value, &maybe)),
            }
        }
        Ok(maybe.map_or(Flow::On, Flow::Maybe))
    }

    fn step(&self, step: &Step) -> Outcome<Flow> {
        match step {
            Step::Return(value) => evaluate(value, self).map(Flow::Returned),
            Step::Set(slot, value) => {
                let datum = match self.grown(*slot, value)? {
                    Some(grown) => grown,
                    None => evaluate(value, self)?,
                };
                self.set(*slot, datum);
                Ok(Flow::On)
            }
            Step::Let(target, value) => {
                self.assign(target, value)?;
                Ok(Flow::On)
            }
            Step::If(branches) => self.choose(branches),
            Step::For(slot, items, body) => self.each(*slot, items, body),
            Step::While(condition, body) => self.passes(body, condition.span, || {
                truth(&evaluate(condition, self)?, condition)
            }),
            Step::Repeat(times, body) => self.repeat(times, body),
        }
    }

    /// Runs the statements of a loop as long as `goes_on`; if that is unknown, for an unknown number of passes.
    fn passes(
        &self,
        body: &[Step],
        at_loop: Span,
        mut goes_on: impl FnMut() -> Outcome<Option<bool>>,
    ) -> Outcome<Flow> {
        let mut maybe: Option<Datum> = None;
        let or = |maybe: Option<Datum>, value: Datum| match maybe {
            Some(before) => before.or(&value),
            None => value,
        };
        loop {
            let (flow, is_last) = match goes_on()? {
                Some(false) => return Ok(maybe.map_or(Flow::On, Flow::Maybe)),
                Some(true) => (self.pass(body, at_loop)?, false),
                None => (self.any_pass(body)?, true),
            };
            match flow {
                Flow::On => {}
                Flow::Returned(value) => return Ok(Flow::Returned(or(maybe, value))),
                Flow::Maybe(value) => maybe = Some(or(maybe, value)),
            }
            if is_last {
                return Ok(maybe.map_or(Flow::On, Flow::Maybe));
            }
        }
    }

    fn repeat(&self, times: &Expression, body: &[Step]) -> Outcome<Flow> {
        let count = evaluate(times, self)?;
        let mut left = match &count {
            Datum::Number(n)
                if n.dimension == Dimension::NONE && n.value >= 0.0 && n.value.fract() == 0.0 =>
            {
                n.value as u64
            }
            Datum::Unknown(Unknown::Any) => return self.any_pass(body),
            Datum::Unknown(Unknown::Number(d)) if *d == Dimension::NONE => {
                return self.any_pass(body);
            }
            other => {
                let found = value::show(other);
                let message = format!("expected a whole number, zero or above, found {found}");
                let report = Diagnostic::error("E027", times.span, message);
                return Err(Box::new(report.help("for example `repeat 3`")));
            }
        };
        self.passes(body, times.span, || {
            let goes_on = left > 0;
            left = left.saturating_sub(1);
            Ok(Some(goes_on))
        })
    }

    /// Runs the statements of a loop once.
    fn pass(&self, body: &[Step], at_loop: Span) -> Outcome<Flow> {
        match self.base.may_run(1 + body.len() as u64) {
            Allowance::Granted => self.steps(body),
            Allowance::GivenUp => Ok(Flow::Returned(Datum::Unknown(Unknown::Any))),
            Allowance::TooLong => Err(self.too_long(at_loop)),
        }
    }

    fn each(&self, slot: u16, items: &Expression, body: &[Step]) -> Outcome<Flow> {
        let data = evaluate(items, self)?;
        let mut at = 0;
        let element = |at: u64| match &data {
            Datum::List(list) => list.get(at as usize).cloned(),
            Datum::Range(range) => range.get(at).map(Datum::Number),
            _ => None,
        };
        match &data {
            Datum::List(_) | Datum::Range(_) => self.passes(body, items.span, || {
                let next = element(at);
                at += 1;
                let goes_on = next.is_some();
                next.into_iter().for_each(|value| self.set(slot, value));
                Ok(Some(goes_on))
            }),
            Datum::Unknown(kind @ (Unknown::List | Unknown::Range(_) | Unknown::Any)) => {
                self.set(slot, Datum::Unknown(kind.element()));
                self.any_pass(body)
            }
            other => {
                let message = format!("a loop needs a range or a list, found {}", other.kind());
                let report = Diagnostic::error("E014", items.span, message);
                Err(Box::new(report.help("for example `0..6` or `[1 2 3]`")))
            }
        }
    }
}

/// Converts the value of a condition to a flag; none if it is unknown.
///
/// # Errors
/// It is no flag.
pub fn truth(value: &Datum, condition: &Expression) -> Outcome<Option<bool>> {
    match value {
        Datum::Flag(flag) => Ok(Some(*flag)),
        Datum::Unknown(Unknown::Flag | Unknown::Any) => Ok(None),
        other => {
            let message = format!(
                "a condition must be true or false, but this is {}",
                other.kind()
            );
            let report = Diagnostic::error("E014", condition.span, message);
            Err(Box::new(report.help("compare it with something: `x > 0`")))
        }
    }
}
