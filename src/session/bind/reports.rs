//! How the binder reports an error: with its place, its kind of mismatch, and the usage of the command as help.

use super::binder::Binder;
use super::fit::{Likeness, Misfit, Slip};
use crate::diagnostic::{Diagnostic, Standing};
use crate::session::command::{Param, named_usage_line, usage_of};
use crate::source::Span;

/// Most forms of a command that a report lists with their named arguments.
const MOST_USAGES: usize = 3;

impl Binder<'_> {
    /// Returns the usage of the command: all forms if there are few, otherwise the form that the line fits best.
    pub(in super::super) fn usage(&self) -> String {
        usage_of(self.command, self.params)
    }

    /// Returns the usage of the command with its named lists: all forms that have some if they are few, otherwise this form.
    pub(in super::super) fn named_usage(&self) -> String {
        let named = |form: &&[Param]| named_usage_line(self.command, form);
        let mut lines: Vec<String> = self.command.forms.iter().filter_map(named).collect();
        lines.dedup();
        match (lines.len(), named_usage_line(self.command, self.params)) {
            (0, _) => self.usage(),
            (1..=MOST_USAGES, _) => lines.join(" or "),
            (_, Some(line)) => line,
            (_, None) => self.usage(),
        }
    }

    /// Reports an error, with the usage of the command as help.
    pub fn wrong(&mut self, misfit: Misfit, span: Span, message: String) {
        let help = format!("usage: {}", self.usage());
        self.refuse(misfit, span, message, help);
    }

    /// Reports an error with specific help.
    pub fn refuse(
        &mut self,
        misfit: Misfit,
        span: Span,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        let report = Diagnostic::error(misfit.code(), span, message).help(help);
        self.wrong_with(misfit, report);
    }

    /// Reports an error that has a report.
    pub fn wrong_with(&mut self, misfit: Misfit, report: Diagnostic) {
        let misfit = Some(misfit);
        self.keep(Slip { misfit, report });
    }

    /// Reports an error within an argument.
    pub fn mistaken(&mut self, report: Diagnostic) {
        self.keep(report.into());
    }

    fn keep(&mut self, mut slip: Slip) {
        if self.findings.lost {
            return;
        }
        if slip.is(Misfit::Part) {
            slip.report.standing = Standing::WithoutHead;
        }
        if self.findings.mistakes.is_empty() {
            self.findings.likeness = slip.misfit.map_or(Likeness::Other, Misfit::likeness);
        }
        self.findings.mistakes.push(slip);
        self.findings.lost |= self.findings.is_other_line;
    }

    /// Whether an argument has this misfit.
    pub(super) fn slipped(&self, misfit: Misfit) -> bool {
        self.findings.mistakes.iter().any(|slip| slip.is(misfit))
    }
}
