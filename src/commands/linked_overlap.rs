//! Warning of linked bodies that may collide and overlap.

use crate::diagnostic::{Diagnostic, quote};
use crate::record::prefixed;
use crate::session::Stage;
use crate::source::Span;
use crate::world::{BodyOf, Colliding};

/// Finds linked bodies that may collide and overlap before anything has moved: the force between them is far too large to follow.
pub(super) fn overlapping_links(stage: &Stage, at: Span) -> Vec<Diagnostic> {
    let world = &stage.world;
    if stage.simulated > 0.0 {
        return vec![];
    }
    let several = world.corpora.len() > 1;
    let name = |of: BodyOf| {
        let corpus = world.corpora.get(of.corpus)?;
        let name = corpus.names.get(corpus.number_of(of.body)?)?;
        Some(match several {
            true => format!("{}.{name}", corpus.name),
            false => name.clone(),
        })
    };
    let report = |(pair, depth): (Colliding, f64)| {
        let [one, two] = [name(pair[0])?, name(pair[1])?];
        let message = format!(
            "`{one}` and `{two}` are linked, may collide, and overlap by {}, so the springs between them push with a huge force",
            prefixed(depth, "m", 3)
        );
        let help = format!(
            "let them pass through each other, {}, or shape them so that they do not overlap",
            quote(&format!("collide {one} {two} off"))
        );
        Some(Diagnostic::warning("W027", at, message).help(help))
    };
    let found = world.overlapping_links().into_iter();
    found.filter_map(report).collect()
}
