//! Advice on wrong lines: what was probably meant. It is asked only after binding or evaluation has failed.
//!
//! [`explained`] searches for one change with which a line binds (`repair.rs`: arguments named, dropped, replaced, in another
//! order; `units.rs`: units joined to their numbers; `missing.rs`: arguments added), and reports that in place of the errors of its
//! arguments. `words.rs` is the table of words of other programs; [`command`] reports a head that is no command.

mod consequences;
pub(super) mod divergence;
mod explain;
mod forms;
mod further_names;
mod missing;
pub(super) mod misspelt;
mod not_a_script;
pub(crate) mod quantities;
mod repair;
mod units;
mod unknown_command;
mod words;

pub(super) use consequences::leave_out_consequences;
pub(super) use explain::explained;
pub(super) use further_names::report_further_names;
pub(super) use misspelt::{excuse_misspelt, note_misspelt};
pub(super) use not_a_script::not_a_script;
pub(super) use units::units_apart_in_call;
pub(super) use unknown_command::command;
pub(in crate::session) use words::line_of;
pub(crate) use words::{shape_command, word};
