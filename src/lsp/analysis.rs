//! A checked script, with everything that it includes.

use super::documents::{Key, key};
use crate::diagnostic::{Diagnostic, Severity};
use crate::files::{LARGEST, Unreadable, read_text};
use crate::session::{Index, Mode, Quiet, Session, Use};
use crate::source::SourceId;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Texts that replace those of files.
pub(super) type Texts = BTreeMap<Key, Arc<str>>;

/// Most lines of loops that are checked while a user types: an endless loop must not block the editor.
const MOST_CHECKED: u64 = 10_000;

/// Creates a session that checks, and that reads these texts in place of their files.
pub(super) fn session(texts: Texts) -> Session {
    let mut session = crate::commands::session(Mode::Check, Box::new(Quiet));
    session.check.set_limit(MOST_CHECKED);
    session.options.reader = Some(Box::new(move |path| match texts.get(&key(path)) {
        Some(text) => Ok(text.to_string()),
        None => read_file(path),
    }));
    session
}

/// Reads a script from its file.
pub(super) fn read_file(path: &Path) -> Result<String, Unreadable> {
    read_text(path, LARGEST)
}

/// A script as it was checked.
pub(super) struct Analysis {
    /// The path of the script.
    pub path: PathBuf,
    /// The session at the end of the script.
    pub session: Session,
    /// Key of the text of each source.
    keys: Vec<Key>,
}

impl Analysis {
    /// Checks a script.
    pub fn of(path: &Path, texts: Texts) -> Self {
        let mut session = session(texts);
        session.index = Some(Index::default());
        // What stopped it is among its findings; a script that cannot be read has no text.
        let _ = session.run_file(path);
        if let Some(index) = &mut session.index {
            index.settle(&session.sources);
        }
        let names = session.sources.iter();
        Analysis {
            path: path.to_path_buf(),
            keys: names
                .map(|(_, source)| key(Path::new(&source.name)))
                .collect(),
            session,
        }
    }

    /// Whether the text is part of it.
    pub fn reads(&self, key: &Key) -> bool {
        self.keys.contains(key)
    }

    /// Returns the sources with this text; more than one if it is included more than once.
    pub fn sources_of(&self, key: &Key) -> impl Iterator<Item = SourceId> {
        let keys = (0..).zip(&self.keys);
        keys.filter(move |(_, other)| *other == key)
            .map(|(source, _)| source)
    }

    /// Returns the key of the text of a source.
    pub fn key_of(&self, source: SourceId) -> Option<&Key> {
        self.keys.get(source as usize)
    }

    /// Returns the errors, in the order in which they were found.
    pub fn errors(&self) -> impl Iterator<Item = &Diagnostic> {
        let all = self.session.diagnostics.iter();
        all.filter(|found| found.severity == Severity::Error)
    }

    /// Returns the number of errors in a text.
    pub fn errors_in(&self, key: &Key) -> usize {
        self.errors()
            .filter(|found| self.key_of(found.span.source) == Some(key))
            .count()
    }

    /// Returns the names at an offset of a source; several if the place refers to several things.
    pub fn names_at(&self, source: SourceId, offset: usize) -> Vec<&Use> {
        let index = self.session.index.as_ref();
        index.map_or_else(Vec::new, |index| index.at(source, offset as u32))
    }

    /// Returns all names, in the order in which they were found.
    pub fn names(&self) -> &[Use] {
        self.session.index.as_ref().map_or(&[], |index| &index.uses)
    }

    /// Returns all references to the thing to which a name refers.
    pub fn uses_of(&self, wanted: &Use) -> impl Iterator<Item = &Use> {
        let index = self.session.index.iter();
        index.flat_map(move |index| index.of(wanted))
    }
}
