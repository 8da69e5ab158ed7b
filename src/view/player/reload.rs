//! Reloads a script that is saved while it is viewed.

use super::FILES;
use std::path::PathBuf;
use std::time::{Instant, SystemTime};

/// The files of a script, with their state when they were read.
#[derive(Default)]
pub struct Reload {
    files: Vec<(PathBuf, Option<(SystemTime, u64)>)>,
    looked: Option<Instant>,
}

fn stamp(path: &PathBuf) -> Option<(SystemTime, u64)> {
    let meta = std::fs::metadata(path).ok()?;
    Some((meta.modified().ok()?, meta.len()))
}

impl Reload {
    /// Watches these files from here on.
    #[must_use]
    pub fn of(files: impl IntoIterator<Item = PathBuf>) -> Self {
        let files = files.into_iter().map(|path| {
            let now = stamp(&path);
            (path, now)
        });
        Reload {
            files: files.collect(),
            looked: None,
        }
    }

    /// Whether one of them was saved since; tested at intervals. A temporarily missing file, as by an editor that replaces it,
    /// is waited for.
    pub(super) fn is_due(&mut self) -> bool {
        if self.looked.is_some_and(|looked| looked.elapsed() < FILES) {
            return false;
        }
        self.looked = Some(Instant::now());
        let mut changed = false;
        for (path, then) in &mut self.files {
            let now = stamp(path);
            if now.is_some() && now != *then {
                *then = now;
                changed = true;
            }
        }
        changed
    }
}
