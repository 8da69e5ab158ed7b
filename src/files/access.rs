//! File permissions of a script.

use super::resolved;
use std::path::{Path, PathBuf};

/// Folders that a script may read from and write to, with all of their contents.
///
/// A script reads and writes under its own folder and the working folder. Links are resolved before a path is checked. This keeps a script from harming other files; it does not protect
/// against another program that changes links at the same time.
#[derive(Clone, Debug, Default)]
pub struct Access {
    read: Vec<PathBuf>,
    write: Vec<PathBuf>,
}

impl Access {
    /// Allows reading from a folder.
    pub fn allow_reading(&mut self, folder: &Path) {
        push(&mut self.read, folder);
    }

    /// Allows reading from a folder and writing to it.
    pub fn allow_writing(&mut self, folder: &Path) {
        push(&mut self.write, folder);
    }

    /// Whether a file may be read.
    #[must_use]
    pub fn may_read(&self, file: &Path) -> bool {
        let file = resolved(file);
        let mut folders = self.read.iter().chain(&self.write);
        folders.any(|folder| file.starts_with(folder))
    }

    /// Whether a file may be written.
    #[must_use]
    pub fn may_write(&self, file: &Path) -> bool {
        let file = resolved(file);
        self.write.iter().any(|folder| file.starts_with(folder))
    }

    /// Whether a file has a name that begins with a dot, or is in a folder with such a name below the folder that a script may
    /// write to or below one of `more`. In other folders only the name of the file counts.
    #[must_use]
    pub fn hides(&self, file: &Path, more: &[PathBuf]) -> bool {
        let file = resolved(file);
        let folders = self.write.iter().chain(more);
        let below = folders.filter_map(|folder| file.strip_prefix(folder).ok());
        let shortest = below.min_by_key(|rest| rest.components().count());
        let name = || file.file_name().map(Path::new);
        let rest = shortest.or_else(name).unwrap_or(&file);
        let mut names = rest.components();
        names.any(|name| name.as_os_str().as_encoded_bytes().starts_with(b"."))
    }

    /// Returns the folders that may be written to.
    #[must_use]
    pub fn writable(&self) -> &[PathBuf] {
        &self.write
    }
}

/// Returns the innermost folder that contains both.
#[must_use]
pub(crate) fn common_folder(one: &Path, other: &Path) -> PathBuf {
    let (one, other) = (resolved(one), resolved(other));
    let pairs = one.components().zip(other.components());
    pairs.take_while(|(a, b)| a == b).map(|(a, _)| a).collect()
}

fn push(folders: &mut Vec<PathBuf>, folder: &Path) {
    let folder = resolved(folder);
    if !folders.contains(&folder) {
        folders.push(folder);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_script_stays_in_its_folders() {
        let folder = tempfile::tempdir().unwrap();
        let here = folder.path();
        for name in ["own", "lib", "own-too"] {
            std::fs::create_dir(here.join(name)).unwrap();
        }
        let mut access = Access::default();
        access.allow_writing(&here.join("own"));
        access.allow_reading(&here.join("lib"));
        assert!(access.may_write(&here.join("own/a/b.csv")));
        assert!(access.may_read(&here.join("own/a.obj")));
        assert!(access.may_read(&here.join("lib/a.obj")));
        assert!(!access.may_write(&here.join("lib/a.csv")));
        assert!(!access.may_write(&here.join("own/../a.csv")));
        assert!(!access.may_write(&here.join("own-too/a.csv")));
        assert!(!access.may_read(Path::new("/etc/passwd")));
    }

    #[test]
    fn names_that_begin_with_a_dot_are_hidden_below_the_folder() {
        let folder = tempfile::tempdir().unwrap();
        let here = folder.path().join(".own");
        std::fs::create_dir(&here).unwrap();
        let mut access = Access::default();
        access.allow_writing(&here);
        for (name, hidden) in [
            ("a.csv", false),
            ("in/a.b.csv", false),
            ("../.own/a", false),
            (".a", true),
            (".in/a", true),
            ("in/../.a", true),
        ] {
            assert_eq!(access.hides(&here.join(name), &[]), hidden, "{name}");
        }
        let elsewhere = folder.path().join(".other");
        assert!(!access.hides(&elsewhere.join("a"), &[]));
        assert!(access.hides(&elsewhere.join(".a"), &[]));
    }

    #[cfg(unix)]
    #[test]
    fn a_link_does_not_lead_out() {
        let folder = tempfile::tempdir().unwrap();
        let here = folder.path();
        std::fs::create_dir(here.join("own")).unwrap();
        std::os::unix::fs::symlink(here, here.join("own/up")).unwrap();
        std::os::unix::fs::symlink(here.join("new"), here.join("own/new")).unwrap();
        let mut access = Access::default();
        access.allow_writing(&here.join("own"));
        assert!(!access.may_write(&here.join("own/up/a.csv")));
        assert!(!access.may_write(&here.join("own/new")));
    }
}
