//! `corpus run`: a script, its progress and its report.

use super::arguments::Run;
use super::progress::Progress;
use super::report::show_findings;
use super::watch::{Interrupt, Watch};
use super::{SCRIPT_FAULT, USAGE};
use crate::record::{RunReport, SavedState};
use crate::session::{Mode, Quiet, Session, Stop, Unreadable};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::Instant;

/// Runs a script from a file, or from standard input for `-`.
///
/// # Errors
/// The text cannot be read.
pub(super) fn load(session: &mut Session, script: &Path) -> Result<Result<(), Stop>, String> {
    if script != Path::new("-") {
        return session.run_file(script).map_err(|why| why.to_string());
    }
    let text = standard_input().as_ref().map_err(String::clone)?;
    Ok(session.run_text("standard input", text))
}

/// The whole of standard input. It comes once, but is wanted twice: to be checked and to be run.
fn standard_input() -> &'static Result<String, String> {
    static TEXT: OnceLock<Result<String, String>> = OnceLock::new();
    TEXT.get_or_init(|| {
        let mut bytes = vec![];
        let mut input = std::io::stdin().lock();
        input.read_to_end(&mut bytes).map_err(|e| e.to_string())?;
        String::from_utf8(bytes)
            .map_err(|e| Unreadable::NotText(e.utf8_error().valid_up_to()).to_string())
    })
}

/// Checks a script before it is simulated, so that a slip in its last line does not cost a long run. Tells the status to
/// exit with if something is wrong.
pub(super) fn check_first(script: &Path) -> Result<(), u8> {
    let mut session = Session::new(Mode::Check, Box::new(Quiet));
    if let Err(why) = load(&mut session, script) {
        eprintln!("cannot read {}: {why}", script.display());
        return Err(USAGE);
    }
    if session.has_errors() {
        show_findings(&session);
        return Err(SCRIPT_FAULT);
    }
    Ok(())
}

pub(super) fn run(job: &Run) -> u8 {
    if let Err(status) = check_first(&job.script) {
        return status;
    }
    if !(writable(job.report.as_ref()) && writable(job.state.as_ref())) {
        return USAGE;
    }
    let watch = Watch {
        progress: Progress::new(job.quiet),
        interrupt: Interrupt::listen(1),
        quiet: job.quiet,
        last_good: job
            .last_good
            .clone()
            .unwrap_or_else(|| last_good_path(&job.script)),
    };
    let mut session = Session::new(Mode::Run, Box::new(watch));
    let begun = Instant::now();
    let result = match load(&mut session, &job.script) {
        Ok(result) => result,
        Err(why) => {
            eprintln!("cannot read {}: {why}", job.script.display());
            return USAGE;
        }
    };
    let wall = begun.elapsed().as_secs_f64();
    finish(session, result, wall, job)
}

fn finish(mut session: Session, result: Result<(), Stop>, wall: f64, job: &Run) -> u8 {
    // Takes the progress bar away.
    session.observer = Box::new(Quiet);
    let errors = show_findings(&session);
    let stage = session.here_mut();
    let simulated = stage.simulated;
    let interrupted = matches!(result, Err(Stop::Interrupted));
    let report = RunReport::of(stage, simulated, wall, interrupted);
    let saved = SavedState::of(stage);
    if interrupted {
        eprintln!("interrupted at {:.6} s", stage.world.time);
    }
    if !job.quiet && report.frames > 0 {
        print!("{report}");
    }
    let mut status = if errors > 0 { SCRIPT_FAULT } else { 0 };
    if let Some(path) = &job.report {
        let written = serde_json::to_string_pretty(&report).map_err(std::io::Error::other);
        status = status.max(told(
            written.and_then(|text| std::fs::write(path, text + "\n")),
            path,
        ));
    }
    if let Some(path) = &job.state {
        status = status.max(told(saved.write(path), path));
    }
    status
}

/// Whether a file can be written, tried before a long run and not after it.
fn writable(path: Option<&PathBuf>) -> bool {
    let Some(path) = path else { return true };
    let opened = std::fs::OpenOptions::new()
        .create(true)
        .append(true)
        .open(path);
    told(opened.map(|_| ()), path) == 0
}

fn told(written: std::io::Result<()>, path: &Path) -> u8 {
    match written {
        Ok(()) => 0,
        Err(why) => {
            eprintln!("cannot write {}: {why}", path.display());
            USAGE
        }
    }
}

/// `walk.corpus` leaves `walk.last-good.json` in the present folder.
pub(super) fn last_good_path(script: &Path) -> PathBuf {
    let stem = script
        .file_stem()
        .map_or_else(|| "script".into(), |s| s.to_string_lossy().into_owned());
    PathBuf::from(format!("{stem}.last-good.json"))
}
