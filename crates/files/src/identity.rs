//! The identity of the file that a path refers to.

use std::fs::{self, Metadata};
use std::path::{Component, Path, PathBuf};

/// Most links followed before a path counts as a cycle.
pub(super) const MOST_LINKS: usize = 40;

/// Returns the canonical path of a file: absolute, with links resolved, without `.` and `..`. A file that does not exist yet
/// has the path at which it would be created, also through a broken link.
#[must_use]
pub fn resolved(path: &Path) -> PathBuf {
    let mut path = match path {
        p if p.as_os_str().is_empty() => PathBuf::from("."),
        p => p.to_path_buf(),
    };
    for _ in 0..MOST_LINKS {
        if let Ok(whole) = path.canonicalize() {
            return whole;
        }
        // The file does not exist: its folder may, and it may be a broken link.
        let (Some(folder), Some(name)) = (path.parent(), path.file_name()) else {
            break;
        };
        let folder = if folder.as_os_str().is_empty() {
            Path::new(".")
        } else {
            folder
        };
        let Ok(folder) = folder.canonicalize() else {
            break;
        };
        let there = folder.join(name);
        match fs::read_link(&there) {
            Ok(target) => path = folder.join(target),
            Err(_) => return there,
        }
    }
    without_steps(&absolute(&path))
}

/// Returns the absolute path, with the links of the deepest existing folder resolved.
fn absolute(path: &Path) -> PathBuf {
    let mut rest = vec![];
    let mut front =
        without_steps(&std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf()));
    loop {
        if let Ok(there) = front.canonicalize() {
            return rest.iter().rev().fold(there, |path, name| path.join(name));
        }
        match (front.file_name().map(ToOwned::to_owned), front.pop()) {
            (Some(name), true) => rest.push(name),
            _ => return path.to_path_buf(),
        }
    }
}

/// Returns a path without `.` and `..`.
pub fn without_steps(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for component in path.components() {
        match (component, plain.components().next_back()) {
            (Component::CurDir, _) | (Component::ParentDir, Some(Component::RootDir)) => {}
            (Component::ParentDir, Some(Component::Normal(_))) => {
                plain.pop();
            }
            (component, _) => plain.push(component),
        }
    }
    plain
}

/// Returns the file's number on its disk, which is the same for all its names.
#[cfg(unix)]
pub fn file_number(meta: &Metadata) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt;
    Some((meta.dev(), meta.ino()))
}

/// Returns the file's number on its disk, which is the same for all its names.
#[cfg(not(unix))]
pub fn file_number(_: &Metadata) -> Option<(u64, u64)> {
    None
}

/// Returns the number of names (hard links) of a file.
#[cfg(unix)]
pub(super) fn names(meta: &Metadata) -> u64 {
    std::os::unix::fs::MetadataExt::nlink(meta)
}

/// Returns the number of names (hard links) of a file.
#[cfg(not(unix))]
pub(super) fn names(_: &Metadata) -> u64 {
    1
}

/// Whether two paths lead to one file: by their spelling, by links, or by two names of one file on the disk.
#[must_use]
pub fn same_file(a: &Path, b: &Path) -> bool {
    let numbered = |path: &Path| fs::metadata(path).ok().as_ref().and_then(file_number);
    resolved(a) == resolved(b) || numbered(a).is_some_and(|n| numbered(b) == Some(n))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_file_has_one_path() {
        let folder = tempfile::tempdir().unwrap();
        let here = folder.path().canonicalize().unwrap();
        fs::create_dir(here.join("in")).unwrap();
        fs::write(here.join("in/a"), "").unwrap();
        for spelled in ["in/a", "in/../in/./a", "./in//a"] {
            assert_eq!(resolved(&here.join(spelled)), here.join("in/a"));
        }
        assert_eq!(resolved(&here.join("in/../b")), here.join("b"));
        assert_eq!(
            resolved(&here.join("no/such/../folder/b")),
            here.join("no/folder/b")
        );
        assert_eq!(
            resolved(Path::new("")),
            Path::new(".").canonicalize().unwrap()
        );
    }

    #[cfg(unix)]
    #[test]
    fn links_are_followed_also_where_they_lead_to_nothing() {
        use std::os::unix::fs::symlink;
        let folder = tempfile::tempdir().unwrap();
        let here = folder.path().canonicalize().unwrap();
        fs::create_dir(here.join("in")).unwrap();
        symlink("../outside", here.join("in/nothing")).unwrap();
        assert_eq!(resolved(&here.join("in/nothing")), here.join("outside"));
        symlink(&here, here.join("in/up")).unwrap();
        assert_eq!(resolved(&here.join("in/up/new")), here.join("new"));
        symlink("b", here.join("a")).unwrap();
        symlink("a", here.join("b")).unwrap();
        // A cycle of links has no target; this must end.
        let _ = resolved(&here.join("a"));
        fs::write(here.join("one"), "").unwrap();
        fs::hard_link(here.join("one"), here.join("two")).unwrap();
        assert!(same_file(&here.join("one"), &here.join("two")));
        assert!(!same_file(&here.join("one"), &here.join("in")));
    }
}
