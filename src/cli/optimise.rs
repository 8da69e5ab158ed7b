//! `corpus optimise`: searches for the parameters with which a script gives the best result.

use super::failure::{Exit, Failure, replaceable, unwritable, usage};
use super::run::writable;
use super::sweep::{Effort, Seen, hear, progress, refused, show_checked};
use crate::files::{self, Kind, Output, Unreadable, read_text};
use crate::optimise::{Goal, Search, Step, WINNER};
use crate::record::counted;
use crate::runs::Script;
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
    /// A result to make as large as possible; with several results, of --for and --least, the search finds a Pareto set.
    #[arg(long = "for", value_name = "RESULT", required_unless_present = "least")]
    pub most: Vec<String>,
    /// A result to make as small as possible.
    #[arg(long, value_name = "RESULT")]
    pub least: Vec<String>,
    /// Keep the best parameters of each cell of an archive: N cells between A and B of a result; may be repeated.
    #[arg(long, value_name = "NAME=A..B:N", value_delimiter = ',')]
    pub archive: Vec<String>,
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
    /// Write the archive or the Pareto set as a table (.csv), after each generation.
    #[arg(long, value_name = "FILE")]
    pub table: Option<PathBuf>,
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
    let stop = Arc::new(AtomicBool::new(false));
    let limits = job.effort.limits(&stop);
    let prepared = script.prepare_search(&job.given.values, &limits);
    let mut session = prepared.map_err(|why| refused(why, &job.script))?;
    show_checked(&session, job.quiet)?;
    let script = Arc::new(script);
    let goal = Goal {
        most: job.most.clone(),
        least: job.least.clone(),
        keep: job.keep.clone(),
        archive: job.archive.clone(),
    };
    let mut search = Search::new(&script, goal, &job.given.values, job.seed).map_err(usage)?;
    let has_table = search.table().is_some();
    if job.table.is_some() && !has_table {
        let why =
            "--table writes an archive or a Pareto set: add --archive, or name several results";
        return Err(usage(why));
    }
    if job.out.is_some() && has_table && job.archive.is_empty() {
        return Err(usage(
            "with several results no parameters are the best: use --table in place of --out",
        ));
    }
    let path = job.state.clone().unwrap_or_else(|| {
        let stem = super::play::stem(&job.script);
        PathBuf::from(format!("{stem}.optimise.json"))
    });
    let out = job.out.iter().map(|out| ("--out", out, Some(WINNER)));
    let table = { job.table.iter() }.map(|table| ("--table", table, Some(Kind::Kept)));
    // An earlier state is continued, or refused.
    let all = out.chain(table).chain([("--state", &path, None)]);
    for (option, path, kind) in all {
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
        kind.map_or(Ok(()), |kind| replaceable(path, kind))?;
        writable(path)?;
    }
    begin(job, &path, &mut search)?;
    hear(&interrupt, &stop);
    let bar = progress(job.runs, search.state.runs, job.quiet);
    let (mut seen, mut ended) = (Seen::default(), Step::Whole);
    while ended == Step::Whole {
        ended = search.step(job.runs, job.effort.threads(), &limits, &stop, |row| {
            seen.add(row);
            bar.inc(1);
        });
        if let Some(best) = &search.state.best {
            bar.set_message(search.told(best));
        }
        if ended == Step::Whole {
            save(job, &path, &search)?;
        }
    }
    if ended == Step::Spent {
        save_table(job, &search)?;
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
    finish(job, &script, &search, &seen)
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
            let resumed = search.resume_text(&text);
            resumed.map_err(|why| usage(format!("cannot continue {shown}: {why}")))
        }
    }
}

/// Writes the table of the search.
fn save_table(job: &Optimise, search: &Search) -> Result<(), Failure> {
    if let (Some(out), Some(table)) = (&job.table, search.table()) {
        files::write(out, table.as_bytes()).map_err(|why| unwritable("", out, &why))?;
    }
    Ok(())
}

/// Writes the table of the search, and then its state.
fn save(job: &Optimise, path: &Path, search: &Search) -> Result<(), Failure> {
    save_table(job, search)?;
    let text = search.saved().map_err(usage)?;
    files::write(path, text.as_bytes()).map_err(|why| unwritable("", path, &why))
}

/// Prints the best parameters and writes the script that has them.
fn finish(job: &Optimise, script: &Script, search: &Search, seen: &Seen) -> Exit {
    let told = search.summary(job.runs, &seen.first);
    let lines = told.map_err(|(why, is_usage)| match is_usage {
        true => usage(why),
        false => Failure::new(SCRIPT_FAULT, why),
    })?;
    lines.lines().for_each(|line| say_line!("{line}"));
    let Some(out) = &job.out else {
        return Ok(0);
    };
    let shown = job.script.display();
    let text = script.text();
    let text = text.map_err(|why| usage(format!("cannot read {shown}: {}", reason(&why))))?;
    let (text, left) = search.winner(&text);
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
