//! Files of a script: what it may read and write, and the list of what it has read and written.

mod access;
mod ledger;
mod replacing;
mod seal;

pub use access::Access;
pub(crate) use access::common_folder;
pub use corpus_files::*;
pub use ledger::{Input, Ledger, Output, Taken, is_frame};
pub use replacing::{Kind, SCENE};
pub use seal::{Fingerprint, sealed};
