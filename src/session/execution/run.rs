//! Running a script.

use super::Execution;
use crate::diagnostic::{Severity, Standing};
use crate::lang::parser::Read;
use crate::lang::syntax::{Block, Statement};
use crate::run::Stretch;
use crate::session::command::Bound;
use crate::session::{Closure, Film, FilmRecorder, Session, Stop, advice, check, flow, go};
use crate::source::Span;
use std::io;
use std::path::Path;
use std::sync::Arc;

/// Runs a script.
pub(in crate::session) struct Run;

impl Execution for Run {
    fn has_effects(&self) -> bool {
        true
    }

    fn text_read(&self, session: &mut Session, read: &Read, text: &str) -> Result<(), Stop> {
        let reports = read.reports(text, session.table);
        session.diagnostics.extend(reports);
        Ok(())
    }

    fn counted(&self, session: &mut Session, _at: Span) -> Result<(), Stop> {
        flow::may_stop(session)
    }

    fn done(&self, session: &mut Session, _bound: &Bound) -> Result<(), Stop> {
        flow::may_stop(session)
    }

    // At the prompt, no check has found the other mistakes.
    fn failure_reported(&self, session: &mut Session, statement: &Statement, before: usize) {
        if session.sources.is_entry(statement.head.source) {
            advice::report_further_names(session, statement, before);
        }
    }

    fn attempt(&self, session: &mut Session, block: &Arc<Block>, at: Span) -> Result<(), Stop> {
        let before = session.diagnostics.len();
        match session.run_statements(&block.statements, false) {
            Err(Stop::Interrupted) => return Err(Stop::Interrupted),
            Err(Stop::Mistake(report)) => session.report(*report),
            Ok(()) | Err(Stop::Reported) => {}
        }
        for report in session.diagnostics.get_mut(before..).unwrap_or_default() {
            if report.severity == Severity::Error {
                // Output that the system refused is lost, and an expectation has failed, even in a `try`.
                if !matches!(report.standing, Standing::Lost | Standing::Unmet) {
                    report.severity = Severity::Warning;
                }
                report
                    .notes
                    .push((at, "in the block of this `try`".to_owned()));
            }
        }
        for draft in session
            .stages
            .iter_mut()
            .flat_map(|stage| &mut stage.definitions.drafts)
        {
            (draft.doubtful, draft.reported) = (false, false);
        }
        Ok(())
    }

    fn go(
        &self,
        session: &mut Session,
        stretch: Stretch,
        times: [f64; 3],
        at: Span,
    ) -> Result<(), Stop> {
        go::simulate(session, stretch, times, at)
    }

    fn event(&self, session: &mut Session, event: &Closure) -> Result<bool, Stop> {
        check::rehearse(session, event)?;
        Ok(true)
    }

    fn film(
        &self,
        session: &mut Session,
        film: &Film,
        file: &Path,
    ) -> io::Result<Option<Box<dyn FilmRecorder>>> {
        // A comparison would discard it, and drawing takes long.
        if session.files.discards || session.files.scratch.is_some() {
            return Ok(None);
        }
        let stage = &session.stages[session.stage];
        session.observer.film(stage, film, file)
    }
}
