//! Files that a session has read, to detect later changes.

use crate::files;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};

/// The files that a session has read, with hashes of their contents, if they are recorded.
#[derive(Debug, Default)]
pub struct Inputs {
    /// Whether they are recorded.
    pub recorded: bool,
    /// Paths and contents when the files were read first.
    files: Vec<(PathBuf, Option<u64>)>,
}

/// Returns a hash of a file's contents; none for a file that cannot be read.
fn content(path: &Path) -> Option<u64> {
    // It may have been replaced by a pipe, which would wait for a writer.
    let bytes = files::read(path, u64::MAX).ok()?;
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    Some(hasher.finish())
}

impl Inputs {
    /// Records a file that is being read, if files are recorded.
    pub(crate) fn add(&mut self, path: &Path) {
        if self.recorded && self.paths().all(|known| known != path) {
            self.files.push((path.to_owned(), content(path)));
        }
    }

    /// Returns the recorded files.
    pub fn paths(&self) -> impl Iterator<Item = &Path> {
        self.files.iter().map(|(path, _)| path.as_path())
    }

    /// Returns the files whose contents have changed since they were first read.
    #[must_use]
    pub fn changed(&self) -> Vec<&Path> {
        let changed = self
            .files
            .iter()
            .filter(|(path, read)| content(path) != *read);
        changed.map(|(path, _)| path.as_path()).collect()
    }
}
