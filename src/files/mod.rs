//! Files: the only code that reads and writes them.
//!
//! Reading accepts regular files only and has a size limit. Writing goes to a temporary file beside the target, which replaces
//! the target when it is complete: at every moment the target has the old content or the new, never a part.

mod access;
mod identity;
mod ledger;
mod read;
mod size;
mod write;

pub use access::Access;
pub(crate) use access::common_folder;
pub(crate) use identity::without_steps;
pub use identity::{resolved, same_file};
pub use ledger::{Input, Ledger, Output, Taken, is_frame};
pub(crate) use read::json_fault;
pub use read::{LARGEST, LONGEST_LINE, Unreadable, read, read_start, read_text};
pub use size::parse_size;
pub use write::{FolderLock, NewFile, inert_json, is_of_process, write};
