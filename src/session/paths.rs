//! Paths of what scripts write.

use super::Session;
use std::path::{Component, Path, PathBuf};

impl Session {
    /// The file that a script writes to, or reads what it wrote: one path for each, however the script spells it.
    pub(super) fn output_file(&self, path: &str) -> PathBuf {
        plain(&self.output.join(path))
    }
}

/// A path without steps that lead nowhere: `./a/../b` is `b`.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for component in path.components() {
        match (component, plain.components().next_back()) {
            (Component::CurDir, _) => {}
            (Component::ParentDir, Some(Component::Normal(_))) => {
                plain.pop();
            }
            (Component::ParentDir, Some(Component::RootDir)) => {}
            (component, _) => plain.push(component),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::plain;
    use std::path::Path;

    #[test]
    fn one_file_has_one_path() {
        for (written, expected) in [
            ("./q.json", "q.json"),
            ("a/./b/../q.json", "a/q.json"),
            ("a/../../q.json", "../q.json"),
            ("../../q", "../../q"),
            ("/../a/./q", "/a/q"),
            ("q.json", "q.json"),
        ] {
            assert_eq!(plain(Path::new(written)), Path::new(expected));
        }
    }
}
