//! Reading, checking and running scripts: shared by `corpus run` and `corpus render`.

use super::report::show_findings;
use super::watch::{LastGood, Watch};
use crate::diagnostic::{Diagnostic, Severity, Standing};
use crate::files::{Input, Output, Taken, Unreadable, is_of_process, same_file};
use crate::film::{Checker, Probe};
use crate::session::{Mode, Observer, Quiet, RunReport, Session, Stop};
use crate::terminal::{Given, Interrupt, Progress, SCRIPT_FAULT, USAGE, give, reason, tell_line};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// Runs a script from a file, or from standard input for `-`.
///
/// # Errors
/// It cannot be read; the text says so.
pub(super) fn load(session: &mut Session, script: &Path) -> Result<Result<(), Stop>, String> {
    let loaded = if script == Path::new("-") {
        if let Some(file) = behind(STDIN) {
            // As for a script that is named: the options of the command line are claimed before it.
            let _ = session.files.ledger.reads(file, Input::Script, None);
        }
        let text = standard_input().as_ref().map_err(String::clone);
        text.map(|text| session.run_text("standard input", text))
    } else {
        session.run_file(script).map_err(|why| reason(&why))
    };
    loaded.map_err(|why| format!("cannot read {}: {why}", script.display()))
}

/// As [`load`], but tells what cannot be read itself; the error is the status to exit with.
pub(super) fn load_or_tell(session: &mut Session, script: &Path) -> Result<Result<(), Stop>, u8> {
    load(session, script).map_err(|why| {
        tell_line!("{why}");
        USAGE
    })
}

/// Refuses values of the command line that the script has no use for.
pub(super) fn asked_for(session: &Session) -> Result<(), u8> {
    let unasked = session.unasked();
    for message in &unasked {
        tell_line!("-D: {message}");
    }
    if unasked.is_empty() {
        Ok(())
    } else {
        Err(USAGE)
    }
}

/// Standard input and output as files, where the system has them.
const STDIN: &str = "/dev/stdin";
const STDOUT: &str = "/dev/stdout";

/// The regular file to which standard input or output leads, if it does.
fn behind(stream: &'static str) -> Option<&'static Path> {
    let path = Path::new(stream);
    path.metadata()
        .is_ok_and(|meta| meta.is_file())
        .then_some(path)
}

/// The whole of standard input. It comes once, but is wanted twice: to be checked and to be run.
fn standard_input() -> &'static Result<String, String> {
    static TEXT: OnceLock<Result<String, String>> = OnceLock::new();
    TEXT.get_or_init(|| {
        let mut bytes = vec![];
        let mut input = std::io::stdin().lock();
        input.read_to_end(&mut bytes).map_err(|e| reason(&e))?;
        String::from_utf8(bytes)
            .map_err(|e| Unreadable::NotText(e.utf8_error().valid_up_to()).to_string())
    })
}

/// The option that names the file of the report.
pub(super) const REPORT: &str = "--report";

/// Where a run writes beside what its script writes.
#[derive(Default)]
pub(super) struct Outputs<'a> {
    /// Files of options, by the names of those.
    pub files: Vec<(&'static str, &'a Path)>,
    /// The folder of the frames.
    pub frames: Option<&'a Path>,
}

impl Outputs<'_> {
    /// Notes the outputs in a session that has not read its script yet, so that nothing else is written there.
    fn claim(&self, session: &mut Session) -> Result<(), String> {
        let ledger = &mut session.files.ledger;
        let printed = behind(STDOUT);
        for (option, path) in &self.files {
            let is_printed = |out| same_file(path, out) && !is_of_process(path);
            let noted = match printed.filter(|out| is_printed(out)) {
                Some(_) => Err(Taken::Written(Output::Printed, None)),
                None => ledger.writes(path, Output::Option(option), None),
            };
            noted.map_err(|taken| {
                format!("cannot write {}: it {}", path.display(), taken.reason())
            })?;
        }
        if let Some(out) = printed {
            // An option that means standard output has it already.
            let _ = ledger.writes(out, Output::Printed, None);
        }
        if let Some(folder) = self.frames {
            let noted = ledger.films(folder, crate::film::is_frame, None);
            noted.map_err(|taken| {
                let folder = folder.display();
                format!(
                    "cannot write frames to {folder}: one of them {}",
                    taken.reason()
                )
            })?;
        }
        Ok(())
    }

    /// Removes the report of an earlier run, which would be taken for that of this one if it fails. What is no report stays
    /// until the new one takes its place.
    fn remove_stale(&self, session: &Session) {
        for (_, path) in self.files.iter().filter(|(option, _)| *option == REPORT) {
            if !session.files.ledger.has_read(path) && RunReport::is_in(path) {
                // If it cannot be removed, it cannot be replaced either, which is told then.
                let _ = std::fs::remove_file(path);
            }
        }
    }

    /// Whether one of the outputs is the script itself.
    fn refuse_script(&self, script: &Path) -> Result<(), String> {
        let script = match behind(STDIN) {
            Some(file) if script == Path::new("-") => file,
            _ => script,
        };
        match self.files.iter().find(|(_, path)| same_file(path, script)) {
            Some((option, path)) => {
                let path = path.display();
                Err(format!(
                    "cannot write {path} by `{option}`: it is the script; choose another name"
                ))
            }
            None => Ok(()),
        }
    }
}

/// Whether a script comes from standard input bit by bit: from a pipe, and not from a file.
pub(super) fn comes_by_pipe(script: &Path) -> bool {
    script == Path::new("-") && behind(STDIN).is_none()
}

/// A session that runs what comes by a pipe, with the outputs of the command line claimed.
///
/// # Errors
/// The status to exit with where these are in each other's way, which is told.
pub(super) fn piped(given: &Given, outputs: &Outputs, watch: Watch) -> Result<Session, u8> {
    let mut session = crate::commands::session(Mode::Run, Box::new(watch));
    give(&mut session, given);
    if let Err(why) = outputs.claim(&mut session) {
        tell_line!("{why}");
        return Err(USAGE);
    }
    outputs.remove_stale(&session);
    Ok(session)
}

/// A script in which no mistake was found that keeps it from running.
pub(super) struct Script<'a> {
    path: &'a Path,
    given: &'a Given,
    outputs: &'a Outputs<'a>,
    /// Whether only errors are to be told.
    quiet: bool,
    /// Warnings that were shown, or not wanted.
    warnings: Vec<Diagnostic>,
    /// Expected end of the run (s), if the check could determine it.
    pub ends: Option<f64>,
    /// A folder for all that the script writes, where that is not wanted.
    pub scratch: Option<PathBuf>,
    /// Names of the cameras that it makes.
    pub cameras: Vec<String>,
    pub interrupt: Interrupt,
}

/// What came of a script.
pub(super) struct Played {
    pub session: Session,
    /// Number of reported errors.
    pub errors: usize,
    /// The status to exit with if a signal broke it off.
    pub interrupted: Option<u8>,
}

impl Played {
    /// Exit status of the script; an interrupted run is not a success, whatever it found.
    pub fn status(&self) -> u8 {
        let of_script = match self.errors {
            // Also what was only tried was asked for, and is not there.
            _ if self.session.files.failed => USAGE,
            0 => 0,
            _ => SCRIPT_FAULT,
        };
        self.interrupted.unwrap_or(of_script)
    }
}

impl<'a> Script<'a> {
    /// Checks a script before it is simulated, so that a mistake in its last line does not cost a long run. Shows the reports;
    /// returns the exit status if there is an error among them.
    pub fn checked(
        path: &'a Path,
        given: &'a Given,
        outputs: &'a Outputs<'a>,
        quiet: bool,
    ) -> Result<Self, u8> {
        Script::checked_with(path, given, outputs, quiet, |_| {})
    }

    /// As [`Script::checked`], with a session that `prepare` has had in hand before it reads the script.
    pub fn checked_with(
        path: &'a Path,
        given: &'a Given,
        outputs: &'a Outputs<'a>,
        quiet: bool,
        prepare: impl FnOnce(&mut Session),
    ) -> Result<Self, u8> {
        // While it is only checked, nothing is lost when the program ends at once.
        let interrupt = Interrupt::listen(0);
        let mut session = crate::commands::session(Mode::Check, Box::new(Checker(Probe::Files)));
        give(&mut session, given);
        let usable = outputs.refuse_script(path);
        if let Err(why) = usable.and_then(|()| outputs.claim(&mut session)) {
            tell_line!("{why}");
            return Err(USAGE);
        }
        prepare(&mut session);
        let loaded = load_or_tell(&mut session, path);
        outputs.remove_stale(&session);
        let _ = loaded?;
        if session.diagnostics.iter().any(Diagnostic::is_fault) {
            show_findings(&session, &[]);
            return Err(SCRIPT_FAULT);
        }
        // A script with mistakes may not have come to all of its parameters.
        asked_for(&session)?;
        // The run reports it once more, and that is once.
        let is_unmet = |finding: &Diagnostic| finding.standing == Standing::Unmet;
        session.diagnostics.retain(|finding| !is_unmet(finding));
        if !quiet {
            show_findings(&session, &[]);
        }
        Ok(Script {
            ends: end_of(&session),
            scratch: None,
            path,
            given,
            outputs,
            quiet,
            cameras: {
                let looks = session.stages.iter().map(|stage| &stage.look);
                let cameras = looks.flat_map(|look| &look.cameras);
                cameras.map(|camera| camera.name.clone()).collect()
            },
            warnings: session.diagnostics,
            interrupt,
        })
    }

    /// Runs the script and shows the reports of the run. `observer` makes the session's observer from that of the terminal;
    /// `last_good` is the file for the last valid state if the simulation diverges.
    pub fn play(
        self,
        last_good: Option<PathBuf>,
        observer: impl FnOnce(Watch) -> Box<dyn Observer>,
    ) -> Result<Played, u8> {
        self.play_with(last_good, observer, |_| {})
    }

    /// As [`Script::play`], with a session that `prepare` has had in hand before it reads the script.
    pub fn play_with(
        self,
        last_good: Option<PathBuf>,
        observer: impl FnOnce(Watch) -> Box<dyn Observer>,
        prepare: impl FnOnce(&mut Session),
    ) -> Result<Played, u8> {
        let interrupt = self.interrupt;
        interrupt.be_patient(1);
        let watch = Watch {
            progress: Progress::new(self.quiet),
            interrupt: interrupt.clone(),
            quiet: self.quiet,
            last_good: last_good.map_or_else(|| LastGood::Beside(stem(self.path)), LastGood::Named),
        };
        let mut session = crate::commands::session(Mode::Run, observer(watch));
        give(&mut session, self.given);
        session.options.scratch = self.scratch;
        // The check has found nothing in their way.
        let _ = self.outputs.claim(&mut session);
        prepare(&mut session);
        let result = load_or_tell(&mut session, self.path)?;
        // Takes the progress bar away.
        session.observer = Box::new(Quiet);
        if self.quiet {
            let found = &mut session.diagnostics;
            found.retain(|finding| finding.severity == Severity::Error);
        }
        Ok(Played {
            errors: show_findings(&session, &self.warnings),
            session,
            interrupted: (matches!(result, Err(Stop::Interrupted)) && interrupt.is_set())
                .then(|| interrupt.status()),
        })
    }
}

/// The latest time (s) that the clocks of a checked script show, if that is certain: not where it depends on what happens, nor where
/// a clock was set.
fn end_of(session: &Session) -> Option<f64> {
    let is_plain = |stage: &&crate::session::Stage| {
        (stage.world.time - stage.simulated).abs() <= 1e-9 * stage.simulated.abs()
    };
    let stages = &session.stages;
    (session.knows_time() && stages.iter().all(|stage| is_plain(&stage))).then(|| {
        stages
            .iter()
            .map(|stage| stage.world.time)
            .fold(0.0, f64::max)
    })
}

/// The name of a script without its ending, for files named after it.
pub(super) fn stem(script: &Path) -> String {
    let stem = script.file_stem().filter(|_| script != Path::new("-"));
    stem.map_or_else(|| "script".to_owned(), |s| s.to_string_lossy().into_owned())
}
