//! Local names at a line: parameters, loop variables, variables that a `define` has set above the line.

use super::{Candidate, What};
use crate::commands::TABLE;
use crate::lang::parser::parse;
use crate::session::{Given, locals_at};

/// Returns the local names that are valid on a line below others, inner ones first. A name is not valid on the line that
/// defines it: the range of a loop is evaluated before the loop variable exists.
pub(super) fn locals(above: &str) -> Vec<Candidate> {
    let statements = parse(0, above, &TABLE).statements;
    let locals = locals_at(&statements, above, &TABLE, above.len()).into_iter();
    locals
        .map(|(name, local)| {
            let doc = match local.given {
                Given::Define => "a parameter",
                Given::Loop => "of this loop",
                Given::Let => "of this call",
            };
            Candidate::open(&*name, doc).of(What::Variable)
        })
        .collect()
}
