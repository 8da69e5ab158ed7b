//! Tables written by a script while time passes.

use super::columns::{Cells, Head, cell, cells, guarded, row};
use super::{Record, Session, Stop};
use crate::files::Output;
use crate::lang::syntax::Expression;
use crate::run::{Rows, SAME, TableFile};
use crate::session::measurements::{self, Purpose};
use crate::session::values;
use crate::source::Span;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Begins a table. Nothing is written when the session only checks.
///
/// # Errors
/// An expression without a value, or a file that cannot be written.
pub(crate) fn start(
    session: &mut Session,
    path: &str,
    period: f64,
    columns: &Arc<[Arc<Expression>]>,
    place: Span,
) -> Result<(), Stop> {
    session.observe();
    let environment = session.environment();
    let composed = columns.iter();
    let composed = composed.map(|column| session.composed_in(&environment, column));
    let composed = composed.collect();
    let first = read_columns(session, columns)?;
    let out = session.file_access().writes(path, Output::Record, place)?;
    session.write_effect(|session| {
        let heads: Vec<Head> = first.into_iter().map(|(head, _)| head).collect();
        let guarded: Vec<String> = heads.iter().map(|head| guarded(&head.name)).collect();
        let names = std::iter::once("time").chain(guarded.iter().map(String::as_str));
        let units = std::iter::once("s").chain(heads.iter().map(|head| head.unit.as_str()));
        let top = row(names) + &row(units);
        let file = TableFile::begin(&out, &top);
        let file = file.map_err(|why| session.files.unwritable(path, &why, place))?;
        let stage = session.here_mut();
        let (start, number) = (stage.world.time, stage.outputs.records.len());
        stage.outputs.records.push(Record {
            file,
            path: path.to_owned(),
            columns: composed,
            heads,
            ended: false,
            environment,
            place,
            period,
            rows: Rows { start, count: 0 },
            first: String::new(),
        });
        // Only its own first row: the others have theirs.
        write_rows(session, number)
    })
}

fn read_columns(session: &mut Session, columns: &[Arc<Expression>]) -> Result<Cells, Stop> {
    let mut all = vec![];
    for (of, (name, datum)) in values::of_columns(session, columns)?.iter().enumerate() {
        cells(of, name, datum, &mut all);
    }
    Ok(all)
}

/// Writes the rows that are due by now, of the tables from a number on: at the first frame at or after each multiple of the
/// period, so that writing does not affect the motion.
pub(super) fn write_rows(session: &mut Session, from: usize) -> Result<(), Stop> {
    let (now, dt) = (session.here().world.time, session.here().world.dt);
    let mut observed = false;
    for i in from..session.here().outputs.records.len() {
        let Some(record) = session.here().outputs.records.get(i) else {
            break;
        };
        if record.ended || now + SAME * dt < record.rows.due(record.period) {
            continue;
        }
        if !observed {
            session.observe();
            observed = true;
        }
        let (columns, environment) = match session.here().outputs.records.get(i) {
            Some(r) => (Arc::clone(&r.columns), r.environment.clone()),
            None => break,
        };
        let cells = session.within(&environment, |session| {
            for column in columns.iter() {
                measurements::record(session, |values| values.value(Purpose::Recorded, column));
            }
            read_columns(session, &columns)
        })?;
        let record = session.here_mut().outputs.records.get_mut(i);
        if let Some(report) = record.and_then(|record| record.misfit(&cells)) {
            return Err(report.into());
        }
        let time = cell(now);
        let texts = cells.iter().map(|(_, text)| text.as_str());
        let line = row(std::iter::once(time.as_str()).chain(texts));
        if let Some(record) = session.here_mut().outputs.records.get_mut(i) {
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
            end_on_error(session, i, put)?;
        }
    }
    Ok(())
}

/// Writes all pending rows to the files, at the end of a `go`.
pub(super) fn flush(session: &mut Session) -> Result<(), Stop> {
    (0..session.here().outputs.records.len()).try_for_each(|i| {
        let record = session.here_mut().outputs.records.get_mut(i);
        let flushed = record.map_or(Ok(()), |record| record.file.flush());
        end_on_error(session, i, flushed)
    })
}

/// Returns the file with the rows so far of a table that this run writes.
///
/// # Errors
/// They cannot be written.
pub(super) fn rows_so_far(session: &mut Session, path: &Path) -> Result<Option<PathBuf>, Stop> {
    for i in 0..session.here().outputs.records.len() {
        let Some(record) = session.here_mut().outputs.records.get_mut(i) else {
            continue;
        };
        if !record.file.is_at(path) {
            continue;
        }
        match record.file.so_far() {
            Ok(file) => return Ok(Some(file)),
            Err(why) => end_on_error(session, i, Err(why))?,
        }
    }
    Ok(None)
}

/// Completes the tables of all worlds and renames them, at the end of a script, with or without an error.
pub(super) fn complete_all(session: &mut Session, result: Result<(), Stop>) -> Result<(), Stop> {
    let mut result = result;
    let before = session.stage;
    for stage in 0..session.stages.len() {
        session.stage = stage;
        for i in 0..session.here().outputs.records.len() {
            let record = session.here_mut().outputs.records.get_mut(i);
            let put = record.map_or(Ok(()), |record| record.file.put_in_place());
            let put = end_on_error(session, i, put);
            result = session.diagnostics.with_end(result, put);
        }
    }
    session.stage = before;
    result
}

/// Reports a table that cannot be written, and ends it.
fn end_on_error(
    session: &mut Session,
    number: usize,
    put: std::io::Result<()>,
) -> Result<(), Stop> {
    let (Err(why), Some(record)) = (put, session.here_mut().outputs.records.get_mut(number)) else {
        return Ok(());
    };
    record.ended = true;
    let (path, place) = (record.path.clone(), record.place);
    let kept = record.file.give_up();
    let report = session.files.unwritable(&path, &why, place);
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
