//! Suppresses errors caused by a misspelt head of a block or form.

use super::Session;
use crate::lang::parser::{Rest, Vocabulary};
use crate::session::command::Follows;
use crate::source::{SourceId, Span};
use std::collections::BTreeSet;

impl Session {
    /// The head of a block that is misspelt leaves its `end` without a partner and its expression read as arguments: what
    /// follows from that among the reports since there were so many is not told.
    pub(super) fn excuse_misspelt(&mut self, source: SourceId, before: usize) {
        const BRANCHES: [&str; 3] = ["elif", "elsif", "elseif"];
        // The lines whose expressions were read as arguments, and the heads whose blocks were not opened.
        let mut lines = BTreeSet::new();
        let mut openers = vec![];
        for report in self.diagnostics.get(before..).unwrap_or_default() {
            if report.code != "E020" || report.span.source != source {
                continue;
            }
            let head = self.sources.text(report.span);
            let is_branch = BRANCHES.contains(&head);
            let meant = self
                .table
                .nearest_command(head)
                .map_or("", |command| command.name);
            let shape = self.table.shape(meant);
            if is_branch || !matches!(shape.rest, Rest::Arguments | Rest::Moment) {
                lines.insert(self.sources.place(report.span).line);
            }
            if !is_branch && !matches!(shape.follows, Follows::Nothing | Follows::Rows) {
                openers.push(report.span);
            }
        }
        if lines.is_empty() && openers.is_empty() {
            return;
        }
        openers.sort_unstable();
        let reports = self.diagnostics.get(before..).unwrap_or_default();
        let mut ends: Vec<(Span, usize)> = reports
            .iter()
            .enumerate()
            .filter(|(_, report)| report.code == "E007" && report.span.source == source)
            .map(|(i, report)| (report.span, i))
            .collect();
        ends.sort_unstable();
        let mut dropped = BTreeSet::new();
        let mut ends = ends.into_iter().peekable();
        for opener in openers {
            while ends.next_if(|(end, _)| *end < opener).is_some() {}
            dropped.extend(ends.next().map(|(_, i)| i));
        }
        let codes = ["E001", "E002", "E005", "E013", "E017"];
        for (i, report) in reports.iter().enumerate() {
            if codes.contains(&report.code)
                && report.span.source == source
                && lines.contains(&self.sources.place(report.span).line)
            {
                dropped.insert(i);
            }
        }
        let mut at = 0..;
        self.diagnostics.retain(|_| {
            let i = at.next().and_then(|i: usize| i.checked_sub(before));
            i.is_none_or(|i| !dropped.contains(&i))
        });
    }
}
