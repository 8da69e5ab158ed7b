//! Analysis of a text while it is written: completion, hints, colours.

mod complete;
#[cfg(feature = "repl")]
pub(crate) mod highlight;

pub use complete::{
    Candidate, Hint, OpenBlock, Spot, Wants, command_of_line, complete, complete_in, hint,
    open_blocks, spot, tokens_so_far,
};
