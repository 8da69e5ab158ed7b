//! Checks lines that may run, or run later, without simulating.

use crate::lang::syntax::{Block, Statement};
use crate::session::allowed::Allowed;
use crate::session::bind::{BindContext, Head, bind};
use crate::session::command::{Bound, Follows, Group, Kind, Value};
use crate::session::scope::Variable;
use crate::session::{Closure, Code, Mode, Session, Stop};
use crate::source::Span;
use std::sync::Arc;

impl Session {
    /// Whether the session only checks: it simulates, prints and writes nothing. The functions below depend on it.
    fn is_check(&self) -> bool {
        self.options.mode == Mode::Check
    }

    /// Calls a function in a run only; does nothing in a check.
    ///
    /// # Errors
    /// Those of the function.
    pub(crate) fn in_a_run(
        &mut self,
        act: impl FnOnce(&mut Session) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        match self.is_check() {
            true => Ok(()),
            false => act(self),
        }
    }

    /// Calls a function in a check only.
    pub(crate) fn in_a_check(&mut self, note: impl FnOnce(&mut Session)) {
        if self.is_check() {
            note(self);
        }
    }

    /// Calls one function in a check and another in a run.
    pub(crate) fn checked_or_run<T>(
        &mut self,
        checked: impl FnOnce(&mut Session) -> T,
        run: impl FnOnce(&mut Session) -> T,
    ) -> T {
        match self.is_check() {
            true => checked(self),
            false => run(self),
        }
    }

    /// Whether lines after an error are checked, to find all errors.
    #[must_use]
    pub(crate) fn goes_on_after_mistakes(&self) -> bool {
        self.is_check()
    }

    /// Whether there are errors, some of which may not be reported yet.
    #[must_use]
    pub(crate) fn is_mistaken(&self) -> bool {
        self.checker.misread || self.has_errors()
    }

    /// Whether an error reported before may have changed a figure.
    #[must_use]
    pub(in crate::session) fn doubts_world(&self) -> bool {
        let doubtful = || {
            self.here()
                .definitions
                .drafts
                .iter()
                .any(|d| d.doubtful || d.told)
        };
        self.is_check() && (self.doubts_anything() || doubtful())
    }

    /// Whether a check is in lines that run while time passes.
    #[must_use]
    pub(in crate::session) fn may_run_later(&self) -> bool {
        self.is_check() && self.at_work.going
    }

    /// Whether the files that the lines write do not exist.
    #[must_use]
    pub(in crate::session) fn writes_nothing(&self) -> bool {
        self.is_check()
    }

    /// Whether the current state of the world is unknown: in a run, it would have moved.
    #[must_use]
    pub(in crate::session) fn world_is_unknown(&self) -> bool {
        self.is_check() && self.at_work.has_gone
    }

    /// Stops checking after too many lines.
    pub(in crate::session) fn give_up(&mut self, at: Span) {
        if !self.checker.gave_up {
            self.checker.gave_up = true;
            self.doubt_everything();
            let message = format!(
                "checking stopped here, after about {} steps",
                self.checker.most_checked
            );
            let help = "of the following lines only the grammar is checked now; the rest is checked when they run";
            self.warn("W003", at, message, help);
        }
    }

    /// Checks the lines of a list or timer as far as binding did not: the expressions that they evaluate when they run.
    pub(in crate::session) fn check_deferred(&mut self, bound: &Bound) -> Result<(), Stop> {
        let is_list = bound.command.follows == Follows::List;
        let mut result = Ok(());
        for closure in bound.closures() {
            result = result.and(self.check_commands(closure, is_list));
        }
        result
    }

    /// Checks those lines of a faulty list that have no errors so far.
    pub(in crate::session) fn check_good_lines(&mut self, statement: &Statement) {
        let head = self.sources.text(statement.head);
        let Some(block) = statement
            .block
            .as_ref()
            .filter(|_| self.table.opens_list(head))
        else {
            return;
        };
        let context = BindContext {
            in_list: true,
            deferred: true,
            later: true,
            ..BindContext::new(self)
        };
        let lines = block.statements.iter();
        let good = lines.filter_map(|line| bind(line, context).ok()).collect();
        let environment = self.environment();
        let closure = Closure::new(Code::Commands(good), statement.head, Some(environment));
        // Its errors have been reported, and their existence is known.
        let _ = self.check_commands(&closure, true);
    }

    fn check_commands(&mut self, closure: &Closure, is_list: bool) -> Result<(), Stop> {
        if !closure.commands().iter().any(acts_in_a_check) {
            return Ok(());
        }
        let phase = if is_list {
            Some(1.0)
        } else {
            self.at_work.phase
        };
        let phase = std::mem::replace(&mut self.at_work.phase, phase);
        let going = std::mem::replace(&mut self.at_work.going, true);
        let gone = std::mem::replace(&mut self.at_work.has_gone, true);
        let result = self.set_aside(|session| {
            session.inside(closure, |session| {
                let mut result = Ok(());
                let lines = closure.commands().iter();
                for line in lines.filter(|line| acts_in_a_check(line)) {
                    match session.deeper(line.head, |session| {
                        session.run_commands([line])?;
                        session.check_deferred(line)
                    }) {
                        Ok(()) => {}
                        Err(Stop::Mistake(report)) => {
                            session.report(*report);
                            result = Err(Stop::Reported);
                        }
                        Err(stop) => result = Err(stop),
                    }
                }
                result
            })
        });
        (
            self.at_work.going,
            self.at_work.has_gone,
            self.at_work.phase,
        ) = (going, gone, phase);
        result
    }

    /// Checks lines of which it is not known whether they run, or when. If they change the current world, figure or gait,
    /// restores these and poisons everything that depends on them.
    ///
    /// # Errors
    /// As [`Session::run_block`].
    pub(crate) fn check_maybe(&mut self, block: &Arc<Block>, at: Span) -> Result<(), Stop> {
        self.maybe(|session| session.deeper(at, |session| session.run_block(block)))
    }

    fn maybe(
        &mut self,
        go_through: impl FnOnce(&mut Session) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        let spoken_of = |session: &Session| {
            let here = session.here();
            (
                session.stage,
                here.definitions.current,
                here.definitions.current_roach,
            )
        };
        let before = spoken_of(self);
        let (scopes, clock) = (self.own.scopes.clone(), self.clock());
        let allowed = Allowed::of(&self.here().world);
        self.checker.uncertain += 1;
        let result = go_through(self);
        self.checker.uncertain -= 1;
        self.own.scopes.or(&scopes);
        self.checker.clock.any_time |= self.clock() != clock;
        if self.stage == before.0 {
            allowed.or(&mut self.here_mut().world);
        }
        if spoken_of(self) != before {
            self.stage = before.0;
            self.speak_of(before.1, before.2);
            self.doubt_everything();
        }
        result
    }

    /// Marks quantities of the world as unknown from here on in a check, and variables that are set while time passes as
    /// possibly changed.
    pub(crate) fn world_goes_on(&mut self) {
        self.at_work.has_gone = true;
        if self.is_check() {
            self.own.scopes.may_become(&self.checker.set_later);
        }
    }

    /// Checks lines that run later: their changes to variables and to the clock do not apply yet.
    pub(in crate::session) fn set_aside<T>(
        &mut self,
        go_through: impl FnOnce(&mut Session) -> T,
    ) -> T {
        let (scopes, clock, stage) = (self.own.scopes.clone(), self.clock(), self.stage);
        let allowed = Allowed::of(&self.here().world);
        self.checker.uncertain += 1;
        let result = go_through(self);
        self.checker.uncertain -= 1;
        self.own.scopes.back_to(scopes);
        self.checker.clock.any_time |= self.clock() != clock;
        if self.stage == stage {
            allowed.or(&mut self.here_mut().world);
        }
        result
    }

    /// Returns the clock, and the settings by which `go` advances it.
    fn clock(&self) -> [f64; 3] {
        let world = &self.here().world;
        [world.time, world.dt, f64::from(world.frames_per_count)]
    }

    /// Marks the names and settings of a command with unknown arguments as unknown from here on. The command itself does
    /// nothing, and reports that depend on them are suppressed.
    ///
    /// # Errors
    /// `go` has no figure to move.
    pub(in crate::session) fn suppose(&mut self, bound: &Bound) -> Result<(), Stop> {
        for (value, kind) in bound.values_with_kinds() {
            match (kind, value) {
                (Kind::New(thing), Value::Text(name)) => self.doubt_thing(thing, name),
                (Kind::TwinPattern, Value::Text(name)) => self.doubt_names_like(name),
                (Kind::TwinPattern, Value::Unknown(_)) => self.doubt_names_like("*"),
                (Kind::Mark, Value::Unknown(_)) => self.checker.doubts.marks = true,
                _ => {}
            }
        }
        let command = bound.command;
        self.checker.clock.any_time |=
            matches!(command.name, "dt" | "iter" | "time" | "rewind" | "go");
        match (command.name, command.group) {
            ("go", _) => return self.go(1, bound.head),
            // An assembled figure cannot change its structure.
            (_, Group::Figure | Group::Objects) => {
                let stage = self.here_mut();
                let draft = stage
                    .definitions
                    .current
                    .and_then(|c| stage.definitions.drafts.get_mut(c));
                if let Some(draft) = draft.filter(|draft| draft.running.is_none()) {
                    draft.doubtful = true;
                }
            }
            (name, group) if !self.at_work.going => self.stand_in_for(name, group),
            _ => {}
        }
        Ok(())
    }

    /// Checks the lines of a loop with an unknown number of passes and unknown loop values.
    ///
    /// # Errors
    /// As [`Session::run_block`].
    pub(crate) fn check_any_pass(
        &mut self,
        name: &str,
        variable: Variable,
        block: &Arc<Block>,
        at: Span,
    ) -> Result<(), Stop> {
        self.forget_changed(block);
        self.maybe(|session| session.run_pass(name, variable, block, at))
    }

    /// Whether the clock's time is known; in a run, it is.
    #[must_use]
    pub(crate) fn knows_time(&self) -> bool {
        self.checker.uncertain == 0 && !self.checker.clock.any_time
    }

    /// Whether a check has come to a `rewind`.
    #[must_use]
    pub(crate) fn goes_back(&self) -> bool {
        self.checker.clock.gone_back
    }

    /// Checks lines as [`Session::check_maybe`] does, for lines that may run repeatedly.
    ///
    /// # Errors
    /// As [`Session::run_block`].
    pub(crate) fn check_passes(&mut self, block: &Arc<Block>, at: Span) -> Result<(), Stop> {
        self.forget_changed(block);
        self.check_maybe(block, at)
    }

    /// Whether a check has reached its limit.
    #[must_use]
    pub(crate) fn gives_up(&self) -> bool {
        self.checker.gave_up
    }

    /// Reports unknown commands in blocks that a check never reached, and errors in user-defined commands that are never
    /// called.
    pub(in crate::session) fn check_unvisited(&mut self, statements: &[Statement]) {
        if self.doubts_anything() {
            return;
        }
        for statement in statements {
            let head = self.sources.text(statement.head).to_owned();
            // The lines of a list are bound with their head, and those of a `try` may fail.
            if self.table.opens_list(&head) || head == "try" {
                continue;
            }
            for block in statement.blocks() {
                if self.checker.visited.contains(&block.end) {
                    self.check_unvisited(&block.statements);
                } else if head == "define" {
                    for mistake in self.mistakes_of_lines(block, false) {
                        self.report(mistake);
                    }
                } else {
                    self.check_heads(&block.statements);
                }
            }
        }
    }

    /// Reports unknown commands in those of these blocks that were not checked.
    pub(in crate::session) fn check_unvisited_heads(&mut self, statements: &[Statement]) {
        for statement in statements {
            if self.sources.text(statement.head) == "try" {
                continue;
            }
            for block in statement.blocks() {
                if self.checker.visited.contains(&block.end) {
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
            if matches!(self.head(head), Head::Unknown)
                && let Err(mistakes) = bind(statement, BindContext::new(self))
            {
                self.note_misspelt(statement);
                for mistake in mistakes {
                    self.report(mistake);
                }
            }
            for block in statement.blocks() {
                self.check_heads(&block.statements);
            }
        }
    }

    /// Whether a check is in lines that may not run.
    #[must_use]
    pub fn is_uncertain(&self) -> bool {
        self.checker.uncertain > 0
    }
}

/// Whether a check runs a pending line: it evaluates something, or later lines depend on it.
fn acts_in_a_check(line: &Bound) -> bool {
    line.evaluates() || matches!(line.command.name, "mark" | "time")
}
