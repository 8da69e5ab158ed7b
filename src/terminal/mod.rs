//! What the command line and the prompt share: exit statuses, saying and telling, progress, signals, and what the command line
//! gives to a script.

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
