//! The position in the arguments of a line while they are bound.

use crate::lang::syntax::Argument;
use std::collections::VecDeque;
use std::ops::Range;

/// The position in the arguments of a line while they are bound to parameters.
#[derive(Default)]
pub(in crate::session) struct Cursor {
    /// Index of the first unused argument.
    pub next: usize,
    /// Elements of a list that fill the next parameters.
    pub pending: VecDeque<Argument>,
    /// Whether a list has filled parameters.
    pub has_spread: bool,
    /// Parameters that are assumed to be omitted.
    pub left_out: Range<usize>,
    /// First argument after the omitted parameters.
    pub after_left_out: usize,
}
