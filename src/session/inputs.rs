//! The files that a session has read, to find out whether they have changed since.

use super::Session;
use crate::files;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};

/// A file as it was when it was read.
#[derive(Clone, Debug)]
pub(super) struct Input {
    path: PathBuf,
    content: Option<u64>,
}

/// A number that tells two contents apart; nothing of a file that cannot be read.
fn content(path: &Path) -> Option<u64> {
    // A pipe may have taken its place, which would wait for a writer.
    let bytes = files::read(path, u64::MAX).ok()?;
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    Some(hasher.finish())
}

impl Session {
    /// Remembers a file that is read now, if somebody wants to know.
    pub(crate) fn remember_input(&mut self, path: &Path) {
        if !self.options.keeps_inputs || self.gathered.inputs.iter().any(|input| input.path == path)
        {
            return;
        }
        self.gathered.inputs.push(Input {
            path: path.to_owned(),
            content: content(path),
        });
    }

    /// Files that the session has read, if it records them.
    pub fn input_paths(&self) -> impl Iterator<Item = &Path> {
        self.gathered
            .inputs
            .iter()
            .map(|input| input.path.as_path())
    }

    /// The files that do not hold any more what the session first read from them.
    #[must_use]
    pub fn changed_inputs(&self) -> Vec<&Path> {
        let changed = |input: &&Input| content(&input.path) != input.content;
        let changed = self.gathered.inputs.iter().filter(changed);
        changed.map(|input| input.path.as_path()).collect()
    }
}
