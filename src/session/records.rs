//! Tables written by a script while time passes.

use super::columns::{Cells, Head, cell, cells, changed, guarded, row};
use super::{Environment, Session, Stop};
use crate::diagnostic::Diagnostic;
use crate::files::Output;
use crate::lang::syntax::Expression;
use crate::run::{Follower, Rows, SAME, TableFile};
use crate::source::Span;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A table being written.
#[derive(Debug)]
pub struct Record {
    file: TableFile,
    /// Its path in the script.
    path: String,
    /// Recorded expressions.
    columns: Arc<[Arc<Expression>]>,
    /// Its columns, as in its first two rows.
    heads: Vec<Head>,
    /// Whether the values did not fit the columns any more, so that nothing more is written.
    ended: bool,
    /// Environment of its command.
    environment: Environment,
    /// Source position of its command.
    place: Span,
    /// Time between rows (s); zero for a row each frame.
    period: f64,
    rows: Rows,
    /// Its first row.
    first: String,
}

impl Session {
    /// Begins a table. Nothing is written when the session only checks.
    ///
    /// # Errors
    /// An expression without a value, or a file that cannot be written.
    pub(crate) fn record(
        &mut self,
        path: &str,
        period: f64,
        columns: &Arc<[Arc<Expression>]>,
        place: Span,
    ) -> Result<(), Stop> {
        self.observe();
        let environment = self.environment();
        let first = self.read_columns(columns)?;
        let out = self.writes(path, Output::Record, place)?;
        self.effect(|session| {
            let heads: Vec<Head> = first.into_iter().map(|(head, _)| head).collect();
            let guarded: Vec<String> = heads.iter().map(|head| guarded(&head.name)).collect();
            let names = std::iter::once("time").chain(guarded.iter().map(String::as_str));
            let units = std::iter::once("s").chain(heads.iter().map(|head| head.unit.as_str()));
            let top = row(names) + &row(units);
            let file = TableFile::begin(&out, &top);
            let file = file.map_err(|why| session.unwritable(path, &why, place))?;
            let stage = session.here_mut();
            let (start, number) = (stage.world.time, stage.outputs.records.len());
            stage.outputs.records.push(Record {
                file,
                path: path.to_owned(),
                columns: Arc::clone(columns),
                heads,
                ended: false,
                environment,
                place,
                period,
                rows: Rows { start, count: 0 },
                first: String::new(),
            });
            // Only its own first row: the others have theirs.
            session.write_records(number)
        })
    }

    fn read_columns(&mut self, columns: &[Arc<Expression>]) -> Result<Cells, Stop> {
        let mut all = vec![];
        for (of, (name, datum)) in self.columns_now(columns)?.iter().enumerate() {
            cells(of, name, datum, &mut all);
        }
        Ok(all)
    }

    /// Writes the rows that are due by now, of the tables from a number on: at the first frame at or after each multiple of the
    /// period, so that writing does not affect the motion.
    pub(super) fn write_records(&mut self, from: usize) -> Result<(), Stop> {
        let (now, dt) = (self.here().world.time, self.here().world.dt);
        let mut observed = false;
        for i in from..self.here().outputs.records.len() {
            let Some(record) = self.here().outputs.records.get(i) else {
                break;
            };
            if record.ended || now + SAME * dt < record.rows.due(record.period) {
                continue;
            }
            if !observed {
                self.observe();
                observed = true;
            }
            let (columns, environment) = match self.here().outputs.records.get(i) {
                Some(r) => (Arc::clone(&r.columns), r.environment.clone()),
                None => break,
            };
            let cells = self.within(&environment, |session| {
                for column in columns.iter() {
                    session.note(super::Noting::Recorded, column);
                }
                session.read_columns(&columns)
            })?;
            let record = self.here_mut().outputs.records.get_mut(i);
            if let Some(report) = record.and_then(|record| record.misfit(&cells)) {
                return Err(report.into());
            }
            let time = cell(now);
            let texts = cells.iter().map(|(_, text)| text.as_str());
            let line = row(std::iter::once(time.as_str()).chain(texts));
            if let Some(record) = self.here_mut().outputs.records.get_mut(i) {
                let starts = record.rows.count == 0;
                record.rows.pass(now + SAME * dt, record.period);
                if starts && record.first == line {
                    // It starts again at its first moment, which it contains.
                    continue;
                }
                if record.first.is_empty() {
                    record.first.clone_from(&line);
                }
                let put = record.file.put(&line);
                self.told_of(i, put)?;
            }
        }
        Ok(())
    }

    /// Writes all pending rows to the files, at the end of a `go`.
    pub(super) fn flush_records(&mut self) -> Result<(), Stop> {
        (0..self.here().outputs.records.len()).try_for_each(|i| {
            let record = self.here_mut().outputs.records.get_mut(i);
            let flushed = record.map_or(Ok(()), |record| record.file.flush());
            self.told_of(i, flushed)
        })
    }

    /// Returns the file with the rows so far of a table that this run writes.
    ///
    /// # Errors
    /// They cannot be written.
    pub(super) fn rows_so_far(&mut self, path: &Path) -> Result<Option<PathBuf>, Stop> {
        for i in 0..self.here().outputs.records.len() {
            let Some(record) = self.here_mut().outputs.records.get_mut(i) else {
                continue;
            };
            if !record.file.is_at(path) {
                continue;
            }
            match record.file.so_far() {
                Ok(file) => return Ok(Some(file)),
                Err(why) => self.told_of(i, Err(why))?,
            }
        }
        Ok(None)
    }

    /// Completes the tables of all worlds and renames them, at the end of a script, with or without an error.
    pub(super) fn with_tables_in_place(&mut self, result: Result<(), Stop>) -> Result<(), Stop> {
        let mut result = result;
        let before = self.stage;
        for stage in 0..self.stages.len() {
            self.stage = stage;
            for i in 0..self.here().outputs.records.len() {
                let record = self.here_mut().outputs.records.get_mut(i);
                let put = record.map_or(Ok(()), |record| record.file.put_in_place());
                let put = self.told_of(i, put);
                result = self.with_end(result, put);
            }
        }
        self.stage = before;
        result
    }

    /// Reports a table that cannot be written, and ends it.
    fn told_of(&mut self, number: usize, put: std::io::Result<()>) -> Result<(), Stop> {
        let (Err(why), Some(record)) = (put, self.here_mut().outputs.records.get_mut(number))
        else {
            return Ok(());
        };
        record.ended = true;
        let (path, place) = (record.path.clone(), record.place);
        let kept = record.file.give_up();
        let report = self.unwritable(&path, &why, place);
        Err(match kept {
            Some(kept) => {
                let help = report.help.clone().unwrap_or_default();
                report.help(format!(
                    "{help}; the earlier rows are in {}",
                    kept.display()
                ))
            }
            None => report,
        }
        .into())
    }
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
    fn misfit(&mut self, cells: &Cells) -> Option<Diagnostic> {
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
