//! Warning of figures that a script builds and never assembles.

use crate::session::Session;
use crate::session::command::Thing;
use crate::source::Span;

/// Warns, at the end of the check of a whole script, of figures with bodies that were not assembled in a world that a `go` has
/// moved.
pub(super) fn check(session: &mut Session) {
    if session.check.is_mistaken(&session.diagnostics) || session.check.doubts.anything() {
        return;
    }
    let here = session.stage;
    for stage in 0..session.stages.len() {
        session.stage = stage;
        for (at, name) in unassembled(session) {
            let message = format!("`{name}` is never assembled, so `go` does not move it");
            let help =
                format!("write `corpusinit` after its bodies, links and root, or remove `{name}`");
            session.diagnostics.warn("W026", at, message, help);
        }
    }
    session.stage = here;
}

/// Returns the unassembled figures of the current world, if it has moved, with the places of their names.
fn unassembled(session: &Session) -> Vec<(Span, String)> {
    let stage = session.here();
    if stage.simulated == 0.0 {
        return vec![];
    }
    let drafts = stage.definitions.drafts.iter();
    let found = drafts.filter(|draft| {
        let is_built = draft.running.is_some() || draft.figure.bodies.is_empty();
        !(is_built || draft.is_faulty())
    });
    let places = found.filter_map(|draft| {
        let name = &draft.figure.name;
        Some((session.first_named(Thing::Corpus, name)?, name.clone()))
    });
    places.collect()
}
