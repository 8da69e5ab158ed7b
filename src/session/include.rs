//! Includes scripts from files.

use super::flow::{MORE_STACK, OF_A_LEVEL};
use super::{Session, Stop};
use crate::diagnostic::Diagnostic;
use crate::files::{Input, Unreadable, read_text};
use crate::source::{SourceId, Span};
use std::path::{Path, PathBuf};

/// Deepest nesting of included scripts: more than needed, and safe for the stack.
const DEEPEST: usize = 64;

/// Most includes of a run; beyond it, the recursion has no practical end.
const MOST_INCLUDED: u64 = 100_000;

/// Largest total size of included scripts (bytes): all are stored, so that late reports can quote them.
const MOST_TEXT: u64 = 1 << 30;

/// Number of lines that take about as long as an include.
const LINES_OF_AN_INCLUDE: u64 = 10;

impl Session {
    /// Runs a script from a file.
    ///
    /// # Errors
    /// `Ok(Err(..))` is the script's own stop; `Err(..)` means that the file could not be read.
    pub fn run_file(&mut self, path: &Path) -> Result<Result<(), Stop>, Unreadable> {
        let text = self.text_of(path)?;
        self.inputs.add(path);
        let source = self.sources.add(path.display().to_string(), text, None);
        self.files.access.allow_writing(&folder_of(path));
        // This cannot conflict: nothing has been written yet, and the command line claims its files later.
        let _ = self.files.ledger.reads(path, Input::Script, None);
        self.activity.reading.push((canonical(path), source));
        let result = self.run_source(source);
        self.activity.reading.pop();
        Ok(self.end_lines(result))
    }

    /// Runs another script at an `include`; its path is relative to the file that names it.
    ///
    /// # Errors
    /// The file cannot be read, or includes itself.
    pub(crate) fn include(&mut self, path: &str, at: Span) -> Result<(), Stop> {
        let file = self.resolve(path, at.source);
        let identity = canonical(&file);
        if let Some((_, source)) = self
            .activity
            .reading
            .iter()
            .find(|(open, _)| *open == identity)
        {
            let name = self
                .sources
                .get(*source)
                .map_or_else(String::new, |s| s.name.clone());
            let message = match self.circle(&identity) {
                circle if circle.len() < 2 => format!("`{name}` includes itself"),
                circle => format!(
                    "this include is circular: `{}` includes `{name}`",
                    circle.join("` includes `")
                ),
            };
            let help = match self.circle(&identity).len() {
                0 | 1 => "remove this line",
                _ => "remove one of these includes",
            };
            return Err(Stop::mistake("E031", at, message, help));
        }
        self.count_lines(LINES_OF_AN_INCLUDE, at)?;
        if self.check.gave_up() {
            return Ok(());
        }
        if self.activity.reading.len() >= DEEPEST {
            let message = format!("includes are nested more than {DEEPEST} deep");
            let help = "reduce the depth of includes";
            return Err(Stop::mistake("E031", at, message, help));
        }
        self.file_access()
            .reads(path, &file, Input::Script, at)
            .inspect_err(|_| self.mode.lost(self))?;
        let text = self.text_of(&file).map_err(|why| {
            self.mode.lost(self);
            let help = match why {
                Unreadable::NotText(_) => {
                    "`include` is for scripts; for a shape, use `get NAME from FILE`".to_owned()
                }
                _ => format!(
                    "paths are relative to the script that contains them; searched for {}",
                    file.display()
                ),
            };
            Diagnostic::error("E030", at, format!("cannot read `{path}`: {why}")).help(help)
        })?;
        // A script that was typed at the prompt is like one on the command line: it reads beside itself.
        if self.sources.is_typed(at.source) {
            self.files.access.allow_reading(&folder_of(&file));
        }
        self.progress.included.0 += 1;
        self.progress.included.1 += text.len() as u64;
        if self.progress.included.0 > MOST_INCLUDED || self.progress.included.1 > MOST_TEXT {
            let message = if self.progress.included.1 > MOST_TEXT {
                format!(
                    "the included scripts have more than {} MiB",
                    MOST_TEXT >> 20
                )
            } else {
                format!("this script has more than {MOST_INCLUDED} includes")
            };
            let help = "include each script once, and `define` commands in it for repeated work";
            return Err(Stop::mistake("E090", at, message, help));
        }
        let source = self.sources.add(file.display().to_string(), text, Some(at));
        self.activity.reading.push((identity, source));
        self.inputs.add(&file);
        let result = stacker::maybe_grow(OF_A_LEVEL, MORE_STACK, || self.run_source(source));
        self.activity.reading.pop();
        result
    }

    /// Returns the text of a script.
    fn text_of(&self, path: &Path) -> Result<String, Unreadable> {
        match &self.options.reader {
            Some(reader) => reader(path),
            None => read_text(path, self.files.largest),
        }
    }

    /// Returns the names of the scripts being read, from this one on.
    fn circle(&self, from: &Path) -> Vec<&str> {
        let reading = self
            .activity
            .reading
            .iter()
            .skip_while(|(open, _)| open != from);
        reading
            .filter_map(|(_, source)| self.sources.get(*source))
            .map(|source| source.name.as_str())
            .collect()
    }

    /// Resolves a path in a script: relative to the file of the script.
    #[must_use]
    pub fn resolve(&self, path: &str, from: SourceId) -> PathBuf {
        let folder = self
            .sources
            .get(from)
            .and_then(|s| Path::new(&s.name).parent())
            .unwrap_or(Path::new(""));
        folder.join(path)
    }
}

/// Returns the folder of a file.
fn folder_of(file: &Path) -> PathBuf {
    match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder.to_path_buf(),
        _ => PathBuf::from("."),
    }
}

fn canonical(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_path_buf())
}
