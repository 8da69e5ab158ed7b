//! Files that a session has read, to detect later changes.

use super::Session;
use crate::files;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};

/// The state of a file when it was read.
#[derive(Clone, Debug)]
pub(super) struct Input {
    path: PathBuf,
    content: Option<u64>,
}

/// Returns a hash of a file's contents; none for a file that cannot be read.
fn content(path: &Path) -> Option<u64> {
    // It may have been replaced by a pipe, which would wait for a writer.
    let bytes = files::read(path, u64::MAX).ok()?;
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    Some(hasher.finish())
}

impl Session {
    /// Records a file that is being read, if inputs are recorded.
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

    /// Returns the files that the session has read, if it records them.
    pub fn input_paths(&self) -> impl Iterator<Item = &Path> {
        self.gathered
            .inputs
            .iter()
            .map(|input| input.path.as_path())
    }

    /// Returns the files whose contents have changed since the session first read them.
    #[must_use]
    pub fn changed_inputs(&self) -> Vec<&Path> {
        let changed = |input: &&Input| content(&input.path) != input.content;
        let changed = self.gathered.inputs.iter().filter(changed);
        changed.map(|input| input.path.as_path()).collect()
    }
}
