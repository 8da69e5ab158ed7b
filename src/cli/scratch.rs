//! Temporary folder for the output of runs whose files are not kept.

use super::failure::{Failure, usage};
use crate::terminal::reason;
use std::io::ErrorKind::AlreadyExists;
use std::path::{Path, PathBuf};

/// A folder of this process among the system's temporary files, removed when this is dropped.
pub(super) struct Scratch(PathBuf);

/// Most existing folders of other processes that are skipped.
const MOST_FOLDERS: u32 = 100;

impl Scratch {
    /// Makes a folder for a subcommand.
    ///
    /// # Errors
    /// None can be made.
    pub fn new(subcommand: &str) -> Result<Self, Failure> {
        // An existing folder belongs to another process.
        let mut number = 0;
        loop {
            let name = format!("corpus-{subcommand}-{}-{number}", std::process::id());
            let folder = std::env::temp_dir().join(name);
            match std::fs::create_dir(&folder) {
                Ok(()) => return Ok(Scratch(folder)),
                Err(why) if why.kind() == AlreadyExists && number < MOST_FOLDERS => number += 1,
                Err(why) => {
                    let why = format!("cannot create a temporary folder: {}", reason(&why));
                    return Err(usage(why));
                }
            }
        }
    }

    /// Returns the path of the folder.
    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // Remains are left to the system's own cleaning.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
