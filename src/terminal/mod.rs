//! Shared by the command line and the prompt: exit statuses, output, progress, signals, and values and permissions
//! for scripts.

mod given;
mod interrupt;
mod progress;
mod say;

pub(crate) use given::{Given, Trust, give};
pub(crate) use interrupt::Interrupt;
pub(crate) use progress::Progress;
pub(crate) use say::{
    leave, reason, say, say_drawn, say_line, tell_all, tell_drawn, tell_line, write,
};

/// The script cannot do what it says.
pub(crate) const SCRIPT_FAULT: u8 = 1;
/// The command line makes no sense, or a file cannot be written.
pub(crate) const USAGE: u8 = 2;
/// The code of what an `expect` reports. The script goes on behind it, so a check that has found it keeps no run back.
pub(crate) const NOT_AS_EXPECTED: &str = "E063";
