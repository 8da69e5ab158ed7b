//! Warning of light bodies that carry heavy ones.

use crate::diagnostic::Diagnostic;
use crate::dynamics::Root;
use crate::session::{Stage, si};
use crate::source::Span;
use crate::world::Corpus;

/// Largest ratio of the mass that a body carries to its own without a warning.
const MOST: f64 = 1e6;

/// Finds in each figure a body that can move and carries far more than its own mass.
pub(super) fn light_carriers(stage: &Stage, at: Span) -> Vec<Diagnostic> {
    let moving = stage.world.corpora.iter().filter(|c| c.integrated);
    moving
        .filter_map(|corpus| light_carrier(corpus, at))
        .collect()
}

fn light_carrier(corpus: &Corpus, at: Span) -> Option<Diagnostic> {
    let moves = |body: usize| match body {
        0 => corpus.model.root() == Root::Free,
        _ => !corpus.is_weld(body) && corpus.joints.get(body).is_some_and(|p| p.armature == 0.0),
    };
    let of = |body: usize| {
        (
            body,
            corpus.model.inertia(body).mass,
            corpus.distal_mass(body),
        )
    };
    let bodies = (0..corpus.model.bodies()).map(of);
    // A body without mass moves with what it carries.
    let light = bodies.filter(|&(body, own, all)| own > 0.0 && all > MOST * own && moves(body));
    let (body, own, all) = light.max_by(|a, b| (a.2 / a.1).total_cmp(&(b.2 / b.1)))?;
    let name = corpus.names.get(body)?;
    let message = format!(
        "`{name}` has a mass of {} and carries {}: fast vibrations of so light a body are not followed, nor shown by the energy account",
        si(own, "kg"),
        si(all, "kg")
    );
    let help = format!("give `{name}` more mass, or compare with a smaller `tolerance`");
    Some(Diagnostic::warning("W041", at, message).help(help))
}
