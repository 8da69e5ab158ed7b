//! Tables that a script writes while time passes.

use super::{Session, Stop};
use crate::diagnostic::Diagnostic;
use crate::lang::evaluate::evaluate;
use crate::lang::syntax::Expression;
use crate::lang::value::Datum;
use crate::session::scope::{Locals, Lookup, Reach};
use crate::source::Span;
use std::fmt::Write as _;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::sync::Arc;

/// Times closer than this part of a frame are the same.
const SAME: f64 = 1e-6;

/// A table being written.
#[derive(Debug)]
pub struct Record {
    /// Its file; what is behind has reached it by the end of each `go`.
    file: BufWriter<File>,
    /// As the script names it.
    path: String,
    /// The columns.
    columns: Arc<[Arc<Expression>]>,
    locals: Arc<Locals>,
    /// The figure and the gait that were spoken of.
    spoken_of: (Option<usize>, Option<usize>),
    /// Where the script asks for it.
    place: Span,
    /// Time from row to row (s); zero for a row each frame.
    period: f64,
    /// When it was begun (s), and how many rows it has.
    start: f64,
    rows: u64,
}

/// A value as a column or, for a list, several: name, unit, number or text.
fn cells(name: &str, datum: &Datum, out: &mut Vec<(String, String, String)>) {
    match datum {
        Datum::List(elements) => {
            for (i, element) in elements.iter().enumerate() {
                let part = match (elements.len(), i) {
                    (3, 0) => format!("{name}.x"),
                    (3, 1) => format!("{name}.y"),
                    (3, 2) => format!("{name}.z"),
                    _ => format!("{name}[{i}]"),
                };
                cells(&part, element, out);
            }
        }
        Datum::Number(number) => match &number.shown {
            Some(shown) => out.push((
                name.to_owned(),
                shown.text().to_owned(),
                shown.number(number.value).to_string(),
            )),
            None => out.push((
                name.to_owned(),
                number.dimension.si_unit(),
                number.value.to_string(),
            )),
        },
        Datum::Flag(flag) => {
            out.push((name.to_owned(), String::new(), u8::from(*flag).to_string()))
        }
        other => {
            let text = crate::lang::value::show(other);
            out.push((name.to_owned(), String::new(), text));
        }
    }
}

/// A cell as RFC 4180 has it: in quotes where it holds what separates cells.
fn quoted(cell: &str) -> String {
    if cell.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", cell.replace('"', "\"\""))
    } else {
        cell.to_owned()
    }
}

fn row<'c>(cells: impl Iterator<Item = &'c str>) -> String {
    let mut line = String::new();
    for (i, cell) in cells.enumerate() {
        let comma = if i == 0 { "" } else { "," };
        let _ = write!(line, "{comma}{}", quoted(cell));
    }
    line + "\n"
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
        let locals = Arc::new(self.locals());
        let first = self.read_columns(columns)?;
        if self.is_check() {
            return Ok(());
        }
        let unwritable = |why: std::io::Error| {
            let message = format!("cannot write `{path}`: {why}");
            let help = "paths of records are relative to the folder that the program runs in";
            Stop::from(Diagnostic::error("E065", place, message).help(help))
        };
        let mut file = BufWriter::new(File::create(self.output.join(path)).map_err(unwritable)?);
        let names =
            row(std::iter::once("time").chain(first.iter().map(|(name, ..)| name.as_str())));
        let units = row(std::iter::once("s").chain(first.iter().map(|(_, unit, _)| unit.as_str())));
        file.write_all((names + &units).as_bytes())
            .map_err(unwritable)?;
        let start = self.here().world.time;
        let spoken_of = (self.here().current, self.here().current_roach);
        self.here_mut().records.push(Record {
            file,
            path: path.to_owned(),
            columns: Arc::clone(columns),
            locals,
            spoken_of,
            place,
            period,
            start,
            rows: 0,
        });
        self.write_records(0)
    }

    fn read_columns(
        &mut self,
        columns: &[Arc<Expression>],
    ) -> Result<Vec<(String, String, String)>, Stop> {
        let mut all = vec![];
        let reader = Lookup::new(self);
        for expression in columns {
            let text = self.sources.text(expression.span);
            let name = text.split(" to ").next().unwrap_or(text).trim();
            match evaluate(expression, &reader) {
                Ok(datum) => cells(name, &datum, &mut all),
                Err(report) if reader.has_read_unknown() && report.code == "E014" => {}
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
            let due = record.start + record.period * record.rows as f64;
            if now + SAME * dt < due {
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
            let cells = self.read_columns(&columns);
            self.scopes.leave();
            self.speak_of(before.0, before.1);
            let cells = cells?;
            let time = now.to_string();
            let line =
                row(std::iter::once(time.as_str())
                    .chain(cells.iter().map(|(.., cell)| cell.as_str())));
            if let Some(record) = self.here_mut().records.get_mut(i) {
                record.rows += 1;
                if record.period > 0.0 {
                    // Rows that a longer frame has passed are not written twice.
                    let passed = ((now + SAME * dt - record.start) / record.period).floor();
                    record.rows = record.rows.max(passed as u64 + 1);
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
    /// How many rows it has, counted from the multiples of its period.
    pub(super) fn rows(&self) -> u64 {
        self.rows
    }

    /// The clock was set back to a time (s). What was written stays; rows follow from there as they did after so many. A table
    /// that was begun later goes on as if it began now.
    pub(super) fn went_back(&mut self, rows: Option<u64>, time: f64) {
        match rows {
            Some(rows) => self.rows = rows,
            None => (self.start, self.rows) = (time, 0),
        }
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
