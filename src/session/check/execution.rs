//! Checking a script.

use super::{attempt, lines, poison, rehearse, unassembled, unfinished};
use crate::lang::function::Function;
use crate::lang::parser::Read;
use crate::lang::syntax::{Block, Statement};
use crate::lang::value::Datum;
use crate::run::Stretch;
use crate::session::command::Bound;
use crate::session::execution::Execution;
use crate::session::scope::Locals;
use crate::session::{Closure, Film, FilmRecorder, Session, Stop, advice};
use crate::source::Span;
use std::io;
use std::path::Path;
use std::sync::Arc;

/// Checks a script: builds figures, but does not simulate, print or write.
pub(in crate::session) struct Check;

impl Execution for Check {
    fn has_effects(&self) -> bool {
        false
    }

    fn knows_world(&self, session: &Session) -> bool {
        !session.activity.has_gone
    }

    fn text_done(&self, session: &mut Session, mut read: Read, text: &str, before: usize) {
        lines::check_unvisited(session, &read.statements);
        lines::note_unreached(session, &read.statements, None);
        advice::excuse_misspelt(session, &mut read);
        // Errors caused by misspelt heads are known only now.
        let reports = read.reports(text, session.table);
        session.diagnostics.splice(before..before, reports);
        advice::leave_out_consequences(session, &read, text, before);
        let whole = Span::whole(read.source, text);
        if session.sources.way_in(whole).is_empty() {
            rehearse::check_functions(session);
            unassembled::check(session);
            unfinished::check_finished(session, read.source);
        }
    }

    fn block_begins(&self, session: &mut Session, block: &Block) {
        session.check.visit(block.end);
    }

    fn counted(&self, session: &mut Session, at: Span) -> Result<(), Stop> {
        if session.check.is_beyond(session.progress.steps.get()) {
            lines::give_up(session, at);
        }
        Ok(())
    }

    fn bound(&self, session: &mut Session, bound: &Bound) {
        unfinished::note_finishing(session, bound);
    }

    fn done(&self, session: &mut Session, bound: &Bound) -> Result<(), Stop> {
        lines::check_deferred(session, bound)
    }

    fn not_bound(&self, session: &mut Session, statement: &Statement) {
        advice::note_misspelt(session, statement);
    }

    fn binding_reported(&self, session: &mut Session, statement: &Statement) {
        lines::check_good_lines(session, statement);
    }

    fn failed(&self, session: &mut Session, statement: &Statement) {
        poison::doubt(session, statement);
    }

    fn failure_reported(&self, session: &mut Session, statement: &Statement, before: usize) {
        advice::report_further_names(session, statement, before);
    }

    fn lost(&self, session: &mut Session) {
        poison::doubt_everything(session);
    }

    fn nested_too_often(&self, session: &mut Session) {
        session.check.stop();
        poison::doubt_everything(session);
    }

    fn variable_set(&self, session: &mut Session, name: &str, datum: &Datum) {
        let is_own = session.own.scopes.is_in_call() || session.local(name).is_some();
        if session.activity.going && !is_own {
            session.check.suppose_set(name, datum);
        }
        session.check.doubts.clear_variable(name);
    }

    fn function_defined(&self, session: &mut Session, function: &Arc<Function>) {
        session.check.add_function(function);
    }

    fn without_value(&self, session: &mut Session, names: &Locals) {
        // Further unknown names of the expression are found outside the scope of these.
        let names = names.iter().map(|(name, _)| name.to_string());
        session.check.doubts.add_variables(names);
    }

    fn world_replaced(&self, session: &mut Session) {
        lines::world_goes_on(session);
    }

    fn attempt(&self, session: &mut Session, block: &Arc<Block>, at: Span) -> Result<(), Stop> {
        attempt::check_attempt(session, block, at);
        Ok(())
    }

    fn go(
        &self,
        session: &mut Session,
        _stretch: Stretch,
        [start, _, end]: [f64; 3],
        _at: Span,
    ) -> Result<(), Stop> {
        lines::world_goes_on(session);
        lines::suppose_gone(session, start, end)
    }

    fn event(&self, session: &mut Session, event: &Closure) -> Result<bool, Stop> {
        lines::check_event(session, event)?;
        Ok(false)
    }

    fn film(
        &self,
        session: &mut Session,
        film: &Film,
        file: &Path,
    ) -> io::Result<Option<Box<dyn FilmRecorder>>> {
        session.observer.can_film(film, file).map(|()| None)
    }
}
