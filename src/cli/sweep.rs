//! `corpus sweep`: runs a script with many parameters, and writes a table of the results.

use super::failure::{Exit, Failure, unwritable, usage};
use super::play::asked_for;
use super::report::show_findings;
use super::run::writable;
use super::values::positive;
use crate::diagnostic::quote;
use crate::files::{self, NewFile, read_text};
use crate::record::counted;
use crate::runs::{Choice, Ended, Form, Limits, Points, Row, Script, Table, Unfit, in_order, run};
use crate::session::Session;
use crate::stop::StopSignal;
use crate::terminal::{Given, Interrupt, Reading, SCRIPT_FAULT, bar, reason, say_drawn, tell_line};
use clap::Args;
use indicatif::ProgressBar;
use std::collections::BTreeMap;
use std::io::Write;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Arguments of `corpus sweep`.
#[derive(Args, Debug)]
pub(super) struct Sweep {
    /// The script.
    pub script: PathBuf,
    #[command(flatten)]
    pub given: Given<Reading>,
    /// Make N runs with parameters at random, instead of all combinations: any numbers between the ends of a range; whole ones of a
    /// range with a count, as in `-D seed=1..20:20`.
    #[arg(long, value_name = "N", conflicts_with = "sobol", value_parser = clap::value_parser!(u32).range(1..))]
    pub random: Option<u32>,
    /// Make N runs with parameters of a Sobol sequence, which fills the space more evenly than random ones; up to 65536.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=65536))]
    pub sobol: Option<u32>,
    /// Seed of --random and --sobol.
    #[arg(long, default_value_t = 1, value_name = "SEED")]
    pub seed: u32,
    #[command(flatten)]
    pub effort: Effort,
    /// Write the table to a file, whose name ends with .csv, or with .jsonl for a JSON object with more details on each line [default: CSV on
    /// standard output].
    #[arg(long, short, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Continue the table in the file of --out, which an interrupted sweep of the same script and parameters has left.
    #[arg(long, requires = "out")]
    pub resume: bool,
    /// Print errors only, and no progress.
    #[arg(long, short)]
    pub quiet: bool,
}

/// How many runs are made at once, and how long each may be.
#[derive(Args, Debug)]
pub(super) struct Effort {
    /// Number of threads [default: one for each processor].
    #[arg(long, value_name = "N")]
    pub threads: Option<NonZeroUsize>,
    /// Most time of a run by the clock, in seconds. Which runs reach it depends on the machine.
    #[arg(long, value_name = "S", value_parser = positive)]
    pub seconds: Option<f64>,
    /// Most evaluations of a run; a frame without any counts as one, and so do some thirty lines of the script.
    #[arg(long, value_name = "N")]
    pub evaluations: Option<u64>,
}

impl Effort {
    /// Returns the number of threads.
    pub fn threads(&self) -> usize {
        let all = || std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        self.threads.unwrap_or_else(all).get()
    }

    /// Returns the limits of each run, which `stop` ends too.
    pub fn limits(&self, stop: &Arc<AtomicBool>) -> Limits {
        let stop = Arc::clone(stop);
        Limits {
            seconds: self.seconds,
            evaluations: self.evaluations,
            stop: StopSignal::new(move || stop.load(Ordering::Relaxed)),
        }
    }
}

/// Shows why a script cannot be run.
pub(super) fn refused(why: Unfit, script: &Path) -> Failure {
    match why {
        Unfit::Unreadable(why) => {
            let shown = script.display();
            usage(format!("cannot read {shown}: {}", reason(&why)))
        }
        Unfit::Values(why) => usage(why),
        Unfit::Mistaken(session) => {
            show_findings(&session, &[]);
            SCRIPT_FAULT.into()
        }
    }
}

/// Shows what the check of a script has found.
pub(super) fn show_checked(session: &Session, quiet: bool) -> Result<(), Failure> {
    if !quiet {
        show_findings(session, &[]);
    }
    asked_for(session)?;
    Ok(())
}

/// Shows how many runs are done, and how long the others will take, if standard error is a terminal.
pub(super) fn progress(runs: usize, done: usize, quiet: bool) -> ProgressBar {
    let bar = bar(quiet, "{bar:30} {pos}/{len} runs | {eta} left {msg}");
    bar.set_length(runs as u64);
    bar.set_position(done as u64);
    bar.reset_eta();
    bar
}

/// Passes a signal on to the runs in progress, which end at their next frame.
pub(super) fn hear(interrupt: &Interrupt, stop: &Arc<AtomicBool>) {
    interrupt.be_patient(1);
    let (heard, stop) = (interrupt.clone(), Arc::clone(stop));
    std::thread::spawn(move || {
        while !heard.is_set() {
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
        stop.store(true, Ordering::Relaxed);
    });
}

/// The place to which the table goes.
enum Sink<'p> {
    Output,
    File(&'p Path, Box<NewFile>, u64),
}

impl Sink<'_> {
    /// Writes whole lines at once; a line that the disk has no room for is removed.
    fn write(&mut self, text: &str) -> Result<(), Failure> {
        match self {
            Sink::Output => say_drawn(text),
            Sink::File(path, file, length) => {
                if let Err(why) = file.write_all(text.as_bytes()) {
                    file.cut(*length);
                    return Err(unwritable("", path, &why));
                }
                *length += text.len() as u64;
            }
        }
        Ok(())
    }
}

pub(super) fn sweep(job: &Sweep) -> Exit {
    let form = match &job.out {
        None => Form::Csv,
        Some(path) => Form::of(path).ok_or_else(|| {
            usage(format!(
                "cannot write {}: the name of a table ends with .csv or .jsonl",
                path.display()
            ))
        })?,
    };
    let interrupt = Interrupt::listen(0);
    let choice = match (job.random, job.sobol) {
        (Some(count), _) => Choice::Random(count as usize, job.seed),
        (_, Some(count)) => Choice::Sobol(count as usize, job.seed),
        _ => Choice::Grid,
    };
    let mut script = Script::new(&job.script);
    let trust = &job.given.trust;
    trust.allow(&mut script.access, &mut script.largest);
    let stop = Arc::new(AtomicBool::new(false));
    let limits = job.effort.limits(&stop);
    let planned = script.plan(&job.given.values, choice, &limits);
    let (points, session) = planned.map_err(|why| refused(why, &job.script))?;
    show_checked(&session, job.quiet)?;
    drop(session);
    let unreached: Vec<String> = script.unreached_results().collect();
    if !unreached.is_empty() && !job.quiet {
        tell_line!(
            "{}: none of the checked runs reaches the line of {}; a CSV table gets no column for it",
            job.script.display(),
            unreached.join(", ")
        );
    } else if script.results.is_empty() && !job.quiet {
        tell_line!(
            "{} gives no results: `result NAME = VALUE` adds a column to the table",
            job.script.display()
        );
    }
    let table = Table::new(form, &script, &points).map_err(usage)?;
    let (mut sink, first) = begin(job, &table, &points)?;
    if first == points.count() {
        if !job.quiet {
            tell_line!("the table has all {}", counted(first as u64, "row"));
        }
        return Ok(0);
    }
    hear(&interrupt, &stop);
    let bar = progress(points.count(), first, job.quiet);
    let mut seen = Seen::default();
    let (mut failed, mut lost) = (None, None);
    in_order(
        first..points.count(),
        job.effort.threads(),
        &stop,
        |number| run(&script, &points.point(number), &limits),
        |number, row| {
            if row.ended == Ended::Stopped {
                return ControlFlow::Break(());
            }
            let line = table.line(number, &row);
            let mut written = Ok(());
            bar.suspend(|| written = sink.write(&line));
            if let Err(failure) = written {
                failed = Some(failure);
                return ControlFlow::Break(());
            }
            bar.inc(1);
            seen.add(&row);
            lost = lost.take().or_else(|| table.lacks(&row));
            ControlFlow::Continue(())
        },
    );
    bar.finish_and_clear();
    if let Some(failure) = failed {
        return Err(failure);
    }
    let done = first + seen.rows;
    if interrupt.is_set() {
        tell_line!(
            "interrupted after {done} of {}",
            counted(points.count() as u64, "run")
        );
        return Ok(interrupt.status());
    }
    if done < points.count() {
        return Err(usage("a run failed: this is a fault of corpus"));
    }
    if seen.rows == seen.broken && first == 0 {
        let (runs, first) = (counted(seen.rows as u64, "run"), &seen.first);
        let why = format!("none of {runs} reached the end of the script; the first: {first}");
        return Err(Failure::new(SCRIPT_FAULT, why));
    }
    if let Some(name) = lost {
        tell_line!(
            "the table has no column for the result {}, which none of the checked runs gives; a .jsonl table has it",
            quote(&name)
        );
    }
    seen.tell(job.quiet);
    Ok(0)
}

/// Begins the table or continues it; gives the number of the first run that is not in it.
fn begin<'j>(job: &'j Sweep, table: &Table, points: &Points) -> Result<(Sink<'j>, usize), Failure> {
    let Some(path) = job.out.as_deref() else {
        say_drawn(&table.head());
        return Ok((Sink::Output, 0));
    };
    let mut text = String::new();
    if path.is_file() {
        let shown = path.display();
        text = read_text(path, files::LARGEST)
            .map_err(|why| usage(format!("cannot read {shown}: {}", reason(&why))))?;
        if !job.resume && !text.is_empty() {
            return Err(usage(format!(
                "{shown} exists: `--resume` continues it; or remove it, or choose another name"
            )));
        }
    }
    writable(path)?;
    let kept = table.kept(&text, points).map_err(|why| {
        let shown = path.display();
        usage(format!(
            "cannot continue {shown}: {why}; remove it, or choose another name"
        ))
    })?;
    text.truncate(kept.bytes);
    if !kept.has_head || text.is_empty() {
        text = table.head();
    }
    let begun = NewFile::begin(path).and_then(|mut file| {
        file.write_all(text.as_bytes())?;
        file.put_in_place()?;
        Ok(file)
    });
    let file = begun.map_err(|why| unwritable("", path, &why))?;
    let sink = Sink::File(path, Box::new(file), text.len() as u64);
    Ok((sink, kept.rows))
}

/// What the user is told after all runs.
#[derive(Default)]
pub(super) struct Seen {
    rows: usize,
    /// Runs that did not reach the end of the script.
    broken: usize,
    /// Reason of the first of these.
    pub first: String,
    /// Runs with failed expectations.
    failed: usize,
    /// Runs with a warning, by its code.
    warned: BTreeMap<&'static str, usize>,
    has_discarded: bool,
}

impl Seen {
    pub fn add(&mut self, row: &Row) {
        self.rows += 1;
        self.has_discarded |= row.has_discarded;
        for code in row.warnings.keys() {
            *self.warned.entry(code).or_default() += 1;
        }
        match row.ended {
            Ended::Done => {}
            Ended::Failed => self.failed += 1,
            _ => {
                self.broken += 1;
                if self.first.is_empty() {
                    self.first = row.broken().to_owned();
                }
            }
        }
    }

    pub fn tell(&self, quiet: bool) {
        if quiet {
            return;
        }
        if self.has_discarded {
            tell_line!("the script writes files; in many runs they are left out");
        }
        let mut told = counted(self.rows as u64, "run");
        if self.failed > 0 {
            told += &format!(", {} with failed expectations", self.failed);
        }
        for (code, count) in &self.warned {
            told += &format!(", {count} with the warning {code}");
        }
        if self.broken > 0 {
            told += &format!(
                ", {} that did not reach the end of the script (the first: {})",
                self.broken, self.first
            );
        }
        tell_line!("{told}");
    }
}
