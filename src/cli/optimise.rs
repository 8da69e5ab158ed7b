//! `corpus optimise`: searches for the parameters with which a script gives the best result.

use super::failure::{Exit, Failure, unwritable, usage};
use super::run::writable;
use super::sweep::{Effort, Seen, checked, hear, progress};
use crate::files::{self, Output, Unreadable, inert_json, read_text};
use crate::lang::units::parse_unit;
use crate::optimise::{Found, Goal, Search, State, Step};
use crate::record::counted;
use crate::runs::{Column, Script};
use crate::session::{digits, rounded};
use crate::terminal::{Given, Interrupt, Reading, SCRIPT_FAULT, reason, say_line, tell_line};
use clap::Args;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Arguments of `corpus optimise`.
#[derive(Args, Debug)]
pub(super) struct Optimise {
    /// The script.
    pub script: PathBuf,
    /// The result to make as large as possible.
    #[arg(long = "for", value_name = "RESULT")]
    pub goal: String,
    /// Make the result as small as possible instead.
    #[arg(long)]
    pub least: bool,
    /// An expectation that must be met: a part of its description or of its condition; may be repeated. Other expectations may fail.
    #[arg(long, value_name = "EXPECT")]
    pub keep: Vec<String>,
    /// Number of runs.
    #[arg(long, default_value_t = 200, value_name = "N")]
    pub runs: usize,
    /// Seed of the search.
    #[arg(long, default_value_t = 1, value_name = "SEED")]
    pub seed: u64,
    #[command(flatten)]
    pub given: Given<Reading>,
    #[command(flatten)]
    pub effort: Effort,
    /// Write the script with the best parameters as its default values.
    #[arg(long, short, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// File for the state of the search, written after each generation [default: NAME.optimise.json in the working directory].
    #[arg(long, value_name = "FILE")]
    pub state: Option<PathBuf>,
    /// Continue the search whose state is in the file; more --runs than before go on where it ended.
    #[arg(long)]
    pub resume: bool,
    /// Print errors and the best parameters only, and no progress.
    #[arg(long, short)]
    pub quiet: bool,
}

pub(super) fn optimise(job: &Optimise) -> Exit {
    let interrupt = Interrupt::listen(0);
    let mut script = Script::new(&job.script);
    let trust = &job.given.trust;
    trust.allow(&mut script.access, &mut script.largest);
    let mut session = checked(&mut script, &[], job.quiet)?;
    let goal = Goal {
        result: job.goal.clone(),
        least: job.least,
        keep: job.keep.clone(),
    };
    let mut search = Search::new(&script, goal, &job.given.values, job.seed).map_err(usage)?;
    let path = job.state.clone().unwrap_or_else(|| {
        let stem = super::play::stem(&job.script);
        PathBuf::from(format!("{stem}.optimise.json"))
    });
    let outputs = job.out.iter().map(|out| ("--out", out));
    for (option, path) in outputs.chain([("--state", &path)]) {
        let noted = session
            .files
            .ledger
            .writes(path, Output::Option(option), None);
        noted.map_err(|taken| {
            usage(format!(
                "cannot write {}: it {}",
                path.display(),
                taken.reason()
            ))
        })?;
        writable(path)?;
    }
    begin(job, &path, &mut search)?;
    let stop = Arc::new(AtomicBool::new(false));
    hear(&interrupt, &stop);
    let limits = job.effort.limits(&stop);
    let bar = progress(job.runs, search.state.runs, job.quiet);
    let column = script.results.iter().find(|result| result.name == job.goal);
    let (mut seen, mut ended) = (Seen::default(), Step::Whole);
    while ended == Step::Whole {
        ended = search.step(job.runs, job.effort.threads(), &limits, &stop, |row| {
            seen.add(row);
            bar.inc(1);
        });
        if let Some(best) = &search.state.best {
            bar.set_message(told(best, column));
        }
        if ended == Step::Whole {
            save(&path, &search.state)?;
        }
    }
    bar.finish_and_clear();
    if interrupt.is_set() {
        tell_line!(
            "interrupted after {} of {}; `--resume` continues",
            search.state.runs,
            counted(job.runs as u64, "run")
        );
        return Ok(interrupt.status());
    }
    if ended == Step::Stopped {
        return Err(usage("a run failed: this is a fault of corpus"));
    }
    seen.tell(job.quiet);
    finish(job, &script, &search, (column, &seen))
}

/// Reads the state of the search to continue; otherwise refuses to replace one.
fn begin(job: &Optimise, path: &Path, search: &mut Search) -> Result<(), Failure> {
    let shown = path.display();
    let text = match read_text(path, files::LARGEST) {
        Ok(text) => Some(text),
        Err(Unreadable::Io(why)) if why.kind() == std::io::ErrorKind::NotFound => None,
        Err(why) => return Err(usage(format!("cannot read {shown}: {}", reason(&why)))),
    };
    match (text, job.resume) {
        (None, _) => Ok(()),
        (Some(_), false) => Err(usage(format!(
            "{shown} is the state of an earlier search: `--resume` continues it; or remove it, or choose another name with `--state`"
        ))),
        (Some(text), true) => {
            let saved: Result<State, String> = serde_json::from_str(&text)
                .map_err(|why| format!("it is no state of a search: {}", files::json_fault(&why)));
            let resumed = saved.and_then(|saved| search.resume(saved));
            resumed.map_err(|why| usage(format!("cannot continue {shown}: {why}")))
        }
    }
}

fn save(path: &Path, state: &State) -> Result<(), Failure> {
    let text = serde_json::to_string_pretty(state).map_err(std::io::Error::other);
    let written = text.and_then(|text| files::write(path, (inert_json(&text) + "\n").as_bytes()));
    written.map_err(|why| unwritable("", path, &why))
}

/// Formats the result of some parameters with its unit.
fn told(found: &Found, column: Option<&Column>) -> String {
    let unit = column.map_or("", |column| column.unit.as_str());
    let unit = if unit == "1" { "" } else { unit };
    match found.value {
        Some(value) => {
            let value = parse_unit(unit).map_or(value, |unit| unit.from_si(value));
            let blank = if unit.is_empty() { "" } else { " " };
            format!("{}{blank}{unit}", digits(rounded(value, 5)))
        }
        None => "none".to_owned(),
    }
}

/// Prints the best parameters and writes the script that has them.
fn finish(
    job: &Optimise,
    script: &Script,
    search: &Search,
    (column, seen): (Option<&Column>, &Seen),
) -> Exit {
    let state = &search.state;
    let (Some(best), Some(first)) = (&state.best, &state.first) else {
        let each = counted(search.runs_of_point() as u64, "run");
        return Err(usage(format!(
            "each candidate takes {each}: `--runs` must be at least that"
        )));
    };
    let runs = counted(job.runs as u64, "run");
    match best.cost.tier {
        0 => {}
        1 => {
            let why = format!(
                "none of {runs} met the expectations of --keep; choose wider ranges, or more --runs"
            );
            return Err(Failure::new(SCRIPT_FAULT, why));
        }
        _ => {
            let why = format!(
                "none of {runs} reached the end of the script with the result `{}`{}",
                job.goal,
                match seen.first.as_str() {
                    "" => String::new(),
                    first => format!("; the first: {first}"),
                }
            );
            return Err(Failure::new(SCRIPT_FAULT, why));
        }
    }
    let defaults = match first.cost.tier {
        1 => format!(
            "{}, which does not meet the expectations",
            told(first, column)
        ),
        _ => told(first, column),
    };
    say_line!(
        "{} = {} (with the default values: {defaults})",
        job.goal,
        told(best, column)
    );
    for (name, value) in &best.parameters {
        say_line!("  {name} = {value}");
    }
    if best.parameters.is_empty() {
        say_line!("the default values are the best of {runs}");
    }
    let Some(out) = &job.out else {
        return Ok(0);
    };
    let shown = job.script.display();
    let text = script.text();
    let text = text.map_err(|why| usage(format!("cannot read {shown}: {}", reason(&why))))?;
    let (text, left) = search.with_defaults(&text, &best.parameters);
    files::write(out, text.as_bytes()).map_err(|why| unwritable("", out, &why))?;
    if !left.is_empty() {
        tell_line!(
            "an included file declares other parameters: run {} with {}",
            out.display(),
            left.join(" ")
        );
    }
    let folder = |path: &Path| path.parent().map(files::resolved);
    let includes = text
        .lines()
        .any(|line| line.trim_start().starts_with("include "));
    if includes && folder(out) != folder(&job.script) {
        tell_line!(
            "{} includes files beside {shown}: put it into the same folder",
            out.display()
        );
    }
    if !job.quiet {
        tell_line!("written to {}", out.display());
    }
    Ok(0)
}
