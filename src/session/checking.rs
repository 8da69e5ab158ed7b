//! Checks lines that may run, or run later, without simulating.

use super::scope::Variable;
use super::{Closure, Code, Mode, Session, Stop};
use crate::diagnostic::Diagnostic;
use crate::lang::syntax::{Block, Statement};
use crate::session::bind::{BindContext, Head, bind};
use crate::session::command::{Bound, Follows, Group, Kind, Value};
use crate::source::Span;
use std::sync::Arc;

impl Session {
    /// Whether nothing is to be simulated, printed or written. All that depends on it goes through the functions below.
    fn is_check(&self) -> bool {
        self.options.mode == Mode::Check
    }

    /// Does what only a run does; a check leaves it out.
    ///
    /// # Errors
    /// Those of what is done.
    pub(crate) fn in_a_run(
        &mut self,
        act: impl FnOnce(&mut Session) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        match self.is_check() {
            true => Ok(()),
            false => act(self),
        }
    }

    /// Notes what only a check has to know.
    pub(crate) fn in_a_check(&mut self, note: impl FnOnce(&mut Session)) {
        if self.is_check() {
            note(self);
        }
    }

    /// Does one thing in a check and another in a run.
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

    /// Whether lines behind a mistake are gone through all the same, to find them all.
    #[must_use]
    pub(crate) fn goes_on_after_mistakes(&self) -> bool {
        self.is_check()
    }

    /// Whether there are errors, some of which may not be reported yet.
    #[must_use]
    pub(crate) fn is_mistaken(&self) -> bool {
        self.checker.misread || self.has_errors()
    }

    /// Whether a mistake, reported already, may have kept a figure from being as the script says.
    #[must_use]
    pub(super) fn doubts_world(&self) -> bool {
        let doubtful = || self.here().drafts.iter().any(|d| d.doubtful || d.told);
        self.is_check() && (self.doubts_anything() || doubtful())
    }

    /// Whether a check goes through lines that run while time passes.
    #[must_use]
    pub(super) fn may_run_later(&self) -> bool {
        self.is_check() && self.at_work.going
    }

    /// Whether files that the lines write are not there.
    #[must_use]
    pub(super) fn writes_nothing(&self) -> bool {
        self.is_check()
    }

    /// Whether the present state of the world is not known: it would have moved, had this been a run.
    #[must_use]
    pub(super) fn world_is_unknown(&self) -> bool {
        self.is_check() && self.at_work.has_gone
    }

    /// Stops checking: what comes behind so many lines nobody waits for.
    pub(super) fn give_up(&mut self, at: Span) {
        if !self.checker.gave_up {
            self.checker.gave_up = true;
            self.doubt_everything();
            let message = format!(
                "checking stopped here, after {} lines of loops",
                self.checker.most_checked
            );
            let help = "the following lines are only checked when they run";
            self.diagnostics
                .push(Diagnostic::warning("W003", at, message).help(help));
        }
    }

    /// Checks the lines of a list or timer as far as that was not done when they were bound: what they evaluate when they run.
    pub(super) fn check_deferred(&mut self, bound: &Bound) -> Result<(), Stop> {
        let is_list = bound.command.follows == Follows::List;
        let mut result = Ok(());
        for closure in bound.closures() {
            result = result.and(self.check_commands(closure, is_list));
        }
        result
    }

    /// Checks the lines of a list with mistakes that have none so far.
    pub(super) fn check_good_lines(&mut self, statement: &Statement) {
        let head = self.sources.text(statement.head);
        let Some(block) = &statement.block else {
            return;
        };
        if self
            .table
            .find(head)
            .is_none_or(|c| c.follows != Follows::List)
        {
            return;
        }
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
        // Its mistakes are reported, and that there are some is known.
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

    /// Checks lines of which it is not known whether they run, or when. What commands speak of behind them is what they spoke
    /// of before, and if the lines change that, nobody knows.
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
            (session.stage, here.current, here.current_roach)
        };
        let before = spoken_of(self);
        let (scopes, clock) = (self.own.scopes.clone(), self.clock());
        self.checker.uncertain += 1;
        let result = go_through(self);
        self.checker.uncertain -= 1;
        self.own.scopes.or(&scopes);
        self.checker.any_time |= self.clock() != clock;
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
        self.at_work.has_gone = true;
        if self.is_check() {
            self.own.scopes.may_become(&self.checker.set_later);
        }
    }

    /// Goes through lines that run later: what they give to variables and to the clock is not so yet.
    pub(super) fn set_aside<T>(&mut self, go_through: impl FnOnce(&mut Session) -> T) -> T {
        let (scopes, clock) = (self.own.scopes.clone(), self.clock());
        self.checker.uncertain += 1;
        let result = go_through(self);
        self.checker.uncertain -= 1;
        self.own.scopes.back_to(scopes);
        self.checker.any_time |= self.clock() != clock;
        result
    }

    /// What the clock shows, and what tells how `go` moves it.
    fn clock(&self) -> [f64; 3] {
        let world = &self.here().world;
        [world.time, world.dt, f64::from(world.frames_per_count)]
    }

    /// What a command would have named or set whose arguments are not all known is not known from here on. The command itself
    /// does nothing, and nothing is reported that depends on them.
    ///
    /// # Errors
    /// `go` finds nothing to move.
    pub(super) fn suppose(&mut self, bound: &Bound) -> Result<(), Stop> {
        for (value, kind) in bound.values_with_kinds() {
            match (kind, value) {
                (Kind::New(thing), Value::Text(name)) => self.doubt_thing(thing, name),
                (Kind::TwinPattern, Value::Text(name)) => self.doubt_names_like(name),
                (Kind::TwinPattern, Value::Unknown(_)) => self.doubt_names_like("*"),
                (Kind::Mark, Value::Unknown(_)) => self.doubt_marks(),
                _ => {}
            }
        }
        let command = bound.command;
        self.checker.any_time |= matches!(command.name, "dt" | "iter" | "time" | "rewind" | "go");
        match (command.name, command.group) {
            ("go", _) => return self.go(1, bound.head),
            // A figure that runs has the form that it has.
            (_, Group::Figure | Group::Objects) => {
                let stage = self.here_mut();
                let draft = stage.current.and_then(|c| stage.drafts.get_mut(c));
                if let Some(draft) = draft.filter(|draft| draft.running.is_none()) {
                    draft.doubtful = true;
                }
            }
            (name, group) if !self.at_work.going => self.stand_in_for(name, group),
            _ => {}
        }
        Ok(())
    }

    /// Goes through the lines of a loop of which it is not known how often they run, nor with what.
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

    /// Whether it is known what the clock shows; when running, it is.
    #[must_use]
    pub(crate) fn knows_time(&self) -> bool {
        self.checker.uncertain == 0 && !self.checker.any_time
    }

    /// As [`Session::check_maybe`], for lines that may run again and again.
    ///
    /// # Errors
    /// As [`Session::run_block`].
    pub(crate) fn check_passes(&mut self, block: &Arc<Block>, at: Span) -> Result<(), Stop> {
        self.forget_changed(block);
        self.check_maybe(block, at)
    }

    /// Whether a check has seen enough.
    #[must_use]
    pub(crate) fn gives_up(&self) -> bool {
        self.checker.gave_up
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
            if self
                .table
                .find(&head)
                .is_some_and(|c| c.follows == Follows::List)
            {
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

    /// Reports heads that name no command in those of these blocks that were not gone through.
    pub(super) fn check_unvisited_heads(&mut self, statements: &[Statement]) {
        for statement in statements {
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

    /// Whether a check executes lines that may not run.
    #[must_use]
    pub fn is_uncertain(&self) -> bool {
        self.checker.uncertain > 0
    }
}

/// Whether a check runs a line that waits: it evaluates something, or what follows depends on it.
fn acts_in_a_check(line: &Bound) -> bool {
    line.evaluates() || matches!(line.command.name, "mark" | "time")
}
