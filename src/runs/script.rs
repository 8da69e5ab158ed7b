//! A script that is run many times: its texts are read once.

use super::Limits;
use super::limits::{Budget, Spent, Verdict};
use super::row::{Ended, Row, Tested, place};
use crate::diagnostic::suggest::did_you_mean;
use crate::diagnostic::{Diagnostic, Severity};
use crate::files::{Access, Fingerprint, LARGEST, Unreadable, read, read_text};
use crate::lang::dimension::Dimension;
use crate::lang::units::{Unit, parse_unit};
use crate::lang::value::{Datum, Unknown};
use crate::session::{
    DIVERGED, Declared, Mode, Observer, Quiet, RunReport, ScriptResult, Session, Stop, digits,
    rounded,
};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// A script of which any number of runs can be made, also at once.
pub struct Script {
    path: PathBuf,
    /// Folders that the script may read, besides its own and the working folder.
    pub access: Access,
    /// The largest file that is read (bytes).
    pub largest: u64,
    texts: Arc<Texts>,
    /// Parameters, as of the last check.
    pub parameters: Vec<Declared>,
    /// Results of all checks so far.
    pub results: Vec<Column>,
    /// Results that the checks so far have not reached.
    unreached: Vec<Unreached>,
    /// Expectations that were reached by any check so far.
    pub expectations: Vec<Tested>,
    /// Fingerprint of all files that the script reads, as of the last check.
    pub fingerprint: String,
}

/// Texts of scripts by their paths, so that a script that is edited meanwhile does not change the later runs.
#[derive(Default)]
struct Texts(Mutex<BTreeMap<PathBuf, String>>);

impl Texts {
    /// Whether a text that has been read has a word.
    fn has(&self, word: &str) -> bool {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.values().any(|text| text.contains(word))
    }

    /// Returns the text of a script, which is read from its file once.
    fn of(&self, path: &Path, largest: u64) -> Result<String, Unreadable> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(text) = known.get(path) {
            return Ok(text.clone());
        }
        let text = read_text(path, largest)?;
        known.insert(path.to_owned(), text.clone());
        Ok(text)
    }
}

/// A result of a script, as a check knows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// Its name.
    pub name: String,
    /// Its unit; empty for truth values and texts, `1` for plain numbers.
    pub unit: String,
    /// Whether it is a number or a truth value.
    pub is_number: bool,
}

/// Returns the unit of SI of a value, which a check may not know; `1` for plain numbers, none for what is no number.
pub(super) fn si_unit(value: &Datum) -> Option<String> {
    match value {
        Datum::Number(number) => Some(number.dimension.si_unit()),
        Datum::Unknown(Unknown::Number(dimension)) => Some(dimension.si_unit()),
        _ => None,
    }
}

/// A result in lines that no check has reached.
struct Unreached {
    /// Its name.
    name: String,
    /// Its place and the statement that encloses it: `walk.corpus:12, within `if fast``.
    place: String,
}

impl Column {
    /// Finds the column of a number by its name.
    ///
    /// # Errors
    /// There is none; a sentence with the names that there are.
    pub fn named<'c>(all: &'c [Column], name: &str) -> Result<&'c Column, String> {
        let Some(found) = all.iter().find(|column| column.name == name) else {
            let names: Vec<&str> = all.iter().map(|column| &*column.name).collect();
            let help = did_you_mean(name, names.iter().copied());
            let help = help.unwrap_or_else(|| match names.is_empty() {
                true => "`result NAME = VALUE` gives one".to_owned(),
                false => format!("it gives {}", names.join(", ")),
            });
            return Err(format!("the script gives no result `{name}`; {help}"));
        };
        match found.is_number {
            true => Ok(found),
            false => Err(format!(
                "the result `{name}` is a text, which is not large or small"
            )),
        }
    }

    /// Returns its unit, if it has one.
    fn measure(&self) -> Option<Unit> {
        let is_plain = matches!(self.unit.as_str(), "" | "1");
        parse_unit(&self.unit).ok().filter(|_| !is_plain)
    }

    /// Returns a value (SI) in its unit.
    #[must_use]
    pub fn in_unit(&self, value: f64) -> f64 {
        self.measure().map_or(value, |unit| unit.from_si(value))
    }

    /// Formats a value (SI) with its unit.
    #[must_use]
    pub fn told(&self, value: f64) -> String {
        let number = digits(rounded(self.in_unit(value), 5));
        match self.unit.as_str() {
            "" | "1" => number,
            unit => format!("{number} {unit}"),
        }
    }

    /// Returns its dimension.
    #[must_use]
    pub fn dimension(&self) -> Dimension {
        self.measure()
            .map_or(Dimension::NONE, |unit| unit.dimension)
    }

    fn of(result: &ScriptResult) -> Self {
        let is_text = matches!(
            &result.value,
            Datum::Text(_) | Datum::Unknown(Unknown::Text)
        );
        Column {
            name: result.name.to_string(),
            unit: { result.unit.clone() }
                .or_else(|| si_unit(&result.value))
                .unwrap_or_default(),
            is_number: !is_text,
        }
    }
}

impl Script {
    /// Creates a script of a file, which is not read yet.
    #[must_use]
    pub fn new(path: &Path) -> Self {
        Script {
            path: path.to_owned(),
            access: Access::default(),
            largest: LARGEST,
            texts: Arc::default(),
            parameters: vec![],
            results: vec![],
            unreached: vec![],
            expectations: vec![],
            fingerprint: String::new(),
        }
    }

    /// Creates a script of a text, with a name for reports.
    #[must_use]
    pub fn of_text(name: &str, text: &str) -> Self {
        let path = Path::new(name);
        Script::new(path).with_file(path, text)
    }

    /// Lets a script have this text wherever it is included.
    #[must_use]
    pub fn with_file(self, path: &Path, text: &str) -> Self {
        let mut texts = self.texts.0.lock().unwrap_or_else(PoisonError::into_inner);
        texts.insert(path.to_owned(), text.to_owned());
        drop(texts);
        self
    }

    /// Returns the path of the script.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the text of the script.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn text(&self) -> Result<String, Unreadable> {
        self.texts.of(&self.path, self.largest)
    }

    /// Checks the script with these parameters, without simulating, and notes its parameters and results. Returns the session
    /// of the check, with its findings.
    ///
    /// # Errors
    /// The script cannot be read.
    pub fn check(&mut self, parameters: &[(String, String)]) -> Result<Session, Unreadable> {
        let session = self.checked(parameters)?;
        self.parameters = session.parameters.declared().to_vec();
        self.note(&session);
        self.fingerprint = self.fingerprint_of(session.inputs.paths());
        Ok(session)
    }

    fn checked(&self, parameters: &[(String, String)]) -> Result<Session, Unreadable> {
        let mut session = self.session(Mode::Check, Box::new(Quiet), parameters);
        session.inputs.recorded = true;
        let _ = session.run_file(&self.path)?;
        Ok(session)
    }

    /// Notes the results and expectations that a session has found.
    fn note(&mut self, session: &Session) {
        for result in &session.results.named {
            // The branches of an `if` may each give it, and another check may have given it.
            if self.results.iter().all(|known| known.name != *result.name) {
                self.results.push(Column::of(result));
            }
        }
        for result in &session.results.unreached {
            if self.unreached.iter().all(|known| known.name != result.name) {
                let place = place(session, result.place);
                self.unreached.push(Unreached {
                    name: result.name.clone(),
                    place: format!("{place}, within `{}`", result.within),
                });
            }
        }
        let results = &self.results;
        self.unreached
            .retain(|one| results.iter().all(|known| known.name != one.name));
        for tested in session.results.expectations.iter().flatten() {
            let tested = Tested::of(tested, session);
            if self
                .expectations
                .iter()
                .all(|known| known.place != tested.place)
            {
                self.expectations.push(tested);
            }
        }
    }

    /// Checks the script at further points until it has found all results that its text names. Mistakes there are for the runs to find.
    pub(super) fn find_results(&mut self, points: impl Iterator<Item = Vec<(String, String)>>) {
        for point in points {
            if self.unreached.is_empty() {
                break;
            }
            if let Ok(session) = self.checked(&point) {
                self.note(&session);
            }
        }
    }

    /// Finds the column of a number by its name.
    ///
    /// # Errors
    /// There is none; a sentence with the names that there are, or with the line that no check has reached.
    pub fn result(&self, name: &str) -> Result<&Column, String> {
        Column::named(&self.results, name).map_err(|why| match self.unreached(name) {
            Some(told) => told,
            None => why,
        })
    }

    /// Tells that no check has reached the line of a result.
    fn unreached(&self, name: &str) -> Option<String> {
        let found = self.unreached.iter().find(|one| one.name == name)?;
        Some(format!(
            "no run with the tried parameters reaches the line of the result `{name}` ({}); for a result of all runs, set a variable there and hand that out after the `end`",
            found.place
        ))
    }

    /// Tells the results whose lines no check has reached.
    pub fn unreached_results(&self) -> impl Iterator<Item = String> {
        { self.unreached.iter() }.map(|one| format!("`{}` ({})", one.name, one.place))
    }

    /// Makes a run to find the results and expectations of a script whose check stops early.
    pub(super) fn try_out(&mut self, parameters: &[(String, String)], limits: &Limits) {
        let keeps_frames = self.texts.has("rewind");
        let played = play(self, parameters, limits, keeps_frames);
        self.note(&played.session);
    }

    pub(super) fn session(
        &self,
        mode: Mode,
        observer: Box<dyn Observer>,
        parameters: &[(String, String)],
    ) -> Session {
        let mut session = crate::commands::session(mode, observer);
        session.files.discards = true;
        session.files.access = self.access.clone();
        session.files.largest = self.largest;
        session.results.expectations = Some(vec![]);
        let (texts, largest) = (Arc::clone(&self.texts), self.largest);
        session.options.reader = Some(Box::new(move |path| texts.of(path, largest)));
        for (name, text) in parameters {
            session.parameters.give(name, text);
        }
        session
    }

    /// Returns the fingerprint of files, in the order in which they are read.
    fn fingerprint_of<'p>(&self, paths: impl Iterator<Item = &'p Path>) -> String {
        let mut all = Fingerprint::default();
        all.add(env!("CARGO_PKG_VERSION").as_bytes());
        let texts = self.texts.0.lock().unwrap_or_else(PoisonError::into_inner);
        for path in paths {
            let bytes = match texts.get(path) {
                Some(text) => text.clone().into_bytes(),
                // One that cannot be read is reported by the check.
                None => read(path, self.largest).unwrap_or_default(),
            };
            all.add(&(bytes.len() as u64).to_le_bytes());
            all.add(&bytes);
        }
        all.digits()
    }
}

/// Runs a script with parameters, as the command line writes them, within limits.
///
/// Nothing is printed, and no file is written: tables, diagrams, films and saved states of the script are left out. The same script
/// and parameters give the same row on any thread and any number of threads, if no limit of seconds ends the run.
///
/// ```
/// use corpus::runs::{Ended, Limits, Script, run};
/// let script = Script::of_text("half", "param x = 1cm from 0cm to 1m\nresult half = x / 2 to mm");
/// let row = run(&script, &[("x".into(), "4cm".into())], &Limits::default());
/// assert_eq!((row.ended, row.number("half")), (Ended::Done, Some(0.02)));
/// ```
#[must_use]
pub fn run(script: &Script, parameters: &[(String, String)], limits: &Limits) -> Row {
    let keeps_frames = script.texts.has("rewind");
    let mut played = play(script, parameters, limits, keeps_frames);
    let misses_frames = |found: &Diagnostic| found.code == NOT_STORED;
    if !keeps_frames && played.session.diagnostics.iter().any(misses_frames) {
        played = play(script, parameters, limits, true);
    }
    row_of(script, parameters, played)
}

/// Code of the report of a `rewind` to a moment that is not stored.
const NOT_STORED: &str = "E067";

/// Reason of a run that ended at its limit of evaluations although it simulated little.
const OF_LINES: &str =
    "the lines of the script took most of the limit of evaluations: a loop may be endless";

/// A script that has run.
struct Played {
    session: Session,
    result: Result<Result<(), Stop>, Unreadable>,
    verdict: Verdict,
}

/// Runs a script; `keeps_frames` says whether it stores each frame, to go back to.
fn play(
    script: &Script,
    parameters: &[(String, String)],
    limits: &Limits,
    keeps_frames: bool,
) -> Played {
    let (budget, verdict) = Budget::new(limits);
    let mut session = script.session(Mode::Run, Box::new(budget), parameters);
    if !keeps_frames {
        session.keep_no_frames();
    }
    let result = session.run_file(&script.path);
    Played {
        session,
        result,
        verdict,
    }
}

/// Makes the row of a script that has run.
fn row_of(script: &Script, parameters: &[(String, String)], played: Played) -> Row {
    let Played {
        mut session,
        result,
        verdict,
    } = played;
    let fault = session.diagnostics.iter().find(|found| found.is_fault());
    let unused = session.parameters.unused(&session.sources);
    let (ended, reason) = match (&result, fault, unused.first()) {
        (Err(why), ..) => {
            let path = script.path.display();
            (Ended::Mistake, format!("cannot read {path}: {why}"))
        }
        (_, Some(fault), _) => {
            let ended = match fault.code {
                DIVERGED => Ended::Diverged,
                _ => Ended::Mistake,
            };
            let at = place(&session, fault.span);
            (ended, format!("{at}: [{}] {}", fault.code, fault.message))
        }
        (Ok(Err(Stop::Interrupted)), ..) => {
            let (ended, reason) = match verdict.spent() {
                Some(Spent::Seconds) => (Ended::OutOfSeconds, ""),
                Some(Spent::Evaluations) => (Ended::OutOfEvaluations, ""),
                Some(Spent::Lines) => (Ended::OutOfEvaluations, OF_LINES),
                Some(Spent::Stopped) | None => (Ended::Stopped, ""),
            };
            (ended, reason.to_owned())
        }
        (_, _, Some(unused)) => (Ended::Mistake, unused.clone()),
        (Ok(_), None, None) => (Ended::Done, String::new()),
    };
    let tested = session.results.expectations.take().unwrap_or_default();
    let mut row = Row {
        parameters: parameters.to_vec(),
        ended,
        reason,
        results: vec![],
        expectations: tested.iter().map(|one| Tested::of(one, &session)).collect(),
        warnings: BTreeMap::new(),
        report: RunReport::of_all(&mut session.stages, 0.0, ended == Ended::Stopped),
        has_discarded: session.files.has_discarded(),
    };
    let warnings = session
        .diagnostics
        .iter()
        .chain(session.accuracy.warnings());
    for warning in warnings.filter(|found| found.severity == Severity::Warning) {
        *row.warnings.entry(warning.code).or_default() += 1;
    }
    let named = std::mem::take(&mut session.results.named).into_iter();
    row.results = named.map(|result| (result.name, result.value)).collect();
    let failed = row.failed().next().map(Tested::told);
    if let (Ended::Done, Some(told)) = (row.ended, failed) {
        (row.reason, row.ended) = (told, Ended::Failed);
    }
    row
}
