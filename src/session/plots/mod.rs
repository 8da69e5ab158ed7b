//! Diagrams drawn by a script over time.

mod asked;
mod diagram;
mod numbers;
mod plot;

pub use asked::asked_plot;
pub(in crate::session) use asked::start_requested;
use plot::Seen;
pub(crate) use plot::Wanted;
pub use plot::{Asked, Plot, Subject};

use super::{Session, Stop};
use crate::diagnostic::Diagnostic;
use crate::files::{NewFile, Output};
use crate::lang::syntax::Expression;
use crate::plot::{DOTS_PER_INCH, Format, Look, Refusal, encode};
use crate::run::{FootingTrace, Rows, SAME, Samples, WalkTrace};
use crate::source::Span;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;

/// Starts a diagram. Draws nothing when the session only checks.
///
/// # Errors
/// The file has another format or cannot be written, or there is nothing to draw.
pub(crate) fn start(session: &mut Session, wanted: Wanted) -> Result<(), Stop> {
    session.observe();
    let environment = session.environment();
    let format = wanted
        .path
        .as_deref()
        .map(|path| Format::of(Path::new(path)));
    if let Some(Err(refusal)) = format {
        return Err(refused(refusal, wanted.place));
    }
    let seen = begin_seeing(session, &wanted)?;
    let first = numbers::now(session, &wanted)?;
    let out = match &wanted.path {
        Some(path) => Some(
            session
                .file_access()
                .writes(path, Output::Diagram, wanted.place)?,
        ),
        None => None,
    };
    if session.files.discards {
        return Ok(());
    }
    let mut begun = None;
    if let Some(path) = out {
        session.effect(|session| {
            let file = NewFile::begin(&path).map_err(|why| {
                let named = wanted.path.as_deref().unwrap_or_default();
                session.files.unwritable(named, &why, wanted.place)
            })?;
            begun = Some((path, Some(file)));
            Ok(())
        })?;
    }
    if session.check.is_uncertain() {
        // A check does not know whether a `go` follows it.
        return Ok(());
    }
    let text_of = |e: &Arc<Expression>| session.sources.text(e.span).contains(" to ");
    let exact = wanted.columns.iter().map(text_of).collect();
    let start = session.here().world.time;
    let number = session.here().outputs.plots.len();
    session.here_mut().outputs.plots.push(Plot {
        groups: first.iter().map(|number| number.group).collect(),
        heads: first.into_iter().map(|number| number.head).collect(),
        exact,
        wanted: Arc::new(wanted),
        out: begun,
        environment,
        rows: Rows { start, count: 0 },
        seen,
        has_gone: false,
        drawn: false,
        ended: false,
    });
    session.effect(|session| sample(session, number))
}

fn begin_seeing(session: &Session, wanted: &Wanted) -> Result<Seen, Stop> {
    let stage = session.here();
    let in_need = |message: &str, help: &str| {
        let report = Diagnostic::error("E085", wanted.head, message);
        Stop::from(report.help(help))
    };
    if wanted.subject == Subject::Gait {
        return match stage.definitions.roach() {
            Some(roach) => Ok(Seen::Walk(WalkTrace::new(stage, roach))),
            None => Err(in_need(
                "a gait diagram needs a gait, and there is none",
                "add one with `gait NAME`",
            )),
        };
    }
    if !matches!(wanted.subject, Subject::Curves | Subject::Phase) {
        let Some(draft) = stage.definitions.draft() else {
            return Err(in_need(
                "this diagram needs a figure, and there is none",
                "start one with `addcorpus NAME`",
            ));
        };
        if draft.running.is_none() {
            if draft.is_faulty() {
                return Err(Stop::Reported);
            }
            return Err(in_need(
                "this diagram needs an assembled figure",
                "run `corpusinit` before this line",
            ));
        }
    }
    if wanted.subject == Subject::Phase && wanted.columns.len() < 2 {
        return Err(in_need(
            "a phase portrait needs two values",
            "for example `plot phase knee.svg {tibia.q} {tibia.dq}`",
        ));
    }
    Ok(match wanted.subject {
        Subject::Support => Seen::Footing(FootingTrace::default()),
        _ => Seen::Values(Samples::default()),
    })
}

/// Prepares for a `go`.
pub(super) fn prepare(session: &mut Session) {
    for plot in &mut session.here_mut().outputs.plots {
        plot.has_gone = true;
    }
}

/// Adds the samples that are due by now to the diagrams from a number on.
pub(super) fn sample(session: &mut Session, from: usize) -> Result<(), Stop> {
    let (now, dt) = (session.here().world.time, session.here().world.dt);
    let mut observed = false;
    for i in from..session.here().outputs.plots.len() {
        let Some(plot) = session.here_mut().outputs.plots.get_mut(i) else {
            break;
        };
        let due = plot.rows.due(plot.wanted.period);
        if plot.ended || now + SAME * dt < due.max(plot.wanted.from) {
            continue;
        }
        plot.rows.pass(now + SAME * dt, plot.wanted.period);
        plot.drawn = false;
        if !observed {
            session.observe();
            observed = true;
        }
        see_plot(session, i, now)?;
    }
    Ok(())
}

fn see_plot(session: &mut Session, number: usize, now: f64) -> Result<(), Stop> {
    let Some(plot) = session.here().outputs.plots.get(number) else {
        return Ok(());
    };
    let (wanted, environment) = (Arc::clone(&plot.wanted), plot.environment.clone());
    session.within(&environment, |session| see(session, &wanted, number, now))
}

fn see(session: &mut Session, wanted: &Wanted, number: usize, now: f64) -> Result<(), Stop> {
    let numbers = numbers::now(session, wanted);
    let stage = &mut session.stages[session.stage];
    let mut plots = std::mem::take(&mut stage.outputs.plots);
    let result = match plots.get_mut(number) {
        Some(plot) => numbers.and_then(|numbers| {
            match &mut plot.seen {
                Seen::Walk(trace) => trace.see(stage, now),
                Seen::Footing(trace) => trace.see(stage, now),
                Seen::Values(_) => return plot.take(now, numbers),
            }
            Ok(())
        }),
        None => Ok(()),
    };
    stage.outputs.plots = plots;
    result
}

/// Draws pending diagrams at the end of a script or entry. In a script, a diagram without samples is an error; at the
/// prompt a `go` may still follow.
pub(super) fn draw_all(
    session: &mut Session,
    result: Result<(), Stop>,
    waits: bool,
) -> Result<(), Stop> {
    let mut result = result;
    if result.is_err() && session.mode.continues_after_errors() {
        // The lines that it needs may be among the faulty ones.
        return result;
    }
    // After a faulty `go`, a missing one is not reported.
    let waits = waits || session.has_errors();
    let before = session.stage;
    for stage in 0..session.stages.len() {
        session.stage = stage;
        for i in 0..session.here().outputs.plots.len() {
            let drawn = draw_plot(session, i, waits || result.is_err());
            result = session.diagnostics.with_end(result, drawn);
        }
    }
    session.stage = before;
    result
}

fn draw_plot(session: &mut Session, number: usize, waits: bool) -> Result<(), Stop> {
    let Some(plot) = session.here_mut().outputs.plots.get_mut(number) else {
        return Ok(());
    };
    if plot.wanted.path.is_none() || plot.ended {
        return Ok(());
    }
    let head = plot.wanted.head;
    if !plot.has_gone {
        if waits {
            return Ok(());
        }
        plot.ended = true;
        let message = "this diagram is empty: no `go` comes after it";
        let help = "write this line before the `go` that it should record";
        return Err(Stop::mistake("E085", head, message, help));
    }
    session.effect(|session| write_plot(session, number))
}

fn write_plot(session: &mut Session, number: usize) -> Result<(), Stop> {
    let Some(plot) = session.here_mut().outputs.plots.get_mut(number) else {
        return Ok(());
    };
    let Some(path) = plot.wanted.path.clone().filter(|_| !plot.drawn) else {
        return Ok(());
    };
    let (head, place) = (plot.wanted.head, plot.wanted.place);
    plot.drawn = true;
    let made = plot.drawing(&Look::default()).and_then(|drawing| {
        let format = Format::of(Path::new(&path))?;
        encode(&drawing, format, DOTS_PER_INCH)
    });
    let bytes = made.map_err(|refusal| refused(refusal, head))?;
    let Some((out, file)) = &mut plot.out else {
        return Ok(());
    };
    let begun = file.take().map_or_else(|| NewFile::begin(out), Ok);
    let written = begun.and_then(|mut file| {
        file.write_all(&bytes)?;
        file.put_in_place()
    });
    written.map_err(|why| {
        if let Some(plot) = session.here_mut().outputs.plots.get_mut(number) {
            plot.ended = true;
        }
        session.files.unwritable(&path, &why, place).into()
    })
}

fn refused(refusal: Refusal, at: Span) -> Stop {
    let report = Diagnostic::error("E085", at, refusal.message);
    report.help(refusal.help).into()
}

#[cfg(test)]
mod tests;
