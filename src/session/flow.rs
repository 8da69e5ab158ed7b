//! Blocks: how deep they stand, how often they run, what is told of mistakes in them.

use super::scope::{Locals, Lookup, Reach, Variable};
use super::{Session, Stop};
use crate::command::{BindContext, Bound, Follows, bind};
use crate::diagnostic::Diagnostic;
use crate::lang::evaluate::evaluate;
use crate::lang::syntax::{Argument, ArgumentKind, Block, Expression, Statement};
use crate::lang::value::Datum;
use crate::source::Span;
use std::ops::ControlFlow;
use std::sync::Arc;

/// Blocks, calls and includes in each other: far more than anybody needs, far less than the stack holds.
const DEEPEST: usize = 96;

/// How many lines of loops and calls a check goes through before it gives up, unless somebody is waiting for it.
pub(super) const MOST_CHECKED: u64 = 100_000;

/// So many elements of a list are gone through in about the time of a line.
const ELEMENTS_OF_A_LINE: u64 = 64;

/// How often a check may come to the deepest level before it gives up.
const MOST_TOO_DEEP: u32 = 20;

/// After how many lines of loops and calls the user may break in.
const PULSE: u64 = 256;

impl Session {
    /// Runs statements in order. When checking, goes on after a mistake to find them all; when running, stops at the first.
    pub(super) fn run_statements(
        &mut self,
        statements: &[Statement],
        mut broken: bool,
    ) -> Result<(), Stop> {
        for statement in statements {
            if broken && !self.is_check() {
                return Err(Stop::Reported);
            }
            if self.gave_up {
                break;
            }
            match self.run_statement(statement) {
                Ok(()) => {}
                Err(Stop::Interrupted) => return Err(Stop::Interrupted),
                Err(Stop::Mistake(report)) => {
                    self.report(*report);
                    broken = true;
                }
                Err(Stop::Reported) => broken = true,
            }
        }
        if broken { Err(Stop::Reported) } else { Ok(()) }
    }

    /// Runs the lines of a block.
    ///
    /// # Errors
    /// What its lines could not do, or the user broke in.
    pub(crate) fn run_block(&mut self, block: &Arc<Block>) -> Result<(), Stop> {
        if self.is_check() {
            self.visited.insert(block.end);
        }
        let steps = self.steps.get() + 1 + block.statements.len() as u64;
        self.steps.set(steps);
        if self.is_check() && steps > self.most_checked {
            self.give_up(block.end);
        }
        self.pulses += 1;
        if self.pulses.is_multiple_of(PULSE)
            && !self.is_check()
            && self.observer.pulse() == ControlFlow::Break(())
        {
            return Err(Stop::Interrupted);
        }
        self.run_statements(&block.statements, false)
    }

    /// Counts the elements that an expression goes through as so many lines.
    pub(super) fn count_elements(&self, elements: usize) {
        let steps = self.steps.get() + elements as u64 / ELEMENTS_OF_A_LINE;
        self.steps.set(steps);
    }

    /// Stops checking: what comes behind so many lines nobody waits for.
    fn give_up(&mut self, at: Span) {
        if !self.gave_up {
            self.gave_up = true;
            self.doubt_everything();
            let message = format!(
                "checking stopped here, after {} lines of loops",
                self.most_checked
            );
            let help = "what follows is only checked when it runs";
            self.diagnostics
                .push(Diagnostic::warning("W003", at, message).help(help));
        }
    }

    /// Does something one level deeper.
    ///
    /// # Errors
    /// Its own, or there are too many levels.
    pub(crate) fn deeper(
        &mut self,
        at: Span,
        run: impl FnOnce(&mut Session) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        if self.depth >= DEEPEST {
            let message = format!(
                "blocks and commands of the script stand in each other more than {DEEPEST} deep"
            );
            let help = "a command that calls itself has no end; use `while` or `repeat`";
            // What calls itself may do so many times on each level: there is no end of that.
            self.too_deep += 1;
            if self.is_check() && self.too_deep > MOST_TOO_DEEP {
                self.gave_up = true;
                self.doubt_everything();
            }
            return Err(Diagnostic::error("E016", at, message).help(help).into());
        }
        self.depth += 1;
        let result = run(self);
        self.depth -= 1;
        result
    }

    /// Runs the lines of a block in a scope of their own.
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
        self.index_value(&variable);
        self.scopes
            .enter(Reach::Loop, vec![(name.into(), variable)]);
        let result = self.deeper(at, |session| session.run_block(block));
        self.scopes.leave();
        self.annotate(before, result, at, || {
            format!("here `{name}` is {}", crate::lang::value::show(&datum))
        })
    }

    /// Adds a note to what was reported since there were so many reports, and to what is about to be. It is only written
    /// where there is a report: blocks run far more often than they go wrong.
    pub(super) fn annotate(
        &mut self,
        before: usize,
        result: Result<(), Stop>,
        at: Span,
        note: impl Fn() -> String,
    ) -> Result<(), Stop> {
        // A command that calls itself is on the way in many times; once is enough.
        let add = |report: &mut Diagnostic| {
            let note = (at, note());
            if !report.notes.contains(&note) {
                report.notes.push(note);
            }
        };
        for report in self.diagnostics.get_mut(before..).unwrap_or_default() {
            add(report);
        }
        result.map_err(|stop| match stop {
            Stop::Mistake(mut report) => {
                add(&mut report);
                Stop::Mistake(report)
            }
            other => other,
        })
    }

    /// Keeps a report. A mistake in a line that runs many times is told once.
    pub(super) fn report(&mut self, report: Diagnostic) {
        if self.told.insert((report.code, report.span)) || self.depth == 0 {
            self.diagnostics.push(report);
        }
    }

    fn run_statement(&mut self, statement: &Statement) -> Result<(), Stop> {
        if statement.arguments.iter().any(|a| self.may_read_world(a)) {
            self.observe();
        }
        self.index_expressions(statement);
        let context = BindContext {
            in_list: self.phase.is_some(),
            deferred: self.going,
            ..BindContext::new(self)
        };
        let bound = match bind(statement, context) {
            Ok(bound) => bound,
            Err(mistakes) => {
                for mistake in mistakes {
                    self.report(mistake);
                }
                self.index_mistaken(statement);
                if self.is_check() {
                    self.check_good_lines(statement);
                }
                self.doubt(statement);
                return Err(Stop::Reported);
            }
        };
        self.index_bound(&bound);
        let result = self.run_bound(&bound);
        let result = match (result, self.is_check()) {
            (Ok(()), true) => self.check_deferred(&bound),
            (result, _) => result,
        };
        result.inspect_err(|_| self.doubt(statement))
    }

    /// Checks the lines of a list or timer as far as that was not done when they were bound: what they evaluate when they run.
    fn check_deferred(&mut self, bound: &Bound) -> Result<(), Stop> {
        let lines: Vec<&Bound> = bound.deferred().collect();
        self.check_lines(&lines, bound.command.follows == Follows::List)
    }

    /// Checks the lines of a list with mistakes that have none so far.
    fn check_good_lines(&mut self, statement: &Statement) {
        let head = self.sources.text(statement.head);
        let Some(block) = &statement.block else {
            return;
        };
        if crate::command::find(head).is_none_or(|c| c.follows != Follows::List) {
            return;
        }
        let context = BindContext {
            in_list: true,
            deferred: true,
            later: true,
            ..BindContext::new(self)
        };
        let lines = block.statements.iter();
        let good: Vec<Bound> = lines.filter_map(|line| bind(line, context).ok()).collect();
        // Its mistakes are reported, and that there are some is known.
        let _ = self.check_lines(&good.iter().collect::<Vec<_>>(), true);
    }

    fn check_lines(&mut self, lines: &[&Bound], is_list: bool) -> Result<(), Stop> {
        if !lines.iter().any(|line| acts_in_a_check(line)) {
            return Ok(());
        }
        let phase = if is_list { Some(1.0) } else { self.phase };
        let phase = std::mem::replace(&mut self.phase, phase);
        let going = std::mem::replace(&mut self.going, true);
        let gone = std::mem::replace(&mut self.has_gone, true);
        self.uncertain += 1;
        let mut result = Ok(());
        for line in lines.iter().filter(|line| acts_in_a_check(line)) {
            match self.deeper(line.head, |session| {
                session.run_later(line)?;
                session.check_deferred(line)
            }) {
                Ok(()) => {}
                Err(Stop::Mistake(report)) => {
                    self.report(*report);
                    result = Err(Stop::Reported);
                }
                Err(stop) => result = Err(stop),
            }
        }
        self.uncertain -= 1;
        (self.going, self.has_gone, self.phase) = (going, gone, phase);
        result
    }

    /// Whether an argument may read the running world: its expression holds a dot.
    fn may_read_world(&self, argument: &Argument) -> bool {
        match argument.kind {
            ArgumentKind::Computed(_)
            | ArgumentKind::Spelled(_)
            | ArgumentKind::Text(_)
            | ArgumentKind::List(_)
            | ArgumentKind::Named(_) => self.sources.text(argument.span).contains('.'),
            _ => false,
        }
    }

    /// Runs a command that was bound before, with what its local names stood for then, and of the figure that was spoken of then.
    pub(crate) fn run_later(&mut self, bound: &Bound) -> Result<(), Stop> {
        let before = self.speak_of(bound.corpus, bound.roach);
        let told = self.diagnostics.len();
        let mirrored = bound.mirrored.as_ref();
        let result = self.reflected(mirrored, |session| match &bound.locals {
            None => session.run_bound(bound),
            Some(locals) => {
                session.scopes.enter(Reach::Event, Locals::clone(locals));
                let result = session.run_bound(bound);
                session.scopes.leave();
                result
            }
        });
        self.speak_of(before.0, before.1);
        match mirrored {
            None => result,
            Some(mirrored) => self.annotate(told, result, mirrored.place, || {
                "copied to the other side here".to_owned()
            }),
        }
    }

    /// The value of an expression now, and whether that is what it will be when the script runs.
    ///
    /// # Errors
    /// It has none.
    pub(crate) fn value_of(&mut self, expression: &Expression) -> Result<(Datum, bool), Stop> {
        if self.sources.text(expression.span).contains('.') {
            self.observe();
        }
        let reader = Lookup::new(self);
        match evaluate(expression, &reader) {
            Ok(datum) => {
                let known = !reader.has_read_unknown() && self.uncertain == 0;
                Ok((datum, known))
            }
            Err(report) if reader.excuses(&report) => Err(Stop::Reported),
            Err(report) => Err(Stop::Mistake(report)),
        }
    }

    /// Whether a condition holds; nothing where that is only known when the script runs.
    ///
    /// # Errors
    /// It has no value, or one that is no flag.
    pub(crate) fn holds(&mut self, condition: &Expression) -> Result<Option<bool>, Stop> {
        match self.value_of(condition)? {
            (Datum::Flag(flag), known) => Ok((known || !self.is_check()).then_some(flag)),
            (other, _) => {
                let message = format!("a condition is true or false, but this is {}", other.kind());
                let help = "compare it with something: `x > 0`";
                Err(Diagnostic::error("E014", condition.span, message)
                    .help(help)
                    .into())
            }
        }
    }

    /// Checks lines of which it is not known whether they run, or when. What commands speak of behind them is what they spoke
    /// of before, and if the lines change that, nobody knows.
    ///
    /// # Errors
    /// As [`Session::run_block`].
    pub(crate) fn check_maybe(&mut self, block: &Arc<Block>, at: Span) -> Result<(), Stop> {
        let spoken_of = |session: &Session| {
            let here = session.here();
            (session.stage, here.current, here.current_roach)
        };
        let before = spoken_of(self);
        self.uncertain += 1;
        let result = self.deeper(at, |session| session.run_block(block));
        self.uncertain -= 1;
        if spoken_of(self) != before {
            self.stage = before.0;
            self.speak_of(before.1, before.2);
            self.doubt_everything();
        }
        result
    }

    /// In a check, what is read of the world from here on is not known, and what is given a value while time passes may have
    /// another one.
    pub(crate) fn world_goes_on(&mut self) {
        self.has_gone = true;
        if self.is_check() {
            self.scopes.forget_all(&self.set_later);
        }
    }

    /// Whether it is known what the clock shows; when running, it is.
    #[must_use]
    pub(crate) fn knows_time(&self) -> bool {
        self.uncertain == 0 && !self.any_time
    }

    /// As [`Session::check_maybe`], for lines that may run again and again.
    ///
    /// # Errors
    /// As [`Session::run_block`].
    pub(crate) fn check_passes(&mut self, block: &Arc<Block>, at: Span) -> Result<(), Stop> {
        self.forget_changed(block, true);
        self.check_maybe(block, at)
    }

    /// Whether a check has seen enough.
    #[must_use]
    pub(crate) fn gives_up(&self) -> bool {
        self.gave_up
    }

    /// Keeps a report of something that does not stop the script.
    pub(crate) fn report_and_go_on(&mut self, report: Diagnostic) {
        self.report(report);
    }

    /// Reports heads that name no command in blocks that a check never came to, and what is wrong in commands of one's own that
    /// are never called.
    pub(super) fn check_unvisited(&mut self, statements: &[Statement]) {
        if self.doubts_anything() {
            return;
        }
        for statement in statements {
            let head = self.sources.text(statement.head).to_owned();
            // The lines of a list are bound where they stand.
            if crate::command::find(&head).is_some_and(|c| c.follows == Follows::List) {
                continue;
            }
            let branches = statement.branches.iter().map(|branch| &branch.block);
            for block in statement.block.iter().chain(branches) {
                if self.visited.contains(&block.end) {
                    self.check_unvisited(&block.statements);
                } else if head == "define" {
                    for mistake in self.mistakes_of_lines(block) {
                        self.report(mistake);
                    }
                } else {
                    self.check_heads(&block.statements);
                }
            }
        }
    }

    /// Reports heads that name no command in those of these blocks that were not gone through.
    pub(super) fn check_unvisited_heads(&mut self, statements: &[Statement]) {
        for statement in statements {
            let branches = statement.branches.iter().map(|branch| &branch.block);
            for block in statement.block.iter().chain(branches) {
                if self.visited.contains(&block.end) {
                    self.check_unvisited_heads(&block.statements);
                } else {
                    self.check_heads(&block.statements);
                }
            }
        }
    }

    fn check_heads(&mut self, statements: &[Statement]) {
        for statement in statements {
            let head = self.sources.text(statement.head);
            let known = crate::command::find(head).is_some() || self.definition(head).is_some();
            if !known {
                for mistake in crate::command::unknown_command(statement, BindContext::new(self)) {
                    self.report(mistake);
                }
            }
            let branches = statement.branches.iter().map(|branch| &branch.block);
            for block in statement.block.iter().chain(branches) {
                self.check_heads(&block.statements);
            }
        }
    }

    /// Gives a variable a value.
    pub(crate) fn set_variable(&mut self, name: &str, datum: Datum, known: bool, place: Span) {
        let known = known && self.uncertain == 0;
        if self.is_check() && self.going && self.scopes.local(name).is_none() {
            self.set_later.insert(name.into());
        }
        self.trust_variable(name);
        if self.uncertain > 0 {
            self.doubt_kind(name, &datum);
        }
        let variable = Variable {
            datum,
            place,
            known,
        };
        self.index_value(&variable);
        self.scopes.set(name, variable);
    }

    /// Local names and what they stand for, to be kept for lines that run later.
    #[must_use]
    pub fn locals(&self) -> Locals {
        self.scopes.locals()
    }

    /// What a local name stands for.
    #[must_use]
    pub fn local(&self, name: &str) -> Option<&Variable> {
        self.scopes.local(name)
    }

    /// Whether a check goes through lines of which it is not known whether they run.
    #[must_use]
    pub fn is_uncertain(&self) -> bool {
        self.uncertain > 0
    }
}

/// Whether a check runs a line that waits: it evaluates something, or what follows depends on it.
fn acts_in_a_check(line: &Bound) -> bool {
    line.evaluates() || matches!(line.command.name, "mark" | "time")
}
