//! Convex parts of shapes: the command `parts`, and the warning of shapes that are not convex and collide as their hulls.

use super::objects::object;
use crate::diagnostic::{Diagnostic, quote};
use crate::figure::{Body, Object};
use crate::geometry::{Mesh, decompose, hull_mesh};
use crate::lang::dimension::Dimension;
use crate::session::command::{Bare, Command, Group, Kind, Range, Thing, may, need};
use crate::session::{Stage, Stop};
use crate::source::Span;
use crate::world::BodyOf;
use std::sync::Arc;

/// Part of its hull that a convex part fills, and most parts of a shape, unless the script says otherwise.
const FILL: f64 = 0.95;
const MOST_PARTS: u32 = 64;

pub(super) const PARTS: Command = Command {
    name: "parts",
    summary: "Divides a shape into convex parts, as which it collides.",
    details: "Without it, other bodies collide with the convex hull of a shape, which also fills the hollow of a cup. The shape is cut along the edges at which it is not convex, until each part fills 95 % of its hull; a line tells the number of parts and what they fill. A larger `fill` follows the shape more closely with more parts. The shape stays one body, and keeps its mass and its look. Shapes that are convex, and round ones, stay as they are.",
    forms: &[&[
        need(
            "object",
            Kind::Old(Thing::Object),
            "the object, before its `addbody` or `addpart`",
        ),
        may(
            "fill",
            Kind::Number(Dimension::NONE, Bare::Si, Range::UpTo(1.0)),
            "what a part fills of its hull (default: 0.95)",
        ),
        may("most", Kind::Count(1, 256), "most parts (default: 64)"),
    ]],
    example: "get stone from unit_cubeb\nparts stone",
    shows: "a convex shape stays whole",
    search: "convex decomposition, concave, hollow, coacd, v-hacd, hull",
    run: |session, bound| {
        let fill = bound.given(1).unwrap_or(FILL);
        let most = bound.given(2).unwrap_or(f64::from(MOST_PARTS));
        let stop = session.observer.stop_signal();
        let target = object(session, bound, 0)?;
        let name = target.name.clone();
        if target.body.is_some() {
            let message = format!("`{name}` is the shape of a body already");
            let help = format!("write `parts {name}` before its `addbody` or `addpart`");
            return Err(Stop::mistake("E048", bound.at(0), message, help));
        }
        if let Err(why) = target.mesh.check() {
            let message = format!("`{name}` cannot be divided: {why}");
            let help = "`get NAME from FILE closed` closes the holes of a surface";
            return Err(Stop::mistake("E032", bound.at(0), message, help));
        }
        let mut features = target.contacts.iter();
        if features.any(|feature| feature.corner().is_none()) {
            session.print(&format!("{name}: round, one part"));
            return Ok(());
        }
        let Some(found) = decompose(&target.mesh, fill, most as usize, &stop) else {
            return Err(Stop::Interrupted);
        };
        let (count, filled) = (found.parts.len(), 100.0 * found.filled);
        let what = if count == 1 {
            "convex part"
        } else {
            "convex parts"
        };
        target.pieces = Arc::new(found.parts);
        session.print(&format!(
            "{name}: {count} {what}; the shape fills {filled:.1} %"
        ));
        Ok(())
    },
    ..Command::of(Group::Objects)
};

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
    let help = "other bodies stop at the hull and do not enter its hollows; `parts OBJECT` before its `addbody` divides a shape into convex parts";
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
        .filter_map(|(shape, mesh)| match shape.pieces.is_empty() {
            true => part_of_hull(mesh),
            false => Some(part_of_pieces(shape)),
        })
        .reduce(f64::min)
}

/// Returns the part of its hull that a closed surface fills; none for another one.
fn part_of_hull(mesh: &Mesh) -> Option<f64> {
    mesh.check().ok()?;
    let hull = hull_mesh(&mesh.vertices)?;
    Some(mesh.signed_volume() / hull.signed_volume())
}

/// Returns the part of its convex parts that a shape fills.
fn part_of_pieces(shape: &Object) -> f64 {
    let hulls = shape.pieces.iter().filter_map(|corners| hull_mesh(corners));
    shape.mesh.signed_volume() / hulls.map(|hull| hull.signed_volume()).sum::<f64>()
}
