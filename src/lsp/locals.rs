//! Local names at a line: parameters, loop variables, variables that a `define` has set above the line.

use super::documents::Document;
use crate::commands::TABLE;
use crate::session::{Given, locals_at as places_at};

/// Returns the local names at an offset, each with a short description; inner ones come first.
pub(super) fn locals_at(document: &Document, offset: usize) -> Vec<(String, &'static str)> {
    // A name is not seen on the line that gives it: the range of a loop is found before there is a counter.
    let offset = document.text().line_start(offset);
    let locals = places_at(
        &document.parsed().statements,
        &document.text,
        &TABLE,
        offset,
    );
    let told = |given: Given| match given {
        Given::Define => "a parameter",
        Given::Loop => "of this loop",
        Given::Let => "of this call",
    };
    let locals = locals.into_iter();
    locals
        .map(|(name, local)| (name.to_string(), told(local.given)))
        .collect()
}
