//! A table that a script writes while time passes.

use super::Environment;
use super::columns::{Cells, Head, changed};
use crate::diagnostic::Diagnostic;
use crate::lang::syntax::Expression;
use crate::run::{Follower, Rows, TableFile};
use crate::source::Span;
use std::sync::Arc;

/// A table being written.
#[derive(Debug)]
pub struct Record {
    pub(super) file: TableFile,
    /// Its path in the script.
    pub(super) path: String,
    /// Recorded expressions.
    pub(super) columns: Arc<[Arc<Expression>]>,
    /// Its columns, as in its first two rows.
    pub(super) heads: Vec<Head>,
    /// Whether the values did not fit the columns any more, so that nothing more is written.
    pub(super) ended: bool,
    /// Environment of its command.
    pub(super) environment: Environment,
    /// Source position of its command.
    pub(super) place: Span,
    /// Time between rows (s); zero for a row each frame.
    pub(super) period: f64,
    pub(super) rows: Rows,
    /// Its first row.
    pub(super) first: String,
}

impl Follower for Record {
    fn rows(&self) -> Option<Rows> {
        Some(self.rows)
    }

    fn shift_clock(&mut self, by: f64) {
        self.rows.start += by;
    }

    /// Keeps the rows already written and continues with rows of the restored schedule. A table that started later continues as if it started now.
    fn went_back(&mut self, time: f64, _: f64, rows: Option<Rows>) {
        self.rows = rows.unwrap_or(Rows {
            start: time,
            count: 0,
        });
    }
}

impl Record {
    /// Ends the table, with a report, if what was read does not fit its columns.
    pub(super) fn misfit(&mut self, cells: &Cells) -> Option<Diagnostic> {
        let now = || cells.iter().map(|(head, _)| head);
        if now().eq(&self.heads) {
            return None;
        }
        self.ended = true;
        let (of, message) = changed(&self.heads, now())?;
        let column = self.columns.get(of);
        let span = column.map_or(self.place, |column| column.span);
        let report = Diagnostic::error("E014", span, message);
        let report = report.note(self.place, format!("`{}` ends here", self.path));
        Some(report.help("the columns of a table cannot change after its first row"))
    }
}
