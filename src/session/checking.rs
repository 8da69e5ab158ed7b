//! Going through lines that may run, or run later, when a script is only checked.

use super::{Session, Stop};
use crate::command::{BindContext, Bound, Follows, bind};
use crate::diagnostic::Diagnostic;
use crate::lang::syntax::{Block, Statement};
use crate::source::Span;
use std::sync::Arc;

impl Session {
    /// Stops checking: what comes behind so many lines nobody waits for.
    pub(super) fn give_up(&mut self, at: Span) {
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

    /// Checks the lines of a list or timer as far as that was not done when they were bound: what they evaluate when they run.
    pub(super) fn check_deferred(&mut self, bound: &Bound) -> Result<(), Stop> {
        let lines: Vec<&Bound> = bound.deferred().collect();
        self.check_lines(&lines, bound.command.follows == Follows::List)
    }

    /// Checks the lines of a list with mistakes that have none so far.
    pub(super) fn check_good_lines(&mut self, statement: &Statement) {
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
        self.forget_changed(block);
        self.check_maybe(block, at)
    }

    /// Whether a check has seen enough.
    #[must_use]
    pub(crate) fn gives_up(&self) -> bool {
        self.gave_up
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
