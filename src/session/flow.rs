//! Execution of blocks: their nesting depth, their number of runs, and reports of errors in them.

use super::lookup::Lookup;
use super::scope::{Locals, Reach, Unset, Variable};
use super::{Session, Stop, index};
use crate::diagnostic::suggest::did_you_mean;
use crate::diagnostic::{Diagnostic, quote};
use crate::lang::evaluate::{evaluate, reads_world};
use crate::lang::function::truth;
use crate::lang::syntax::{Argument, ArgumentKind, Block, Expression, ExpressionKind, Statement};
use crate::lang::value::Datum;
use crate::session::advice::line_of;
use crate::session::bind::{BindContext, bind, bind_again};
use crate::session::check;
use crate::session::command::Bound;
use crate::source::Span;
use std::ops::ControlFlow;
use std::sync::Arc;

/// Deepest nesting of blocks and calls: five hundred calls, each within three blocks.
const DEEPEST: usize = 2000;

/// Largest stack use of a level (bytes), including everything nested in its line.
pub(super) const OF_A_LEVEL: usize = 1 << 20;

/// Size (bytes) of a new stack segment when less than a level is left.
pub(super) const MORE_STACK: usize = 16 << 20;

/// Number of list elements that take about as long as one line.
const ELEMENTS_OF_A_LINE: u64 = 64;

/// Number of times that a check may reach the nesting limit before it gives up.
const MOST_TOO_DEEP: u32 = 20;

/// Number of lines between two chances for the user to interrupt; elements of lists count as lines.
const PULSE: u64 = 256;

/// Number of lines as which a command counts there.
const COMMAND: u64 = 8;

impl Session {
    /// Runs a bound command.
    ///
    /// # Errors
    /// The error of the command.
    pub fn run_bound(&mut self, bound: &Bound) -> Result<(), Stop> {
        if let Some(statement) = &bound.later {
            self.observe();
            let anew = bind_again(statement, self)?;
            return self.run_bound(&anew);
        }
        if !bound.each.is_empty() {
            return bound.each.iter().try_for_each(|one| self.do_command(one));
        }
        self.do_command(bound)
    }

    fn do_command(&mut self, bound: &Bound) -> Result<(), Stop> {
        self.progress.begun += 1;
        if bound.holds_unknown() && !bound.looks_on() {
            return check::suppose(self, bound);
        }
        let result = (bound.command.run)(self, bound);
        // Commands that may run during a `go` give no names.
        if !bound.command.in_lists {
            self.own.targets.get_mut().forget();
        }
        result
    }

    /// Runs statements in order. A check continues after an error to find all errors; a run stops at the first.
    pub(super) fn run_statements(
        &mut self,
        statements: &[Statement],
        mut broken: bool,
    ) -> Result<(), Stop> {
        for statement in statements {
            if broken && !self.mode.continues_after_errors() {
                return Err(Stop::Reported);
            }
            if self.check.gave_up() {
                break;
            }
            let before = self.diagnostics.len();
            match self.run_statement(statement) {
                Ok(()) => continue,
                Err(Stop::Interrupted) => return Err(Stop::Interrupted),
                Err(Stop::Mistake(report)) => self.report(*report),
                Err(Stop::Reported) => {}
            }
            broken = true;
            self.mode.failure_reported(self, statement, before);
        }
        if broken { Err(Stop::Reported) } else { Ok(()) }
    }

    /// Runs the lines of a block.
    ///
    /// # Errors
    /// The error of a line, or the user interrupted.
    pub(crate) fn run_block(&mut self, block: &Arc<Block>) -> Result<(), Stop> {
        self.mode.block_begins(self, block);
        self.count_lines(1 + block.statements.len() as u64, block.end)?;
        self.run_statements(&block.statements, false)
    }

    /// Counts lines that are about to run: a check gives up after too many, and a run asks periodically whether to continue.
    ///
    /// # Errors
    /// The user interrupted.
    pub(super) fn count_lines(&mut self, lines: u64, at: Span) -> Result<(), Stop> {
        let steps = self.progress.steps.get() + lines;
        self.progress.steps.set(steps);
        self.mode.counted(self, at)
    }

    /// Counts the elements that an expression evaluates as a number of lines.
    pub(super) fn count_elements(&self, elements: usize) {
        let steps = self.progress.steps.get() + elements as u64 / ELEMENTS_OF_A_LINE;
        self.progress.steps.set(steps);
    }

    /// Calls a function one nesting level deeper.
    ///
    /// # Errors
    /// The error of the function, or there are too many levels.
    pub(crate) fn deeper(
        &mut self,
        at: Span,
        run: impl FnOnce(&mut Session) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        if self.progress.depth >= DEEPEST {
            let message = format!("blocks and calls are nested more than {DEEPEST} deep");
            let help = "each call and each block in it is a level; a command that calls itself must end before that limit, or use `while` or `repeat` instead";
            // A recursive command may branch at each level: the check would never end.
            self.progress.too_deep += 1;
            if self.progress.too_deep > MOST_TOO_DEEP {
                self.mode.nested_too_often(self);
            }
            return Err(Stop::mistake("E016", at, message, help));
        }
        self.progress.depth += 1;
        let result = stacker::maybe_grow(OF_A_LEVEL, MORE_STACK, || run(self));
        self.progress.depth -= 1;
        result
    }

    /// Runs the lines of a block in their own scope.
    ///
    /// # Errors
    /// As [`Session::run_block`].
    pub(crate) fn run_pass(
        &mut self,
        name: &str,
        variable: Variable,
        block: &Arc<Block>,
        at: Span,
    ) -> Result<(), Stop> {
        let before = self.diagnostics.len();
        let datum = variable.datum.clone();
        self.index
            .iter_mut()
            .for_each(|index| index.value(&variable));
        self.own
            .scopes
            .enter(Reach::Loop, vec![(name.into(), variable)]);
        let result = self.deeper(at, |session| session.run_block(block));
        self.own.scopes.leave();
        self.diagnostics.annotate(before, result, at, || {
            format!("here `{name}` is {}", crate::lang::value::show(&datum))
        })
    }

    /// Stores a report of something that does not stop the script. An error in a line that runs many times is reported once.
    pub(crate) fn report(&mut self, report: Diagnostic) {
        let is_new = (self.diagnostics.reported).insert((report.code, report.span));
        if is_new || self.progress.depth == 0 {
            self.diagnostics.push(report);
        }
    }

    fn run_statement(&mut self, statement: &Statement) -> Result<(), Stop> {
        if statement.arguments.iter().any(|a| self.may_read_world(a)) {
            self.observe();
        }
        index::record(self, |names| names.expressions(statement));
        let context = BindContext {
            in_list: self.activity.phase.is_some(),
            deferred: self.activity.going,
            ..BindContext::new(self)
        };
        self.own.radians.set(None);
        let bound = bind(statement, context);
        if let Some(number) = self.own.radians.take() {
            self.warn_of_radians(number);
        }
        let bound = match bound {
            Ok(bound) => bound,
            Err(mistakes) => {
                self.mode.not_bound(self, statement);
                for mistake in mistakes {
                    self.report(mistake);
                }
                index::record(self, |names| names.names_of_mistaken(statement));
                self.mode.binding_reported(self, statement);
                self.mode.failed(self, statement);
                return Err(Stop::Reported);
            }
        };
        index::record(self, |names| names.names_of_bound(&bound));
        self.mode.bound(self, &bound);
        let result = self.run_bound(&bound);
        let result = result.and_then(|()| self.mode.done(self, &bound));
        result.inspect_err(|_| self.mode.failed(self, statement))
    }

    /// Whether an argument may read the running world: its expression contains a dot, or calls a function.
    fn may_read_world(&self, argument: &Argument) -> bool {
        match argument.kind {
            ArgumentKind::Computed(_)
            | ArgumentKind::Spelled(_)
            | ArgumentKind::Text(_)
            | ArgumentKind::List(_)
            | ArgumentKind::Named(_) => self.sources.text(argument.span).contains(['.', '(']),
            _ => false,
        }
    }

    /// Evaluates an expression.
    ///
    /// # Errors
    /// It has none.
    pub(crate) fn value_of(&mut self, expression: &Expression) -> Result<Datum, Stop> {
        self.observe_for(expression);
        self.value_seen(expression)
    }

    /// Evaluates an expression as [`Session::value_of`] does, as of the last [`Session::observe`].
    pub(crate) fn value_seen(&mut self, expression: &Expression) -> Result<Datum, Stop> {
        let (datum, radians) = self.reckon_seen(expression)?;
        if let Some(number) = radians {
            self.warn_of_radians(number);
        }
        Ok(datum)
    }

    /// Updates quantities to the current state, if an expression reads any.
    pub(crate) fn observe_for(&mut self, expression: &Expression) {
        if reads_world(expression, &Lookup::new(self)) {
            self.observe();
        }
    }

    /// Evaluates an expression as of the last [`Session::observe`]. Also returns a number in it that is taken in radians.
    fn reckon_seen(&self, expression: &Expression) -> Result<(Datum, Option<Span>), Stop> {
        let reader = Lookup::new(self);
        let datum = evaluate(expression, &reader).map_err(Stop::Mistake)?;
        Ok((datum, reader.taken_as_radians()))
    }

    /// Evaluates an expression with additional local names, as of the last [`Session::observe`]: [`Session::observe_for`] is called
    /// once before many values.
    pub(crate) fn value_with(
        &mut self,
        expression: &Expression,
        names: Locals,
    ) -> Result<Datum, Stop> {
        self.own.scopes.enter(Reach::Loop, names);
        let value = self.reckon_seen(expression);
        let names = self.own.scopes.leave();
        let value = value.map(|(datum, radians)| {
            if let Some(number) = radians {
                self.warn_of_radians(number);
            }
            datum
        });
        if value.is_err() {
            self.mode.without_value(self, &names);
        }
        value
    }

    /// Warns of a number that is taken in radians, where degrees were probably meant; once at each place.
    pub(crate) fn warn_of_radians(&mut self, number: Span) {
        const MOST: usize = 1000;
        let text = self.sources.text(number);
        let is_written = text.trim_start_matches(['-', ' ']).parse::<f64>().is_ok();
        // While time passes, the same line may run in every frame.
        if !is_written || self.diagnostics.len() >= MOST {
            return;
        }
        let message = format!("`{text}` is in radians here");
        let help = format!("write `{text}deg` for degrees, or `{text}rad` for radians");
        let report = Diagnostic::warning("W020", number, message).help(help);
        self.diagnostics.add_once(report);
    }

    /// Evaluates a condition; none if its value is only known when the script runs.
    ///
    /// # Errors
    /// It has no value, or one that is not a flag.
    pub(crate) fn holds(&mut self, condition: &Expression) -> Result<Option<bool>, Stop> {
        self.observe_for(condition);
        self.holds_seen(condition)
    }

    /// Evaluates a condition as [`Session::holds`] does, as of the last [`Session::observe`].
    pub(super) fn holds_seen(&mut self, condition: &Expression) -> Result<Option<bool>, Stop> {
        let value = self.value_seen(condition)?;
        truth(&value, condition).map_err(Stop::Mistake)
    }

    /// Evaluates a condition as [`Session::holds_seen`] does, without warnings of numbers in radians.
    pub(super) fn would_hold(&mut self, condition: &Expression) -> Result<Option<bool>, Stop> {
        let (value, _) = self.reckon_seen(condition)?;
        truth(&value, condition).map_err(Stop::Mistake)
    }

    /// Sets a variable of the place where the line stands: `let`.
    pub(crate) fn set_variable(&mut self, name: &str, datum: Datum, place: Span) {
        self.mode.variable_set(self, name, &datum);
        let variable = Variable::new(datum, place);
        self.index
            .iter_mut()
            .for_each(|index| index.value(&variable));
        self.own.scopes.set(name, variable);
    }

    /// Changes a variable that exists: `set`.
    ///
    /// # Errors
    /// There is none, or only a copy of it here.
    pub(crate) fn change_variable(
        &mut self,
        name: &str,
        datum: Datum,
        place: Span,
    ) -> Result<(), Stop> {
        self.mode.variable_set(self, name, &datum);
        let variable = Variable::new(datum, place);
        self.index
            .iter_mut()
            .for_each(|index| index.value(&variable));
        let shown = quote(name);
        match self.own.scopes.change_to(name, variable) {
            Ok(()) => Ok(()),
            Err(Unset::Unknown) if self.check.doubts.covers_variable(name) => Ok(()),
            Err(Unset::Unknown) => {
                let message = format!("there is no variable {shown} to change");
                let names = self.own.scopes.names();
                let near = did_you_mean(name, names.iter().map(String::as_str));
                let command = self.table.find(name);
                let command = command.map(|_| format!("a setting is a command: `{name} VALUE`"));
                let help = command.or(near).or_else(|| Some(line_of(name, "")?.says));
                let help = help.unwrap_or_else(|| format!("define it first: `let {name} = ...`"));
                Err(Stop::mistake("E015", place, message, help))
            }
            Err(Unset::Copy(defined)) => {
                let message = format!(
                    "{shown} has in this event the value that it had when the event was set; it cannot be changed from here"
                );
                let report = Diagnostic::error("E019", place, message);
                let report = report.note(defined, "defined here, in a loop or a command");
                Err(report
                    .help("`let` makes a variable of this run; to keep a value between runs, use a variable of the script")
                    .into())
            }
        }
    }

    /// Warns of a `let` that makes a variable of a user-defined command although the script has one of this name: if its value is
    /// computed from that, as it is where only a part of it is set, or if it stands in an event that the command has set, where it
    /// changed that in earlier versions.
    pub(crate) fn look_at_hidden(
        &mut self,
        name: &str,
        (place, is_part): (Span, bool),
        value: &Expression,
    ) {
        let Some((reach, hidden)) = self.own.scopes.hidden(name) else {
            return;
        };
        let defined = hidden.place;
        let shown = quote(name);
        if reach == Reach::EventOfCall || is_part || self.reads_variable(value, name) {
            let of = match reach {
                Reach::EventOfCall => "this event of a command",
                _ => "the command",
            };
            let message =
                format!("this makes a variable {shown} of {of}; that of the script stays as it is");
            let report = Diagnostic::warning("W048", place, message);
            let report = report.note(defined, "the variable of the script");
            let written = quote(&format!("set {} = ...", self.sources.text(place)));
            let help = format!("write {written} to change the variable of the script");
            self.report(report.help(help));
        }
    }

    /// Whether an expression reads a variable.
    fn reads_variable(&self, value: &Expression, name: &str) -> bool {
        if value.kind == ExpressionKind::Name {
            let text = self.sources.text(value.span);
            return text.split('.').next() == Some(name);
        }
        let mut reads = false;
        value.parts(&mut |part| reads |= self.reads_variable(part, name));
        reads
    }

    /// Returns the local variables, to store them for lines that run later.
    #[must_use]
    pub fn locals(&self) -> Locals {
        self.own.scopes.locals()
    }

    /// Returns the value of a local variable.
    #[must_use]
    pub fn local(&self, name: &str) -> Option<&Variable> {
        self.own.scopes.local(name)
    }
}

/// Asks periodically whether to continue.
///
/// # Errors
/// The user interrupted.
pub(super) fn may_stop(session: &mut Session) -> Result<(), Stop> {
    // Commands are counted too: some take long, such as those that make meshes.
    let now = session.progress.steps.get() + COMMAND * session.progress.begun;
    let steps = now.saturating_sub(session.progress.asked);
    if steps < PULSE {
        return Ok(());
    }
    session.progress.asked = now;
    session.observer.worked(steps);
    match session.observer.pulse() {
        ControlFlow::Break(()) => Err(Stop::Interrupted),
        ControlFlow::Continue(()) => Ok(()),
    }
}
