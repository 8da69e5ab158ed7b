//! What was typed, to be saved as a script.

use crate::cli::say::reason;
use crate::files::{self, LARGEST};
use std::path::Path;

/// The first line of what the prompt has saved: a file that begins with it may be saved over.
const HEADING: &str = "# Saved at the prompt of corpus";

/// Entries in their order, as a script will have them.
#[derive(Default)]
pub(super) struct Journal {
    entries: Vec<String>,
}

impl Journal {
    /// A script that was run before the first entry.
    pub fn began_with(&mut self, script: &Path) {
        let path = script.display().to_string();
        let quoted = path.contains(|c: char| !(c.is_alphanumeric() || "_./-~".contains(c)));
        let path = if quoted { format!("\"{path}\"") } else { path };
        self.entries.push(format!("include {path}"));
    }

    /// What ran.
    pub fn ran(&mut self, text: &str) {
        let text = text.trim_matches(['\n', '\r']).trim_end();
        if !text.trim().is_empty() {
            self.entries.push(text.to_owned());
        }
    }

    /// What did not run, or not to its end: a comment.
    pub fn failed(&mut self, text: &str, why: &str) {
        let text = text.trim_matches(['\n', '\r']).trim_end();
        let mut comment = format!("# {why}:");
        for line in text.lines() {
            comment += format!("\n#   {line}").trim_end();
        }
        // The comment must not be taken for the help of a `define` behind it.
        self.entries.push(comment + "\n");
    }

    /// The script.
    fn script(&self) -> String {
        let mut script = format!("{HEADING} {}.\n\n", env!("CARGO_PKG_VERSION"));
        for entry in &self.entries {
            script += entry;
            script.push('\n');
        }
        script
    }

    /// Writes the script; what somebody else has written is not written over.
    ///
    /// # Errors
    /// What is there already, or why it cannot be written.
    pub fn save(&self, path: &Path) -> Result<String, String> {
        let shown = path.display();
        match files::read(path, LARGEST) {
            Ok(there) if !there.starts_with(HEADING.as_bytes()) => {
                return Err(format!(
                    "{shown} is there already, and the prompt has not written it; choose another name"
                ));
            }
            _ => {}
        }
        files::write(path, self.script().as_bytes())
            .map_err(|why| format!("cannot write {shown}: {}", reason(&why)))?;
        let far = path
            .parent()
            .is_some_and(|folder| !folder.as_os_str().is_empty());
        let elsewhere = match far {
            true => "; paths in it are now relative to that folder",
            false => "",
        };
        let entries = self.entries.len();
        let plural = if entries == 1 { "entry" } else { "entries" };
        Ok(format!("wrote {shown}, {entries} {plural}{elsewhere}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_script_of_what_ran() {
        let mut journal = Journal::default();
        journal.began_with(Path::new("my walk.corpus"));
        journal.ran("\n\ngo 5\n");
        journal.failed("joint lgg k 5\n", "did not run");
        journal.ran("define a\n  go 1\nend");
        let script = journal.script();
        let (heading, rest) = script.split_once("\n\n").unwrap();
        assert!(heading.starts_with(HEADING));
        assert_eq!(
            rest,
            "include \"my walk.corpus\"\ngo 5\n# did not run:\n#   joint lgg k 5\n\ndefine a\n  go 1\nend\n"
        );
    }

    #[test]
    fn what_somebody_wrote_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.corpus");
        std::fs::write(&path, "go 5\n").unwrap();
        let journal = Journal::default();
        assert!(journal.save(&path).unwrap_err().contains("there already"));
        let own = folder.path().join("b.corpus");
        assert!(journal.save(&own).is_ok() && journal.save(&own).is_ok());
    }
}
