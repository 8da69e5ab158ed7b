//! Advice on wrong lines: what was probably meant. It is asked only after binding or evaluation has failed.
//!
//! `words.rs` is the table of words of other programs. [`explained`] looks for one small change with which a line would fit, and
//! reports that in place of the errors of its arguments; [`command`] reports a head that is no command.

mod consequences;
pub(super) mod divergence;
mod explain;
mod further_names;
mod incomplete;
mod instead;
mod miscounted;
pub(super) mod misspelt;
mod needless;
pub(super) mod quantities;
pub(super) mod unheard;
pub(super) mod unit_apart;
mod words;

pub(super) use explain::explained;
pub(crate) use explain::shape_command;
pub(super) use unheard::command;
pub(crate) use words::word;
