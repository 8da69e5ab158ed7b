//! The journal of typed entries, which is saved as a script.

use crate::diagnostic::Diagnostic;
use crate::files::{self, LARGEST};
use crate::session::{Mode, Quiet, Session};
use crate::source::{SAVED_AT_THE_PROMPT as HEADING, Span};
use crate::terminal::reason;
use std::collections::BTreeSet;
use std::path::Path;

/// Entries in order, as a script will contain them.
#[derive(Default)]
pub(super) struct Journal {
    entries: Vec<Entry>,
}

/// An entry with its result.
struct Entry {
    text: String,
    end: End,
}

/// Result of an entry.
enum End {
    /// Ran to its end.
    Ran,
    /// Ran in part, and would do the same in a `try` with so many steps.
    Tried(Option<u64>, &'static str),
    /// Changed nothing, and becomes a comment.
    Told(&'static str),
}

impl Journal {
    /// Records a script that was run before the first entry; `tried` says how far it ran, if not to its end.
    pub fn began_with(&mut self, script: &Path, tried: Option<(Option<u64>, &'static str)>) {
        let path = script.display().to_string();
        let quoted = path.contains(|c: char| !(c.is_alphanumeric() || "_./-~".contains(c)));
        let path = if quoted { format!("\"{path}\"") } else { path };
        let text = format!("include {path}");
        match tried {
            // The include itself counts as a step.
            Some((steps, why)) => self.tried(&text, steps.map(|steps| steps + 1), why),
            None => self.ran(&text),
        }
    }

    fn push(&mut self, text: &str, end: End) {
        let text = text.trim_matches(['\n', '\r']).trim_end().to_owned();
        if !text.trim().is_empty() {
            self.entries.push(Entry { text, end });
        }
    }

    /// Records an entry that ran.
    pub fn ran(&mut self, text: &str) {
        self.push(text, End::Ran);
    }

    /// Records an entry that changed something but did not run to its end: the saved script runs it within a `try` that stops at
    /// the same place.
    pub fn tried(&mut self, text: &str, steps: Option<u64>, why: &'static str) {
        self.push(text, End::Tried(steps, why));
    }

    /// Records an entry that changed nothing, as a comment.
    pub fn failed(&mut self, text: &str, why: &'static str) {
        self.push(text, End::Told(why));
    }

    /// Returns the script and the offset of the end of each entry; those in `guarded` are put in a `try`, whether they ran or
    /// not.
    fn script(&self, guarded: &BTreeSet<usize>) -> (String, Vec<usize>) {
        let mut script = format!("{HEADING} {}.\n\n", env!("CARGO_PKG_VERSION"));
        let mut ends = vec![];
        for (i, entry) in self.entries.iter().enumerate() {
            script += &match entry.end {
                End::Ran if guarded.contains(&i) => {
                    format!("# checked only when it runs:\n{}", tried(&entry.text, None))
                }
                End::Ran => format!("{}\n", entry.text),
                End::Tried(steps, why) => format!("# {why}:\n{}", tried(&entry.text, steps)),
                // The comment must not become the help of a following `define`.
                End::Told(why) => {
                    // As in the lexer, a carriage return alone also ends a line.
                    let lines = entry.text.trim_end().split(['\n', '\r']);
                    let lines =
                        lines.map(|line| format!("#   {line}").trim_end().to_owned() + "\n");
                    format!("# {why}:\n{}\n", lines.collect::<String>())
                }
            };
            ends.push(script.len());
        }
        (script, ends)
    }

    /// Returns a script in which a check finds no error that would prevent a run. Entries that ran at the prompt may contain
    /// lines that never ran and have errors, or may follow a partly run entry: these are also put in a `try`.
    ///
    /// # Errors
    /// Errors that a check still finds.
    pub(super) fn sound_script(&self) -> Result<String, String> {
        let mut guarded = BTreeSet::new();
        loop {
            let (script, ends) = self.script(&guarded);
            let faults = faults(&script);
            let Some((_, first)) = faults.first() else {
                return Ok(script);
            };
            let before = guarded.len();
            let entry_of = |at: &usize| ends.partition_point(|end| end <= at);
            guarded.extend(
                faults
                    .iter()
                    .flat_map(|(places, _)| places.iter().map(entry_of)),
            );
            if guarded.len() == before {
                if before >= self.entries.len() {
                    return Err(first.clone());
                }
                guarded.extend(0..self.entries.len());
            }
        }
    }

    /// Checks that a file may be overwritten: it does not exist, or this prompt has written it.
    ///
    /// # Errors
    /// The file exists and was not written by this prompt.
    pub fn may_replace(&self, path: &Path) -> Result<(), String> {
        match files::read(path, LARGEST) {
            Ok(there) if !there.starts_with(HEADING.as_bytes()) => Err(format!(
                "{} already exists and was not written by the prompt; choose another name",
                path.display()
            )),
            _ => Ok(()),
        }
    }

    /// Writes the script; does not overwrite a file that this prompt has not written.
    ///
    /// # Errors
    /// There is such a file, or it cannot be written.
    pub fn save(&self, path: &Path, session: &Session) -> Result<String, String> {
        let shown = path.display();
        self.may_replace(path)?;
        let script = self
            .sound_script()
            .map_err(|why| format!("cannot write this session as a script: {why}"))?;
        files::write(path, script.as_bytes())
            .map_err(|why| format!("cannot write {shown}: {}", reason(&why)))?;
        let far = path
            .parent()
            .is_some_and(|folder| !folder.as_os_str().is_empty());
        let elsewhere = match far {
            true => "; paths in it are now relative to that folder",
            false => "",
        };
        let changed = session.changed_inputs();
        let otherwise = match changed.as_slice() {
            [] => String::new(),
            [first, ..] => format!(
                "; it may not repeat the session exactly, because {} has changed since it was read",
                first.display()
            ),
        };
        let entries = self.entries.len();
        let plural = if entries == 1 { "entry" } else { "entries" };
        Ok(format!(
            "wrote {shown}, {entries} {plural}{elsewhere}{otherwise}"
        ))
    }
}

/// Returns lines in a `try`, unchanged: pending events keep their text, including blanks, in the states that `save` writes.
fn tried(text: &str, steps: Option<u64>) -> String {
    let steps = steps.map_or_else(String::new, |steps| format!(" {steps}"));
    format!("try{steps}\n{text}\nend\n")
}

/// Returns the errors that a check finds in a script: the related places, and the message.
fn faults(script: &str) -> Vec<(Vec<usize>, String)> {
    let mut check = crate::commands::session(Mode::Check, Box::new(Quiet));
    // Its errors are in its diagnostics.
    // Its entries were not limited; a run of it asks for the permissions that it needs.
    check.files.access.allow_reading(Path::new("/"));
    let _ = check.run_text("session", script);
    let found = check.sorted_diagnostics().into_iter();
    let found = found.filter(Diagnostic::is_fault);
    let outermost = |span: &Span| {
        let way = check.sources.way_in(*span);
        way.last().unwrap_or(span).start as usize
    };
    let places = found.map(|report| {
        // Errors in a user-defined command may depend on its caller.
        let notes = report.notes.iter().map(|(place, _)| place);
        let places = std::iter::once(&report.span).chain(notes);
        (places.map(outermost).collect(), report.message)
    });
    places.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_script_of_what_ran() {
        let mut journal = Journal::default();
        journal.began_with(Path::new("my walk.corpus"), None);
        journal.ran("\n\ngo 5\n");
        journal.failed("joint lgg k 5\n", "did not run");
        journal.ran("define a\n  go 1\nend");
        journal.tried("repeat 5\n  go 2\nend", Some(7), "stopped on the way");
        let (script, ends) = journal.script(&BTreeSet::new());
        let (heading, rest) = script.split_once("\n\n").unwrap();
        assert!(heading.starts_with(HEADING));
        assert_eq!(
            rest,
            "include \"my walk.corpus\"\ngo 5\n# did not run:\n#   joint lgg k 5\n\ndefine a\n  go 1\nend\n\
             # stopped on the way:\ntry 7\nrepeat 5\n  go 2\nend\nend\n"
        );
        assert_eq!(ends.last(), Some(&script.len()));
    }

    #[test]
    fn lines_that_were_never_come_to_do_not_keep_a_saved_script_from_running() {
        let mut journal = Journal::default();
        journal.ran("let x = 1");
        journal.ran("if x > 1\n  no_such_command\nend");
        journal.ran("print {x}");
        let script = journal.sound_script().unwrap();
        assert!(script.contains("let x = 1\n# checked only when it runs:\ntry\nif x > 1"));
        assert!(script.ends_with("end\nend\nprint {x}\n"), "{script}");
        assert!(faults(&script).is_empty());
    }

    #[test]
    fn what_somebody_wrote_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.corpus");
        std::fs::write(&path, "go 5\n").unwrap();
        let journal = Journal::default();
        let session = crate::commands::session(Mode::Run, Box::new(Quiet));
        let told = journal.save(&path, &session).unwrap_err();
        assert!(told.contains("already exists"));
        let own = folder.path().join("b.corpus");
        let saved = || journal.save(&own, &session);
        assert!(saved().is_ok() && saved().is_ok());
    }
}
