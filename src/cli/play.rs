//! Scripts read, checked and run: what `corpus run` and `corpus render` do alike.

use super::arguments::Given;
use super::progress::Progress;
use super::report::show_findings;
use super::say::{reason, tell_line};
use super::watch::{Interrupt, Watch};
use super::{SCRIPT_FAULT, USAGE};
use crate::diagnostic::{Diagnostic, Severity};
use crate::session::{Mode, Observer, Quiet, Session, Stop, Unreadable};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// Runs a script from a file, or from standard input for `-`.
///
/// # Errors
/// It cannot be read; the text says so.
pub(super) fn load(session: &mut Session, script: &Path) -> Result<Result<(), Stop>, String> {
    let loaded = if script == Path::new("-") {
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

/// Hands the values of the command line to a session.
pub(super) fn give(session: &mut Session, given: &Given) {
    for (name, value) in &given.values {
        session.give(name, value);
    }
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

/// The code of what an `expect` reports. The script goes on behind it, so a check that has found it keeps no run back.
pub(crate) const NOT_AS_EXPECTED: &str = "E063";

/// A script in which no mistake was found that keeps it from running.
pub(super) struct Script<'a> {
    path: &'a Path,
    given: &'a Given,
    /// Whether only errors are to be told.
    quiet: bool,
    /// Warnings that were shown, or not wanted.
    warnings: Vec<Diagnostic>,
    interrupt: Interrupt,
}

/// What came of a script.
pub(super) struct Played {
    pub session: Session,
    /// How many errors were told.
    pub errors: usize,
    /// The status to exit with if a signal broke it off.
    pub interrupted: Option<u8>,
}

impl Played {
    /// The status to exit with as far as the script goes: an end by a signal is no success, whatever was found before.
    pub fn status(&self) -> u8 {
        let of_script = if self.errors > 0 { SCRIPT_FAULT } else { 0 };
        self.interrupted.unwrap_or(of_script)
    }
}

impl<'a> Script<'a> {
    /// Checks a script before it is simulated, so that a slip in its last line does not cost a long run. Shows what it
    /// finds; tells the status to exit with if that holds an error.
    pub fn checked(path: &'a Path, given: &'a Given, quiet: bool) -> Result<Self, u8> {
        // While it is only checked, nothing is lost when the program ends at once.
        let interrupt = Interrupt::listen(0);
        let mut session = Session::new(Mode::Check, Box::new(Quiet));
        give(&mut session, given);
        let _ = load_or_tell(&mut session, path)?;
        let is_error = |finding: &Diagnostic| finding.severity == Severity::Error;
        let goes_on = |finding: &Diagnostic| finding.code == NOT_AS_EXPECTED;
        let found = &session.diagnostics;
        if found.iter().any(|f| is_error(f) && !goes_on(f)) {
            show_findings(&session, &[]);
            return Err(SCRIPT_FAULT);
        }
        // A script with mistakes may not have come to all of its parameters.
        asked_for(&session)?;
        // The run reports it once more, and that is once.
        session.diagnostics.retain(|finding| !goes_on(finding));
        if !quiet {
            show_findings(&session, &[]);
        }
        Ok(Script {
            path,
            given,
            quiet,
            warnings: session.diagnostics,
            interrupt,
        })
    }

    /// Runs it and shows what is found only then. `observer` makes the session's observer of the one that tells the
    /// terminal how it goes; `last_good` is where the last good state goes if the simulation diverges.
    pub fn play(
        self,
        last_good: Option<PathBuf>,
        observer: impl FnOnce(Watch) -> Box<dyn Observer>,
    ) -> Result<Played, u8> {
        let interrupt = self.interrupt;
        interrupt.be_patient(1);
        let watch = Watch {
            progress: Progress::new(self.quiet),
            interrupt: interrupt.clone(),
            quiet: self.quiet,
            last_good: last_good.unwrap_or_else(|| last_good_path(self.path)),
        };
        let mut session = Session::new(Mode::Run, observer(watch));
        give(&mut session, self.given);
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

/// `walk.corpus` leaves `walk.last-good.json` in the present folder.
fn last_good_path(script: &Path) -> PathBuf {
    let stem = script
        .file_stem()
        .map_or_else(|| "script".into(), |s| s.to_string_lossy().into_owned());
    PathBuf::from(format!("{stem}.last-good.json"))
}
