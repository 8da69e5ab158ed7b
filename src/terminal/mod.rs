//! Shared by the command line and the prompt: exit statuses, output, progress, signals, and values and permissions for scripts.

mod given;
mod interrupt;
mod progress;
mod say;

#[cfg(feature = "repl")]
pub(crate) use given::Trust;
pub(crate) use given::{Given, Reading, give};
pub(crate) use interrupt::Interrupt;
pub(crate) use progress::{Progress, bar};
pub(crate) use say::{
    leave, reason, say, say_drawn, say_line, tell_all, tell_drawn, tell_line, write,
};

/// Exit status for an error in the script.
pub(crate) const SCRIPT_FAULT: u8 = 1;
/// Exit status for a wrong command line, a script or table named on it that cannot be read, or a file that cannot be written.
pub(crate) const USAGE: u8 = 2;
