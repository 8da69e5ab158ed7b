//! A check: a script runs without simulating; what only a check knows of it, and what it supposes.

mod attempt;
mod checker;
mod doubts;
mod execution;
mod lines;
mod poison;
mod rehearse;
mod settings;
mod unassembled;
mod unfinished;

pub use checker::Checker;
pub(super) use execution::Check;
pub(crate) use lines::{check_any_pass, check_maybe, check_passes};
pub(super) use lines::{doubts_world, suppose};
pub(crate) use poison::suppose_any_variable;
pub(crate) use rehearse::rehearse_definition;
pub(super) use rehearse::{promise, rehearse};
pub(crate) use unfinished::{note_moved_root, note_started_gait, warn_of_idle_gait};
