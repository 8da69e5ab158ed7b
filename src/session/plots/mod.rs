//! Diagrams drawn by a script over time.

mod asked;
mod diagram;
mod numbers;

pub use asked::Asked;

use super::columns::Head;
use super::{Environment, Session, Stop};
use crate::diagnostic::Diagnostic;
use crate::files::{NewFile, Output};
use crate::lang::syntax::Expression;
use crate::plot::{DOTS_PER_INCH, Format, Look, Refusal, encode};
use crate::run::{FootingTrace, Rows, SAME, Samples, WalkTrace};
use crate::source::Span;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Subject of a diagram.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// Values over time.
    Curves,
    /// Values over the first of these values.
    Phase,
    /// Steps of the legs of the current gait.
    Gait,
    /// Forces of the ground on the current figure and its legs.
    Forces,
    /// Support of the current figure.
    Support,
    /// Energy account of the current figure.
    Energy,
}

impl Subject {
    /// Words of all subjects that have one.
    pub const WORDS: &'static [&'static str] = &["gait", "phase", "forces", "support", "energy"];

    /// Returns the subject of a word.
    #[must_use]
    pub fn of_word(word: &str) -> Option<Self> {
        match word {
            "gait" => Some(Subject::Gait),
            "phase" => Some(Subject::Phase),
            "forces" => Some(Subject::Forces),
            "support" => Some(Subject::Support),
            "energy" => Some(Subject::Energy),
            _ => None,
        }
    }
}

/// Request for a diagram.
#[derive(Clone, Debug)]
pub(crate) struct Wanted {
    pub subject: Subject,
    /// Path of the file in the script; none if the diagram is not drawn to a file.
    pub path: Option<String>,
    /// Time between samples (s); zero for each frame.
    pub period: f64,
    /// Start of the shown interval (s).
    pub from: f64,
    pub columns: Arc<[Arc<Expression>]>,
    /// Source positions of the command and of the file name.
    pub head: Span,
    pub place: Span,
}

/// A diagram in progress.
#[derive(Debug)]
pub struct Plot {
    wanted: Arc<Wanted>,
    out: Option<(PathBuf, Option<NewFile>)>,
    /// Its columns at the first sample, with the headings of their panels.
    heads: Vec<Head>,
    groups: Vec<&'static str>,
    /// Whether the script chose the unit of each expression.
    exact: Vec<bool>,
    /// Environment of its command.
    environment: Environment,
    rows: Rows,
    seen: Seen,
    /// Whether there was a `go`, also in a check.
    has_gone: bool,
    /// Whether the file shows all samples.
    drawn: bool,
    ended: bool,
}

/// Samples so far.
#[derive(Debug)]
enum Seen {
    Values(Samples),
    Walk(WalkTrace),
    Footing(FootingTrace),
}

impl Session {
    /// Starts a diagram. Draws nothing when the session only checks.
    ///
    /// # Errors
    /// The file has another format or cannot be written, or there is nothing to draw.
    pub(crate) fn plot(&mut self, wanted: Wanted) -> Result<(), Stop> {
        self.observe();
        let environment = self.environment();
        let format = wanted
            .path
            .as_deref()
            .map(|path| Format::of(Path::new(path)));
        if let Some(Err(refusal)) = format {
            return Err(refused(refusal, wanted.place));
        }
        let seen = self.begin_seeing(&wanted)?;
        let first = self.numbers_of(&wanted)?;
        let out = match &wanted.path {
            Some(path) => Some(self.writes(path, Output::Diagram, wanted.place)?),
            None => None,
        };
        let mut begun = None;
        if let Some(path) = out {
            self.effect(|session| {
                let file = NewFile::begin(&path).map_err(|why| {
                    let named = wanted.path.as_deref().unwrap_or_default();
                    session.unwritable(named, &why, wanted.place)
                })?;
                begun = Some((path, Some(file)));
                Ok(())
            })?;
        }
        if self.check.is_uncertain() {
            // A check does not know whether a `go` follows it.
            return Ok(());
        }
        let text_of = |e: &Arc<Expression>| self.sources.text(e.span).contains(" to ");
        let exact = wanted.columns.iter().map(text_of).collect();
        let start = self.here().world.time;
        let number = self.here().outputs.plots.len();
        self.here_mut().outputs.plots.push(Plot {
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
        self.effect(|session| session.see_plots(number))
    }

    fn begin_seeing(&self, wanted: &Wanted) -> Result<Seen, Stop> {
        let stage = self.here();
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
                if draft.doubtful || draft.reported {
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
    pub(super) fn plots_go(&mut self) {
        for plot in &mut self.here_mut().outputs.plots {
            plot.has_gone = true;
        }
    }

    /// Adds the samples that are due by now to the diagrams from a number on.
    pub(super) fn see_plots(&mut self, from: usize) -> Result<(), Stop> {
        let (now, dt) = (self.here().world.time, self.here().world.dt);
        let mut observed = false;
        for i in from..self.here().outputs.plots.len() {
            let Some(plot) = self.here_mut().outputs.plots.get_mut(i) else {
                break;
            };
            let due = plot.rows.due(plot.wanted.period);
            if plot.ended || now + SAME * dt < due.max(plot.wanted.from) {
                continue;
            }
            plot.rows.pass(now + SAME * dt, plot.wanted.period);
            plot.drawn = false;
            if !observed {
                self.observe();
                observed = true;
            }
            self.see_plot(i, now)?;
        }
        Ok(())
    }

    fn see_plot(&mut self, number: usize, now: f64) -> Result<(), Stop> {
        let Some(plot) = self.here().outputs.plots.get(number) else {
            return Ok(());
        };
        let (wanted, environment) = (Arc::clone(&plot.wanted), plot.environment.clone());
        self.within(&environment, |session| session.see(&wanted, number, now))
    }

    fn see(&mut self, wanted: &Wanted, number: usize, now: f64) -> Result<(), Stop> {
        let numbers = self.numbers_of(wanted);
        let stage = &mut self.stages[self.stage];
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
    pub(super) fn with_plots_drawn(
        &mut self,
        result: Result<(), Stop>,
        waits: bool,
    ) -> Result<(), Stop> {
        let mut result = result;
        if result.is_err() && self.mode.continues_after_errors() {
            // The lines that it needs may be among the faulty ones.
            return result;
        }
        // After a faulty `go`, a missing one is not reported.
        let waits = waits || self.has_errors();
        let before = self.stage;
        for stage in 0..self.stages.len() {
            self.stage = stage;
            for i in 0..self.here().outputs.plots.len() {
                let drawn = self.draw_plot(i, waits || result.is_err());
                result = self.with_end(result, drawn);
            }
        }
        self.stage = before;
        result
    }

    fn draw_plot(&mut self, number: usize, waits: bool) -> Result<(), Stop> {
        let Some(plot) = self.here_mut().outputs.plots.get_mut(number) else {
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
        self.effect(|session| session.write_plot(number))
    }

    fn write_plot(&mut self, number: usize) -> Result<(), Stop> {
        let Some(plot) = self.here_mut().outputs.plots.get_mut(number) else {
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
            if let Some(plot) = self.here_mut().outputs.plots.get_mut(number) {
                plot.ended = true;
            }
            self.unwritable(&path, &why, place).into()
        })
    }
}

fn refused(refusal: Refusal, at: Span) -> Stop {
    let report = Diagnostic::error("E085", at, refusal.message);
    report.help(refusal.help).into()
}

#[cfg(test)]
mod tests;
