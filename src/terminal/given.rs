//! Values and file permissions that the command line gives to a script.

use crate::files::{Access, parse_size};
use crate::session::Session;
use clap::{Args, ValueHint};
use std::path::PathBuf;

/// Values for what a script marks with `param`, and which files it may use.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct Given<T: Args = Trust> {
    /// Set a `param` of the script; may be repeated.
    #[arg(short = 'D', long = "define", value_name = "NAME=VALUE", value_parser = assignment)]
    pub values: Vec<(String, String)>,
    #[command(flatten)]
    pub trust: T,
}

/// Which files a script may read and write.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct Trust {
    /// Let the script also write in this folder and its subfolders, in addition to its own folder and the working directory; may be repeated.
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub allow_write: Vec<PathBuf>,
    #[command(flatten)]
    pub reading: Reading,
}

/// Which files a script may read.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct Reading {
    /// Let the script read in this folder and its subfolders, in addition to its own folder and the working directory; may be repeated.
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub allow_read: Vec<PathBuf>,
    /// Size limit of files that are read, such as 64M or 2GB [default: 256M].
    #[arg(long, value_name = "SIZE", value_parser = parse_size)]
    pub largest_file: Option<u64>,
}

impl Trust {
    /// Applies the options to a session.
    pub(crate) fn give(&self, session: &mut Session) {
        let files = &mut session.files;
        for folder in &self.allow_write {
            files.access.allow_writing(folder);
        }
        self.reading.allow(&mut files.access, &mut files.largest);
    }
}

impl Reading {
    /// Applies the options to the folders that scripts may read, and to the size limit of files (bytes).
    pub(crate) fn allow(&self, access: &mut Access, largest: &mut u64) {
        for folder in &self.allow_read {
            access.allow_reading(folder);
        }
        if let Some(limit) = self.largest_file {
            *largest = limit;
        }
    }
}

/// Applies the values and permissions of the command line to a session.
pub(crate) fn give(session: &mut Session, given: &Given) {
    given.trust.give(session);
    for (name, value) in &given.values {
        session.parameters.give(name, value);
    }
}

fn assignment(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.is_empty() => Ok((name.to_owned(), value.to_owned())),
        _ => Err("expected a name and a value, such as `speed=2`".to_owned()),
    }
}
