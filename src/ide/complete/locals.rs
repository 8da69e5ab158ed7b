//! Local names at a line: parameters, loop variables, variables that a `define` has set above the line.

use super::{Candidate, What};
use crate::commands::TABLE;
use crate::lang::parser::parse;
use crate::session::{Given, locals_at};

/// The local names of a line below others; inner ones come first. A name is not valid on the line that gives it: the range of a
/// loop is found before there is a counter.
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
