//! Evaluates functions of a script.

use super::{DEEPEST_CALLS, Function, Parameter, Part, Step, Target};
use crate::diagnostic::{Diagnostic, quote, suggest::did_you_mean};
use crate::dimension::Dimension;
use crate::evaluate::{Allowance, Mistake, Names, at, evaluate, spell};
use crate::source::Span;
use crate::syntax::{Expression, ExpressionKind};
use crate::value::{self, Callee, Datum, Operator, Unknown, ValueError};
use std::cell::{Cell, RefCell};
use std::sync::Arc;

/// Most notes on the way to an error in a function.
const MOST_NOTES: usize = 16;

/// End of the notes on the calls that lead to an error of a function itself.
const CALLED: &str = ", called here";

/// Stack use of a call (bytes), and size of a new segment of the stack if less is left.
const STACK: (usize, usize) = (256 << 10, 4 << 20);

type Outcome<T> = Result<T, Mistake>;

/// A call in progress: the variables of the function, and the names around it.
pub struct Frame<'a> {
    function: &'a Arc<Function>,
    /// The names of the script, without the local ones of the place of the call.
    base: &'a dyn Names,
    /// The call from whose function this one is made.
    caller: Option<&'a Frame<'a>>,
    depth: u32,
    locals: RefCell<Vec<(Arc<str>, Datum)>>,
    /// Whether it is not known if the statement that is evaluated runs.
    uncertain: Cell<u32>,
    /// Errors of statements after which a rehearsal goes on.
    found: Option<&'a RefCell<Vec<Diagnostic>>>,
}

impl Frame<'_> {
    /// Whether the function or one of its callers is at this place.
    fn is_calling(&self, place: Span) -> bool {
        self.function.place == place || self.caller.is_some_and(|caller| caller.is_calling(place))
    }

    /// Whether it is not known if the statement runs.
    fn is_uncertain(&self) -> bool {
        self.uncertain.get() > 0 || self.caller.is_some_and(Frame::is_uncertain)
    }

    /// Whether a name may be a variable here although the language has a function of that name.
    pub(crate) fn hides_known(&self) -> bool {
        self.function.hides_known
            || self
                .function
                .captured
                .iter()
                .any(|(_, value)| matches!(value, Datum::Function(_)))
    }

    // The variables used are often the last ones set, so they are looked for from the end.
    fn set(&self, name: &str, value: Datum) {
        let mut locals = self.locals.borrow_mut();
        match locals.iter_mut().rev().find(|(n, _)| **n == *name) {
            Some((_, known)) => *known = value,
            None => locals.push((name.into(), value)),
        }
    }

    /// Takes the value of a local variable out, to change it in place.
    fn take(&self, name: &str) -> Option<Datum> {
        let mut locals = self.locals.borrow_mut();
        let (_, value) = locals.iter_mut().find(|(n, _)| **n == *name)?;
        Some(std::mem::replace(value, Datum::Flag(false)))
    }
}

impl Names for Frame<'_> {
    fn text(&self, span: Span) -> &str {
        self.base.text(span)
    }

    fn variable(&self, name: &str) -> Option<Datum> {
        let locals = self.locals.borrow();
        if let Some((_, value)) = locals.iter().rev().find(|(n, _)| **n == *name) {
            return Some(value.clone());
        }
        let mut captured = self.function.captured.iter();
        match captured.find(|(n, _)| **n == *name) {
            Some((_, value)) => Some(value.clone()),
            None if *self.function.name == *name => {
                Some(Datum::Function(Callee::Own(Arc::clone(self.function))))
            }
            None => self.base.global(name),
        }
    }

    fn global(&self, name: &str) -> Option<Datum> {
        self.base.global(name)
    }

    fn quantity(&self, path: &str) -> Result<Datum, ValueError> {
        self.base.quantity(path)
    }

    fn variables(&self) -> Vec<String> {
        let locals = self.locals.borrow();
        let own = locals.iter().map(|(name, _)| name.to_string());
        own.chain(self.base.variables()).collect()
    }

    fn thing(&self, name: &str) -> Option<String> {
        self.base.thing(name)
    }

    fn command(&self, name: &str) -> Option<String> {
        self.base.command(name)
    }

    fn hyphenated(&self, part: Span) -> Option<String> {
        self.base.hyphenated(part)
    }

    fn went_through(&self, elements: usize) {
        self.base.went_through(elements);
    }

    fn may_run(&self, lines: u64) -> Allowance {
        self.base.may_run(lines)
    }

    fn taken_as_radians(&self, number: Span) {
        self.base.taken_as_radians(number);
    }

    fn frame(&self) -> Option<&Frame<'_>> {
        Some(self)
    }

    fn base(&self) -> Option<&dyn Names> {
        Some(self.base)
    }
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
            value::unknown::call(function.name, data).map_err(|why| at(why, at_call))
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
    let locals = bind(function, data, named, at_call, names)?;
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
        base: names.base().unwrap_or(names),
        caller,
        depth,
        locals: RefCell::new(locals),
        uncertain: Cell::new(0),
        found: None,
    };
    let result = stacker::maybe_grow(STACK.0, STACK.1, || frame.body(at_call));
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

/// Moves the report of an error that depends on the arguments to the call; that of an error of the function itself stays in it.
fn told_at_call(
    report: Diagnostic,
    function: &Function,
    at_call: Span,
    is_own: bool,
) -> Diagnostic {
    if report.notes.len() >= MOST_NOTES {
        return report;
    }
    let name = &function.name;
    let stays = report.notes.iter().any(|(_, note)| note.ends_with(CALLED));
    if is_own || stays || report.span == at_call {
        let note = (at_call, format!("in `{name}`{CALLED}"));
        let mut report = report;
        if !report.notes.contains(&note) {
            report.notes.push(note);
        }
        return report;
    }
    let note = (report.span, format!("here in `{name}`"));
    let mut moved = Diagnostic {
        span: at_call,
        ..report
    };
    if !moved.notes.contains(&note) {
        moved.notes.insert(0, note);
    }
    moved
}

/// Finds the value of each parameter.
fn bind(
    function: &Function,
    data: Vec<Datum>,
    named: Vec<(Span, Datum)>,
    at_call: Span,
    names: &dyn Names,
) -> Outcome<Vec<(Arc<str>, Datum)>> {
    let usage = || format!("usage: {}", function.usage());
    let refuse = |span: Span, message: String, help: String| {
        let report = Diagnostic::error("E014", span, message).help(help);
        Box::new(report.note(function.place, "defined here"))
    };
    let most = function.parameters.len();
    if data.len() > most {
        let s = if most == 1 { "" } else { "s" };
        let message = format!(
            "`{}` takes {most} argument{s}, found {}",
            function.name,
            data.len() + named.len()
        );
        return Err(refuse(at_call, message, usage()));
    }
    let mut data = data.into_iter();
    let mut locals: Vec<(Arc<str>, Option<Datum>)> = Vec::with_capacity(most + 4);
    for parameter in &function.parameters {
        locals.push((Arc::clone(&parameter.name), data.next()));
    }
    for (name, datum) in named {
        let text = names.text(name);
        match locals.iter_mut().find(|(own, _)| **own == *text) {
            Some((_, value @ None)) => *value = Some(datum),
            Some(_) => {
                let message = format!("the argument {} is given twice", quote(text));
                return Err(refuse(name, message, usage()));
            }
            None => {
                let message = format!("`{}` has no parameter {}", function.name, quote(text));
                let all = function.parameters.iter().map(|p| &*p.name);
                let help = did_you_mean(text, all).unwrap_or_else(usage);
                return Err(refuse(name, message, help));
            }
        }
    }
    let parameters = function.parameters.iter().zip(locals);
    let missing = |parameter: &Parameter| {
        let message = format!(
            "`{}` needs a value for {}",
            function.name,
            quote(&parameter.name)
        );
        refuse(at_call, message, usage())
    };
    parameters
        .map(|(parameter, (name, value))| {
            let value = value.or_else(|| parameter.default.clone());
            value
                .map(|value| (name, value))
                .ok_or_else(|| missing(parameter))
        })
        .collect()
}

/// Evaluates a function with unknown arguments, to find errors that do not depend on them.
#[must_use]
pub fn rehearse(function: &Arc<Function>, names: &dyn Names) -> Vec<Diagnostic> {
    let parameters = function.parameters.iter();
    let any = Datum::Unknown(Unknown::Any);
    let locals = parameters
        .map(|p| (Arc::clone(&p.name), any.clone()))
        .collect();
    let found = RefCell::new(vec![]);
    let frame = Frame {
        function,
        base: names.base().unwrap_or(names),
        caller: None,
        depth: 1,
        locals: RefCell::new(locals),
        uncertain: Cell::new(1),
        found: Some(&found),
    };
    if let Err(report) = frame.body(function.place) {
        found.borrow_mut().push(*report);
    }
    found.into_inner()
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
                    if let Step::Let(target, _) = step {
                        self.forget(target);
                    }
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
            Step::Let(target, value) => {
                self.assign(target, value)?;
                Ok(Flow::On)
            }
            Step::If(branches) => self.choose(branches),
            Step::For(name, items, body) => self.each(name, items, body),
            Step::While(condition, body) => loop {
                match truth(&evaluate(condition, self)?, condition)? {
                    Some(true) => match self.pass(body, condition.span)? {
                        Flow::On => {}
                        other => return Ok(other),
                    },
                    Some(false) => return Ok(Flow::On),
                    None => return self.any_pass(body),
                }
            },
            Step::Repeat(times, body) => {
                let count = evaluate(times, self)?;
                match &count {
                    Datum::Number(n)
                        if n.dimension == Dimension::NONE
                            && n.value >= 0.0
                            && n.value.fract() == 0.0 =>
                    {
                        for _ in 0..n.value as u64 {
                            match self.pass(body, times.span)? {
                                Flow::On => {}
                                other => return Ok(other),
                            }
                        }
                        Ok(Flow::On)
                    }
                    Datum::Unknown(Unknown::Any) => self.any_pass(body),
                    Datum::Unknown(Unknown::Number(d)) if *d == Dimension::NONE => {
                        self.any_pass(body)
                    }
                    other => {
                        let found = value::show(other);
                        let message =
                            format!("expected a whole number, zero or above, found {found}");
                        let report = Diagnostic::error("E027", times.span, message);
                        Err(Box::new(report.help("for example `repeat 3`")))
                    }
                }
            }
        }
    }

    /// Runs the statements of a loop once.
    fn pass(&self, body: &[Step], at_loop: Span) -> Outcome<Flow> {
        match self.base.may_run(1 + body.len() as u64) {
            Allowance::Granted => self.steps(body),
            Allowance::GivenUp => Ok(Flow::Returned(Datum::Unknown(Unknown::Any))),
            Allowance::TooLong => Err(self.too_long(at_loop)),
        }
    }

    fn choose(&self, branches: &[(Option<Arc<Expression>>, Vec<Step>)]) -> Outcome<Flow> {
        for (number, (condition, steps)) in branches.iter().enumerate() {
            let holds = match condition {
                Some(condition) => truth(&evaluate(condition, self)?, condition)?,
                None => Some(true),
            };
            match holds {
                Some(true) => return self.steps(steps),
                Some(false) => {}
                None => {
                    let rest = branches.get(number + 1..).unwrap_or_default();
                    return self.both(|| self.steps(steps), || self.choose(rest));
                }
            }
        }
        Ok(Flow::On)
    }

    /// Evaluates two ways of which one will be taken; keeps what is common to them.
    fn both(
        &self,
        one: impl FnOnce() -> Outcome<Flow>,
        other: impl FnOnce() -> Outcome<Flow>,
    ) -> Outcome<Flow> {
        let before = self.locals.borrow().clone();
        self.uncertain.set(self.uncertain.get() + 1);
        let first = tolerant(one());
        let after_first = self.locals.replace(before);
        let second = tolerant(other());
        self.uncertain.set(self.uncertain.get() - 1);
        let (first, second) = (first?, second?);
        // Variables after a way that has returned do not count.
        match (&first, &second) {
            (Flow::Returned(_), _) => {}
            (_, Flow::Returned(_)) => {
                self.locals.replace(after_first);
            }
            _ => self.merge(&after_first),
        }
        Ok(match (first, second) {
            (Flow::Returned(a), Flow::Returned(b)) => Flow::Returned(a.or(&b)),
            (Flow::On, Flow::On) => Flow::On,
            (Flow::Returned(a) | Flow::Maybe(a), Flow::On)
            | (Flow::On, Flow::Returned(a) | Flow::Maybe(a)) => Flow::Maybe(a),
            (Flow::Returned(a) | Flow::Maybe(a), Flow::Returned(b) | Flow::Maybe(b)) => {
                Flow::Maybe(a.or(&b))
            }
        })
    }

    /// Keeps what is common to the variables now and after another way.
    fn merge(&self, others: &[(Arc<str>, Datum)]) {
        let mut locals = self.locals.borrow_mut();
        for (name, value) in locals.iter_mut() {
            *value = match others.iter().find(|(n, _)| n == name) {
                Some((_, other)) => value.or(other),
                None => value.forgotten(),
            };
        }
        for (name, other) in others {
            if !locals.iter().any(|(n, _)| n == name) {
                locals.push((Arc::clone(name), other.forgotten()));
            }
        }
    }

    fn each(&self, name: &Arc<str>, items: &Expression, body: &[Step]) -> Outcome<Flow> {
        let data = evaluate(items, self)?;
        let count = match &data {
            Datum::List(list) => list.len() as u64,
            Datum::Range(range) => range.count(),
            Datum::Unknown(kind @ (Unknown::List | Unknown::Range(_) | Unknown::Any)) => {
                self.set(name, Datum::Unknown(kind.element()));
                return self.any_pass(body);
            }
            other => {
                let message = format!("a loop needs a range or a list, found {}", other.kind());
                let report = Diagnostic::error("E014", items.span, message);
                return Err(Box::new(report.help("for example `0..6` or `[1 2 3]`")));
            }
        };
        for at in 0..count {
            let element = match &data {
                Datum::List(list) => list.get(at as usize).cloned(),
                Datum::Range(range) => range.get(at).map(Datum::Number),
                _ => None,
            };
            self.set(name, element.unwrap_or(Datum::Flag(false)));
            match self.pass(body, items.span)? {
                Flow::On => {}
                other => return Ok(other),
            }
        }
        Ok(Flow::On)
    }

    /// Evaluates the statements of a loop with an unknown number of passes.
    fn any_pass(&self, body: &[Step]) -> Outcome<Flow> {
        self.forget_in(body);
        let flow = self.both(|| self.steps(body), || Ok(Flow::On))?;
        self.forget_in(body);
        Ok(flow)
    }

    /// Makes the values of all variables unknown that these statements set.
    fn forget_in(&self, steps: &[Step]) {
        for step in steps {
            if let Step::Let(target, _) = step {
                self.forget(target);
            }
            step.blocks()
                .into_iter()
                .for_each(|block| self.forget_in(block));
        }
    }

    fn forget(&self, target: &Target) {
        match target {
            Target::Name(name) => {
                let known = self.variable(name);
                let value = known.map_or(Datum::Unknown(Unknown::Any), |value| value.forgotten());
                self.set(name, value);
            }
            Target::Part(whole, _) => self.forget(whole),
            Target::Spelled(_) => {
                for (_, value) in self.locals.borrow_mut().iter_mut() {
                    *value = value.forgotten();
                }
            }
        }
    }

    fn assign(&self, target: &Target, value: &Expression) -> Outcome<()> {
        let Some((name, path)) = resolve(target, self)? else {
            return Ok(());
        };
        if path.is_empty()
            && let Some((operand, grows)) = growth(&name, value, self)
        {
            let operand = evaluate(operand, self)?;
            let peek = || self.variable(&name);
            if let Some(grown) = grow(peek, || self.take(&name), grows, operand) {
                let grown = grown.map_err(|why| at(why, value.span))?;
                self.set(&name, grown);
                return Ok(());
            }
        }
        let value_span = value.span;
        let datum = evaluate(value, self)?;
        if path.is_empty() {
            self.set(&name, datum);
            return Ok(());
        }
        let own = self.take(&name);
        let whole = own
            .or_else(|| self.variable(&name))
            .ok_or_else(|| no_whole(&name, value_span))?;
        let changed = value::update(whole, &path, datum).map_err(|why| at(why, value_span))?;
        self.set(&name, changed);
        Ok(())
    }
}

/// Makes the report of a part of a variable that there is not.
#[must_use]
pub fn no_whole(name: &str, span: Span) -> Mistake {
    let message = format!(
        "there is no variable {} of which a part can be set",
        quote(name)
    );
    let report = Diagnostic::error("E015", span, message);
    Box::new(report.help(format!("define it first: `let {name} = ...`")))
}

/// The variable that an assignment changes, and the steps from it to the part.
pub type Assigned = (Arc<str>, Vec<value::Step>);

/// Evaluates the name and the steps of a target; none if the name is unknown.
///
/// # Errors
/// As [`evaluate`].
pub fn resolve(target: &Target, names: &dyn Names) -> Outcome<Option<Assigned>> {
    match target {
        Target::Name(name) => Ok(Some((Arc::clone(name), vec![]))),
        Target::Spelled(pieces) => {
            Ok(
                spell(pieces, names)?.map(|name| match name.split_once('.') {
                    Some((first, path)) => {
                        let path = path
                            .split('.')
                            .map(|field| value::Step::Field(field.into()));
                        (first.into(), path.collect())
                    }
                    None => (name.into(), vec![]),
                }),
            )
        }
        Target::Part(whole, part) => {
            let Some((name, mut path)) = resolve(whole, names)? else {
                return Ok(None);
            };
            path.push(match part {
                Part::Index(index) => value::Step::Index(evaluate(index, names)?),
                Part::Field(field) => value::Step::Field(Arc::clone(field)),
            });
            Ok(Some((name, path)))
        }
    }
}

/// The two ways in which an assignment makes a list longer.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Growth {
    /// `let a = append(a, x)`.
    Append,
    /// `let a = a + [x]`.
    Add,
}

/// Returns what is added to a list, if the value of an assignment to a name is that name with something added: the list can
/// then grow in place.
pub fn growth<'e>(
    name: &str,
    value: &'e Expression,
    names: &dyn Names,
) -> Option<(&'e Expression, Growth)> {
    let is_own = |e: &Expression| e.kind == ExpressionKind::Name && names.text(e.span) == name;
    match &value.kind {
        ExpressionKind::Call {
            function,
            arguments,
            named,
        } if named.is_empty() && names.text(*function) == "append" => match &arguments[..] {
            [list, element] if is_own(list) => Some((element, Growth::Append)),
            _ => None,
        },
        ExpressionKind::Binary(Operator::Add, both) if is_own(&both[0]) => {
            matches!(both[1].kind, ExpressionKind::List(_)).then_some((&both[1], Growth::Add))
        }
        _ => None,
    }
}

/// Makes a list longer in place; none if it is to be evaluated in the usual way. `peek` returns the list, `take` takes it out of
/// its variable; after an error it is still there.
pub fn grow(
    peek: impl FnOnce() -> Option<Datum>,
    take: impl FnOnce() -> Option<Datum>,
    growth: Growth,
    operand: Datum,
) -> Option<Result<Datum, ValueError>> {
    let element = match (growth, operand) {
        (Growth::Append, element) => element,
        (Growth::Add, Datum::List(list)) if list.len() == 1 => list.first()?.clone(),
        _ => return None,
    };
    let Datum::List(list) = peek()? else {
        return None;
    };
    if let Err(why) = list.takes(&element) {
        return Some(Err(why));
    }
    // Nothing else may hold the list while it grows.
    drop(list);
    match take()? {
        Datum::List(list) => Some(list.push(element).map(Datum::List)),
        _ => None,
    }
}

/// Turns an error that depends on values into an unknown value: it is not known whether the statement runs.
fn tolerant(flow: Outcome<Flow>) -> Outcome<Flow> {
    match flow {
        Err(report) if report.standing == crate::diagnostic::Standing::OfValues => {
            Ok(Flow::Returned(Datum::Unknown(Unknown::Any)))
        }
        other => other,
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
