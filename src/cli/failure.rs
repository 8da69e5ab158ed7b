//! Why a subcommand ends before its work is done.

use crate::files::Kind;
use crate::plot::Refusal;
use crate::terminal::{USAGE, reason, tell_line};
use std::io::ErrorKind;
use std::path::Path;
use tempfile::TempDir;

/// The status to exit with, and what to tell, if that is not told yet.
pub(super) struct Failure {
    status: u8,
    why: String,
}

/// Result of a subcommand: the status to exit with.
pub(super) type Exit = Result<u8, Failure>;

impl Failure {
    /// A failure that is not told yet.
    pub fn new(status: u8, why: impl Into<String>) -> Self {
        let why = why.into();
        Failure { status, why }
    }

    /// Tells what is not told yet; gives the status to exit with.
    pub fn tell(self) -> u8 {
        if !self.why.is_empty() {
            tell_line!("{}", self.why);
        }
        self.status
    }

    /// The failure, of a file that its text is about.
    pub fn of(self, path: &Path) -> Self {
        let why = format!("{}: {}", path.display(), self.why);
        Failure { why, ..self }
    }
}

/// A status whose reason is told.
impl From<u8> for Failure {
    fn from(status: u8) -> Self {
        Failure::new(status, "")
    }
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Self {
        usage(format!("{}; {}", refusal.message, refusal.help))
    }
}

/// A failure of what the command line asks for.
pub(super) fn usage(why: impl Into<String>) -> Failure {
    Failure::new(USAGE, why)
}

/// Refuses a stretch of time that ends before it begins, from which nothing is made; `nothing` says what.
pub(super) fn in_order(nothing: &str, from: f64, to: Option<f64>) -> Result<(), Failure> {
    match to.filter(|to| *to < from) {
        Some(to) => Err(usage(format!(
            "{nothing}: --to {to} s comes before --from {from} s"
        ))),
        None => Ok(()),
    }
}

/// Creates a folder of this process for the output of runs whose files are not kept; it is removed when it is dropped.
pub(super) fn scratch(subcommand: &str) -> Result<TempDir, Failure> {
    let prefix = format!("corpus-{subcommand}-{}-", std::process::id());
    let folder = tempfile::Builder::new().prefix(&prefix).tempdir();
    folder.map_err(|why| {
        usage(format!(
            "cannot create a temporary folder: {}",
            reason(&why)
        ))
    })
}

/// Refuses to replace a file of another kind, or one that was changed since this program wrote it.
pub(super) fn replaceable(path: &Path, kind: Kind) -> Result<(), Failure> {
    kind.refuse_other(path).map_err(usage)
}

/// Returns the error of an output that cannot be written, with advice.
pub(super) fn unwritable(what: &str, path: &Path, why: &std::io::Error) -> Failure {
    let mut told = format!("cannot write {what}{}: {}", path.display(), reason(why));
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    if let Some(folder) = folder.filter(|folder| !folder.exists()) {
        told += &format!("; create the folder {} first", folder.display());
    } else if let Some(remedy) = remedy(why.kind()) {
        told += &format!("; {remedy}");
    }
    usage(told)
}

/// Returns advice on an output that cannot be written.
fn remedy(why: ErrorKind) -> Option<&'static str> {
    match why {
        ErrorKind::PermissionDenied
        | ErrorKind::ReadOnlyFilesystem
        | ErrorKind::NotADirectory
        | ErrorKind::NotFound => Some("choose another place"),
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => {
            Some("free space there, or choose another place")
        }
        _ => None,
    }
}
