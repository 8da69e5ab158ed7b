//! Checks lines that run later when they are typed at the prompt, where no earlier check has seen them.

use crate::diagnostic::{Diagnostic, Severity};
use crate::lang::syntax::{Block, Statement};
use crate::session::scope::Reach;
use crate::session::{Closure, Mode, Quiet, Session, Stage, Stop};
use crate::source::Span;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Most lines of loops and calls that are checked: a user is waiting.
const MOST: u64 = 10_000;

impl Stage {
    /// Copies the world for a check: without its history, and without files.
    fn for_check(&self) -> Stage {
        Stage {
            world: self.world.clone(),
            definitions: self.definitions.clone(),
            timers: self.timers.clone(),
            watches: self.watches.clone(),
            frames: self.frames,
            simulated: self.simulated,
            past: crate::run::Past {
                marks: self.past.marks.clone(),
                gone_from: self.past.gone_from,
                ..crate::run::Past::default()
            },
            look: self.look.clone(),
            ..Stage::new(&self.name)
        }
    }
}

impl Session {
    /// Checks the lines of an event in a copy of the current world. A session that only checks does that in its own world.
    ///
    /// # Errors
    /// Errors in them, all reported.
    pub(crate) fn rehearse(&mut self, event: &Closure) -> Result<(), Stop> {
        let Some(block) = event.lines().filter(|block| self.is_new(event.head, block)) else {
            return Ok(());
        };
        let mut check = Session::new(self.table, Mode::Check, Box::new(Quiet));
        check.stages = self.stages.iter().map(Stage::for_check).collect();
        check.stage = self.stage;
        check.own.names = self.own.names.clone();
        check.own.scopes = self.own.scopes.clone();
        // When the lines run, names may have other values.
        check.own.scopes.forget_globals();
        check.own.definitions = self.own.definitions.clone();
        check.progress.depth = self.progress.depth;
        check.building.placing = self.building.placing;
        check.building.unit_axes = self.building.unit_axes;
        let found = self.lend_sources(check, |check| check.check_event(event));
        self.tell(found, event.head, "this event is not set")?;
        self.checker.visited.insert(block.end);
        Ok(())
    }

    /// Checks the lines of a user-defined command before it is called: its arguments and the world at the time of the call are
    /// unknown.
    ///
    /// # Errors
    /// Errors in them, all reported.
    pub(crate) fn rehearse_definition(
        &mut self,
        block: &Arc<Block>,
        head: Span,
    ) -> Result<(), Stop> {
        if !self.is_new(head, block) {
            return Ok(());
        }
        let found = self.mistakes_of_lines(block, true);
        self.tell(found, head, "this command is not defined")?;
        self.checker.visited.insert(block.end);
        Ok(())
    }

    /// Whether lines were typed at the prompt and not checked yet: a script is checked before it runs.
    fn is_new(&self, head: Span, block: &Block) -> bool {
        self.sources.is_entry(head.source)
            && !self.at_work.going
            && !self.checker.visited.contains(&block.end)
    }

    /// Returns the errors of lines that do not depend on where they run; a command that they call may be defined in the next
    /// entry.
    pub(in crate::session) fn mistakes_of_lines(
        &mut self,
        block: &Arc<Block>,
        goes_on: bool,
    ) -> Vec<Diagnostic> {
        let mut check = Session::new(self.table, Mode::Check, Box::new(Quiet));
        check.checker.awaits_commands = goes_on;
        check.doubt_everything();
        // The arguments of user-defined commands depend on their calls.
        for name in self.own.definitions.keys().chain(&self.own.promised) {
            check.doubt_command(name);
        }
        check.checker.uncertain = 1;
        check.at_work.has_gone = true;
        self.lend_sources(check, |check| {
            check.promise(&block.statements);
            for name in std::mem::take(&mut check.own.promised) {
                check.doubt_command(&name);
            }
            check.own.scopes.enter(Reach::Call, vec![]);
            let result = check.run_block(block);
            check.check_unvisited_heads(&block.statements);
            result
        })
    }

    /// Lets another session check lines of this one's texts. Returns the errors that depend on the lines only.
    fn lend_sources(
        &mut self,
        mut check: Session,
        go_through: impl FnOnce(&mut Session) -> Result<(), Stop>,
    ) -> Vec<Diagnostic> {
        check.sources = std::mem::take(&mut self.sources);
        check.checker.most_checked = self.checker.most_checked.min(MOST);
        if let Err(Stop::Mistake(report)) = go_through(&mut check) {
            check.diagnostics.push(*report);
        }
        let mut found = check.sorted_diagnostics();
        self.sources = check.sources;
        self.checker.misspelt.extend(check.checker.misspelt);
        found.retain(|report| report.severity == Severity::Error && report.is_of_line());
        found
    }

    fn tell(&mut self, found: Vec<Diagnostic>, head: Span, what: &str) -> Result<(), Stop> {
        if found.is_empty() {
            return Ok(());
        }
        for report in found {
            self.diagnostics.push(report.note(head, what));
        }
        Err(Stop::Reported)
    }

    /// Declares the commands that these lines define, which may be called before.
    pub(in crate::session) fn promise(&mut self, statements: &[Statement]) {
        for statement in statements {
            if self.sources.text(statement.head) == "define"
                && let Some(name) = statement.arguments.first()
            {
                let name = self.sources.text(name.span).to_owned();
                self.own.promised.insert(name);
            }
            for block in statement.blocks() {
                self.promise(&block.statements);
            }
        }
    }

    /// Makes variables that a block sets unknown, because it may have run any number of times before.
    pub(in crate::session) fn forget_changed(&mut self, block: &Block) {
        let mut names = BTreeSet::new();
        self.changed_in(&block.statements, &mut names);
        for name in names {
            self.own.scopes.forget(&name);
        }
    }

    pub(in crate::session) fn changed_in(
        &self,
        statements: &[Statement],
        names: &mut BTreeSet<String>,
    ) {
        for statement in statements {
            if self.sources.text(statement.head) == "let"
                && let Some(name) = statement.arguments.first()
            {
                names.insert(self.sources.text(name.span).to_owned());
            }
            for block in statement.blocks() {
                self.changed_in(&block.statements, names);
            }
        }
    }
}
