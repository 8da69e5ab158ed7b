//! Findings of a script: errors and warnings, in the order in which they were found.

use super::Stop;
use crate::diagnostic::{Diagnostic, Severity};
use crate::source::{Sources, Span};
use std::collections::BTreeSet;
use std::ops::{Deref, DerefMut};

/// Most notes on the path to an error.
const MOST_NOTES: usize = 16;

/// The findings of a script, and which of them were made in lines that may run again.
#[derive(Debug, Default)]
pub struct Findings {
    all: Vec<Diagnostic>,
    /// Codes and places of the reports so far, so that a line that runs many times is reported once.
    pub(super) reported: BTreeSet<(&'static str, Span)>,
    /// Number of findings that the front end has shown while lines ran.
    shown: usize,
}

impl Deref for Findings {
    type Target = Vec<Diagnostic>;

    fn deref(&self) -> &Vec<Diagnostic> {
        &self.all
    }
}

impl DerefMut for Findings {
    fn deref_mut(&mut self) -> &mut Vec<Diagnostic> {
        &mut self.all
    }
}

impl Findings {
    /// Whether any finding is an error.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.all.iter().any(|d| d.severity == Severity::Error)
    }

    /// Removes and returns all findings.
    pub fn take(&mut self) -> Vec<Diagnostic> {
        self.shown = 0;
        std::mem::take(&mut self.all)
    }

    /// Removes all findings.
    pub fn clear(&mut self) {
        self.take();
    }

    /// Returns the findings that have not been shown.
    pub(super) fn not_shown(&self) -> &[Diagnostic] {
        self.all.get(self.shown..).unwrap_or_default()
    }

    /// Records that all findings so far have been shown: [`Findings::sorted`] returns later ones.
    pub(super) fn have_been_shown(&mut self) {
        self.shown = self.all.len();
    }

    /// Adds a report, unless there is one with its code at its place.
    pub(crate) fn add_once(&mut self, report: Diagnostic) {
        if self.reported.insert((report.code, report.span)) {
            self.all.push(report);
        }
    }

    /// Adds a warning, with advice.
    pub(crate) fn warn(
        &mut self,
        code: &'static str,
        at: Span,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        self.all
            .push(Diagnostic::warning(code, at, message).help(help));
    }

    /// Adds a note to the reports since a given count, and to the error about to be reported. The note is only computed if
    /// there is a report: blocks run far more often than they fail.
    pub(super) fn annotate(
        &mut self,
        before: usize,
        result: Result<(), Stop>,
        at: Span,
        note: impl Fn() -> String,
    ) -> Result<(), Stop> {
        // A recursive command appears many times in the path; one note is enough.
        let add = |report: &mut Diagnostic| {
            let note = (at, note());
            if report.notes.len() < MOST_NOTES && !report.notes.contains(&note) {
                report.notes.push(note);
            }
        };
        let since = self.all.get_mut(before..).unwrap_or_default();
        since.iter_mut().for_each(add);
        result.map_err(|stop| match stop {
            Stop::Mistake(mut report) => {
                add(&mut report);
                Stop::Mistake(report)
            }
            other => other,
        })
    }

    /// Combines the result of lines with that of cleanup after them.
    pub(super) fn with_end(
        &mut self,
        result: Result<(), Stop>,
        end: Result<(), Stop>,
    ) -> Result<(), Stop> {
        result.and(end.map_err(|stop| match stop {
            Stop::Mistake(report) => {
                self.all.push(*report);
                Stop::Reported
            }
            other => other,
        }))
    }

    /// Returns the findings that have not been shown, in the order of the script; those of an included file are at its `include`.
    #[must_use]
    pub fn sorted(&self, sources: &Sources) -> Vec<Diagnostic> {
        let mut sorted = self.not_shown().to_vec();
        sorted.sort_by_cached_key(|found| {
            let way = sources.way_in(found.span);
            let outermost = way.last().unwrap_or(&found.span).source;
            let mut key = vec![outermost];
            key.extend(way.iter().rev().map(|s| s.start));
            key.push(found.span.start);
            key
        });
        sorted
    }
}
