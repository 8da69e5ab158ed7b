//! Reading, checking and running scripts: shared by `corpus run` and `corpus render`.

use super::failure::{Failure, replaceable};
use super::report::show_findings;
use super::watch::{FrameSink, Watch, WithSink};
use crate::diagnostic::{Diagnostic, Severity, Standing};
use crate::files::{
    Input, Kind, LARGEST, Output, Taken, Unreadable, is_of_process, same_file, text,
};
use crate::film::Checker;
use crate::session::{Common, Mode, Observer, Quiet, RunReport, Session, Stop};
use crate::terminal::{Given, Interrupt, SCRIPT_FAULT, USAGE, give, reason, tell_line};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

/// Runs a script from a file, or from standard input for `-`.
///
/// # Errors
/// It cannot be read; the text gives the reason.
pub(super) fn load(session: &mut Session, script: &Path) -> Result<Result<(), Stop>, String> {
    let loaded = if script == Path::new("-") {
        if let Some(file) = behind(STDIN) {
            // As for a named script, this comes before the options of the command line claim their files.
            let _ = session.files.ledger.reads(file, Input::Script, None);
        }
        let text = standard_input().as_ref().map_err(String::clone);
        text.map(|text| session.run_text("standard input", text))
    } else {
        session.run_file(script).map_err(|why| {
            let longer = script.with_extension("corpus");
            let is_meant = !script.exists() && longer.exists();
            match is_meant {
                true => format!("{}; did you mean {}?", reason(&why), longer.display()),
                false => reason(&why),
            }
        })
    };
    loaded.map_err(|why| format!("cannot read {}: {why}", script.display()))
}

/// Loads a script as [`load`] does, but reports a script that cannot be read; the error is the exit status.
pub(super) fn load_or_tell(session: &mut Session, script: &Path) -> Result<Result<(), Stop>, u8> {
    load(session, script).map_err(|why| {
        tell_line!("{why}");
        USAGE
    })
}

/// Refuses values of the command line that the script does not use.
pub(super) fn asked_for(session: &Session) -> Result<(), u8> {
    let unasked = session.parameters.unused(&session.sources);
    for message in &unasked {
        tell_line!("-D: {message}");
    }
    if unasked.is_empty() {
        Ok(())
    } else {
        Err(USAGE)
    }
}

/// Standard input and output as files, if the system has them.
const STDIN: &str = "/dev/stdin";
const STDOUT: &str = "/dev/stdout";

/// Returns the regular file that is standard input or output, if it is one.
fn behind(stream: &'static str) -> Option<&'static Path> {
    let path = Path::new(stream);
    path.metadata()
        .is_ok_and(|meta| meta.is_file())
        .then_some(path)
}

/// Returns all of standard input. It can be read only once, but is needed twice: for the check and for the run.
pub(super) fn standard_input() -> &'static Result<String, String> {
    static TEXT: OnceLock<Result<String, String>> = OnceLock::new();
    TEXT.get_or_init(|| {
        let mut bytes = vec![];
        let mut input = std::io::stdin().lock();
        let mut input = input.by_ref().take(LARGEST + 1);
        let size = input.read_to_end(&mut bytes).map_err(|e| reason(&e))? as u64;
        if size > LARGEST {
            let limit = LARGEST;
            return Err(Unreadable::TooLarge { size, limit }.to_string());
        }
        text(bytes).map_err(|why| why.to_string())
    })
}

/// The option for the file of the report.
pub(super) const REPORT: &str = "--report";

/// Outputs of a run besides those of its script.
#[derive(Default)]
pub(super) struct Outputs<'a> {
    /// Files of options, with the names of the options and the kinds of the files.
    pub files: Vec<(&'static str, &'a Path, Kind)>,
    /// The folder of the frames.
    pub frames: Option<&'a Path>,
}

impl Outputs<'_> {
    /// Records the outputs in a session that has not read its script yet, so that nothing else is written there.
    fn claim(&self, session: &mut Session) -> Result<(), String> {
        let ledger = &mut session.files.ledger;
        let printed = behind(STDOUT);
        for (option, path, _) in &self.files {
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
            // If an option names standard output, it is already recorded.
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

    /// Removes the report of an earlier run, which would be taken for that of this one if it fails. A file that is not a report
    /// stays until the new one replaces it.
    fn remove_stale(&self, session: &Session) {
        let reports = self.files.iter().filter(|(option, ..)| *option == REPORT);
        for (_, path, _) in reports {
            if !session.files.ledger.has_read(path) && RunReport::is_in(path) {
                // If it cannot be removed, it cannot be replaced either, which is reported then.
                let _ = std::fs::remove_file(path);
            }
        }
    }

    /// Refuses to replace files that no such output has written.
    fn refuse_foreign(&self) -> Result<(), u8> {
        let mut files = self.files.iter();
        let checked = files.try_for_each(|(_, path, kind)| replaceable(path, *kind));
        checked.map_err(Failure::tell)
    }

    /// Refuses an output that is the script itself.
    fn refuse_script(&self, script: &Path) -> Result<(), String> {
        let script = match behind(STDIN) {
            Some(file) if script == Path::new("-") => file,
            _ => script,
        };
        match self
            .files
            .iter()
            .find(|(_, path, _)| same_file(path, script))
        {
            Some((option, path, _)) => {
                let path = path.display();
                Err(format!(
                    "cannot write {path} by `{option}`: it is the script; choose another name"
                ))
            }
            None => Ok(()),
        }
    }
}

/// Whether a script arrives through standard input in pieces: from a pipe, and not from a file.
pub(super) fn comes_by_pipe(script: &Path) -> bool {
    script == Path::new("-") && behind(STDIN).is_none()
}

/// Creates a session for a script from a pipe, with the outputs of the command line claimed.
///
/// # Errors
/// The exit status if the outputs conflict, which is reported.
pub(super) fn piped(given: &Given, outputs: &Outputs, watch: Watch) -> Result<Session, u8> {
    let mut session = crate::commands::session(Mode::Run, Box::new(watch));
    give(&mut session, given);
    if let Err(why) = outputs.claim(&mut session) {
        tell_line!("{why}");
        return Err(USAGE);
    }
    outputs.refuse_foreign()?;
    outputs.remove_stale(&session);
    Ok(session)
}

/// A checked script without errors that prevent a run.
pub(super) struct Script<'a> {
    path: &'a Path,
    given: &'a Given,
    outputs: &'a Outputs<'a>,
    /// Whether only errors are reported.
    quiet: bool,
    /// Warnings that were shown, or suppressed.
    warnings: Vec<Diagnostic>,
    /// Expected end of the run (s), if the check could determine it.
    pub ends: Option<f64>,
    /// Names of its cameras.
    pub cameras: Vec<String>,
    /// Whether it assembles a figure.
    pub has_figure: bool,
    /// Whether it may go back to earlier frames.
    may_rewind: bool,
    pub interrupt: Interrupt,
    /// Function that sets up a session before it reads the script.
    prepare: Box<dyn Fn(&mut Session) + 'a>,
}

/// Whether a session has an assembled figure.
fn has_figure(session: &Session) -> bool {
    let mut stages = session.stages.iter();
    stages.any(|stage| !stage.world.corpora.is_empty())
}

/// Result of running a script.
pub(super) struct Played {
    pub session: Session,
    /// Number of reported errors.
    pub errors: usize,
    /// The exit status if a signal interrupted it.
    pub interrupted: Option<u8>,
}

impl Played {
    /// Whether the script has assembled a figure.
    pub fn has_figure(&self) -> bool {
        has_figure(&self.session)
    }

    /// Returns the exit status of the script; an interrupted run is not a success, whatever it found.
    pub fn status(&self) -> u8 {
        let of_script = match self.errors {
            // Also an output in a `try` was requested, and is missing.
            _ if self.session.files.failed => USAGE,
            0 => 0,
            _ => SCRIPT_FAULT,
        };
        self.interrupted.unwrap_or(of_script)
    }
}

impl<'a> Script<'a> {
    /// Checks a script before it is simulated, so that an error in its last line does not cost a long run. Shows the reports;
    /// returns the exit status if there is an error among them.
    pub fn checked(
        path: &'a Path,
        given: &'a Given,
        outputs: &'a Outputs<'a>,
        quiet: bool,
    ) -> Result<Self, u8> {
        Script::checked_with(path, given, outputs, quiet, |_| {})
    }

    /// Checks as [`Script::checked`] does; `prepare` sets up the sessions of the check and of the run before they read the
    /// script.
    pub fn checked_with(
        path: &'a Path,
        given: &'a Given,
        outputs: &'a Outputs<'a>,
        quiet: bool,
        prepare: impl Fn(&mut Session) + 'a,
    ) -> Result<Self, u8> {
        // During a check, nothing is lost when the program ends at once.
        let interrupt = Interrupt::listen(0);
        let mut session =
            crate::commands::session(Mode::Check, Box::new(Checker { tries_files: true }));
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
        // The run tests the expectations; where it is refused, they were tested on what the mistakes left.
        let is_unmet = |finding: &Diagnostic| finding.standing == Standing::Unmet;
        session.diagnostics.retain(|finding| !is_unmet(finding));
        if session.diagnostics.iter().any(Diagnostic::is_fault) {
            show_findings(&session, &[]);
            return Err(SCRIPT_FAULT);
        }
        // The check of a script with errors may not have reached all of its parameters.
        asked_for(&session)?;
        outputs.refuse_foreign()?;
        if !quiet {
            show_findings(&session, &[]);
        }
        Ok(Script {
            ends: end_of(&session),
            path,
            given,
            outputs,
            quiet,
            cameras: {
                let looks = session.stages.iter().map(|stage| &stage.look);
                let cameras = looks.flat_map(|look| &look.cameras);
                cameras.map(|camera| camera.name.clone()).collect()
            },
            has_figure: has_figure(&session),
            may_rewind: may_rewind(&session),
            warnings: session.diagnostics.take(),
            interrupt,
            prepare: Box::new(prepare),
        })
    }

    /// Runs the script and shows the reports of the run. `observer` makes the session's observer from that of the terminal;
    /// `last_good` is the file for the last valid state if the simulation diverges.
    pub fn play(
        self,
        last_good: Option<PathBuf>,
        observer: impl FnOnce(Watch) -> Box<dyn Observer>,
    ) -> Result<Played, u8> {
        let keeps_frames = self.may_rewind;
        self.play_keeping(keeps_frames, last_good, observer)
    }

    /// Runs the script as [`Script::play`] does; `keeps_frames` says whether it stores each frame, to go back to or to draw.
    fn play_keeping(
        self,
        keeps_frames: bool,
        last_good: Option<PathBuf>,
        observer: impl FnOnce(Watch) -> Box<dyn Observer>,
    ) -> Result<Played, u8> {
        let interrupt = self.interrupt;
        interrupt.be_patient(1);
        let watch = Watch::new(self.quiet, interrupt.clone(), last_good, self.path);
        let mut session = crate::commands::session(Mode::Run, observer(watch));
        give(&mut session, self.given);
        // The check has found no conflict.
        let _ = self.outputs.claim(&mut session);
        (self.prepare)(&mut session);
        if !keeps_frames {
            session.keep_no_frames();
        }
        let result = load_or_tell(&mut session, self.path)?;
        // Removes the progress bar.
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

    /// Runs the script; `sink` receives its frames, and is returned. From a script that simulates nothing, it receives the pose of its
    /// figures.
    pub fn play_into<T: FrameSink + Send + 'static>(self, sink: T) -> Result<(Played, T), u8> {
        let sink = Common::new(sink);
        let shared = sink.clone();
        let begun = Arc::new(AtomicBool::new(false));
        let begins = Arc::clone(&begun);
        let after = Watch::new(true, self.interrupt.clone(), None, self.path);
        let observer = |watch| -> Box<dyn Observer> {
            Box::new(WithSink {
                watch,
                sink: shared,
                begun: begins,
            })
        };
        // Trails and sparks are drawn by earlier frames.
        let played = self.play_keeping(true, None, observer)?;
        if !begun.load(Ordering::Relaxed) && played.interrupted.is_none() && played.errors == 0 {
            let mut stages = played.session.stages.iter();
            if let Some(stage) = stages.find(|stage| !stage.world.corpora.is_empty()) {
                sink.lock().start_go(&after, stage, 0.0);
            }
        }
        match sink.into_inner() {
            Some(sink) => Ok((played, sink)),
            // The session has dropped its observer.
            None => Err(SCRIPT_FAULT),
        }
    }
}

/// Whether a checked script may go back to earlier frames: in a text that it includes by a name that is known only when it runs, or in
/// one that contains the command.
fn may_rewind(session: &Session) -> bool {
    let includes = |line: &str| line.contains("include") && line.contains('{');
    let mut texts = session.sources.iter().map(|(_, source)| &source.text);
    texts.any(|text| text.contains("rewind") || text.lines().any(includes))
}

/// Returns the latest time (s) on the clocks of a checked script, if that is certain: not if it depends on events, nor if a
/// clock was set or a world has gone back.
fn end_of(session: &Session) -> Option<f64> {
    let is_plain = |stage: &&crate::session::Stage| {
        (stage.world.time - stage.simulated).abs() <= 1e-9 * stage.simulated.abs()
    };
    let stages = &session.stages;
    let is_known = session.check.knows_time() && !session.check.goes_back();
    (is_known && stages.iter().all(|stage| is_plain(&stage))).then(|| {
        stages
            .iter()
            .map(|stage| stage.world.time)
            .fold(0.0, f64::max)
    })
}

/// Returns the name of a script without its extension, for files named after it.
pub(super) fn stem(script: &Path) -> String {
    let stem = script.file_stem().filter(|_| script != Path::new("-"));
    stem.map_or_else(|| "script".to_owned(), |s| s.to_string_lossy().into_owned())
}
