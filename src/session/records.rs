//! Tables that a script writes while time passes.

use super::columns::{Cells, Head, cell, cells, change, row};
use super::go::SAME;
use super::{Session, Stop};
use crate::diagnostic::Diagnostic;
use crate::lang::evaluate::evaluate;
use crate::lang::syntax::Expression;
use crate::session::scope::{Locals, Lookup, Reach};
use crate::source::Span;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::sync::Arc;

/// A table being written.
#[derive(Debug)]
pub struct Record {
    /// Its file; what is behind has reached it by the end of each `go`.
    file: BufWriter<File>,
    /// As the script names it.
    path: String,
    /// What is read.
    columns: Arc<[Arc<Expression>]>,
    /// The columns that it has, as they stand in its first two rows.
    heads: Vec<Head>,
    /// Whether what is read did not fit those any more, so that nothing more is written.
    ended: bool,
    locals: Arc<Locals>,
    /// The figure and the gait that were spoken of.
    spoken_of: (Option<usize>, Option<usize>),
    /// Where the script asks for it.
    place: Span,
    /// Time from row to row (s); zero for a row each frame.
    period: f64,
    rows: Rows,
}

/// When a table gets its next row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rows {
    /// When it was begun (s).
    start: f64,
    /// Its rows, counted from the multiples of its period.
    count: u64,
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
        let out = self.output_file(path);
        self.is_free(&out, place)?;
        self.observe();
        let locals = Arc::new(self.locals());
        let first = self.read_columns(columns)?;
        if self.is_check() {
            if !self.is_uncertain() {
                self.tables.insert(out, place);
            }
            return Ok(());
        }
        let unwritable = |why: std::io::Error| {
            let message = format!("cannot write `{path}`: {why}");
            let help = "paths of records are relative to the folder that the program runs in";
            Stop::from(Diagnostic::error("E065", place, message).help(help))
        };
        let mut file = BufWriter::new(File::create(&out).map_err(unwritable)?);
        let heads: Vec<Head> = first.into_iter().map(|(head, _)| head).collect();
        let names = std::iter::once("time").chain(heads.iter().map(|head| head.name.as_str()));
        let units = std::iter::once("s").chain(heads.iter().map(|head| head.unit.as_str()));
        file.write_all((row(names) + &row(units)).as_bytes())
            .map_err(unwritable)?;
        self.tables.insert(out, place);
        let start = self.here().world.time;
        let spoken_of = (self.here().current, self.here().current_roach);
        let number = self.here().records.len();
        self.here_mut().records.push(Record {
            file,
            path: path.to_owned(),
            columns: Arc::clone(columns),
            heads,
            ended: false,
            locals,
            spoken_of,
            place,
            period,
            rows: Rows { start, count: 0 },
        });
        // Only its own first row: the others have theirs.
        self.write_records(number)
    }

    /// Refuses a file that a table is written to already.
    fn is_free(&self, file: &Path, place: Span) -> Result<(), Stop> {
        // Of two ways of a script, one or the other is gone.
        let Some(first) = self.tables.get(file).filter(|_| !self.is_uncertain()) else {
            return Ok(());
        };
        let line = self.sources.place(*first).line;
        let message = format!("this file is being written since line {line}");
        let report = Diagnostic::error("E065", place, message).note(*first, "by this table");
        let help = "give each `record` a file of its own; one may write many values";
        Err(report.help(help).into())
    }

    fn read_columns(&mut self, columns: &[Arc<Expression>]) -> Result<Cells, Stop> {
        let mut all = vec![];
        let reader = Lookup::new(self);
        for (of, expression) in columns.iter().enumerate() {
            let text = self.sources.text(expression.span);
            let name = text.split(" to ").next().unwrap_or(text).trim();
            match evaluate(expression, &reader) {
                Ok(datum) => cells(of, name, &datum, &mut all),
                Err(report) if reader.excuses(&report) => {}
                Err(report) => return Err(Stop::Mistake(report)),
            }
        }
        Ok(all)
    }

    /// Writes the rows that are due by now, of the tables from a number on: the first frame at or behind each multiple of the period, so that writing changes
    /// nothing of what moves.
    pub(super) fn write_records(&mut self, from: usize) -> Result<(), Stop> {
        let (now, dt) = (self.here().world.time, self.here().world.dt);
        let mut observed = false;
        for i in from..self.here().records.len() {
            let Some(record) = self.here().records.get(i) else {
                break;
            };
            let due = record.rows.start + record.period * record.rows.count as f64;
            if record.ended || now + SAME * dt < due {
                continue;
            }
            if !observed {
                self.observe();
                observed = true;
            }
            let (columns, locals, (corpus, roach)) = match self.here().records.get(i) {
                Some(r) => (Arc::clone(&r.columns), Arc::clone(&r.locals), r.spoken_of),
                None => break,
            };
            let before = self.speak_of(corpus, roach);
            self.scopes.enter(Reach::Event, Locals::clone(&locals));
            for column in columns.iter() {
                self.note(super::Noting::Recorded, column);
            }
            let cells = self.read_columns(&columns);
            self.scopes.leave();
            self.speak_of(before.0, before.1);
            let cells = cells?;
            let record = self.here_mut().records.get_mut(i);
            if let Some(report) = record.and_then(|record| record.misfit(&cells)) {
                return Err(report.into());
            }
            let time = cell(now);
            let texts = cells.iter().map(|(_, text)| text.as_str());
            let line = row(std::iter::once(time.as_str()).chain(texts));
            if let Some(record) = self.here_mut().records.get_mut(i) {
                let rows = &mut record.rows;
                rows.count += 1;
                if record.period > 0.0 {
                    // Rows that a longer frame has passed are not written twice.
                    let passed = ((now + SAME * dt - rows.start) / record.period).floor();
                    rows.count = rows.count.max((passed as u64).saturating_add(1));
                }
                record.put(&line)?;
            }
        }
        Ok(())
    }

    /// Brings all rows to their files.
    pub(super) fn flush_records(&mut self) -> Result<(), Stop> {
        let records = &mut self.here_mut().records;
        records.iter_mut().try_for_each(Record::flush)
    }
}

impl Record {
    /// When it gets its next row.
    pub(super) fn rows(&self) -> Rows {
        self.rows
    }

    /// The clock is set on by a time (s): rows follow as they did.
    pub(super) fn shift_clock(&mut self, by: f64) {
        self.rows.start += by;
    }

    /// The clock was set back to a time (s). What was written stays; rows follow from there as they did then. A table
    /// that was begun later goes on as if it began now.
    pub(super) fn went_back(&mut self, rows: Option<Rows>, time: f64) {
        self.rows = rows.unwrap_or(Rows {
            start: time,
            count: 0,
        });
    }

    /// Ends the table, with a report, if what was read does not fit its columns.
    fn misfit(&mut self, cells: &Cells) -> Option<Diagnostic> {
        let now = || cells.iter().map(|(head, _)| head);
        if now().eq(&self.heads) {
            return None;
        }
        self.ended = true;
        let (of, message) = (0..self.columns.len()).find_map(|of| {
            let before: Vec<&Head> = self.heads.iter().filter(|head| head.of == of).collect();
            let after: Vec<&Head> = now().filter(|head| head.of == of).collect();
            Some((of, change(&before, &after)?))
        })?;
        let column = self.columns.get(of);
        let span = column.map_or(self.place, |column| column.span);
        let report = Diagnostic::error("E014", span, message);
        let report = report.note(self.place, format!("`{}` ends here", self.path));
        Some(report.help("the columns of a table stay as they are in its first row"))
    }

    fn put(&mut self, line: &str) -> Result<(), Stop> {
        let written = self.file.write_all(line.as_bytes());
        written.map_err(|why| self.failed(&why))
    }

    fn flush(&mut self) -> Result<(), Stop> {
        let flushed = self.file.flush();
        flushed.map_err(|why| self.failed(&why))
    }

    fn failed(&self, why: &std::io::Error) -> Stop {
        let message = format!("cannot write `{}`: {why}", self.path);
        let help = "is the disk full?";
        Diagnostic::error("E065", self.place, message)
            .help(help)
            .into()
    }
}
