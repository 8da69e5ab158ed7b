//! The journal of typed entries, which is saved as a script.

use crate::diagnostic::Diagnostic;
use crate::files::{self, Kind, sealed};
use crate::session::{Mode, Quiet, Session};
use crate::source::SAVED_AT_THE_PROMPT as HEADING;
use crate::terminal::reason;
use std::path::Path;

/// The writer of the script.
const PROMPT: &str = "the prompt";

/// Entries in order, as a script will contain them.
#[derive(Default)]
pub(super) struct Journal {
    entries: Vec<String>,
}

impl Journal {
    /// Records a script that was run before the first entry, and why it did not run to its end, if so.
    pub fn began_with(&mut self, script: &Path, why: Option<&str>) {
        let path = script.display().to_string();
        let quoted = path.contains(|c: char| !(c.is_alphanumeric() || "_./-~".contains(c)));
        let path = if quoted { format!("\"{path}\"") } else { path };
        let text = format!("include {path}");
        match why {
            Some(why) => self.failed(&text, why),
            None => self.ran(&text),
        }
    }

    /// Records an entry that ran to its end.
    pub fn ran(&mut self, text: &str) {
        let text = text.trim_matches(['\n', '\r']).trim_end();
        if !text.is_empty() {
            self.entries.push(format!("{text}\n"));
        }
    }

    /// Records an entry that did not run to its end, as a comment.
    pub fn failed(&mut self, text: &str, why: &str) {
        let text = text.trim_matches(['\n', '\r']).trim_end();
        // As in the lexer, a carriage return alone also ends a line.
        let lines = text.split(['\n', '\r']);
        let lines = lines.map(|line| format!("#   {line}").trim_end().to_owned() + "\n");
        if !text.is_empty() {
            // The comment must not become the help of a following `define`.
            self.entries
                .push(format!("# {why}:\n{}\n", lines.collect::<String>()));
        }
    }

    pub fn script(&self) -> String {
        let entries = self.entries.concat();
        format!("{HEADING} {}.\n\n{entries}", env!("CARGO_PKG_VERSION"))
    }

    /// Checks that a file may be overwritten: it does not exist, or a prompt has written it and nobody has changed it.
    ///
    /// # Errors
    /// It may not.
    pub fn may_replace(&self, path: &Path) -> Result<(), String> {
        Kind::Sealed(PROMPT).refuse_other(path)
    }

    /// Writes the script; does not overwrite a file that this prompt has not written.
    ///
    /// # Errors
    /// There is such a file, or it cannot be written.
    pub fn save(&self, path: &Path, session: &Session) -> Result<String, String> {
        let shown = path.display();
        self.may_replace(path)?;
        let script = sealed(&self.script(), PROMPT);
        files::write(path, script.as_bytes())
            .map_err(|why| format!("cannot write {shown}: {}", reason(&why)))?;
        let far = path
            .parent()
            .is_some_and(|folder| !folder.as_os_str().is_empty());
        let elsewhere = match far {
            true => "; paths in it are now relative to that folder",
            false => "",
        };
        let changed = session.inputs.changed();
        let otherwise = match changed.as_slice() {
            [] => String::new(),
            [first, ..] => format!(
                "; it may not repeat the session exactly, because {} has changed since it was read",
                first.display()
            ),
        };
        let doubt = match fault(&script) {
            Some(fault) => format!("; `corpus check` rejects it: {fault}"),
            None => String::new(),
        };
        let entries = self.entries.len();
        let plural = if entries == 1 { "entry" } else { "entries" };
        Ok(format!(
            "wrote {shown}, {entries} {plural}{elsewhere}{otherwise}{doubt}"
        ))
    }
}

/// Returns the message of the first error that a check finds in a script.
fn fault(script: &str) -> Option<String> {
    let mut check = crate::commands::session(Mode::Check, Box::new(Quiet));
    // Its entries were not limited; a run of it asks for the permissions that it needs.
    check.files.access.allow_reading(Path::new("/"));
    // Its errors are in its diagnostics.
    let _ = check.run_text("session", script);
    let mut found = check.sorted_diagnostics().into_iter();
    found
        .find(Diagnostic::is_fault)
        .map(|report| report.message)
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
        journal.failed("repeat 5\n  go 2\nend", "stopped");
        let script = journal.script();
        let (heading, rest) = script.split_once("\n\n").unwrap();
        assert!(heading.starts_with(HEADING));
        assert_eq!(
            rest,
            "include \"my walk.corpus\"\ngo 5\n# did not run:\n#   joint lgg k 5\n\ndefine a\n  go 1\nend\n\
             # stopped:\n#   repeat 5\n#     go 2\n#   end\n\n"
        );
    }

    #[test]
    fn the_first_error_of_a_saved_script_is_told() {
        let mut journal = Journal::default();
        journal.ran("let x = 1");
        assert_eq!(fault(&journal.script()), None);
        journal.ran("if x > 1\n  no_such_command\nend");
        let fault = fault(&journal.script()).unwrap();
        assert!(fault.contains("no_such_command"), "{fault}");
    }

    #[test]
    fn what_somebody_wrote_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.corpus");
        std::fs::write(&path, "go 5\n").unwrap();
        let journal = Journal::default();
        let session = crate::commands::session(Mode::Run, Box::new(Quiet));
        let told = journal.save(&path, &session).unwrap_err();
        assert!(told.contains("the file exists and was not written by the prompt"));
        let own = folder.path().join("b.corpus");
        let saved = || journal.save(&own, &session);
        assert!(saved().is_ok() && saved().is_ok());
        let changed = std::fs::read_to_string(&own).unwrap() + "go 5\n";
        std::fs::write(&own, &changed).unwrap();
        assert!(saved().is_err());
        assert_eq!(std::fs::read_to_string(&own).unwrap(), changed);
    }
}
