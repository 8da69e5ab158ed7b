//! What was found wrong with a line while it is bound to a form.

use super::fit::{Likeness, Slip};
use crate::session::command::Param;

/// What was found wrong with a line while it is bound to a form of a command.
pub(in crate::session) struct Findings {
    pub mistakes: Vec<Slip>,
    /// Whether something does not fit, but only because of an error reported before.
    pub silent: bool,
    /// Whether an argument could not be evaluated, which was reported before or is no error: it may fill any number of places,
    /// so later arguments cannot be checked.
    pub lost: bool,
    /// How much the line resembles the form, by its first mistake.
    pub likeness: Likeness,
    /// Whether an unknown name is similar to a known one.
    pub near_name: bool,
    /// Required parameters for which the line has no argument.
    pub missing: Vec<Param>,
    /// Whether the help of a report suggests another line, so that later arguments are not checked.
    pub is_other_line: bool,
}

impl Default for Findings {
    fn default() -> Self {
        Findings {
            mistakes: vec![],
            silent: false,
            lost: false,
            likeness: Likeness::Doubtful,
            near_name: false,
            missing: vec![],
            is_other_line: false,
        }
    }
}
