//! Files that a script reads and writes: permissions, and conflicts with other files of the run.

use super::{Findings, Stop};
use crate::diagnostic::{Diagnostic, Standing, quote};
use crate::files::{
    Access, Input, Kind, LARGEST, Ledger, Output, Taken, common_folder, is_frame, resolved,
};
use crate::record::counted;
use crate::source::{Sources, Span};
use std::collections::BTreeSet;
use std::io;
use std::path::{Component, Path, PathBuf};

/// Files that a session may read and write, and those that it has read and written.
#[derive(Debug)]
pub struct Files {
    /// Base folder of relative output paths; empty for the working directory.
    pub output: PathBuf,
    /// Folder for all output of scripts, whatever paths they name, to protect existing files. Scripts read their own output
    /// from there.
    pub scratch: Option<PathBuf>,
    /// Whether scripts write no files at all: tables, diagrams, films and states are left out.
    pub discards: bool,
    /// Files that were left out.
    discarded: BTreeSet<PathBuf>,
    /// Folders that scripts may read from and write to, besides the working folder.
    pub access: Access,
    /// Files read and written.
    pub ledger: Ledger,
    /// The largest file that is read (bytes).
    pub largest: u64,
    /// Files that the script may not read, all in one report.
    unread: Option<Unread>,
    /// Whether the system has refused a write: the exit status then differs from that of an error in the script.
    pub failed: bool,
}

/// Files outside the folders of a script that it tried to read.
#[derive(Debug)]
struct Unread {
    /// Place in the script of the first one, where all are reported.
    at: Span,
    /// Path of the first one.
    path: String,
    /// Folder that contains all of them.
    folder: PathBuf,
    /// Paths of the others.
    others: BTreeSet<String>,
}

impl Default for Files {
    fn default() -> Self {
        Files {
            output: PathBuf::new(),
            scratch: None,
            discards: false,
            discarded: BTreeSet::new(),
            access: Access::default(),
            ledger: Ledger::default(),
            unread: None,
            largest: LARGEST,
            failed: false,
        }
    }
}

impl Files {
    /// Returns the file that a script writes, or reads back; its path is relative to [`Files::output`].
    pub(super) fn output_path(&self, path: &str) -> PathBuf {
        self.output.join(path)
    }

    /// Returns the actual path of an output file: the file itself or, if outputs are redirected, the corresponding path below
    /// [`Files::scratch`].
    pub(super) fn written_to(&self, file: PathBuf) -> PathBuf {
        let Some(scratch) = &self.scratch else {
            return file;
        };
        let named = |part: &Component| matches!(part, Component::Normal(_));
        let path = resolved(&file);
        scratch.join(path.components().filter(named).collect::<PathBuf>())
    }

    /// Whether files of the script were left out.
    #[must_use]
    pub fn has_discarded(&self) -> bool {
        !self.discarded.is_empty()
    }

    /// Records a failed write: the exit status then differs from that of an error in the script.
    pub(super) fn unwritable(&mut self, path: &str, why: &io::Error, at: Span) -> Diagnostic {
        self.failed = true;
        let help = match why.kind() {
            io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => {
                "paths are relative to the working directory; folders are not created"
            }
            io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
                "the folder cannot be written to; choose another one"
            }
            _ => "the old contents of the file are unchanged",
        };
        let message = format!("cannot write {}: {}", quote(path), reason(why));
        let report = Diagnostic::error("E065", at, message).help(help);
        report.standing(Standing::Lost)
    }
}

/// The files of a script, with everything by which it is decided whether the script may use one.
pub(crate) struct FileAccess<'a> {
    pub(super) files: &'a mut Files,
    pub(super) sources: &'a Sources,
    pub(super) findings: &'a mut Findings,
    /// Whether a check does not know whether the running line runs.
    pub(super) is_uncertain: bool,
}

impl FileAccess<'_> {
    /// Records that a script writes a file, and returns the actual path.
    ///
    /// # Errors
    /// The script may not write there, or the run already reads or writes the file.
    pub(in crate::session) fn writes(
        &mut self,
        path: &str,
        what: Output,
        at: Span,
    ) -> Result<PathBuf, Stop> {
        let file = self.files.output_path(path);
        if self.files.discards {
            self.files.discarded.insert(file.clone());
            return Ok(file);
        }
        self.may_write(path, &file, at)?;
        if file.metadata().is_ok_and(|m| !m.is_file() && !m.is_dir()) {
            let message = format!("cannot write {}: it is not a regular file", quote(path));
            let help = "a script may write only regular files; choose another name";
            return Err(Stop::mistake("E065", at, message, help));
        }
        // If a check does not know which of two branches runs, one may write what the other reads.
        if self.is_uncertain {
            // A script itself must never be overwritten, though.
            return match self.files.ledger.may_write(&file, what) {
                Err(taken @ Taken::Read(Input::Script, _)) => {
                    Err(self.taken(path, what, taken, at))
                }
                _ => Ok(file),
            };
        }
        let is_again = self.files.ledger.has_written(&file);
        let noted = self.files.ledger.writes(&file, what, Some(at));
        noted.map_err(|taken| self.taken(path, what, taken, at))?;
        let file = self.files.written_to(file);
        if !is_again {
            keep_foreign(path, &file, what, at)?;
        }
        if let (true, Some(folder)) = (self.files.scratch.is_some(), file.parent()) {
            // If that fails, the write also fails, and is reported then.
            let _ = std::fs::create_dir_all(folder);
        }
        Ok(file)
    }

    /// Checks that a script may write to a file or folder.
    fn may_write(&self, path: &str, file: &Path, at: Span) -> Result<(), Stop> {
        let in_output = || resolved(file).starts_with(resolved(&self.files.output));
        let trusted = self.sources.is_typed(at.source);
        if !(trusted || self.files.access.may_write(file) || in_output()) {
            return Err(outside(path, "write", "--allow-write DIR", at).into());
        }
        let folders = [resolved(&self.files.output)];
        if self.files.access.hides(file, &folders) {
            let message = format!(
                "a script may not write {}: a name in it begins with a dot",
                quote(path)
            );
            let report = Diagnostic::error("E077", at, message);
            let help = "such files configure programs; choose a name without a dot at its start";
            return Err(report.help(help).standing(Standing::Barred).into());
        }
        Ok(())
    }

    /// Records that a script writes frames to a folder, and returns the actual folder.
    ///
    /// # Errors
    /// The script may not write there, a file has that name, or the run already reads or writes a file there with the name of a
    /// frame.
    pub(in crate::session) fn writes_frames(
        &mut self,
        path: &str,
        at: Span,
    ) -> Result<PathBuf, Stop> {
        let folder = self.files.output_path(path);
        if self.files.discards {
            self.files.discarded.insert(folder.clone());
            return Ok(folder);
        }
        self.may_write(path, &folder, at)?;
        if folder.metadata().is_ok_and(|meta| !meta.is_dir()) {
            let message = format!("cannot write frames to {}: it is a file", quote(path));
            let help = format!(
                "name another folder, or a film such as {}",
                quote(&format!("{path}.gif"))
            );
            return Err(Stop::mistake("E065", at, message, help));
        }
        if self.is_uncertain {
            return Ok(folder);
        }
        let noted = self.files.ledger.films(&folder, is_frame, Some(at));
        noted.map_err(|taken| {
            let message = format!(
                "cannot write frames to {}: one of them {}",
                quote(path),
                taken.reason()
            );
            let report = Diagnostic::error("E078", at, message);
            Stop::from(barred(report.help("name another folder"), taken))
        })?;
        Ok(self.files.written_to(folder))
    }

    /// Records that a script reads a file.
    ///
    /// # Errors
    /// The script may not read there, or the run writes the file.
    pub(crate) fn reads(
        &mut self,
        path: &str,
        file: &Path,
        what: Input,
        at: Span,
    ) -> Result<(), Stop> {
        let in_output = || resolved(file).starts_with(resolved(&self.files.output));
        let trusted = self.sources.is_typed(at.source);
        if !(trusted || self.files.access.may_read(file) || in_output()) {
            return Err(self.may_not_read(path, file, at));
        }
        if self.files.discarded.contains(file) {
            let message = format!("cannot read {}: this run writes no files", quote(path));
            let report = Diagnostic::error("E078", at, message);
            let help = "keep a state with `mark NAME` and return to it with `rewind NAME`";
            return Err(report.help(help).standing(Standing::Barred).into());
        }
        if self.is_uncertain {
            return Ok(());
        }
        let noted = self.files.ledger.reads(file, what, Some(at));
        noted.map_err(|taken| {
            let message = format!("cannot read {}: it {}", quote(path), taken.reason());
            let report = Diagnostic::error("E078", at, message);
            let report = report.help("this run writes that file; read a different one");
            barred(report, taken).into()
        })
    }

    /// Reports a file that a script may not read. A check collects all such files in the report of the first one.
    fn may_not_read(&mut self, path: &str, file: &Path, at: Span) -> Stop {
        let folder = file.parent().unwrap_or(Path::new("")).to_path_buf();
        let mut reports = self.findings.iter_mut();
        let first = self.files.unread.as_mut().and_then(|unread| {
            let is_first =
                |d: &&mut Diagnostic| d.standing == Standing::Barred && d.span == unread.at;
            let report = reports.find(is_first)?;
            Some((unread, report))
        });
        let Some((unread, report)) = first else {
            let report = outside(path, "read", &allow_read(&folder), at);
            let path = path.to_owned();
            self.files.unread = Some(Unread {
                at,
                path,
                folder,
                others: BTreeSet::new(),
            });
            return report.into();
        };
        if path != unread.path {
            unread.others.insert(path.to_owned());
        }
        if folder != unread.folder {
            unread.folder = common_folder(&unread.folder, &folder);
        }
        if !unread.others.is_empty() {
            report.message = format!(
                "a script may not read {} and {} outside its folder",
                quote(&unread.path),
                counted(unread.others.len() as u64, "more file")
            );
        }
        report.help = Some(may_use("read", &allow_read(&unread.folder)));
        Stop::Reported
    }

    fn taken(&self, path: &str, what: Output, taken: Taken, at: Span) -> Stop {
        let is_table = |what: Output| matches!(what, Output::Record | Output::Table);
        if let Taken::Written(other, Some(first)) = taken
            && is_table(what)
            && is_table(other)
        {
            let line = self.sources.place(first).line;
            let message = format!("line {line} already writes this file");
            let report =
                Diagnostic::error("E065", at, message).note(first, "the first table in this file");
            let help = match what == Output::Record {
                true => "give each `record` its own file; one `record` may write many values",
                false => "write each table to its own file",
            };
            return report.help(help).into();
        }
        let message = format!("cannot write {}: it {}", quote(path), taken.reason());
        let report = Diagnostic::error("E078", at, message).help("choose another name");
        barred(report, taken).into()
    }
}

/// Refuses to replace a file that is neither empty nor of the kind that is written.
///
/// # Errors
/// The report of such a file.
fn keep_foreign(path: &str, file: &Path, what: Output, at: Span) -> Result<(), Stop> {
    let kind = match what {
        Output::Record | Output::Table => Kind::Table,
        Output::State => Kind::World,
        Output::Dump => Kind::Dump,
        Output::Diagram | Output::Picture | Output::Film => Kind::Picture,
        Output::Option(_) | Output::Printed => return Ok(()),
    };
    kind.may_replace(file).map_err(|why| {
        let message = format!("cannot write {}: {why}", quote(path));
        let help = "choose another name, or remove the file; a script replaces only files of the kind that it writes";
        Stop::mistake("E065", at, message, help)
    })
}

/// Makes the report of a file with a conflicting use, with the source position of that use.
fn barred(report: Diagnostic, taken: Taken) -> Diagnostic {
    let report = report.standing(Standing::Barred);
    match taken.place() {
        Some(place) => report.note(place, "named here"),
        None => report,
    }
}

/// Makes the report of a file outside the folders that a script may use.
fn outside(path: &str, does: &str, option: &str, at: Span) -> Diagnostic {
    let message = format!("a script may not {does} {}", quote(path));
    let report = Diagnostic::error("E077", at, message).help(may_use(does, option));
    report.standing(Standing::Barred)
}

/// Returns the help of such a report.
fn may_use(does: &str, option: &str) -> String {
    format!(
        "a script may {does} in its own folder and in the working directory; `{option}` allows another folder"
    )
}

/// Returns the option that allows a script to read a folder.
pub(crate) fn allow_read(folder: &Path) -> String {
    let folder = folder.display().to_string();
    match folder.contains(char::is_whitespace) {
        true => format!("--allow-read \"{folder}\""),
        false => format!("--allow-read {folder}"),
    }
}

/// Describes why a file could not be written, without the system's error number.
fn reason(why: &io::Error) -> String {
    if why.kind() == io::ErrorKind::NotFound {
        return "there is no such folder".to_owned();
    }
    let text = why.to_string();
    let words = text.split(" (os error ").next().unwrap_or_default();
    let mut letters = words.chars();
    letters.next().map_or(String::new(), |first| {
        first.to_lowercase().chain(letters).collect()
    })
}
