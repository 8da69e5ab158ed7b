//! Analysis of a text while it is written: completion, hints, colours.

mod complete;
#[cfg(feature = "repl")]
pub(crate) mod highlight;
#[cfg(any(feature = "repl", feature = "lsp"))]
pub(crate) mod line;
#[cfg(feature = "repl")]
pub(crate) mod prompt;

pub use complete::{
    Call, Candidate, Hint, OpenBlock, Signature, Spot, Wants, What, command_of_line, complete,
    complete_in, hint, open_blocks, spot, tokens_so_far,
};
