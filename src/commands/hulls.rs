//! Warning of shapes that are not convex and collide as their hulls.

use crate::diagnostic::{Diagnostic, quote};
use crate::figure::{Body, Object};
use crate::geometry::{Mesh, hull_mesh};
use crate::session::Stage;
use crate::source::Span;
use crate::world::BodyOf;

/// Smallest part of its hull that a shape fills without a warning.
const FILLED: f64 = 0.9;

/// Most bodies that are named.
const NAMED: usize = 5;

/// Finds bodies that may collide and whose hulls are much larger than their shapes, before anything has moved.
pub(super) fn hollow_bodies(stage: &Stage, at: Span) -> Vec<Diagnostic> {
    let world = &stage.world;
    if stage.simulated > 0.0 || !world.interactions.collision.on {
        return vec![];
    }
    let bodies = world.collision_rules().bodies();
    let named = bodies.iter().filter_map(|&BodyOf { corpus, body }| {
        let mut drafts = stage.definitions.drafts.iter();
        let draft = drafts.find(|draft| draft.running == Some(corpus))?;
        let body = draft.figure.bodies.get(body)?;
        let filled = filled(body)?;
        (filled < FILLED).then_some((body.spec.name.as_str(), filled))
    });
    let hollow: Vec<(&str, f64)> = named.collect();
    let Some(least) = hollow.iter().map(|(_, filled)| *filled).reduce(f64::min) else {
        return vec![];
    };
    let shown = hollow.iter().take(NAMED).map(|(name, _)| quote(name));
    let mut names = shown.collect::<Vec<_>>().join(", ");
    if hollow.len() > NAMED {
        names += &format!(" and {} more", hollow.len() - NAMED);
    }
    let percent = 100.0 * least;
    let message = match hollow.len() {
        1 => format!(
            "{names} is not convex and collides as its convex hull, of which it fills {percent:.0} %"
        ),
        count => format!(
            "{count} bodies are not convex and collide as their convex hulls, of which they fill as little as {percent:.0} %: {names}"
        ),
    };
    let help = "other bodies stop at the hull and do not enter its hollows; build a hollow body from several convex parts with `addpart`";
    vec![Diagnostic::warning("W046", at, message).help(help)]
}

/// Returns the smallest part of its hull that a colliding shape of a body fills.
fn filled(body: &Body) -> Option<f64> {
    let own = body.spec.colliding.then_some((&body.shape, &body.mesh));
    let parts = body.parts.iter().filter(|part| part.spec.colliding);
    let all = own
        .into_iter()
        .chain(parts.map(|part| (&part.shape, &part.mesh)));
    // A shape with round features is a built-in one, and convex.
    let is_round = |shape: &Object| {
        let features = shape.placed_contacts();
        features.iter().any(|feature| feature.corner().is_none())
    };
    all.filter(|(shape, _)| !is_round(shape))
        .filter_map(|(_, mesh)| part_of_hull(mesh))
        .reduce(f64::min)
}

/// Returns the part of its hull that a closed surface fills; none for another one.
fn part_of_hull(mesh: &Mesh) -> Option<f64> {
    mesh.check().ok()?;
    let hull = hull_mesh(&mesh.vertices)?;
    Some(mesh.signed_volume() / hull.signed_volume())
}
