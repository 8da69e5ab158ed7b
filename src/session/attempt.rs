//! The block of `try`: lines that may fail.

use super::{Session, Stop};
use crate::diagnostic::{Severity, Standing};
use crate::lang::syntax::Block;
use crate::source::Span;
use std::sync::Arc;

impl Session {
    /// Runs the lines of a `try`, which ends at the first error.
    ///
    /// # Errors
    /// The user interrupted.
    pub(crate) fn attempt(&mut self, block: &Arc<Block>, at: Span) -> Result<(), Stop> {
        self.checked_or_run(
            |session| {
                session.check_attempt(block, at);
                Ok(())
            },
            |session| session.run_attempt(block, at),
        )
    }

    fn run_attempt(&mut self, block: &Arc<Block>, at: Span) -> Result<(), Stop> {
        let before = self.diagnostics.len();
        match self.run_statements(&block.statements, false) {
            Err(Stop::Interrupted) => return Err(Stop::Interrupted),
            Err(Stop::Mistake(report)) => self.report(*report),
            Ok(()) | Err(Stop::Reported) => {}
        }
        for report in self.diagnostics.get_mut(before..).unwrap_or_default() {
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
        for draft in self
            .stages
            .iter_mut()
            .flat_map(|stage| &mut stage.definitions.drafts)
        {
            (draft.doubtful, draft.told) = (false, false);
        }
        Ok(())
    }
}
