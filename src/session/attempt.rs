//! The block of `try`: lines that may fail, or that stop after a given number of steps.

use super::{Session, Stop};
use crate::diagnostic::{Severity, Standing};
use crate::lang::syntax::Block;
use crate::source::Span;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Progress of a run, and the limit of the innermost `try`.
#[derive(Debug, Default)]
pub(super) struct Steps {
    /// Number of blocks, includes and frames so far.
    done: u64,
    /// The number at which the current `try` stops.
    until: Option<u64>,
}

impl Session {
    /// Returns the number of blocks and includes that have started and frames that have ended. The user can interrupt only at
    /// one of these, so the number identifies the place of an interrupt.
    #[must_use]
    pub fn steps_done(&self) -> u64 {
        self.progress.steps_taken.done
    }

    /// Counts a step.
    ///
    /// # Errors
    /// The current `try` ends at this step.
    pub(super) fn take_step(&mut self) -> Result<(), Stop> {
        self.progress.steps_taken.done += 1;
        match self.progress.steps_taken.until {
            Some(until) if self.progress.steps_taken.done >= until => Err(Stop::Interrupted),
            _ => Ok(()),
        }
    }

    /// Runs the lines of a `try`, which ends at the first error, or after `most` steps.
    ///
    /// # Errors
    /// The user interrupted, or an enclosing `try` ends.
    pub(crate) fn attempt(
        &mut self,
        block: &Arc<Block>,
        most: Option<u64>,
        at: Span,
    ) -> Result<(), Stop> {
        self.checked_or_run(
            |session| {
                session.check_attempt(block, at);
                Ok(())
            },
            |session| session.run_attempt(block, most, at),
        )
    }

    fn run_attempt(&mut self, block: &Arc<Block>, most: Option<u64>, at: Span) -> Result<(), Stop> {
        let before = self.diagnostics.len();
        let around = self.progress.steps_taken.until;
        let until = most.map(|most| self.progress.steps_taken.done.saturating_add(most));
        self.progress.steps_taken.until = match (until, around) {
            (Some(own), Some(around)) => Some(own.min(around)),
            (own, around) => own.or(around),
        };
        let result = self.run_statements(&block.statements, false);
        self.progress.steps_taken.until = around;
        let done = self.progress.steps_taken.done;
        match result {
            Err(Stop::Interrupted) => {
                let is_own = until.is_some_and(|until| done >= until);
                let ends_around = around.is_some_and(|around| done >= around);
                if !is_own || ends_around {
                    return Err(Stop::Interrupted);
                }
            }
            Err(Stop::Mistake(report)) => self.report(*report),
            Ok(()) | Err(Stop::Reported) => {}
        }
        for report in self.diagnostics.get_mut(before..).unwrap_or_default() {
            if report.severity == Severity::Error {
                // Output that the system refused is lost, even in a `try`.
                if report.standing != Standing::Lost {
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

    /// Checks the lines of a `try` for the names that they may define. Errors in them are expected, and it is not known where
    /// the lines end, so nothing is known for certain after them.
    fn check_attempt(&mut self, block: &Arc<Block>, at: Span) {
        let before = self.diagnostics.len();
        let told = self.gathered.told.clone();
        let misspelt = self.checker.misspelt.clone();
        // Its findings are those of the `try`.
        let _ = self.check_passes(block, at);
        let found = self.diagnostics.split_off(before);
        (self.gathered.told, self.checker.misspelt) = (told, misspelt);
        // A forbidden file is not an error that a `try` is meant for: the check reports it.
        for mut report in found {
            let is_barred = report.standing == Standing::Barred;
            if is_barred && self.gathered.told.insert((report.code, report.span)) {
                report.severity = Severity::Warning;
                report
                    .notes
                    .push((at, "in the block of this `try`".to_owned()));
                self.diagnostics.push(report);
            }
        }
        self.doubt_everything();
        self.checker.doubts.all_commands = true;
        let mut names = BTreeSet::new();
        self.changed_in(&block.statements, &mut names);
        names.extend(self.variable_names());
        for name in names {
            self.own.scopes.poison(&name);
        }
        self.world_goes_on();
        self.checker.any_time = true;
    }
}
