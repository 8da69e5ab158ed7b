//! Temporary folder for the output of runs whose files are not kept.

use super::failure::{Failure, usage};
use crate::terminal::reason;
use std::io::ErrorKind::AlreadyExists;
use std::path::{Path, PathBuf};

/// A folder of this process among the system's temporary files, which goes away with this.
pub(super) struct Scratch(PathBuf);

/// So many folders that somebody else has made are passed over.
const MOST_FOLDERS: u32 = 100;

impl Scratch {
    /// Makes a folder for a subcommand.
    ///
    /// # Errors
    /// None can be made.
    pub fn new(subcommand: &str) -> Result<Self, Failure> {
        // A folder that is there already is not one's own.
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

    /// Path of the folder.
    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // What cannot be taken away stays among what the system takes away.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
