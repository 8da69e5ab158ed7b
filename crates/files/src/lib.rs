//! Files: the only code that reads and writes them.
//!
//! Reading accepts regular files only and has a size limit. Writing goes to a temporary file beside the target, which replaces
//! the target when it is complete: at every moment the target has the old content or the new, never a part.
#![allow(clippy::disallowed_methods, reason = "the rule sends others here")]

mod identity;
mod read;
mod size;
mod write;

pub use identity::{file_number, resolved, same_file, without_steps};
pub use read::{LARGEST, LONGEST_LINE, Unreadable, json_fault, read, read_start, read_text, text};
pub use size::parse_size;
pub use write::{FolderLock, LOCK, NewFile, beside, inert_json, is_of_process, write};
