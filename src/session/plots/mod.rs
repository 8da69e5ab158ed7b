//! Diagrams that a script draws of what happens while time passes.

mod asked;
mod footing;
mod samples;
mod walk;

pub use asked::Asked;

use super::columns::{Head, change};
use super::go::SAME;
use super::records::Rows;
use super::scope::{Locals, Lookup, Reach};
use super::{Reading, Session, Stop};
use crate::diagnostic::Diagnostic;
use crate::files::{NewFile, Output};
use crate::lang::evaluate::evaluate;
use crate::lang::syntax::Expression;
use crate::lang::value::Datum;
use crate::plot::{
    Curves, DOTS_PER_INCH, Drawing, Format, Look, Refusal, Series, curves, encode, gait, support,
};
use crate::source::Span;
use footing::FootingTrace;
use samples::Samples;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use walk::WalkTrace;

/// What a diagram shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// Values over time.
    Curves,
    /// Values over the first of them.
    Phase,
    /// When the legs of the current gait step.
    Gait,
    /// Forces of the ground on the current figure and its legs.
    Forces,
    /// What carries the current figure.
    Support,
    /// The account of the current figure's energy.
    Energy,
}

impl Subject {
    /// All of them that have a word.
    pub const WORDS: &'static [&'static str] = &["gait", "phase", "forces", "support", "energy"];

    /// The subject of a word.
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

/// The terms of the energy account that are drawn, by the panels that show them.
const ENERGY: &[(&str, &str)] = &[
    ("energy", "energy.kinetic"),
    ("energy", "energy.weight"),
    ("energy", "energy.springs"),
    ("work", "work.motors"),
    ("work", "work.dampers"),
    ("work", "work.ground"),
    ("work", "work.friction"),
    ("work", "work.numbers"),
];

/// What is to be drawn.
#[derive(Clone, Debug)]
pub(crate) struct Wanted {
    pub subject: Subject,
    /// The path of the file in the script; none where somebody else takes the drawing.
    pub path: Option<String>,
    /// Time from moment to moment (s); zero for each frame.
    pub period: f64,
    /// What was before this time (s) is not shown.
    pub from: f64,
    pub columns: Arc<[Arc<Expression>]>,
    /// Where the script asks for it, and where it names the file.
    pub head: Span,
    pub place: Span,
}

/// A diagram that grows.
#[derive(Debug)]
pub struct Plot {
    wanted: Arc<Wanted>,
    out: Option<(PathBuf, Option<NewFile>)>,
    /// The columns that it has, as at the first moment, with what their panels show.
    heads: Vec<Head>,
    groups: Vec<&'static str>,
    /// Whether the script chose the unit of each expression.
    exact: Vec<bool>,
    locals: Arc<Locals>,
    /// The figure and the gait that were spoken of.
    spoken_of: (Option<usize>, Option<usize>),
    rows: Rows,
    seen: Seen,
    /// Whether a `go` went by, in a check too.
    has_gone: bool,
    /// Whether the file shows all that was seen.
    drawn: bool,
    ended: bool,
}

/// What was seen so far.
#[derive(Debug)]
enum Seen {
    Values(Samples),
    Walk(WalkTrace),
    Footing(FootingTrace),
}

/// A column with its number now.
struct Number {
    head: Head,
    /// What its panel shows, where that is not told by names and units.
    group: &'static str,
    value: f64,
}

type Numbers = Vec<Number>;

impl Session {
    /// Begins a diagram. Nothing is drawn when the session only checks.
    ///
    /// # Errors
    /// The file has another format or cannot be written, or there is nothing to draw.
    pub(crate) fn plot(&mut self, wanted: Wanted) -> Result<(), Stop> {
        self.observe();
        let locals = Arc::new(self.locals());
        let format = wanted
            .path
            .as_deref()
            .map(|path| Format::of(Path::new(path)));
        if let Some(Err(refusal)) = format {
            return Err(refused(refusal, wanted.place));
        }
        let spoken_of = (self.here().current, self.here().current_roach);
        let seen = self.begin_seeing(&wanted)?;
        let first = self.numbers_of(&wanted)?;
        let out = match &wanted.path {
            Some(path) => Some(self.writes(path, Output::Diagram, wanted.place)?),
            None => None,
        };
        let out = match out {
            Some(path) if !self.is_check() => match NewFile::begin(&path) {
                Ok(file) => Some((path, Some(file))),
                Err(why) => {
                    let named = wanted.path.as_deref().unwrap_or_default();
                    return Err(self.unwritable(named, &why, wanted.place).into());
                }
            },
            _ => None,
        };
        if self.is_uncertain() {
            // A check does not know whether a `go` follows it.
            return Ok(());
        }
        let text_of = |e: &Arc<Expression>| self.sources.text(e.span).contains(" to ");
        let exact = wanted.columns.iter().map(text_of).collect();
        let start = self.here().world.time;
        let number = self.here().plots.len();
        self.here_mut().plots.push(Plot {
            groups: first.iter().map(|number| number.group).collect(),
            heads: first.into_iter().map(|number| number.head).collect(),
            exact,
            wanted: Arc::new(wanted),
            out,
            locals,
            spoken_of,
            rows: Rows { start, count: 0 },
            seen,
            has_gone: false,
            drawn: false,
            ended: false,
        });
        if self.is_check() {
            return Ok(());
        }
        self.see_plots(number)
    }

    fn begin_seeing(&self, wanted: &Wanted) -> Result<Seen, Stop> {
        let stage = self.here();
        let in_need = |message: &str, help: &str| {
            let report = Diagnostic::error("E085", wanted.head, message);
            Stop::from(report.help(help))
        };
        if wanted.subject == Subject::Gait {
            return match stage.roach() {
                Some(roach) => Ok(Seen::Walk(WalkTrace::new(stage, roach))),
                None => Err(in_need(
                    "a gait diagram needs a gait, and there is none",
                    "give the corpus one with `addroach NAME`",
                )),
            };
        }
        if !matches!(wanted.subject, Subject::Curves | Subject::Phase) {
            let Some(draft) = stage.draft() else {
                return Err(in_need(
                    "this diagram needs a figure, and there is none",
                    "begin one with `addcorpus NAME`",
                ));
            };
            if draft.running.is_none() {
                if draft.doubtful || draft.told {
                    return Err(Stop::Reported);
                }
                return Err(in_need(
                    "this diagram needs a figure that is put together",
                    "`corpusinit` puts it together; it comes before this line",
                ));
            }
        }
        if wanted.subject == Subject::Phase && wanted.columns.len() < 2 {
            return Err(in_need(
                "a phase portrait needs two values",
                "such as `plot phase knee.svg {tibia.q} {tibia.dq}`",
            ));
        }
        Ok(match wanted.subject {
            Subject::Support => Seen::Footing(FootingTrace::default()),
            _ => Seen::Values(Samples::default()),
        })
    }

    /// The numbers of a diagram now.
    fn numbers_of(&self, wanted: &Wanted) -> Result<Numbers, Stop> {
        match wanted.subject {
            Subject::Curves | Subject::Phase => self.expressed(&wanted.columns),
            Subject::Energy => {
                let name = self.here().draft().map(|d| d.figure.name.clone());
                let name = name.unwrap_or_default();
                let terms = ENERGY.iter().enumerate();
                let number = |(of, (group, field)): (usize, &(&'static str, &str))| {
                    let Ok(Reading::Number(value, _)) = self.quantity(&format!("{name}.{field}"))
                    else {
                        return None;
                    };
                    let short = field.rsplit('.').next().unwrap_or(field);
                    Some(number_of(of, short, "J", group, value))
                };
                Ok(terms.filter_map(number).collect())
            }
            Subject::Forces => Ok(walk::forces(self.here())),
            Subject::Gait | Subject::Support => Ok(vec![]),
        }
    }

    fn expressed(&self, columns: &[Arc<Expression>]) -> Result<Numbers, Stop> {
        let reader = Lookup::new(self);
        let mut all = vec![];
        for (of, expression) in columns.iter().enumerate() {
            let text = self.sources.text(expression.span);
            let name = text.split(" to ").next().unwrap_or(text).trim();
            match evaluate(expression, &reader) {
                Ok(datum) => {
                    if !numbers(of, name, &datum, &mut all) {
                        let message = format!("{} cannot be drawn", datum.kind());
                        let report = Diagnostic::error("E085", expression.span, message);
                        return Err(report.help("numbers, vectors and flags can").into());
                    }
                }
                Err(report) if reader.excuses(&report) => {}
                Err(report) => return Err(Stop::Mistake(report)),
            }
        }
        Ok(all)
    }

    /// A `go` begins.
    pub(super) fn plots_go(&mut self) {
        for plot in &mut self.here_mut().plots {
            plot.has_gone = true;
        }
    }

    /// Takes the moments that are due by now into the diagrams from a number on.
    pub(super) fn see_plots(&mut self, from: usize) -> Result<(), Stop> {
        let (now, dt) = (self.here().world.time, self.here().world.dt);
        let mut observed = false;
        for i in from..self.here().plots.len() {
            let Some(plot) = self.here_mut().plots.get_mut(i) else {
                break;
            };
            let due = plot.rows.start + plot.wanted.period * plot.rows.count as f64;
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
        let Some(plot) = self.here().plots.get(number) else {
            return Ok(());
        };
        let (wanted, locals) = (Arc::clone(&plot.wanted), Arc::clone(&plot.locals));
        let (corpus, roach) = plot.spoken_of;
        let before = self.speak_of(corpus, roach);
        self.scopes.enter(Reach::Event, Locals::clone(&locals));
        let numbers = self.numbers_of(&wanted);
        self.scopes.leave();
        let stage = &mut self.stages[self.stage];
        let mut plots = std::mem::take(&mut stage.plots);
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
        stage.plots = plots;
        self.speak_of(before.0, before.1);
        result
    }

    /// Draws what is not drawn yet, at the end of a script or entry. A diagram of a script that has seen nothing is a mistake; at
    /// the prompt its `go` may still come.
    pub(super) fn with_plots_drawn(
        &mut self,
        result: Result<(), Stop>,
        waits: bool,
    ) -> Result<(), Stop> {
        let mut result = result;
        if self.is_check() && result.is_err() {
            return result;
        }
        // A `go` that is mistaken itself does not count as missing.
        let waits = waits || self.has_errors();
        let before = self.stage;
        for stage in 0..self.stages.len() {
            self.stage = stage;
            for i in 0..self.here().plots.len() {
                match self.draw_plot(i, waits || result.is_err()) {
                    Ok(()) => {}
                    Err(Stop::Mistake(report)) => {
                        self.diagnostics.push(*report);
                        result = result.and(Err(Stop::Reported));
                    }
                    Err(stop) => result = result.and(Err(stop)),
                }
            }
        }
        self.stage = before;
        result
    }

    fn draw_plot(&mut self, number: usize, waits: bool) -> Result<(), Stop> {
        let is_check = self.is_check();
        let Some(plot) = self.here_mut().plots.get_mut(number) else {
            return Ok(());
        };
        let Some(path) = plot.wanted.path.clone().filter(|_| !plot.ended) else {
            return Ok(());
        };
        let (head, place) = (plot.wanted.head, plot.wanted.place);
        if !plot.has_gone {
            if waits {
                return Ok(());
            }
            plot.ended = true;
            let message = "this draws nothing: no `go` comes after it";
            let report = Diagnostic::error("E085", head, message);
            return Err(report
                .help("put it before the `go` that it is to show")
                .into());
        }
        if is_check || plot.drawn {
            return Ok(());
        }
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
            if let Some(plot) = self.here_mut().plots.get_mut(number) {
                plot.ended = true;
            }
            self.unwritable(&path, &why, place).into()
        })
    }
}

fn number_of(of: usize, name: &str, unit: &str, group: &'static str, value: f64) -> Number {
    let (name, unit) = (name.to_owned(), unit.to_owned());
    Number {
        head: Head { of, name, unit },
        group,
        value,
    }
}

fn refused(refusal: Refusal, at: Span) -> Stop {
    let report = Diagnostic::error("E085", at, refusal.message);
    report.help(refusal.help).into()
}

/// A value as numbers in the unit that it is shown in, those of a list one by one; false where it has none.
fn numbers(of: usize, name: &str, datum: &Datum, out: &mut Numbers) -> bool {
    let mut put = |unit: &str, value: f64| out.push(number_of(of, name, unit, "", value));
    match datum {
        Datum::List(elements) => {
            return elements.iter().enumerate().all(|(i, element)| {
                let part = match (elements.len(), i) {
                    (3, 0) => format!("{name}.x"),
                    (3, 1) => format!("{name}.y"),
                    (3, 2) => format!("{name}.z"),
                    _ => format!("{name}[{i}]"),
                };
                numbers(of, &part, element, out)
            });
        }
        Datum::Number(number) => match &number.shown {
            Some(shown) => put(shown.text(), shown.number(number.value)),
            None => put(&number.dimension.si_unit(), number.value),
        },
        Datum::Flag(flag) => put("", f64::from(u8::from(*flag))),
        Datum::Text(_) | Datum::Range(_) => return false,
    }
    true
}

impl Plot {
    /// Takes the numbers of a moment.
    fn take(&mut self, now: f64, numbers: Numbers) -> Result<(), Stop> {
        let heads = || numbers.iter().map(|number| &number.head);
        if !heads().eq(&self.heads) {
            self.ended = true;
            let count = self.wanted.columns.len();
            let found = (0..count).find_map(|of| {
                let before: Vec<&Head> = self.heads.iter().filter(|h| h.of == of).collect();
                let after: Vec<&Head> = heads().filter(|h| h.of == of).collect();
                Some((of, change(&before, &after)?))
            });
            let Some((of, message)) = found else {
                return Ok(());
            };
            let column = self.wanted.columns.get(of);
            let span = column.map_or(self.wanted.place, |column| column.span);
            let report = Diagnostic::error("E014", span, message);
            let report = report.note(self.wanted.head, "the diagram ends here");
            return Err(report.help("a curve keeps its unit").into());
        }
        if let Seen::Values(samples) = &mut self.seen {
            let row: Vec<f64> = numbers.iter().map(|number| number.value).collect();
            samples.take(now, &row);
        }
        Ok(())
    }

    /// What was seen of values: the times and the columns, those of a phase portrait over the first.
    #[must_use]
    pub fn curves(&self) -> Option<Curves> {
        let Seen::Values(samples) = &self.seen else {
            return None;
        };
        let columns = samples
            .columns
            .iter()
            .zip(self.heads.iter().zip(&self.groups));
        let series = |(values, (head, group)): (&Vec<f64>, (&Head, &&str))| Series {
            exact: self.exact.get(head.of).copied().unwrap_or_default(),
            group: (*group).to_owned(),
            ..Series::new(&head.name, &head.unit, values.clone())
        };
        let mut values: Vec<Series> = columns.map(series).collect();
        let phase = self.wanted.subject == Subject::Phase;
        let over = match phase && !values.is_empty() {
            true => values.remove(0),
            false => Series::new("time", "s", samples.times.clone()),
        };
        Some(Curves {
            over,
            values,
            phase,
        })
    }

    /// What was seen of a gait.
    #[must_use]
    pub fn walk(&self) -> Option<crate::plot::Walk> {
        match &self.seen {
            Seen::Walk(trace) => Some(trace.walk()),
            _ => None,
        }
    }

    /// Draws what was seen.
    ///
    /// # Errors
    /// That is nothing, or there is no room for it.
    pub fn drawing(&self, look: &Look) -> Result<Drawing, Refusal> {
        match &self.seen {
            Seen::Values(_) => curves(&self.curves().unwrap_or_default(), look),
            Seen::Walk(trace) => gait(&trace.walk(), look),
            Seen::Footing(trace) => support(&trace.whole(), look),
        }
    }

    /// Rows follow on a clock that was set on by a time (s).
    pub(super) fn shift_clock(&mut self, by: f64) {
        self.rows.start += by;
    }

    /// The clock was set back to a time (s): what was seen after that is forgotten.
    pub(super) fn went_back(&mut self, time: f64) {
        self.drawn = false;
        let (start, period) = (self.rows.start, self.wanted.period);
        self.rows = match start <= time && period > 0.0 {
            true => Rows {
                start,
                count: ((time - start) / period - SAME).ceil().max(0.0) as u64,
            },
            false => Rows {
                start: start.min(time),
                count: 0,
            },
        };
        match &mut self.seen {
            Seen::Values(samples) => samples.forget_after(time),
            Seen::Walk(trace) => trace.forget_after(time),
            Seen::Footing(trace) => trace.forget_after(time),
        }
    }
}

#[cfg(test)]
mod tests;
